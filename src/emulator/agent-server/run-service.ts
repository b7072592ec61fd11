import type { RunCreate } from '../../contract/run.ts';
import type { RunRow } from '../seams/store.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { findThread } from './access.ts';
import { assistantIdOf, createServedGraphs, findGraph } from './assistants.ts';
import type { AgentServerDeps } from './deps.ts';
import type { RunKey } from './executor.ts';
import { createKeyedLock } from '../seams/keyed-lock.ts';
import { endOf, isFinal, type RunWatch } from './run-ends.ts';
import { insertThread, newThread } from './thread.ts';

export interface NewRun {
  deploymentId: string;
  /** Absent: a thread of its own, removed with the run unless the body says `keep`. */
  threadId?: string;
  body: RunCreate;
  /** Given when somebody watches the run before it exists. */
  runId?: string;
}

/** Creating, stopping and deleting runs, one at a time per thread. */
export interface RunService {
  /** @throws HttpError 404 thread or assistant, 409 when the strategy is `reject` and a run is unfinished, 422, 503. */
  create(request: NewRun): Promise<RunRow>;
  /** @throws HttpError 404. */
  find(key: RunKey): Promise<RunRow>;
  /** How an existing run ends or ended. @throws HttpError 404. */
  join(key: RunKey): Promise<RunWatch>;
  /** Stops the run and keeps it. @throws HttpError 404. */
  interrupt(key: RunKey): Promise<void>;
  /** Stops the run and removes it; what it did to its thread goes too when it was not finished. @throws HttpError 404. */
  remove(key: RunKey): Promise<void>;
  /** Stops and removes everything of a thread. @throws HttpError 404. */
  removeThread(deploymentId: string, threadId: string): Promise<void>;
  /** Graph ids that can be asked for. @throws HttpError 503 when no revision serves. */
  graphs(deploymentId: string): readonly string[];
}

/** What would change a run's meaning if it were left out unsaid. */
const NOT_YET = ['checkpoint', 'checkpoint_id', 'webhook', 'after_seconds'] as const;

export function createRunService(deps: AgentServerDeps): RunService {
  const { store, live, executor, clock, newId } = deps;
  const lock = createKeyedLock();
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

  const find = async (key: RunKey): Promise<RunRow> => {
    const run = await store.runs.get(key.deploymentId, key.threadId, key.id);
    if (!run) throw new HttpError(404, `Run with ID ${key.id} not found`);
    return run;
  };

  const unfinished = async (deploymentId: string, threadId: string): Promise<RunRow[]> => {
    const runs: RunRow[] = [];
    // Waiting ones first: else one of them would start as soon as the running one has stopped.
    for (const status of ['pending', 'running']) {
      runs.push(...(await store.runs.list(deploymentId, threadId, { status, limit: 1000, offset: 0 })));
    }
    return runs;
  };

  /** Stops a run and, when it had not ended by itself, removes it with its checkpoints. */
  const rollBack = async (key: RunKey): Promise<void> => {
    const run = await executor.interrupt(key);
    if (run?.status !== 'interrupted') return;
    await store.transaction(async (tx) => {
      await tx.checkpoints.removeRun(key.threadId, key.id);
      await tx.runs.remove(key.id);
    });
    executor.announceDeleted(key.id);
  };

  const makeRoom = async (strategy: string, deploymentId: string, threadId: string): Promise<void> => {
    if (strategy === 'enqueue') return;
    const runs = await unfinished(deploymentId, threadId);
    if (strategy === 'reject' && runs.length > 0) {
      throw new HttpError(
        409,
        `Thread ${threadId} already has an unfinished run; wait for it, or choose the multitask strategy enqueue, interrupt or rollback`,
      );
    }
    for (const run of runs) {
      if (strategy === 'interrupt') await executor.interrupt(run);
      if (strategy === 'rollback') await rollBack(run);
    }
  };

  const insert = async (request: NewRun, threadId: string, graphId: string): Promise<RunRow> => {
    const { deploymentId, body } = request;
    const now = clock.now();
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
      multitaskStrategy: body.multitask_strategy ?? 'enqueue',
      error: null,
      attempt: 1,
      revisionId: null,
      fence: 0,
      createdAt: now,
      updatedAt: now,
    };
    await store.transaction(async (tx) => {
      const metadata = { graph_id: graphId, assistant_id: assistantId };
      if (stateless || (body.if_not_exists === 'create' && !(await tx.threads.get(deploymentId, threadId)))) {
        await insertThread(tx, newThread(deploymentId, threadId, {}, now));
      }
      const thread = await findThread(tx, deploymentId, threadId);
      await tx.threads.update(threadId, {
        status: 'busy',
        metadata: { ...thread.metadata, ...metadata },
        updatedAt: now,
      });
      await tx.runs.insert(run);
    });
    return run;
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
      const threadId = request.threadId ?? newId();
      const run = await lock(threadId, async () => {
        if (request.threadId !== undefined && body.if_not_exists !== 'create') {
          await findThread(store, deploymentId, threadId);
        }
        await makeRoom(body.multitask_strategy ?? 'enqueue', deploymentId, threadId);
        return insert(request, threadId, graphId);
      });
      executor.poke(deploymentId);
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
    async interrupt(key) {
      await find(key);
      await lock(key.threadId, () => executor.interrupt(key));
    },
    async remove(key) {
      await lock(key.threadId, async () => {
        if (isFinal(await find(key))) {
          await store.runs.remove(key.id);
          return;
        }
        await rollBack(key);
        // It may have ended by itself before it could be stopped.
        await store.runs.remove(key.id);
      });
    },
    async removeThread(deploymentId, threadId) {
      await lock(threadId, async () => {
        await findThread(store, deploymentId, threadId);
        for (const run of await unfinished(deploymentId, threadId)) await rollBack(run);
        await store.threads.remove(threadId);
      });
    },
  };
}
