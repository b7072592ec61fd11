import { OUTPUTS } from '../../../src/action/report/outputs.ts';
import { REASONS } from '../../../src/action/outcome/reasons.ts';
import { isFinal } from '../../../src/contract/statuses.ts';
import type { Exemption } from './exemptions.ts';
import type { Played, PlayedRun } from './play.ts';
import type { TrueDeployment, TrueRevision, Truth } from './truth.ts';

/** What the judge found of one schedule. */
export interface Verdict {
  /** What must never happen, in words. */
  violations: string[];
  exemptions: Exemption[];
}

/** Compares what the runs said with what is true. Pure. */
export function judge(played: Played): Verdict {
  const violations: string[] = [];
  const exemptions: Exemption[] = [];
  const court: Court = {
    played,
    accuse: (run, what) =>
      violations.push(
        `run ${run.index} (${run.host.outputs['outcome']}/${run.host.outputs['reason-code']}): ${what}`,
      ),
    exempt: (name) => exemptions.push(name),
  };
  for (const run of played.runs) {
    judgeReport(court, run);
    judgeWrites(court, run);
    judgeGreen(court, run);
    judgeRed(court, run);
    judgeOutputs(court, run);
    judgeSecrecy(court, run);
    judgeTime(court, run);
  }
  judgeRepetition(court);
  for (const leak of played.words.hidden.filter((text) => played.shown.includes(text))) {
    violations.push(`the emulator shows ${leak.slice(0, 12)}…`);
  }
  judgeRest(played, violations);
  return { violations, exemptions };
}

interface Court {
  played: Played;
  accuse(run: PlayedRun, what: string): void;
  exempt(name: Exemption): void;
}

const output = (run: PlayedRun, name: (typeof OUTPUTS)[number]) => run.host.outputs[name] ?? '';

