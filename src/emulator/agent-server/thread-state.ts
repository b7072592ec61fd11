import type {
  CheckpointRef,
  HistorySearch,
  StateUpdate,
  StateUpdated,
  ThreadCreate,
  ThreadState,
} from '../../contract/thread.ts';
import { createKeyedLock } from '../../os/keyed-lock.ts';
import type { Repositories, ThreadRow } from '../ports/store.ts';
import type { ThreadHead } from '../ports/store-agent-server.ts';
import type {
  CheckpointLocation,
  DraftedUpdate,
  StateUpdate as Change,
  WorkerAnswers,
} from '../ports/worker.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { findThreadHead, insertThread } from './threads.ts';
import { createQueryGraph, type QueryGraph } from './query-graph.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { OtherLanguageError } from './thread-language.ts';
import { graphIdOf, toStoredState } from './thread-row.ts';

export interface ThreadKey {
  deploymentId: string;
  threadId: string;
}

/** State of a thread. If `values` is absent, the values must be read from the thread's row. */
export type ReadState = Omit<ThreadState, 'values'> & Partial<Pick<ThreadState, 'values'>>;

export interface ThreadStateReader {
  /**
   * Reads the state with the graph library, or the state that the last run left if no worker is available. @throws
   * HttpError 409 for a thread of the other language.
   */
  current(key: ThreadKey, options: { subgraphs: boolean }): Promise<ReadState>;
  /**
   * Reads an earlier state.
   * @throws HttpError 404 for an unknown checkpoint; 409 like `current`; 503 if no worker is available.
   */
  at(key: ThreadKey, place: CheckpointLocation, options: { subgraphs: boolean }): Promise<ReadState>;
  /** Yields the states in batches, newest first. @throws HttpError 409 like `current`; 503 like `at`. */
  history(key: ThreadKey, search: HistorySearch & { limit: number }): AsyncGenerator<ReadState[]>;
}

export function createThreadStateReader(
  dependencies: AgentServerDependencies,
  queryGraph: QueryGraph = createQueryGraph(dependencies),
): ThreadStateReader {
  const { store, log } = dependencies;
  const find = ({ deploymentId, threadId }: ThreadKey) => findThreadHead(store, deploymentId, threadId);

  return {
    async current(key, { subgraphs }) {
      const thread = await find(key);
      const stored = toStoredState(thread);
      const graphId = graphIdOf(thread);
      if (graphId === undefined) return stored;
      try {
        const { threadId } = key;
        return {
          ...stored,
          ...(await queryGraph(key.deploymentId, graphId, { kind: 'state', threadId, subgraphs })),
        };
      } catch (failure) {
        // The thread's row cannot replace the state. The row lacks the next nodes, so the thread would look finished.
        if (failure instanceof OtherLanguageError) throw failure;
        log(
          `the state of thread ${key.threadId} could not be read from its graph, so the stored state is returned: ${String(failure)}`,
        );
        return stored;
      }
    },
    async at(key, place, { subgraphs }) {
      const thread = await find(key);
      const { threadId, deploymentId } = key;
      const checkpoint = await store.checkpoints.get(threadId, place.ns, place.id);
      const graphId = graphIdOf(thread);
      if (!checkpoint || graphId === undefined) throw checkpointNotFound(threadId, place);
      const query = { kind: 'state', threadId, at: { ...place, id: checkpoint.id }, subgraphs } as const;
      return {
        ...toStoredState(thread),
        ...(await queryGraph(deploymentId, graphId, query, ['path', 'thread_id'])),
      };
    },
    async *history(key, search) {
      const { deploymentId, threadId } = key;
      const thread = await find(key);
      const graphId = graphIdOf(thread);
      if (graphId === undefined || (await store.checkpoints.newestId(threadId)) === undefined) return;
      const stored = toStoredState(thread);
      const { metadata } = search;
      const at = toCheckpointLocation(threadId, search.checkpoint);
      let { limit } = search;
      let before = idOf(search.before);
      do {
        const { states, next }: WorkerAnswers['history'] = await queryGraph(deploymentId, graphId, {
          kind: 'history',
          threadId,
          at,
          limit,
          ...(before !== undefined && { before }),
          ...(metadata && { metadata }),
        });
        yield states.map((state) => ({ ...stored, ...state }));
        limit -= states.length;
        // The loop ends if a page repeats, because the agent's code might return the same page forever.
        before = next !== undefined && next !== before && states.length > 0 ? next : undefined;
      } while (before !== undefined && limit > 0);
    },
  };
}

function checkpointNotFound(threadId: string, { ns, id }: CheckpointLocation): HttpError {
  const where = ns === '' ? '' : ` of sub-graph ${ns}`;
  return new HttpError(404, `Thread ${threadId} has no checkpoint ${id ?? ''}${where}`);
}

function idOf(before: HistorySearch['before']): string | undefined {
  if (before === null || before === undefined || typeof before === 'string') return before ?? undefined;
  const ref = 'configurable' in before ? before.configurable : before;
  return typeof ref === 'object' &&
    ref !== null &&
    'checkpoint_id' in ref &&
    typeof ref.checkpoint_id === 'string'
    ? ref.checkpoint_id
    : undefined;
}

/** Changes a thread's state without a run. Each change is stored completely or not at all, and never during a run. */
export interface StateWriter {
  /**
   * Changes the state of a thread. @throws HttpError 404 for an unknown thread; 409 for a thread with an unfinished run
   * or of the other language; 422 for a change that the graph does not accept; 503 if no worker is available.
   */
  update(key: ThreadKey, body: StateUpdate): Promise<StateUpdated>;
  /**
   * Stores a new thread whose history consists of `steps`. @throws HttpError 409 if the thread's ID is in use; 422 for
   * steps that the graph does not accept; 503 if no worker is available.
   */
  createThread(thread: ThreadRow, steps: NonNullable<ThreadCreate['supersteps']>): Promise<ThreadHead>;
}

