import type { Route } from '../server/route.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { createAssistantService } from './assistant-service.ts';
import { assistantGraphRoutes } from './routes/assistant-graph.ts';
import { assistantVersionRoutes } from './routes/assistant-versions.ts';
import { assistantRoutes } from './routes/assistants.ts';
import { documentRoute } from './routes/document.ts';
import { metaRoutes } from './routes/meta.ts';
import { runRoutes } from './routes/runs.ts';
import { storeRoutes } from './routes/store.ts';
import { streamRoutes } from './routes/streams.ts';
import { threadSearchRoutes } from './routes/thread-search.ts';
import { threadStateRoutes } from './routes/thread-state.ts';
import { threadUpkeepRoutes } from './routes/thread-upkeep.ts';
import { threadRoutes } from './routes/threads.ts';
import { createRunService } from './run-service.ts';
import { createStateWriter } from './state-writer.ts';

export type { AgentServerDependencies } from './dependencies.ts';
export { createRunExecutor, type RunExecutor, type RunExecutorDependencies } from './run-executor.ts';
export { createWebhooks, type PostWebhook } from './webhooks.ts';
export { createWorkerLauncher } from './launcher.ts';
export { createUpstreams } from './upstream.ts';

/**
 * What a deployment's URL answers: health, info, assistants, threads, state and runs (spec §2.11, §4.10). The paths
 * start at the deployment's root; which deployment it is stands in the request.
 */
export function agentServerRoutes(deps: AgentServerDependencies): Route[] {
  const assistants = createAssistantService(deps);
  const runs = createRunService(deps, assistants);
  const writer = createStateWriter(deps);
  const routes: Route[] = [
    documentRoute(() => routes),
    ...metaRoutes(deps),
    ...assistantRoutes(assistants),
    ...assistantVersionRoutes(assistants),
    ...assistantGraphRoutes(deps, assistants),
    ...threadRoutes(deps, runs, writer),
    ...threadSearchRoutes(deps),
    ...threadUpkeepRoutes(deps),
    ...threadStateRoutes(deps, writer),
    ...runRoutes(deps, runs),
    ...streamRoutes(deps, runs),
    ...storeRoutes(deps),
  ];
  return routes;
}
