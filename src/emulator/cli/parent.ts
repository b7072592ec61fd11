/**
 * Calls `gone` once when the process that started this one is no more. Looks every `everyMs`; keeps nothing alive.
 * Gives a function that stops looking.
 */
export function watchParent(gone: () => void, options: { ppid: () => number; everyMs: number }): () => void {
  const parent = options.ppid();
  const timer = setInterval(() => {
    if (options.ppid() === parent) return;
    clearInterval(timer);
    gone();
  }, options.everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
