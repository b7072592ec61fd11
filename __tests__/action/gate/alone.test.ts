import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ComparedCase, type GateSettings, mergeAttempts } from '../../../src/judgement/comparison.ts';
import { judge } from '../../../src/judgement/judge.ts';
import { planSecondLook } from '../../../src/judgement/judge-cases.ts';
import { comparisonSection } from '../../../src/action/gate/report/comment.ts';
import { toGateReport } from '../../../src/action/gate/report/json.ts';
import { junitReport } from '../../../src/action/gate/report/junit.ts';
import { comparisonPage } from '../../../src/action/gate/report/page.ts';
import { comparisonSummary } from '../../../src/action/gate/report/summary.ts';
import { resolveSettings } from '../../../src/action/gate/settings.ts';
import { gateReportSchema } from '../../../src/contract/gate-report.ts';
import { renderAsGitHub } from '../support/github-markdown.ts';
import {
  aloneCase,
  aloneContext,
  answer,
  comparedCase,
  context,
  errored,
  repeat,
  settings,
} from './support.ts';

const runs = { numRuns: fc.readConfigureGlobal().numRuns ?? 100 };
const pass = answer({ passed: true, output: 'Hej' });
const fail = answer({ passed: false, output: 'Hi' });
const alone = resolveSettings({ scores: new Map(), judging: {} }, { seed: 'seed', isCompared: false });
const cases = (passed: number, failed: number): ComparedCase[] => [
  ...Array.from({ length: passed }, (_, at) => aloneCase(`passes ${at + 1}`, [pass])),
  ...Array.from({ length: failed }, (_, at) => aloneCase(`fails ${at + 1}`, [fail])),
];
const passFloor = (atLeast: number): GateSettings =>
  settings({ keys: new Map([['pass', { floor: { atLeast, mode: 'point' } }]]) });

describe('the settings of a gate without a comparison', () => {
  test('require every case to pass if `pass` has no floor', () => {
    expect(alone.keys.get('pass')).toEqual({ floor: { atLeast: 1, mode: 'point' } });
    expect(alone.maxErroredShare).toBe(0);
    const compared = resolveSettings({ scores: new Map(), judging: {} }, { seed: 's', isCompared: true });
    expect(compared).toMatchObject({ seed: 's', maxErroredShare: 0.1, keys: new Map() });
  });

  test("use the user's floor and the user's permitted share of cases without a result", () => {
    const judging = { maxErroredShare: 0.3 };
    const floor = { atLeast: 0.8, mode: 'sure' as const };
    const scores = new Map([['pass', { compare: undefined, judging: { floor } }]]);
    const own = resolveSettings({ scores, judging: {} }, { seed: 's', isCompared: false });
    expect(own).toMatchObject({ keys: new Map([['pass', { floor }]]), maxErroredShare: 0.1 });
    const information = new Map([['pass', { compare: undefined, judging: { gates: false } }]]);
    const ungated = resolveSettings({ scores: information, judging: {} }, { seed: 's', isCompared: false });
    expect(ungated.keys.get('pass')?.floor).toBeUndefined();
    expect(
      resolveSettings({ scores: new Map(), judging }, { seed: 's', isCompared: false }).maxErroredShare,
    ).toBe(0.3);
  });
});

