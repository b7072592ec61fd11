import { AsyncLocalStorage } from 'node:async_hooks';

export interface WriteTracker {
  yes: boolean;
}

const scope = new AsyncLocalStorage<WriteTracker>();

/** Runs `work`, and records in `kept` if `work` wrote data. Work that wrote data must not be repeated. */
export function trackWrites<T>(kept: WriteTracker, work: () => T): T {
  return scope.run(kept, work);
}

/** Records a committed write for the tracker of the current work. */
export function markWritten(): void {
  const kept = scope.getStore();
  if (kept) kept.yes = true;
}
