import { expect, test } from '@jest/globals';
import { OUTPUTS } from '../../src/action/report/outputs.ts';
import { checkResult } from './support/check-result.ts';
import { testValuesFor } from './support/other-client.ts';
import type { SimulationResult, SimulatedRun } from './support/simulate.ts';
import { quietRun, quietSchedule, type RunPlan } from './support/schedule.ts';
import type { Maker, TrueDeployment, TrueRevision, Truth } from './support/truth.ts';

// These runs report false results, because a check that accepts everything would also pass every simulation.

const schedule = quietSchedule();
const words = testValuesFor(schedule, 'j');
const START = Date.UTC(2026, 0, 1);

function revision(id: string, by: Maker, over: Partial<TrueRevision> = {}): TrueRevision {
  const imageUri = words.image(by === 'before' ? 1 : 0);
  const seq = Number(id.slice(1));
  return { id, seq, status: 'DEPLOYED', commit: undefined, imageUri, secrets: new Map(), by, ...over };
}
const old = revision('r1', 'before');
const ours = revision('r2', 0);
const theirs = revision('r3', 'others', { imageUri: words.image(2) });

/** Returns the true state of a deployment with these revisions, latest first, and its active revision. */
function truth(
  active: TrueRevision | undefined,
  revisions: TrueRevision[],
  over: Partial<TrueDeployment> = {},
): Truth {
  const deployment = { id: 'd1', status: 'READY', buildCommand: undefined, live: true, revisions, active };
  return { at: START, deployments: [{ ...deployment, ...over }] };
}
const wanted = truth(ours, [ours, old]);

/** Returns a run that deployed its own image and reports the image, with the given changes. */
function aRun(outputs: Record<string, string> = {}, over: Partial<SimulatedRun> = {}): SimulatedRun {
  const printed: Record<string, string> = {
    ...Object.fromEntries(OUTPUTS.map((name) => [name, ''])),
    outcome: 'deployed',
    'reason-code': 'rolled-out',
    'deployment-id': 'd1',
    'revision-id': 'r2',
    'revision-status': 'DEPLOYED',
    created: 'false',
    changed: 'true',
    ...outputs,
  };
  const result = {
    outcome: printed['outcome'],
    reason_code: printed['reason-code'],
    created: printed['created'] === 'true',
  };
  return {
    index: 0,
    plan: quietRun(),
    code: 0,
    outputs: { ...printed, result: JSON.stringify(result) },
    message: '',
    reports: 'nothing secret',
    log: '',
    trail: [],
    evidence: {
      creates: 0,
      patches: 1,
      wrote: true,
      unsure: false,
      unsureCreate: false,
      disturbed: false,
      blind: false,
    },
    startedAt: START,
    endedAt: START + 60_000,
    cancelled: false,
    before: truth(old, [old]),
    truths: [wanted],
    ...over,
  };
}

const MADE: Record<string, Maker> = { r1: 'before', r2: 0 };

/** Returns the check's findings about a run, violations and exemptions, given which client created each revision. */
function found(run: SimulatedRun, made = MADE, over: Partial<SimulationResult> = {}): string {
  const makers = {
    revisions: new Map(Object.entries(made)),
    deployments: new Map<string, Maker>([['d1', 'before']]),
  };
  const played = { schedule, words, runs: [run], settled: wanted, makers, shown: '', ...over };
  const { violations, exemptions } = checkResult(played);
  return [...violations, ...exemptions.map((name) => `exempted: ${name}`)].join('\n');
}

const { evidence } = aRun();
const [TOKEN] = words.secrets('one').map(({ name, value }): [string, string] => [name, value]);
if (TOKEN === undefined) throw new Error('there is no secret');
const late = { code: 1, endedAt: START + 1_900_000 };
const unreachable = { outcome: 'failed', 'reason-code': 'unreachable' };
const LIE = /red, though our revision answers/;

/** Returns the findings about a run that reports success when the true state is `real`. */
const green = (real: Truth, plan: Partial<RunPlan> = {}) =>
  aRun({}, { plan: quietRun(plan), truths: [real] });
