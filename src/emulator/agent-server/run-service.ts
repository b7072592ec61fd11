import type { RunsCancel } from '../../contract/run.ts';
import type { Repositories, RunRow } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { findThread } from './access.ts';
import { withAssistantConfig } from './assistant-config.ts';
import type { AssistantService } from './assistant-service.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import type { RunKey, StoppedRun } from './run-executor.ts';
import { type RunRequest, toRunRow } from './new-run.ts';
import { toRunResult, isFinal, type RunWatch } from './run-ends.ts';
import { insertRun } from './run-insert.ts';
import { STOP_BATCH_SIZE, type CancelAction, stopRun, toStoppedRun } from './run-outcome.ts';

export type { RunRequest } from './new-run.ts';

/** What was asked is kept; `halted` resolves when nothing of the runs that were stopped goes on. Never rejects. */
export interface Cancellation {
  stopped: Promise<void>;
}

/** Creating, stopping and deleting runs. Each request is kept as a whole or not at all, whatever ends the emulator. */
export interface RunService {
  /** @throws HttpError 404 thread, checkpoint or assistant, 409 when the strategy is `reject` and a run is unfinished, 422, 503. */
  create(request: RunRequest): Promise<RunRow>;
  /** Several at once, all or none, in this order. @throws HttpError as `create` does. */
  createBatch(requests: readonly RunRequest[]): Promise<RunRow[]>;
  /** @throws HttpError 404. */
  find(key: RunKey): Promise<RunRow>;
  /** How an existing run ends or ended. @throws HttpError 404. */
  watch(key: RunKey): Promise<RunWatch>;
  /** Stops the run, if it has not ended, and keeps or removes it. @throws HttpError 404. */
  cancel(key: RunKey, stop: CancelAction): Promise<Cancellation>;
  /** The same for several, all or none. @throws HttpError 404 when one that is named is not there. */
  cancelBatch(deploymentId: string, which: RunsCancel, stop: CancelAction): Promise<Cancellation>;
  /** Removes the run; what it did to its thread goes too when it was not finished. @throws HttpError 404. */
  remove(key: RunKey): Promise<Cancellation>;
  /** Stops and removes everything of a thread. @throws HttpError 404. */
  removeThread(deploymentId: string, threadId: string): Promise<void>;
}

