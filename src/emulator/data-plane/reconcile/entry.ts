import type { RevisionRow, Store } from '../../ports/store.ts';
import { StepFailure } from '../build/step-failure.ts';
import type { RevisionJob } from '../workload/workload.ts';
import type { RevisionDependencies } from './drive-deps.ts';
import type { RevisionLease } from './hold.ts';
import { admit } from './plan.ts';
import { runStage, StageFailure } from './stage-runner.ts';
import { firstStage, logKindOf, planRecovery, type Stage } from './stages.ts';

/** Decides where work begins: undefined when the revision waits, or will never run. */
export async function chooseStartStage(
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
