import { randomBytes } from 'node:crypto';
import type { ServiceClock } from '../../../ports/clock.ts';
import type { KubernetesConfig } from '../../../ports/context.ts';
import { isFinal } from '../../../../contract/statuses.ts';
import { readPlainText, WRITTEN_MAX_BYTES } from '../../../../os/plain-file.ts';
import { retryTransient } from '../../../ports/retry-transient.ts';
import type { BuildRow, Store } from '../../../ports/store.ts';
import { isBuildable } from '../../../ports/store-control-plane.ts';
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import { hashKey } from '../../../server/authenticate.ts';
import { BUILD_LIMIT_MS, BUILD_VARIABLES } from '../../build-pod/variables.ts';
import { StepAborted, StepFailure } from '../../build/step.ts';
import type { Tarballs } from '../../tarball/tarballs.ts';
import type { Timing } from '../../timing.ts';
import type { RevisionJob, Workload } from '../../workload/workload.ts';
import { requireAgentPods } from './agent-program.ts';
import type { AgentServices } from './agent-service.ts';
import { PODS, SECRETS } from './api/resources.ts';
import { explain, type PodCluster } from './cluster.ts';
import type { Informers } from './informers.ts';
import { eventsOf, toPod } from './observe.ts';
import {
  type BuildIdentity,
  buildName,
  buildPod,
  type BuildRequest,
  buildSecret,
  readBuildLabels,
} from './plan/build-pod.ts';
import { type BuildVerdict, evaluateBuild } from './plan/evaluate-build.ts';
import { type Owner, readLabels } from './plan/objects.ts';
import { placePods } from './plan/placement.ts';
import { createLoggedRetry } from './retry-temporary.ts';
import { expect, lastLines } from './rollout.ts';

export interface BuildPodsOptions {
  cluster: PodCluster;
  informers: Pick<Informers, 'in'>;
  services: Pick<AgentServices, 'ensure' | 'identityOf'>;
  config: Pick<KubernetesConfig, 'agentImage' | 'planeUrl' | 'buildMemory' | 'buildDisk' | 'caFile'>;
  store: Pick<Store, 'builds' | 'revisions' | 'deployments'>;
  artifacts: ArtifactStore;
  tarballs: Tarballs;
  clock: ServiceClock;
  timing: Pick<Timing, 'progressMs'>;
  /** Aborts when this replica closes. Builds continue in their pods, and another replica waits for them. */
  closing: AbortSignal;
  log: (line: string) => void;
}

/** Builds revisions from code in separate pods, so an agent's code has no access to the control plane. */
export interface BuildPods extends Omit<Workload, 'launch'> {
  /** Returns how a built revision serves requests, or `undefined` if the revision is not stored. */
  attributesOf: ArtifactStore['attributesOf'];
  /** Removes the builds in a namespace for which no replica waits. */
  sweepBuilds(namespace: string): Promise<void>;
}

/**
 * Interval in milliseconds between two checks for the result of a build in the store. `POD_POLL_MS` is the interval
 * between two checks of the build's pod.
 */
const POLL_MS = 250;
const POD_POLL_MS = 5_000;
/** Maximum number of pods for a build. A build needs another pod if the cluster loses the pod's node. */
const ATTEMPTS = 3;
/** Time limit for removing the objects of a build, in milliseconds. */
const REMOVAL_MS = 10_000;
const TOKEN_BYTES = 32;
/**
 * Kinds of a build's objects, in deletion order. The pod is deleted last, because the Secret is found only by the name
 * of its pod.
 */
const OBJECTS = [SECRETS, PODS];
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
    discard: (revisionIds) => artifacts.remove(revisionIds),
    // Only stored builds are removed, because builds do not use the disk of this machine.
    prune: () => artifacts.sweep(),
  };
}

