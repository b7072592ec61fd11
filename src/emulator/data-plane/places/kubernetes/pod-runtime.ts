import { bindWorkspace, namespaceProblem, referenceProblems } from '../../../../contract/workspace-rules.ts';
import { imageProblems, namedImages } from '../../../../contract/image-rules.ts';
import { describeValidationErrors } from '../../../../contract/findings.ts';
import type { ImageDigests } from '../../../../contract/source.ts';
import { isFinal } from '../../../../contract/statuses.ts';
import { proxySettings } from '../../../../clients/network-environment.ts';
import { errorMessage } from '../../../../os/errors.ts';
import type { ServiceClock } from '../../../ports/clock.ts';
import type { Log, RefreshLog } from '../../../ports/context.ts';
import type { Replica } from '../../../ports/replica.ts';
import type { DeploymentRow, RevisionRow, Store } from '../../../ports/store.ts';
import {
  activeRevisionOf,
  bringsServer,
  deploymentAtRevision,
  imageDigestsOf,
  runsImage,
  withImageDigests,
} from '../../../ports/store-control-plane.ts';
import type { LiveWorkers } from '../../../ports/worker.ts';
import { HttpError } from '../../../server/http-error.ts';
import type { Upstreams } from '../../../server/reverse-proxy.ts';
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { IsBuildPod } from '../../build-pod/access.ts';
import { StepAborted, StepFailure } from '../../build/step.ts';
import { createImagePins, type ImagePins } from '../../images/image-pins.ts';
import { createRegistryClient } from '../../images/registry.ts';
import { createPlaneAuthority } from '../../certificates/plane-authority.ts';
import { dialPod } from '../../link/dial.ts';
import { createFrameDecoder } from '../../link/decoder.ts';
import { createFrameBudget } from '../../link/frames.ts';
import type { LinkAnswers } from '../../link/worker.ts';
import { secretValues } from '../../reconcile/advance.ts';
import { logOpener, type OpenRevisionLog } from '../../reconcile/open-revision-log.ts';
import type { RevisionLogs } from '../../reconcile/revision-log.ts';
import type { LiveTable } from '../../serving/live.ts';
import { createPodWorkers, type PodWorkersOptions, type ServingAgent } from '../../serving/pod-workers.ts';
import type { Serving } from '../../serving/serving.ts';
import type { Tarballs } from '../../tarball/tarballs.ts';
import type { Timing } from '../../timing.ts';
import { requireImage, type RevisionJob, type Workload } from '../../workload/workload.ts';
import { agentProgram, requireAgentPods } from './agent-program.ts';
import { type AgentServices, createAgentServices } from './agent-service.ts';
import { createAgentUse } from './agent-use.ts';
import { createAgentWaker } from './agent-waker.ts';
import { CredentialError } from './api/credentials.ts';
import { DEPLOYMENTS } from './api/resources.ts';
import { type BuildPods, createBuildPods } from './build-pods.ts';
import { type ClusterOptions, explain, explainBounds, openPodCluster, type PodCluster } from './cluster.ts';
import { createInformers, type Informers } from './informers.ts';
import {
  createKubernetesPlace,
  FETCH_MS,
  type KubernetesPlace,
  type PodProgram,
} from './kubernetes-place.ts';
import { revisionName } from './plan/objects.ts';
import { imagesByContainer, pinnedImage, pulledDigests, withPinnedImages } from './plan/pinned-images.ts';
import { runScaleOf } from './plan/run-scale.ts';
import { createPodOutputReader, type PodOutputReader } from './pod-output.ts';
import { type Background, createBackground, createRemoval, type Removal } from './removal.ts';
import { createLoggedRetry } from './retry-temporary.ts';
import { expect } from './rollout.ts';
import { createRunScaler } from './run-scaler.ts';
import { createStatusReporter, type StatusReporterOptions } from './status-reporter.ts';
import { createSweeper, isOlder, namespacesOfAgents } from './sweeper.ts';

export interface PodRuntimeOptions extends ClusterOptions, LinkAnswers {
  store: Store;
  clock: ServiceClock;
  replica: Pick<Replica, 'claimJob'>;
  timing: Timing;
  logs: RevisionLogs;
  artifacts: ArtifactStore;
  tarballs: Tarballs;
  /** Table that receives the linked workers of this replica. */
  live: LiveTable;
  log: Log;
  onStoreChange: StatusReporterOptions['onStoreChange'];
}

