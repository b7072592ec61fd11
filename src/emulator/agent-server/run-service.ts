import type { MultitaskStrategy, RunCreate } from '../../contract/run.ts';
import type { Repositories, RunRow } from '../seams/store.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { findThread } from './access.ts';
import { assistantIdOf, createServedGraphs, findGraph } from './assistants.ts';
import type { AgentServerDeps } from './deps.ts';
import type { RunKey, Stopped } from './executor.ts';
import { endOf, isFinal, type RunWatch } from './run-ends.ts';
import { type Stop, stopRun, unfinishedRuns } from './run-outcome.ts';
import { insertThread, newThread } from './thread.ts';

export interface NewRun {
  deploymentId: string;
  /** Absent: a thread of its own, removed with the run unless the body says `keep`. */
  threadId?: string;
  body: RunCreate;
  /** Given when somebody watches the run before it exists. */
  runId?: string;
}

/** What was asked is kept; `halted` resolves when nothing of the runs that were stopped goes on. Never rejects. */
export interface Stopping {
  halted: Promise<void>;
}

/** Creating, stopping and deleting runs. Each request is kept as a whole or not at all, whatever ends the emulator. */
export interface RunService {
  /** @throws HttpError 404 thread or assistant, 409 when the strategy is `reject` and a run is unfinished, 422, 503. */
  create(request: NewRun): Promise<RunRow>;
  /** @throws HttpError 404. */
  find(key: RunKey): Promise<RunRow>;
  /** How an existing run ends or ended. @throws HttpError 404. */
  join(key: RunKey): Promise<RunWatch>;
  /** Stops the run and keeps it. @throws HttpError 404. */
  interrupt(key: RunKey): Promise<Stopping>;
  /** Stops the run and removes it; what it did to its thread goes too when it was not finished. @throws HttpError 404. */
  remove(key: RunKey): Promise<Stopping>;
  /** Stops and removes everything of a thread. @throws HttpError 404. */
  removeThread(deploymentId: string, threadId: string): Promise<void>;
  /** Graph ids that can be asked for. @throws HttpError 503 when no revision serves. */
  graphs(deploymentId: string): readonly string[];
}

/** What would change a run's meaning if it were left out unsaid. */
const NOT_YET = ['checkpoint', 'checkpoint_id', 'webhook', 'after_seconds'] as const;