const given = (plan: Partial<RunPlan>, ...secrets: [string, string][]) => {
  const real = revision('r2', 0, { secrets: new Map(secrets) });
  return green(truth(real, [real]), { secrets: 'one', ...plan });
};
const git = { schedule: quietSchedule({ source: 'git' }) };
const built = (commit: string | undefined, buildCommand?: string) => {
  const real = revision('r2', 0, { commit });
  return green(truth(real, [real], { buildCommand }), { buildCommand: 'make' });
};

/** Returns a run whose change was refused, although the current state already equals the desired state. */
const there = revision('r1', 'before', { imageUri: words.image(0), secrets: new Map([TOKEN]) });
const THERE: Record<string, Maker> = { r1: 'before' };
const refused = (plan: Partial<RunPlan> = {}, over: Partial<SimulatedRun> = {}, reported = '') =>
  aRun(
    { outcome: 'failed', 'reason-code': 'rejected', 'revision-id': reported, changed: 'false' },
    {
      code: 1,
      plan: quietRun(plan),
      evidence: { ...evidence, wrote: false },
      truths: [truth(there, [there])],
      ...over,
    },
  );
const attempted = [truth(there, [revision('r2', 'before', { status: 'DEPLOY_FAILED' }), there])];
const hiding = { schedule: quietSchedule({ hides: true }) };
const lost = (disturbed: boolean) =>
  aRun(
    { outcome: 'failed', 'reason-code': 'lost-answer' },
    {
      code: 1,
      truths: [truth(old, [ours, old])],
      evidence: { ...evidence, wrote: false, unsure: true, disturbed },
    },
  );
const failedAs = (outcome: string, reason: string) => aRun({ outcome, 'reason-code': reason }, { code: 1 });

/**
 * Returns a run that created a second revision after a lost response, and reports that the second revision is late.
 */
const second = { ...MADE, r3: 'others', r4: 0 } as const;
const behind = (reported: string, active: TrueRevision[]) =>
  aRun(
    { outcome: 'timed-out', 'reason-code': 'deadline', 'revision-id': reported },
    { ...late, evidence: { ...evidence, unsureCreate: true }, truths: [truth(ours, active)] },
  );

/** Returns the findings about a create that was executed twice, so `r1` and the run's latest revision exist. */
const again = (revisions: TrueRevision[], unsure = true) => {
  const settled = truth(
    revisions.find(({ id }) => id === 'r3'),
    revisions,
  );
  const lostCreate = { ...evidence, creates: 1, unsure: true, unsureCreate: true };
  return checkResult({
    schedule,
    words,
    shown: '',
    settled,
    makers: {
      revisions: new Map(revisions.map(({ id, by }) => [id, by])),
      deployments: new Map<string, Maker>([['d1', 0]]),
    },
    runs: [
      aRun(
        { 'revision-id': 'r3', created: 'true' },
        { evidence: unsure ? lostCreate : evidence, truths: [settled] },
      ),
    ],
  });
};
const [mine, theirsBetween] = [revision('r3', 0), revision('r2', 1, { imageUri: words.image(1) })];

/**
 * Returns the findings about a second run that created another revision after the first run's revision ended with this
 * status.
 */
const nextRun = (status: string) => {
  const another = revision('r3', 1);
  const settled = truth(another, [another, revision('r2', 0, { status }), old]);
  const times = { startedAt: START + 120_000, endedAt: START + 180_000 };
  const next = aRun(
    { 'revision-id': 'r3' },
    { index: 1, ...times, before: wanted, truths: [truth(another, [another, ours, old])] },
  );
  return found(aRun(), { ...MADE, r3: 1 }, { runs: [aRun(), next], settled });
};
const dropping = () => {
  const before = revision('r1', 'before', { secrets: new Map([['KEPT', 'x']]) });
  const real = revision('r2', 0, { secrets: new Map([TOKEN]) });
  const settled = truth(real, [real, before]);
  return found(green(settled, { secrets: 'one' }), MADE, { settled });
};
const building = truth(old, [revision('r2', 0, { status: 'BUILDING' }), old]);
const ended = (outcome: string, reason: string, afterMs: number, over: Partial<SimulatedRun> = {}) =>
  found(
    aRun(
      { outcome, 'reason-code': reason },
      { code: 1, truths: [building], endedAt: START + afterMs, ...over },
    ),
  );
