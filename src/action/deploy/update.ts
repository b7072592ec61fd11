import { type Deployment, isFinal } from '../../contract/deployment.ts';
import { waitForCommit, waitForPushRevision } from './identify.ts';
import { patchDeployment, type PatchPlan } from './write.ts';
import { hasMovedOn, readCurrent, recordDeployment, rereadBeforeWrite } from './read.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import { outcome, type Outcome, ActionError } from '../outcome.ts';
import { type CurrentDeployment, type RevisionView, toRevisionView } from '../plan/current.ts';
import { contradictsOrigin, inProgressWithoutCommit } from '../plan/origin.ts';
import { planUpdate } from '../plan/plan.ts';
import { makesRevision, type Plan } from '../plan/types.ts';
import { earlierRollouts, predict } from './polling.ts';
import { formatDuration, recordRevision } from '../run-record.ts';
import { checkApproval } from './plan-id.ts';
import { confirmServing, confirmSettings, confirmUnchanged, detectConcurrentChange } from './confirm.ts';
import { checkPushedPaths } from '../paths/check-paths.ts';
import { awaitResult, dryRunOutcome, rollOut, setStage, showPlan } from './rollout.ts';
import type { VerbContext } from '../verb-context.ts';

/** How long something that should come by itself is waited for before we ask for it. */
const GRACE_MS = 30_000;

/** What was waited for or asked already before anything is sent: each is given one chance. */
interface Waited {
  /** What is there was read again, by its ID. */
  again?: true;
  paths?: true;
  commit?: true;
  push?: true;
  /** The source is uploaded; the plan was shown before. */
  uploaded?: true;
  /** Another answer contradicted that there is nothing to do. */
  doubted?: true;
  /** By its ID the deployment showed another revision than the plan was made from. */
  late?: true;
  /** The deployment was made by this run, as its plan said: what follows belongs to it. */
  created?: true;
}

/**
 * Brings a deployment that is there to what is wanted: plans, waits for what is on its way without us, patches, and
 * follows the revision that results. Gives the outcome; throws Stop, ApiError, or the signal's reason.
 */
export async function update(
  context: VerbContext,
  desired: DesiredDeployment,
  found: Deployment,
  waited: Waited = {},
): Promise<Outcome> {
  const { settings, controlPlane, signal, record, log } = context;
  context.writeGuard?.update(found);
  recordDeployment(context, found);
  const current = await readCurrent(controlPlane, found, signal);
  record.previousRevisionId = current.activeRevisionId;
  record.prediction = predict(current.revisions);
  record.earlier = earlierRollouts(current.revisions);
  if (current.active !== undefined) recordRevision(record, current.active);
  const untouched = waited.paths ? undefined : await checkPushedPaths(context, desired, current);
  if (untouched !== undefined) return untouched;
  const plan = planUpdate(current, desired, { force: settings.force });
  const again = async (more: Waited) =>
    update(context, desired, await controlPlane.getDeployment(found.id, signal), {
      ...waited,
      paths: true,
      again: true,
      ...more,
    });
  const unsure = waited.commit ? undefined : undisclosed(context, plan, current, desired);
  if (unsure !== undefined) {
    return (await awaitDisclosure(context, unsure, current, desired)) ?? again({ commit: true });
  }
  const stopped = await present(context, plan, current, desired, waited);
  if (stopped !== undefined) return stopped;
  if (plan.kind === 'unchanged') {
    if (!(await confirmUnchanged(context, current, desired, waited.again ? undefined : found))) {
      if (waited.doubted) throw contradiction(current);
      return again({ doubted: true });
    }
    return outcome(
      'unchanged',
      'already-active',
      `${current.name} already runs ${describeOrigin(desired)}, and nothing else differs. Set \`force: true\` to deploy it again.`,
    );
  }
  if (settings.dryRun) return dryRunOutcome(plan);
  const adopt = (revisionId: string) => {
    const before = new Set(current.revisions.map(({ id }) => id).filter((id) => id !== revisionId));
    return rollOut(context, { deployment: found, revisionId, desired, current, before, adopted: true });
  };
  if (plan.kind === 'adopt') {
    log.line(`Revision ${plan.revisionId} of this commit is on its way already: waiting for it.`);
    return adopt(plan.revisionId);
  }
  if (plan.kind !== 'patch') throw new Error(`an update was planned as ${plan.kind}`);
  if (waited.push === undefined && expectsPush(context, plan, current, desired)) {
    const pushed = await awaitPush(context, current, desired);
    // What was read before the wait is old by now.
    return pushed === undefined ? again({ push: true }) : adopt(pushed);
  }
  const send = async (sent: PatchPlan) => {
    const now = await rereadBeforeWrite(controlPlane, current, signal);
    // The list may be of before what is there by now.
    if (!waited.late && hasMovedOn(now, current)) return again({ late: true });
    return change(context, desired, current, sent, now);
  };
  if (desired.source !== 'internal_source') return send(plan);
  if (desired.tarballPath !== undefined) return send(withTarball(plan, desired.tarballPath));
  const { uploadSource } = await import('./source.ts');
  const uploaded = await uploadSource(context, found, desired);
  // What was read before an upload is old by now.
  return update(context, uploaded, await controlPlane.getDeployment(found.id, signal), {
    ...waited,
    paths: true,
    uploaded: true,
  });
}

