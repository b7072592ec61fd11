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
 * Implements the verb rollback: deploys an earlier revision again as a new one, and waits until it is active. Only
 * revisions that were DEPLOYED qualify, and the plan is logged first. Throws ActionError, ApiError, or the signal's
 * reason.
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
      `${current.name} is already rolled back: its active revision ${current.activeRevisionId ?? ''} was created from the same commit or image as an earlier one. A re-run does not go further back; start a new run, or give the ID of a revision.`,
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

/** Returns whether the target, or the same build, is currently serving. */
function serves(target: RevisionView, { active }: CurrentDeployment): boolean {
  if (active === undefined) return false;
  return statusKind(active.status) === 'deployed' && (target.id === active.id || isSameBuild(target, active));
}

/** Returns whether a revision other than the active one is about to become active. */
function isUnderway({ latest, activeRevisionId }: CurrentDeployment): boolean {
  if (latest === undefined || latest.id === activeRevisionId) return false;
  return ['progress', 'deployed'].includes(statusKind(latest.status));
}

/**
 * Returns a revision in progress with the desired origin, or of a ref that now leads to that origin, because a second
 * revision would only queue behind it.
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

/** Returns the outcome in the words of this verb; a deployed and active revision is a success. */
function conclude(end: Outcome, target: RevisionView, { name }: CurrentDeployment): Outcome {
  if (end.kind !== 'deployed' || end.reason === 'commit-unknown') return end;
  return outcome(
    'deployed',
    'rolled-back-to',
    `${name} was rolled back to ${revisionLabel(target)}. ${end.message}`,
  );
}

type Reissue = ReturnType<typeof planReissue>;

/** How to get from the current deployment back to a working revision. */
interface RollbackPlan {
  current: CurrentDeployment;
  target: RevisionView;
  desired: DesiredDeployment;
  plan: Reissue;
}

/** Decides how the target can be deployed again. Sends nothing. */
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

/** Logs the plan, and everything that is not rolled back with it. */
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
 * Performs the rollback: sends it once, identifies the resulting revision, and waits for it like for any other. At
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
 * Returns the target revision, with as much of the history as was needed to find it. A re-run needs the whole history
 * to see what was already done. Throws ActionError if there is no target.
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

  /** Checks that the target is the same by its ID as in the list. */
  async function requireSame(listed: RevisionView): Promise<RevisionView> {
    const byId = await readRevision(context, current, listed.id);
    // The list of revisions may contain fewer fields than a single revision, or the reverse.
    const same = (['status', 'commit', 'imageUri', 'tarballPath', 'ref'] as const).every(
      (field) => !byId[field] || !listed[field] || byId[field] === listed[field],
    );
    const { commit = listed.commit, ref = listed.ref, imageUri = listed.imageUri } = byId;
    const { tarballPath = listed.tarballPath } = byId;
    if (same) return { ...byId, commit, ref, imageUri, tarballPath };
    throw new ActionError(
      'contradictory-answers',
      `Two responses differ about revision ${listed.id} of ${current.name}, so nothing was sent. Run the workflow again when the responses agree.`,
    );
  }
}

/** Returns one revision of the deployment. Throws ActionError for an unknown ID. */
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
