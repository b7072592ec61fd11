import type { Deployment } from '../../contract/deployment.ts';
import { isSelfHosted } from '../../contract/dialect.ts';
import { isFinal } from '../../contract/statuses.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import { noteLock, requireUnlocked } from '../lock/require-unlocked.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import { type CurrentDeployment, type RevisionView, toRevisionView } from '../plan/current.ts';
import { contradictsOrigin, inProgressWithoutCommit } from '../plan/origin.ts';
import { planCreate, planUpdate } from '../plan/plan.ts';
import { makesRevision, type Plan } from '../plan/types.ts';
import { formatDuration, recordRevision } from '../run-record.ts';
import type { VerbContext } from '../verb-context.ts';
import { confirmServing, confirmSettings, confirmUnchanged, detectConcurrentChange } from './confirm.ts';
import { waitForCommit, waitForPushRevision } from './identify.ts';
import { checkApproval } from './plan-id.ts';
import { pastRollouts, predictRollout } from './polling.ts';
import { findTarget, isStale, readCurrent, recordDeployment, rereadBeforeWrite } from './read.ts';
import { awaitResult, dryRunOutcome, rollOut, setStage, logPlan } from './rollout.ts';
import { reportUnsetVariables } from './unset-variables.ts';
import { chooseIntegration, chooseListener } from './workspace-defaults.ts';
import { createDeployment, patchDeployment, type PatchPlan } from './write.ts';

/** Milliseconds to wait for a revision that the service should create for a `git push`. */
const GRACE_MS = 30_000;

/**
 * Implements the verb deploy: reads the current state, plans, sends the difference, waits until our revision is active,
 * checks the running agent, and rolls back if the inputs request it. Stores results in the run record. Throws
 * ActionError, ApiError, or the signal's reason.
 */
export async function deploy(context: VerbContext): Promise<Outcome> {
  const { settings } = context;
  const { verification, target } = settings;
  let end: Outcome;
  const runRollout = async () => {
    const rolledOut = await runDeploy(context);
    return context.afterRollout === undefined ? rolledOut : context.afterRollout(rolledOut);
  };
  if (verification === undefined) end = await runRollout();
  else {
    const { verifyAfterDeploy, withGate } = await import('../verify/verify.ts');
    end = await withGate(context, verification, target, async (gate) =>
      verifyAfterDeploy(context, await runRollout(), gate),
    );
  }
  if (settings.rollbackOnFailure) {
    end = await (await import('../rollback/on-failure.ts')).rollBackOnFailure(context, end);
  }
  return end;
}

async function runDeploy(given: VerbContext): Promise<Outcome> {
  const { settings, record, log } = given;
  let context = given;
  let desired = await resolveCommit(context);
  record.commit = desired.commit ?? context.exactCommit?.commit;
  const pathChecks = settings.paths && (await import('../paths/check-paths.ts'));
  const untouched = await pathChecks?.checkPullRequestPaths(context);
  if (untouched !== undefined) return untouched;
  const { target } = settings;
  const found = await findTarget(context, target);
  const known = found?.name ?? (target.by === 'name' ? target.name : undefined);
  if (settings.dryRun && known !== undefined) await noteLock(context, known);
  if (desired.source === 'internal_source') {
    // The source is packed before the first request, so a source that cannot be packed changes nothing on the service.
    const packed = await (await import('./source.ts')).packForDeploy(context, desired, found);
    desired = packed.desired;
    context = { ...context, source: packed.source };
  }
  if (found !== undefined) return update(context, desired, found);
  if (target.by === 'id') throw new Error('no deployment was found, although it was read by its ID');
  log.line(`No deployment ${target.name} exists yet.`);
  return create(context, desired, target.name);
}

/** Looks up the commit of the Git ref in the inputs, or leaves the commit `undefined` if the lookup fails. */
async function resolveCommit({ settings, log, resolveRef, signal }: VerbContext): Promise<DesiredDeployment> {
  const { desired } = settings;
  if (!settings.resolveCommit || desired.repoUrl === undefined || desired.ref === undefined) return desired;
  const commit = await resolveRef(desired.repoUrl, desired.ref, signal);
  log.line(
    commit === undefined
      ? `The commit of ${desired.ref} is unknown, so it cannot be compared.`
      : `${desired.ref} is at ${commit}.`,
  );
  return { ...desired, commit };
}

