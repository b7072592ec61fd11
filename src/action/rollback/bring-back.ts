import type { Deployment } from '../../contract/deployment.ts';
import { identifyRevision } from '../apply/identify.ts';
import { patchDeployment } from '../apply/patch.ts';
import { redeploy } from '../apply/redeploy.ts';
import { noteDeployment } from '../deploy/note.ts';
import { rollOut } from '../deploy/roll-out.ts';
import { enter, showPlan } from '../deploy/steps.ts';
import type { RollOutOf, Tools } from '../deploy/tools.ts';
import type { CommonSettings, Wanted } from '../inputs/settings.ts';
import { type Outcome, Stop } from '../outcome/outcome.ts';
import type { Actual, RevisionView } from '../plan/actual.ts';
import { labelOf, planReissue, refToResolve, wantedOf } from './reissue.ts';

type Reissue = ReturnType<typeof planReissue>;

/** One way back: from what is there to a revision that worked. */
export interface WayBack {
  actual: Actual;
  target: RevisionView;
  wanted: Wanted;
  plan: Reissue;
}

/** Finds out how the target can be deployed again. Nothing is sent. */
export async function planWayBack(
  { resolveRef, signal, log }: Tools<CommonSettings>,
  actual: Actual,
  target: RevisionView,
): Promise<WayBack> {
  const git = refToResolve(target, actual);
  const resolved = git === undefined ? undefined : await resolveRef(git.repoUrl, git.ref, signal);
  if (git !== undefined && resolved !== target.commit) {
    const now = resolved === undefined ? 'cannot be looked up' : `is at ${resolved.slice(0, 7)} by now`;
    log.line(`${git.ref} ${now}, so revision ${target.id} is for the service to deploy again.`);
  }
  const plan = planReissue(target, actual, resolved);
  return { actual, target, wanted: wantedOf(target, actual), plan };
}

/** Shows the way back: the plan, and what does not go back with it. */
export async function showWayBack(
  tools: Tools<CommonSettings>,
  { actual, target, plan }: WayBack,
): Promise<void> {
  await showPlan(tools, plan, `roll ${actual.name} back to ${labelOf(target)}`);
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
export async function goBack(
  tools: Tools<CommonSettings>,
  way: WayBack,
  { after, keep }: { after: string | undefined; keep: boolean },
): Promise<Outcome> {
  const { plane, clock, signal, record, log } = tools;
  const { actual, target, wanted } = way;
  if (record.rollback !== undefined) throw new Error('a second rollback in one run');
  const rollback = { targetId: target.id, revisionId: undefined as string | undefined, after };
  record.rollback = rollback;
  record.revision = undefined;
  await enter(tools, 'writing');
  const { deployment, lost } = await send(tools, way);
  record.changed = true;
  noteDeployment(tools, deployment);
  if (lost) log.line('The answer was lost, but it arrived.');
  await enter(tools, 'waiting');
  const before = new Set(actual.revisions.map(({ id }) => id));
  const sent = { sentOrigin: true, lost };
  const revisionId = await identifyRevision(plane, clock, deployment, before, wanted, sent, signal);
  if (revisionId === undefined) {
    throw new Stop(
      'no-revision',
      `The rollback of ${actual.name} was accepted, but no revision of it appeared within a minute. Look at the deployment.`,
    );
  }
  rollback.revisionId = revisionId;
  const of: RollOutOf = { deployment, revisionId, wanted, planned: undefined, before, adopted: false };
  return rollOut(tools, { ...of, ...(keep && { keep }) });
}

async function send(
  { plane, clock, signal }: Tools<CommonSettings>,
  { actual, target, wanted, plan }: WayBack,
): Promise<{ deployment: Deployment; lost: boolean }> {
  if (plan.kind === 'patch') {
    const answer = await patchDeployment(plane, clock, actual, plan, wanted, signal);
    return { deployment: answer.deployment, lost: answer.afterLostAnswer };
  }
  const answer = await redeploy(plane, clock, actual, plan.revisionId, wanted, signal);
  if (answer !== undefined) return { deployment: answer.deployment, lost: answer.afterLostAnswer };
  throw new Stop(
    'rollback-impossible',
    `Nothing was changed: ${target.ref ?? 'its ref'} no longer leads to what revision ${target.id} is of, and this service cannot deploy a revision again. Put a tag or branch on commit ${target.commit ?? '(unknown)'}, and deploy it with \`action: deploy\` and \`ref\`.`,
  );
}
