import { isFinal } from '../../../../contract/statuses.ts';
import type { ServiceClock } from '../../../ports/clock.ts';
import type { Replica } from '../../../ports/replica.ts';
import type { Log } from '../../../ports/context.ts';
import type { DeploymentRow, RevisionRow, Store } from '../../../ports/store.ts';
import type { Upstreams } from '../../../server/reverse-proxy.ts';
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import { dialPod } from '../../link/dial.ts';
import type { LinkAnswers } from '../../link/worker.ts';
import { createFrameBudget } from '../../link/frames.ts';
import { createPodWorkers } from '../../agent-pod/pod-workers.ts';
import { StepAborted, StepFailure } from '../../build/step.ts';
import { activeRevisionOf, deploymentAtRevision, runsImage } from '../../../ports/store-control-plane.ts';
import type { LiveWorkers } from '../../../ports/worker.ts';
import type { LiveTable } from '../../serving/live.ts';
import type { Serving } from '../../serving/serving.ts';
import type { Tarballs } from '../../tarball/tarballs.ts';
import type { Timing } from '../../timing.ts';
import { secretValues } from '../../reconcile/advance.ts';
import type { RevisionLogs } from '../../reconcile/revision-log.ts';
import { requireImage, type RevisionJob, type Workload } from '../../workload/workload.ts';
import { agentProgram, requireAgentPods } from './agent-program.ts';
import { provideDatabases } from './agent-databases.ts';
import { createAgentServices } from './agent-service.ts';
import { createBuildPods } from './build-pods.ts';
import { DEPLOYMENTS } from './api/resources.ts';
import { type ClusterOptions, explain, explainBounds, openPodCluster } from './cluster.ts';
import { createHints } from './hints.ts';
import { createLogFollower } from './log-follower.ts';
import { planRevision, type RevisionPlan } from './plan/manifests.ts';
import { type RevisionIdentity, revisionName } from './plan/objects.ts';
import { listReadyPods } from './agent-pods.ts';
import { createRemoval, speaksOlderLink } from './removal.ts';
import { applyAutoscaler, createPatience, expect, rollOutPods } from './rollout.ts';
import { createPodUpstreams } from './upstreams.ts';

export interface PodRuntimeOptions extends ClusterOptions, LinkAnswers {
  store: Store;
  clock: ServiceClock;
  replica: Pick<Replica, 'claimJob'>;
  timing: Timing;
  logs: RevisionLogs;
  /** The build results. */
  artifacts: ArtifactStore;
  tarballs: Tarballs;
  /** Receives the workers to which this replica is linked. */
  live: LiveTable;
  log: Log;
}

/** Runs revisions as pods of a cluster instead of processes on this machine. */
export interface PodRuntime {
  readonly workload: Workload;
  readonly serving: Serving;
  readonly upstreams: Upstreams;
  /** Links to the workers of revisions built from code. */
  readonly connect: NonNullable<LiveWorkers['connect']>;
  /** Starts to remove objects that other replicas left, now and repeatedly. */
  start(): void;
  close(): Promise<void>;
}

/** Milliseconds in which a pod must fetch and unpack the build before its agent starts. */
const FETCH_MS = 4 * 60_000;

/**
 * Opens the cluster. The store's active revision and the Service of its deployment determine what serves, so it does
 * not depend on this process, and does not end with it.
 * @throws UsageError if the cluster cannot be used.
 */
