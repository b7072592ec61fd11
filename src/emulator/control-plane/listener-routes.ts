import { Listener, ListenerCreate, ListenerList, ListenerPatch } from '../../contract/listener.ts';
import { PageQuery } from '../../contract/query.ts';
import { type Route, route } from '../server/route.ts';
import type { ListenerRow } from '../ports/store.ts';
import { isoTime } from './answers.ts';
import { conflict, notFound } from './deployment-routes.ts';
import type { ControlPlaneDependencies } from './deps.ts';
import { createListenerService } from './listeners.ts';
import { ListenerPath } from './paths.ts';

const surface = 'control-plane';
const auth = 'workspace';
const path = '/v2/listeners';
const onePath = `${path}/{listener_id}`;
const one = { description: 'The listener', schema: Listener };

/** The listeners of a workspace (spec §2.7, §4.9; facts/service §1.9). */
export function listenerRoutes(deps: ControlPlaneDependencies): Route[] {
  const service = createListenerService(deps);
  return [
    route({
      surface,
      method: 'GET',
      path,
      summary: 'List listeners',
      auth,
      query: PageQuery,
      responses: {
        200: { description: 'A page; its offset is what to pass for the next one', schema: ListenerList },
      },
      handler: async ({ caller, query }) => {
        const rows = await service.list(caller.workspaceId);
        const resources = rows.slice(query.offset, query.offset + query.limit).map(listenerAnswer);
        return { status: 200, body: { resources, offset: query.offset + resources.length } };
      },
    }),
    route({
      surface,
      method: 'POST',
      path,
      summary: 'Register a listener',
      auth,
      body: ListenerCreate,
      responses: { 201: one, 409: conflict },
      handler: async ({ caller, body }) => ({
        status: 201,
        body: listenerAnswer(await service.create(caller.workspaceId, body)),
      }),
    }),
    route({
      surface,
      method: 'GET',
      path: onePath,
      summary: 'Read a listener',
      auth,
      params: ListenerPath,
      responses: { 200: one, 404: notFound },
      handler: async ({ caller, params }) => ({
        status: 200,
        body: listenerAnswer(await service.get(caller.workspaceId, params.listener_id)),
      }),
    }),
    route({
      surface,
      method: 'PATCH',
      path: onePath,
      summary: 'Change the namespaces or the version of a listener',
      auth,
      params: ListenerPath,
      body: ListenerPatch,
      responses: { 200: one, 404: notFound, 409: conflict },
      handler: async ({ caller, params, body }) => ({
        status: 200,
        body: listenerAnswer(await service.patch(caller.workspaceId, params.listener_id, body)),
      }),
    }),
    route({
      surface,
      method: 'DELETE',
      path: onePath,
      summary: 'Remove a listener that no deployment uses',
      auth,
      params: ListenerPath,
      responses: { 204: { description: 'It is gone' }, 404: notFound, 409: conflict },
      handler: async ({ caller, params }) => {
        await service.remove(caller.workspaceId, params.listener_id);
        return { status: 204 };
      },
    }),
  ];
}

function listenerAnswer(row: ListenerRow): Listener {
  return {
    id: row.id,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
    version: row.version,
    compute_type: row.computeType,
    compute_id: row.computeId,
    compute_config: { k8s_namespaces: row.namespaces },
  };
}
