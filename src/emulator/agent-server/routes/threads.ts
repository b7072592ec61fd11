import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { Thread, ThreadCreate, ThreadPatch, ThreadSearch, ThreadState } from '../../../contract/thread.ts';
import type { ThreadRow } from '../../seams/store.ts';
import { HttpError } from '../../server/http-error.ts';
import { type Route, route } from '../../server/route.ts';
import { findThread } from '../access.ts';
import type { AgentServerDeps } from '../deps.ts';
import type { RunService } from '../run-service.ts';
import { insertThread, newThread } from '../thread.ts';
import { toStoredState, toThread } from '../wire.ts';
import { failures, ThreadPath } from './answers.ts';

/** Threads and their state (spec §4.10; facts: service §4.2). They belong to the deployment and outlive revisions. */
export function threadRoutes(deps: AgentServerDeps, runs: RunService): Route[] {
  const { store, clock, newId } = deps;
  return [
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/threads',
      summary: 'Make a thread',
      auth: 'workspace',
      anywhere: true,
      body: ThreadCreate,
      responses: { 200: { description: 'The thread', schema: Thread }, ...failures(409) },
      async handler({ deploymentId, body }) {
        const id = body.thread_id ?? newId();
        const thread = await store.transaction(async (tx) => {
          const existing = await tx.threads.get(deploymentId, id);
          if (existing && body.if_exists === 'do_nothing') return existing;
          if (existing) throw new HttpError(409, `Thread with ID ${id} already exists`);
          const made = newThread(deploymentId, id, body.metadata ?? {}, clock.now());
          await insertThread(tx, made);
          return made;
        });
        return { status: 200, body: toThread(thread) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/threads/search',
      summary: 'Find threads by status and metadata, newest first',
      auth: 'workspace',
      anywhere: true,
      body: ThreadSearch,
      responses: { 200: { description: 'Threads', schema: z.array(Thread) }, ...failures() },
      async handler({ deploymentId, body }) {
        return { status: 200, body: (await search(deps, deploymentId, body)).map(toThread) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/threads/{thread_id}',
      summary: 'A thread',
      auth: 'workspace',
      anywhere: true,
      params: ThreadPath,
      responses: { 200: { description: 'The thread', schema: Thread }, ...failures(404) },
      async handler({ deploymentId, params }) {
        return { status: 200, body: toThread(await findThread(store, deploymentId, params.thread_id)) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'PATCH',
      path: '/threads/{thread_id}',
      summary: 'Merge metadata into a thread',
      auth: 'workspace',
      anywhere: true,
      params: ThreadPath,
      body: ThreadPatch,
      responses: { 200: { description: 'The thread', schema: Thread }, ...failures(404) },
      async handler({ deploymentId, params, body }) {
        const thread = await store.transaction(async (tx) => {
          const { metadata } = await findThread(tx, deploymentId, params.thread_id);
          const change = { metadata: { ...metadata, ...body.metadata }, updatedAt: clock.now() };
          await tx.threads.update(params.thread_id, change);
          return findThread(tx, deploymentId, params.thread_id);
        });
        return { status: 200, body: toThread(thread) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'DELETE',
      path: '/threads/{thread_id}',
      summary: 'Delete a thread with its runs and its state',
      auth: 'workspace',
      params: ThreadPath,
      responses: { 204: { description: 'Gone' }, ...failures(404, 503) },
      async handler({ deploymentId, params }) {
        await runs.removeThread(deploymentId, params.thread_id);
        return { status: 204 };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/threads/{thread_id}/state',
      summary: "A thread's state now",
      auth: 'workspace',
      params: ThreadPath,
      responses: { 200: { description: 'The state', schema: ThreadState }, ...failures(404, 503) },
      async handler({ deploymentId, params }) {
        return { status: 200, body: await stateOf(deps, deploymentId, params.thread_id) };
      },
    }),
  ];
}

/** What the graph library makes of the thread; without a worker that can tell, what its last run left. */
async function stateOf(
  { store, live, log }: AgentServerDeps,
  deploymentId: string,
  threadId: string,
): Promise<ThreadState> {
  const thread = await findThread(store, deploymentId, threadId);
  const stored = toStoredState(thread);
  const graphId = thread.metadata.graph_id;
  const held = typeof graphId === 'string' ? live.acquire(deploymentId) : undefined;
  if (!held || typeof graphId !== 'string') return stored;
  try {
    return { ...stored, ...(await held.worker.ask(graphId, { kind: 'state', threadId })) };
  } catch (failure) {
    log(`thread ${threadId} is shown as its last run left it: ${String(failure)}`);
    return stored;
  } finally {
    held.release();
  }
}

const SEARCH_PAGE = 200;

async function search(
  { store }: AgentServerDeps,
  deploymentId: string,
  query: ThreadSearch,
): Promise<ThreadRow[]> {
  const { metadata, status } = query;
  const first = query.offset ?? 0;
  const wanted = query.limit ?? 10;
  const filter = status ? { status } : {};
  if (!metadata) return store.threads.list(deploymentId, { ...filter, limit: wanted, offset: first });

  const entries = Object.entries(metadata);
  const found: ThreadRow[] = [];
  for (let offset = 0; found.length < first + wanted; offset += SEARCH_PAGE) {
    const page = await store.threads.list(deploymentId, { ...filter, limit: SEARCH_PAGE, offset });
    found.push(
      ...page.filter((row) => entries.every(([key, value]) => isDeepStrictEqual(row.metadata[key], value))),
    );
    if (page.length < SEARCH_PAGE) break;
  }
  return found.slice(first, first + wanted);
}
