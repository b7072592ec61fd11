import type { RunsCancel } from '../../contract/run.ts';
import type { Repositories, RunRow } from '../seams/store.ts';
import { HttpError } from '../server/http-error.ts';
import { findThread } from './access.ts';
import { withAssistant } from './assistant-config.ts';
import type { Assistants } from './assistant-service.ts';
import type { AgentServerDeps } from './deps.ts';
import type { RunKey, Stopped } from './executor.ts';
import { type NewRun, newRunRow } from './new-run.ts';
import { endOf, isFinal, type RunWatch } from './run-ends.ts';
import { insertRun } from './run-insert.ts';
import { STOPPED_AT_ONCE, type Stop, stopRun, toStopped } from './run-outcome.ts';

export type { NewRun } from './new-run.ts';

/** What was asked is kept; `halted` resolves when nothing of the runs that were stopped goes on. Never rejects. */
export interface Stopping {
  halted: Promise<void>;
}

/** Creating, stopping and deleting runs. Each request is kept as a whole or not at all, whatever ends the emulator. */
export interface RunService {
  /** @throws HttpError 404 thread, checkpoint or assistant, 409 when the strategy is `reject` and a run is unfinished, 422, 503. */
  create(request: NewRun): Promise<RunRow>;
  /** Several at once, all or none, in this order. @throws HttpError as `create` does. */
  createAll(requests: readonly NewRun[]): Promise<RunRow[]>;
  /** @throws HttpError 404. */
  find(key: RunKey): Promise<RunRow>;
  /** How an existing run ends or ended. @throws HttpError 404. */
  join(key: RunKey): Promise<RunWatch>;
  /** Stops the run, if it has not ended, and keeps or removes it. @throws HttpError 404. */
  cancel(key: RunKey, stop: Stop): Promise<Stopping>;
  /** The same for several, all or none. @throws HttpError 404 when one that is named is not there. */
  cancelMany(deploymentId: string, which: RunsCancel, stop: Stop): Promise<Stopping>;
  /** Removes the run; what it did to its thread goes too when it was not finished. @throws HttpError 404. */
  remove(key: RunKey): Promise<Stopping>;
  /** Stops and removes everything of a thread. @throws HttpError 404. */
  removeThread(deploymentId: string, threadId: string): Promise<void>;
}

export function createRunService(deps: AgentServerDeps, assistants: Assistants): RunService {
  const { store, executor, clock, newId } = deps;

  /** One transaction that may stop runs of these threads: nothing that they tell is in its way. */
  const quietly = <T>(
    whose: { deploymentId: string; threadIds?: readonly string[] },
    work: (tx: Repositories) => Promise<T>,
  ): Promise<T> => executor.streams.quietly(whose, () => store.transaction(work));

  /** The row of a run that is asked for; nothing is kept yet. */
  const plan = async (request: NewRun): Promise<RunRow> => {
    const { deploymentId, body } = request;
    const assistant = await assistants.serving(deploymentId, body.assistant_id);
    const [id, threadId] = [request.runId ?? newId(), request.threadId ?? newId()];
    const configured = { ...request, body: withAssistant(body, assistant) };
    return newRunRow(configured, { id, threadId, assistant, now: clock.now() });
  };

  const createAll = async (requests: readonly NewRun[]): Promise<RunRow[]> => {
    const planned: { request: NewRun; run: RunRow }[] = [];
    for (const request of requests) planned.push({ request, run: await plan(request) });
    const insert = async (tx: Repositories): Promise<Stopped[]> => {
      const all: Stopped[] = [];
      for (const { request, run } of planned) all.push(...(await insertRun(tx, request, run)));
      return all;
    };
    const [deploymentId = ''] = requests.map((request) => request.deploymentId);
    const threadIds = requests.flatMap(({ threadId }) => threadId ?? []);
    const interrupting = requests.filter(({ body }) => body.multitask_strategy === 'interrupt');
    if (interrupting.length > 0) {
      await executor.land({
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
    executor.poke(deploymentId);
    // The caller may count on it that what was replaced has stopped.
    await executor.halt(stopped);
    return planned.map(({ run }) => run);
  };

  /** Stops those of the runs that have not ended, in the caller's transaction. */
  const stopAll = async (tx: Repositories, runs: readonly RunRow[], stop: Stop): Promise<Stopped[]> => {
    const stopped: Stopped[] = [];
    for (const run of runs) {
      if (!isFinal(run)) stopped.push(toStopped(run, await stopRun(tx, run, stop, clock.now())));
    }
    return stopped;
  };
  const stopAllIn = async (
    tx: Repositories,
    deploymentId: string,
    status: 'pending' | 'running' | undefined,
    stop: Stop,
  ): Promise<Stopped[]> => {
    const stopped: Stopped[] = [];
    for (;;) {
      const runs = await tx.runs.listUnfinished(deploymentId, status, STOPPED_AT_ONCE);
      if (runs.length === 0) return stopped;
      for (const one of await stopAll(tx, runs, stop)) stopped.push(one);
    }
  };
  const stopping = async (
    whose: { deploymentId: string; threadIds?: readonly string[] },
    stop: Stop,
    work: (tx: Repositories) => Promise<Stopped[]>,
  ): Promise<Stopping> => {
    if (stop === 'interrupt') await executor.land(whose);
    return { halted: executor.halt(await quietly(whose, work)) };
  };
  const ofThread = ({ deploymentId, threadId }: RunKey) => ({ deploymentId, threadIds: [threadId] });

  return {
    find: (key) => findRun(store, key),
    async create(request) {
      const [run] = await createAll([request]);
      if (!run) throw new Error('a run that was kept is missing');
      return run;
    },
    createAll,
    async join(key) {
      const watch = executor.watch(key.id);
      try {
        const run = await findRun(store, key);
        if (!isFinal(run)) return watch;
        const thread = await findThread(store, key.deploymentId, key.threadId);
        watch.stop();
        return { end: Promise.resolve(endOf(run, thread)), stop: () => undefined };
      } catch (failure) {
        watch.stop();
        throw failure;
      }
    },
    cancel: (key, stop) =>
      stopping(ofThread(key), stop, async (tx) => stopAll(tx, [await findRun(tx, key)], stop)),
    cancelMany: (deploymentId, which, stop) =>
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
      await executor.halt(runs.map((run) => toStopped(run, { kind: 'deleted' })));
    },
  };
}

async function findRun(store: Pick<Repositories, 'runs'>, key: RunKey): Promise<RunRow> {
  const run = await store.runs.get(key.deploymentId, key.threadId, key.id);
  if (!run) throw new HttpError(404, `Run with ID ${key.id} not found`);
  return run;
}
