import type { Clock } from '../../../clients/clock.ts';
import type { DeploymentRow, RevisionRow, Store } from '../../seams/store.ts';
import type { Worker } from '../../seams/worker.ts';
import { StepAborted, StepFailure } from '../build/step-failure.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Serving } from '../serving/serving.ts';
import type { Job, Workload } from '../workload/workload.ts';
import { holdRevision, type HoldOptions, type RevisionHold } from './hold.ts';
import { admit } from './plan.ts';
import type { RevisionLog, RevisionLogs } from './revision-log.ts';
import { runStage, type StageDeps, StageFailure } from './stage-runner.ts';
import { failureOf, firstStage, logOf, recover, type Stage } from './stages.ts';

export interface DriveDeps extends StageDeps, HoldOptions {
  store: Store;
  clock: Clock;
  workload: Workload;
  serving: Serving;
  gateway: Gateway;
  logs: RevisionLogs;
  /** Between two health checks of an agent that is not healthy yet, in milliseconds. */
  healthRetryMs: number;
  healthDeadlineMs: number;
  /** Whether revisions have worker processes (not under stub). */
  hasWorkers: boolean;
  /** Takes one line for the emulator's own log. */
  log: (line: string) => void;
}

/**
 * Takes one revision as far as it goes now: to its end, or into the queue. False, and nothing done: somebody else has it.
 * `signal` gives the work up; with `closing()` true the revision is put back into the queue for the next start.
 */
export async function driveRevision(
  deps: DriveDeps,
  deployment: DeploymentRow,
  revisionId: string,
  signal: AbortSignal,
  closing: () => boolean,
): Promise<boolean> {
  const hold = await holdRevision(deps, revisionId);
  if (!hold) return false;
  const over = AbortSignal.any([signal, hold.lost]);
  const secrets = await deps.store.revisions.secrets(revisionId);
  const log = deps.logs.open(revisionId, secretTexts(deployment, secrets));
  const job: Job = {
    deployment,
    revision: hold.row(),
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
  } finally {
    await log.flush();
    await hold.release();
  }
  return true;
}

/** Texts that must not appear in a revision's log: its secrets, and the credentials in its repository's URL. */
export function secretTexts(deployment: DeploymentRow, secrets: readonly { value: string }[]): string[] {
  const userInfo =
    /^[a-z][a-z0-9+.-]*:\/\/([^/@]*)@/i.exec(deployment.sourceConfig.repo_url ?? '')?.[1] ?? '';
  return [...secrets.map(({ value }) => value), ...userInfo.split(':')].filter((text) => text !== '');
}

