import { describe, expect, test } from '@jest/globals';
import { OUTPUTS } from '../../src/action/report/outputs.ts';
import { checkResult, type CheckVerdict } from './support/check-result.ts';
import { testValuesFor } from './support/other-client.ts';
import type { SimulationResult, SimulatedRun } from './support/simulate.ts';
import { quietRun, quietSchedule, type RunPlan } from './support/schedule.ts';
import type { Maker, TrueDeployment, TrueRevision, Truth } from './support/truth.ts';

// A check that passes everything would let every schedule pass: here it gets runs that lie.

const schedule = quietSchedule();
const KEY = 'simulation_key_of_the_judge_3c8d';
const words = testValuesFor(schedule, 'j', KEY);
const START = Date.UTC(2026, 0, 1);

function revision(id: string, by: Maker, over: Partial<TrueRevision> = {}): TrueRevision {
  const imageUri = words.image(by === 'before' ? 1 : 0);
  const seq = Number(id.slice(1));
  return { id, seq, status: 'DEPLOYED', commit: undefined, imageUri, secrets: new Map(), by, ...over };
}
const old = revision('r1', 'before');
const ours = revision('r2', 0);
const theirs = revision('r3', 'others', { imageUri: words.image(2) });

/** A deployment whose latest revision comes first, and the one of them that answers. */
function truth(
  active: TrueRevision | undefined,
  revisions: TrueRevision[],
  over: Partial<TrueDeployment> = {},
): Truth {
  const deployment = { id: 'd1', status: 'READY', buildCommand: undefined, live: true, revisions, active };
  return { at: START, deployments: [{ ...deployment, ...over }] };
}
const wanted = truth(ours, [ours, old]);