/** Every output is there, they agree with one another, and the exit code with the policies. */
function judgeReport({ accuse }: Court, run: PlayedRun): void {
  const { outputs } = run.host;
  for (const name of OUTPUTS) if (outputs[name] === undefined) accuse(run, `the output ${name} is missing`);
  const outcome = output(run, 'outcome');
  const reason = output(run, 'reason-code');
  const reasons: Record<string, Record<string, string>> = REASONS;
  if (reasons[outcome]?.[reason] === undefined) accuse(run, 'there is no such outcome');
  const result: Record<string, unknown> = JSON.parse(output(run, 'result') || '{}');
  const said = {
    outcome: result['outcome'],
    reason: result['reason_code'],
    created: String(result['created']),
  };
  if (said.outcome !== outcome || said.reason !== reason || said.created !== output(run, 'created')) {
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
  if (reason === 'internal-error') accuse(run, `the action broke: ${run.host.lines.slice(-12).join(' | ')}`);
}

/** One intent, one write: a create that met somebody else's deployment goes on as an update. */
function judgeWrites({ played, accuse, exempt }: Court, run: PlayedRun): void {
  const count = (method: string) => run.calls.filter((call) => call.method === method).length;
  if (count('createDeployment') > 1) accuse(run, 'it created more than once');
  if (count('patchDeployment') > 1) accuse(run, 'it patched more than once');
  const revisions = madeBy(played.ledger.made(), run.index);
  const deployments = madeBy(played.ledger.deployments(), run.index);
  if (run.plan.dryRun && revisions.length + deployments.length > 0)
    accuse(run, 'a dry run changed something');
  if (deployments.length > 1) accuse(run, 'it made two deployments');
  if (revisions.length <= 1) return;
  const created = run.calls.find(({ method }) => method === 'createDeployment');
  // Ours, taken for somebody else's because somebody else had changed it when we looked.
  if (created?.error?.kind === 'ambiguous' && othersActed(played)) exempt('lost-and-not-seen');
  else accuse(run, `it made ${revisions.length} revisions`);
}

/** Green: our revision answers, and it is what was wanted. */
function judgeGreen(court: Court, run: PlayedRun): void {
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
  { schedule, words }: Played,
  { plan, host }: PlayedRun,
  { row }: TrueDeployment,
  revision: TrueRevision,
): Fault[] {
  const faults: Fault[] = [];
  if (schedule.source === 'image') {
    if (revision.imageUri !== words.image(plan.origin)) faults.push({ what: `it runs ${revision.imageUri}` });
  } else if (revision.commit === undefined) {
    const told = host.outputs['reason-code'] === 'commit-unknown' || host.outputs['outcome'] === 'deployed';
    faults.push({ what: 'its commit is unknown', ...(told ? { exemption: 'commit-untold' as const } : {}) });
  } else if (revision.commit !== words.commit(plan.origin)) {
    faults.push({ what: `it is of commit ${revision.commit.slice(0, 7)}` });
  }
  for (const { name, value } of words.secrets(plan.secrets)) {
    if ((revision.secrets.get(name) ?? '') === value) continue;
    faults.push({
      what: `${name} has another value`,
      ...(schedule.hides && revision.secrets.has(name) ? { exemption: 'hidden-values' as const } : {}),
    });
  }
  const given = new Set(words.secrets(plan.secrets).map(({ name }) => name));
  if (given.size > 0 && plan.strategy === 'replace') {
    for (const name of revision.secrets.keys()) {
      if (!given.has(name)) faults.push({ what: `${name} is still there` });
    }
  }
  if (schedule.source === 'git' && plan.buildCommand !== 'unsaid') {
    if (row.sourceConfig.build_command !== plan.buildCommand) faults.push({ what: 'build_command differs' });
  }
  return faults;
}

/** Red: never while our revision answers as wanted. */
function judgeRed(court: Court, run: PlayedRun): void {
  const { played, accuse, exempt } = court;
  const outcome = output(run, 'outcome');
  if (!['failed', 'timed-out', 'superseded', 'cancelled'].includes(outcome)) return;
  const isTrue = (truth: Truth) => {
    const active = truth.deployments.find(({ live }) => live)?.active;
    if (active === undefined || !isOurs(played, run, active)) return false;
    return faultsOf(court, run, truth, active.id).length === 0;
  };
  if (!run.truths.every(isTrue)) return;
  if (outcome === 'cancelled' && run.cancelled) exempt('cancelled');
  else if (isBlind(played, run)) exempt('blind');
  else if (output(run, 'reason-code') === 'lost-answer') judgeLost(court, run);
  else if (output(run, 'reason-code') === 'secrets-hidden' && played.schedule.hides) exempt('hidden-values');
  else accuse(run, `red, though our revision answers: ${run.host.annotations[0]?.message ?? ''}`);
}

/** Whether a revision is the run's: it made it, or reports it, or wrote nothing and found it there. */
function isOurs({ ledger }: Played, run: PlayedRun, active: TrueRevision): boolean {
  const made = madeBy(ledger.made(), run.index);
  if (made.length > 0) return made.includes(active.id);
  const reported = output(run, 'revision-id');
  return reported === '' || reported === active.id;
}

/** The last thing it asked, logs aside, was not answered; or it was lied to: a list left out what is there. */
function isBlind({ schedule }: Played, run: PlayedRun): boolean {
  if (output(run, 'reason-code') === 'name-taken') {
    return schedule.troubles.some(({ blow }) => blow.kind === 'empty');
  }
  const error = run.calls.findLast(({ method }) => method !== 'tailLog')?.error;
  if (error === undefined) return false;
  return error.kind !== 'http' || (error.status !== 409 && error.status !== 422);
}

/** A write whose answer was lost is looked for during a minute; what is there then must be found. */
function judgeLost({ played, accuse, exempt }: Court, run: PlayedRun): void {
  // It never arrived, and what answers now is what answered before.
  if (madeBy(played.ledger.made(), run.index).length === 0) return;
  const write = run.calls.findIndex(({ error }) => error?.kind === 'ambiguous');
  const looks = run.calls.slice(write + 1);
  const unanswered = looks.some(({ error }) => error !== undefined);
  if (unanswered || othersActed(played)) exempt('lost-and-not-seen');
  else accuse(run, 'the change arrived, nobody disturbed the looking, and it was not found');
}

/** IDs are real ones; `created` and `changed` say what the run did. */
function judgeOutputs(court: Court, run: PlayedRun): void {
  const { played, accuse, exempt } = court;
  const { ledger } = played;
  const outcome = output(run, 'outcome');
  const deploymentId = output(run, 'deployment-id');
  const revisionId = output(run, 'revision-id');
  if (deploymentId !== '' && !ledger.deployments().has(deploymentId))
    accuse(run, `there never was a deployment ${deploymentId}`);
  if (revisionId !== '' && !ledger.made().has(revisionId))
    accuse(run, `there never was a revision ${revisionId}`);
  const named = ['deployed', 'unchanged', 'submitted', 'superseded', 'timed-out'].includes(outcome);
  if (named && (deploymentId === '' || revisionId === '')) accuse(run, 'an ID is missing');
  if (outcome === 'deployed' && output(run, 'revision-status') !== 'DEPLOYED') {
    accuse(run, `the revision it reports is ${output(run, 'revision-status')}`);
  }
  const unsure = run.calls.some(
    ({ method, error }) =>
      (method === 'createDeployment' || method === 'patchDeployment') &&
      (error?.kind === 'ambiguous' || error?.kind === 'aborted'),
  );
  const created = madeBy(ledger.deployments(), run.index).length > 0;
  if (created !== (output(run, 'created') === 'true')) {
    if (run.cancelled) exempt('cancelled');
    else if (unsure) exempt(created ? 'lost-and-not-seen' : 'as-good-as-ours');
    else accuse(run, `it says created: ${output(run, 'created')}`);
  }
  const wrote = run.calls.some(
    ({ method, error }) =>
      (method === 'createDeployment' || method === 'patchDeployment') && error === undefined,
  );
  const changed = wrote || madeBy(ledger.made(), run.index).length > 0;
  if (changed !== (output(run, 'changed') === 'true')) {
    if (run.cancelled) exempt('cancelled');
    else if (unsure) exempt(changed ? 'lost-and-not-seen' : 'as-good-as-ours');
    else accuse(run, `it says changed: ${output(run, 'changed')}`);
  }
  judgeKept(court, run);
}

/** Merging drops nobody's variable; replacing leaves only what was given. */
function judgeKept({ played, accuse }: Court, run: PlayedRun): void {
  const { words } = played;
  if (words.secrets(run.plan.secrets).length === 0) return;
  for (const { revisions } of played.settled.deployments) {
    for (const revision of revisions.filter(({ by }) => by === run.index)) {
      const before = revisions.find(({ seq }) => seq === revision.seq - 1);
      if (before === undefined) continue;
      const had = before.secrets.has(words.kept.name);
      const has = revision.secrets.has(words.kept.name);
      if (run.plan.strategy === 'merge' && had && !has)
        accuse(run, 'merging dropped a variable of somebody else');
      if (run.plan.strategy === 'replace' && has) accuse(run, 'replacing left a variable of somebody else');
    }
  }
}

function judgeSecrecy({ played, accuse }: Court, run: PlayedRun): void {
  const told = run.host.everything();
  for (const text of played.words.hidden) {
    if (told.includes(text)) accuse(run, `it tells ${text.slice(0, 12)}…`);
  }
}

/** What a run may take on top of wait-timeout, with and without requests that fail. Virtual milliseconds. */
const GRACE_MS = { calm: 3 * 60_000, storm: 30 * 60_000 };

function judgeTime({ played, accuse }: Court, run: PlayedRun): void {
  const took = run.endedAt - run.startedAt;
  const { troubles, restarts, source } = played.schedule;
  const calm = troubles.length === 0 && restarts.length === 0;
  // A revision that may be ours and says no commit is waited for in the queue first.
  const waits = source === 'git' ? 2 : 1;
  const most = run.plan.waitTimeoutS * 1000 * waits + (calm ? GRACE_MS.calm : GRACE_MS.storm);
  if (took > most) accuse(run, `it took ${took / 1000} s with a wait-timeout of ${run.plan.waitTimeoutS} s`);
}

/** A second run that wants the same and begins after the first one's change does not make another revision. */
function judgeRepetition({ played, accuse }: Court): void {
  const [first, second] = played.runs.toSorted((a, b) => a.startedAt - b.startedAt);
  if (first === undefined || second === undefined) return;
  const { schedule, ledger } = played;
  const wants = ({ plan }: PlayedRun) =>
    JSON.stringify([plan.origin, plan.secrets, plan.strategy, plan.buildCommand]);
  const [made] = madeBy(ledger.made(), first.index);
  if (wants(first) !== wants(second) || second.plan.force || made === undefined) return;
  if (othersActed(played) || (schedule.source === 'git' && !schedule.tellsCommits)) return;
  if (schedule.hides && second.plan.secrets !== 'none') return;
  const then = second.before.deployments.find(({ live }) => live)?.revisions.find(({ id }) => id === made);
  const fine = then !== undefined && (!isFinal(then.status) || then.status === 'DEPLOYED');
  if (!fine || failsLater(played, made)) return;
  if (madeBy(ledger.made(), second.index).length > 0)
    accuse(second, 'it made again what the first run had made');
}

function failsLater({ settled }: Played, id: string): boolean {
  const revision = settled.deployments.flatMap(({ revisions }) => revisions).find((one) => one.id === id);
  return revision?.status !== 'DEPLOYED';
}

/** When all is over there is one deployment of a name at most, and nothing is stuck. */
function judgeRest({ settled }: Played, violations: string[]): void {
  const live = settled.deployments.filter((deployment) => deployment.live);
  if (live.length > 1) violations.push(`${live.length} live deployments of one name`);
  for (const { row, revisions } of settled.deployments) {
    if (row.status !== 'READY') violations.push(`the deployment stays ${row.status}`);
    for (const { id, status } of revisions) {
      if (!isFinal(status)) violations.push(`revision ${id} stays ${status}`);
    }
  }
}

function madeBy(made: ReadonlyMap<string, unknown>, index: number): string[] {
  return [...made].flatMap(([id, maker]) => (maker === index ? [id] : []));
}

/** Whether anybody but the runs changed anything while they ran. */
function othersActed({ schedule, ledger }: Played): boolean {
  return schedule.rivals.length > 0 || [...ledger.made().values()].includes('others');
}
