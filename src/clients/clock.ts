import process from 'node:process';

/** Product time. All timers of the action and the emulator use it, so that a test may control time. */
export interface Clock {
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

let started: number | undefined;

/** Not by `performance`, which is loaded on its first use. */
function startedAt(): number {
  started ??= Date.now() - process.uptime() * 1000;
  return started;
}

/**
 * The machine's time at the process's start, advanced by a monotonic clock: durations are differences of `now`, and a
 * wall clock that jumps back an hour would make a limit of a minute an hour longer.
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

/** A signal that is aborted with another one, or after so many real milliseconds. */
export function withDeadline(signal: AbortSignal, ms: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)]);
}

/** The result of the work; rejects with the signal's reason as soon as it is aborted, without waiting for the work. */
export async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
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
 * The machine's wall clock, which may be set at any moment: for times that outlive this process, never for durations.
 */
export const wallClock: Clock = { now: () => Date.now(), sleep: (ms, signal) => realClock.sleep(ms, signal) };
