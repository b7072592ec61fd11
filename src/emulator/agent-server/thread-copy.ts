import type { Repositories, ThreadRow } from '../ports/store.ts';
import { findThread } from './access.ts';
import { insertThread } from './thread.ts';

/**
 * In the caller's transaction: a thread with all that another has, its whole history among it, and no runs. What an
 * unfinished run has done so far is left out, so that the copy stands where that run began.
 * @throws HttpError 404 when there is nothing to copy.
 */
export async function copyThread(
  tx: Repositories,
  deploymentId: string,
  from: string,
  to: { id: string; now: number },
): Promise<ThreadRow> {
  const thread = await findThread(tx, deploymentId, from);
  // One that never began has done nothing.
  const going = (await tx.runs.unfinishedOf(deploymentId, from)).filter((run) => run.fence > 0);
  const copy: ThreadRow = {
    ...thread,
    id: to.id,
    status: thread.restingStatus,
    createdAt: to.now,
    updatedAt: to.now,
    stateUpdatedAt: to.now,
    expiry: thread.expiry && { ...thread.expiry, at: to.now + thread.expiry.ttlMs },
  };
  await insertThread(tx, copy);
  await tx.checkpoints.copyThread(
    from,
    to.id,
    going.map((run) => run.id),
  );
  return copy;
}
