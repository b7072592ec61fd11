import { isFinal } from '../../../contract/statuses.ts';
import { errorMessage, errorCode } from '../../../os/errors.ts';
import type { LifecycleFaults } from '../../ports/faults.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { Replica } from '../../ports/replica.ts';
import { deploymentAtRevision, withImageDigests } from '../../ports/store-control-plane.ts';
import type { DeploymentRow, Repositories, RevisionRow } from '../../ports/store.ts';
import type { TaskClock } from '../../ports/clock.ts';
import type { AnyWorker } from '../../ports/worker.ts';
import { retryTransient } from '../../ports/retry-transient.ts';
import { isDiskFull } from '../../ports/store-errors.ts';
import { DISK_FULL } from '../build/disk.ts';
import { StepAborted, StepFailure } from '../build/step.ts';
import type { Gateway } from '../serving/gateway.ts';
import type { Timing } from '../timing.ts';
import type { Serving, ServingRevision } from '../serving/serving.ts';
import type { Launched, RevisionJob, Workload } from '../workload/workload.ts';
import { type LeaseOptions, leaseRevision, type RevisionLease } from './lease.ts';
import { admit, failureStatusOf, firstStage, logKindOf, planRecovery, type Stage } from './plan.ts';
import type { RevisionLog, RevisionLogs } from './revision-log.ts';
import { describeTimeline } from './timeline.ts';

export interface ReconcilerDependencies extends LeaseOptions {
  timing: Timing;
  /** Virtual clock, whose time advances only while a stage sleeps on it or calls `pause`. */
  clock: TaskClock;
  replica: Replica;
  faults: LifecycleFaults;
  workload: Workload;
  serving: Serving;
  /** Ports of deployments, or `undefined` if deployments have no ports on this machine. */
  gateway: Gateway | undefined;
  logs: RevisionLogs;
  /** Resolves when the reconciler is next woken, or rejects when the signal aborts. */
  pause: (signal: AbortSignal) => Promise<void>;
  /** Maximum number of revisions that are in progress at the same time. */
  maxBuilds: number;
  /** True if revisions have worker processes; false for the runtime `stub`. */
  hasWorkers: boolean;
  /** Records the duration of builds and rollouts. */
  metrics: Metrics;
  /** Called when some stored tarballs may no longer be needed. */
  onUnused: () => void;
}

/**
 * Advances one revision until the revision ends or is queued. Resolves to false, without changing anything, if another
 * replica owns the revision. If `closing()` returns true when `signal` cancels the work, the revision returns to the
 * queue for the next start.
 */
export async function advanceRevision(
  dependencies: ReconcilerDependencies,
  deployment: DeploymentRow,
  revisionId: string,
  signal: AbortSignal,
  closing: () => boolean,
): Promise<boolean> {
  const lease = await leaseRevision(dependencies, revisionId, signal);
  if (!lease) return false;
  try {
    const job = await openJob(dependencies, deployment, lease, signal);
    try {
      await runStages(dependencies, lease, job);
    } catch (error) {
      if (error instanceof StageFailure) await failRevision(dependencies, lease, job.log, error);
      else if (!(error instanceof StepAborted)) throw error;
      else if (closing() && !lease.lost.aborted) await requeue(lease);
      else await discardEnded(dependencies, lease.row());
    } finally {
      await job.log.flush();
    }
  } finally {
    await lease.release();
  }
  return true;
}

async function openJob(
  { store, logs }: ReconcilerDependencies,
  deployment: DeploymentRow,
  lease: RevisionLease,
  signal: AbortSignal,
): Promise<RevisionJob> {
  const revision = lease.row();
  const secrets = await store.revisions.secrets(revision.id);
  const job: RevisionJob = {
    deployment: deploymentAtRevision(deployment, revision),
    revision,
    secrets,
    log: logs.open(deployment.name, revision.id, secretValues(deployment, secrets)),
    signal: AbortSignal.any([signal, lease.lost]),
    phases: [],
    onCommit: async (sha) => {
      await lease.write({ config: { ...lease.row().config, repo_commit_sha: sha } });
      job.revision = lease.row();
    },
    onImages: async (digests) => {
      await lease.write({ config: withImageDigests(lease.row(), digests) });
      job.revision = lease.row();
    },
  };
  return job;
}

/**
 * Runs AWAITING_BUILD → BUILDING → AWAITING_DEPLOY → DEPLOYING → DEPLOYED, starting at the revision's current status.
 */
