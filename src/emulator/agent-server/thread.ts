import type { Repositories, ThreadRow } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { StoreError } from '../store/errors.ts';

/** A thread nobody has used yet. `now` is epoch milliseconds. */
export function newThreadRow(
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
    restingStatus: 'idle',
    stale: false,
    createdAt: now,
    updatedAt: now,
    stateUpdatedAt: now,
    expiry: null,
  };
}

/**
 * Keeps a new thread. Thread ids are unique over all deployments of an emulator.
 * @throws HttpError 409 when the id the client chose is in use, by whichever deployment.
 */
export async function insertThread(tx: Repositories, row: ThreadRow): Promise<void> {
  try {
    await tx.threads.insert(row);
  } catch (cause) {
    if (!(cause instanceof StoreError) || cause.code !== 'conflict') throw cause;
    throw new HttpError(409, `Thread with ID ${row.id} already exists`, { cause });
  }
}
