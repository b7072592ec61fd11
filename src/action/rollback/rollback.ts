import { confirmServing } from '../deploy/confirm.ts';
import { rollOut } from '../deploy/roll-out.ts';
import { dryRunOutcome } from '../deploy/steps.ts';
import type { VerbContext } from '../deploy/tools.ts';
import type { RollbackSettings, DesiredDeployment } from '../inputs/settings.ts';
import { statusKind } from '../../contract/statuses.ts';
import { outcome, type Outcome } from '../outcome/outcome.ts';
import type { CurrentDeployment, RevisionView } from '../plan/current.ts';
import { revisionInProgress, inProgressWithoutCommit } from '../plan/origin.ts';
import { earlierRollouts } from '../rollout/earlier.ts';
import { predict } from '../rollout/polling.ts';
import { recordRevision } from '../run-record.ts';
import { findExisting } from '../watch/find.ts';
import { runRollback, planRollback, showRollbackPlan, type RollbackPlan } from './bring-back.ts';
import { findRollbackTarget } from './history.ts';
import { revisionLabel, toDesired } from './reissue.ts';
import { isAlreadyRolledBack, isSameBuild } from './target.ts';

/**
 * The verb rollback (DESIGN §5): deploys an earlier revision again, as a new one, and waits until that is active. Only
 * what was DEPLOYED before is taken, and the plan is shown first. Throws Stop, ApiError, or the signal's reason.
 */
export async function rollback(context: VerbContext<RollbackSettings>): Promise<Outcome> {
  const { settings, controlPlane, signal, record } = context;
  const { deployment, actual: current } = await findExisting(context);
  record.prediction = predict(current.revisions);
  record.earlier = earlierRollouts(current.revisions);
  if (current.active !== undefined) recordRevision(record, current.active);
  const { target, past } = await findRollbackTarget(controlPlane, current, settings, signal);
  if (
    settings.rerun &&
    settings.to.kind === 'previous' &&
    isAlreadyRolledBack(past) &&
    !isUnderway(current)
  ) {
    return unchanged(
      context,
      `${current.name} was rolled back already: its active revision ${current.activeRevisionId ?? ''} was made from the same commit or image as an earlier one. A re-run goes no further back; start a new run, or give the ID of a revision.`,
    );
  }
  if (settings.to.kind === 'previous' && isAlreadyRolledBack(past)) {
    context.log.line(
      `The active revision is itself the result of a rollback: \`previous\` leads to ${revisionLabel(target)}, which was rolled back. If that is not what you want, give the ID of another revision.`,
    );
  }
  record.commit = target.commit;
  if (!settings.force && serves(target, current) && !isUnderway(current)) {
    const desired = toDesired(target, current);
    const revisionId = current.active?.id ?? target.id;
    const of = {
      deployment,
      revisionId,
      desired,
      current: undefined,
      before: new Set<string>(),
      adopted: true,
    };
    const doubt = await confirmServing(context, of);
    if (doubt !== undefined) return doubt;
    return unchanged(
      context,
      `${current.name} already runs ${revisionLabel(target)}. Set \`force: true\` to deploy it again.`,
    );
  }
  const way = await planRollback(context, current, target);
  const underway = settings.force ? undefined : onItsWay(way);
  if (underway !== undefined) {
    record.plan = { kind: 'adopt', revisionId: underway.id, changes: [] };
    context.log.line(`Revision ${underway.id} of the same is on its way already.`);
    if (settings.dryRun) return dryRunOutcome(record.plan);
    record.rollback = { targetId: target.id, revisionId: underway.id, after: undefined };
    return conclude(await adopt(context, way.desired, current, underway), target, current);
  }
  await showRollbackPlan(context, way);
  if (settings.dryRun) return dryRunOutcome(way.plan);
  return conclude(await runRollback(context, way, { after: undefined, keep: false }), target, current);
}

/** Whether the target, or what is of the same, is what answers now. */
function serves(target: RevisionView, { active }: CurrentDeployment): boolean {
  if (active === undefined) return false;
  return statusKind(active.status) === 'deployed' && (target.id === active.id || isSameBuild(target, active));
}

/** Whether another revision than the active one is about to take over. */
function isUnderway({ latest, activeRevisionId }: CurrentDeployment): boolean {
  if (latest === undefined || latest.id === activeRevisionId) return false;
  return ['progress', 'deployed'].includes(statusKind(latest.status));
}

/** What is on its way with what is wanted, or of a ref that leads there now: a second one would only wait behind it. */
function onItsWay({ desired, current, plan }: RollbackPlan): RevisionView | undefined {
  const sure = revisionInProgress(desired, current);
  return sure ?? (plan.kind === 'patch' ? inProgressWithoutCommit(desired, current) : undefined);
}

async function adopt(
  context: VerbContext<RollbackSettings>,
  desired: DesiredDeployment,
  current: CurrentDeployment,
  underway: RevisionView,
): Promise<Outcome> {
  const before = new Set(current.revisions.map(({ id }) => id).filter((id) => id !== underway.id));
  const deployment = await context.controlPlane.getDeployment(current.id, context.signal);
  return rollOut(context, {
    deployment,
    revisionId: underway.id,
    desired,
    current: undefined,
    before,
    adopted: true,
  });
}

async function unchanged({ record }: VerbContext<RollbackSettings>, message: string): Promise<Outcome> {
  record.plan = { kind: 'unchanged', changes: [] };
  return outcome('unchanged', 'already-active', message);
}

/** A revision that is deployed and active is a success, said in this verb's words. */
function conclude(end: Outcome, target: RevisionView, { name }: CurrentDeployment): Outcome {
  if (end.kind !== 'deployed' || end.reason === 'commit-unknown') return end;
  return outcome(
    'deployed',
    'rolled-back-to',
    `${name} is rolled back to ${revisionLabel(target)}. ${end.message}`,
  );
}
