/** Waits for the given number of milliseconds. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when the page becomes visible or the signal aborts. */
export function waitUntilVisible(signal?: AbortSignal): Promise<void> {
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

/** Returns a controller that aborts when the page becomes hidden or `left` aborts. */
export function abortWhenHidden(left: AbortSignal): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  document.addEventListener('visibilitychange', () => document.hidden && abort(), { signal });
  left.addEventListener('abort', abort, { signal });
  return controller;
}

/** Creates a pause that `wake` ends early. */
export function createWakeablePause(): { pause(ms: number): Promise<void>; wake: () => void } {
  let wake = (): void => undefined;
  return {
    async pause(ms) {
      const woken = new Promise<void>((resolve) => (wake = resolve));
      await Promise.race([pause(ms), woken]);
    },
    wake: () => wake(),
  };
}
