import type { ThreadRow } from '../seams/store.ts';

/** A thread nobody has used yet. `now` is epoch milliseconds. */
export function newThread(
  deploymentId: string,
  id: string,
  metadata: Record<string, unknown>,
  now: number,
): ThreadRow {
  return {
    id,
    deploymentId,
    status: 'idle',
    metadata,
    values: null,
    interrupts: {},
    createdAt: now,
    updatedAt: now,
  };
}
