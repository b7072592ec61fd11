import type { Route } from '../server/route.ts';
import { authRoutes } from './auth/index.ts';
import { deletionRoutes } from './deletion-routes.ts';
import { deploymentRoutes } from './deployment-routes.ts';
import { createDeploymentService } from './deployments.ts';
import type { ControlPlaneDependencies } from './deps.ts';
import { integrationRoutes } from './integration-routes.ts';
import { listenerRoutes } from './listener-routes.ts';
import { logRoutes } from './log-routes.ts';
import { webhookRoutes } from './pushes/webhook-routes.ts';
import { pushTokenRoute } from './push-token.ts';
import { revisionRoutes } from './revision-routes.ts';
import { createRevisionService } from './revisions.ts';
import { uploadRoutes } from './uploads/upload-routes.ts';
import { createUploadService } from './uploads/uploads.ts';

export type { ControlPlaneDependencies, Edition } from './deps.ts';
export { acceptPush, type PushRequest } from './pushes/accept-push.ts';
export { createRefPoller, type RefPoller } from './pushes/poller.ts';

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
