import type { Deployment } from '../../contract/deployment.ts';
import { identifyRevision } from '../apply/identify.ts';
import { patchDeployment } from '../apply/patch.ts';
import { redeploy } from '../apply/redeploy.ts';
import { recordDeployment } from '../deploy/note.ts';
import { rollOut } from '../deploy/roll-out.ts';
import { setStage, showPlan } from '../deploy/steps.ts';
import type { RolloutTarget, VerbContext } from '../deploy/tools.ts';
import type { CommonSettings, DesiredDeployment } from '../inputs/settings.ts';
import { type Outcome, ActionError } from '../outcome/outcome.ts';
import type { CurrentDeployment, RevisionView } from '../plan/current.ts';
import { revisionLabel, planReissue, refToResolve, toDesired } from './reissue.ts';

type Reissue = ReturnType<typeof planReissue>;

/** One way back: from what is there to a revision that worked. */
export interface RollbackPlan {
  current: CurrentDeployment;
  target: RevisionView;
  desired: DesiredDeployment;
  plan: Reissue;
}

/** Finds out how the target can be deployed again. Nothing is sent. */
export async function planRollback(
  { resolveRef, signal, log }: VerbContext<CommonSettings>,
  current: CurrentDeployment,
  target: RevisionView,
): Promise<RollbackPlan> {
  const git = refToResolve(target, current);
  const resolved = git === undefined ? undefined : await resolveRef(git.repoUrl, git.ref, signal);
  if (git !== undefined && resolved !== target.commit) {
    const now = resolved === undefined ? 'cannot be looked up' : `is at ${resolved.slice(0, 7)} by now`;
    log.line(`${git.ref} ${now}, so revision ${target.id} is for the service to deploy again.`);
  }
  const plan = planReissue(target, current, resolved);
  return { current, target, desired: toDesired(target, current), plan };
}

/** Shows the way back: the plan, and what does not go back with it. */
export async function showRollbackPlan(
  context: VerbContext<CommonSettings>,
  { current, target, plan }: RollbackPlan,
): Promise<void> {
  await showPlan(context, plan, `roll ${current.name} back to ${revisionLabel(target)}`);
  context.log.line(
    plan.kind === 'redeploy'
      ? 'Only code is promised to go back: whether secrets and other settings of that revision come back with it is for the service to say.'
      : 'Only code goes back: secrets, resources and other settings stay as they are now.',
  );
}

/**
 * Goes the way back: sends it once, finds the revision that results, and waits for it like for any other. At most once
 * in a run, whoever asks.
 */
export async function runRollback(
  context: VerbContext<CommonSettings>,
  way: RollbackPlan,
  { after, keep }: { after: string | undefined; keep: boolean },
): Promise<Outcome> {
  const { controlPlane, clock, signal, record, log } = context;
  const { current, target, desired } = way;
  if (record.rollback !== undefined) throw new Error('a second rollback in one run');
  const rollback = { targetId: target.id, revisionId: undefined as string | undefined, after };
  record.rollback = rollback;
  record.revision = undefined;
  await setStage(context, 'writing');
  const { deployment, lost } = await send(context, way);
  record.changed = true;
  recordDeployment(context, deployment);
  if (lost) log.line('The answer was lost, but it arrived.');
  await setStage(context, 'waiting');
  const before = new Set(current.revisions.map(({ id }) => id));
  const sent = { sentOrigin: true, lost };
  const revisionId = await identifyRevision(controlPlane, clock, deployment, before, desired, sent, signal);
  if (revisionId === undefined) {
    throw new ActionError(
      'no-revision',
      `The rollback of ${current.name} was accepted, but no revision of it appeared within a minute. Look at the deployment.`,
    );
  }
  rollback.revisionId = revisionId;
  const of: RolloutTarget = { deployment, revisionId, desired, current: undefined, before, adopted: false };
  return rollOut(context, { ...of, ...(keep && { neverInterrupt: keep }) });
}

async function send(
  { controlPlane, clock, signal }: VerbContext<CommonSettings>,
  { current, target, desired, plan }: RollbackPlan,
): Promise<{ deployment: Deployment; lost: boolean }> {
  if (plan.kind === 'patch') {
    const answer = await patchDeployment(controlPlane, clock, current, plan, desired, signal);
    return { deployment: answer.deployment, lost: answer.afterLostAnswer };
  }
  const answer = await redeploy(controlPlane, clock, current, plan.revisionId, desired, signal);
  if (answer !== undefined) return { deployment: answer.deployment, lost: answer.afterLostAnswer };
  throw new ActionError(
    'rollback-impossible',
    `Nothing was changed: ${target.ref ?? 'its ref'} no longer leads to what revision ${target.id} is of, and this service cannot deploy a revision again. Put a tag or branch on commit ${target.commit ?? '(unknown)'}, and deploy it with \`action: deploy\` and \`ref\`.`,
  );
}
