import { AsyncLocalStorage } from 'node:async_hooks';

export interface WriteTracker {
  yes: boolean;
}

const scope = new AsyncLocalStorage<WriteTracker>();

/** Runs `work`, and records in `kept` if it wrote anything. Work that wrote must not be repeated. */
export function trackWrites<T>(kept: WriteTracker, work: () => T): T {
  return scope.run(kept, work);
}

/** Called after a committed write. */
export function markWritten(): void {
  const kept = scope.getStore();
  if (kept) kept.yes = true;
}
