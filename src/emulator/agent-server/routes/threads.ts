import * as z from 'zod';
import { StatePatch, Thread, ThreadCreate, ThreadPatch } from '../../../contract/thread.ts';
import type { ThreadRow } from '../../seams/store.ts';
import { HttpError, invalidField } from '../../server/http-error.ts';
import { type Route, route } from '../../server/route.ts';
import { findThread } from '../access.ts';
import type { AgentServerDeps } from '../deps.ts';
import type { RunService } from '../run-service.ts';
import { insertThread, newThread } from '../thread.ts';
import type { StateWriter } from '../state-writer.ts';
import { toThread } from '../wire.ts';
import { failures, ThreadPath } from './answers.ts';

/** Threads (spec §4.10; facts: service §4.2). They belong to the deployment and outlive revisions. */
export function threadRoutes(deps: AgentServerDeps, runs: RunService, writer: StateWriter): Route[] {
  const { store, clock, newId } = deps;

  const create = async (deploymentId: string, body: ThreadCreate): Promise<ThreadRow> => {
    const id = body.thread_id?.toLowerCase() ?? newId();
    const metadata = { ...body.metadata, ...(body.graph_id && { graph_id: body.graph_id }) };
    const made = newThread(deploymentId, id, metadata, clock.now());
    const existing = await store.threads.get(deploymentId, id);
    if (existing && body.if_exists === 'do_nothing') return existing;
    if (existing) throw new HttpError(409, `Thread with ID ${id} already exists`);
    if (body.supersteps && body.supersteps.length > 0) return writer.begin(made, body.supersteps);
    return store.transaction(async (tx) => {
      // Said again where nobody comes between.
      const there = body.if_exists === 'do_nothing' ? await tx.threads.get(deploymentId, id) : undefined;
      if (there) return there;
      await insertThread(tx, made);
      return made;
    });
  };

  const merge = (deploymentId: string, id: string, more: ThreadPatch['metadata']): Promise<ThreadRow> =>
    store.transaction(async (tx) => {
      const { metadata } = await findThread(tx, deploymentId, id);
      await tx.threads.update(id, { metadata: { ...metadata, ...more }, updatedAt: clock.now() });
      return findThread(tx, deploymentId, id);
    });

  return [
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/threads',
      summary: 'Make a thread',
      auth: 'workspace',
      anywhere: true,
      body: ThreadCreate,
      responses: { 200: { description: 'The thread', schema: Thread }, ...failures(404, 409, 503) },
      async handler({ deploymentId, body }) {
        refuseTtl(body);
        return { status: 200, body: toThread(await create(deploymentId, body)) };
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
      query: z.object({ include: z.string().optional() }),
      responses: { 200: { description: 'The thread', schema: Thread }, ...failures(404) },
      async handler({ deploymentId, params }) {
        // `include` names what else to tell, which is only what is never kept here (`ttl`).
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
      responses: {
        200: { description: 'The thread', schema: Thread },
        204: { description: 'Done, and nothing was to be told (`Prefer: return=minimal`)' },
        ...failures(404),
      },
      async handler({ deploymentId, params, body, headers }) {
        refuseTtl(body);
        const thread = await merge(deploymentId, params.thread_id, body.metadata);
        if (/(?:^|[,;\s])return=minimal(?:$|[,;\s])/i.test(headers.prefer?.toString() ?? ''))
          return { status: 204 };
        return { status: 200, body: toThread(thread) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'PATCH',
      path: '/threads/{thread_id}/state',
      summary: 'Merge metadata into a thread, and answer nothing',
      auth: 'workspace',
      anywhere: true,
      params: ThreadPath,
      body: StatePatch,
      responses: { 204: { description: 'Done' }, ...failures(404) },
      async handler({ deploymentId, params, body }) {
        await merge(deploymentId, params.thread_id, body.metadata);
        return { status: 204 };
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
  ];
}

/** Nothing here ends by itself: to say that it would is worse than to say that it does not. */
function refuseTtl({ ttl }: { ttl?: unknown }): void {
  if (ttl === undefined || ttl === null) return;
  throw invalidField(['body', 'ttl'], 'not supported by this server: leave it out', 'not_supported');
}
