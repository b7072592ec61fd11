import type { Repositories, RunRow } from '../seams/store.ts';
import { HttpError } from '../server/http-error.ts';
import { findThread } from './access.ts';
import type { Stopped } from './executor.ts';
import { type NewRun, startingPoint } from './new-run.ts';
import { hasUnfinished, STOPPED_AT_ONCE, stopRun, toStopped, unfinishedRuns } from './run-outcome.ts';
import { insertThread, newThread } from './thread.ts';

/**
 * Keeps a new run, in the caller's transaction, and makes room for it on its thread as its strategy says: gives the runs
 * that were stopped for it. @throws HttpError 404 for a thread or checkpoint that is not there, 409 for `reject`.
 */
export async function insertRun(tx: Repositories, request: NewRun, run: RunRow): Promise<Stopped[]> {
  const { deploymentId, threadId, createdAt: now } = run;
  const { body } = request;
  const own = request.threadId === undefined;
  if (own || (body.if_not_exists === 'create' && !(await tx.threads.exists(deploymentId, threadId)))) {
    await insertThread(tx, newThread(deploymentId, threadId, {}, now));
  }
  const stopped = await makeRoom(tx, run, now);
  const thread = await findThread(tx, deploymentId, threadId);
  const from = startingPoint(body);
  if (from && !(await tx.checkpoints.get(threadId, from.ns, from.id))) {
    throw new HttpError(404, `Checkpoint ${from.id} not found in thread ${threadId}`);
  }
  await tx.threads.update(threadId, {
    status: 'busy',
    metadata: { ...thread.metadata, graph_id: run.graphId, assistant_id: run.assistantId },
    updatedAt: now,
  });
  await tx.runs.insert(run);
  return stopped;
}

async function makeRoom(tx: Repositories, run: RunRow, now: number): Promise<Stopped[]> {
  const { deploymentId, threadId, multitaskStrategy: strategy } = run;
  if (strategy === 'enqueue') return [];
  if (strategy === 'reject') {
    if (!(await hasUnfinished(tx, deploymentId, threadId))) return [];
    throw new HttpError(
      409,
      `Thread ${threadId} already has an unfinished run; wait for it, or choose the multitask strategy enqueue, interrupt or rollback`,
    );
  }
  const stop = strategy === 'rollback' ? 'rollback' : 'interrupt';
  const stopped: Stopped[] = [];
  for (;;) {
    // Some at a time: a thread may have a long queue, and each of them what it was asked with.
    const runs = await unfinishedRuns(tx, deploymentId, threadId, STOPPED_AT_ONCE);
    if (runs.length === 0) return stopped;
    for (const one of runs) stopped.push(toStopped(one, await stopRun(tx, one, stop, now)));
  }
}
