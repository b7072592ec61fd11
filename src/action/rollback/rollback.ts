import { isApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { statusKind } from '../../contract/statuses.ts';
import { confirmServing } from '../deploy/confirm.ts';
import { identifyRevision } from '../deploy/identify.ts';
import { pastRollouts, predictRollout } from '../deploy/polling.ts';
import { findExisting, recordDeployment, revisionPages } from '../deploy/read.ts';
import { dryRunOutcome, rollOut, setStage, logPlan } from '../deploy/rollout.ts';
import { patchDeployment, redeploy } from '../deploy/write.ts';
import type { CommonSettings, DesiredDeployment, RollbackSettings } from '../inputs/settings.ts';
import type { RollbackTo } from '../inputs/parsers.ts';
import { requireUnlocked } from '../lock/require-unlocked.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import { type CurrentDeployment, type RevisionView, toRevisionView } from '../plan/current.ts';
import { inProgressWithoutCommit, revisionInProgress } from '../plan/origin.ts';
import { recordRevision } from '../run-record.ts';
import type { RolloutTarget, ServiceContext, VerbContext } from '../verb-context.ts';
import {
  chooseTarget,
  requireDeployed,
  isAlreadyRolledBack,
  isSameBuild,
  planReissue,
  refToResolve,
  type RevisionHistory,
  revisionLabel,
  type TargetChoice,
  toDesired,
} from './plan-rollback.ts';

/**
 * Implements the verb rollback: deploys an earlier revision again as a new revision, and waits until the new revision
 * is active. The earlier revision must have been DEPLOYED. The plan is logged before the request is sent. Throws
 * ActionError, ApiError, or the signal's reason.
 */
export async function rollback(context: VerbContext<RollbackSettings>): Promise<Outcome> {
  const { settings, record } = context;
  const { deployment, actual: current } = await findExisting(context);
  record.prediction = predictRollout(current.revisions);
  record.earlier = pastRollouts(current.revisions);
  if (current.active !== undefined) recordRevision(record, current.active);
  const { target, past } = await findRollbackTarget(context, current, settings);
  if (
    settings.rerun &&
    settings.to.kind === 'previous' &&
    isAlreadyRolledBack(past) &&
    !isUnderway(current)
  ) {
    return unchanged(
      context,
      `${current.name} is already rolled back: its active revision ${current.activeRevisionId ?? ''} was created from the same commit or image as an earlier revision. A re-run does not go further back; start a new run, or give the ID of a revision.`,
    );
  }
  if (settings.to.kind === 'previous' && isAlreadyRolledBack(past)) {
    context.log.line(
      `The active revision is itself the result of a rollback, so \`previous\` means ${revisionLabel(target)}, which was rolled back before. If you want another revision, give its ID.`,
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
  const underway = settings.force ? undefined : findInProgress(way);
  if (underway !== undefined) {
    record.plan = { kind: 'adopt', revisionId: underway.id, changes: [] };
    context.log.line(`Revision ${underway.id} of the same build is already in progress.`);
    if (settings.dryRun) return dryRunOutcome(record.plan);
    record.rollback = { targetId: target.id, revisionId: underway.id, after: undefined };
    return conclude(await adopt(context, way.desired, current, underway), target, current);
  }
  await logRollbackPlan(context, way);
  if (settings.dryRun) return dryRunOutcome(way.plan);
  return conclude(await runRollback(context, way, { after: undefined, keep: false }), target, current);
}

/** Returns whether the active revision is the target or has the target's build. */
function serves(target: RevisionView, { active }: CurrentDeployment): boolean {
  if (active === undefined) return false;
  return statusKind(active.status) === 'deployed' && (target.id === active.id || isSameBuild(target, active));
}

/** Returns whether a revision other than the active revision is about to become active. */
function isUnderway({ latest, activeRevisionId }: CurrentDeployment): boolean {
  if (latest === undefined || latest.id === activeRevisionId) return false;
  return ['progress', 'deployed'].includes(statusKind(latest.status));
}

/**
 * Returns the revision in progress that has, or might have, the desired origin. A second revision would only wait
 * behind the revision in progress.
 */
function findInProgress({ desired, current, plan }: RollbackPlan): RevisionView | undefined {
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

/**
 * Returns the outcome with the reason codes and messages of the verb rollback. Does not change the outcome for an
 * active revision with an unknown commit.
 */
function conclude(end: Outcome, target: RevisionView, { name }: CurrentDeployment): Outcome {
  if (end.kind !== 'deployed' || end.reason === 'commit-unknown') return end;
  return outcome(
    'deployed',
    'rolled-back-to',
    `${name} was rolled back to ${revisionLabel(target)}. ${end.message}`,
  );
}

type Reissue = ReturnType<typeof planReissue>;

/** Current deployment, the target of a rollback, and the request that deploys the target again. */
interface RollbackPlan {
  current: CurrentDeployment;
  target: RevisionView;
  desired: DesiredDeployment;
  plan: Reissue;
}

/** Plans how to deploy the target again, without sending a change to the service. */
export async function planRollback(
  { resolveRef, signal, log }: VerbContext<CommonSettings>,
  current: CurrentDeployment,
  target: RevisionView,
): Promise<RollbackPlan> {
  const git = refToResolve(target, current);
  const resolved = git === undefined ? undefined : await resolveRef(git.repoUrl, git.ref, signal);
  if (git !== undefined && resolved !== target.commit) {
    const now = resolved === undefined ? 'cannot be looked up' : `now points to ${resolved.slice(0, 7)}`;
    log.line(`${git.ref} ${now}, so the service has to deploy revision ${target.id} again.`);
  }
  const plan = planReissue(target, current, resolved);
  return { current, target, desired: toDesired(target, current), plan };
}

/** Logs the plan, and the settings that the rollback does not restore. */
export async function logRollbackPlan(
  context: VerbContext<CommonSettings>,
  { current, target, plan }: RollbackPlan,
): Promise<void> {
  await logPlan(context, plan, `roll ${current.name} back to ${revisionLabel(target)}`);
  context.log.line(
    plan.kind === 'redeploy'
      ? 'Only the code is certain to be rolled back: the service decides whether the secrets and other settings of that revision are restored too.'
      : 'Only the code is rolled back: secrets, resources and other settings stay unchanged.',
  );
}

/**
 * Sends the rollback request once, identifies the resulting revision, and waits for the revision. Must be called at
 * most once in a run.
 */
export async function runRollback(
  context: VerbContext<CommonSettings>,
  way: RollbackPlan,
  { after, keep }: { after: string | undefined; keep: boolean },
): Promise<Outcome> {
  const { record, log } = context;
  const { current, target, desired } = way;
  if (record.rollback !== undefined) throw new Error('a second rollback in one run');
  await requireUnlocked(context, current.name);
  const rollback = { targetId: target.id, revisionId: undefined as string | undefined, after };
  record.rollback = rollback;
  record.revision = undefined;
  await setStage(context, 'writing');
  const { deployment, lost } = await send(context, way);
  record.changed = true;
  recordDeployment(context, deployment);
  if (lost) log.line('The response was lost, but the request took effect.');
  await setStage(context, 'waiting');
  const before = new Set(current.revisions.map(({ id }) => id));
  const sent = { sentOrigin: true, lost };
  const revisionId = await identifyRevision(context, deployment, before, desired, sent);
  if (revisionId === undefined) {
    throw new ActionError(
      'no-revision',
      `The service accepted the rollback of ${current.name}, but no revision appeared within a minute. Check the deployment.`,
    );
  }
  rollback.revisionId = revisionId;
  const of: RolloutTarget = { deployment, revisionId, desired, current: undefined, before, adopted: false };
  return rollOut(context, { ...of, ...(keep && { neverInterrupt: keep }) });
}

async function send(
  context: VerbContext<CommonSettings>,
  { current, target, desired, plan }: RollbackPlan,
): Promise<{ deployment: Deployment; lost: boolean }> {
  if (plan.kind === 'patch') {
    const answer = await patchDeployment(context, current, plan, desired);
    return { deployment: answer.deployment, lost: answer.afterLostAnswer };
  }
  const answer = await redeploy(context, current, plan.revisionId, desired);
  if (answer !== undefined) return { deployment: answer.deployment, lost: answer.afterLostAnswer };
  throw new ActionError(
    'rollback-impossible',
    `Nothing was changed: ${target.ref ?? 'its ref'} no longer points to the commit of revision ${target.id}, and this service cannot deploy a revision again. Create a tag or branch at commit ${target.commit ?? '(unknown)'}, and deploy it with \`action: deploy\` and \`ref\`.`,
  );
}

/**
 * Returns the target revision, with the part of the history where it was found. A re-run reads the whole history to
 * determine what an earlier attempt did. Throws ActionError if no target exists.
 */
async function findRollbackTarget(
  context: ServiceContext,
  current: CurrentDeployment,
  { to, rerun }: { to: RollbackTo; rerun: boolean },
): Promise<{ target: RevisionView; past: RevisionHistory }> {
  if (to.kind === 'revision') {
    const revision = await readRevision(context, current, to.id);
    const past = { revisions: current.revisions, activeId: current.activeRevisionId, complete: false };
    return { target: demand(requireDeployed(revision, current.activeRevisionId)), past };
  }
  const past: RevisionHistory = { revisions: [], activeId: current.activeRevisionId, complete: false };
  for await (const page of revisionPages(context, current.id)) {
    past.revisions = [...past.revisions, ...page.map(toRevisionView)];
    const choice = rerun ? undefined : chooseTarget(to, past);
    if (choice !== undefined) return { target: await requireSame(demand(choice)), past };
  }
  past.complete = true;
  const choice = chooseTarget(to, past);
  if (choice === undefined)
    throw new Error('the complete revision history does not determine the rollback target');
  return { target: await requireSame(demand(choice)), past };

  /**
   * Returns the target revision as read by ID, or throws ActionError if the revision differs from its entry in the
   * list.
   */
  async function requireSame(listed: RevisionView): Promise<RevisionView> {
    const byId = await readRevision(context, current, listed.id);
    // Compares only fields that both responses contain, because each response can omit some fields.
    const same = (['status', 'commit', 'imageUri', 'imageDigest', 'tarballPath', 'ref'] as const).every(
      (field) => !byId[field] || !listed[field] || byId[field] === listed[field],
    );
    const { commit = listed.commit, ref = listed.ref, imageUri = listed.imageUri } = byId;
    const { tarballPath = listed.tarballPath, imageDigest = listed.imageDigest } = byId;
    if (same) return { ...byId, commit, ref, imageUri, imageDigest, tarballPath };
    throw new ActionError(
      'contradictory-answers',
      `Two responses differ about revision ${listed.id} of ${current.name}, so nothing was sent. Run the workflow again when the responses agree.`,
    );
  }
}

/** Returns a revision of the deployment, or throws ActionError if the ID is unknown. */
export async function readRevision(
  { controlPlane, signal }: ServiceContext,
  { id, name }: Pick<CurrentDeployment, 'id' | 'name'>,
  revisionId: string,
): Promise<RevisionView> {
  try {
    return toRevisionView(await controlPlane.getRevision(id, revisionId, signal));
  } catch (error) {
    if (!isApiError(error, 404) && !isApiError(error, 422)) throw error;
    throw new ActionError(
      'revision-not-found',
      `${name} has no revision ${revisionId}. \`action: status\` lists its revisions.`,
      { cause: error },
    );
  }
}

function demand(choice: TargetChoice): RevisionView {
  if (choice.kind === 'refused') throw new ActionError(choice.reason, choice.message);
  return choice.revision;
}
