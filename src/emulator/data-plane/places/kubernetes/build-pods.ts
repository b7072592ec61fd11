import { randomBytes } from 'node:crypto';
import type { ServiceClock } from '../../../ports/clock.ts';
import type { KubernetesConfig } from '../../../ports/context.ts';
import { isFinal } from '../../../../contract/statuses.ts';
import { readPlainText, WRITTEN_MAX_BYTES } from '../../../../os/plain-file.ts';
import { retryTransient } from '../../../ports/retry-transient.ts';
import type { BuildRow, Store } from '../../../ports/store.ts';
import { isBuildable, isJob } from '../../../ports/store-control-plane.ts';
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import { hashKey } from '../../../server/authenticate.ts';
import { HttpError } from '../../../server/http-error.ts';
import type { IsBuildPod } from '../../build-pod/access.ts';
import { BUILD_LIMIT_MS, BUILD_VARIABLES } from '../../build-pod/variables.ts';
import { StepAborted, StepFailure } from '../../build/step.ts';
import type { Tarballs } from '../../tarball/tarballs.ts';
import type { Timing } from '../../timing.ts';
import type { RevisionJob, Workload } from '../../workload/workload.ts';
import { requireAgentPods } from './agent-program.ts';
import type { AgentServices } from './agent-service.ts';
import { JOBS, type Manifest, PODS, type Resource, SECRETS } from './api/resources.ts';
import { createBuildReport, observeBuild } from './build-observer.ts';
import { explain, type PodCluster } from './cluster.ts';
import type { Informers } from './informers.ts';
import {
  type BuildIdentity,
  buildJob,
  buildName,
  type BuildRequest,
  buildSecret,
  readBuildLabels,
} from './plan/build-job.ts';
import type { BuildVerdict } from './plan/evaluate-build.ts';
import { type Owner, readLabels } from './plan/objects.ts';
import { placePods } from './plan/placement.ts';
import { createLoggedRetry } from './retry-temporary.ts';
import { expect, lastLines } from './rollout.ts';

export interface BuildPodsOptions {
  cluster: PodCluster;
  informers: Pick<Informers, 'in'>;
  services: Pick<AgentServices, 'ensure' | 'identityOf'>;
  config: Pick<
    KubernetesConfig,
    'agentImage' | 'planeUrl' | 'buildMemory' | 'buildDisk' | 'buildQueue' | 'caFile'
  >;
  store: Pick<Store, 'builds' | 'revisions' | 'deployments'>;
  artifacts: ArtifactStore;
  tarballs: Tarballs;
  clock: ServiceClock;
  timing: Pick<Timing, 'progressMs'>;
  /** Aborts when this replica closes. Builds continue in their pods, and another replica waits for them. */
  closing: AbortSignal;
  log: (line: string) => void;
}

/**
 * Builds revisions from code in separate pods, so an agent's code has no access to the control plane. Each build is a Job,
 * so Kubernetes limits its time, starts another pod if the cluster ends the pod, and finally deletes it.
 */
export interface BuildPods extends Omit<Workload, 'launch'> {
  /** Returns how a built revision serves requests, or `undefined` if the revision is not stored. */
  attributesOf: ArtifactStore['attributesOf'];
  /** Removes the builds in a namespace for which no replica waits. */
  sweepBuilds(namespace: string): Promise<void>;
  isBuildPod: IsBuildPod;
}

/** Interval in milliseconds between two checks for the result of a build in the store. */
const POLL_MS = 250;
/** Maximum number of Jobs for a build. A build needs another Job if another program deletes the Job. */
const JOBS_MAX = 3;
/** Time limit for removing the objects of a build, in milliseconds. */
const REMOVAL_MS = 10_000;
const TOKEN_BYTES = 32;
/** Time limit of a request about the pod that sends a request, in milliseconds. */
const POD_CHECK_MS = 10_000;
/**
 * Kinds of a build's objects, in deletion order. The Job is deleted last, because the Secret is found only by the name
 * of its Job.
 */
const OBJECTS = [SECRETS, JOBS];
/** Kinds of the objects of builds that a replica of an earlier version began. */
const OBJECTS_WITHOUT_JOB = [SECRETS, PODS];
/** Memory request and limit of a build pod, in mebibytes. */
const MEMORY = { least: 1024, most: 4096 };
const DISK = 20_480;

const resourcesOf = ({ buildMemory = MEMORY.most }: BuildPodsOptions['config']) => ({
  requests: { cpu: '500m', memory: `${Math.min(MEMORY.least, buildMemory)}Mi` },
  limits: { memory: `${buildMemory}Mi` },
});

/** Attempt at a build whose end this replica awaits. */
interface Attempt {
  identity: BuildIdentity;
  job: RevisionJob;
  signal: AbortSignal;
}

