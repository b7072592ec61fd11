import process from 'node:process';

/** Clock of the action and the emulator. Tests replace the clock to control time. `now` returns epoch milliseconds. */
export interface Clock {
  now(): number;
  /** Resolves after `ms` milliseconds. Rejects with the signal's reason when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

let started: number | undefined;

/**
 * Returns the start of the process in epoch milliseconds. Does not use `performance`, because Node loads its module on
 * first use.
 */
function startedAt(): number {
  started ??= Date.now() - process.uptime() * 1000;
  return started;
}

/**
 * The machine's time at the start of the process, advanced by a monotonic clock. A wall clock could be set back by an
 * hour, and a time limit of one minute would then last an hour longer.
 */
export const realClock: Clock = {
  now: () => Math.floor(startedAt() + process.uptime() * 1000),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/** Returns a signal that aborts with `signal` or after `ms` milliseconds of wall-clock time. */
export function withDeadline(signal: AbortSignal, ms: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)]);
}

/**
 * Returns the result of the work. Rejects with the signal's reason when the signal aborts, without waiting for the
 * work.
 */
export async function rejectOnAbort<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * The machine's wall clock, for times that are stored longer than this process runs. The wall clock is not suitable for
 * durations, because users can set it.
 */
export const wallClock: Clock = { now: () => Date.now(), sleep: (ms, signal) => realClock.sleep(ms, signal) };
