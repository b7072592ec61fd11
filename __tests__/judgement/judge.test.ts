import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ComparedCase, mergeAttempts } from '../../src/judgement/comparison.ts';
import { judge } from '../../src/judgement/judge.ts';
import { judgeCases, planSecondLook } from '../../src/judgement/judge-cases.ts';
import { judgeScores } from '../../src/judgement/judge-scores.ts';
import { answer, comparedCase, errored, repeat, scored, settings } from '../action/gate/support.ts';

const runs = { numRuns: fc.readConfigureGlobal().numRuns ?? 100 };
const pass = answer({ passed: true });
const fail = answer({ passed: false });
const verdictOf = (one: ComparedCase, changes = {}) => judgeCases([one], settings(changes))[0]!.verdict;

describe('the plan to repeat responses', () => {
  test('contains only cases that the baseline passed and the candidate failed', () => {
    const cases = [
      comparedCase('worse', [pass], [fail]),
      comparedCase('better', [fail], [pass]),
      comparedCase('same', [pass], [pass]),
      comparedCase('failing', [fail], [fail]),
      comparedCase('mixed', [pass, fail], [fail, fail]),
      comparedCase('errored', [pass], [errored()]),
      comparedCase('without expectations', [answer({})], [answer({})]),
    ];
    expect(planSecondLook(cases, settings())).toEqual([{ name: 'worse', times: 4 }]);
  });

  test('fills each case up to five responses in total, or up to six if there are more than 100 cases', () => {
    const worse = comparedCase('worse', [pass], [fail]);
    const others = Array.from({ length: 100 }, (_, at) => comparedCase(`${at}`, [pass], [pass]));
    expect(planSecondLook([worse, ...others], settings())).toEqual([{ name: 'worse', times: 5 }]);
    expect(planSecondLook([worse, ...others.slice(1)], settings())).toEqual([{ name: 'worse', times: 4 }]);
    const thrice = comparedCase('worse', repeat(3, pass), repeat(3, fail));
    expect(planSecondLook([thrice], settings())).toEqual([{ name: 'worse', times: 2 }]);
    const complete = comparedCase('worse', [pass], [fail], [repeat(4, pass), repeat(4, fail)]);
    expect(planSecondLook([complete], settings())).toEqual([]);
    expect(planSecondLook([worse], settings({ confirm: 0 }))).toEqual([]);
  });

  test('adds responses that change no mean, no minimum and no statistical test', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean()), { maxLength: 30 }), (pairs) => {
        const cases = pairs.map(([before, after], at) =>
          comparedCase(`${at}`, [answer({ passed: before })], [answer({ passed: after })]),
        );
        const again = cases.map((one) => ({
          ...one,
          baseline: { ...one.baseline, secondLook: repeat(4, pass) },
          candidate: { ...one.candidate, secondLook: repeat(4, fail) },
        }));
        const floors = settings({
          keys: new Map([['pass', { floor: { atLeast: 0.5, mode: 'point' as const } }]]),
        });
        expect(judgeScores(again, floors)).toEqual(judgeScores(cases, floors));
      }),
      runs,
    );
  });
});

