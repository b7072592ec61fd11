import { DIALECT_TABLE } from '../../contract/dialect.ts';
import { IntegrationList } from '../../contract/integration.ts';
import { Listener, ListenerCreate, ListenerList } from '../../contract/listener.ts';
import { PageQuery } from '../../contract/query.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, route } from '../server/route.ts';
import type { ListenerRow } from '../seams/store.ts';
import { isoTime } from './answers.ts';
import { conflict, notFound } from './deployment-routes.ts';
import type { ControlPlaneDeps } from './deps.ts';
import { ListenerPath } from './paths.ts';

const surface = 'control-plane';
const auth = 'workspace';

/** The git-host integrations of a workspace, under both names of the path (spec §4.9; DESIGN §4). */
export function integrationRoutes({ store }: ControlPlaneDeps): Route[] {
  return DIALECT_TABLE.paths
    .flatMap(({ generic, langsmith }) => [generic, langsmith])
    .map((base) =>
      route({
        surface,
        method: 'GET',
        path: `${base}/install`,
        summary: "List the workspace's git-host integrations",
        auth,
        responses: { 200: { description: 'The integrations', schema: IntegrationList } },
        handler: async ({ caller }) => {
          const rows = await store.integrations.list(caller.workspaceId);
          const body = rows.map(({ id, installationId, name }) => ({
            id,
            installation_id: installationId,
            name,
          }));
          return { status: 200, body };
        },
      }),
    );
}

/** The listeners of a workspace (spec §2.7, §4.9; facts/service §1.9). */
export function listenerRoutes({ store, clock, newId }: ControlPlaneDeps): Route[] {
  const path = '/v2/listeners';
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
        const rows = await store.listeners.list(caller.workspaceId);
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
      responses: { 201: { description: 'The listener', schema: Listener }, 409: conflict },
      handler: async ({ caller, body }) => {
        const row = await store.transaction(async (tx) => {
          const others = await tx.listeners.list(caller.workspaceId);
          if (others.some(({ computeId }) => computeId === body.compute_id)) {
            throw new HttpError(409, `A listener of compute ID ${body.compute_id} already exists.`);
          }
          const now = clock.now();
          const made: ListenerRow = {
            id: newId(),
            workspaceId: caller.workspaceId,
            computeType: body.compute_type,
            computeId: body.compute_id,
            namespaces: body.compute_config?.k8s_namespaces ?? [],
            createdAt: now,
            updatedAt: now,
          };
          await tx.listeners.upsert(made);
          return made;
        });
        return { status: 201, body: listenerAnswer(row) };
      },
    }),
    route({
      surface,
      method: 'GET',
      path: `${path}/{listener_id}`,
      summary: 'Read a listener',
      auth,
      params: ListenerPath,
      responses: { 200: { description: 'The listener', schema: Listener }, 404: notFound },
      handler: async ({ caller, params }) => {
        const rows = await store.listeners.list(caller.workspaceId);
        const row = rows.find(({ id }) => id === params.listener_id);
        if (row === undefined) throw new HttpError(404, `Listener ID ${params.listener_id} not found.`);
        return { status: 200, body: listenerAnswer(row) };
      },
    }),
  ];
}

function listenerAnswer(row: ListenerRow): Listener {
  return {
    id: row.id,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
    version: null,
    compute_type: row.computeType,
    compute_id: row.computeId,
    compute_config: { k8s_namespaces: row.namespaces },
  };
}