export function createBuildPods(options: BuildPodsOptions): BuildPods {
  const { artifacts } = options;
  return {
    buildsApart: true,
    isBuilt: ({ id }) => artifacts.has(id),
    attributesOf: (revisionId) => artifacts.attributesOf(revisionId),
    build: (job) => build(options, job),
    sweepBuilds: (namespace) => sweepBuilds(options, namespace),
    isBuildPod: (build, pod) => isBuildPod(options, build, pod),
    discard: (revisionIds) => artifacts.remove(revisionIds),
    // Only stored builds are removed, because builds do not use the disk of this machine.
    prune: () => artifacts.sweep(),
  };
}

/**
 * Builds a revision as a Job, and repeats the build if another program deletes the Job.
 * @throws StepFailure with the reason of a failed build
 * @throws StepAborted if the build was cancelled
 */
async function build(options: BuildPodsOptions, job: RevisionJob): Promise<void> {
  const { services, clock } = options;
  const { deployment, revision } = job;
  if (revision.source === 'internal_source') await options.tarballs.need(revision);
  const signal = AbortSignal.any([job.signal, options.closing]);
  const log = buildLog(job);
  const identity = services.identityOf(deployment, revision);
  const retry = createLoggedRetry(clock, log, signal);
  const owner = expect(await retry(() => services.ensure(identity, signal)), log);
  let attempt: Attempt = { identity: { ...identity, attempt: 0 }, job, signal };
  try {
    let row = await findRunning(options, attempt);
    if (row !== undefined) log.write('build', 'Continuing the build that was already started.');
    for (let count = 1; ; count += 1) {
      row ??= await begin(options, attempt, owner);
      attempt = { ...attempt, identity: { ...identity, attempt: row.attempt } };
      const end = await watch(options, attempt);
      if (end === 'built') return;
      if (count === JOBS_MAX) {
        throw new StepFailure(
          `The Job of the build was deleted ${JOBS_MAX} times, so the build failed. Find out which program deletes it, and deploy again.`,
        );
      }
      log.write('build', 'The build starts again, because its Job was deleted.', 'WARNING');
      await removeObjects(options, attempt.identity, OBJECTS, signal);
      row = undefined;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new StepAborted('this replica stopped waiting for the build', { cause: error });
  } finally {
    // If it is unknown whether another replica waits for the build, the build is left for the sweep.
    const isLeft = signal.aborted && (await isContinued(options, job).catch(() => true));
    if (!isLeft && attempt.identity.attempt > 0)
      await removeObjects(options, attempt.identity, OBJECTS, AbortSignal.timeout(REMOVAL_MS)).catch(
        () => undefined,
      );
  }
}

/** Returns a log for functions that write to a deploy log. The lines of these functions go to the build log. */
const buildLog = ({ log }: RevisionJob) => ({
  write: (_kind: string, message: string, level?: Parameters<typeof log.write>[2]) =>
    log.write('build', message, level),
  redact: (text: string) => log.redact(text),
});

/**
 * Returns the attempt that an earlier replica began, if its Job exists or the attempt has ended. Returns `undefined` if
 * a new attempt is needed.
 */
async function findRunning(
  options: BuildPodsOptions,
  { identity, job, signal }: Attempt,
): Promise<BuildRow | undefined> {
  const { cluster, store, artifacts, clock } = options;
  const row = await retryTransient(() => store.builds.find(identity.revisionId), { signal });
  if (row === undefined) return undefined;
  // The build failed while no replica waited. For a deployed revision, a failed build is repeated, because an earlier
  // build of the revision succeeded.
  if (row.status === 'failed') return job.revision.status === 'DEPLOYED' ? undefined : row;
  if (row.status === 'built' && (await artifacts.has(identity.revisionId))) return row;
  const begun = { ...identity, attempt: row.attempt };
  const log = buildLog(job);
  if (isJob(row)) {
    const at = { namespace: identity.namespace, name: buildName(begun) };
    const retry = createLoggedRetry(clock, log, signal);
    const found = await retry(() => cluster.client.get(JOBS, at, signal));
    if (found.ok && row.status === 'running') return row;
    if (!found.ok && found.problem.kind !== 'not-found') expect(found, log);
  } else if (row.status === 'running') {
    log.write('build', 'The build starts again as a Job, because a replica of an earlier version began it.');
  }
  await removeObjects(options, begun, isJob(row) ? OBJECTS : OBJECTS_WITHOUT_JOB, signal);
  return undefined;
}

/**
 * Returns the additional certificates for builds, read anew for each build, because the file changes when certificates
 * are renewed.
 */
async function readCertificates({ caFile }: BuildPodsOptions['config']): Promise<string | undefined> {
  if (caFile === undefined) return undefined;
  return readPlainText(caFile, { maxBytes: WRITTEN_MAX_BYTES }).catch((cause: unknown) => {
    throw new StepFailure(
      `The control plane could not read the certificates for builds in ${caFile} (EMULATOR_CA_FILE). Restore the file.`,
      { cause },
    );
  });
}

/** Creates the Secret and the Job of a new attempt. */
async function begin(
  options: BuildPodsOptions,
  { identity, job, signal }: Attempt,
  owner: Owner,
): Promise<BuildRow> {
  const { store, clock } = options;
  const { client } = options.cluster;
  const { agentImage, planeUrl } = requireAgentPods(options.config);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  job.log.addSecrets([token]);
  const begun = () => store.builds.begin(identity.revisionId, hashKey(token));
  const row = await retryTransient(begun, { signal });
  const request: BuildRequest = {
    identity: { ...identity, attempt: row.attempt },
    owner,
    image: agentImage,
    variables: Object.values(BUILD_VARIABLES),
    imagePullSecrets: job.deployment.sourceConfig.resource_spec?.image_pull_secrets ?? [],
    placed: placePods(options.cluster.settings, job.deployment.workspaceId, 'builds'),
    certificates: await readCertificates(options.config),
    resources: resourcesOf(options.config),
    disk: `${options.config.buildDisk ?? DISK}Mi`,
    deadlineMs: BUILD_LIMIT_MS,
    queue: options.config.buildQueue,
  };
  const variables = { [BUILD_VARIABLES.planeUrl]: planeUrl, [BUILD_VARIABLES.token]: token };
  const log = buildLog(job);
  const retry = createLoggedRetry(clock, log, signal);
  const { namespace } = identity;
  /**
   * Creates an object, and replaces an existing object of the same name. The number of an attempt is used only once, so an
   * existing object comes from another program, or from an earlier request without a response.
   */
  const createNew = async (resource: Resource, object: Manifest) => {
    const create = () => retry(() => client.create(resource, namespace, object, signal));
    const created = await create();
    if (created.ok || created.problem.kind !== 'exists') return expect(created, log);
    const at = { namespace, name: object.metadata.name };
    expect(await retry(() => client.delete(resource, at, signal)), log);
    return expect(await create(), log);
  };
  try {
    // The Secret is created before the Job, because a pod without its Secret cannot start.
    await createNew(SECRETS, buildSecret(request, variables));
    await createNew(JOBS, buildJob(request));
  } catch (error) {
    await removeObjects(options, request.identity, OBJECTS, AbortSignal.timeout(REMOVAL_MS)).catch(
      () => undefined,
    );
    throw error;
  }
  log.write('build', `Building in the namespace ${namespace}, in the Job ${buildName(request.identity)}`);
  return row;
}

/**
 * Waits for the end of an attempt. Resolves to `deleted` if another program deleted the Job of the attempt.
 * @throws StepFailure with the reason of a failed build
 * @throws StepAborted if the build was cancelled or replaced
 */
async function watch(options: BuildPodsOptions, attempt: Attempt): Promise<'built' | 'deleted'> {
  const { store, clock, timing } = options;
  const { identity, job, signal } = attempt;
  const log = buildLog(job);
  const observer = observeBuild({ ...options, client: options.cluster.client }, { identity, log, signal });
  const report = createBuildReport(log);
  let reportedCommit = job.revision.config.repo_commit_sha ?? null;
  /** Time since which the Job may run, but no pod has requested the job. */
  let waitingSince = clock.elapsed();
  for (;;) {
    // The Job is observed before the result is read, because a pod sends its result before it exits.
    const verdict = await observer.observe();
    const row = await retryTransient(() => store.builds.find(identity.revisionId), { signal });
    if (row?.attempt !== identity.attempt) throw new StepAborted('the build was replaced');
    if (row.commitSha !== null && row.commitSha !== reportedCommit) {
      const sha = row.commitSha;
      await retryTransient(() => job.onCommit(sha), { signal });
      reportedCommit = sha;
    }
    if (row.status === 'built') return 'built';
    if (row.status === 'failed') throw new StepFailure(row.message ?? 'The build failed.');
    if (verdict === 'deleted') return 'deleted';
    if (verdict?.kind === 'failed') await fail(options, attempt, verdict);
    if (verdict?.kind === 'waiting') report.write(verdict);
    const isSuspended = verdict?.kind === 'waiting' && verdict.isSuspended;
    if (isSuspended || observer.isWorking(row)) waitingSince = clock.elapsed();
    if (clock.elapsed() - waitingSince > timing.progressMs) {
      const seconds = Math.round(timing.progressMs / 1000);
      const why =
        report.lastDetail() ??
        `Check that pods of the namespace ${identity.namespace} can reach the control plane at ${options.config.planeUrl}.`;
      const logs = observer.logSource();
      const reason = `The build did not request its job from the control plane within ${seconds} s. ${why}`;
      await fail(options, attempt, { kind: 'failed', reason, logs });
    }
    await clock.sleep(POLL_MS, signal);
  }
}

async function fail(
  { cluster }: BuildPodsOptions,
  { identity, job, signal }: Attempt,
  { reason, logs }: Extract<BuildVerdict, { kind: 'failed' }>,
): Promise<never> {
  // The message contains the pod's last line of output, because the pod may have printed the failure reason without
  // sending it.
  const lines = logs === undefined ? [] : await lastLines(cluster.client, identity.namespace, logs, signal);
  const last = lines.findLast(({ text }) => text.trim() !== '')?.text.trim();
  const more =
    last === undefined || reason.includes(last) ? '' : ` Last line of output: ${last.slice(0, 500)}`;
  throw new StepFailure(job.log.redact(`${reason}${more}`));
}

/** Returns whether the revision is still in progress, so this or another replica will wait for the build again. */
async function isContinued({ store }: BuildPodsOptions, { revision }: RevisionJob): Promise<boolean> {
  const row = await store.revisions.get(revision.deploymentId, revision.id);
  const deployment = await store.deployments.findById(revision.deploymentId);
  return row !== undefined && !isFinal(row.status) && deployment?.status !== 'AWAITING_DELETE';
}

async function removeObjects(
  { cluster, log }: BuildPodsOptions,
  identity: Pick<BuildIdentity, 'namespace' | 'deploymentId' | 'revisionId' | 'attempt'>,
  kinds: readonly Resource[],
  signal: AbortSignal,
): Promise<void> {
  const at = { namespace: identity.namespace, name: buildName(identity) };
  for (const resource of kinds) {
    const removed = await cluster.client.delete(resource, at, signal);
    // The sweep deletes the objects again and, at the latest, the deletion of the deployment removes them.
    if (!removed.ok) log(`the objects of a build could not be deleted: ${explain(removed.problem)}`);
  }
}

/** Removes the builds in a namespace for which no replica waits. */
async function sweepBuilds(options: BuildPodsOptions, namespace: string): Promise<void> {
  const { store } = options;
  const { client, plane } = options.cluster;
  const signal = options.closing;
  const { jobs, pods } = options.informers.in(namespace);
  const found = [
    ...jobs.all().map(({ metadata }) => ({ metadata, kinds: OBJECTS })),
    // Pods of Jobs have other names.
    ...pods.all().map(({ metadata }) => ({ metadata, kinds: OBJECTS_WITHOUT_JOB })),
  ];
  for (const { metadata, kinds } of found) {
    const named = readBuildLabels(metadata.labels);
    const deploymentId = readLabels(metadata.labels ?? undefined, plane)?.deploymentId;
    // An object counts as a build only if its name matches too, because any program can set the emulator's labels.
    if (named === undefined || deploymentId === undefined) continue;
    if (metadata.name !== buildName({ ...named, deploymentId })) continue;
    // The row is read after the list of objects, so the row is at least as new as the objects.
    const row = await store.builds.find(named.revisionId);
    const revision = await store.revisions.findById(named.revisionId);
    const isWanted =
      revision !== undefined &&
      isBuildable(revision) &&
      row?.attempt === named.attempt &&
      row.status === 'running' &&
      isJob(row) === (kinds === OBJECTS);
    if (isWanted) continue;
    const at = { namespace, name: metadata.name };
    for (const resource of kinds) {
      const removed = await client.delete(resource, at, signal);
      if (!removed.ok) throw new Error(explain(removed.problem));
    }
  }
}

/**
 * Returns whether a pod belongs to a build's Job and has not ended.
 * @throws HttpError 503 while the cluster does not respond
 */
async function isBuildPod(
  { cluster, services, closing }: BuildPodsOptions,
  { row, deployment, revision }: Parameters<IsBuildPod>[0],
  { name, uid }: Parameters<IsBuildPod>[1],
): Promise<boolean> {
  const identity = services.identityOf(deployment, revision);
  const at = { namespace: identity.namespace, name };
  const signal = AbortSignal.any([closing, AbortSignal.timeout(POD_CHECK_MS)]);
  const found = await cluster.client.get(PODS, at, signal);
  if (!found.ok) {
    if (found.problem.kind === 'not-found') return false;
    throw new HttpError(503, `The cluster does not respond: ${explain(found.problem)}`, {
      headers: { 'retry-after': '1' },
    });
  }
  const { metadata, status } = found.value;
  const job = buildName({ ...identity, attempt: row.attempt });
  const isOwned =
    metadata.ownerReferences?.some((owner) => owner.kind === 'Job' && owner.name === job) === true;
  return metadata.uid === uid && isOwned && status?.phase !== 'Failed' && status?.phase !== 'Succeeded';
}
