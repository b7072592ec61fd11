import { isFinal } from '../../../contract/statuses.ts';
import { errorCode } from '../../../os/errors.ts';
import type { LifecycleFault, LifecycleFaults } from '../../ports/faults.ts';
import { deploymentAtRevision } from '../../ports/revision-settings.ts';
import type { DeploymentRow, Repositories, RevisionRow, Store } from '../../ports/store.ts';
import type { TaskClock } from '../../ports/time.ts';
import type { AnyWorker } from '../../ports/worker.ts';
import { isDiskFull, retryTransient } from '../../store/retry-transient.ts';
import { DISK_FULL } from '../build/disk.ts';
import { StepAborted, StepFailure } from '../build/step.ts';
import type { Gateway } from '../serving/gateway.ts';
import type { Serving, ServingRevision } from '../serving/serving.ts';
import type { RevisionJob, Workload } from '../workload/workload.ts';
import { type LeaseOptions, leaseRevision, type RevisionLease } from './lease.ts';
import { admit, failureStatusOf, firstStage, logKindOf, planRecovery, type Stage } from './plan.ts';
import type { RevisionLog, RevisionLogs } from './revision-log.ts';

/** What advancing a revision takes. */
export interface RevisionDependencies extends StageDependencies, LeaseOptions {
  store: Store;
  clock: TaskClock;
  workload: Workload;
  serving: Serving;
  gateway: Gateway;
  logs: RevisionLogs;
  /** Between two health checks of an agent that is not healthy yet, in milliseconds. */
  healthRetryMs: number;
  healthDeadlineMs: number;
  /** How many revisions are at work at once, at most. */
  maxAtWork: number;
  /** Whether revisions have worker processes (not under stub). */
  hasWorkers: boolean;
}

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

/** Decides where work begins: undefined when the revision waits, or will never run. */
async function chooseStartStage(
  deps: RevisionDependencies,
  hold: RevisionLease,
  job: RevisionJob,
): Promise<Stage | undefined> {
  const { status } = hold.row();
  const { name } = job.deployment;
  if (status === 'CREATING') {
    await runStage(deps, hold, { stage: 'CREATING', deploymentName: name, signal: job.signal }, () =>
      Promise.resolve(),
    );
    return askForSlot(deps, hold, job);
  }
  if (status === 'QUEUED') {
    await runStage(deps, hold, { stage: 'QUEUED', deploymentName: name, signal: job.signal }, () =>
      Promise.resolve(),
    );
    return askForSlot(deps, hold, job);
  }
  const { workload } = deps;
  const recovery = planRecovery(hold.row(), await workload.isBuilt(hold.row()));
  if (recovery.kind === 'give-up') {
    const reason = `The emulator ended twice while this revision was ${status}, so it is not tried again. Deploy once more.`;
    throw new StageFailure(recovery.stage, new StepFailure(reason));
  }
  if (hold.row().history.at(-1)?.status === status && status !== recovery.at) {
    job.log.write(
      logKindOf(recovery.at),
      `The emulator ended while this revision was ${status}: it is done once more.`,
      'WARNING',
    );
  }
  return recovery.at;
}

async function askForSlot(
  deps: RevisionDependencies,
  hold: RevisionLease,
  job: RevisionJob,
): Promise<Stage | undefined> {
  const first = firstStage(hold.row().source);
  let granted = false;
  await hold.decide(async (tx, own) => {
    const others = (await tx.revisions.unfinishedOf(own.deploymentId)).filter(({ id }) => id !== own.id);
    const latest = await tx.revisions.list(own.deploymentId, { limit: 100, offset: 0 });
    const admission = admit(
      own,
      others,
      latest.filter(({ seq }) => seq > own.seq),
    );
    switch (admission.kind) {
      case 'wait':
        return own.status === 'QUEUED' ? {} : { status: 'QUEUED' };
      case 'skip':
        return { status: 'SKIPPED', statusMessage: 'A newer revision of the deployment took its place.' };
      case 'run':
        granted = true;
        for (const other of others.filter(({ id }) => admission.skip.includes(id)))
          await skip(tx, other, own, deps);
        return { status: first };
    }
  });
  if (!granted)
    job.log.write('build', `${hold.row().status}: another revision of the deployment is at work.`);
  return granted ? first : undefined;
}

async function skip(
  tx: Pick<Store, 'revisions'>,
  other: RevisionRow,
  own: RevisionRow,
  { clock }: RevisionDependencies,
): Promise<void> {
  const at = clock.now();
  await tx.revisions.update(other.id, {
    status: 'SKIPPED',
    statusMessage: `Revision ${own.id}, which is newer, took its place.`,
    updatedAt: at,
    history: [...other.history, { status: 'SKIPPED', at }],
  });
}

export interface StageDependencies {
  /** Time stands still except while the stage sleeps on it, or pauses. */
  clock: TaskClock;
  faults: LifecycleFaults;
  /** Resolves at the next poke; rejects when aborted. */
  pause: (signal: AbortSignal) => Promise<void>;
}

