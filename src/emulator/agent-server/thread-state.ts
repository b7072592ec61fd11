import type { HistorySearch, ThreadState } from '../../contract/thread.ts';
import type { ThreadRow } from '../ports/store.ts';
import type { CheckpointPlace, WorkerAnswers } from '../ports/worker.ts';
import { HttpError } from '../server/http-error.ts';
import { findThread } from './access.ts';
import { type QueryGraph, createQueryGraph } from './ask.ts';
import { toCheckpointPlace } from './checkpoint-place.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { toStoredState } from './wire.ts';

export interface ThreadKey {
  deploymentId: string;
  threadId: string;
}

/** Reading a thread's state and how it came to be. */
export interface ThreadStateReader {
  /** What the graph library makes of the thread; without a worker that can tell, what its last run left. */
  current(key: ThreadKey, subgraphs: boolean): Promise<ThreadState>;
  /** @throws HttpError 404 when there is no such checkpoint, 503 when no worker can tell. */
  at(key: ThreadKey, place: CheckpointPlace, subgraphs: boolean): Promise<ThreadState>;
  /** Latest first, some at a time. @throws HttpError 503 when no worker can tell. */
  history(key: ThreadKey, search: HistorySearch & { limit: number }): AsyncGenerator<ThreadState[]>;
}

export function createThreadStateReader(
  deps: AgentServerDependencies,
  ask: QueryGraph = createQueryGraph(deps),
): ThreadStateReader {
  const { store, log } = deps;
  const find = ({ deploymentId, threadId }: ThreadKey) => findThread(store, deploymentId, threadId);

  return {
    async current(key, subgraphs) {
      const thread = await find(key);
      const stored = toStoredState(thread);
      const graphId = graphIdOf(thread);
      if (graphId === undefined) return stored;
      try {
        const { threadId } = key;
        return {
          ...stored,
          ...(await ask(key.deploymentId, graphId, { kind: 'state', threadId, subgraphs })),
        };
      } catch (failure) {
        log(`thread ${key.threadId} is shown as its last run left it: ${String(failure)}`);
        return stored;
      }
    },
    async at(key, place, subgraphs) {
      const thread = await find(key);
      const { threadId, deploymentId } = key;
      const kept = await store.checkpoints.get(threadId, place.ns, place.id);
      const graphId = graphIdOf(thread);
      if (!kept || graphId === undefined) throw checkpointNotFound(threadId, place);
      const query = { kind: 'state', threadId, at: { ...place, id: kept.id }, subgraphs } as const;
      return {
        ...toStoredState(thread),
        ...(await ask(deploymentId, graphId, query, ['path', 'thread_id'])),
      };
    },
    async *history(key, search) {
      const { deploymentId, threadId } = key;
      const thread = await find(key);
      const graphId = graphIdOf(thread);
      // Where nothing was ever kept, there is nothing to ask about.
      if (graphId === undefined || (await store.checkpoints.newestId(threadId)) === undefined) return;
      const stored = toStoredState(thread);
      const { metadata } = search;
      const at = toCheckpointPlace(threadId, search.checkpoint);
      let { limit } = search;
      let before = idOf(search.before);
      do {
        const { states, next }: WorkerAnswers['history'] = await ask(deploymentId, graphId, {
          kind: 'history',
          threadId,
          at,
          limit,
          ...(before !== undefined && { before }),
          ...(metadata && { metadata }),
        });
        yield states.map((state) => ({ ...stored, ...state }));
        limit -= states.length;
        // A worker runs other people's code: what does not go on would go on for ever.
        before = next !== undefined && next !== before && states.length > 0 ? next : undefined;
      } while (before !== undefined && limit > 0);
    },
  };
}

/** The graph whose state a thread holds: that of its last run, or the one it was made for. */
export function graphIdOf({ metadata }: Pick<ThreadRow, 'metadata'>): string | undefined {
  return typeof metadata.graph_id === 'string' ? metadata.graph_id : undefined;
}

export function checkpointNotFound(threadId: string, { ns, id }: CheckpointPlace): HttpError {
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
