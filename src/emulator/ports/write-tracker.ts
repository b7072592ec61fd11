import { AsyncLocalStorage } from 'node:async_hooks';

/** Whether something was kept for one piece of work. */
export interface WriteTracker {
  yes: boolean;
}

const scope = new AsyncLocalStorage<WriteTracker>();

/** Does the work, and notes in `kept` when something was written for it: then it is not to be done a second time. */
export function trackWrites<T>(kept: WriteTracker, work: () => T): T {
  return scope.run(kept, work);
}

/** Called when a write was kept. */
export function markWritten(): void {
  const kept = scope.getStore();
  if (kept) kept.yes = true;
}
