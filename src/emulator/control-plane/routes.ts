import type { Route } from '../server/route.ts';
import { authProviderRoutes } from './auth/providers.ts';
import { authFlowRoutes } from './auth/sign-in.ts';
import { deletionRoutes } from './deletion.ts';
import type { ControlPlaneDependencies } from './dependencies.ts';
import { deploymentRoutes } from './deployments.ts';
import { integrationRoutes } from './integrations.ts';
import { listenerRoutes } from './listeners.ts';
import { logRoutes } from './logs.ts';
import { webhookRoutes } from './pushes/webhook.ts';
import { revisionRoutes } from './revisions.ts';
import { uploadRoutes } from './uploads.ts';

/** Creates the routes for deployments, revisions, logs, uploads, integrations, listeners and sign-in. */
export function controlPlaneRoutes(dependencies: ControlPlaneDependencies): Route[] {
  return [
    ...deploymentRoutes(dependencies),
    ...deletionRoutes(dependencies),
    ...revisionRoutes(dependencies),
    ...uploadRoutes(dependencies),
    ...logRoutes(dependencies),
    ...integrationRoutes(dependencies),
    ...webhookRoutes(dependencies),
    ...listenerRoutes(dependencies),
    ...authProviderRoutes(dependencies),
    ...authFlowRoutes(dependencies),
  ];
}
