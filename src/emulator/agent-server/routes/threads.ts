import * as z from 'zod';
import {
  StatePatch,
  Thread,
  ThreadCount,
  ThreadCreate,
  ThreadPatch,
  ThreadPrune,
  ThreadPruned,
  ThreadQuery,
  ThreadSearch,
  ThreadSearchResult,
  type ThreadTtl,
} from '../../../contract/thread.ts';
import type { RunRow, Store, ThreadRow } from '../../ports/store.ts';
import type { ThreadHead } from '../../ports/store-agent-server.ts';
import { HttpError } from '../../server/http-error.ts';
import { streamJsonArray } from '../../server/respond.ts';
import type { Route, RouteResponse } from '../../server/route.ts';
import type { AuthFilter } from '../access/auth-filter.ts';
import { type AccessRequest, authorize, authorizeThread, checkThread } from '../access/authorize.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import type { RunService } from '../run-service.ts';
import { countThreads, searchThreads } from '../thread-search.ts';
import type { StateWriter } from '../thread-state.ts';
import {
  copyThread,
  defaultExpiry,
  findThreadHead,
  insertThread,
  pruneHistories,
  removeThreads,
  threadNotFound,
} from '../threads.ts';
import { newThreadRow, toThread, toTtl } from '../thread-row.ts';
import { respondWithValues } from '../thread-values.ts';
import { agentRoutes, errorResponses, paginationHeaders, ThreadPath } from './responses.ts';

/** Creates the routes of threads. A thread belongs to a deployment, not to one of its revisions. */
export function threadRoutes(
  dependencies: AgentServerDependencies,
  runs: RunService,
  writer: StateWriter,
): Route[] {
  const { store } = dependencies;
  return [
    agentRoutes.post('/threads', {
      summary: 'Create a thread',
      // Only an instance with a worker can handle the request, because the graph creates the initial history.
      body: ThreadCreate,
      responses: { 200: { description: 'The thread', schema: Thread }, ...errorResponses(404, 409, 503) },
      async handler(request) {
        const thread = await createThread(dependencies, writer, request);
        if ('values' in thread) return { status: 200, body: toThread(thread) };
        return respondWithThread(store, thread, { more: {}, signal: request.signal });
      },
    }),
    agentRoutes.get('/threads/{thread_id}', {
      summary: 'A thread',
      params: ThreadPath,
      query: ThreadQuery,
      responses: { 200: { description: 'The thread', schema: Thread }, ...errorResponses(404) },
      async handler(request) {
        const { deploymentId, params, query } = request;
        const asked = { thread_id: params.thread_id };
        const { filter } = await authorize(request.agentCaller, 'threads', 'read', asked);
        const thread = await findThreadHead(store, deploymentId, params.thread_id);
        if (filter?.(thread.metadata) === false) throw threadNotFound(params.thread_id);
        const withTtl = query.include.includes('ttl');
        const error = thread.status === 'error' ? await lastError(store, deploymentId, thread.id) : undefined;
        return respondWithThread(store, thread, {
          more: { ...(withTtl && toTtl(thread)), ...(error && { error }) },
          signal: request.signal,
        });
      },
    }),
    agentRoutes.patch('/threads/{thread_id}', {
      summary: 'Merge metadata into a thread',
      params: ThreadPath,
      body: ThreadPatch,
      responses: {
        200: { description: 'The thread', schema: Thread },
        204: { description: 'Done, without a response body (`Prefer: return=minimal`)' },
        ...errorResponses(404),
      },
      async handler(request) {
        const thread = await changeThread(dependencies, request);
        if (/(?:^|[,;\s])return=minimal(?:$|[,;\s])/i.test(request.headers.prefer?.toString() ?? ''))
          return { status: 204 };
        return respondWithThread(store, thread, { more: {}, signal: request.signal });
      },
    }),
    agentRoutes.patch('/threads/{thread_id}/state', {
      summary: 'Merge metadata into a thread, without a response body',
      params: ThreadPath,
      body: StatePatch,
      responses: { 204: { description: 'Done' }, ...errorResponses(404) },
      async handler(request) {
        await changeThread(dependencies, request);
        return { status: 204 };
      },
    }),
    agentRoutes.delete('/threads/{thread_id}', {
      summary: 'Delete a thread with its runs and its state',
      params: ThreadPath,
      responses: { 204: { description: 'Gone' }, ...errorResponses(404, 503) },
      async handler(request) {
        const { deploymentId, params } = request;
        await authorizeThread(store, request, { threadId: params.thread_id, action: 'delete' });
        await runs.removeThread(deploymentId, params.thread_id);
        return { status: 204 };
      },
    }),
    ...threadSearchRoutes(dependencies),
    ...threadUpkeepRoutes(dependencies),
  ];
}

