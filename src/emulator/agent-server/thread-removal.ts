import { setImmediate } from 'node:timers/promises';
import type { Repositories } from '../seams/store.ts';
import type { Stopped } from './executor.ts';
import { hasUnfinished, toStopped } from './run-outcome.ts';
import { glanceThreads } from './thread-search.ts';

/** What came of removing threads: how many were there, and what is to be halted now that they are not. */
export interface Removed {
  count: number;
  stopped: Stopped[];
}

/** Removes those of these threads that are there, with all that is theirs, in the caller's transaction. */
export async function removeThreads(
  tx: Repositories,
  deploymentId: string,
  ids: Iterable<string>,
): Promise<Removed> {
  let count = 0;
  const stopped: Stopped[] = [];
  for (const id of ids) {
    if (!(await tx.threads.exists(deploymentId, id))) continue;
    for (const run of await tx.runs.unfinishedOf(deploymentId, id)) {
      stopped.push(toStopped(run, { kind: 'deleted' }));
    }
    await tx.threads.remove(id);
    count += 1;
    await setImmediate();
  }
  return { count, stopped };
}

/** Gives up all but the newest state of those threads that are there and have no unfinished run. Gives how many. */
export async function keepLatest(
  tx: Repositories,
  deploymentId: string,
  ids: Iterable<string>,
): Promise<Removed> {
  let count = 0;
  for (const id of ids) {
    if (!(await tx.threads.exists(deploymentId, id))) continue;
    // What a run began from must stay for as long as the run may be undone.
    if (await hasUnfinished(tx, deploymentId, id)) continue;
    await tx.checkpoints.keepLatest(id);
    count += 1;
    await setImmediate();
  }
  return { count, stopped: [] };
}

/** The threads whose last run was of this assistant. */
export async function threadsOf(
  tx: Repositories,
  deploymentId: string,
  assistantId: string,
): Promise<string[]> {
  const threads: string[] = [];
  for await (const { id, metadata } of glanceThreads(tx, deploymentId, { values: false })) {
    if (metadata['assistant_id'] === assistantId) threads.push(id);
  }
  return threads;
}
