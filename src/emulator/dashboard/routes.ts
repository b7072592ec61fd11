import type { Route } from '../server/route.ts';
import { controlRoutes } from './control-routes.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { deploymentRoutes } from './deployment-routes.ts';
import { faultRoutes } from './fault-routes.ts';
import { innerRoutes } from './inner-routes.ts';
import { recordRoutes } from './record-routes.ts';
import { cronRoutes } from './cron-routes.ts';
import { experimentRoutes } from './experiment-routes.ts';
import { inboxRoutes } from './inbox-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';
import { replayRoutes } from './replay-routes.ts';
import { runRoutes } from './run-routes.ts';
import { sandboxRoutes } from './sandbox-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { streamRoute } from './stream.ts';
import { threadRoutes } from './thread-routes.ts';

/** Creates all routes of the dashboard, when the dashboard is first opened. */
export function dashboardRoutes(dependencies: DashboardDependencies): Route[] {
  const { host, context, send } = dependencies;
  return [
    ...sessionRoutes(dependencies),
    ...recordRoutes(dependencies),
    ...replayRoutes(dependencies),
    ...cronRoutes(dependencies),
    ...webhookRoutes(dependencies),
    ...inboxRoutes(dependencies),
    ...experimentRoutes(dependencies),
    ...deploymentRoutes(dependencies),
    ...threadRoutes(dependencies),
    ...faultRoutes(dependencies),
    ...runRoutes(dependencies),
    ...sandboxRoutes(dependencies),
    ...controlRoutes(dependencies),
    streamRoute(dependencies),
    ...innerRoutes({
      send,
      redactor: host.redactor,
      workspaceOf: async (id) => (await context.store.deployments.findById(id))?.workspaceId,
    }),
  ];
}