/** Shows the plan and has it approved, unless that was done before the upload; the outcome when it ends there. */
async function present(
  context: VerbContext,
  plan: Plan,
  current: CurrentDeployment,
  desired: DesiredDeployment,
  waited: Waited,
): Promise<Outcome | undefined> {
  const { record } = context;
  const title = `update ${current.name}`;
  if (waited.created) return plan.kind === 'refused' ? showPlan(context, plan, title) : undefined;
  const before = record.planId;
  if (waited.uploaded && plan.kind !== 'refused') {
    const stopped = checkApproval(context, plan, current, desired);
    if (stopped !== undefined || record.planId === before) return stopped;
    context.log.line('The deployment changed during the upload; the plan now:');
  }
  return (await showPlan(context, plan, title)) ?? checkApproval(context, plan, current, desired);
}

/** The plan with what only the upload could tell. */
function withTarball(plan: PatchPlan, path: string): PatchPlan {
  const revision = { ...plan.body.source_revision_config, source_tarball_path: path };
  return { ...plan, body: { ...plan.body, source_revision_config: revision } };
}

/** Sends the PATCH and follows what results. */
async function change(
  context: VerbContext,
  desired: DesiredDeployment,
  current: CurrentDeployment,
  plan: PatchPlan,
  now: Deployment,
): Promise<Outcome> {
  const { controlPlane, clock, signal, record, log } = context;
  // From here on "our revision" is the one that results, not the one that is active now.
  if (makesRevision(plan)) record.revision = undefined;
  await setStage(context, 'writing');
  const { deployment, afterLostAnswer } = await patchDeployment(
    controlPlane,
    clock,
    current,
    plan,
    desired,
    signal,
    now,
  );
  record.changed = true;
  recordDeployment(context, deployment);
  if (afterLostAnswer) log.line('The answer was lost, but the change arrived.');
  const latest = deployment.latest_revision_id;
  // A service may make a revision where the spec asks for none.
  const made = latest ? !current.revisions.some(({ id }) => id === latest) : false;
  if (makesRevision(plan) || made) {
    return awaitResult(context, desired, { deployment, lost: afterLostAnswer }, current, plan);
  }
  const foreign = await anotherServes(context, desired, current, deployment);
  if (foreign !== undefined) return foreign;
  const { end, unseen } = await confirmSettings(context, current, desired);
  if (end !== undefined) return end;
  const revisionId = deployment.active_revision_id ?? current.activeRevisionId;
  if (revisionId !== undefined) {
    const before = new Set(current.revisions.map(({ id }) => id).filter((id) => id !== revisionId));
    const of = { deployment, revisionId, desired, current, before, adopted: true };
    const doubt = await confirmServing(context, of);
    if (doubt !== undefined) return doubt;
  }
  const hidden =
    unseen.length === 0 ? '' : ` The service does not show ${unseen.join(', ')}, so that was not compared.`;
  return outcome(
    'deployed',
    'configuration-updated',
    `${current.name} is updated; no revision was needed, the active one serves on. What a build or a container takes from these settings comes with the next revision; \`force: true\` makes one now.${hidden}`,
  );
}

/**
 * Where no revision of ours was needed, another one than when we looked may serve by now: it is noted, and it is a
 * success when it has what is wanted too. The outcome when it has not.
 */
