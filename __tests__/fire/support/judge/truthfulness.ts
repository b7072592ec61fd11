import type { Exemption } from '../exemptions.ts';
import type { Played, PlayedRun } from '../play/played.ts';
import type { RunPlan } from '../schedule.ts';
import type { TrueDeployment, TrueRevision, Truth } from '../truth.ts';
import { type Court, madeBy, othersActed, output } from './court.ts';

/** Green: our revision answers, and it is what was wanted. */
export function judgeGreen(court: Court, run: PlayedRun): void {
  const { accuse } = court;
  const outcome = output(run, 'outcome');
  if (outcome !== 'deployed' && outcome !== 'unchanged') return;
  const id = output(run, 'revision-id');
  const faults = run.truths.map((truth) => faultsOf(court, run, truth, id));
  if (faults.some((found) => found.length === 0)) return;
  const least = faults.reduce((a, b) => (b.length < a.length ? b : a));
  if (least.every((fault) => fault.exemption !== undefined)) {
    for (const { exemption } of least) if (exemption !== undefined) court.exempt(exemption);
    return;
  }
  accuse(run, `green, but ${least.map(({ what }) => what).join(', ')}`);
}

interface Fault {
  what: string;
  exemption?: Exemption;
}

/** What keeps a revision from being the one that was wanted and answers. */
function faultsOf({ played }: Court, run: PlayedRun, truth: Truth, id: string): Fault[] {
  const live = truth.deployments.filter((deployment) => deployment.live);
  const [deployment] = live;
  if (deployment === undefined) return [{ what: 'there is no living deployment' }];
  const { active } = deployment;
  if (active === undefined) return [{ what: 'nothing is active' }];
  const faults: Fault[] = [];
  if (active.id !== id) faults.push({ what: `${active.id} is active, not ${id}` });
  if (active.status !== 'DEPLOYED') faults.push({ what: `the active revision is ${active.status}` });
  faults.push(...differences(played, run, deployment, active));
  return faults;
}

/** What of a revision is not as the run wanted it. */
function differences(
  played: Played,
  { plan, outputs }: PlayedRun,
  { buildCommand }: TrueDeployment,
  revision: TrueRevision,
): Fault[] {
  const { schedule, words } = played;
  const faults: Fault[] = [];
  if (schedule.source === 'image') {
    if (revision.imageUri !== words.image(plan.origin)) faults.push({ what: `it runs ${revision.imageUri}` });
  } else if (revision.commit === undefined) {
    const told = outputs['reason-code'] === 'commit-unknown' || outputs['outcome'] === 'deployed';
    faults.push({ what: 'its commit is unknown', ...(told ? { exemption: 'commit-untold' as const } : {}) });
  } else if (revision.commit !== words.commit(plan.origin)) {
    faults.push({ what: `it is of commit ${revision.commit.slice(0, 7)}` });
  }
  faults.push(...secretFaults(played, plan, revision));
  if (schedule.source === 'git' && plan.buildCommand !== 'unsaid') {
    if (buildCommand !== plan.buildCommand) faults.push({ what: 'build_command differs' });
  }
  return faults;
}

function secretFaults({ schedule, words }: Played, plan: RunPlan, { secrets }: TrueRevision): Fault[] {
  const given = new Map(words.secrets(plan.secrets).map(({ name, value }) => [name, value]));
  if (secrets === undefined || given.size === 0) return [];
  const faults: Fault[] = [];
  for (const [name, value] of given) {
    if ((secrets.get(name) ?? '') === value) continue;
    faults.push({
      what: `${name} has another value`,
      ...(schedule.hides && secrets.has(name) ? { exemption: 'hidden-values' as const } : {}),
    });
  }
  if (plan.strategy !== 'replace') return faults;
  const others = [...secrets.keys()].filter((name) => !given.has(name));
  return [...faults, ...others.map((name) => ({ what: `${name} is still there` }))];
}

/** Red: never while our revision answers as wanted. */
export function judgeRed(court: Court, run: PlayedRun): void {
  const { played, accuse, exempt } = court;
  const outcome = output(run, 'outcome');
  if (output(run, 'reason-code') === 'lost-answer') return judgeLost(court, run);
  if (!['failed', 'timed-out', 'superseded', 'cancelled'].includes(outcome)) return;
  const isTrue = (truth: Truth) => {
    const deployment = truth.deployments.find(({ live }) => live);
    const active = deployment?.active;
    if (deployment === undefined || active === undefined) return false;
    return isOurs(played, run, deployment, active) && faultsOf(court, run, truth, active.id).length === 0;
  };
  if (!run.truths.every(isTrue)) return;
  if (outcome === 'cancelled' && run.cancelled) exempt('cancelled');
  else if (isBlind(played, run)) exempt('blind');
  else if (isHidden(played, run)) exempt('hidden-values');
  else accuse(run, `red, though our revision answers: ${run.message}`);
}

