import { REASONS } from '../../../src/action/outcome.ts';
import { OUTPUTS } from '../../../src/action/report/outputs.ts';
import { isFinal } from '../../../src/contract/statuses.ts';
import type { Exemption } from './coverage.ts';
import type { SimulatedRun, SimulationResult } from './simulate.ts';
import type { Origin, RunPlan } from './schedule.ts';
import type { TrueDeployment, TrueRevision, Truth } from './truth.ts';

/** Findings of the check about one simulation. */
export interface CheckVerdict {
  /** Violations, as sentences. */
  violations: string[];
  exemptions: Exemption[];
}

/** Compares the reports of the runs with the true state. */
export function checkResult(played: SimulationResult): CheckVerdict {
  const violations: string[] = [];
  const exemptions: Exemption[] = [];
  const court: CheckContext = {
    result: played,
    report: (run, what) =>
      violations.push(`run ${run.index} (${run.outputs['outcome']}/${run.outputs['reason-code']}): ${what}`),
    exempt: (name) => exemptions.push(name),
  };
  for (const run of played.runs) {
    checkReport(court, run);
    checkWrites(court, run);
    checkGreen(court, run);
    checkRed(court, run);
    checkReason(court, run);
    checkOutputs(court, run);
    checkKeptVariables(court, run);
    checkSecrecy(court, run);
    checkTime(court, run);
  }
  checkRepetition(court);
  for (const leak of played.words.hidden.filter((text) => played.shown.includes(text))) {
    violations.push(`the emulator shows ${leak.slice(0, 12)}…`);
  }
  judgeRest(played, violations);
  return { violations, exemptions };
}

/** Checks that at the end at most one deployment with the name exists, and that no revision is stuck. */
function judgeRest({ settled }: SimulationResult, violations: string[]): void {
  const live = settled.deployments.filter((deployment) => deployment.live);
  if (live.length > 1) violations.push(`${live.length} live deployments of one name`);
  for (const { status, revisions } of settled.deployments) {
    if (status !== 'READY') violations.push(`the deployment stays ${status}`);
    for (const revision of revisions) {
      if (!isFinal(revision.status)) violations.push(`revision ${revision.id} stays ${revision.status}`);
    }
  }
}

/** State of the check of one simulation. */
interface CheckContext {
  result: SimulationResult;
  /** Records a violation. */
  report(run: SimulatedRun, what: string): void;
  /** Records a mismatch that the table `EXEMPTIONS` allows. */
  exempt(name: Exemption): void;
}

/** Returns an output of a run, or an empty string if the output is missing. */
function output(run: SimulatedRun, name: (typeof OUTPUTS)[number]): string {
  return run.outputs[name] ?? '';
}

/** Returns the IDs of the objects that one run created. */
function madeBy(made: ReadonlyMap<string, unknown>, index: number): string[] {
  return [...made].flatMap(([id, maker]) => (maker === index ? [id] : []));
}

/** Returns whether another client changed anything during the runs. */
function othersActed({ schedule, makers }: SimulationResult): boolean {
  return schedule.concurrentChanges.length > 0 || [...makers.revisions.values()].includes('others');
}