export function createRunService(deps: AgentServerDependencies, assistants: AssistantService): RunService {
  const { store, executor, clock, newId } = deps;

  /** One transaction that may stop runs of these threads: nothing that they tell is in its way. */
  const quietly = <T>(
    whose: { deploymentId: string; threadIds?: readonly string[] },
    work: (tx: Repositories) => Promise<T>,
  ): Promise<T> => executor.streams.pauseStreams(whose, () => store.transaction(work));

  /** The row of a run that is asked for; nothing is kept yet. */
  const plan = async (request: RunRequest): Promise<RunRow> => {
    const { deploymentId, body } = request;
    const assistant = await assistants.findRunnable(deploymentId, body.assistant_id);
    const [id, threadId] = [request.runId ?? newId(), request.threadId ?? newId()];
    const configured = { ...request, body: withAssistantConfig(body, assistant) };
    return toRunRow(configured, { id, threadId, assistant, now: clock.now() });
  };

  const createAll = async (requests: readonly RunRequest[]): Promise<RunRow[]> => {
    const planned: { request: RunRequest; run: RunRow }[] = [];
    for (const request of requests) planned.push({ request, run: await plan(request) });
    const insert = async (tx: Repositories): Promise<StoppedRun[]> => {
      const all: StoppedRun[] = [];
      for (const { request, run } of planned) all.push(...(await insertRun(tx, request, run)));
      return all;
    };
    const [deploymentId = ''] = requests.map((request) => request.deploymentId);
    const threadIds = requests.flatMap(({ threadId }) => threadId ?? []);
    const interrupting = requests.filter(({ body }) => body.multitask_strategy === 'interrupt');
    if (interrupting.length > 0) {
      await executor.flushWrites({
        deploymentId,
        threadIds: interrupting.flatMap(({ threadId }) => threadId ?? []),
      });
    }
    const stopped = await quietly({ deploymentId, threadIds }, insert);
    // Before they can end: a run with a thread of its own is gone by then.
    for (const { request, run } of planned) {
      const { feedback_keys: keys } = request.body;
      if (keys) await deps.feedback?.(run.id, keys);
    }
    executor.wake(deploymentId);
    // The caller may count on it that what was replaced has stopped.
    await executor.abortStopped(stopped);
    return planned.map(({ run }) => run);
  };

  /** Stops those of the runs that have not ended, in the caller's transaction. */
  const stopAll = async (
    tx: Repositories,
    runs: readonly RunRow[],
    stop: CancelAction,
  ): Promise<StoppedRun[]> => {
    const stopped: StoppedRun[] = [];
    for (const run of runs) {
      if (!isFinal(run)) stopped.push(toStoppedRun(run, await stopRun(tx, run, stop, clock.now())));
    }
    return stopped;
  };
  const stopAllIn = async (
    tx: Repositories,
    deploymentId: string,
    status: 'pending' | 'running' | undefined,
    stop: CancelAction,
  ): Promise<StoppedRun[]> => {
    const stopped: StoppedRun[] = [];
    for (;;) {
      const runs = await tx.runs.listUnfinished(deploymentId, status, STOP_BATCH_SIZE);
      if (runs.length === 0) return stopped;
      for (const one of await stopAll(tx, runs, stop)) stopped.push(one);
    }
  };
  const stopping = async (
    whose: { deploymentId: string; threadIds?: readonly string[] },
    stop: CancelAction,
    work: (tx: Repositories) => Promise<StoppedRun[]>,
  ): Promise<Cancellation> => {
    if (stop === 'interrupt') await executor.flushWrites(whose);
    return { stopped: executor.abortStopped(await quietly(whose, work)) };
  };
  const ofThread = ({ deploymentId, threadId }: RunKey) => ({ deploymentId, threadIds: [threadId] });

  return {
    find: (key) => findRun(store, key),
    async create(request) {
      const [run] = await createAll([request]);
      if (!run) throw new Error('a run that was kept is missing');
      return run;
    },
    createBatch: createAll,
    async watch(key) {
      const watch = executor.watch(key.id);
      try {
        const run = await findRun(store, key);
        if (!isFinal(run)) return watch;
        const thread = await findThread(store, key.deploymentId, key.threadId);
        watch.stop();
        return { result: Promise.resolve(toRunResult(run, thread)), stop: () => undefined };
      } catch (failure) {
        watch.stop();
        throw failure;
      }
    },
    cancel: (key, stop) =>
      stopping(ofThread(key), stop, async (tx) => stopAll(tx, [await findRun(tx, key)], stop)),
    cancelBatch: (deploymentId, which, stop) =>
      stopping({ deploymentId, ...(!which.status && { threadIds: [which.thread_id] }) }, stop, async (tx) => {
        if (which.status) {
          const status = which.status === 'all' ? undefined : which.status;
          return stopAllIn(tx, deploymentId, status, stop);
        }
        const { thread_id: threadId } = which;
        const runs: RunRow[] = [];
        for (const id of new Set(which.run_ids)) runs.push(await findRun(tx, { deploymentId, threadId, id }));
        return stopAll(tx, runs, stop);
      }),
    remove: (key) =>
      stopping(ofThread(key), 'rollback', async (tx) => {
        const run = await findRun(tx, key);
        if (isFinal(run)) {
          await tx.runs.remove(run.id);
          await tx.runStreams.remove(run.id);
        }
        return stopAll(tx, [run], 'rollback');
      }),
    async removeThread(deploymentId, threadId) {
      const runs = await quietly({ deploymentId, threadIds: [threadId] }, async (tx) => {
        await findThread(tx, deploymentId, threadId);
        const found = await tx.runs.unfinishedOf(deploymentId, threadId);
        await tx.threads.remove(threadId);
        return found;
      });
      await executor.abortStopped(runs.map((run) => toStoppedRun(run, { kind: 'deleted' })));
    },
  };
}

async function findRun(store: Pick<Repositories, 'runs'>, key: RunKey): Promise<RunRow> {
  const run = await store.runs.get(key.deploymentId, key.threadId, key.id);
  if (!run) throw new HttpError(404, `Run with ID ${key.id} not found`);
  return run;
}