describe('the verdict of a case', () => {
  const [passes, fails] = [repeat(4, pass), repeat(4, fail)];

  test.each([
    ['broken', comparedCase('a', [pass], [fail], [passes, fails])],
    ['flaky', comparedCase('a', [pass], [fail], [passes, [pass, ...repeat(3, fail)]])],
    ['flaky', comparedCase('a', [pass], [fail], [[fail, ...repeat(3, pass)], fails])],
    ['flaky', comparedCase('a', [pass, fail], [pass, pass])],
    ['worse', comparedCase('a', [pass], [fail])],
    ['worse', comparedCase('a', [pass], [fail], [passes, [...repeat(3, fail), errored()]])],
    ['fixed', comparedCase('a', [fail], [pass])],
    ['errored', comparedCase('a', [errored()], [pass])],
    ['errored', comparedCase('a', [pass], [errored()])],
    ['errored', comparedCase('a', [], [])],
    ['same', comparedCase('a', [errored(), pass], [pass])],
    ['same', comparedCase('a', [fail], [fail])],
    ['worse', comparedCase('a', [answer({ scores: { s: 0.9 } })], [answer({ scores: { s: 0.7 } })])],
    ['better', comparedCase('a', [answer({ scores: { s: 0.7 } })], [answer({ scores: { s: 0.9 } })])],
    ['same', comparedCase('a', [answer({ scores: { s: 0.7 } })], [answer({ scores: { s: 0.75 } })])],
    ['changed', comparedCase('a', [answer({ output: 'Hello' })], [answer({ output: 'Hi' })])],
    [
      'same',
      comparedCase(
        'a',
        [answer({ output: { id: '11111111-2222-3333-4444-555555555555' } })],
        [answer({ output: { id: '99999999-2222-3333-4444-555555555555' } })],
      ),
    ],
  ] as const)('is %s (case %#)', (verdict, one) => {
    expect(verdictOf(one)).toBe(verdict);
  });

  test('is broken only if all responses of an earlier attempt fail too', () => {
    const first = comparedCase('a', [pass], [fail], [passes, [pass, ...repeat(3, fail)]]);
    const second = comparedCase('a', [pass], [fail], [passes, fails]);
    expect(verdictOf(second)).toBe('broken');
    expect(judgeCases(mergeAttempts([first], [second]), settings())[0]).toMatchObject({
      verdict: 'flaky',
      tallies: { baseline: { passed: 10, total: 10 }, candidate: { passed: 1, total: 10 } },
    });
  });

  test('lists the same error only once', () => {
    const one = comparedCase('a', [errored('lost'), errored('lost'), pass], [errored('timed out')]);
    expect(judgeCases([one], settings())[0]).toMatchObject({
      errors: { baseline: ['lost'], candidate: ['timed out'] },
    });
  });
});

describe('several attempts at the same commit', () => {
  // docs/security/pull-requests.md#gate-attempts-added
  test('are merged, including cases that only one attempt has', () => {
    const merged = mergeAttempts(
      [comparedCase('a', [fail], [fail]), comparedCase('b', [pass], [pass])],
      [comparedCase('a', [pass], [pass], [[pass], [pass]]), comparedCase('c', [pass], [pass])],
    );
    expect(merged).toEqual([
      comparedCase('a', [fail, pass], [fail, pass], [[pass], [pass]]),
      comparedCase('b', [pass], [pass]),
      comparedCase('c', [pass], [pass]),
    ]);
  });
});

