import process from 'node:process';

/** Clock of the action and the emulator. Tests replace the clock to control time. `now` returns epoch milliseconds. */
export interface Clock {
  now(): number;
  /** Resolves after `ms` milliseconds. Rejects with the signal's reason when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

let started: number | undefined;

/**
 * Returns the start of the process in epoch milliseconds. Does not use `performance`, because Node would load an
 * additional module.
 */
function startedAt(): number {
  started ??= Date.now() - process.uptime() * 1000;
  return started;
}

/**
 * Clock that begins with the machine's time at the start of the process, and advances monotonically. A wall clock could
 * be set back by an hour, which would extend a time limit of one minute by an hour.
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

/** Returns the result of the work. Rejects with the signal's reason immediately when the signal aborts. */
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
 * The machine's wall clock, for times that are stored longer than this process runs. Do not measure durations with the
 * wall clock, because users can set the clock.
 */
export const wallClock: Clock = { now: () => Date.now(), sleep: (ms, signal) => realClock.sleep(ms, signal) };
