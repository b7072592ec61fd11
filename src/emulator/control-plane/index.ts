import type { EmulatorContext } from '../ports/context.ts';
import type { RemoteRefs } from '../ports/git.ts';
import type { RevisionRow } from '../ports/store.ts';
import type { Route, Surface } from '../server/route.ts';
import { deploymentUrl } from '../server/server-origins.ts';
import { authRoutes } from './auth/index.ts';
import { deletionRoutes } from './deletion.ts';
import type { ControlPlaneDependencies } from './dependencies.ts';
import { deploymentRoutes } from './deployment-routes.ts';
import { createUploadService, pushTokenRoute, uploadRoutes } from './deployment-uploads.ts';
import { createDeploymentService } from './deployments.ts';
import { integrationRoutes } from './integrations.ts';
import { listenerRoutes } from './listeners.ts';
import { logRoutes } from './logs.ts';
import { createRefPoller } from './pushes/poller.ts';
import { acceptPush, type PushRequest } from './pushes/record-push.ts';
import { webhookRoutes } from './pushes/webhook.ts';
import { createRevisionService, revisionRoutes } from './revisions.ts';

export type { PushRequest } from './pushes/record-push.ts';

/** Deployments and everything that belongs to them. */
export interface ControlPlane extends Surface {
  /** A push happened; gives the revisions it made. */
  push(push: PushRequest): Promise<RevisionRow[]>;
}

/** The routes of the control plane, and what watches local repositories for pushes. */
export function createControlPlane(
  context: EmulatorContext,
  backend: { readonly remoteRefs: RemoteRefs; wake(): void },
): ControlPlane {
  const { config, clock, fleet, log } = context;
  const deps: ControlPlaneDependencies = {
    ...context,
    wakeDataPlane() {
      backend.wake();
      fleet.notifyPeers();
    },
    watchPushes: () => poller.wake(),
    urlOf: ({ id, port }, origin) => deploymentUrl(id, port, origin, config),
    remoteHeads: backend.remoteRefs,
  };
  const poller = createRefPoller(deps, { time: clock, log, isOurs: () => fleet.claimJob('ref-poller') });
  return {
    routes: controlPlaneRoutes(deps),
    push: (push) => acceptPush(deps, push),
    start: async () => poller.wake(),
    close: () => poller.close(),
  };
}

/** Every route of the control plane (spec §4.1 to 4.6, §4.9). */
export function controlPlaneRoutes(deps: ControlPlaneDependencies): Route[] {
  const deployments = createDeploymentService(deps);
  return [
    ...deploymentRoutes(deployments),
    ...deletionRoutes(deps),
    ...revisionRoutes(createRevisionService(deps), deployments),
    ...uploadRoutes(createUploadService(deps)),
    pushTokenRoute(deps),
    ...logRoutes(deps.store),
    ...integrationRoutes(deps),
    ...webhookRoutes(deps),
    ...listenerRoutes(deps),
    ...authRoutes(deps),
  ];
}