describe('the verdict of a score', () => {
  const scoreOf = (cases: readonly ComparedCase[], changes = {}) =>
    judgeScores(cases, settings(changes)).scores[0]!;

  test('is worse only if the drop is significant and above the margin', () => {
    const small = scored('s', repeat(20, [0.8, 0.79]));
    expect(scoreOf(small).verdict).toEqual({ kind: 'same' });
    expect(scoreOf(small, { margin: 0.005 }).verdict).toMatchObject({ kind: 'worse' });
    expect(scoreOf(scored('s', repeat(20, [0.8, 0.7]))).verdict).toMatchObject({ kind: 'worse' });
    expect(scoreOf(scored('s', repeat(20, [0.7, 0.8]))).verdict).toMatchObject({ kind: 'better' });
    const noise = [...repeat(10, [0.9, 0.5] as const), ...repeat(10, [0.5, 0.86] as const)];
    expect(scoreOf(scored('s', noise)).verdict).toMatchObject({ kind: 'unclear', why: 'noise' });
  });

  test('is reversed if the baseline and the candidate are swapped', () => {
    const mirror = { worse: 'better', better: 'worse', same: 'same', unclear: 'unclear' };
    const tenths = fc.integer({ min: 0, max: 10 }).map((tenth) => tenth / 10);
    fc.assert(
      fc.property(fc.array(fc.tuple(tenths, tenths), { minLength: 1, maxLength: 30 }), (pairs) => {
        const verdict = scoreOf(scored('s', pairs)).verdict!.kind;
        const swapped = scoreOf(
          scored(
            's',
            pairs.map(([before, after]) => [after, before]),
          ),
        );
        expect(swapped.verdict!.kind).toBe(mirror[verdict]);
      }),
      runs,
    );
  });

  test('is unclear with fewer than ten pairs', () => {
    expect(scoreOf(scored('s', repeat(9, [1, 0]))).verdict).toEqual({
      kind: 'unclear',
      why: 'few-pairs',
      needed: { cases: 10 },
    });
    expect(scoreOf(scored('s', repeat(10, [1, 0]))).verdict).toMatchObject({ kind: 'worse' });
  });

  test('states how many cases an unclear score needs to prove the usual drop, or else a drop of the margin', () => {
    const pairs = Array.from({ length: 12 }, (_, at) => [0.5, 0.5 + (at % 2 === 0 ? 0.3 : -0.3)] as const);
    expect(scoreOf(scored('s', pairs)).verdict).toMatchObject({ needed: { cases: 243, drop: 0.05 } });
    const close = Array.from({ length: 40 }, (_, at) => [0.5, 0.5 + (at % 2 === 0 ? 0.1 : -0.1)] as const);
    expect(scoreOf(scored('s', close)).verdict).toMatchObject({ needed: { drop: 0.02 } });
  });

  test('pairs only cases that have the score in both deployments', () => {
    const cases = [
      ...scored('s', repeat(3, [1, 1])),
      comparedCase('only baseline', [answer({ scores: { s: 0 } })], [answer({})]),
      comparedCase('only candidate', [errored()], [answer({ scores: { s: 0 } })]),
    ];
    expect(scoreOf(cases)).toMatchObject({ pairs: 3, means: { baseline: 1, candidate: 1 } });
  });

  test('averages repeated responses to a case before it compares them', () => {
    const one = comparedCase('a', [pass, fail], [pass, pass]);
    expect(scoreOf([one])).toMatchObject({ key: 'pass', pairs: 1, means: { baseline: 0.5, candidate: 1 } });
  });

  test('is adjusted only for the number of scores that are part of the gate', () => {
    // The probability of five of five differences is 1/32, which is doubled because two scores can fail the gate.
    const pairs = [...repeat(5, [1, 0]), ...repeat(10, [1, 1])];
    const cases = scored('a', pairs as [number, number][]).map((one) => ({
      ...one,
      baseline: { ...one.baseline, first: [answer({ scores: { a: 1, b: 1 } })] },
      candidate: {
        ...one.candidate,
        first: one.candidate.first.map((given) =>
          given.kind === 'answered'
            ? { ...given, scores: new Map([...given.scores, ['b', 1]] as const) }
            : given,
        ),
      },
    }));
    expect(scoreOf(cases).verdict!.kind).toBe('unclear');
    const only = { keys: new Map([['b', { gates: false }]]) };
    expect(scoreOf(cases, only).verdict).toMatchObject({ kind: 'worse', probability: 1 / 32 });
  });

  test('is an error for a score that is not a number', () => {
    expect(() => judgeScores(scored('s', repeat(10, [1, Number.NaN])), settings())).toThrow(
      'NaN is not a finite number',
    );
  });
});

