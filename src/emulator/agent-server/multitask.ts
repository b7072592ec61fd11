import type { Repositories, RunRow } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { type StoppedRun, stopRuns } from './run-outcome.ts';

/**
 * Applies the multitask strategy of a new run to the unfinished runs of its thread
 * (docs/api/threads-and-runs.md#multitask). Returns the runs that the strategy stopped. @throws HttpError 409 for the
 * strategy `reject` on a busy thread.
 */
export async function applyMultitaskStrategy(tx: Repositories, run: RunRow): Promise<StoppedRun[]> {
  const { deploymentId, threadId, multitaskStrategy: strategy, createdAt: now } = run;
  if (strategy === 'enqueue') return [];
  if (strategy === 'reject') {
    if (!(await tx.runs.hasUnfinished(threadId))) return [];
    throw new HttpError(
      409,
      `Thread ${threadId} already has an unfinished run; wait for it, or choose the multitask strategy enqueue, interrupt or rollback`,
    );
  }
  const action = strategy === 'rollback' ? 'rollback' : 'interrupt';
  return stopRuns(tx, (limit) => listUnfinishedRuns(tx, deploymentId, threadId, limit), action, now);
}

/** Returns a thread's pending runs, then its running runs. `limit` applies separately to pending and running runs. */
async function listUnfinishedRuns(
  tx: Pick<Repositories, 'runs'>,
  deploymentId: string,
  threadId: string,
  limit: number,
): Promise<RunRow[]> {
  const runs: RunRow[] = [];
  for (const status of ['pending', 'running']) {
    runs.push(...(await tx.runs.list(deploymentId, threadId, { status, limit, offset: 0 })));
  }
  return runs;
}