/** Creates a thread, or returns the existing thread if the request allows it. */
async function createThread(
  { store, clock, newId }: AgentServerDependencies,
  writer: StateWriter,
  { deploymentId, agentCaller, body }: AccessRequest & { body: ThreadCreate },
): Promise<ThreadRow | ThreadHead> {
  const id = body.thread_id?.toLowerCase() ?? newId();
  const { filter, value } = await authorize(agentCaller, 'threads', 'create', {
    thread_id: id,
    metadata: { ...body.metadata, ...(body.graph_id && { graph_id: body.graph_id }) },
    if_exists: body.if_exists ?? 'raise',
  });
  const { metadata } = value;
  const isVisible = (thread: ThreadHead) => filter?.(thread.metadata) ?? true;
  const now = clock.now();
  const expiry = expiryOf(body.ttl, now) ?? (await defaultExpiry(store, deploymentId, now));
  const made = newThreadRow(deploymentId, id, metadata, now, expiry);
  const existing = await store.threads.head(deploymentId, id);
  if (existing && body.if_exists === 'do_nothing' && isVisible(existing)) return existing;
  if (existing) throw new HttpError(409, `Thread with ID ${id} already exists`);
  if (body.supersteps && body.supersteps.length > 0) {
    const update = await authorize(agentCaller, 'threads', 'update', { thread_id: id });
    if (update.filter?.(metadata) === false) throw threadNotFound(id);
    return writer.createThread(made, body.supersteps);
  }
  return store.transaction(async (tx) => {
    // The thread is looked up again, because another request might have created the thread since the first lookup.
    const existing = body.if_exists === 'do_nothing' ? await tx.threads.head(deploymentId, id) : undefined;
    if (existing && isVisible(existing)) return existing;
    await insertThread(tx, made);
    return made;
  });
}

/** Returns the error of the run that left the thread in status `error`, or `undefined` for another status. */
async function lastError(
  store: Pick<Store, 'runs'>,
  deploymentId: string,
  id: string,
): Promise<RunRow['error'] | undefined> {
  const [run] = await store.runs.list(deploymentId, id, { status: 'error', limit: 1, offset: 0 });
  return run?.error;
}

/** Merges metadata into a thread, and sets the thread's time to live if the request specifies a time to live. */
async function changeThread(
  { store, clock }: AgentServerDependencies,
  {
    deploymentId,
    agentCaller,
    params,
    body,
  }: AccessRequest & { params: { thread_id: string }; body: ThreadPatch },
): Promise<ThreadHead> {
  const id = params.thread_id;
  const given = { thread_id: id, metadata: { ...body.metadata } };
  const { filter, value } = await authorize(agentCaller, 'threads', 'update', given);
  return store.transaction(async (tx) => {
    await checkThread(tx, deploymentId, id, filter);
    const { metadata } = await findThreadHead(tx, deploymentId, id);
    const now = clock.now();
    const expiry = expiryOf(body.ttl, now);
    await tx.threads.update(id, {
      metadata: { ...metadata, ...value.metadata },
      ...(expiry !== undefined && { expiry }),
      updatedAt: now,
    });
    return findThreadHead(tx, deploymentId, id);
  });
}

/** Responds with a thread and the additional fields `more`. */
function respondWithThread(
  store: Pick<Store, 'threads'>,
  head: ThreadHead,
  { more, signal }: { more: Partial<Thread>; signal: AbortSignal },
): Promise<RouteResponse> {
  const { values: _, ...fields } = toThread({ ...head, values: null });
  return respondWithValues(store, head, { fields: { ...fields, ...more }, signal });
}

/**
 * Returns when a thread expires, counted from `now` in epoch milliseconds, or `undefined` if the request has no `ttl`.
 */
