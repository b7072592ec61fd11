import type { RunsCancel } from '../../contract/run.ts';
import type { Repositories, RunRow } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import type { AuthFilter } from './access/auth-filter.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { type CancelAction, createValuesReader, isFinal, type StoppedRun, stopRun } from './run-outcome.ts';
import type { RunKey, RunScope } from './run-row.ts';
import { findThreadHead, removeThreads } from './threads.ts';

/**
 * Maximum number of runs that one transaction stops by status, or deletes before their thread is deleted. More runs per
 * transaction would delay other writes for seconds.
 */
const RUN_BATCH_SIZE = 100;

const nothingToCancel = (): HttpError =>
  new HttpError(404, 'No such run is pending or running, so there is nothing to cancel');

/** A stored cancellation. `stopped` resolves once work on the cancelled runs has ended, and never rejects. */
export interface Cancellation {
  stopped: Promise<void>;
}

export interface RunCancellation {
  /** Stops an unfinished run. @throws HttpError 404 if no unfinished run has this key. */
  cancel(key: RunKey, action: CancelAction): Promise<Cancellation>;
  /**
   * Stops several unfinished runs. Ignores runs that do not exist or have already ended. Runs that are selected by
   * status are stopped in batches, so after a crash, some runs might be unfinished, but each run is either stopped or
   * unchanged. `filter` restricts the threads of runs that are selected by status.
   * @throws HttpError 404 if none of the runs is unfinished.
   */
  cancelBatch(
    deploymentId: string,
    which: RunsCancel,
    action: CancelAction,
    filter?: AuthFilter,
  ): Promise<Cancellation>;
  /** Deletes a run. An unfinished run is rolled back. @throws HttpError 404 if the run does not exist. */
  remove(key: RunKey): Promise<Cancellation>;
  /** Deletes a thread and stops its runs. @throws HttpError 404 if the thread does not exist. */
  removeThread(deploymentId: string, threadId: string): Promise<void>;
}

export function createRunCancellation({
  store,
  executor,
  clock,
}: Pick<AgentServerDependencies, 'store' | 'executor' | 'clock'>): RunCancellation {
  const stopIn = async (
    scope: RunScope,
    action: CancelAction,
    work: (tx: Repositories) => Promise<StoppedRun[]>,
  ): Promise<Cancellation> => {
    const flush = action === 'interrupt';
    const stopped = await executor.pause(scope, { flush }, () => store.transaction(work));
    return { stopped: executor.abortStopped(stopped) };
  };
  const stopUnfinished = async (
    tx: Repositories,
    runs: readonly RunRow[],
    action: CancelAction,
  ): Promise<StoppedRun[]> => {
    const stopped: StoppedRun[] = [];
    const valuesOf = createValuesReader(tx);
    for (const run of runs) {
      if (!isFinal(run)) stopped.push(await stopRun(tx, run, action, clock.now(), valuesOf));
    }
    return stopped;
  };

  /**
   * Stops the runs with the status `status`, one batch per transaction, so other writes wait for at most one batch.
   * `filter` restricts the threads whose runs are stopped.
   */
  const stopByStatus = async (
    deploymentId: string,
    status: 'pending' | 'running' | undefined,
    action: CancelAction,
    filter: AuthFilter | undefined,
  ): Promise<Cancellation> => {
    const left = await store.runs.unfinishedOf(deploymentId, { ...(status && { status }) });
    const ended: Promise<void>[] = [];
    let count = 0;
    for (let at = 0; at < left.length; at += RUN_BATCH_SIZE) {
      const batch = left.slice(at, at + RUN_BATCH_SIZE);
      const scope = { deploymentId, threadIds: [...new Set(batch.map(({ threadId }) => threadId))] };
      const { stopped } = await stopIn(scope, action, async (tx) => {
        const runs = await selectRuns(tx, await findNamed(tx, batch), { status, filter });
        const all = await stopUnfinished(tx, runs, action);
        count += all.length;
        return all;
      });
      ended.push(stopped);
    }
    if (count === 0) throw nothingToCancel();
    return { stopped: Promise.all(ended).then(() => undefined) };
  };

  return {
    cancel: (key, action) =>
      stopIn(threadOf(key), action, async (tx) => {
        const run = await findRun(tx, key);
        if (isFinal(run))
          throw new HttpError(404, `Run with ID ${key.id} has already ended, so there is nothing to cancel`);
        return stopUnfinished(tx, [run], action);
      }),
    async cancelBatch(deploymentId, which, action, filter) {
      if (which.status) {
        const status = which.status === 'all' ? undefined : which.status;
        return stopByStatus(deploymentId, status, action, filter);
      }
      const { thread_id: threadId, run_ids: ids } = which;
      const keys = [...new Set(ids)].map((id) => ({ deploymentId, threadId, id }));
      return stopIn({ deploymentId, threadIds: [threadId] }, action, async (tx) => {
        const stopped = await stopUnfinished(tx, await findNamed(tx, keys), action);
        if (stopped.length > 0) return stopped;
        throw nothingToCancel();
      });
    },
    remove: (key) =>
      stopIn(threadOf(key), 'rollback', async (tx) => {
        const run = await findRun(tx, key);
        if (isFinal(run)) {
          await tx.runs.remove(run.id);
          await tx.runStreams.remove(run.id);
        }
        return stopUnfinished(tx, [run], 'rollback');
      }),
    async removeThread(deploymentId, threadId) {
      await findThreadHead(store, deploymentId, threadId);
      // Finished runs are deleted in batches before the thread, so other writes never wait long.
      let removed: number;
      do {
        removed = await store.runs.removeFinished(deploymentId, threadId, RUN_BATCH_SIZE);
      } while (removed === RUN_BATCH_SIZE);
      const remove = async (tx: Repositories) => {
        await findThreadHead(tx, deploymentId, threadId);
        return removeThreads(tx, deploymentId, [threadId]);
      };
      const scope = { deploymentId, threadIds: [threadId] };
      const { stopped } = await executor.pause(scope, { flush: false }, () => store.transaction(remove));
      await executor.abortStopped(stopped);
    },
  };
}

/** Reads a run. @throws HttpError 404 if the run does not exist. */
export async function findRun(store: Pick<Repositories, 'runs'>, key: RunKey): Promise<RunRow> {
  const run = await store.runs.get(key.deploymentId, key.threadId, key.id);
  if (!run) throw new HttpError(404, `Run with ID ${key.id} not found`);
  return run;
}

/** Returns the runs that exist among the given keys. */
async function findNamed(tx: Repositories, keys: Iterable<RunKey>): Promise<RunRow[]> {
  const runs: RunRow[] = [];
  for (const { deploymentId, threadId, id } of keys) {
    const run = await tx.runs.get(deploymentId, threadId, id);
    if (run) runs.push(run);
  }
  return runs;
}

/** Returns the runs with the given status whose threads match the filter. */
async function selectRuns(
  tx: Repositories,
  runs: readonly RunRow[],
  { status, filter }: { status: RunRow['status'] | undefined; filter: AuthFilter | undefined },
): Promise<RunRow[]> {
  const selected: RunRow[] = [];
  for (const run of runs) {
    if (status !== undefined && run.status !== status) continue;
    const thread = filter && (await tx.threads.head(run.deploymentId, run.threadId));
    if (!filter || (thread && filter(thread.metadata))) selected.push(run);
  }
  return selected;
}

const threadOf = ({ deploymentId, threadId }: RunKey): RunScope => ({ deploymentId, threadIds: [threadId] });
