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
  actual: CurrentDeployment;
  target: RevisionView;
  wanted: DesiredDeployment;
  plan: Reissue;
}

/** Finds out how the target can be deployed again. Nothing is sent. */
export async function planRollback(
  { resolveRef, signal, log }: VerbContext<CommonSettings>,
  actual: CurrentDeployment,
  target: RevisionView,
): Promise<RollbackPlan> {
  const git = refToResolve(target, actual);
  const resolved = git === undefined ? undefined : await resolveRef(git.repoUrl, git.ref, signal);
  if (git !== undefined && resolved !== target.commit) {
    const now = resolved === undefined ? 'cannot be looked up' : `is at ${resolved.slice(0, 7)} by now`;
    log.line(`${git.ref} ${now}, so revision ${target.id} is for the service to deploy again.`);
  }
  const plan = planReissue(target, actual, resolved);
  return { actual, target, wanted: toDesired(target, actual), plan };
}

/** Shows the way back: the plan, and what does not go back with it. */
export async function showRollbackPlan(
  tools: VerbContext<CommonSettings>,
  { actual, target, plan }: RollbackPlan,
): Promise<void> {
  await showPlan(tools, plan, `roll ${actual.name} back to ${revisionLabel(target)}`);
  tools.log.line(
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
  tools: VerbContext<CommonSettings>,
  way: RollbackPlan,
  { after, keep }: { after: string | undefined; keep: boolean },
): Promise<Outcome> {
  const { plane, clock, signal, record, log } = tools;
  const { actual, target, wanted } = way;
  if (record.rollback !== undefined) throw new Error('a second rollback in one run');
  const rollback = { targetId: target.id, revisionId: undefined as string | undefined, after };
  record.rollback = rollback;
  record.revision = undefined;
  await setStage(tools, 'writing');
  const { deployment, lost } = await send(tools, way);
  record.changed = true;
  recordDeployment(tools, deployment);
  if (lost) log.line('The answer was lost, but it arrived.');
  await setStage(tools, 'waiting');
  const before = new Set(actual.revisions.map(({ id }) => id));
  const sent = { sentOrigin: true, lost };
  const revisionId = await identifyRevision(plane, clock, deployment, before, wanted, sent, signal);
  if (revisionId === undefined) {
    throw new ActionError(
      'no-revision',
      `The rollback of ${actual.name} was accepted, but no revision of it appeared within a minute. Look at the deployment.`,
    );
  }
  rollback.revisionId = revisionId;
  const of: RolloutTarget = { deployment, revisionId, wanted, planned: undefined, before, adopted: false };
  return rollOut(tools, { ...of, ...(keep && { neverInterrupt: keep }) });
}

async function send(
  { plane, clock, signal }: VerbContext<CommonSettings>,
  { actual, target, wanted, plan }: RollbackPlan,
): Promise<{ deployment: Deployment; lost: boolean }> {
  if (plan.kind === 'patch') {
    const answer = await patchDeployment(plane, clock, actual, plan, wanted, signal);
    return { deployment: answer.deployment, lost: answer.afterLostAnswer };
  }
  const answer = await redeploy(plane, clock, actual, plan.revisionId, wanted, signal);
  if (answer !== undefined) return { deployment: answer.deployment, lost: answer.afterLostAnswer };
  throw new ActionError(
    'rollback-impossible',
    `Nothing was changed: ${target.ref ?? 'its ref'} no longer leads to what revision ${target.id} is of, and this service cannot deploy a revision again. Put a tag or branch on commit ${target.commit ?? '(unknown)'}, and deploy it with \`action: deploy\` and \`ref\`.`,
  );
}
