import { setImmediate } from 'node:timers/promises';
import type { Repositories } from '../ports/store.ts';
import type { StoppedRun } from './run-executor.ts';
import { hasUnfinishedRuns, toStoppedRun } from './run-outcome.ts';
import { scanThreads } from './thread-search.ts';

/** What came of removing threads: how many were there, and what is to be halted now that they are not. */
export interface RemovedThreads {
  count: number;
  stopped: StoppedRun[];
}

/** Removes those of these threads that are there, with all that is theirs, in the caller's transaction. */
export async function removeThreads(
  tx: Repositories,
  deploymentId: string,
  ids: Iterable<string>,
): Promise<RemovedThreads> {
  let count = 0;
  const stopped: StoppedRun[] = [];
  for (const id of ids) {
    if (!(await tx.threads.exists(deploymentId, id))) continue;
    for (const run of await tx.runs.unfinishedOf(deploymentId, id)) {
      stopped.push(toStoppedRun(run, { kind: 'deleted' }));
    }
    await tx.threads.remove(id);
    count += 1;
    await setImmediate();
  }
  return { count, stopped };
}

/** Gives up all but the newest state of those threads that are there and have no unfinished run. Gives how many. */
export async function pruneHistories(
  tx: Repositories,
  deploymentId: string,
  ids: Iterable<string>,
): Promise<RemovedThreads> {
  let count = 0;
  for (const id of ids) {
    if (!(await tx.threads.exists(deploymentId, id))) continue;
    // What a run began from must stay for as long as the run may be undone.
    if (await hasUnfinishedRuns(tx, deploymentId, id)) continue;
    await tx.checkpoints.keepLatest(id);
    count += 1;
    await setImmediate();
  }
  return { count, stopped: [] };
}

/** The threads whose last run was of this assistant. */
export async function threadIdsOfAssistant(
  tx: Repositories,
  deploymentId: string,
  assistantId: string,
): Promise<string[]> {
  const threads: string[] = [];
  for await (const { id, metadata } of scanThreads(tx, deploymentId, { values: false })) {
    if (metadata['assistant_id'] === assistantId) threads.push(id);
  }
  return threads;
}