/** A stage failed: the revision becomes what `failureOf` says. */
class StageFailure extends Error {
  override readonly name = 'StageFailure';
  readonly stage: Stage;

  constructor(stage: Stage, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.stage = stage;
  }
}

/**
 * Takes a revision through one stage: its status is shown, its work is done, and whatever the fault rules have in store
 * for the stage happens (DESIGN §8 "faults").
 * @throws StageFailure, or StepAborted when the revision is no longer to be advanced.
 */
async function runStage<T>(
  deps: StageDependencies,
  hold: RevisionLease,
  options: { stage: Stage; deploymentName: string; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  const { stage, deploymentName, signal } = options;
  const { clock } = deps;
  const rule = () => deps.faults.decide(deploymentName, stage, hold.row().id);
  try {
    const shown = rule()?.status ?? stage;
    // The last stage is shown by the switch itself, unless a rule shows something in its place.
    if (shown !== 'DEPLOYED') await showStatus(hold, shown);
    const since = clock.elapsed();
    await holdBack(deps, rule, signal);
    const result = await work();
    const left = (rule()?.durationMs ?? 0) - (clock.elapsed() - since);
    if (left > 0) await clock.sleep(left, signal);
    await holdBack(deps, rule, signal);
    const reason = rule()?.fail;
    if (reason !== undefined) throw new StepFailure(reason);
    return result;
  } catch (error) {
    if (signal.aborted) throw new StepAborted('given up', { cause: error });
    throw error instanceof StepAborted ? error : new StageFailure(stage, error);
  }
}

/** Writes a status; a text of the rules that is final ends the revision there. */
async function showStatus(hold: RevisionLease, status: string): Promise<void> {
  if (hold.row().status !== status) await hold.write({ status, statusMessage: null });
  if (isFinal(status)) throw new StepAborted(`a fault rule ended the revision as ${status}`);
}

/** Waits for as long as a rule stalls the stage. */
async function holdBack(
  { pause }: StageDependencies,
  rule: () => LifecycleFault | undefined,
  signal: AbortSignal,
): Promise<void> {
  while (rule()?.stall === true) await pause(signal);
}

/** The switch: new requests go to the new revision first, then the world is told, then the old one is let go. */
async function switchToRevision(
  deps: RevisionDependencies,
  hold: RevisionLease,
  job: RevisionJob,
  worker: AnyWorker | undefined,
): Promise<void> {
  const { deployment, revision, log } = job;
  // A port of its own is kept with the deployment, and that takes room.
  await retryTransient(() => deps.gateway.open(deployment.id), { signal: job.signal });
  const replaced = deps.serving.switchTo(
    toServingRevision(deps, deployment, hold.row(), worker !== undefined),
    worker,
  );
  log.write('deploy', `Revision ${revision.id} serves the deployment.`);
  await log.flush();
  try {
    const change = { activeRevisionId: revision.id, updatedAt: deps.clock.now() };
    const together = (tx: Repositories) => tx.deployments.update(deployment.id, change);
    // Told with the switch: whoever is asked next, on any emulator, knows who is to answer.
    const bringsServer = worker?.address !== undefined;
    await hold.write({ status: 'DEPLOYED', statusMessage: null, bringsServer }, { together, patient: true });
  } catch (error) {
    await replaced.restore();
    log.write('deploy', 'It was given up at the switch: what served before serves again.', 'WARNING');
    throw error;
  }
  replaced.retire();
}

/** How a revision is kept served: its worker is started again, from its artifact, under the same name. */
export function toServingRevision(
  deps: Pick<RevisionDependencies, 'workload' | 'store' | 'logs'>,
  deployment: DeploymentRow,
  revision: RevisionRow,
  hasWorker: boolean,
): ServingRevision {
  const log = deps.logs.open(revision.id, []);
  const start = async (signal: AbortSignal): Promise<AnyWorker> => {
    const secrets = await deps.store.revisions.secrets(revision.id);
    deps.logs.open(revision.id, secretValues(deployment, secrets));
    const worker = await deps.workload.launch({
      deployment: deploymentAtRevision(deployment, revision),
      revision,
      secrets,
      log,
      signal,
      onCommit: () => Promise.resolve(),
    });
    if (!worker) throw new StepFailure('There is no worker to start.');
    return worker;
  };
  return {
    deploymentId: deployment.id,
    revisionId: revision.id,
    log: (message, level) => log.write('deploy', message, level),
    ...(hasWorker ? { start } : {}),
  };
}

/** Texts that must not appear in a revision's log: its secrets, and the credentials in its repository's URL. */
function secretValues(deployment: DeploymentRow, secrets: readonly { value: string }[]): string[] {
  const userInfo =
    /^[a-z][a-z0-9+.-]*:\/\/([^/@]*)@/i.exec(deployment.sourceConfig.repo_url ?? '')?.[1] ?? '';
  return [...secrets.map(({ value }) => value), ...userInfo.split(':')].filter((text) => text !== '');
}