/** Time limit of a health check of the cluster, in milliseconds. */
const CHECK_MS = 2_000;

/** Runs revisions as pods of a cluster. */
export interface PodRuntime {
  readonly workload: Workload;
  readonly serving: Serving;
  readonly upstreams: Upstreams;
  /**
   * Stores the newest output of a revision's pods that do not push it, for a caller that reads the log. Without a
   * revision, uses the deployment's active revision.
   */
  readonly refreshLog: RefreshLog;
  /** Opens links to the workers of revisions built from code. */
  readonly connect: NonNullable<LiveWorkers['connect']>;
  readonly isIdle: NonNullable<LiveWorkers['isIdle']>;
  /** Requests the cluster's version. Rejects with the problem and a hint if the cluster does not respond. */
  readonly checkCluster: () => Promise<string>;
  readonly isBuildPod: IsBuildPod;
  /** Starts the repeated removal of objects that other replicas left in the cluster. */
  start(): void;
  close(): Promise<void>;
}

/**
 * Connects to the cluster. The pods of the active revision serve requests even after this process has ended.
 * @throws UsageError if the cluster cannot be used.
 */
export async function openPodRuntime(options: PodRuntimeOptions): Promise<PodRuntime> {
  const { store, log } = options;
  const closing = new AbortController();
  const pins = openImagePins(options);
  const cluster = await openPodCluster(options);
  const { client } = cluster;
  const informers = createInformers({ client, plane: cluster.plane });
  const services = createAgentServices(cluster, store);
  const authority = createPlaneAuthority(store);
  const openLog = logOpener(options);
  const namespaces = () => namespacesOfAgents(cluster, store);
  const pods = { client, informers, plane: cluster.plane, namespaces };
  const output = createPodOutputReader({ ...options, ...pods, openLog });
  const shared = { ...options, authority, cluster, informers, services, output, closing: closing.signal };
  const builds = createBuildPods(shared);
  const background = createBackground(log);
  const removal = createRemoval({ ...options, cluster, services, signal: background.signal });
  const place = createKubernetesPlace({ ...shared, removal });
  const context: PodContext = { ...shared, pins, builds, background, removal, place };
  const workload = createPodWorkload(context);
  const sweeper = createSweeper({
    ...context,
    sweepBuilds: (namespace) => builds.sweepBuilds(namespace),
    relaunch: (deployment, revision) => relaunch(context, workload, deployment, revision),
  });
  const scaler = createRunScaler({ ...context, namespaces, idleMs: options.config.idleMs });
  const idleAgents = createIdleAgents(context);
  const statusReporter = createStatusReporter({ ...context });
  const budget = createFrameBudget();
  const decoder = createFrameDecoder();
  const { live, storeCallsOf, answerAgent } = options;
  const workers = createPodWorkers({
    live,
    storeCallsOf,
    answerAgent,
    log,
    metrics: options.metrics,
    warn: createWarn(openLog, log),
    dial: (dialed) => dialPod({ ...dialed, budget, decoder }),
    async serving(deploymentId) {
      const deployment = await store.deployments.findById(deploymentId);
      const revision = deployment && (await activeRevisionOf(store, deployment));
      return (
        revision && {
          revisionId: revision.id,
          isLinked: !revision.bringsServer,
          pods: place.find(deployment, revision),
          idle: idleAgents.of(deployment, revision),
        }
      );
    },
    tokenOf: (revisionId) => store.agentTokens.find(revisionId),
  });
  return {
    workload,
    serving: {
      ...createPodServing(context),
      // Resolves once all log lines that were read from the cluster are stored.
      close: async () => {
        await workers.close();
        await decoder.close();
        await output.close();
      },
      health: () => workers.health(),
    },
    async connect(deploymentId, connectionUse) {
      // Runs connect without a request.
      if (connectionUse === undefined) scaler.wake();
      await workers.connect(deploymentId, connectionUse);
    },
    isIdle: (deploymentId) => workers.isIdle(deploymentId),
    refreshLog: createLogRefresh(context),
    upstreams: createPodUpstreams(place, store),
    checkCluster: () => checkCluster(client, closing.signal),
    isBuildPod: (build, pod) => builds.isBuildPod(build, pod),
    start() {
      // The first request to an agent does not wait for the first list of its pods.
      informers.in(cluster.namespace);
      sweeper.start();
      scaler.start();
      output.start();
    },
    async close() {
      closing.abort(new StepAborted('the control plane is closing'));
      sweeper.close();
      scaler.close();
      await statusReporter.close();
      await idleAgents.close();
      await background.close();
      await pins.close();
      await informers.close();
      await client.close();
    },
  };
}

