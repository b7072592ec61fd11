import { DOCUMENT_VERSION } from '../../contract/limits.ts';
import type { EmulatorContext } from '../ports/context.ts';
import type { Store } from '../ports/store.ts';
import type { LiveWorkers } from '../ports/worker.ts';
import { HttpError } from '../server/http-error.ts';
import type { Upstreams } from '../server/reverse-proxy.ts';
import type { Route, Surface } from '../server/route.ts';
import { createAssistantService } from './assistants.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { createCronScheduler } from './crons/cron-scheduler.ts';
import { assistantRoutes } from './routes/assistants.ts';
import { cronRoutes } from './routes/crons.ts';
import { documentRoute, infoRoutes } from './routes/info.ts';
import { protocolRoutes } from './routes/protocol.ts';
import { runRoutes } from './routes/runs.ts';
import { storeRoutes } from './routes/store.ts';
import { streamRoutes } from './routes/streams.ts';
import { threadStateRoutes } from './routes/thread-state.ts';
import { threadRoutes } from './routes/threads.ts';
import { createRunExecutor } from './run-executor.ts';
import { createRunService } from './run-service.ts';
import { createStateWriter } from './thread-state.ts';
import { createWebhooks } from './webhooks.ts';

export { createCheckpointService } from './checkpoint-service.ts';
export type { AgentServerDependencies } from './dependencies.ts';
export { createRunExecutor, type RunExecutor, type RunExecutorDependencies } from './run-executor.ts';
export { createWebhooks, type PostWebhook } from './webhooks.ts';

/** The agent server of all deployments: its routes, the engine of their runs, and the servers that deployments bring instead. */
export function createAgentServer(
  context: EmulatorContext,
  { live, feedback }: Pick<AgentServerDependencies, 'live' | 'feedback'>,
): Surface & { upstreams: Upstreams } {
  const { store, clock, log, fleet } = context;
  const webhooks = createWebhooks({ store, clock, log, shared: fleet.instanceId !== undefined });
  const executor = createRunExecutor({
    store,
    live,
    clock,
    log,
    instanceId: fleet.instanceId,
    onRunsEnded: () => webhooks.wake(),
  });
  const dependencies: AgentServerDependencies = {
    ...context,
    runtime: context.config.runtime,
    live,
    executor,
    version: DOCUMENT_VERSION,
    ...(feedback && { feedback }),
  };
  const scheduler = createCronScheduler({
    ...dependencies,
    clock,
    runs: createRunService(dependencies, createAssistantService(dependencies)),
    instanceId: fleet.instanceId,
  });
  return {
    routes: agentServerRoutes({ ...dependencies, onCronsChanged: (id) => scheduler.wake(id) }),
    upstreams: createUpstreams({ store, live }),
    async start() {
      await executor.start();
      await scheduler.start();
      webhooks.wake();
    },
    async close() {
      await scheduler.close();
      await executor.close();
      await webhooks.close();
    },
  };
}

/** The routes of a deployment. Their paths start at the root of its URL; the request says which deployment it is. */
export function agentServerRoutes(dependencies: AgentServerDependencies): Route[] {
  const assistants = createAssistantService(dependencies);
  const runs = createRunService(dependencies, assistants);
  const writer = createStateWriter(dependencies);
  const routes: Route[] = [
    documentRoute(() => routes),
    ...infoRoutes(dependencies),
    ...assistantRoutes(dependencies, assistants),
    ...threadRoutes(dependencies, runs, writer),
    ...threadStateRoutes(dependencies, writer),
    ...runRoutes(dependencies, runs),
    ...streamRoutes(dependencies, runs),
    ...protocolRoutes(dependencies, runs),
    ...cronRoutes(dependencies, assistants),
    ...storeRoutes(dependencies),
  ];
  return routes;
}

/** The agent servers of images and programs; ours serves all other deployments. */
export function createUpstreams(dependencies: {
  store: Pick<Store, 'deployments' | 'revisions'>;
  live: LiveWorkers;
}): Upstreams {
  const { store, live } = dependencies;
  return {
    async has(deploymentId) {
      const ours = live.acquire(deploymentId);
      ours?.release();
      if (ours) return false;
      // While a revision is switched in, the worker serves before the store has it.
      const own = live.acquireServer(deploymentId);
      own?.release();
      if (own) return true;
      const deployment = await store.deployments.findById(deploymentId);
      if (deployment === undefined) return false;
      if (deployment.source === 'external_docker' || deployment.source === 'internal_docker') return true;
      const { activeRevisionId: active } = deployment;
      return active !== null && (await store.revisions.get(deploymentId, active))?.bringsServer === true;
    },
    acquire(deploymentId) {
      const held = live.acquireServer(deploymentId);
      if (held) return { address: held.worker.address, release: () => held.release() };
      throw new HttpError(503, "No server of this deployment's own is up at this moment", {
        headers: { 'retry-after': '1' },
      });
    },
  };
}