/** Maximum number of attempts to draft a change while the thread gets new checkpoints. */
const MAX_ATTEMPTS = 3;

export function createStateWriter(
  dependencies: AgentServerDependencies,
  queryGraph: QueryGraph = createQueryGraph(dependencies),
): StateWriter {
  const { store, clock } = dependencies;
  const lock = createKeyedLock();

  const change = (
    { deploymentId, threadId }: ThreadKey,
    draft: (graphId: string) => Promise<DraftedUpdate>,
  ): Promise<StateUpdated> =>
    lock(threadId, async () => {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const thread = await findThreadHead(store, deploymentId, threadId);
        await refuseDuringRun(store, threadId);
        const head = await store.checkpoints.newestId(threadId);
        const drafted = checkThread(threadId, await draft(graphFor(thread)));
        const kept = await store.transaction(async (tx) => {
          await findThreadHead(tx, deploymentId, threadId);
          await refuseDuringRun(tx, threadId);
          if ((await tx.checkpoints.newestId(threadId)) !== head) return false;
          await keep(tx, threadId, drafted, clock.now());
          return true;
        });
        if (kept) return { checkpoint: drafted.checkpoint, configurable: drafted.checkpoint };
      }
      throw new HttpError(
        409,
        `Thread ${threadId} got new checkpoints while its state was being changed; try again`,
      );
    });

  return {
    async update(key, body) {
      const { threadId } = key;
      const at = toCheckpointLocation(threadId, body.checkpoint, body.checkpoint_id);
      return change(key, async (graphId) => {
        if (at.id !== undefined && !(await store.checkpoints.get(threadId, at.ns, at.id))) {
          throw checkpointNotFound(threadId, at);
        }
        return queryGraph(key.deploymentId, graphId, {
          kind: 'update',
          threadId,
          at,
          steps: [[toChange(body)]],
        });
      });
    },
    async createThread(thread, supersteps) {
      const { id, deploymentId } = thread;
      const query = {
        kind: 'update',
        threadId: id,
        at: { ns: '' },
        steps: supersteps.map(({ updates }) => updates.map(toChange)),
      } as const;
      const drafted = checkThread(
        id,
        await queryGraph(deploymentId, graphFor(thread), query, ['body', 'supersteps']),
      );
      return store.transaction(async (tx) => {
        await insertThread(tx, thread);
        await keep(tx, id, drafted, thread.updatedAt);
        return findThreadHead(tx, deploymentId, id);
      });
    },
  };
}

const toChange = ({ values, command, as_node: asNode }: Step): Change => ({
  values,
  ...(command && { command }),
  ...(typeof asNode === 'string' && { asNode }),
});
interface Step {
  values?: unknown;
  command?: Record<string, unknown> | null | undefined;
  as_node?: string | null | undefined;
}

function graphFor(thread: Pick<ThreadRow, 'id' | 'metadata'>): string {
  const graphId = graphIdOf(thread);
  if (graphId !== undefined) return graphId;
  throw invalidField(
    ['path', 'thread_id'],
    `thread ${thread.id} has no graph yet: start a run on it, or create it with metadata.graph_id`,
  );
}

async function refuseDuringRun(tx: Pick<Repositories, 'runs'>, threadId: string): Promise<void> {
  if (!(await tx.runs.hasUnfinished(threadId))) return;
  throw new HttpError(
    409,
    `Thread ${threadId} has an unfinished run: wait for it or cancel it, then change the state`,
  );
}

/** Checks that a draft is for this thread, because the agent's code runs in the worker. */
function checkThread(threadId: string, drafted: DraftedUpdate): DraftedUpdate {
  const rows = [...drafted.checkpoints, ...drafted.writes];
  if (rows.every((row) => row.threadId === threadId)) return drafted;
  throw invalidField(['body'], 'the graph wrote to another thread than the requested one', 'graph_error');
}

async function keep(tx: Repositories, threadId: string, drafted: DraftedUpdate, now: number): Promise<void> {
  for (const row of drafted.checkpoints) await tx.checkpoints.put({ ...row, runId: null });
  await tx.checkpoints.putWrites(drafted.writes.map((row) => ({ ...row, runId: null })));
  const { values, interrupts, next } = drafted;
  const status = next.length > 0 ? 'interrupted' : 'idle';
  await tx.threads.update(threadId, { values, interrupts, status, stale: false, updatedAt: now });
}

/**
 * Returns the checkpoint that a client specifies, or the latest checkpoint of the root graph if the client specifies no
 * checkpoint.
 * @throws HttpError 422 if the checkpoint belongs to another thread.
 */
export function toCheckpointLocation(
  threadId: string,
  ref: CheckpointRef | null | undefined,
  id?: string | null,
): CheckpointLocation {
  const named = ref?.thread_id;
  if (typeof named === 'string' && named.toLowerCase() !== threadId.toLowerCase()) {
    throw invalidField(
      ['body', 'checkpoint', 'thread_id'],
      `must be the thread of the path, ${threadId}, or be omitted`,
    );
  }
  const checkpointId = ref?.checkpoint_id ?? id;
  return {
    ns: ref?.checkpoint_ns ?? '',
    ...(typeof checkpointId === 'string' && checkpointId !== '' && { id: checkpointId }),
  };
}