/** Opens the connections to registries. @throws UsageError if a public key in the settings is invalid. */
function openImagePins({ config, env }: Pick<PodRuntimeOptions, 'config' | 'env'>): ImagePins {
  const rules = config.settings?.images;
  const registry = createRegistryClient({
    networks: rules?.networks ?? [],
    proxies: proxySettings(env),
    credentialsFile: config.registryCredentialsFile,
  });
  return createImagePins({ rules, registry });
}

/** Requests the cluster's version. @throws Error with the problem and a hint if the cluster does not respond. */
async function checkCluster(client: PodCluster['client'], closing: AbortSignal): Promise<string> {
  const found = await client.version(AbortSignal.any([closing, AbortSignal.timeout(CHECK_MS)]));
  if (!found.ok) throw new Error(explain(found.problem));
  return `Kubernetes ${found.value.text} responds`;
}

interface PodContext extends PodRuntimeOptions {
  cluster: PodCluster;
  informers: Informers;
  services: AgentServices;
  pins: ImagePins;
  output: PodOutputReader;
  builds: BuildPods;
  background: Background;
  removal: Removal;
  place: KubernetesPlace;
  closing: AbortSignal;
}

/** Creates the component that starts pods of idle agents, and that records which agents are used. */
function createIdleAgents(context: PodContext) {
  const { config, services, timing } = context;
  const { idleMs } = config;
  const use = idleMs === undefined ? undefined : createAgentUse({ ...context, idleMs });
  const waker = createAgentWaker({ ...context, startMs: timing.healthDeadlineMs + FETCH_MS });
  return {
    /** Returns the functions of a revision that may be idle, or `undefined` for a revision that always has pods. */
    of(deployment: DeploymentRow, revision: RevisionRow): ServingAgent['idle'] {
      const { sourceConfig } = deploymentAtRevision(deployment, revision);
      if (revision.bringsServer || runScaleOf(sourceConfig.deployment_type).min > 0) return undefined;
      const identity = services.identityOf(deployment, revision);
      return {
        recordUse: (request) => use?.record(deployment.id, request?.signal),
        isIdle: () => waker.isIdle(identity),
        wake: (signal) => waker.wake(identity, signal),
      };
    },
    close: async () => use?.close(),
  };
}

/** Creates the workload that builds revisions in pods, and that starts agents as pods. */
function createPodWorkload(context: PodContext): Workload {
  const { cluster, services, builds, place } = context;

  /**
   * Checks the namespace and the references of a job again, because the rules may have changed since the request.
   * @throws StepFailure if the agent is not allowed to run in the namespace, or to use an object there.
   */
  const requirePermitted = async ({ deployment, revision, log, signal }: RevisionJob) => {
    const { namespace } = services.identityOf(deployment, revision);
    const refuse = (why: string) =>
      new StepFailure(`The revision cannot run in the namespace ${namespace} of listener_config: ${why}`);
    if (!cluster.allows(namespace)) throw refuse(explainBounds(context.config));
    const workspaces = await context.store.workspaces.list();
    const ids = workspaces.map(({ id }) => id);
    const binding = bindWorkspace(cluster.settings, deployment.workspaceId, ids);
    if (!binding.allows(namespace)) throw refuse(`${namespaceProblem(binding, namespace)}.`);
    const { sourceConfig, secretReferences } = deployment;
    const settings = { spec: sourceConfig.resource_spec, secretReferences };
    const images = { image: requireImage(revision), spec: sourceConfig.resource_spec };
    const problems = [
      ...referenceProblems(settings, binding, namespace),
      ...imageProblems(images, { all: cluster.settings?.images?.allowed, workspace: binding.images }),
    ];
    if (problems.length > 0) throw new StepFailure(`${describeValidationErrors(problems)}.`);
    const retry = createLoggedRetry(context.clock, log, AbortSignal.any([signal, context.closing]));
    const insecure = expect(await retry(() => cluster.podSecurity(namespace, signal)), log);
    if (insecure !== undefined) throw refuse(insecure);
  };

  return {
    ...builds,
    // A revision from an image does not need a build.
    isBuilt: async (revision) => runsImage(revision) || builds.isBuilt(revision),
    async build(job) {
      // The namespace is checked before the build, because a built revision could not run in a namespace that is not
      // allowed.
      await requirePermitted(job);
      if (requireImage(job.revision) !== undefined) return;
      requireAgentPods(context.config);
      await builds.build(job);
    },
    async launch(job) {
      await requirePermitted(job);
      const digests = await pinImages(context, job);
      const { program, attributes } = await agentProgram(context, job);
      await place.start(withDigests(program, digests), job.log, job.signal);
      await recordPulledImages(context, job, digests);
      return { attributes };
    },
  };
}