/** A run that deployed our image and says so; what is given is otherwise. */
function aRun(outputs: Record<string, string> = {}, over: Partial<SimulatedRun> = {}): SimulatedRun {
  const said: Record<string, string> = {
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
    outcome: said['outcome'],
    reason_code: said['reason-code'],
    created: said['created'] === 'true',
  };
  return {
    index: 0,
    plan: quietRun(),
    code: 0,
    outputs: { ...said, result: JSON.stringify(result) },
    message: '',
    told: 'nothing secret',
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

const MADE: [string, Maker][] = [
  ['r1', 'before'],
  ['r2', 0],
];

function judged(run: SimulatedRun, made = MADE, over: Partial<SimulationResult> = {}): CheckVerdict {
  const makers = { revisions: new Map(made), deployments: new Map<string, Maker>([['d1', 'before']]) };
  return checkResult({ schedule, words, runs: [run], settled: wanted, makers, shown: '', ...over });
}
const accusations = (...given: Parameters<typeof judged>) => judged(...given).violations.join('\n');

test('a run that says what is true is acquitted', () => {
  expect(judged(aRun())).toEqual({ violations: [], exemptions: [] });
});

describe('green', () => {
  const failed = revision('r2', 0, { status: 'DEPLOY_FAILED' });
  const other = revision('r2', 0, { imageUri: 'other:1' });

  test.each<[string, Truth, RegExp]>([
    ['another revision answers', truth(theirs, [theirs, ours, old]), /r3 is active, not r2/],
    ['the deployment is on its way out', truth(ours, [ours], { live: false }), /no living deployment/],
    ['nothing answers', truth(undefined, [ours]), /nothing is active/],
    ['ours has failed', truth(failed, [failed]), /the active revision is DEPLOY_FAILED/],
    ['ours runs another image', truth(other, [other]), /it runs other:1/],
  ])('is a lie when %s', (_what, real, says) => {
    expect(accusations(aRun({}, { truths: [real] }))).toMatch(says);
  });

  test('was true when it was so as the last question was answered', () => {
    const after = truth(theirs, [theirs, ours, old]);
    expect(accusations(aRun({}, { truths: [wanted, after] }))).toBe('');
  });

  test('needs our secrets, and with replace no others', () => {
    const [given] = words.secrets('one');
    const run = (strategy: RunPlan['strategy'], secrets: [string, string][]) => {
      const real = revision('r2', 0, { secrets: new Map(secrets) });
      return aRun({}, { plan: quietRun({ secrets: 'one', strategy }), truths: [truth(real, [real])] });
    };
    const right: [string, string] = ['TOKEN', given?.value ?? ''];
    expect(accusations(run('merge', []))).toMatch(/TOKEN has another value/);
    expect(accusations(run('merge', [['TOKEN', 'x']]))).toMatch(/TOKEN has another value/);
    expect(accusations(run('merge', [right, ['KEPT', 'x']]))).toBe('');
    expect(accusations(run('replace', [right, ['KEPT', 'x']]))).toMatch(/KEPT is still there/);
  });

  test('needs our commit and our settings', () => {
    const git = quietSchedule({ source: 'git' });
    const run = (commit: string | undefined, buildCommand?: string) => {
      const real = revision('r2', 0, { commit });
      const truths = [truth(real, [real], { buildCommand })];
      return aRun({}, { plan: quietRun({ buildCommand: 'make' }), truths });
    };
    const verdict = (...given: Parameters<typeof run>) => judged(run(...given), MADE, { schedule: git });
    expect(verdict(words.commit(1), 'make').violations.join()).toMatch(/it is of commit bbbbbbb/);
    expect(verdict(words.commit(0)).violations.join()).toMatch(/build_command differs/);
    expect(verdict(words.commit(0), 'make').violations).toEqual([]);
    expect(verdict(undefined, 'make').exemptions).toEqual(['commit-untold']);
  });
});

describe('red', () => {
  const unreachable = { outcome: 'failed', 'reason-code': 'unreachable' };
  const late = { code: 1, endedAt: START + 1_900_000 };

  test('is a lie while ours answers', () => {
    expect(accusations(aRun(unreachable, late))).toMatch(/red, though our revision answers/);
  });

  describe('of a run that made nothing, about what was there already as wanted', () => {
    const there = revision('r1', 'before', { imageUri: words.image(0) });
    const made: [string, Maker][] = [['r1', 'before']];
    /** Its change was refused; what is given is otherwise. */
    const refused = (plan: Partial<RunPlan> = {}, over: Partial<SimulatedRun> = {}, reported = '') => {
      const said = {
        outcome: 'failed',
        'reason-code': 'rejected',
        'revision-id': reported,
        changed: 'false',
      };
      const evidence = { ...aRun().evidence, wrote: false };
      return aRun(said, {
        code: 1,
        plan: quietRun(plan),
        evidence,
        truths: [truth(there, [there])],
        ...over,
      });
    };
    const lie = /red, though our revision answers/;

    test('is a lie', () => {
      expect(accusations(refused(), made)).toMatch(lie);
    });

    test('is none when it was told to make another one', () => {
      expect(judged(refused({ force: true }), made)).toEqual({ violations: [], exemptions: [] });
      expect(accusations(refused({ force: true }, {}, 'r1'), made)).toMatch(lie);
      const answers = { ...late, plan: quietRun({ force: true }) };
      expect(accusations(aRun({ ...unreachable, 'revision-id': '' }, answers))).toMatch(lie);
    });

    test('is none when a later attempt left open what the active one has, and its change was refused', () => {
      const attempt = revision('r2', 'before', { status: 'DEPLOY_FAILED' });
      const truths = [truth(there, [attempt, there])];
      expect(judged(refused({}, { truths }), made)).toEqual({ violations: [], exemptions: [] });
      for (const sent of [
        { patches: 0, wrote: false },
        { patches: 1, wrote: true },
      ]) {
        const evidence = { ...aRun().evidence, ...sent };
        expect(accusations(refused({}, { truths, evidence }), made)).toMatch(lie);
      }
    });

    test('is counted when it could not see that its secrets are there', () => {
      const real = revision('r1', 'before', {
        imageUri: words.image(0),
        secrets: new Map(words.secrets('one').map(({ name, value }) => [name, value])),
      });
      const truths = [truth(real, [real])];
      const hiding = { schedule: quietSchedule({ hides: true }) };
      const given = refused({ secrets: 'one' }, { truths });
      expect(judged(given, made, hiding)).toEqual({ violations: [], exemptions: ['hidden-values'] });
      expect(accusations(given, made)).toMatch(lie);
      expect(accusations(refused({}, { truths }), made, hiding)).toMatch(lie);
    });
  });

  test('is no lie of a run that was cancelled, or is not answered: that is counted', () => {
    const cancelled = aRun({ outcome: 'cancelled', 'reason-code': 'signal' }, { code: 1, cancelled: true });
    expect(judged(cancelled)).toEqual({ violations: [], exemptions: ['cancelled'] });
    const blind = { ...aRun().evidence, blind: true };
    expect(judged(aRun(unreachable, { ...late, evidence: blind }))).toEqual({
      violations: [],
      exemptions: ['blind'],
    });
  });

  test('for a lost answer is a lie when the change arrived and no fault disturbed the search', () => {
    const lost = { outcome: 'failed', 'reason-code': 'lost-answer' };
    const unsure = { ...aRun().evidence, wrote: false, unsure: true };
    const run = (disturbed: boolean) =>
      aRun(lost, { code: 1, truths: [truth(old, [ours, old])], evidence: { ...unsure, disturbed } });
    expect(accusations(run(false))).toMatch(/the change arrived.*it was not found/);
    expect(judged(run(true))).toEqual({ violations: [], exemptions: ['lost-and-not-seen'] });
  });

  test('is none of a second revision that is late, when the first was made by a write whose answer was lost', () => {
    const second = revision('r4', 0, { status: 'DEPLOYING' });
    const timedOut = { outcome: 'timed-out', 'reason-code': 'deadline', 'revision-id': 'r4' };
    const evidence = { ...aRun().evidence, unsureCreate: true };
    const run = aRun(timedOut, { ...late, evidence, truths: [truth(ours, [second, theirs, ours])] });
    const made: [string, Maker][] = [...MADE, ['r3', 'others'], ['r4', 0]];
    expect(accusations(run, made)).not.toMatch(/red, though/);
    const same = aRun({ ...timedOut, 'revision-id': 'r2' }, { ...late, evidence });
    expect(accusations(same, made)).toMatch(/red, though/);
  });

  test('is none while another one answers', () => {
    const superseded = { outcome: 'superseded', 'reason-code': 'newer-revision' };
    const truths = [truth(theirs, [theirs, ours, old])];
    expect(accusations(aRun(superseded, { code: 1, truths }))).toBe('');
  });

  test.each([
    ['build-failed', /the revision is DEPLOYED/],
    ['interrupted', /the revision is DEPLOYED/],
    ['image-mismatch', /the image is the right one/],
    ['secrets-hidden', /no values are hidden/],
    ['deployment-gone', /the deployment and the revision are there/],
  ])('for %s needs that to be so', (reason, says) => {
    const outcome = reason === 'image-mismatch' ? 'superseded' : 'failed';
    expect(accusations(aRun({ outcome, 'reason-code': reason }, { code: 1 }))).toMatch(says);
  });
});

describe('one intent', () => {
  const twice: [string, Maker][] = [...MADE, ['r3', 0]];
  const evidence = aRun().evidence;

  test('writes once', () => {
    expect(accusations(aRun({}, { evidence: { ...evidence, patches: 2 } }))).toMatch(
      /patched more than once/,
    );
    expect(accusations(aRun({}, { evidence: { ...evidence, creates: 2 } }))).toMatch(
      /created more than once/,
    );
    expect(accusations(aRun(), twice)).toMatch(/it made 2 revisions/);
    expect(accusations(aRun({}, { plan: quietRun({ dryRun: true }) }))).toMatch(
      /a dry run changed something/,
    );
  });

  test('that writes again for its own lost create is excused only by a change that came in between', () => {
    const [again, another] = [revision('r3', 0), revision('r2', 1, { imageUri: words.image(1) })];
    const first = revision('r1', 0);
    const unsure = { ...evidence, creates: 1, unsure: true, unsureCreate: true };
    const judgeWith = (revisions: TrueRevision[], over: Partial<SimulatedRun> = {}) => {
      const settled = truth(again, revisions);
      const said = { 'revision-id': 'r3', created: 'true' };
      const run = aRun(said, { evidence: unsure, truths: [settled], ...over });
      const revisionsBy = new Map(revisions.map(({ id, by }) => [id, by]));
      const makers = { revisions: revisionsBy, deployments: new Map<string, Maker>([['d1', 0]]) };
      return judged(run, MADE, { settled, makers });
    };
    expect(judgeWith([again, another, first])).toEqual({ violations: [], exemptions: ['lost-and-not-seen'] });
    expect(judgeWith([again, another, first], { evidence }).violations.join()).toMatch(/it made 2 revisions/);
    expect(judgeWith([again, revision('r2', 0)]).violations.join()).toMatch(/it made 2 revisions/);
    const after = revision('r4', 1, { imageUri: words.image(1) });
    expect(judgeWith([after, again, revision('r2', 0)]).violations.join()).toMatch(/it made 2 revisions/);
  });

  test('is not carried out again by the next run', () => {
    const again = revision('r3', 1);
    const settled = truth(again, [again, ours, old]);
    const second = aRun(
      { 'revision-id': 'r3' },
      {
        index: 1,
        startedAt: START + 120_000,
        endedAt: START + 180_000,
        before: wanted,
        truths: [settled],
      },
    );
    const made: [string, Maker][] = [...MADE, ['r3', 1]];
    const whenTheFirst = (first: TrueRevision) =>
      accusations(aRun(), made, {
        runs: [aRun(), second],
        settled: truth(again, [again, first, old]),
      });
    expect(whenTheFirst(ours)).toMatch(/run 1 .*it made again what the first run had made/);
    expect(whenTheFirst(revision('r2', 0, { status: 'SKIPPED' }))).toMatch(/it made again/);
    expect(whenTheFirst(revision('r2', 0, { status: 'BUILD_FAILED' }))).toBe('');
  });

  test('drops no variable of others', () => {
    const before = revision('r1', 'before', { secrets: new Map([['KEPT', 'x']]) });
    const [given] = words.secrets('one');
    const real = revision('r2', 0, { secrets: new Map([['TOKEN', given?.value ?? '']]) });
    const settled = truth(real, [real, before]);
    const run = aRun({}, { plan: quietRun({ secrets: 'one' }), truths: [settled] });
    expect(accusations(run, MADE, { settled })).toMatch(/merging dropped a variable/);
  });
});

describe('outputs', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['of no deployment', { 'deployment-id': 'd9' }, /there never was a deployment d9/],
    ['of no revision', { 'revision-id': 'r9' }, /there never was a revision r9/],
    ['without an ID', { 'revision-id': '' }, /an ID is missing/],
    ['that claim a create', { created: 'true' }, /it says created: true/],
    ['that deny a change', { changed: 'false' }, /it says changed: false/],
    ['of another status', { 'revision-status': 'BUILDING' }, /the revision it reports is BUILDING/],
    ['of no known outcome', { outcome: 'great' }, /there is no such outcome/],
  ])('%s are refused', (_what, outputs, says) => {
    expect(accusations(aRun(outputs))).toMatch(says);
  });

  test('go with the exit code', () => {
    expect(accusations(aRun({}, { code: 1 }))).toMatch(/it exits with 1/);
    const timedOut = { outcome: 'timed-out', 'reason-code': 'deadline' };
    const plan = quietRun({ onTimeout: 'warn' });
    const truths = [truth(old, [ours, old])];
    expect(accusations(aRun(timedOut, { truths, code: 1, plan, endedAt: START + 1_800_000 }))).toMatch(
      /it exits with 1/,
    );
  });
});