export function createRunService(deps: AgentServerDeps): RunService {
  const { store, live, executor, clock, newId } = deps;
  const served = createServedGraphs(live);

  const graphs = (deploymentId: string): readonly string[] => {
    const known = deps.runtime === 'stub' ? undefined : served.of(deploymentId);
    if (known && live.activeRevision(deploymentId) !== undefined) return known;
    throw new HttpError(
      503,
      deps.runtime === 'stub'
        ? 'This emulator runs no agent code (stub runtime): start it with --runtime process to run agents'
        : 'No revision of this deployment is serving at this moment: wait until one is DEPLOYED',
      { headers: { 'retry-after': '1' } },
    );
  };

  const find = (key: RunKey) => findRun(store, key);

  /** In the caller's transaction: makes room on the thread for a new run. */
  const makeRoom = async (
    tx: Repositories,
    strategy: MultitaskStrategy,
    deploymentId: string,
    threadId: string,
  ): Promise<Stopped[]> => {
    if (strategy === 'enqueue') return [];
    const runs = await unfinishedRuns(tx, deploymentId, threadId);
    if (strategy === 'reject') {
      if (runs.length === 0) return [];
      throw new HttpError(
        409,
        `Thread ${threadId} already has an unfinished run; wait for it, or choose the multitask strategy enqueue, interrupt or rollback`,
      );
    }
    const stopped: Stopped[] = [];
    for (const run of runs) stopped.push({ run, end: await stopRun(tx, run, strategy, clock.now()) });
    return stopped;
  };

  const insert = async (
    request: NewRun,
    threadId: string,
    graphId: string,
  ): Promise<{ run: RunRow; stopped: Stopped[] }> => {
    const { deploymentId, body } = request;
    const now = clock.now();
    const strategy = body.multitask_strategy ?? 'enqueue';
    const stateless = request.threadId === undefined;
    const assistantId = assistantIdOf(graphId);
    const run: RunRow = {
      id: request.runId ?? newId(),
      threadId,
      deploymentId,
      assistantId,
      graphId,
      status: 'pending',
      kwargs: { ...body, ...(stateless && body.on_completion !== 'keep' && { stateless: true }) },
      metadata: body.metadata ?? {},
      multitaskStrategy: strategy,
      error: null,
      attempt: 1,
      revisionId: null,
      fence: 0,
      createdAt: now,
      updatedAt: now,
    };
    const stopped = await store.transaction(async (tx) => {
      const metadata = { graph_id: graphId, assistant_id: assistantId };
      if (stateless || (body.if_not_exists === 'create' && !(await tx.threads.get(deploymentId, threadId)))) {
        await insertThread(tx, newThread(deploymentId, threadId, {}, now));
      }
      const ended = await makeRoom(tx, strategy, deploymentId, threadId);
      const thread = await findThread(tx, deploymentId, threadId);
      await tx.threads.update(threadId, {
        status: 'busy',
        metadata: { ...thread.metadata, ...metadata },
        updatedAt: now,
      });
      await tx.runs.insert(run);
      return ended;
    });
    return { run, stopped };
  };

  /** Stops the run, if it has not ended, and keeps or removes it. */
  const end = async (key: RunKey, stop: Stop): Promise<Stopping> => {
    const stopped = await store.transaction(async (tx): Promise<Stopped[]> => {
      const run = await findRun(tx, key);
      if (!isFinal(run)) return [{ run, end: await stopRun(tx, run, stop, clock.now()) }];
      if (stop === 'rollback') {
        await tx.runs.remove(run.id);
        await tx.runStreams.remove(run.id);
      }
      return [];
    });
    return { halted: executor.halt(stopped) };
  };

  return {
    graphs,
    find,
    async create(request) {
      const { deploymentId, body } = request;
      for (const field of NOT_YET) {
        if (body[field] !== undefined && body[field] !== null && body[field] !== 0) {
          throw invalidField(
            ['body', field],
            'not supported by this server yet; leave it out',
            'not_supported',
          );
        }
      }
      const known = graphs(deploymentId);
      const graphId = findGraph(known, body.assistant_id);
      if (graphId === undefined) {
        throw new HttpError(
          404,
          `Assistant '${body.assistant_id}' not found; this revision has ${known.join(', ')}`,
        );
      }
      const { run, stopped } = await insert(request, request.threadId ?? newId(), graphId);
      // Before it can end: a run with a thread of its own is gone by then.
      if (body.feedback_keys) await deps.feedback?.(run.id, body.feedback_keys);
      executor.poke(deploymentId);
      // The caller may count on it that what it replaced has stopped.
      await executor.halt(stopped);
      return run;
    },
    async join(key) {
      const watch = executor.watch(key.id);
      try {
        const run = await find(key);
        if (!isFinal(run)) return watch;
        const thread = await findThread(store, key.deploymentId, key.threadId);
        watch.stop();
        return { end: Promise.resolve(endOf(run, thread.values ?? {})), stop: () => undefined };
      } catch (failure) {
        watch.stop();
        throw failure;
      }
    },
    interrupt: (key) => end(key, 'interrupt'),
    remove: (key) => end(key, 'rollback'),
    async removeThread(deploymentId, threadId) {
      const runs = await store.transaction(async (tx) => {
        await findThread(tx, deploymentId, threadId);
        const found = await unfinishedRuns(tx, deploymentId, threadId);
        await tx.threads.remove(threadId);
        await tx.runStreams.removeThread(threadId);
        return found;
      });
      await executor.halt(runs.map((run) => ({ run, end: { kind: 'deleted' } })));
    },
  };
}

async function findRun(store: Pick<Repositories, 'runs'>, key: RunKey): Promise<RunRow> {
  const run = await store.runs.get(key.deploymentId, key.threadId, key.id);
  if (!run) throw new HttpError(404, `Run with ID ${key.id} not found`);
  return run;
}
