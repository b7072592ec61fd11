import type { Repositories, RunRow } from '../seams/store.ts';
import type { Stopped } from './executor.ts';
import { unfinishedRuns } from './run-outcome.ts';

/** Threads looked through at a time. */
const PAGE = 200;

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
  const runs: RunRow[] = [];
  for (const id of ids) {
    if (!(await tx.threads.get(deploymentId, id))) continue;
    runs.push(...(await unfinishedRuns(tx, deploymentId, id)));
    await tx.threads.remove(id);
    count += 1;
  }
  return { count, stopped: runs.map((run) => ({ run, end: { kind: 'deleted' } })) };
}

/** Gives up all but the newest state of those threads that are there and have no unfinished run. Gives how many. */
export async function keepLatest(
  tx: Repositories,
  deploymentId: string,
  ids: Iterable<string>,
): Promise<Removed> {
  let count = 0;
  for (const id of ids) {
    if (!(await tx.threads.get(deploymentId, id))) continue;
    // What a run began from must stay for as long as the run may be undone.
    if ((await unfinishedRuns(tx, deploymentId, id, 1)).length > 0) continue;
    await tx.checkpoints.keepLatest(id);
    count += 1;
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
  for (let offset = 0; ; offset += PAGE) {
    const rows = await tx.threads.list(deploymentId, { limit: PAGE, offset });
    threads.push(...rows.filter((row) => row.metadata.assistant_id === assistantId).map(({ id }) => id));
    if (rows.length < PAGE) return threads;
  }
}