async function advance(deps: DriveDeps, hold: RevisionHold, job: Job): Promise<void> {
  const stages: Stage[] = ['AWAITING_BUILD', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING'];
  const at = await enter(deps, hold, job);
  if (at === undefined) return;
  const run = <T>(stage: Stage, work: () => Promise<T>): Promise<T> =>
    runStage(deps, hold, { stage, deploymentName: job.deployment.name, signal: job.signal }, work);
  let worker: Worker | undefined;
  try {
    for (const stage of stages.slice(stages.indexOf(at))) {
      await run(stage, async () => {
        job.revision = hold.row();
        if (stage === 'BUILDING') await deps.workload.build(job);
        if (stage !== 'DEPLOYING') return;
        worker = await deps.workload.launch(job);
        await flap(deps, job);
      });
      await job.log.flush();
    }
    await run('DEPLOYED', () => Promise.resolve());
    await takeOver(deps, hold, job, worker);
  } catch (error) {
    await worker?.stop(0);
    throw error;
  }
}

/** Decides where work begins: undefined when the revision waits, or will never run. */
async function enter(deps: DriveDeps, hold: RevisionHold, job: Job): Promise<Stage | undefined> {
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
  const recovery = recover(hold.row(), await workload.built(hold.row().id));
  if (recovery.kind === 'give-up') {
    const reason = `The emulator ended twice while this revision was ${status}, so it is not tried again. Deploy once more.`;
    throw new StageFailure(recovery.stage, new StepFailure(reason));
  }
  if (hold.row().history.at(-1)?.status === status && status !== recovery.at) {
    job.log.write(
      logOf(recovery.at),
      `The emulator ended while this revision was ${status}: it is done once more.`,
      'WARNING',
    );
  }
  return recovery.at;
}

async function askForSlot(deps: DriveDeps, hold: RevisionHold, job: Job): Promise<Stage | undefined> {
  const first = firstStage(hold.row().source);
  let granted = false;
  await hold.decide(async (tx, own) => {
    const others = (await tx.revisions.listUnfinished()).filter(
      ({ id, deploymentId }) => deploymentId === own.deploymentId && id !== own.id,
    );
    const admission = admit(own, others);
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
  { clock }: DriveDeps,
): Promise<void> {
  const at = clock.now();
  await tx.revisions.update(other.id, {
    status: 'SKIPPED',
    statusMessage: `Revision ${own.id}, which is newer, took its place.`,
    updatedAt: at,
    history: [...other.history, { status: 'SKIPPED', at }],
  });
}

/** Lets the health check fail as often as a fault rule says. */
async function flap({ faults, clock, healthRetryMs, healthDeadlineMs }: DriveDeps, job: Job): Promise<void> {
  const { deployment, log, signal } = job;
  const times = faults.decide(deployment.name, 'DEPLOYING')?.flap ?? 0;
  for (let count = 1; count <= times; count += 1) {
    log.write('deploy', `Health check failed (${count}).`, 'WARNING');
    if (count * healthRetryMs > healthDeadlineMs) {
      throw new StepFailure(`The agent did not become healthy within ${healthDeadlineMs / 1000} s.`);
    }
    await clock.sleep(healthRetryMs, signal);
  }
}

/** The switch: new requests go to the new revision first, then the world is told, then the old one is let go. */
async function takeOver(
  deps: DriveDeps,
  hold: RevisionHold,
  job: Job,
  worker: Worker | undefined,
): Promise<void> {
  const { deployment, revision, log } = job;
  await deps.gateway.open(deployment.id);
  const replaced = deps.serving.switchTo(
    serverOf(deps, deployment, hold.row(), worker !== undefined),
    worker,
  );
  log.write('deploy', `Revision ${revision.id} serves the deployment.`);
  await log.flush();
  try {
    await hold.write({ status: 'DEPLOYED', statusMessage: null }, (tx) =>
      tx.deployments.update(deployment.id, { activeRevisionId: revision.id, updatedAt: deps.clock.now() }),
    );
  } catch (error) {
    await replaced.undo();
    throw error;
  }
  replaced.retire();
}

/** How a revision is kept served: its worker is started again, from its artifact, under the same name. */
export function serverOf(
  deps: Pick<DriveDeps, 'workload' | 'store' | 'logs'>,
  deployment: DeploymentRow,
  revision: RevisionRow,
  hasWorker: boolean,
): Parameters<Serving['switchTo']>[0] {
  const log = deps.logs.open(revision.id, []);
  const start = async (signal: AbortSignal): Promise<Worker> => {
    const secrets = await deps.store.revisions.secrets(revision.id);
    deps.logs.open(revision.id, secretTexts(deployment, secrets));
    const worker = await deps.workload.launch({
      deployment,
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

async function fail(
  deps: DriveDeps,
  hold: RevisionHold,
  log: RevisionLog,
  failure: StageFailure,
): Promise<void> {
  const { stage, cause } = failure;
  const known = cause instanceof StepFailure;
  if (!known) {
    deps.log(
      `revision ${hold.row().id}, ${stage}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
    );
  }
  const message = log.redact(known ? failure.message : `An error of the emulator itself: ${failure.message}`);
  log.write(logOf(stage), message, 'ERROR');
  // Whoever sees the failure finds its reason in the log.
  await log.flush();
  try {
    await hold.write({ status: failureOf(stage), statusMessage: message });
  } catch (error) {
    if (!(error instanceof StepAborted)) throw error;
  }
  await deps.workload.discard([hold.row().id]);
}

async function putBack(hold: RevisionHold): Promise<void> {
  const { status } = hold.row();
  if (status === 'CREATING' || status === 'QUEUED') return;
  await hold.write({ status: 'QUEUED', statusMessage: null });
}
