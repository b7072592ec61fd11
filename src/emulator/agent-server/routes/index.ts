import type { Route } from '../../server/route.ts';
import { createAssistantService } from '../assistants.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { createRunService } from '../run-service.ts';
import { createStateWriter } from '../thread-state.ts';
import { assistantRoutes } from './assistants.ts';
import { cronRoutes } from './crons.ts';
import { documentRoutes } from './document.ts';
import { infoRoutes } from './info.ts';
import { mcpRoutes } from './mcp.ts';
import { metricsRoute } from './metrics.ts';
import { protocolRoutes } from './protocol.ts';
import { runRoutes } from './runs.ts';
import { storeRoutes } from './store.ts';
import { streamRoutes } from './streams.ts';
import { threadStateRoutes } from './thread-state.ts';
import { threadRoutes } from './threads.ts';
import { uiRoutes } from './ui.ts';

/** Creates the routes of all deployments, with paths relative to a deployment's URL. */
export function agentServerRoutes(dependencies: AgentServerDependencies): Route[] {
  const assistants = createAssistantService(dependencies);
  const runs = createRunService(dependencies, assistants);
  const writer = createStateWriter(dependencies);
  const routes: Route[] = [
    ...documentRoutes(async () => routes, dependencies.live),
    ...infoRoutes(dependencies),
    metricsRoute(dependencies),
    ...assistantRoutes(dependencies, assistants),
    ...threadRoutes(dependencies, runs, writer),
    ...threadStateRoutes(dependencies, writer),
    ...runRoutes(dependencies, runs),
    ...streamRoutes(dependencies, runs),
    ...protocolRoutes(dependencies, runs),
    ...cronRoutes(dependencies, assistants),
    ...storeRoutes(dependencies),
    ...mcpRoutes(dependencies, assistants, runs),
    ...uiRoutes(dependencies),
  ];
  return routes;
}