/**
 * Whether the active revision is the run's: it made it, or reports it, or made none and found it there with no reason
 * to ask for another. Of several that it made, which judgeWrites judges, it is the one that it reports.
 */
function isOurs(
  { makers }: Played,
  run: PlayedRun,
  deployment: TrueDeployment,
  active: TrueRevision,
): boolean {
  const [made, ...more] = madeBy(makers.revisions, run.index);
  if (made !== undefined && more.length === 0) return made === active.id;
  const reported = output(run, 'revision-id');
  return reported === '' ? !mustAsk(run, deployment, active) : reported === active.id;
}

/** It was told to make another one; or its change was refused, after a later attempt left open what the active one has. */
function mustAsk(
  { plan, evidence }: PlayedRun,
  { revisions }: TrueDeployment,
  active: TrueRevision,
): boolean {
  const refused = evidence.patches > 0 && !evidence.wrote;
  return plan.force || (refused && revisions[0]?.id !== active.id);
}

/** It could not see that its secrets are there already: it refused to guess, or its sending them was refused. */
function isHidden({ schedule }: Played, run: PlayedRun): boolean {
  const reason = output(run, 'reason-code');
  if (reason === 'rejected') return schedule.hides && run.plan.secrets !== 'none' && run.evidence.patches > 0;
  return reason === 'secrets-hidden' && schedule.hides;
}

/** The last thing it asked, logs aside, was not answered; or it was lied to: a list left out what is there. */
function isBlind({ schedule }: Played, run: PlayedRun): boolean {
  if (output(run, 'reason-code') === 'name-taken') {
    return schedule.troubles.some(({ blow }) => blow.kind === 'empty');
  }
  return run.evidence.blind;
}

/** A write whose answer was lost is looked for during a minute; what is there then must be found. */
function judgeLost({ played, accuse, exempt }: Court, run: PlayedRun): void {
  // It never arrived: what answers now is what answered before.
  if (madeBy(played.makers.revisions, run.index).length === 0) return;
  if (run.evidence.disturbed || othersActed(played)) exempt('lost-and-not-seen');
  else accuse(run, 'the change arrived, nobody disturbed the looking, and it was not found');
}

/** What a reason says of a revision is so. */
export function judgeReason({ played, accuse }: Court, run: PlayedRun): void {
  const id = output(run, 'revision-id');
  const reason = output(run, 'reason-code');
  // What the service told of it last may have been a lie, or nothing.
  if (id === '' || isBlind(played, run)) return;
  const expected = STATUS_OF[reason];
  const found = run.truths.flatMap(({ deployments }) =>
    deployments.flatMap(({ revisions }) => revisions.filter((revision) => revision.id === id)),
  );
  if (expected !== undefined && found.length > 0 && !found.some(({ status }) => expected.test(status))) {
    accuse(run, `the revision is ${found[0]?.status}`);
  }
  const { schedule, words } = played;
  const { commit, imageUri } = found[0] ?? {};
  if (reason === 'commit-mismatch' && commit === words.commit(run.plan.origin)) {
    accuse(run, 'the commit is the right one');
  }
  if (reason === 'image-mismatch' && imageUri === words.image(run.plan.origin)) {
    accuse(run, 'the image is the right one');
  }
  if (reason === 'secrets-hidden' && !schedule.hides) accuse(run, 'no values are hidden');
  const live = run.truths.every(({ deployments }) => deployments.some((deployment) => deployment.live));
  if (reason === 'deployment-gone' && live && found.length > 0) {
    const lied = schedule.troubles.some(({ blow }) => blow.kind === 'status' && blow.status === 404);
    if (!lied) accuse(run, 'the deployment and the revision are there');
  }
}

const STATUS_OF: Readonly<Record<string, RegExp>> = {
  'create-failed': /^CREATE_FAILED$/,
  'build-failed': /^BUILD_FAILED$/,
  'deploy-failed': /^DEPLOY_FAILED$/,
  'revision-failed': /FAILED/,
  interrupted: /^INTERRUPTED$/,
  'skipped-by-service': /^SKIPPED$/,
  'rolled-out': /^DEPLOYED$/,
  'already-building': /^DEPLOYED$/,
  'already-active': /^DEPLOYED$/,
};
