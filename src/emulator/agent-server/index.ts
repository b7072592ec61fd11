import { parseExactJson } from '../../contract/exact-json.ts';
import { objectOf } from '../../contract/json-safety.ts';
import { DOCUMENT_VERSION } from '../../contract/limits.ts';
import type { EmulatorContext } from '../ports/context.ts';
import type { DeploymentAuth } from '../ports/agent-auth.ts';
import type { AgentRecords } from '../ports/agent-records.ts';
import type { Store } from '../ports/store.ts';
import { bringsServer } from '../ports/store-control-plane.ts';
import type { LiveWorkers } from '../ports/worker.ts';
import { HttpError } from '../server/http-error.ts';
import type { AgentHttp } from '../server/agent-app.ts';
import type { Upstream, Upstreams } from '../server/reverse-proxy.ts';
import type { Surface } from '../server/route.ts';
import { createDeploymentAuth } from './access/deployment-auth.ts';
import { createAssistantService } from './assistants.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { createExpirySweeper } from './expiry-sweeper.ts';
import { type CronHistory, createCronHistory } from './crons/cron-history.ts';
import { type CronScheduler, createCronScheduler } from './crons/cron-scheduler.ts';
import { nextRunTime } from './crons/schedule.ts';
import { createRunExecutor } from './run-executor.ts';
import { createRunService } from './run-service.ts';
import type { OtherReplicas } from './shared/other-replicas.ts';
import { createWebhookDeliveries, type WebhookDeliveries } from './webhook-deliveries.ts';
import { createWebhooks, type WebhookSender } from './webhooks.ts';

export type { AgentServerDependencies } from './dependencies.ts';
export { createRunExecutor, type RunExecutor } from './run-executor.ts';
export { createWebhooks } from './webhooks.ts';

/**
 * Creates the agent server of all deployments, with the executor of runs and with access to the servers inside
 * deployments.
 */
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
): Surface & { upstreams: Upstreams; auth: DeploymentAuth; records: AgentRecords } {
  const { store, clock, log, replica } = context;
  const deliveries = createWebhookDeliveries();
  const history = createCronHistory();
  const webhooks = createWebhooks({
    store,
    deliveries,
    clock,
    log,
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
    onCronsChanged: (deploymentId) => scheduler.wake(deploymentId),
  });
  const dependencies: AgentServerDependencies = {
    ...context,
    runtime: context.config.runtime,
    live,
    executor,
    version: DOCUMENT_VERSION,
    requestCounts,
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
    history,
    watch: (runId) => executor.watch(runId),
  });
  return {
    records: createRecords({ store, clock, deliveries, history, scheduler, webhooks, newId: context.newId }),
    routes: async () => {
      const { agentServerRoutes } = await import('./routes/index.ts');
      return agentServerRoutes({
        ...dependencies,
        onCronsChanged(id) {
          scheduler.wake(id);
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
      // The sweeper is not started for the stub runtime. The stub runtime has no runs and no histories, and virtual
      // time would jump from sweep to sweep.
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

/** Creates access to the recent runs of crons and deliveries of webhooks. */
function createRecords({
  store,
  clock,
  deliveries,
  history,
  scheduler,
  webhooks,
  newId,
}: Pick<EmulatorContext, 'store' | 'clock' | 'newId'> & {
  deliveries: WebhookDeliveries;
  history: CronHistory;
  scheduler: CronScheduler;
  webhooks: WebhookSender;
}): AgentRecords {
  return {
    outcomesOf: (cronId) => history.of(cronId),
    async nextTimes({ schedule, timezone }, now, count) {
      const times: number[] = [];
      try {
        for (let at = now; times.length < count; times.push(at))
          at = await nextRunTime(schedule, timezone, at);
      } catch (error) {
        // A schedule that an earlier version accepted may be invalid, and a schedule may have an end. The times up to
        // there are returned.
        if (!(error instanceof HttpError)) throw error;
      }
      return times;
    },
    async runCron(deploymentId, cronId) {
      const { id, threadId } = await scheduler.runNow(deploymentId, cronId);
      return { runId: id, threadId };
    },
    deliveries: () => deliveries.list(),
    async resend(deliveryId) {
      const delivery = deliveries.get(deliveryId);
      if (delivery === undefined) throw new HttpError(404, `Delivery ${deliveryId} is no longer stored.`);
      if (delivery.state === 'waiting') {
        throw new HttpError(409, 'This webhook is retried automatically. Wait for its next attempt.');
      }
      const { body, runId, deploymentId, url } = delivery;
      if (body === null) throw new HttpError(409, 'The body of this webhook is too long to be stored.');
      const now = clock.now();
      const row = { runId: newId(), deploymentId, url, attempts: 0, dueAt: now, createdAt: now };
      deliveries.willResend(row.runId, delivery);
      await store.webhooks.insert({ ...row, body: objectOf(parseExactJson(body)) });
      webhooks.wake();
      return {
        ...delivery,
        id: row.runId,
        runId,
        state: 'waiting',
        attempts: [],
        createdAt: now,
        nextAt: now,
        resendOf: delivery.id,
      };
    },
    onChange(notify) {
      const undo = [deliveries.onChange(notify), history.onChange(notify)];
      return () => {
        for (const stop of undo) stop();
      };
    },
  };
}

/** Creates access to the HTTP settings of serving revisions, and to their authors' HTTP applications. */
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

/** Creates access to the servers inside images and programs. The agent server serves all other deployments. */
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
      // While revisions are switched, a worker may serve before the store contains its revision as the active
      // revision.
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
