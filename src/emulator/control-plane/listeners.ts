import { isSet } from '../../contract/findings.ts';
import { Listener, ListenerCreate, ListenerList, ListenerPatch } from '../../contract/listener.ts';
import { PageQuery } from '../../contract/query.ts';
import type { DeploymentRow, ListenerRow, Repositories } from '../ports/store.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { routesOf, type Route } from '../server/route.ts';
import { rejectForeignNamespaces } from './agent-rules.ts';
import type { ControlPlaneDependencies } from './dependencies.ts';
import { conflict, ListenerPath, notFound } from './requests.ts';
import { isoTime } from '../ports/clock.ts';

const api = routesOf('control-plane', 'workspace');

/** Creates the service for listeners. Every change is one transaction, so concurrent requests cannot interleave. */
function createListenerService({ store, clock, newId, settings, config }: ControlPlaneDependencies) {
  const allow = (workspaceId: string) => {
    if (settings.listenersAllowed(workspaceId)) return;
    throw new HttpError(
      403,
      `Listeners cannot be created for workspace ID '${workspaceId}': its plan does not include them (self-hosted enterprise plans do).`,
    );
  };
  return {
    list: (workspaceId: string) => store.listeners.list(workspaceId),
    async create(workspaceId: string, body: ListenerCreate): Promise<ListenerRow> {
      allow(workspaceId);
      return store.transaction(async (tx) => {
        const others = await tx.listeners.list(workspaceId);
        if (others.some(({ computeId }) => computeId === body.compute_id)) {
          throw new HttpError(409, `A listener with the compute ID ${body.compute_id} already exists.`);
        }
        const namespaces = body.compute_config?.k8s_namespaces ?? [];
        rejectForeignNamespaces(config.kubernetes, workspaceId, namespaces);
        const now = clock.now();
        const made: ListenerRow = {
          id: newId(),
          workspaceId,
          computeType: body.compute_type,
          computeId: body.compute_id,
          namespaces,
          version: body.version ?? null,
          createdAt: now,
          updatedAt: now,
        };
        await tx.listeners.upsert(made);
        return made;
      });
    },
    async get(workspaceId: string, id: string): Promise<ListenerRow> {
      allow(workspaceId);
      return find(store, workspaceId, id);
    },
    /**
     * Changes a listener. A new `k8s_namespaces` replaces the previous list, but must contain the namespaces that have
     * deployments.
     */
    async patch(workspaceId: string, id: string, body: ListenerPatch): Promise<ListenerRow> {
      allow(workspaceId);
      return store.transaction(async (tx) => {
        const now = await find(tx, workspaceId, id);
        refuseOther(now, body);
        const namespaces = body.compute_config?.k8s_namespaces ?? now.namespaces;
        const added = namespaces.filter((name) => !now.namespaces.includes(name));
        rejectForeignNamespaces(config.kubernetes, workspaceId, added);
        const left = new Set(namespaces);
        if (now.namespaces.some((name) => !left.has(name))) {
          refuseGoneNamespace(await usersOf(tx, workspaceId, id), left);
        }
        const changed = { ...now, namespaces, version: body.version ?? now.version, updatedAt: clock.now() };
        await tx.listeners.upsert(changed);
        return changed;
      });
    },
    /** Deletes a listener that no deployment uses, and rejects the deletion of any other listener. */
    async remove(workspaceId: string, id: string): Promise<void> {
      allow(workspaceId);
      await store.transaction(async (tx) => {
        await find(tx, workspaceId, id);
        const users = await usersOf(tx, workspaceId, id);
        if (users.length > 0) {
          throw new HttpError(
            409,
            `Listener ID ${id} is in use by ${counted(users)}: delete ${users.length === 1 ? 'it' : 'them'} first.`,
          );
        }
        await tx.listeners.remove(workspaceId, id);
      });
    },
  };
}

async function find(from: Repositories, workspaceId: string, id: string): Promise<ListenerRow> {
  const row = (await from.listeners.list(workspaceId)).find((one) => one.id === id);
  if (row === undefined) throw new HttpError(404, `Listener ID ${id} not found.`);
  return row;
}

/** Returns the deployments that use this listener. */
async function usersOf(from: Repositories, workspaceId: string, id: string): Promise<DeploymentRow[]> {
  const rows = await from.deployments.listReferencing(workspaceId, id);
  return rows.filter(({ sourceConfig }) => sourceConfig.listener_id?.toLowerCase() === id);
}

/** Rejects a change of a listener's compute type or compute ID, because both are immutable. */
function refuseOther(now: ListenerRow, body: ListenerPatch): void {
  const another = { compute_type: now.computeType, compute_id: now.computeId };
  for (const field of ['compute_type', 'compute_id'] as const) {
    if (isSet(body[field]) && body[field] !== another[field]) {
      throw invalidField(['body', field], 'cannot be changed: register another listener');
    }
  }
}

function refuseGoneNamespace(users: readonly DeploymentRow[], left: ReadonlySet<string>): void {
  const stranded = users.filter(({ sourceConfig }) => {
    const namespace = sourceConfig.listener_config?.k8s_namespace;
    return isSet(namespace) && !left.has(namespace);
  });
  if (stranded.length === 0) return;
  const names = [...new Set(stranded.map(({ sourceConfig }) => sourceConfig.listener_config?.k8s_namespace))];
  throw new HttpError(409, `${names.join(', ')} cannot be removed: in use by ${counted(stranded)}.`);
}

function counted(rows: readonly DeploymentRow[]): string {
  const [first] = rows;
  return rows.length === 1 ? `the deployment ${first?.name ?? ''}` : `${rows.length} deployments`;
}

const path = '/v2/listeners';
const onePath = `${path}/{listener_id}`;
const one = { description: 'The listener', schema: Listener };

/** Creates the routes for a workspace's listeners. */
export function listenerRoutes(dependencies: ControlPlaneDependencies): Route[] {
  const service = createListenerService(dependencies);
  return [
    api.get(path, {
      summary: 'List listeners',
      query: PageQuery,
      responses: {
        200: { description: 'A page; its offset selects the next page', schema: ListenerList },
      },
      handler: async ({ caller, query }) => {
        const rows = await service.list(caller.workspaceId);
        const resources = rows.slice(query.offset, query.offset + query.limit).map(listenerAnswer);
        return { status: 200, body: { resources, offset: query.offset + resources.length } };
      },
    }),
    api.post(path, {
      summary: 'Register a listener',
      body: ListenerCreate,
      responses: { 201: one, 409: conflict },
      handler: async ({ caller, body }) => ({
        status: 201,
        body: listenerAnswer(await service.create(caller.workspaceId, body)),
      }),
    }),
    api.get(onePath, {
      summary: 'Read a listener',
      params: ListenerPath,
      responses: { 200: one, 404: notFound },
      handler: async ({ caller, params }) => ({
        status: 200,
        body: listenerAnswer(await service.get(caller.workspaceId, params.listener_id)),
      }),
    }),
    api.patch(onePath, {
      summary: 'Change the namespaces or the version of a listener',
      params: ListenerPath,
      body: ListenerPatch,
      responses: { 200: one, 404: notFound, 409: conflict },
      handler: async ({ caller, params, body }) => ({
        status: 200,
        body: listenerAnswer(await service.patch(caller.workspaceId, params.listener_id, body)),
      }),
    }),
    api.delete(onePath, {
      summary: 'Delete a listener that no deployment uses',
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
