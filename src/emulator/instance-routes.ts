import { acceptPush, type ControlPlaneDependencies, controlPlaneRoutes } from './control-plane/index.ts';
import { adminRoutes } from './admin/routes.ts';
import type { SnapshotDependencies } from './admin/snapshot-routes.ts';
import type { NewId } from './ids.ts';
import type { ObjectStore } from './ports/objects.ts';
import type { Parts } from './parts.ts';
import type { ApiKeyRow, Store } from './ports/store.ts';
import { deploymentUrl } from './addresses.ts';
import { fleetHealth } from './fleet/instance-fleet.ts';
import type { Fleet } from './ports/fleet.ts';
import { createAuthenticator, hashKey } from './server/authenticate.ts';
import { createRequestListener, type RequestListener } from './server/listener.ts';
import { lazyResponseCheck, lazyDocument, openApiRoute } from './server/openapi-route.ts';
import type { Route } from './server/route.ts';
import type { Sandboxes } from './sandboxes/index.ts';
import { tracingRoutes } from './tracing/index.ts';
import type { WorldDeps } from './instance.ts';

/** What the control plane works with. `follow`: a ref may be to be polled. */
export function controlPlaneOver(
  store: Store,
  parts: Parts,
  fleet: Fleet,
  objects: ObjectStore,
  newId: NewId,
  deps: WorldDeps & Pick<ControlPlaneDependencies, 'settings'>,
  follow: () => void,
): ControlPlaneDependencies {
  return {
    store,
    clock: deps.clock,
    newId,
    wakeDataPlane: () => {
      parts.wake();
      fleet.notifyPeers();
    },
    watchPushes: follow,
    compat: deps.compat,
    edition: deps.edition,
    urlOf: ({ id, port }, origin) => deploymentUrl(id, port, origin, deps),
    lifecycle: deps.faults.lifecycle,
    remoteHeads: parts.heads,
    objects,
    maxUploadBytes: deps.maxUploadBytes,
    learnSecrets: deps.learnSecrets,
    settings: deps.settings,
  };
}

/** Every route of the world behind one listener. */
export function listenerOver(
  controlPlane: ControlPlaneDependencies,
  parts: Parts,
  sandboxes: Sandboxes,
  fleet: Fleet,
  keys: ReadonlyMap<string, ApiKeyRow>,
  deps: WorldDeps & Pick<SnapshotDependencies, 'snapshot'>,
): RequestListener {
  const { clock } = deps;
  const { store } = controlPlane;
  const routes: Route[] = [
    ...controlPlaneRoutes(controlPlane),
    ...tracingRoutes({ store, clock, newId: controlPlane.newId, learnSecrets: deps.learnSecrets }),
    ...sandboxes.routes(),
    ...adminRoutes({
      clockParts: deps.clockParts,
      journal: deps.journal,
      events: deps.events,
      faults: deps.faults,
      health: async () => ({
        status: 'ok',
        runtime: deps.runtime,
        data_plane: parts.health(),
        sandboxes: await sandboxes.manager.health(),
        ...fleetHealth(fleet),
      }),
      reset: deps.reset,
      snapshot: deps.snapshot,
      restore: deps.restore,
      push: (push) => acceptPush(controlPlane, push),
    }),
    openApiRoute(() => document()),
  ];
  const document = lazyDocument(() => [...routes, ...parts.agentRoutes], {
    title: 'Deployment Control Plane API',
    description: 'What this emulator serves. Paths of the control plane also answer under /api-host.',
  });
  return createRequestListener({
    routes,
    agentRoutes: parts.agentRoutes,
    authenticator: createAuthenticator(
      (hash) => keys.get(hash) ?? store.workspaces.findKey(hash),
      store.workspaces,
    ),
    deploymentEnabled: (id) => controlPlane.settings.deploymentEnabled(id),
    workspaceOf: async (id) => (await store.deployments.findById(id))?.workspaceId,
    ...(parts.upstreams === undefined ? {} : { upstreams: parts.upstreams }),
    fleet,
    localKeyHash: hashKey(deps.apiKey),
    responseCheck: deps.checkAnswers ? lazyResponseCheck(document) : undefined,
    clock,
    hooks: deps.hooks,
    publicUrl: deps.publicUrl,
    serverOrigins: deps.ownNames,
    closing: deps.closing,
  });
}