/**
 * Returns the digests of the images of a job's revision, and records them before the rollout, so that each later rollout
 * of the revision runs the same images.
 * @throws StepFailure if a rule of the administrators for images is violated.
 */
async function pinImages({ pins }: PodContext, job: RevisionJob): Promise<ImageDigests> {
  const { deployment, revision, log, signal } = job;
  const spec = deployment.sourceConfig.resource_spec;
  const images = namedImages({ image: requireImage(revision), spec }).map(({ image }) => image);
  const recorded = imageDigestsOf(revision);
  const digests = await pins.pin({ images, recorded, log, signal });
  if (Object.entries(digests).some(([image, digest]) => recorded[image] !== digest)) {
    await job.onImages?.({ ...recorded, ...digests });
  }
  return digests;
}

/** Returns a program whose pods run images by digest. The emulator's own image stays as configured. */
function withDigests(given: PodProgram, digests: ImageDigests): PodProgram {
  const { program, spec } = given;
  const image = program.isOurs === true ? program.image : pinnedImage(program.image, digests);
  return { ...given, program: { ...program, image }, spec: withPinnedImages(spec, digests) };
}

/** Records the digests that a node pulled for the images whose digests were unknown before the rollout. */
async function recordPulledImages(
  { pins, informers, services }: PodContext,
  job: RevisionJob,
  known: ImageDigests,
): Promise<void> {
  const { deployment, revision, log } = job;
  const images = imagesByContainer(requireImage(revision), deployment.sourceConfig.resource_spec);
  if (!pins.observes || [...images.values()].every((image) => Object.hasOwn(known, image))) return;
  const { namespace } = services.identityOf(deployment, revision);
  const pods = informers.in(namespace).pods.indexed(revision.id.toLowerCase());
  const pulled = pulledDigests(pods, images);
  const found = Object.entries(pulled).filter(([image]) => !Object.hasOwn(known, image));
  if (found.length === 0) return;
  for (const [image, digest] of found)
    log.write('deploy', `The node pulled the image ${image} as ${digest}.`);
  await job.onImages?.({ ...imageDigestsOf(revision), ...known, ...Object.fromEntries(found) });
}

/**
 * Rolls out a deployment's active revision again. Writes a failure that the agent developer can fix to the revision's
 * log.
 */
async function relaunch(
  { store, logs, cluster, services, place, closing: signal }: PodContext,
  workload: Workload,
  deployment: DeploymentRow,
  revision: RevisionRow,
): Promise<void> {
  const secrets = await store.revisions.secrets(revision.id);
  const log = logs.open(deployment.name, revision.id, secretValues(deployment, secrets));
  const identity = services.identityOf(deployment, revision);
  const { namespace } = identity;
  const found = await cluster.client.get(DEPLOYMENTS, { namespace, name: revisionName(identity) }, signal);
  // Nothing is done if the revision was already rolled out again, or if the cluster does not respond.
  if (found.ok ? !isOlder(revision, found.value) : found.problem.kind !== 'not-found') return;
  const why = found.ok
    ? 'An older version of the control plane started the pods of the revision'
    : 'The cluster has no objects of this revision';
  log.write('deploy', `${why}. The revision is rolled out again.`, 'WARNING');
  try {
    const at = deploymentAtRevision(deployment, revision);
    const onCommit = () => Promise.resolve();
    const onImages: RevisionJob['onImages'] = async (digests) => {
      await store.revisions.update(revision.id, { config: withImageDigests(revision, digests) });
    };
    await workload.launch({ deployment: at, revision, secrets, log, signal, onCommit, onImages, phases: [] });
    const settled = await services.settle(deployment, namespace, signal);
    if (!settled.ok) log.write('deploy', explain(settled.problem), 'ERROR');
    await place.releaseScale(deployment, revision);
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof StepFailure)) throw error;
    log.write('deploy', error.message, 'ERROR');
  }
}

