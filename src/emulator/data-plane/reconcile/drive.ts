import { deploymentAtRevision } from '../../ports/revision-settings.ts';
import type { DeploymentRow, RevisionRow } from '../../ports/store.ts';
import type { AnyWorker } from '../../ports/worker.ts';
import { isFinal } from '../../../contract/statuses.ts';
import { DISK_FULL } from '../build/free-space.ts';
import { StepAborted, StepFailure } from '../build/step-failure.ts';
import { isDiskFull } from '../../store/retry-transient.ts';
import { errorCode } from '../process/error-code.ts';
import type { RevisionJob } from '../workload/workload.ts';
import type { RevisionDependencies } from './drive-deps.ts';
import { chooseStartStage } from './entry.ts';
import { leaseRevision, type RevisionLease } from './hold.ts';
import type { RevisionLog } from './revision-log.ts';
import { runStage, StageFailure } from './stage-runner.ts';
import { failureStatusOf, logKindOf, type Stage } from './stages.ts';
import { secretValues, switchToRevision } from './take-over.ts';

/**
 * Takes one revision as far as it goes now: to its end, or into the queue. False, and nothing done: somebody else has it.
 * `signal` gives the work up; with `closing()` true the revision is put back into the queue for the next start.
 */
export async function advanceRevision(
  deps: RevisionDependencies,
  deployment: DeploymentRow,
  revisionId: string,
  signal: AbortSignal,
  closing: () => boolean,
): Promise<boolean> {
  const hold = await leaseRevision(deps, revisionId, signal);
  if (!hold) return false;
  try {
    await driveHeld(deps, deployment, hold, signal, closing);
  } finally {
    await hold.release();
  }
  return true;
}

async function driveHeld(
  deps: RevisionDependencies,
  deployment: DeploymentRow,
  hold: RevisionLease,
  signal: AbortSignal,
  closing: () => boolean,
): Promise<void> {
  const over = AbortSignal.any([signal, hold.lost]);
  const revision = hold.row();
  const secrets = await deps.store.revisions.secrets(revision.id);
  const log = deps.logs.open(revision.id, secretValues(deployment, secrets));
  const job: RevisionJob = {
    deployment: deploymentAtRevision(deployment, revision),
    revision,
    secrets,
    log,
    signal: over,
    onCommit: async (sha) => {
      await hold.write({ config: { ...hold.row().config, repo_commit_sha: sha } });
      job.revision = hold.row();
    },
  };
  try {
    await advance(deps, hold, job);
  } catch (error) {
    if (error instanceof StageFailure) await fail(deps, hold, log, error);
    else if (!(error instanceof StepAborted)) throw error;
    else if (closing() && !hold.lost.aborted) await putBack(hold);
    else await discardEnded(deps, hold.row());
  } finally {
    await log.flush();
  }
}

async function advance(deps: RevisionDependencies, hold: RevisionLease, job: RevisionJob): Promise<void> {
  const stages: Stage[] = ['AWAITING_BUILD', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING'];
  const at = await chooseStartStage(deps, hold, job);
  if (at === undefined) return;
  const run = <T>(stage: Stage, work: () => Promise<T>): Promise<T> =>
    runStage(deps, hold, { stage, deploymentName: job.deployment.name, signal: job.signal }, work);
  let worker: AnyWorker | undefined;
  try {
    for (const stage of stages.slice(stages.indexOf(at))) {
      await run(stage, async () => {
        job.revision = hold.row();
        if (stage === 'BUILDING') await deps.workload.build(job);
        if (stage === 'DEPLOYING') {
          worker = await deps.workload.launch(job);
          await flap(deps, job);
        }
        // What the work said can be read while the rest of a declared duration passes.
        await job.log.flush();
      });
    }
    await run('DEPLOYED', () => Promise.resolve());
    await switchToRevision(deps, hold, job, worker);
  } catch (error) {
    await worker?.stop(0);
    throw error;
  }
}

/** Lets the health check fail as often as a fault rule says. */
async function flap(
  { faults, clock, healthRetryMs, healthDeadlineMs }: RevisionDependencies,
  job: RevisionJob,
): Promise<void> {
  const { deployment, log, signal } = job;
  const times = faults.decide(deployment.name, 'DEPLOYING', job.revision.id)?.flap ?? 0;
  for (let count = 1; count <= times; count += 1) {
    log.write('deploy', `Health check failed (${count}).`, 'WARNING');
    if (count * healthRetryMs > healthDeadlineMs) {
      throw new StepFailure(`The agent did not become healthy within ${healthDeadlineMs / 1000} s.`);
    }
    await log.flush();
    await clock.sleep(healthRetryMs, signal);
  }
}

async function fail(
  deps: RevisionDependencies,
  hold: RevisionLease,
  log: RevisionLog,
  failure: StageFailure,
): Promise<void> {
  const { stage } = failure;
  const { id } = hold.row();
  const message = log.redact(await reasonOf(deps, id, failure));
  const discard = () => deps.workload.discard([id]);
  // What was built so far may be what fills the disk, on which the reason is to be kept.
  if (failureStatusOf(stage) === 'BUILD_FAILED') await discard();
  log.write(logKindOf(stage), message, 'ERROR');
  // Whoever sees the failure finds its reason in the log.
  await log.flush();
  try {
    const verdict = { status: failureStatusOf(stage), statusMessage: message };
    await hold.write(verdict, { makeRoom: discard, patient: true });
  } catch (error) {
    if (!(error instanceof StepAborted)) throw error;
  }
  await discard();
}

async function reasonOf(
  { workload, log }: RevisionDependencies,
  revisionId: string,
  { stage, cause, message }: StageFailure,
): Promise<string> {
  if (isDiskFull(cause) || ['ENOSPC', 'EDQUOT'].includes(errorCode(cause) ?? '')) return DISK_FULL;
  if (cause instanceof StepFailure) {
    return !message.includes(DISK_FULL) && (await workload.isDiskFull())
      ? `${message} ${DISK_FULL}`
      : message;
  }
  log(
    `revision ${revisionId}, ${stage}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
  );
  return `An error of the emulator itself: ${message}`;
}

/** A revision that somebody else ended, not us, leaves nothing behind either. */
async function discardEnded(
  { store, workload }: RevisionDependencies,
  { deploymentId, id }: RevisionRow,
): Promise<void> {
  const now = await store.revisions.get(deploymentId, id);
  if (now === undefined || (isFinal(now.status) && now.status !== 'DEPLOYED')) await workload.discard([id]);
}

async function putBack(hold: RevisionLease): Promise<void> {
  const { status } = hold.row();
  if (status === 'CREATING' || status === 'QUEUED') return;
  await hold.write({ status: 'QUEUED', statusMessage: null });
}