/** Creates the deployment and waits for its first revision. For a packed source, the upload creates the revision. */
async function create(context: VerbContext, given: DesiredDeployment, name: string): Promise<Outcome> {
  const { settings, controlPlane, signal, record, log } = context;
  context.writeGuard?.create(given);
  const desired = await chooseListener(context, await chooseIntegration(context, given));
  const { dialect, baseUrl } = settings.endpoint;
  const plan = planCreate(name, desired, { dialect, selfHosted: isSelfHosted(baseUrl) });
  const stopped =
    (await logPlan(context, plan, `create ${name}`)) ?? checkApproval(context, plan, undefined, desired);
  if (stopped !== undefined) return stopped;
  await reportUnsetVariables(context, desired, undefined);
  if (plan.kind !== 'create') throw new Error(`a create was planned as ${plan.kind}`);
  if (settings.dryRun) return dryRunOutcome(plan);
  await requireUnlocked(context, name);
  await setStage(context, 'writing');
  const created = await createDeployment(context, plan.body, desired);
  const { deployment } = created;
  if (created.kind === 'exists') {
    log.line(`Another client created ${name} in the meantime; continuing as an update.`);
    record.stage = 'reading';
    return update(context, given, deployment);
  }
  record.created = true;
  record.changed = true;
  recordDeployment(context, deployment);
  if (created.afterLostAnswer) log.line('The response was lost, but the deployment exists.');
  if (desired.source !== 'internal_source') {
    return awaitResult(context, desired, { deployment, lost: created.afterLostAnswer }, undefined, plan);
  }
  // The first revision never builds a packed source. The update after the upload creates the revision that builds the
  // uploaded archive.
  const uploaded = await (await import('./source.ts')).uploadSource(context, deployment, desired);
  return update(context, uploaded, await controlPlane.getDeployment(deployment.id, signal));
}

/** Reasons to read the state again before the next change, each used at most once, so a run always terminates. */
type Staleness = 'waited-for-commit' | 'waited-for-push' | 'uploaded' | 'contradicted' | 'moved-on';

/**
 * Brings an existing deployment to the desired state: plans, waits for revisions in progress, sends the difference, and
 * waits for the resulting revision. Reads and plans again before a change if an earlier step took long or had an
 * uncertain result.
 */
async function update(context: VerbContext, given: DesiredDeployment, found: Deployment): Promise<Outcome> {
  const { settings, controlPlane, signal, log } = context;
  let desired = given;
  let deployment = found;
  let current = await inspect(context, deployment);
  const pathChecks = settings.paths && (await import('../paths/check-paths.ts'));
  const untouched = await pathChecks?.checkPushedPaths(context, desired, current);
  if (untouched !== undefined) return untouched;

  if (!context.record.created) await reportUnsetVariables(context, desired, current);

  const reread = new Set<Staleness>();
  const readAgain = async (why: Staleness) => {
    reread.add(why);
    deployment = await controlPlane.getDeployment(found.id, signal);
    current = await inspect(context, deployment);
  };
  const adopt = (revisionId: string) => {
    const before = revisionsBesides(current, revisionId);
    return rollOut(context, { deployment, revisionId, desired, current, before, adopted: true });
  };

  for (;;) {
    const plan = planUpdate(current, desired, { force: settings.force });

    const unsure = reread.has('waited-for-commit') ? undefined : mayBeOurs(context, plan, current, desired);
    if (unsure !== undefined) {
      const end = await awaitRevisionCommit(context, unsure, current, desired);
      if (end !== undefined) return end;
      await readAgain('waited-for-commit');
      continue;
    }

    const stopped = await reviewPlan(context, plan, current, desired);
    if (stopped !== undefined) return stopped;

    if (plan.kind === 'unchanged') {
      const listed = reread.size === 0 ? found : undefined;
      if (await confirmUnchanged(context, current, desired, listed)) return alreadyActive(current, desired);
      if (reread.has('contradicted')) throw contradiction(current);
      await readAgain('contradicted');
      continue;
    }
    if (settings.dryRun) return dryRunOutcome(plan);

    if (plan.kind === 'adopt') {
      log.line(`Revision ${plan.revisionId} of this commit is already in progress: waiting for it.`);
      return adopt(plan.revisionId);
    }
    if (plan.kind !== 'patch') throw new Error(`an update was planned as ${plan.kind}`);

    if (!reread.has('waited-for-push') && expectsPush(context, plan, current, desired)) {
      const pushed = await awaitPush(context, current, desired);
      if (pushed !== undefined) return adopt(pushed);
      await readAgain('waited-for-push');
      continue;
    }
    if (desired.source === 'internal_source' && desired.tarballPath === undefined) {
      desired = await (await import('./source.ts')).uploadSource(context, deployment, desired);
      await readAgain('uploaded');
      continue;
    }
    const now = await rereadBeforeWrite(context, current);
    // Reads and plans again if the deployment has changed since the run read the list of revisions.
    if (!reread.has('moved-on') && isStale(now, current)) {
      await readAgain('moved-on');
      continue;
    }
    return sendPatch(context, desired, current, withTarball(plan, desired.tarballPath), now);
  }
}