describe('a secret', () => {
  test.each(['told', 'shown'])('that is %s is found', (where) => {
    for (const secret of words.hidden) {
      const run = aRun({}, where === 'told' ? { told: `a ${secret} b` } : {});
      const over = where === 'told' ? {} : { shown: `a ${secret} b` };
      expect(accusations(run, MADE, over)).not.toBe('');
    }
  });
});

describe('time', () => {
  const waiting = truth(old, [revision('r2', 0, { status: 'BUILDING' }), old]);
  const ended = (outcome: string, reason: string, afterMs: number) =>
    aRun({ outcome, 'reason-code': reason }, { code: 1, truths: [waiting], endedAt: START + afterMs });

  test('is neither cut short nor overdrawn', () => {
    expect(accusations(ended('timed-out', 'deadline', 1_700_000))).toMatch(/it timed out after 1700 s/);
    expect(accusations(ended('failed', 'service-error', 90_000))).toMatch(/it gave up after 90 s/);
    expect(accusations(ended('timed-out', 'deadline', 1_800_000))).toBe('');
    expect(accusations(ended('timed-out', 'deadline', 3_600_000))).toMatch(/it took 3600 s/);
  });
});

describe('when all is over', () => {
  test('there is one deployment, at rest', () => {
    const two = { at: START, deployments: [...wanted.deployments, ...wanted.deployments] };
    expect(accusations(aRun(), MADE, { settled: two })).toMatch(/2 live deployments/);
    const stuck = truth(old, [revision('r2', 0, { status: 'BUILDING' }), old]);
    expect(accusations(aRun(), MADE, { settled: stuck })).toMatch(/revision r2 stays BUILDING/);
    expect(
      accusations(aRun(), MADE, { settled: truth(ours, [ours], { status: 'AWAITING_DELETE' }) }),
    ).toMatch(/stays AWAITING_DELETE/);
  });
});