/**
 * Builds a revision in a pod, and repeats the build if the cluster ends the pod.
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
      if (end === undefined) return;
      if (count === ATTEMPTS) {
        throw new StepFailure(
          `The cluster ended the pod of the build ${ATTEMPTS} times, so the build failed. Last reason: ${end.lost}`,
        );
      }
      log.write(
        'build',
        job.log.redact(`The build starts again, because its pod ended early. Reason: ${end.lost}`),
        'WARNING',
      );
      await removeAttempt(options, attempt.identity, signal);
      row = undefined;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new StepAborted('this replica stopped waiting for the build', { cause: error });
  } finally {
    // If it is unknown whether another replica waits for the build, the build is left for the sweep.
    const isLeft = signal.aborted && (await isContinued(options, job).catch(() => true));
    if (!isLeft && attempt.identity.attempt > 0)
      await removeAttempt(options, attempt.identity, AbortSignal.timeout(REMOVAL_MS)).catch(() => undefined);
  }
}

/** Returns a log for functions that write to a deploy log. The lines of these functions go to the build log. */
const buildLog = ({ log }: RevisionJob) => ({
  write: (_kind: string, message: string, level?: Parameters<typeof log.write>[2]) =>
    log.write('build', message, level),
  redact: (text: string) => log.redact(text),
});

/**
 * Returns the attempt that an earlier replica began, if its pod exists or the attempt has ended. Returns `undefined` if
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
  const at = { namespace: identity.namespace, name: buildName({ ...identity, attempt: row.attempt }) };
  const retry = createLoggedRetry(clock, buildLog(job), signal);
  const found = await retry(() => cluster.client.get(PODS, at, signal));
  if (found.ok && row.status === 'running') return row;
  if (!found.ok && found.problem.kind !== 'not-found') expect(found, buildLog(job));
  await removeAttempt(options, { ...identity, attempt: row.attempt }, signal);
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

/** Creates the Secret and the pod of a new attempt. */
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
  };
  const variables = { [BUILD_VARIABLES.planeUrl]: planeUrl, [BUILD_VARIABLES.token]: token };
  const log = buildLog(job);
  const retry = createLoggedRetry(clock, log, signal);
  const { namespace } = identity;
  const secret = buildSecret(request, variables);
  const createSecret = () => retry(() => client.create(SECRETS, namespace, secret, signal));
  try {
    const created = await createSecret();
    if (!created.ok && created.problem.kind === 'exists') {
      // Another program may have created the existing Secret. The Secret is replaced, because the pod could otherwise
      // receive another program's variables.
      const at = { namespace, name: secret.metadata.name };
      expect(await retry(() => client.delete(SECRETS, at, signal)), log);
      expect(await createSecret(), log);
    } else expect(created, log);
    const pod = await retry(() => client.create(PODS, namespace, buildPod(request), signal));
    // An existing pod is harmless, because a pod of another program has no token, and therefore never gets the job.
    if (!pod.ok && pod.problem.kind !== 'exists') expect(pod, log);
  } catch (error) {
    await removeAttempt(options, request.identity, AbortSignal.timeout(REMOVAL_MS)).catch(() => undefined);
    throw error;
  }
  log.write('build', `Building in the namespace ${namespace}, in the pod ${buildName(request.identity)}`);
  return row;
}

/**
 * Waits for the end of an attempt. Returns the reason if the cluster ended the attempt's pod.
 * @throws StepFailure with the reason of a failed build
 * @throws StepAborted if the build was cancelled or replaced
 */