/** Checks a successful run: its revision must be active and match the desired state. */
function checkGreen(court: CheckContext, run: SimulatedRun): void {
  const { report: accuse } = court;
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

/** Returns why a revision is not active, or does not match the run's desired state. */
function faultsOf({ result: played }: CheckContext, run: SimulatedRun, truth: Truth, id: string): Fault[] {
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

/** Returns the differences between a revision and the run's desired state. */
function differences(
  played: SimulationResult,
  { plan, outputs }: SimulatedRun,
  { buildCommand }: TrueDeployment,
  revision: TrueRevision,
): Fault[] {
  const { schedule, words } = played;
  const faults: Fault[] = [];
  if (schedule.source === 'image') {
    if (revision.imageUri !== words.image(plan.origin)) faults.push({ what: `it runs ${revision.imageUri}` });
  } else if (revision.commit === undefined) {
    const reports = outputs['reason-code'] === 'commit-unknown' || outputs['outcome'] === 'deployed';
    faults.push({
      what: 'its commit is unknown',
      ...(reports ? { exemption: 'commit-untold' as const } : {}),
    });
  } else if (revision.commit !== words.commit(plan.origin)) {
    faults.push({ what: `it is of commit ${revision.commit.slice(0, 7)}` });
  }
  faults.push(...secretFaults(played, plan, revision));
  if (schedule.source === 'git' && plan.buildCommand !== 'unsaid') {
    if (buildCommand !== plan.buildCommand) faults.push({ what: 'build_command differs' });
  }
  return faults;
}

function secretFaults(
  { schedule, words }: SimulationResult,
  plan: RunPlan,
  { secrets }: TrueRevision,
): Fault[] {
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

/** Checks a failed run: its revision must not be active and match the desired state. */
function checkRed(court: CheckContext, run: SimulatedRun): void {
  const { result: played, report: accuse, exempt } = court;
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
 * Returns whether the active revision belongs to the run: the run created it, reports it, or created none because it
 * already matched the desired state. If the run created several revisions, the reported revision counts; checkWrites
 * evaluates the others.
 */
function isOurs(
  { makers }: SimulationResult,
  run: SimulatedRun,
  deployment: TrueDeployment,
  active: TrueRevision,
): boolean {
  const [made, ...more] = madeBy(makers.revisions, run.index);
  if (made !== undefined && more.length === 0) return made === active.id;
  const reported = output(run, 'revision-id');
  return reported === '' ? !mustAsk(run, deployment, active) : reported === active.id;
}

/**
 * Returns whether the run had to request another revision: it was forced to, or its change was refused and a later
 * attempt could not read the active revision's settings.
 */
function mustAsk(
  { plan, evidence }: SimulatedRun,
  { revisions }: TrueDeployment,
  active: TrueRevision,
): boolean {
  const refused = evidence.patches > 0 && !evidence.wrote;
  return plan.force || (refused && revisions[0]?.id !== active.id);
}

/**
 * Returns whether the run could not see that its secrets were already set: it refused to guess, or its update with the
 * secrets was refused.
 */
function isHidden({ schedule }: SimulationResult, run: SimulatedRun): boolean {
  const reason = output(run, 'reason-code');
  if (reason === 'rejected') return schedule.hides && run.plan.secrets !== 'none' && run.evidence.patches > 0;
  return reason === 'secrets-hidden' && schedule.hides;
}

/**
 * Returns whether the run's last request, apart from logs, had no response, or a list that omitted an existing entry.
 */
function isBlind({ schedule }: SimulationResult, run: SimulatedRun): boolean {
  if (output(run, 'reason-code') === 'name-taken') {
    return schedule.httpFaults.some(({ effect: blow }) => blow.kind === 'empty');
  }
  return run.evidence.blind;
}

/**
 * Checks that a run searches for the result of a write with a lost response for a minute, and that it finds an
 * existing result.
 */
function judgeLost({ result: played, report: accuse, exempt }: CheckContext, run: SimulatedRun): void {
  // The write never arrived, so the active revision is unchanged.
  if (madeBy(played.makers.revisions, run.index).length === 0) return;
  if (run.evidence.disturbed || othersActed(played)) exempt('lost-and-not-seen');
  else accuse(run, 'the change arrived, no fault disturbed the search, and it was not found');
}

/** Checks that the statement about a revision in the reason code is true. */
function checkReason({ result: played, report: accuse }: CheckContext, run: SimulatedRun): void {
  const id = output(run, 'revision-id');
  const reason = output(run, 'reason-code');
  // The service's last response about the revision may have been false or missing.
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
    const lied = schedule.httpFaults.some(
      ({ effect: blow }) => blow.kind === 'status' && blow.status === 404,
    );
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

/**
 * Checks that each intended change is written once: a create that finds another client's deployment becomes an
 * update.
 */
function checkWrites({ result: played, report: accuse, exempt }: CheckContext, run: SimulatedRun): void {
  const { creates, patches, unsureCreate } = run.evidence;
  if (creates > 1) accuse(run, 'it created more than once');
  if (patches > 1) accuse(run, 'it patched more than once');
  const revisions = madeBy(played.makers.revisions, run.index);
  const deployments = madeBy(played.makers.deployments, run.index);
  if (run.plan.dryRun && revisions.length + deployments.length > 0)
    accuse(run, 'a dry run changed something');
  if (deployments.length > 1) accuse(run, 'it made two deployments');
  if (revisions.length <= 1) return;
  // The deployment is the run's own, but was mistaken for another client's deployment, because another client had
  // changed it before the run read it.
  if (unsureCreate && (othersActed(played) || changedOnTop(played, run))) exempt('lost-and-not-seen');
  else accuse(run, `it made ${revisions.length} revisions`);
}

/** Returns whether another client or run created a revision between two revisions of this run. */
function changedOnTop({ settled }: SimulationResult, { index }: SimulatedRun): boolean {
  return settled.deployments.some(({ revisions }) => {
    const ours = revisions.flatMap(({ by, seq }) => (by === index ? [seq] : []));
    const [first, last] = [Math.min(...ours), Math.max(...ours)];
    return revisions.some(({ by, seq }) => by !== index && first < seq && seq < last);
  });
}

/** Checks that the strategy `merge` drops no variable, and that `replace` leaves only the given variables. */
function checkKeptVariables({ result: played, report: accuse }: CheckContext, run: SimulatedRun): void {
  const { words } = played;
  if (words.secrets(run.plan.secrets).length === 0) return;
  for (const { revisions } of played.settled.deployments) {
    for (const revision of revisions.filter(({ by }) => by === run.index)) {
      const before = revisions.find(({ seq }) => seq === revision.seq - 1);
      if (before === undefined) continue;
      const had = before.secrets?.has(words.kept.name) === true;
      const has = revision.secrets?.has(words.kept.name);
      if (has === undefined) continue;
      if (run.plan.strategy === 'merge' && had && !has) accuse(run, 'merging dropped a variable of others');
      if (run.plan.strategy === 'replace' && has) accuse(run, 'replacing left a variable of others');
    }
  }
}

/**
 * Checks that a second run with the same inputs creates no revision if it starts after the change of the first run.
 */
function checkRepetition({ result: played, report: accuse }: CheckContext): void {
  const [first, second] = played.runs.toSorted((a, b) => a.startedAt - b.startedAt);
  if (first === undefined || second === undefined) return;
  const { schedule, makers } = played;
  const wants = ({ plan }: SimulatedRun) =>
    JSON.stringify([plan.origin, plan.secrets, plan.strategy, plan.buildCommand]);
  const [made] = madeBy(makers.revisions, first.index);
  if (wants(first) !== wants(second) || second.plan.force || made === undefined) return;
  if (othersActed(played) || (schedule.source === 'git' && !schedule.tellsCommits)) return;
  if (schedule.hides && second.plan.secrets !== 'none') return;
  const then = second.before.deployments.find(({ live }) => live)?.revisions.find(({ id }) => id === made);
  const fine = then !== undefined && (!isFinal(then.status) || then.status === 'DEPLOYED');
  if (!fine || failsLater(played, made, second.plan.origin)) return;
  if (madeBy(makers.revisions, second.index).length > 0)
    accuse(second, 'it made again what the first run had made');
}

/**
 * Returns whether the revision later failed by itself. A skipped revision may have been skipped because of the
 * revision that is checked.
 */
function failsLater({ schedule, words, settled }: SimulationResult, id: string, wanted: Origin): boolean {
  const revision = settled.deployments.flatMap(({ revisions }) => revisions).find((one) => one.id === id);
  const { status = '', commit } = revision ?? {};
  if (/FAILED|INTERRUPTED/.test(status) || schedule.pace.fault.kind === 'status') return true;
  // The branch had advanced, so the commit was no longer the desired commit.
  return commit !== undefined && commit !== words.commit(wanted);
}

/** Checks that every output exists, that the outputs are consistent, and that the exit code matches the policies. */
function checkReport({ report: accuse }: CheckContext, run: SimulatedRun): void {
  const { outputs } = run;
  for (const name of OUTPUTS) if (outputs[name] === undefined) accuse(run, `the output ${name} is missing`);
  const outcome = output(run, 'outcome');
  const reason = output(run, 'reason-code');
  const reasons: Record<string, Record<string, string>> = REASONS;
  if (reasons[outcome]?.[reason] === undefined) accuse(run, 'there is no such outcome');
  const result: Record<string, unknown> = JSON.parse(output(run, 'result') || '{}');
  const printed = {
    outcome: result['outcome'],
    reason: result['reason_code'],
    created: String(result['created']),
  };
  if (
    printed.outcome !== outcome ||
    printed.reason !== reason ||
    printed.created !== output(run, 'created')
  ) {
    accuse(run, 'the output result says something else than the outputs');
  }
  const expected = {
    deployed: 0,
    unchanged: 0,
    planned: 0,
    submitted: 0,
    skipped: 0,
    failed: 1,
    cancelled: 1,
    superseded: run.plan.onSuperseded === 'fail' ? 1 : 0,
    'timed-out': run.plan.onTimeout === 'fail' ? 1 : 0,
  }[outcome];
  if (run.code !== expected) accuse(run, `it exits with ${run.code}`);
  if (outcome === 'submitted' && run.plan.wait) accuse(run, 'it did not wait, though it should');
  if (outcome === 'planned' && !run.plan.dryRun) accuse(run, 'it only planned');
  if (reason === 'internal-error') accuse(run, `the action broke: ${run.log.slice(-1000)}`);
}

/** Checks that reported IDs exist, and that `created` and `changed` match the changes that the run made. */
function checkOutputs(court: CheckContext, run: SimulatedRun): void {
  const { result: played, report: accuse, exempt } = court;
  const { makers } = played;
  const outcome = output(run, 'outcome');
  const deploymentId = output(run, 'deployment-id');
  const revisionId = output(run, 'revision-id');
  if (deploymentId !== '' && !makers.deployments.has(deploymentId))
    accuse(run, `there never was a deployment ${deploymentId}`);
  if (revisionId !== '' && !makers.revisions.has(revisionId))
    accuse(run, `there never was a revision ${revisionId}`);
  const named = ['deployed', 'unchanged', 'submitted', 'superseded', 'timed-out'].includes(outcome);
  if (named && (deploymentId === '' || revisionId === '')) accuse(run, 'an ID is missing');
  if (outcome === 'deployed' && output(run, 'revision-status') !== 'DEPLOYED') {
    accuse(run, `the revision it reports is ${output(run, 'revision-status')}`);
  }
  const { unsure, wrote } = run.evidence;
  const created = madeBy(makers.deployments, run.index).length > 0;
  if (created !== (output(run, 'created') === 'true')) {
    if (run.cancelled) exempt('cancelled');
    else if (unsure) exempt(created ? 'lost-and-not-seen' : 'as-good-as-ours');
    else accuse(run, `it says created: ${output(run, 'created')}`);
  }
  const changed = wrote || madeBy(makers.revisions, run.index).length > 0;
  if (changed !== (output(run, 'changed') === 'true')) {
    if (run.cancelled) exempt('cancelled');
    else if (unsure) exempt(changed ? 'lost-and-not-seen' : 'as-good-as-ours');
    else accuse(run, `it says changed: ${output(run, 'changed')}`);
  }
}

/** Checks that no log line, request or file that leaves the process contains a secret. */
function checkSecrecy({ result: played, report: accuse }: CheckContext, run: SimulatedRun): void {
  for (const text of played.words.hidden) {
    if (run.reports.includes(text)) accuse(run, `it tells ${text.slice(0, 12)}…`);
  }
}

/** Maximum virtual milliseconds of a run after wait-timeout, without and with failing requests. */
const GRACE_MS = { calm: 3 * 60_000, storm: 30 * 60_000 };

/** Checks that a run ends within its deadline, and does not end earlier without a result. */
function checkTime({ result: played, report: accuse }: CheckContext, run: SimulatedRun): void {
  const took = run.endedAt - run.startedAt;
  const { httpFaults: troubles, restarts, source } = played.schedule;
  const calm = troubles.length === 0 && restarts.length === 0;
  // The run first waits in the queue for a revision without a commit, which might be its own.
  const waits = source === 'git' ? 2 : 1;
  const most = run.plan.waitTimeoutS * 1000 * waits + (calm ? GRACE_MS.calm : GRACE_MS.storm);
  if (output(run, 'outcome') === 'timed-out' && took < run.plan.waitTimeoutS * 1000) {
    accuse(run, `it timed out after ${took / 1000} s with a wait-timeout of ${run.plan.waitTimeoutS} s`);
  }
  // After its change is accepted, the run polls a service that does not respond until the deadline.
  const impatient = ['unreachable', 'service-error', 'rate-limited'].includes(output(run, 'reason-code'));
  if (impatient && run.evidence.wrote && took < run.plan.waitTimeoutS * 1000) {
    accuse(run, `it stopped early after ${took / 1000} s`);
  }
  if (took > most) accuse(run, `it took ${took / 1000} s with a wait-timeout of ${run.plan.waitTimeoutS} s`);
}