const atLast = (settled: Truth) => found(aRun(), MADE, { settled });
const failed = revision('r2', 0, { status: 'DEPLOY_FAILED' });
const other = revision('r2', 0, { imageUri: 'other:1' });
const claims = (outputs: Record<string, string>) => found(aRun(outputs));

test.each<[string, () => string, RegExp | '']>([
  ['no problem in a truthful run', () => found(aRun()), ''],
  [
    'success although another revision is active',
    () => found(green(truth(theirs, [theirs, ours, old]))),
    /r3 is active, not r2/,
  ],
  [
    'success although the deployment is being deleted',
    () => found(green(truth(ours, [ours], { live: false }))),
    /no living/,
  ],
  [
    'success although no revision is active',
    () => found(green(truth(undefined, [ours]))),
    /nothing is active/,
  ],
  [
    "success although the run's revision failed",
    () => found(green(truth(failed, [failed]))),
    /active revision is DEPLOY_FAILED/,
  ],
  [
    "success although the run's revision has another image",
    () => found(green(truth(other, [other]))),
    /it runs other:1/,
  ],
  ['success although the variable is missing', () => found(given({})), /TOKEN has another value/],
  [
    'success although the variable has another value',
    () => found(given({}, ['TOKEN', 'x'])),
    /TOKEN has another value/,
  ],
  [
    'success although the strategy replace removed no variable',
    () => found(given({ strategy: 'replace' }, TOKEN, ['KEPT', 'x'])),
    /KEPT is still there/,
  ],
  [
    'success with another commit',
    () => found(built(words.commit(1), 'make'), MADE, git),
    /of commit bbbbbbb/,
  ],
  ['success with another setting', () => found(built(words.commit(0)), MADE, git), /build_command differs/],
  ["failure although the run's revision is active", () => found(aRun(unreachable, late)), LIE],
  ['failure although the deployment has the desired state', () => found(refused(), THERE), LIE],
  [
    'failure with force, although the run reports the active revision',
    () => found(refused({ force: true }, {}, 'r1'), THERE),
    LIE,
  ],
  [
    'failure with force, although the run created the active revision',
    () => found(aRun({ ...unreachable, 'revision-id': '' }, { ...late, plan: quietRun({ force: true }) })),
    LIE,
  ],
  ...[
    { patches: 0, wrote: false },
    { patches: 1, wrote: true },
  ].map((sent): [string, () => string, RegExp] => [
    `red: a later attempt, and ${JSON.stringify(sent)}`,
    () => found(refused({}, { truths: attempted, evidence: { ...evidence, ...sent } }), THERE),
    LIE,
  ]),
  [
    'failure although the service shows the desired variables',
    () => found(refused({ secrets: 'one' }), THERE),
    LIE,
  ],
  [
    'failure on a service that hides variables, although the run sent none',
    () => found(refused(), THERE, hiding),
    LIE,
  ],
  ['a lost response to a change that arrived', () => found(lost(false)), /arrived.*it was not found/],
  [
    "failure although the run's first revision became active late",
    () => found(behind('r2', [ours, old]), second),
    /red, though/,
  ],
  [
    'a reported build failure that did not happen',
    () => found(failedAs('failed', 'build-failed')),
    /the revision is DEPLOYED/,
  ],
  [
    'a reported interruption that did not happen',
    () => found(failedAs('failed', 'interrupted')),
    /the revision is DEPL/,
  ],
  [
    'a reported image mismatch although the image is correct',
    () => found(failedAs('superseded', 'image-mismatch')),
    /the image is the right one/,
  ],
  [
    'reported hidden values although no values are hidden',
    () => found(failedAs('failed', 'secrets-hidden')),
    /no values are hidden/,
  ],
  [
    'a reported deletion although the deployment exists',
    () => found(failedAs('failed', 'deployment-gone')),
    /revision are there/,
  ],
  [
    'two patches in one run',
    () => found(aRun({}, { evidence: { ...evidence, patches: 2 } })),
    /patched more than once/,
  ],
  [
    'two creates in one run',
    () => found(aRun({}, { evidence: { ...evidence, creates: 2 } })),
    /created more than once/,
  ],
  ['two revisions in one run', () => found(aRun(), { ...MADE, r3: 0 }), /it made 2 revisions/],
  [
    'a dry run that changes something',
    () => found(aRun({}, { plan: quietRun({ dryRun: true }) })),
    /a dry run changed something/,
  ],
  [
    "a lost create that was repeated after another client's change",
    () => JSON.stringify(again([mine, theirsBetween, revision('r1', 0)])),
    /"violations":\[\],"exemptions":\["lost-and-not-seen"\]/,
  ],
  [
    'an acknowledged create that was repeated',
    () => again([mine, theirsBetween, revision('r1', 0)], false).violations.join(),
    /it made 2 revisions/,
  ],
  [
    'a lost create that was repeated',
    () => again([mine, revision('r2', 0)]).violations.join(),
    /it made 2 revisions/,
  ],
  [
    "a lost create that was repeated before another client's change",
    () => again([revision('r4', 1, { imageUri: words.image(1) }), mine, revision('r2', 0)]).violations.join(),
    /it made 2 revisions/,
  ],
  [
    'a second run that repeats the revision of the first run',
    () => nextRun('DEPLOYED'),
    /run 1 .*made again what the first run had made/,
  ],
  [
    "a second run that repeats the first run's revision, which was skipped",
    () => nextRun('SKIPPED'),
    /it made again/,
  ],
  ["a merge that drops another client's variable", dropping, /merging dropped a variable/],
  [
    'outputs with an unknown deployment',
    () => claims({ 'deployment-id': 'd9' }),
    /never was a deployment d9/,
  ],
  [
    'outputs with an unknown revision',
    () => claims({ 'revision-id': 'r9' }),
    /there never was a revision r9/,
  ],
  ['outputs without an ID', () => claims({ 'revision-id': '' }), /an ID is missing/],
  [
    'outputs that claim a create that did not happen',
    () => claims({ created: 'true' }),
    /it says created: true/,
  ],
  ['outputs that deny a change that happened', () => claims({ changed: 'false' }), /it says changed: false/],
  ['outputs with another status', () => claims({ 'revision-status': 'BUILDING' }), /reports is BUILDING/],
  ['outputs with an unknown outcome', () => claims({ outcome: 'great' }), /there is no such outcome/],
  ['an unexpected exit code', () => found(aRun({}, { code: 1 })), /it exits with 1/],
  [
    'an exit code that contradicts on-timeout',
    () => ended('timed-out', 'deadline', 1_800_000, { plan: quietRun({ onTimeout: 'warn' }) }),
    /it exits with 1/,
  ],
  ...words.hidden.flatMap((secret): [string, () => string, RegExp][] => [
    [`${secret} in a log`, () => found(aRun({}, { reports: `a ${secret} b` })), /it tells/],
    [`${secret} in the journal`, () => found(aRun(), MADE, { shown: `a ${secret} b` }), /the emulator shows/],
  ]),
  [
    'a timeout that is too early',
    () => ended('timed-out', 'deadline', 1_700_000),
    /it timed out after 1700 s/,
  ],
  [
    'a failure long before the timeout',
    () => ended('failed', 'service-error', 90_000),
    /it stopped early after 90 s/,
  ],
  ['a timeout that is too late', () => ended('timed-out', 'deadline', 3_600_000), /it took 3600 s/],
  [
    'two deployments at the end',
    () => atLast({ at: START, deployments: [...wanted.deployments, ...wanted.deployments] }),
    /2 live deployments/,
  ],
  ['a revision that never ends', () => atLast(building), /revision r2 stays BUILDING/],
  [
    'a deployment that is never deleted',
    () => atLast(truth(ours, [ours], { status: 'AWAITING_DELETE' })),
    /stays AWAITING_DELETE/,
  ],
])('the check of a simulated run has the expected result: %s', (_what, findings, expected) => {
  if (expected === '') expect(findings()).toBe('');
  else expect(findings()).toMatch(expected);
});
