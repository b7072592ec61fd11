import * as z from 'zod';
import {
  HistoryQuery,
  HistorySearch,
  StateAtCheckpoint,
  StateQuery,
  StateUpdate,
  StateUpdated,
  type ThreadState,
  PartialThreadState,
  ThreadStorage,
} from '../../../contract/thread.ts';
import type { Store } from '../../ports/store.ts';
import { streamJsonArray } from '../../server/respond.ts';
import type { Route, RouteResponse } from '../../server/route.ts';
import {
  createThreadStateReader,
  type ReadState,
  type StateWriter,
  type ThreadKey,
  type ThreadStateReader,
  toCheckpointLocation,
} from '../thread-state.ts';
import { type AccessRequest, authorizeThread } from '../access/authorize.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { readValues, respondWithValues } from '../thread-values.ts';
import { findThreadHead } from '../threads.ts';
import { agentRoutes, uuidAnyCase, errorResponses, selectFields, ThreadPath } from './responses.ts';

/** Default `limit` of POST `…/history`. */
const HISTORY_DEFAULT = 1;

const aState = {
  200: {
    description: 'The state with all its fields, or with the fields in `select`',
    schema: PartialThreadState,
  },
};
const states = { 200: { description: 'States, latest first', schema: z.array(PartialThreadState) } };

/** Creates the routes that read a thread's current and earlier states, and change a thread's state without a run. */
export function threadStateRoutes(dependencies: AgentServerDependencies, writer: StateWriter): Route[] {
  const { store } = dependencies;
  const reader = createThreadStateReader(dependencies);
  return [storageRoute(store), ...stateRoutes(store, reader, writer), ...historyRoutes(store, reader)];
}

function storageRoute(store: Store): Route {
  return agentRoutes.get('/threads/{thread_id}/storage', {
    summary: "Return the size of a thread's checkpoints in the store",
    params: ThreadPath,
    responses: { 200: { description: 'Numbers and bytes', schema: ThreadStorage }, ...errorResponses(404) },
    async handler(request) {
      const { deploymentId, threadId } = await keyOf(store, request, 'read');
      await findThreadHead(store, deploymentId, threadId);
      const { checkpoints, writes } = await store.checkpoints.storage(threadId);
      const body: ThreadStorage = {
        thread_id: threadId,
        total_bytes: checkpoints.bytes + writes.bytes,
        checkpoints,
        // Checkpoints contain the values of their channels, so the number of separately stored values is 0.
        channel_values: { count: 0, bytes: 0, by_channel: {} },
        pending_writes: writes,
      };
      return { status: 200, body };
    },
  });
}

function stateRoutes(store: Store, reader: ThreadStateReader, writer: StateWriter): Route[] {
  return [
    agentRoutes.get('/threads/{thread_id}/state', {
      summary: "Return a thread's current state",
      params: ThreadPath,
      query: StateQuery,
      responses: { ...aState, ...errorResponses(404, 409, 503) },
      async handler(request) {
        const { query } = request;
        const key = await keyOf(store, request, 'read');
        const state = await reader.current(key, query);
        return respondWithState(store, state, { key, select: query.select, signal: request.signal });
      },
    }),
    agentRoutes.post('/threads/{thread_id}/state/checkpoint', {
      summary: "Return a thread's state at a checkpoint of the graph or of a subgraph",
      params: ThreadPath,
      body: StateAtCheckpoint,
      responses: { ...aState, ...errorResponses(404, 409, 503) },
      async handler(request) {
        const { body } = request;
        const key = await keyOf(store, request, 'read');
        const place = toCheckpointLocation(key.threadId, body.checkpoint);
        const state = await reader.at(key, place, { subgraphs: body.subgraphs === true });
        return respondWithState(store, state, { key, select: body.select, signal: request.signal });
      },
    }),
    agentRoutes.get('/threads/{thread_id}/state/{checkpoint_id}', {
      summary: "Return a thread's state at a checkpoint",
      params: z.object({ thread_id: uuidAnyCase, checkpoint_id: uuidAnyCase }),
      query: StateQuery,
      responses: { ...aState, ...errorResponses(404, 409, 503) },
      async handler(request) {
        const { params, query } = request;
        const key = await keyOf(store, request, 'read');
        const state = await reader.at(key, { ns: '', id: params.checkpoint_id }, query);
        return respondWithState(store, state, { key, select: query.select, signal: request.signal });
      },
    }),
    agentRoutes.post('/threads/{thread_id}/state', {
      summary: "Update a thread's state as if a node had just run; rejected while a run is unfinished",
      params: ThreadPath,
      body: StateUpdate,
      responses: {
        200: { description: 'The checkpoint of the new state', schema: StateUpdated },
        ...errorResponses(404, 409, 503),
      },
      async handler(request) {
        return {
          status: 200,
          body: await writer.update(await keyOf(store, request, 'update'), request.body),
        };
      },
    }),
  ];
}

function historyRoutes(store: Store, reader: ThreadStateReader): Route[] {
  const historyOf = async (
    request: ThreadRequest,
    search: HistorySearch & { limit: number },
  ): Promise<RouteResponse> => {
    const key = await keyOf(store, request, 'read');
    const pages = selectPages(reader.history(key, search), search.select, () => readValues(store, key));
    return streamJsonArray({ pages, signal: request.signal });
  };
  return [
    agentRoutes.get('/threads/{thread_id}/history', {
      summary: 'Return the history of a thread',
      params: ThreadPath,
      query: HistoryQuery,
      responses: { ...states, ...errorResponses(404, 409, 503) },
      handler: (request) => historyOf(request, request.query),
    }),
    agentRoutes.post('/threads/{thread_id}/history', {
      summary: 'Return the history of a thread or of one of its subgraphs, filtered by metadata',
      params: ThreadPath,
      body: HistorySearch,
      responses: { ...states, ...errorResponses(404, 409, 503) },
      handler: (request) =>
        historyOf(request, { ...request.body, limit: request.body.limit ?? HISTORY_DEFAULT }),
    }),
  ];
}

type ThreadRequest = AccessRequest & { params: { thread_id: string }; signal: AbortSignal };

/** Returns the thread's key if the caller may perform the action on the thread. */
async function keyOf(store: Store, request: ThreadRequest, action: 'read' | 'update'): Promise<ThreadKey> {
  const threadId = request.params.thread_id;
  await authorizeThread(store, request, { threadId, action });
  return { deploymentId: request.deploymentId, threadId };
}

/** Responds with a state. The values are read from the thread's row only if the request selects `values`. */
async function respondWithState(
  store: Store,
  state: ReadState,
  { key, select, signal }: { key: ThreadKey; select: HistorySearch['select']; signal: AbortSignal },
): Promise<RouteResponse> {
  const fields = selectFields(state, select);
  const isComplete = 'values' in state || (select && !select.includes('values'));
  if (isComplete) return { status: 200, body: fields };
  const thread = { deploymentId: key.deploymentId, id: key.threadId };
  return respondWithValues(store, thread, { fields, signal });
}

/** Yields pages of states. `storedValues` reads the thread's values if the graph stores none in checkpoints. */
async function* selectPages(
  pages: AsyncGenerator<ReadState[]>,
  fields: HistorySearch['select'],
  storedValues: () => Promise<unknown>,
): AsyncGenerator<Partial<ThreadState>[], void> {
  for await (const page of pages) {
    const lacksValues = !fields || fields.includes('values') ? page.some((one) => !('values' in one)) : false;
    const stored = lacksValues ? { values: await storedValues() } : {};
    yield page.map((state): Partial<ThreadState> => selectFields<ReadState>({ ...stored, ...state }, fields));
  }
}