describe('the verdict without a comparison', () => {
  test('is green if every case passes', () => {
    expect(judge(cases(5, 0), alone)).toMatchObject({
      verdict: 'passed',
      isCompared: false,
      isRed: false,
      sentence: 'All 5 cases passed.',
      counts: { passed: 5, failed: 0, same: 0 },
      latency: { baseline: undefined, verdict: undefined, candidate: { p50: 100 } },
    });
  });

  test('is below the floor if a case fails, even if the case fails only in some responses', () => {
    expect(judge(cases(4, 1), alone)).toMatchObject({
      verdict: 'below-floor',
      isRed: true,
      sentence: '1 of 5 cases failed.',
      reasons: [{ kind: 'failed', cases: 1, of: 5 }],
    });
    const flaky = [...cases(4, 0), aloneCase('sometimes', [pass, fail, pass])];
    expect(judge(flaky, alone)).toMatchObject({
      verdict: 'below-floor',
      counts: { flaky: 1 },
      sentence: '1 of 5 cases failed.',
    });
  });

  test("is green if the share of passed cases reaches the user's floor", () => {
    expect(judge(cases(4, 1), passFloor(0.8))).toMatchObject({
      isRed: false,
      verdict: 'passed',
      sentence: '4 of 5 cases passed. 1 failed. No score is below its floor: pass.',
    });
    expect(judge(cases(3, 2), passFloor(0.8))).toMatchObject({
      isRed: true,
      verdict: 'below-floor',
      sentence: 'The score pass is 0.60, below its floor of 0.80.',
    });
  });

  test('is inconclusive if a case has no result, unless the user permits such cases', () => {
    const one = [...cases(19, 0), aloneCase('lost', [errored()])];
    expect(judge(one, alone)).toMatchObject({
      verdict: 'inconclusive',
      isRed: true,
      sentence: '1 of 20 cases is without a result, which proves nothing about the agent.',
    });
    expect(judge(one, { ...alone, maxErroredShare: 0.1 })).toMatchObject({
      isRed: false,
      sentence: '19 of 20 cases passed. 1 has no result.',
    });
    expect(judge([], alone)).toMatchObject({ verdict: 'inconclusive', sentence: 'No case exists.' });
  });

  test('is inconclusive if a score has a floor but no response has the score', () => {
    const keys = new Map([['tone', { floor: { atLeast: 0.8, mode: 'point' as const } }]]);
    expect(judge(cases(3, 0), settings({ keys }))).toMatchObject({
      verdict: 'inconclusive',
      sentence: 'No answer has the score tone, which must be at least 0.8.',
    });
  });

  test('contains the mean and the interval of each score, but no verdict about a change', () => {
    const scored = [0.5, 0.7, 0.9].map((tone, at) => aloneCase(`${at}`, [answer({ scores: { tone } })]));
    const { scores } = judge(scored, settings());
    expect(scores).toMatchObject([{ key: 'tone', verdict: undefined, means: undefined, pairs: 0 }]);
    expect(scores[0]!.candidate!.cases).toBe(3);
    expect(scores[0]!.candidate!.mean.value).toBeCloseTo(0.7, 9);
    expect(scores[0]!.candidate!.mean.low).toBeLessThan(0.5);
  });

  test('requires no second response to any case, even if cases failed', () => {
    expect(planSecondLook(cases(1, 3), alone)).toEqual([]);
  });

  test('counts a case without a baseline response as errored if other cases have a baseline response', () => {
    const mixed = [comparedCase('a', [pass], [pass]), aloneCase('b', [pass])];
    expect(judge(mixed, settings())).toMatchObject({ isCompared: true, counts: { same: 1, errored: 1 } });
  });

  test('is based on the responses of an earlier attempt and of this attempt', () => {
    const merged = mergeAttempts([aloneCase('a', [fail])], [aloneCase('a', [pass])]);
    expect(merged).toEqual([aloneCase('a', [fail, pass])]);
  });

  test('is red exactly when it has reasons, and counts each case once', () => {
    const answers = fc.array(fc.constantFrom(pass, fail, errored(), answer({})), { maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(answers, { maxLength: 20 }),
        fc.constantFrom(alone, passFloor(0.5)),
        (all, given) => {
          const judgement = judge(
            all.map((one, at) => aloneCase(`${at}`, one)),
            given,
          );
          expect(judgement.isRed).toBe(judgement.reasons.length > 0);
          expect(Object.values(judgement.counts).reduce((total, one) => total + one, 0)).toBe(all.length);
          if (given === alone && !judgement.isRed) expect(judgement.counts.passed).toBe(all.length);
        },
      ),
      runs,
    );
  });
});