/** Creates the component that switches Services to new revisions, and that removes the pods of ended revisions. */
function createPodServing(context: PodContext): Pick<Serving, 'switchTo' | 'withdraw' | 'stop'> {
  const { store, clock, timing, services, background, removal, place, closing } = context;

  const find = async (deploymentId: string, revisionId: string) => {
    const deployment = await store.deployments.findById(deploymentId);
    const revision = await store.revisions.get(deploymentId, revisionId);
    return deployment && revision && { deployment, revision };
  };

  return {
    async switchTo({ deploymentId, revisionId }, _worker, signal) {
      const found = await find(deploymentId, revisionId);
      if (found === undefined) throw new StepAborted('the revision no longer exists');
      const { deployment, revision } = found;
      const previous = await activeRevisionOf(store, deployment);
      const identity = services.identityOf(deployment, revision);
      const silent = { write: () => undefined, redact: (text: string) => text };
      const retry = createLoggedRetry(clock, silent, signal);
      const selected = expect(await retry(() => services.select(identity, signal)), silent);
      if (!selected) throw new StepAborted('the revision was ended, or its Service was deleted');
      return {
        restore: async () => {
          const settled = await services.settle(deployment, identity.namespace, closing);
          if (!settled.ok) throw new Error(explain(settled.problem));
        },
        retire() {
          background.run(() => place.releaseScale(deployment, revision));
          if (previous === undefined || previous.id === revisionId) return;
          background.run(async () => {
            // The previous revision has this time to complete its requests.
            await clock.sleep(timing.drainMs, background.signal);
            await place.find(deployment, previous).stop(timing.stopGraceMs);
          });
        },
      };
    },
    async withdraw({ id, deploymentId }) {
      const found = await find(deploymentId, id);
      if (found === undefined) return;
      const { deployment, revision } = found;
      if (isFinal(revision.status) && deployment.activeRevisionId !== id) {
        await place.find(deployment, revision).stop(timing.stopGraceMs);
      }
    },
    stop: (deploymentId) => removal.remove(deploymentId),
  };
}

/** Creates the upstreams for images with their own server, to which the Service of a deployment forwards requests. */
function createPodUpstreams(place: KubernetesPlace, store: Store): Upstreams {
  return {
    answersHealth: true,
    has: (deploymentId) => bringsServer(store, deploymentId),
    async acquire(deploymentId, signal) {
      const deployment = await store.deployments.findById(deploymentId);
      const revision = deployment && (await activeRevisionOf(store, deployment));
      const endpoints = revision && place.find(deployment, revision).endpoints(signal);
      const [found] =
        (await endpoints?.catch((cause: unknown): never => {
          if (!(cause instanceof CredentialError)) throw cause;
          throw new HttpError(503, 'The control plane currently has no credentials for its cluster.', {
            cause,
          });
        })) ?? [];
      if (found?.kind !== 'server') {
        throw new HttpError(503, 'No revision of this deployment is serving yet.', {
          headers: { 'retry-after': '1' },
        });
      }
      const { address, via } = found;
      return { address, authorization: via?.headers?.['authorization'], tls: via?.tls, release: () => {} };
    },
  };
}

/** Returns a function that writes a line to the agent log of a revision. */
function createWarn(openLog: OpenRevisionLog, log: Log): PodWorkersOptions['warn'] {
  return ({ deploymentId, revisionId }, line) => {
    openLog(deploymentId, revisionId).then(
      (revisionLog) => revisionLog?.write('deploy', line, 'WARNING', 'agent'),
      (error: unknown) =>
        log(`a warning could not be written to the log of revision ${revisionId}: ${errorMessage(error)}`),
    );
  };
}

function createLogRefresh({ store, services, cluster, output }: PodContext): PodRuntime['refreshLog'] {
  return async (deploymentId, revisionId) => {
    const deployment = await store.deployments.findById(deploymentId);
    if (deployment === undefined) return;
    const revision =
      revisionId === undefined
        ? await activeRevisionOf(store, deployment)
        : await store.revisions.get(deploymentId, revisionId);
    const identity = revision && services.identityOf(deployment, revision);
    if (identity !== undefined && cluster.allows(identity.namespace)) await output.refresh(identity);
  };
}
