import { DOCUMENT_VERSION } from '../../contract/limits.ts';
import type { EmulatorContext } from '../ports/context.ts';
import type { DeploymentAuth } from '../ports/agent-auth.ts';
import type { AgentControls } from '../ports/agent-controls.ts';
import type { Store } from '../ports/store.ts';
import { bringsServer } from '../ports/store-control-plane.ts';
import type { LiveWorkers } from '../ports/worker.ts';
import { HttpError } from '../server/http-error.ts';
import type { AgentHttp } from '../server/agent-app.ts';
import type { Upstream, Upstreams } from '../server/reverse-proxy.ts';
import type { Surface } from '../server/route.ts';
import { createDeploymentAuth } from './access/deployment-auth.ts';
import { createAgentControls } from './agent-controls.ts';
import { createAssistantService } from './assistants.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { createExpirySweeper } from './expiry-sweeper.ts';
import { createCronScheduler } from './crons/cron-scheduler.ts';
import { createRunExecutor } from './run-executor.ts';
import { createRunService } from './run-service.ts';
import type { OtherReplicas } from './shared/other-replicas.ts';
import { createWebhooks } from './webhooks.ts';

export type { AgentServerDependencies } from './dependencies.ts';
export { createRunExecutor, type RunExecutor } from './run-executor.ts';
export { createWebhooks } from './webhooks.ts';

/** Creates the agent server, including the executor of runs and the access to servers inside deployments. */
export function createAgentServer(
  context: EmulatorContext,
  {
    live,
    feedback,
    requestCounts,
    others,
  }: Pick<AgentServerDependencies, 'live' | 'feedback' | 'requestCounts'> & {
    others?: OtherReplicas | undefined;
  },
): Surface & { upstreams: Upstreams; auth: DeploymentAuth; controls: AgentControls } {
  const { store, clock, log, replica } = context;
  const { kubernetes } = context.config;
  const networks = kubernetes && (kubernetes.webhookNetworks ?? []);
  const webhooks = createWebhooks({
    store,
    clock,
    log,
    redactText: context.redactText,
    networks,
    shared: replica.isShared,
    settingsOf: async (deploymentId) => {
      await live.connect?.(deploymentId);
      const isStarting = context.config.runtime !== 'stub' && live.activeRevision(deploymentId) !== undefined;
      return live.httpSettings(deploymentId) ?? (isStarting ? 'wait' : undefined);
    },
  });
  const auth = createDeploymentAuth({ store, live, clock });
  const executor = createRunExecutor({
    store,
    live,
    clock,
    log,
    instanceId: replica.instanceId,
    others,
    onRunsEnded: () => webhooks.wake(),
    onCronsChanged: () => scheduler.wake(),
  });
  const dependencies: AgentServerDependencies = {
    ...context,
    runtime: context.config.runtime,
    live,
    executor,
    version: DOCUMENT_VERSION,
    requestCounts,
    webhookNetworks: networks,
    ...(feedback && { feedback }),
  };
  const sweeper = createExpirySweeper({
    store,
    clock,
    log,
    isOurs: () => replica.claimJob('expiry-sweeper'),
  });
  const scheduler = createCronScheduler({
    ...dependencies,
    clock,
    runs: createRunService(dependencies, createAssistantService(dependencies)),
    instanceId: replica.instanceId,
    isShared: replica.isShared,
    auth,
  });
  return {
    controls: createAgentControls({ store, clock, newId: context.newId, scheduler, webhooks }),
    routes: async () => {
      const { agentServerRoutes } = await import('./routes/index.ts');
      return agentServerRoutes({
        ...dependencies,
        onCronsChanged(id) {
          scheduler.wake();
          executor.notifyCronsChanged(id);
        },
      });
    },
    upstreams: createUpstreams({ store, live }),
    auth,
    async start() {
      await executor.start();
      await scheduler.start();
      webhooks.wake();
      // The stub runtime has no runs and no histories, and a sweeper would make virtual time jump from sweep to sweep.
      if (context.config.runtime !== 'stub') sweeper.start();
    },
    async close() {
      await sweeper.close();
      await scheduler.close();
      await executor.close();
      await webhooks.close();
    },
  };
}

/** Creates access to the HTTP settings of serving revisions, and to the HTTP applications of their agents. */
export function createAgentHttp(live: LiveWorkers, store: Pick<Store, 'revisions'>): AgentHttp {
  return {
    ...(live.connect && { connect: live.connect.bind(live) }),
    settings: (deploymentId) => live.httpSettings(deploymentId),
    changesRoutes: async (deploymentId) =>
      (await store.revisions.activeSettings(deploymentId))?.changesRoutes === true,
    isStarting: (deploymentId) =>
      live.activeRevision(deploymentId) !== undefined && live.httpSettings(deploymentId) === undefined,
    acquire(deploymentId) {
      const held = live.acquire(deploymentId);
      return held && { serve: (request) => held.worker.serve(request), release: () => held.release() };
    },
  };
}

/** Creates access to the servers inside images and programs, which replace the agent server. */
export function createUpstreams(dependencies: {
  store: Pick<Store, 'deployments' | 'revisions'>;
  live: LiveWorkers;
}): Upstreams & { acquire(deploymentId: string): Upstream } {
  const { store, live } = dependencies;
  return {
    async has(deploymentId) {
      const ours = live.acquire(deploymentId);
      ours?.release();
      if (ours) return false;
      // During a switch of revisions, a worker can already serve a revision that is not yet stored as active.
      const own = live.acquireServer(deploymentId);
      own?.release();
      if (own) return true;
      return bringsServer(store, deploymentId);
    },
    acquire(deploymentId) {
      const held = live.acquireServer(deploymentId);
      if (held) return { address: held.worker.address, release: () => held.release() };
      throw new HttpError(503, "The deployment's own server is not running", {
        headers: { 'retry-after': '1' },
      });
    },
  };
}