export async function openPodRuntime(options: PodRuntimeOptions): Promise<PodRuntime> {
  const { store, clock, timing, log } = options;
  const closing = new AbortController();
  const cluster = await openPodCluster(options);
  const { client } = cluster;
  const hints = createHints(client, cluster.plane);
  const services = createAgentServices(cluster, store);
  const builds = createBuildPods({ ...options, cluster, services, closing: closing.signal });
  const removal = createRemoval({
    ...options,
    cluster,
    services,
    sweepBuilds: (namespace) => builds.sweepBuilds(namespace),
    relaunch: (deployment, revision) => relaunch(deployment, revision),
  });
  const follower = createLogFollower({
    ...options,
    client,
    plane: cluster.plane,
    namespaces: () => removal.namespaces(),
    secretsOf: async (deploymentId, revisionId) => {
      const deployment = await store.deployments.findById(deploymentId);
      const secrets = await store.revisions.secrets(revisionId);
      const token = await store.agentTokens.find(revisionId);
      // An agent can read the token of its pod and print it.
      const own = token === undefined ? [] : [token];
      return deployment === undefined ? own : [...own, ...secretValues(deployment, secrets)];
    },
  });
  const { storeCallsOf, answerAgent } = options;
  const budget = createFrameBudget();
  const workers = createPodWorkers({
    live: options.live,
    storeCallsOf,
    answerAgent,
    log,
    dial: (dialed) => dialPod({ ...dialed, budget }),
    async serving(deploymentId) {
      const deployment = await store.deployments.findById(deploymentId);
      const revision = deployment && (await activeRevisionOf(store, deployment));
      return revision && { revisionId: revision.id, isLinked: !revision.bringsServer };
    },
    pods: (deploymentId, revisionId, signal) =>
      listReadyPods(cluster, services, store, { deploymentId, revisionId }, signal),
    tokenOf: (revisionId) => store.agentTokens.find(revisionId),
  });
  const plans = new Map<string, RevisionPlan>();

  /** Returns the number of pods of the serving revision; the new revision starts with the same number. */
  const servingPods = async ({ deployment }: RevisionJob): Promise<number> => {
    const now = await store.deployments.findById(deployment.id);
    const active = now && (await activeRevisionOf(store, now));
    if (now === undefined || active === undefined) return 0;
    const identity = services.identityOf(now, active);
    const at = { namespace: identity.namespace, name: revisionName(identity) };
    const found = await client.get(DEPLOYMENTS, at, closing.signal);
    return found.ok ? (found.value.status?.replicas ?? 0) : 0;
  };

  /** @throws StepFailure if agents may not run in the namespace. */
  const requireNamespace = ({ deployment, revision }: RevisionJob) => {
    const { namespace } = services.identityOf(deployment, revision);
    if (cluster.allows(namespace)) return;
    throw new StepFailure(
      `It cannot run in the namespace ${namespace}, which listener_config names: ${explainBounds(options.config)}`,
    );
  };

  const launch = async (job: RevisionJob) => {
    requireNamespace(job);
    const { deployment, revision, log: revisionLog } = job;
    const { program, env, spec, attributes, ...own } = await agentProgram(
      { ...options, builds, hasKeda: cluster.hasKeda },
      job,
    );
    const identity = services.identityOf(deployment, revision);
    const signal = AbortSignal.any([job.signal, closing.signal]);
    const patiently = createPatience(clock, revisionLog, signal);
    const owner = await patiently(() => services.ensure(identity, signal));
    const databases = await provideDatabases(
      { cluster, clock, withinMs: timing.progressMs },
      { log: revisionLog, signal },
      { identity, owner: expect(owner, revisionLog), spec },
    );
    const result = planRevision({
      identity,
      owner: expect(owner, revisionLog),
      variables: [...databases, ...own.variables],
      program,
      spec,
      env,
      secretReferences: deployment.secretReferences,
      runs: own.runs,
      serving: await servingPods(job),
      timing: {
        startMs: timing.healthDeadlineMs + (program.isOurs === true ? FETCH_MS : 0),
        drainMs: timing.drainMs,
        stopGraceMs: timing.stopGraceMs,
        progressMs: timing.progressMs,
      },
    });
    if (result.kind === 'problems') {
      throw new StepFailure(`It cannot run with these settings. ${result.problems.join('; ')}.`);
    }
    for (const note of result.plan.notes) revisionLog.write('deploy', `${note}.`, 'WARNING');
    const { namespace } = identity;
    revisionLog.write(
      'deploy',
      `Starting ${program.image} in the namespace ${namespace} (${revisionName(identity)})`,
    );
    const startedAt = clock.elapsed();
    await rollOutPods(
      { cluster, hints, clock, store },
      { log: revisionLog, signal },
      identity,
      result.plan,
      timing.progressMs,
    );
    revisionLog.write('deploy', `Its pods are available (${Math.round(clock.elapsed() - startedAt)} ms)`);
    plans.set(revision.id, result.plan);
    return { attributes };
  };

  const relaunch = async (deployment: DeploymentRow, revision: RevisionRow) => {
    const secrets = await store.revisions.secrets(revision.id);
    const revisionLog = options.logs.open(deployment.name, revision.id, secretValues(deployment, secrets));
    const { signal } = closing;
    const job = {
      deployment: deploymentAtRevision(deployment, revision),
      revision,
      secrets,
      log: revisionLog,
    };
    const identity = services.identityOf(deployment, revision);
    const { namespace } = identity;
    const found = await client.get(DEPLOYMENTS, { namespace, name: revisionName(identity) }, signal);
    // The revision was rolled out after the others were listed, or the cluster cannot tell.
    if (found.ok ? !speaksOlderLink(revision, found.value) : found.problem.kind !== 'not-found') return;
    const why = found.ok
      ? 'Its pods are of an earlier build, and speak an older version of the link'
      : 'The cluster has nothing of this revision';
    revisionLog.write('deploy', `${why}: it is rolled out again.`, 'WARNING');
    try {
      await launch({ ...job, signal, onCommit: () => Promise.resolve() });
      const settled = await services.settle(deployment, namespace, signal);
      if (!settled.ok) revisionLog.write('deploy', explain(settled.problem), 'ERROR');
      await scaleFreely(identity);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof StepFailure)) throw error;
      revisionLog.write('deploy', error.message, 'ERROR');
    } finally {
      plans.delete(revision.id);
    }
  };

  /** Allows fewer pods than the previous revision had. */
  const scaleFreely = async ({ namespace, revisionId }: RevisionIdentity) => {
    const plan = plans.get(revisionId);
    plans.delete(revisionId);
    for (const { autoscaler } of plan?.workloads ?? []) {
      if (autoscaler === undefined) continue;
      const applied = await applyAutoscaler(client, namespace, autoscaler.serving, closing.signal);
      if (!applied.ok)
        log(`revision ${revisionId} keeps its least number of pods: ${explain(applied.problem)}`);
    }
  };

  const find = async (deploymentId: string, revisionId: string): Promise<[DeploymentRow, RevisionRow]> => {
    const deployment = await store.deployments.findById(deploymentId);
    const revision = await store.revisions.get(deploymentId, revisionId);
    if (deployment === undefined || revision === undefined) throw new StepAborted('the revision is gone');
    return [deployment, revision];
  };

  return {
    workload: {
      ...builds,
      // An image needs no build.
      isBuilt: async (revision) => runsImage(revision) || builds.isBuilt(revision),
      async build(job) {
        // Checked before a build whose result could not run.
        requireNamespace(job);
        if (requireImage(job.revision) !== undefined) return;
        requireAgentPods(options.config);
        await builds.build(job);
      },
      launch,
    },
    serving: {
      async switchTo({ deploymentId, revisionId }, _worker, signal) {
        const [deployment, revision] = await find(deploymentId, revisionId);
        const previous = await activeRevisionOf(store, deployment);
        const identity = services.identityOf(deployment, revision);
        const revisionLog = { write: () => undefined, redact: (text: string) => text };
        const patiently = createPatience(clock, revisionLog, signal);
        const selected = expect(await patiently(() => services.select(identity, signal)), revisionLog);
        if (!selected) throw new StepAborted('the revision was ended, or its Service deleted');
        return {
          restore: async () => {
            const settled = await services.settle(deployment, identity.namespace, closing.signal);
            if (!settled.ok) throw new Error(explain(settled.problem));
          },
          retire() {
            removal.inBackground(() => scaleFreely(identity));
            if (previous !== undefined && previous.id !== revisionId) removal.retire(deployment, previous);
          },
        };
      },
      withdraw: async ({ id, deploymentId }) => {
        plans.delete(id);
        const row = await store.revisions.get(deploymentId, id);
        const deployment = await store.deployments.findById(deploymentId);
        if (row === undefined || deployment === undefined) return;
        if (isFinal(row.status) && deployment.activeRevisionId !== id)
          await removal.withdraw(deployment, row);
      },
      stop: (deploymentId) => removal.remove(deploymentId),
      // Log lines that it has read are stored after this.
      close: async () => {
        await workers.close();
        await follower.close();
      },
      health: () => workers.health(),
    },
    connect: (deploymentId) => workers.connect(deploymentId),
    upstreams: createPodUpstreams(cluster, services, store),
    start() {
      removal.start();
      follower.start();
    },
    async close() {
      closing.abort(new StepAborted('the control plane is closing'));
      await removal.close();
      await hints.close();
      await client.close();
    },
  };
}