async function runStages(
  dependencies: ReconcilerDependencies,
  lease: RevisionLease,
  job: RevisionJob,
): Promise<void> {
  const stages: Stage[] = ['AWAITING_BUILD', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING'];
  const first = await chooseFirstStage(dependencies, lease, job);
  if (first === undefined) return;
  const { workload } = dependencies;
  let launched: Launched | undefined;
  try {
    for (const stage of stages.slice(stages.indexOf(first))) {
      await runStage(dependencies, lease, job, stage, async () => {
        job.revision = lease.row();
        if (stage === 'BUILDING') await measure(dependencies, 'build', job, () => workload.build(job));
        if (stage === 'DEPLOYING') {
          await measure(dependencies, 'rollout', job, async () => {
            launched = await workload.launch(job);
            await flapHealth(dependencies, job);
          });
        }
        // The log is stored now, so clients can read it while the rest of a simulated duration passes.
        await job.log.flush();
      });
    }
    await runStage(dependencies, lease, job, 'DEPLOYED');
    await switchToRevision(dependencies, lease, job, launched);
  } catch (error) {
    await launched?.worker?.stop(0);
    throw error;
  }
}

/** Returns the first stage of a revision, or `undefined` if the revision must wait or will never run. */
async function chooseFirstStage(
  dependencies: ReconcilerDependencies,
  lease: RevisionLease,
  job: RevisionJob,
): Promise<Stage | undefined> {
  const { status, history } = lease.row();
  if (status === 'CREATING' || status === 'QUEUED') {
    await runStage(dependencies, lease, job, status);
    return askForSlot(dependencies, lease, job);
  }
  const { workload } = dependencies;
  const recovery = planRecovery(lease.row(), await workload.isBuilt(lease.row()), workload);
  if (recovery.kind === 'give-up') {
    const reason = `The emulator exited twice while this revision was ${status}, so the revision is not retried. Deploy again.`;
    throw new StageFailure(recovery.stage, new StepFailure(reason));
  }
  if (history.at(-1)?.status === status && status !== recovery.at) {
    const notice = `The emulator exited while this revision was ${status}. Retrying.`;
    job.log.write(logKindOf(recovery.at), notice, 'WARNING');
  }
  return recovery.at;
}

/** Returns the first stage if the revision gets the deployment's slot, or else queues or skips the revision. */
async function askForSlot(
  { clock }: ReconcilerDependencies,
  lease: RevisionLease,
  job: RevisionJob,
): Promise<Stage | undefined> {
  const first = firstStage(lease.row().source);
  let granted = false;
  await lease.decide(async (tx, own) => {
    const others = (await tx.revisions.unfinishedOf(own.deploymentId)).filter(({ id }) => id !== own.id);
    const latest = await tx.revisions.list(own.deploymentId, { limit: 100, offset: 0 });
    const newer = latest.filter(({ seq }) => seq > own.seq);
    const admission = admit(own, others, newer);
    switch (admission.kind) {
      case 'wait':
        return own.status === 'QUEUED' ? {} : { status: 'QUEUED' };
      case 'skip':
        return {
          status: 'SKIPPED',
          statusMessage: 'A newer revision of the deployment replaced this revision.',
        };
      case 'run':
        granted = true;
        for (const other of others.filter(({ id }) => admission.skip.includes(id))) {
          const at = clock.now();
          await tx.revisions.update(other.id, {
            status: 'SKIPPED',
            statusMessage: `The newer revision ${own.id} replaced this revision.`,
            updatedAt: at,
            history: [...other.history, { status: 'SKIPPED', at }],
          });
        }
        return { status: first };
    }
  });
  if (granted) return first;
  job.log.write('build', `${lease.row().status}: waiting for another revision of the deployment.`);
  return undefined;
}

/** Thrown when a stage fails. `failureStatusOf` maps the stage to the revision's status. */
class StageFailure extends Error {
  override readonly name = 'StageFailure';
  readonly stage: Stage;

  constructor(stage: Stage, cause: unknown) {
    super(errorMessage(cause), { cause });
    this.stage = stage;
  }
}

/**
 * Runs one stage of a revision: sets its status, does its work, and injects the faults for this stage.
 * @throws StageFailure if the stage fails
 * @throws StepAborted if the revision must no longer be advanced
 */
async function runStage(
  { clock, faults, pause }: ReconcilerDependencies,
  lease: RevisionLease,
  { deployment, signal }: RevisionJob,
  stage: Stage,
  work: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const fault = () => faults.decide(deployment.name, stage, lease.row().id);
  const whileStalled = async () => {
    while (fault()?.stall === true) await pause(signal);
  };
  try {
    const status = fault()?.status ?? stage;
    // `switchToRevision` sets the status DEPLOYED, unless a fault rule sets another status.
    if (status !== 'DEPLOYED') await showStatus(lease, status);
    const startedAt = clock.elapsed();
    await whileStalled();
    await work();
    const left = (fault()?.durationMs ?? 0) - (clock.elapsed() - startedAt);
    if (left > 0) await clock.sleep(left, signal);
    await whileStalled();
    const reason = fault()?.fail;
    if (reason !== undefined) throw new StepFailure(reason);
  } catch (error) {
    if (signal.aborted) throw new StepAborted('cancelled', { cause: error });
    throw error instanceof StepAborted ? error : new StageFailure(stage, error);
  }
}

/** Runs a build or a rollout, and records its duration and outcome. Passes on the errors of `work`. */
async function measure(
  { metrics, clock }: Pick<ReconcilerDependencies, 'metrics' | 'clock'>,
  kind: 'build' | 'rollout',
  { signal }: RevisionJob,
  work: () => Promise<void>,
): Promise<void> {
  const startedAt = clock.elapsed();
  const end = (outcome: 'succeeded' | 'failed' | 'aborted') => {
    metrics.add(`${kind}s_in_progress`, {}, -1);
    metrics.observe(`${kind}_duration_seconds`, { outcome }, (clock.elapsed() - startedAt) / 1_000);
  };
  metrics.add(`${kind}s_in_progress`, {});
  try {
    await work();
  } catch (error) {
    end(signal.aborted || error instanceof StepAborted ? 'aborted' : 'failed');
    throw error;
  }
  end('succeeded');
}

/** Writes a status of the revision. A final status from a fault rule ends the revision. */
async function showStatus(lease: RevisionLease, status: string): Promise<void> {
  if (lease.row().status !== status) await lease.write({ status, statusMessage: null });
  if (isFinal(status)) throw new StepAborted(`a fault rule set the final status ${status}`);
}

/** Simulates failed health checks, as many as a fault rule specifies. */
async function flapHealth(
  { faults, clock, timing }: ReconcilerDependencies,
  { deployment, revision, log, signal }: RevisionJob,
): Promise<void> {
  const { healthRetryMs, healthDeadlineMs } = timing;
  const times = faults.decide(deployment.name, 'DEPLOYING', revision.id)?.flap ?? 0;
  for (let count = 1; count <= times; count += 1) {
    log.write('deploy', `Health check failed (${count}).`, 'WARNING');
    if (count * healthRetryMs > healthDeadlineMs) {
      throw new StepFailure(`The agent did not become healthy within ${healthDeadlineMs / 1000} s.`);
    }
    await log.flush();
    await clock.sleep(healthRetryMs, signal);
  }
}

/**
 * Switches a deployment to a new revision: routes requests to the new revision, updates the store, and lets the old
 * revision complete its requests.
 */
async function switchToRevision(
  dependencies: ReconcilerDependencies,
  lease: RevisionLease,
  { deployment, revision, log, signal, phases }: RevisionJob,
  launched: Launched | undefined,
): Promise<void> {
  // `open` stores the port of the deployment, so `open` is retried if the disk is full.
  const { gateway } = dependencies;
  if (gateway) await retryTransient(() => gateway.open(deployment.id), { signal });
  const next = toServingRevision(dependencies, deployment, lease.row(), launched?.worker !== undefined);
  const previous = await dependencies.serving.switchTo(next, launched?.worker, signal);
  log.write('deploy', `Revision ${revision.id} now serves the deployment.`);
  const { hasWorkers, clock } = dependencies;
  const timeline = hasWorkers ? describeTimeline(lease.row().history, phases, clock.now()) : undefined;
  if (timeline !== undefined) log.write('deploy', timeline);
  await log.flush();
  try {
    const change = { activeRevisionId: revision.id, updatedAt: dependencies.clock.now() };
    const together = (tx: Repositories) => tx.deployments.update(deployment.id, change);
    // The attributes are stored in the transaction that activates the revision, because every replica needs them to
    // serve the revision.
    const attributes = launched?.attributes ?? {
      bringsServer: false,
      bringsAuth: false,
      agentSettings: null,
    };
    await lease.write(
      { status: 'DEPLOYED', statusMessage: null, ...attributes },
      { together, waitsForSpace: true },
    );
  } catch (error) {
    await previous.restore();
    log.write(
      'deploy',
      'The switch to this revision was cancelled, so the previous revision serves the deployment again.',
      'WARNING',
    );
    throw error;
  }
  previous.retire();
}

/** Returns a revision for `serving`, with a function that restarts the revision's worker from the artifact. */
export function toServingRevision(
  dependencies: Pick<ReconcilerDependencies, 'workload' | 'store' | 'logs'>,
  deployment: DeploymentRow,
  revision: RevisionRow,
  hasWorker: boolean,
): ServingRevision {
  const log = dependencies.logs.open(deployment.name, revision.id, []);
  const start = async (signal: AbortSignal): Promise<AnyWorker> => {
    const secrets = await dependencies.store.revisions.secrets(revision.id);
    log.addSecrets(secretValues(deployment, secrets));
    const launched = await dependencies.workload.launch({
      deployment: deploymentAtRevision(deployment, revision),
      revision,
      secrets,
      log,
      signal,
      onCommit: () => Promise.resolve(),
      phases: [],
    });
    if (!launched?.worker) throw new StepFailure('The revision has no agent to start.');
    return launched.worker;
  };
  return {
    deploymentId: deployment.id,
    revisionId: revision.id,
    log: (message, level) => log.write('deploy', message, level),
    ...(hasWorker ? { start } : {}),
  };
}

/** Returns the strings that a revision's log must not show: its secrets, and the credentials in its repository URL. */
export function secretValues(deployment: DeploymentRow, secrets: readonly { value: string }[]): string[] {
  const userInfo =
    /^[a-z][a-z0-9+.-]*:\/\/([^/@]*)@/i.exec(deployment.sourceConfig.repo_url ?? '')?.[1] ?? '';
  return [...secrets.map(({ value }) => value), ...userInfo.split(':')].filter((text) => text !== '');
}

async function failRevision(
  dependencies: ReconcilerDependencies,
  lease: RevisionLease,
  log: RevisionLog,
  failure: StageFailure,
): Promise<void> {
  const { id } = lease.row();
  const status = failureStatusOf(failure.stage);
  const statusMessage = log.redact(await reasonOf(dependencies, id, failure));
  const discard = async () => dependencies.workload.discard?.([id]);
  // If the store is shared, another replica may own the build, so the build is removed only after the store has
  // confirmed that this replica failed the revision.
  const isAlone = !dependencies.replica.isShared;
  // The incomplete build is removed before the failure reason is stored, because it may have filled the disk.
  if (isAlone && status === 'BUILD_FAILED') await discard();
  log.write(logKindOf(failure.stage), statusMessage, 'ERROR');
  // The log is flushed first, so it contains the reason before the status shows the failure.
  await log.flush();
  try {
    await lease.write(
      { status, statusMessage },
      { waitsForSpace: true, ...(isAlone && { makeRoom: discard }) },
    );
  } catch (error) {
    if (!(error instanceof StepAborted)) throw error;
    await discardEnded(dependencies, lease.row());
    return;
  }
  await discard();
  await dependencies.serving.withdraw?.(lease.row());
}

async function reasonOf(
  { workload, log }: ReconcilerDependencies,
  revisionId: string,
  { stage, cause, message }: StageFailure,
): Promise<string> {
  if (isDiskFull(cause) || ['ENOSPC', 'EDQUOT'].includes(errorCode(cause) ?? '')) return DISK_FULL;
  if (cause instanceof StepFailure) {
    const addHint = !message.includes(DISK_FULL) && (await workload.isDiskFull?.()) === true;
    return addHint ? `${message} ${DISK_FULL}` : message;
  }
  const details = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  log(`revision ${revisionId}, ${stage}: ${details}`);
  return `The emulator failed with an internal error: ${message}`;
}

/** Removes the files of a revision that another program has ended. */
async function discardEnded(
  { store, workload, serving }: ReconcilerDependencies,
  revision: RevisionRow,
): Promise<void> {
  const { deploymentId, id } = revision;
  const row = await store.revisions.get(deploymentId, id);
  if (row !== undefined && (!isFinal(row.status) || row.status === 'DEPLOYED')) return;
  await workload.discard?.([id]);
  await serving.withdraw?.(revision);
}

async function requeue(lease: RevisionLease): Promise<void> {
  const { status } = lease.row();
  if (status === 'CREATING' || status === 'QUEUED') return;
  await lease.write({ status: 'QUEUED', statusMessage: null });
}