describe('the reports without a comparison', () => {
  const failing = answer({ passed: false, output: 'Hi! How can I help?' });
  const asked = [
    ...cases(3, 0),
    aloneCase('Danish', [
      failing.kind === 'answered' ? { ...failing, failures: ['the last message must match Hej'] } : failing,
    ]),
    aloneCase('Parcel', [errored('the agent did not respond within 60 s')]),
    aloneCase('Greeting', repeat(2, pass).concat(fail)),
  ];
  const judgement = judge(asked, alone);

  test('show the floors, the failed cases, and the reasons why they failed', () => {
    const { heading, callout, body } = comparisonSection(judgement, aloneContext());
    expect(heading).toBe('### 🔴 The preview works, but does not answer as expected');
    expect(callout).toContain('**2 of 6 cases failed**');
    const { rows } = renderAsGitHub(body);
    expect(rows[0]).toEqual(['Score', 'Preview', '95 % interval', 'Floor', 'Result']);
    expect(rows[1]?.slice(0, 2)).toEqual(['pass', '0.73']);
    expect(rows[1]?.slice(-2)).toEqual(['at least 1', '🔴 below']);
    expect(rows.slice(2, 6).map((cells) => cells.slice(0, 4))).toEqual([
      ['Verdict', 'Case', 'Preview', 'Why'],
      ['🔴 failed', 'Danish', 'Hi! How can I help?', 'the last message must match Hej'],
      ['〰️ flaky', 'Greeting', 'Hej', 'passed 2 of 3 times'],
      ['⚠️ errored', 'Parcel', '–', 'the agent did not respond within 60 s'],
    ]);
    expect(body).toContain('<b>1 case failed</b> · 1 flaky · 1 without a result · 3 passed');
    expect(body).toContain('It was not compared with another deployment.');
    expect(body).not.toContain('undefined');
  });

  test('show the same results in the summary, report.json, JUnit and the page', () => {
    const shown = aloneContext();
    const summary = comparisonSummary(judgement, shown, undefined);
    expect(summary).toContain('the last message must match');
    expect(summary).toContain('Median latency: Preview 100 ms');
    const report = toGateReport(judgement, shown, {
      locations: new Map([['Danish', { file: 'cases.yml', line: 7 }]]),
    });
    expect(gateReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
    expect(report).toMatchObject({ compared: false, verdict: 'below-floor', commits: { baseline: null } });
    expect(report.cases.find(({ name }) => name === 'Danish')).toMatchObject({
      verdict: 'failed',
      failures: ['the last message must match Hej'],
      location: { file: 'cases.yml', line: 7 },
    });
    const junit = junitReport(judgement, shown);
    expect(junit).toContain('<testsuite name="cases" tests="6" failures="2" errors="1" skipped="0">');
    expect(junit).toContain('message="failed: the last message must match Hej"');
    expect(junitReport(judge(cases(4, 1), passFloor(0.5)), shown)).toContain('failures="0"');
    const page = comparisonPage(judgement, shown);
    expect(page).toContain('the last message must match Hej');
    expect(page).not.toContain('undefined');
  });
});

describe('a gate that ended early', () => {
  const endedEarly = 'the time budget of 10 minutes was used up';
  const partial = (isCompared: boolean): ComparedCase[] =>
    isCompared
      ? [...repeat(4, 0).map((_, at) => comparedCase(`${at}`, [pass], [pass])), comparedCase('last', [], [])]
      : [...cases(4, 0), aloneCase('last', [])];

  test.each([true, false])(
    'states the reason and the number of cases that were not requested (compared: %s)',
    (isCompared) => {
      const shown = isCompared ? context({ endedEarly }) : aloneContext({ endedEarly });
      const judgement = judge(partial(isCompared), isCompared ? settings() : alone);
      expect(judgement).toMatchObject({ verdict: 'inconclusive', totals: { notAsked: 1 } });
      const text =
        'The gate ended early: the time budget of 10 minutes was used up. 1 of 5 cases was not run.';
      const { heading, callout, body } = comparisonSection(judgement, shown);
      expect(heading).toBe(
        isCompared
          ? '### 🔴 The preview was compared with production only in part'
          : '### 🔴 The preview was evaluated only in part',
      );
      expect(callout).toMatch(/^> \[!WARNING\]\n> /);
      expect(callout).toContain(text);
      expect(body).not.toContain('⚠️ errored');
      expect(comparisonSummary(judgement, shown, undefined)).toContain(text);
      expect(comparisonPage(judgement, shown)).toContain(text);
      expect(junitReport(judgement, shown)).toContain('<skipped message="not run"/>');
      expect(toGateReport(judgement, shown)).toMatchObject({
        ended_early: endedEarly,
        totals: { not_asked: 1 },
      });
    },
  );
});