/** Reads a deployment with its revisions, and stores the values for the outputs and the summary in the record. */
async function inspect(context: VerbContext, deployment: Deployment): Promise<CurrentDeployment> {
  const { record } = context;
  context.writeGuard?.update(deployment);
  recordDeployment(context, deployment);
  const current = await readCurrent(context, deployment);
  record.previousRevisionId = current.activeRevisionId;
  record.prediction = predictRollout(current.revisions);
  record.earlier = pastRollouts(current.revisions);
  if (current.active !== undefined) recordRevision(record, current.active);
  return current;
}

/**
 * Logs the plan and compares it with the approved plan. Returns the outcome if the run must end after the plan, or
 * `undefined` if the run must continue.
 */
async function reviewPlan(
  context: VerbContext,
  plan: Plan,
  current: CurrentDeployment,
  desired: DesiredDeployment,
): Promise<Outcome | undefined> {
  const { record, log } = context;
  const show = () => logPlan(context, plan, `update ${current.name}`);
  // If this run created the deployment, the approved plan already includes the first source.
  if (record.created) return plan.kind === 'refused' ? show() : undefined;
  // Logs the plan again only if the plan has changed during the upload, because the plan was logged and approved before
  // the upload.
  if (desired.tarballPath !== undefined && plan.kind !== 'refused') {
    const before = record.planId;
    const stopped = checkApproval(context, plan, current, desired);
    if (stopped !== undefined || record.planId === before) return stopped;
    log.line('The deployment changed during the upload; the plan is now:');
  }
  return (await show()) ?? checkApproval(context, plan, current, desired);
}

/** Returns the plan with the path of the uploaded source, which is known only after the upload. */
function withTarball(plan: PatchPlan, path: string | undefined): PatchPlan {
  if (path === undefined) return plan;
  const revision = { ...plan.body.source_revision_config, source_tarball_path: path };
  return { ...plan, body: { ...plan.body, source_revision_config: revision } };
}

async function sendPatch(
  context: VerbContext,
  desired: DesiredDeployment,
  current: CurrentDeployment,
  plan: PatchPlan,
  now: Deployment,
): Promise<Outcome> {
  const { record, log } = context;
  await requireUnlocked(context, current.name);
  // Until the change has created a revision, `record.revision` must not be the active revision.
  if (makesRevision(plan)) record.revision = undefined;
  await setStage(context, 'writing');
  const { deployment, afterLostAnswer: lost } = await patchDeployment(context, current, plan, desired, now);
  record.changed = true;
  recordDeployment(context, deployment);
  if (lost) log.line('The response was lost, but the change took effect.');
  const latest = deployment.latest_revision_id;
  // A service can create a revision even if the plan needs no revision.
  const made = Boolean(latest) && !current.revisions.some(({ id }) => id === latest);
  if (makesRevision(plan) || made) return awaitResult(context, desired, { deployment, lost }, current, plan);
  return (
    (await checkActive(context, desired, current, deployment)) ??
    confirmUpdated(context, desired, current, deployment)
  );
}

/**
 * After a change that needs no new revision, confirms that the service stored the settings, and that the active
 * revision still serves with these settings.
 */
async function confirmUpdated(
  context: VerbContext,
  desired: DesiredDeployment,
  current: CurrentDeployment,
  deployment: Deployment,
): Promise<Outcome> {
  const { end, unseen } = await confirmSettings(context, current, desired);
  if (end !== undefined) return end;
  const revisionId = deployment.active_revision_id ?? current.activeRevisionId;
  if (revisionId !== undefined) {
    const before = revisionsBesides(current, revisionId);
    const target = { deployment, revisionId, desired, current, before, adopted: true };
    const doubt = await confirmServing(context, target);
    if (doubt !== undefined) return doubt;
  }
  const hidden =
    unseen.length === 0
      ? ''
      : ` The service does not show ${unseen.join(', ')}, so these settings were not compared.`;
  return outcome(
    'deployed',
    'configuration-updated',
    `${current.name} was updated; the change needs no revision, and the active revision keeps serving. Builds and containers use these settings from the next revision on; \`force: true\` creates one now.${hidden}`,
  );
}

function revisionsBesides({ revisions }: CurrentDeployment, revisionId: string): ReadonlySet<string> {
  return new Set(revisions.map(({ id }) => id).filter((id) => id !== revisionId));
}