describe('the minimum of a score', () => {
  const withFloor = (mode: 'point' | 'sure', atLeast = 0.8) =>
    settings({ keys: new Map([['pass', { floor: { atLeast, mode } }]]) });
  const cases = (passed: number, total: number) =>
    Array.from({ length: total }, (_, at) =>
      comparedCase(`${at}`, [errored()], [answer({ passed: at < passed })]),
    );
  const kindOf = (passed: number, total: number, mode: 'point' | 'sure') =>
    judgeScores(cases(passed, total), withFloor(mode)).scores[0]!.floor!.kind;

  test('is missed if the mean is lower, or with mode sure if the whole confidence interval is lower', () => {
    expect(kindOf(8, 10, 'point')).toBe('met');
    expect(kindOf(7, 10, 'point')).toBe('missed');
    expect(kindOf(7, 10, 'sure')).toBe('met');
    expect(kindOf(2, 10, 'sure')).toBe('missed');
  });

  test('is reached even if decimal scores are rounded', () => {
    const means = scored('s', [
      [1, 0.7],
      [1, 0.9],
      [1, 0.8],
    ]); // prettier-ignore
    const floors = settings({ keys: new Map([['s', { floor: { atLeast: 0.8, mode: 'point' } }]]) });
    expect(judgeScores(means, floors).scores[0]!.floor!.kind).toBe('met');
  });

  test('is inconclusive if no response has the score', () => {
    const { verdict, isRed, sentence } = judge(scored('s', repeat(10, [1, 1])), withFloor('point'));
    expect({ verdict, isRed, sentence }).toEqual({
      verdict: 'inconclusive',
      isRed: true,
      sentence: 'No answer has the score pass, which must be at least 0.8.',
    });
  });
});

describe('the verdict of the latency', () => {
  const slower = (factor: number, count = 12) =>
    Array.from({ length: count }, (_, at) =>
      comparedCase(`${at}`, [answer({ latencyMs: 100 + at })], [answer({ latencyMs: (100 + at) * factor })]),
    );

  test('is worse if the ratios are significant and the medians differ by more than the tolerated ratio', () => {
    const latencyOf = (factor: number, count = 12) => judgeScores(slower(factor, count), settings()).latency!;
    expect(latencyOf(2)).toMatchObject({ verdict: 'worse', pairs: 12, gates: false });
    expect(latencyOf(2).baseline!.p50).toBeCloseTo(105.5, 9);
    expect(latencyOf(1.05).verdict).toBe('unclear');
    expect(latencyOf(0.5).verdict).toBe('better');
    expect(latencyOf(2, 9).verdict).toBe('unclear');
  });

  test('makes the gate red only if max-latency-ratio is set', () => {
    expect(judge(slower(2), settings()).isRed).toBe(false);
    const { verdict, sentence } = judge(slower(2), settings({ latency: { gates: true, maxRatio: 1.1 } }));
    expect(verdict).toBe('worse');
    expect(sentence).toBe(
      'The median latency rose from 106 ms to 211 ms, more than chance and the margin explain.',
    );
  });
});

