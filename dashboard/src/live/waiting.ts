/** Waits for the given number of milliseconds. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when the page becomes visible or the signal is aborted. */
export function untilVisible(signal?: AbortSignal): Promise<void> {
  if (!document.hidden || signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      if (document.hidden && signal?.aborted !== true) return;
      document.removeEventListener('visibilitychange', done);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    document.addEventListener('visibilitychange', done);
    signal?.addEventListener('abort', done);
  });
}