function alreadyActive({ name }: CurrentDeployment, desired: DesiredDeployment): Outcome {
  const origin =
    desired.source === 'git_host'
      ? `commit ${desired.commit?.slice(0, 7) ?? '(unknown)'} of ${desired.ref ?? 'the ref'}`
      : desired.source === 'internal_source'
        ? 'this source'
        : (desired.imageUri ?? 'this image');
  return outcome(
    'unchanged',
    'already-active',
    `${name} already runs ${origin}, and no setting differs. Set \`force: true\` to deploy it again.`,
  );
}

/**
 * After a change that needed no new revision, checks the active revision, because a revision other than the planned
 * revision might have become active. Records the active revision. Returns the outcome, or `undefined` if the active
 * revision has the desired state.
 */
async function checkActive(
  { controlPlane, signal, record }: VerbContext,
  desired: DesiredDeployment,
  current: CurrentDeployment,
  answer: Deployment,
): Promise<Outcome | undefined> {
  const revisionId = answer.active_revision_id;
  if (!revisionId || revisionId === current.activeRevisionId) return undefined;
  const revision = toRevisionView(await controlPlane.getRevision(answer.id, revisionId, signal));
  recordRevision(record, revision);
  if (contradictsOrigin(revision, desired)) {
    return outcome(
      'superseded',
      'newer-revision',
      `${answer.name} was updated, but revision ${revisionId}, which has another commit or image, became active at the same time. Run the workflow again.`,
    );
  }
  const before = new Set(current.revisions.map(({ id }) => id));
  return detectConcurrentChange(
    { deployment: answer, revisionId, desired, current, before, adopted: true },
    answer,
  );
}

/**
 * Returns a revision in progress that might already build our commit, before another revision is created. The commit of
 * a revision is unknown until the service has fetched the source.
 */
function mayBeOurs(
  { settings }: VerbContext,
  plan: Plan,
  current: CurrentDeployment,
  desired: DesiredDeployment,
): RevisionView | undefined {
  const asks = plan.kind === 'patch' && plan.originOnly && !settings.force && !settings.dryRun;
  return asks ? inProgressWithoutCommit(desired, current) : undefined;
}

/**
 * Waits until the commit of the revision in progress is known. Returns the outcome if the revision stays queued,
 * because a new revision for the same ref would queue behind it. Returns `undefined` if the caller must read the state
 * and plan again.
 */
async function awaitRevisionCommit(
  context: VerbContext,
  unsure: RevisionView,
  current: CurrentDeployment,
  desired: DesiredDeployment,
): Promise<Outcome | undefined> {
  const { settings, record, log } = context;
  const which = `Revision ${unsure.id} of ${desired.ref ?? 'the ref'}`;
  log.line(
    `${which} is ${unsure.status} and may have been built from this commit; waiting until its commit is known.`,
  );
  recordRevision(record, unsure);
  const timeouts = { queuedMs: settings.wait ? settings.waitTimeoutMs : GRACE_MS, fetchedMs: GRACE_MS };
  const end = await waitForCommit(context, current.id, unsure.id, timeouts);
  if (end !== 'queued') return undefined;
  if (!settings.wait) {
    return outcome(
      'submitted',
      'not-waited',
      `${which} is queued and will build the current commit of ${desired.ref ?? 'the ref'}, so nothing was sent; \`wait: false\` skips the wait.`,
    );
  }
  return outcome(
    'timed-out',
    'deadline',
    `${which} was still queued after ${formatDuration(settings.waitTimeoutMs)} and may build this commit, so nothing was sent. Run the workflow again to resume, or set \`force: true\` to create another revision.`,
  );
}

function expectsPush(
  { event, settings }: VerbContext,
  plan: PatchPlan,
  current: CurrentDeployment,
  desired: DesiredDeployment,
): boolean {
  const comes = current.buildOnPush === true && event.name === 'push' && !event.created;
  return comes && plan.originOnly && !settings.force && desired.commit === event.commit;
}

async function awaitPush(
  context: VerbContext,
  current: CurrentDeployment,
  desired: DesiredDeployment,
): Promise<string | undefined> {
  const { settings, log } = context;
  const grace = Math.min(GRACE_MS, settings.waitTimeoutMs);
  log.line('The deployment builds on push; waiting for the revision of this push.');
  const ended = new Set(current.revisions.filter(({ status }) => isFinal(status)).map(({ id }) => id));
  const revision = await waitForPushRevision(context, current.id, desired, ended, grace);
  if (revision === undefined) log.line(`No revision appeared within ${grace / 1000} s; creating one.`);
  else recordRevision(context.record, revision);
  return revision?.id;
}

function contradiction({ name }: CurrentDeployment): ActionError {
  return new ActionError(
    'contradictory-answers',
    `One response shows that ${name} has all desired settings, but another does not, so nothing was sent. Check the deployment, and run the workflow again when both responses agree.`,
  );
}