describe('the verdict of a comparison', () => {
  const equal = (count: number) =>
    Array.from({ length: count }, (_, at) => comparedCase(`equal ${at}`, [pass], [pass]));
  const broken = comparedCase('broken', [pass], [fail], [repeat(4, pass), repeat(4, fail)]);

  test('is worse, with the reasons in one sentence', () => {
    const dropped = scored('accuracy', repeat(20, [0.91, 0.85]));
    const { verdict, isRed, sentence, reasons } = judge([...dropped, broken, ...equal(29)], settings());
    expect(sentence).toBe(
      '1 of 50 cases is broken, and the score accuracy fell from 0.91 to 0.85, more than chance and the margin explain.',
    );
    expect({ verdict, isRed }).toEqual({ verdict: 'worse', isRed: true });
    expect(reasons.map(({ kind }) => kind)).toEqual(['broken', 'score-worse']);
  });

  test('is inconclusive if more than a tenth of the cases have no result', () => {
    const failed = Array.from({ length: 6 }, (_, at) => comparedCase(`${at}`, [pass], [errored()]));
    expect(judge([...failed, ...equal(54)], settings())).toMatchObject({ isRed: false, verdict: 'same' });
    expect(judge([...failed, ...equal(44)], settings())).toMatchObject({
      isRed: true,
      verdict: 'inconclusive',
      sentence: '6 of 50 cases are without a result, which proves nothing about the agent.',
    });
  });

  test('is inconclusive without cases, or if a failing case was not repeated', () => {
    expect(judge([], settings())).toMatchObject({
      verdict: 'inconclusive',
      isRed: true,
      sentence: 'No case exists.',
    });
    expect(judge([comparedCase('a', [pass], [fail]), ...equal(30)], settings())).toMatchObject({
      verdict: 'inconclusive',
      isRed: true,
      sentence: '1 of 31 cases is failing and could not be run again.',
    });
  });

  test('is below-floor if a score misses its minimum', () => {
    const floors = settings({ keys: new Map([['pass', { floor: { atLeast: 0.8, mode: 'point' } }]]) });
    const half = Array.from({ length: 20 }, (_, at) =>
      comparedCase(`${at}`, [fail], [at < 10 ? pass : fail]),
    );
    expect(judge(half, floors)).toMatchObject({
      verdict: 'below-floor',
      sentence: 'The score pass is 0.50, below its floor of 0.80.',
    });
  });

  test('is green with an unclear score, which the sentence names', () => {
    const noise = Array.from({ length: 12 }, (_, at) => [0.5, 0.5 + (at % 2 === 0 ? 0.3 : -0.3)] as const);
    expect(judge(scored('brevity', noise), settings())).toMatchObject({
      isRed: false,
      verdict: 'unclear',
      sentence:
        'No case is broken, and no score is known to be worse. Unclear: brevity. About 250 cases would show a drop of 0.05 in brevity.',
    });
    expect(judge(equal(4), settings())).toMatchObject({
      isRed: false,
      verdict: 'unclear',
      sentence:
        'No case is broken, and no score is known to be worse. Unclear: pass. With fewer than 10 scored cases, no difference counts as significant.',
    });
    expect(judge([comparedCase('a', [answer({})], [answer({})])], settings())).toMatchObject({
      isRed: false,
      verdict: 'unclear',
      sentence: 'No case is broken. No score was compared.',
    });
  });

  test('is better or same if every score of the gate is better or same', () => {
    expect(judge(scored('s', repeat(20, [0.5, 0.9])), settings()).verdict).toBe('better');
    expect(judge(equal(20), settings()).verdict).toBe('same');
  });

  test('contains the mean time and tokens of the first responses to each case', () => {
    const of = (latencyMs: number, tokens: number | undefined) => ({ ...pass, latencyMs, tokens });
    const cases = [
      comparedCase('a', [of(100, 4), of(300, 8)], [of(50, undefined)], [[of(900, 9)], []]),
      comparedCase('b', [errored()], [pass]),
    ];
    expect(judge(cases, settings()).cases.map(({ costs }) => costs)).toEqual([
      { baseline: { latencyMs: 200, tokens: 6 }, candidate: { latencyMs: 50, tokens: undefined } },
      { baseline: undefined, candidate: { latencyMs: 100, tokens: undefined } },
    ]);
  });

  test('counts each case once', () => {
    const answers = fc.array(fc.constantFrom(pass, fail, errored()), { maxLength: 3 });
    const anyCase = fc.tuple(answers, answers, answers, answers);
    fc.assert(
      fc.property(fc.array(anyCase, { maxLength: 30 }), (all) => {
        const cases = all.map(([one, other, again, otherAgain], at) =>
          comparedCase(`${at}`, one, other, [again, otherAgain]),
        );
        const { counts, isRed, reasons } = judge(cases, settings());
        expect(Object.values(counts).reduce((total, one) => total + one, 0)).toBe(cases.length);
        expect(isRed).toBe(reasons.length > 0);
        if (counts.broken > 0) expect(isRed).toBe(true);
      }),
      runs,
    );
  });
});