function expiryOf(ttl: ThreadTtl | null | undefined, now: number): ThreadRow['expiry'] | undefined {
  if (ttl === undefined || ttl === null) return undefined;
  const { ttl: minutes, strategy } = typeof ttl === 'number' ? { ttl, strategy: undefined } : ttl;
  const ttlMs = Math.round(minutes * 60_000);
  return { ttlMs, at: now + ttlMs, strategy: strategy ?? 'delete' };
}

/** Creates the routes that copy threads and prune their histories. */
function threadUpkeepRoutes({ store, executor, clock, newId }: AgentServerDependencies): Route[] {
  return [
    agentRoutes.post('/threads/{thread_id}/copy', {
      summary: 'Copy a thread with its state and history',
      params: ThreadPath,
      responses: { 200: { description: 'The new thread', schema: Thread }, ...errorResponses(404, 409) },
      async handler(request) {
        const { deploymentId, params } = request;
        const threadId = params.thread_id;
        await authorizeThread(store, request, { threadId, action: 'read' });
        await authorize(request.agentCaller, 'threads', 'create', { thread_id: threadId });
        const to = { id: newId(), now: clock.now() };
        const copy = await store.transaction((tx) => copyThread(tx, deploymentId, params.thread_id, to));
        return respondWithThread(store, copy, { more: {}, signal: request.signal });
      },
    }),
    agentRoutes.post('/threads/prune', {
      summary: 'Delete threads, or their history except for the latest state',
      body: ThreadPrune,
      responses: {
        200: { description: 'Number of pruned threads', schema: ThreadPruned },
        ...errorResponses(503),
      },
      async handler({ deploymentId, body, agentCaller }) {
        const ids = new Set(body.thread_ids.map((one) => one.toLowerCase()));
        const { filter } = await authorize(agentCaller, 'threads', 'delete', { thread_ids: [...ids] });
        if (filter) for (const id of ids) await checkThread(store, deploymentId, id, filter);
        const prune = body.strategy === 'delete' ? removeThreads : pruneHistories;
        const { count, stopped } = await executor.pause(
          { deploymentId, threadIds: [...ids] },
          { flush: false },
          () => store.transaction((tx) => prune(tx, deploymentId, ids)),
        );
        await executor.abortStopped(stopped);
        return { status: 200, body: { pruned_count: count } };
      },
    }),
  ];
}

/** Creates the routes that search threads. The routes need no worker. */
function threadSearchRoutes({ store }: AgentServerDependencies): Route[] {
  return [
    agentRoutes.post('/threads/search', {
      summary: 'Search threads by status, metadata and values; last updated first by default',
      body: ThreadSearch,
      responses: {
        200: { description: 'Threads', schema: z.array(ThreadSearchResult) },
        ...errorResponses(),
      },
      async handler({ deploymentId, body, signal, agentCaller }) {
        const { query, filter } = await authorizeSearch(agentCaller, body);
        const {
          threads,
          count: shown,
          total,
        } = await searchThreads(store, deploymentId, query, {
          access: filter,
          signal,
        });
        const headers = paginationHeaders({ offset: body.offset ?? 0, shown, total });
        return streamJsonArray({ pages: threads, signal, headers });
      },
    }),
    agentRoutes.post('/threads/count', {
      summary: 'Count the threads that match a search',
      body: ThreadCount,
      responses: { 200: { description: 'Their number', schema: z.int() }, ...errorResponses() },
      async handler({ deploymentId, body, signal, agentCaller }) {
        const { query, filter: access } = await authorizeSearch(agentCaller, body);
        return { status: 200, body: await countThreads(store, deploymentId, query, { access, signal }) };
      },
    }),
  ];
}

/** Returns the query, modified by the agent's authorization handler, and the filter of the visible threads. */
async function authorizeSearch<Q extends ThreadSearch | ThreadCount>(
  caller: AccessRequest['agentCaller'],
  query: Q,
): Promise<{ query: Q; filter: AuthFilter | undefined }> {
  if (!caller) return { query, filter: undefined };
  const { metadata, values, status = null } = query;
  const page =
    'limit' in query || 'offset' in query ? { limit: query.limit ?? 10, offset: query.offset ?? 0 } : {};
  const asked = { metadata: { ...metadata }, values: { ...values }, status, ...page };
  const { value, filter } = await authorize(caller, 'threads', 'search', asked);
  return { query: { ...query, metadata: value.metadata, values: value.values }, filter };
}
