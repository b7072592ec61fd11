import type { Deployment } from '../../contract/deployment.ts';
import { isFinal } from '../../contract/statuses.ts';
import { createDeployment } from '../apply/create.ts';
import { awaitPushRevision, identifyRevision } from '../apply/identify.ts';
import { patchDeployment, type PatchPlan } from '../apply/patch.ts';
import { findTarget, readActual } from '../apply/read.ts';
import type { Wanted } from '../inputs/settings.ts';
import { outcome, type Outcome, Stop } from '../outcome/outcome.ts';
import type { Actual } from '../plan/actual.ts';
import { planCreate, planUpdate } from '../plan/plan.ts';
import { makesRevision, type Plan } from '../plan/types.ts';
import { planLines } from '../report/plan-text.ts';
import { predict } from '../rollout/polling.ts';
import { noteRevision, type Stage } from '../run-record.ts';
import { chooseIntegration } from './integration.ts';
import { noteDeployment } from './note.ts';
import { rollOut } from './roll-out.ts';
import type { Tools } from './tools.ts';

/** How long the push itself is given to make a revision before we ask for one (DESIGN §5 "build_on_push"). */
const GRACE_MS = 30_000;

/**
 * The verb deploy (DESIGN §7): reads what is there, plans, applies, and waits until our revision is the active one.
 * Gives the outcome; what it learns on the way goes into the record. Throws Stop, ApiError, or the signal's reason.
 */
export async function deploy(tools: Tools): Promise<Outcome> {
  const { settings, plane, signal, record, log } = tools;
  const wanted = await settleCommit(tools);
  record.commit = wanted.commit;
  const found = await findTarget(plane, settings.target, signal);
  if (found !== undefined) return update(tools, wanted, found);
  if (settings.target.by === 'id') throw new Stop('deployment-not-found', 'There is no such deployment.');
  log.line(`There is no deployment ${settings.target.name} yet.`);
  return create(tools, wanted, settings.target.name);
}

/** An explicitly given ref has its commit looked up, as far as possible. */
async function settleCommit({ settings, log, resolveRef, signal }: Tools): Promise<Wanted> {
  const { wanted } = settings;
  if (!settings.resolveCommit || wanted.repoUrl === undefined || wanted.ref === undefined) return wanted;
  const commit = await resolveRef(wanted.repoUrl, wanted.ref, signal);
  log.line(
    commit === undefined
      ? `The commit of ${wanted.ref} could not be found out, so it will not be compared.`
      : `${wanted.ref} is at ${commit}.`,
  );
  return { ...wanted, commit };
}

async function create(tools: Tools, wanted: Wanted, name: string): Promise<Outcome> {
  const { settings, plane, clock, signal, record } = tools;
  const complete = await chooseIntegration(tools, wanted);
  const plan = planCreate(name, complete);
  const stopped = await showPlan(tools, plan, `create ${name}`);
  if (stopped !== undefined) return stopped;
  if (plan.kind !== 'create') throw new Error(`a create was planned as ${plan.kind}`);
  if (settings.dryRun) return planned(plan);
  await enter(tools, 'writing');
  const created = await createDeployment(plane, clock, plan.body, signal);
  if (created.kind === 'exists') {
    tools.log.line(`Somebody else created ${name} in the meantime; going on as an update.`);
    record.stage = 'reading';
    return update(tools, wanted, created.deployment);
  }
  record.created = true;
  record.changed = true;
  noteDeployment(tools, created.deployment);
  if (created.afterLostAnswer) tools.log.line('The answer was lost, but the deployment is there.');
  return follow(tools, complete, created.deployment, new Set());
}

