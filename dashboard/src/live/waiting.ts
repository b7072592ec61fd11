/** Waits so long. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the page is seen, or the signal ends the wait. */
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