async function anotherServes(
  { controlPlane, signal, record }: VerbContext,
  desired: DesiredDeployment,
  planned: CurrentDeployment,
  answer: Deployment,
): Promise<Outcome | undefined> {
  const revisionId = answer.active_revision_id;
  if (!revisionId || revisionId === planned.activeRevisionId) return undefined;
  const revision = toRevisionView(await controlPlane.getRevision(answer.id, revisionId, signal));
  recordRevision(record, revision);
  if (contradictsOrigin(revision, desired)) {
    return outcome(
      'superseded',
      'newer-revision',
      `${answer.name} is updated, but revision ${revisionId}, which is of another commit or image, took over at the same time. Run the workflow again.`,
    );
  }
  const before = new Set(planned.revisions.map(({ id }) => id));
  return detectConcurrentChange(
    { deployment: answer, revisionId, desired, current: planned, before, adopted: true },
    answer,
  );
}

/**
 * Before asking for a revision: one that is on its way from our ref may be of our commit, and says so only when it is
 * fetched.
 */
function undisclosed(
  { settings }: VerbContext,
  plan: Plan,
  current: CurrentDeployment,
  desired: DesiredDeployment,
): RevisionView | undefined {
  const asks = plan.kind === 'patch' && plan.originOnly && !settings.force && !settings.dryRun;
  return asks ? inProgressWithoutCommit(desired, current) : undefined;
}

/**
 * Waits for it to say its commit. The outcome when it never left the queue: ours would stand behind it, and of the same
 * ref, which is fetched when its turn comes. Undefined when there is more to be known, so that what is there has to be
 * read again.
 */
async function awaitDisclosure(
  { settings, controlPlane, clock, signal, record, log }: VerbContext,
  unsure: RevisionView,
  current: CurrentDeployment,
  desired: DesiredDeployment,
): Promise<Outcome | undefined> {
  const of = `Revision ${unsure.id} of ${desired.ref ?? 'the ref'}`;
  log.line(`${of} is ${unsure.status} and may be of this commit: waiting until it says so.`);
  recordRevision(record, unsure);
  const patience = { queuedMs: settings.wait ? settings.waitTimeoutMs : GRACE_MS, fetchedMs: GRACE_MS };
  const end = await waitForCommit(controlPlane, clock, current.id, unsure.id, patience, signal);
  if (end !== 'queued') return undefined;
  if (!settings.wait) {
    return outcome(
      'submitted',
      'not-waited',
      `${of} is in the queue, and builds what ${desired.ref ?? 'the ref'} is at when its turn comes: nothing was sent. \`wait: false\` asked not to wait for it.`,
    );
  }
  return outcome(
    'timed-out',
    'deadline',
    `${of} was still in the queue after ${formatDuration(settings.waitTimeoutMs)}, and may be of this commit: nothing was sent. Run the workflow again to resume, or set \`force: true\` to ask for another one.`,
  );
}

/** A deployment with build_on_push makes a revision of the push by itself. */
function expectsPush(
  { event, settings }: VerbContext,
  plan: PatchPlan,
  current: CurrentDeployment,
  desired: DesiredDeployment,
): boolean {
  const comes = current.buildOnPush === true && event.name === 'push' && !event.created;
  return comes && plan.originOnly && !settings.force && desired.commit === event.commit;
}

/** The revision that the push made is ours, if it comes. */
async function awaitPush(
  context: VerbContext,
  current: CurrentDeployment,
  desired: DesiredDeployment,
): Promise<string | undefined> {
  const { settings, controlPlane, clock, signal, log } = context;
  const grace = Math.min(GRACE_MS, settings.waitTimeoutMs);
  log.line('The deployment builds on push: waiting for the revision that this push makes.');
  const ended = new Set(current.revisions.filter(({ status }) => isFinal(status)).map(({ id }) => id));
  const revision = await waitForPushRevision(controlPlane, clock, current.id, desired, ended, grace, signal);
  if (revision === undefined) log.line(`None came within ${grace / 1000} s: asking for one.`);
  else recordRevision(context.record, revision);
  return revision?.id;
}

function contradiction({ name }: CurrentDeployment): ActionError {
  return new ActionError(
    'contradictory-answers',
    `One answer shows that ${name} has all that is wanted, and another that it has not; nothing was sent. Look at the deployment, and run the workflow again when the service answers the same to both.`,
  );
}

function describeOrigin(desired: DesiredDeployment): string {
  if (desired.source !== 'git_host') return desired.imageUri ?? 'this image';
  return `commit ${desired.commit?.slice(0, 7) ?? '(unknown)'} of ${desired.ref ?? 'the ref'}`;
}