async function update(tools: Tools, wanted: Wanted, found: Deployment): Promise<Outcome> {
  const { settings, plane, clock, signal, record, log } = tools;
  noteDeployment(tools, found);
  const actual = await readActual(plane, found, signal);
  record.previousRevisionId = actual.activeRevisionId;
  record.prediction = predict(actual.revisions);
  if (actual.active !== undefined) noteRevision(record, actual.active);
  const replan = (now: Actual) => planUpdate(now, wanted, { force: settings.force });
  const plan = replan(actual);
  const stopped = await showPlan(tools, plan, `update ${actual.name}`);
  if (stopped !== undefined) return stopped;
  if (plan.kind === 'unchanged') {
    return outcome(
      'unchanged',
      'already-active',
      `${actual.name} already runs ${describeOrigin(wanted)}, and nothing else differs. Set \`force: true\` to deploy it again.`,
    );
  }
  if (settings.dryRun) return planned(plan);
  const before = new Set(actual.revisions.map(({ id }) => id));
  if (plan.kind === 'adopt') {
    log.line(`Revision ${plan.revisionId} of this commit is on its way already: waiting for it.`);
    before.delete(plan.revisionId);
    return rollOut(tools, {
      deployment: found,
      revisionId: plan.revisionId,
      wanted,
      before,
      adopted: true,
    });
  }
  if (plan.kind !== 'patch') throw new Error(`an update was planned as ${plan.kind}`);
  const pushed = await adoptPush(tools, plan, actual, wanted);
  if (pushed !== undefined) {
    before.delete(pushed);
    return rollOut(tools, { deployment: found, revisionId: pushed, wanted, before, adopted: true });
  }
  // From here on "our revision" is the one that results, not the one that is active now.
  if (makesRevision(plan)) record.revision = undefined;
  await enter(tools, 'writing');
  const answer = await patchDeployment(plane, clock, actual, plan, replan, signal);
  record.changed = true;
  noteDeployment(tools, answer.deployment);
  if (answer.afterLostAnswer) log.line('The answer was lost, but the change arrived.');
  if (!makesRevision(plan)) {
    return outcome(
      'deployed',
      'configuration-updated',
      `${actual.name} is updated; no revision was needed, the active one serves on.`,
    );
  }
  return follow(tools, wanted, answer.deployment, before);
}

/** A deployment with build_on_push makes a revision of the push by itself: that one is ours, if it comes. */
async function adoptPush(
  tools: Tools,
  plan: PatchPlan,
  actual: Actual,
  wanted: Wanted,
): Promise<string | undefined> {
  const { event, settings, plane, clock, signal, log } = tools;
  const comes = actual.buildOnPush === true && event.name === 'push' && !event.created;
  if (!comes || !plan.originOnly || settings.force || wanted.commit !== event.commit) return undefined;
  const grace = Math.min(GRACE_MS, settings.waitTimeoutMs);
  log.line('The deployment builds on push: waiting for the revision that this push makes.');
  const ended = new Set(actual.revisions.filter(({ status }) => isFinal(status)).map(({ id }) => id));
  const revision = await awaitPushRevision(plane, clock, actual.id, wanted, ended, grace, signal);
  if (revision !== undefined) {
    noteRevision(tools.record, revision);
    return revision.id;
  }
  log.line(`None came within ${grace / 1000} s: asking for one.`);
  return undefined;
}

/** Finds our revision in what a change brought about, and waits for it. */
async function follow(
  tools: Tools,
  wanted: Wanted,
  deployment: Deployment,
  before: ReadonlySet<string>,
): Promise<Outcome> {
  const { plane, clock, signal } = tools;
  await enter(tools, 'waiting');
  const revisionId = await identifyRevision(plane, clock, deployment, before, wanted, signal);
  if (revisionId === undefined) {
    throw new Stop(
      'no-revision',
      `The change of ${deployment.name} was accepted, but no revision of it appeared within a minute. Look at the deployment; running again is safe.`,
    );
  }
  return rollOut(tools, { deployment, revisionId, wanted, before, adopted: false });
}

async function showPlan(tools: Tools, plan: Plan, title: string): Promise<Outcome | undefined> {
  tools.record.plan = plan;
  await tools.log.group(`Plan: ${title}`, () => {
    for (const line of planLines(plan)) tools.log.line(line);
  });
  if (plan.kind !== 'refused') return undefined;
  const [first] = plan.refusals;
  const all = plan.refusals.map(({ field, problem, cure }) => `${field}: ${problem}. ${cure}`).join('\n');
  return outcome('failed', first?.reason ?? 'invalid-plan', all);
}

function planned(plan: Plan): Outcome {
  const effect = makesRevision(plan) ? 'A revision would result.' : 'No revision would result.';
  return outcome('planned', 'dry-run', `Nothing was sent. ${effect}`);
}

async function enter(tools: Tools, stage: Stage): Promise<void> {
  tools.record.stage = stage;
  await tools.checkpoint();
}

function describeOrigin(wanted: Wanted): string {
  if (wanted.source !== 'git_host') return wanted.imageUri ?? 'this image';
  return `commit ${wanted.commit?.slice(0, 7) ?? '(unknown)'} of ${wanted.ref ?? 'the ref'}`;
}