async function watch(options: BuildPodsOptions, attempt: Attempt): Promise<{ lost: string } | undefined> {
  const { store, clock, timing } = options;
  const { identity, job, signal } = attempt;
  const startedAt = clock.elapsed();
  let reportedCommit = job.revision.config.repo_commit_sha ?? null;
  let detail: string | undefined;
  let nextPodCheckAt = startedAt;
  for (;;) {
    // The pod is observed before the result is read, because a pod sends its result before it exits.
    const isPodCheckDue = clock.elapsed() >= nextPodCheckAt;
    const verdict = isPodCheckDue ? await observePod(options, attempt) : undefined;
    if (isPodCheckDue) nextPodCheckAt = clock.elapsed() + POD_POLL_MS;
    const row = await retryTransient(() => store.builds.find(identity.revisionId), { signal });
    if (row?.attempt !== identity.attempt) throw new StepAborted('the build was replaced');
    if (row.commitSha !== null && row.commitSha !== reportedCommit) {
      const sha = row.commitSha;
      await retryTransient(() => job.onCommit(sha), { signal });
      reportedCommit = sha;
    }
    if (row.status === 'built') return undefined;
    if (row.status === 'failed') throw new StepFailure(row.message ?? 'The build failed.');
    if (isPodCheckDue) {
      if (verdict === undefined) return { lost: 'The pod was deleted.' };
      if (verdict.kind === 'lost') return { lost: verdict.reason };
      if (verdict.kind === 'failed') await fail(options, attempt, verdict);
      else if (verdict.kind === 'waiting' && verdict.detail !== undefined && verdict.detail !== detail) {
        detail = verdict.detail;
        job.log.write('build', job.log.redact(detail));
      }
    }
    const elapsed = clock.elapsed() - startedAt;
    if (row.startedAt === null && elapsed > timing.progressMs) {
      const seconds = Math.round(timing.progressMs / 1000);
      const why =
        detail ??
        `Check that pods of the namespace ${identity.namespace} can reach the control plane at ${options.config.planeUrl}.`;
      const logs = { pod: buildName(identity), container: 'build', previous: false };
      const reason = `The build did not request its job from the control plane within ${seconds} s. ${why}`;
      await fail(options, attempt, { kind: 'failed', reason, logs });
    }
    await clock.sleep(POLL_MS, signal);
  }
}

/** Returns the verdict on an attempt's pod, or `undefined` if the pod does not exist. */
async function observePod(
  { cluster, informers, clock }: BuildPodsOptions,
  { identity, job, signal }: Attempt,
): Promise<BuildVerdict | undefined> {
  const { client } = cluster;
  const { namespace } = identity;
  const log = buildLog(job);
  const retry = createLoggedRetry(clock, log, signal);
  const name = buildName(identity);
  const objects = informers.in(namespace);
  expect(await retry(() => objects.ready(signal)), log);
  let pod = objects.pods.get(name);
  if (pod === undefined) {
    // The watch may report the pod later than its creation, so only the API server knows whether the pod exists.
    const found = await retry(() => client.get(PODS, { namespace, name }, signal));
    if (!found.ok) return found.problem.kind === 'not-found' ? undefined : expect(found, log);
    pod = found.value;
  }
  return evaluateBuild(toPod(pod), eventsOf(objects, [pod]), client.clusterNow());
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

async function removeAttempt(
  { cluster, log }: BuildPodsOptions,
  identity: Pick<BuildIdentity, 'namespace' | 'deploymentId' | 'revisionId' | 'attempt'>,
  signal: AbortSignal,
): Promise<void> {
  const at = { namespace: identity.namespace, name: buildName(identity) };
  for (const resource of OBJECTS) {
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
  for (const { metadata } of options.informers.in(namespace).pods.all()) {
    const named = readBuildLabels(metadata.labels);
    const deploymentId = readLabels(metadata.labels ?? undefined, plane)?.deploymentId;
    // A pod counts as a build only if its name matches too, because any program can set the emulator's labels.
    if (named === undefined || deploymentId === undefined) continue;
    if (metadata.name !== buildName({ ...named, deploymentId })) continue;
    // The row is read after the list of pods, so the row is at least as new as the pods.
    const row = await store.builds.find(named.revisionId);
    const revision = await store.revisions.findById(named.revisionId);
    const isWanted =
      revision !== undefined &&
      isBuildable(revision) &&
      row?.attempt === named.attempt &&
      row.status === 'running';
    if (isWanted) continue;
    const at = { namespace, name: metadata.name };
    for (const resource of OBJECTS) {
      const removed = await client.delete(resource, at, signal);
      if (!removed.ok) throw new Error(explain(removed.problem));
    }
  }
}
