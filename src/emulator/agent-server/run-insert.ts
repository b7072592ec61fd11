import type { Repositories, RunRow } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { findThread } from './access.ts';
import type { StoppedRun } from './run-executor.ts';
import { type RunRequest, startingCheckpoint } from './new-run.ts';
import {
  hasUnfinishedRuns,
  STOP_BATCH_SIZE,
  stopRun,
  toStoppedRun,
  listUnfinishedRuns,
} from './run-outcome.ts';
import { insertThread, newThreadRow } from './thread.ts';

/**
 * Keeps a new run, in the caller's transaction, and makes room for it on its thread as its strategy says: gives the runs
 * that were stopped for it. @throws HttpError 404 for a thread or checkpoint that is not there, 409 for `reject`.
 */
export async function insertRun(tx: Repositories, request: RunRequest, run: RunRow): Promise<StoppedRun[]> {
  const { deploymentId, threadId, createdAt: now } = run;
  const { body } = request;
  const own = request.threadId === undefined;
  if (own || (body.if_not_exists === 'create' && !(await tx.threads.exists(deploymentId, threadId)))) {
    await insertThread(tx, newThreadRow(deploymentId, threadId, {}, now));
  }
  const stopped = await makeRoom(tx, run, now);
  const thread = await findThread(tx, deploymentId, threadId);
  const from = startingCheckpoint(body);
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

async function makeRoom(tx: Repositories, run: RunRow, now: number): Promise<StoppedRun[]> {
  const { deploymentId, threadId, multitaskStrategy: strategy } = run;
  if (strategy === 'enqueue') return [];
  if (strategy === 'reject') {
    if (!(await hasUnfinishedRuns(tx, deploymentId, threadId))) return [];
    throw new HttpError(
      409,
      `Thread ${threadId} already has an unfinished run; wait for it, or choose the multitask strategy enqueue, interrupt or rollback`,
    );
  }
  const stop = strategy === 'rollback' ? 'rollback' : 'interrupt';
  const stopped: StoppedRun[] = [];
  for (;;) {
    // Some at a time: a thread may have a long queue, and each of them what it was asked with.
    const runs = await listUnfinishedRuns(tx, deploymentId, threadId, STOP_BATCH_SIZE);
    if (runs.length === 0) return stopped;
    for (const one of runs) stopped.push(toStoppedRun(one, await stopRun(tx, one, stop, now)));
  }
}
