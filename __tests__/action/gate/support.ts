import { judge } from '../../../src/judgement/judge.ts';
import type { GateResult } from '../../../src/action/gate/result.ts';
import type { ReportContext } from '../../../src/action/gate/report/texts.ts';
import { resolveSettings } from '../../../src/action/gate/settings.ts';
import { createRedactor } from '../../../src/redaction/redactor.ts';
import {
  type Answer,
  type ComparedCase,
  DEFAULT_SETTINGS,
  type GateSettings,
  type SideAnswers,
} from '../../../src/judgement/comparison.ts';

/** Returns the default settings with a seed and these changes. */
export function settings(changes: Partial<GateSettings> = {}): GateSettings {
  return { ...DEFAULT_SETTINGS, seed: 'seed', ...changes };
}

/** Returns an answer, with `scores` by key. */
export function answer({
  passed,
  scores = {},
  output = 'text',
  latencyMs = 100,
  tokens,
}: {
  passed?: boolean | undefined;
  scores?: Record<string, number>;
  output?: unknown;
  latencyMs?: number;
  tokens?: number | undefined;
}): Answer {
  return {
    kind: 'answered',
    output,
    passed,
    scores: new Map(Object.entries(scores)),
    latencyMs,
    tokens,
  };
}

export const errored = (why = 'timed out'): Answer => ({ kind: 'errored', why });

/** Returns a case with the answers of both deployments, and with the answers to its repeated requests. */
export function comparedCase(
  name: string,
  baseline: readonly Answer[],
  candidate: readonly Answer[],
  [again, candidateAgain]: readonly [readonly Answer[], readonly Answer[]] = [[], []],
): ComparedCase & { baseline: SideAnswers } {
  return {
    name,
    baseline: { first: baseline, secondLook: again },
    candidate: { first: candidate, secondLook: candidateAgain },
  };
}

/** Returns a case without a comparison. */
export function aloneCase(name: string, answers: readonly Answer[]): ComparedCase {
  return { name, baseline: undefined, candidate: { first: answers, secondLook: [] } };
}

/** Returns the report's context for a gate without a comparison. */
export function aloneContext(changes: Partial<ReportContext> = {}): ReportContext {
  const whole = context();
  return {
    ...whole,
    settings: resolveSettings({ scores: new Map(), judging: {} }, { seed: 'seed', isCompared: false }),
    sides: { baseline: undefined, candidate: whole.sides.candidate },
    ...changes,
  };
}

/** Returns one case for each pair of scores. */
export function scored(
  key: string,
  pairs: readonly (readonly [baseline: number, candidate: number])[],
): (ComparedCase & { baseline: SideAnswers })[] {
  return pairs.map(([before, after], at) =>
    comparedCase(
      `case ${at + 1}`,
      [answer({ scores: { [key]: before } })],
      [answer({ scores: { [key]: after } })],
    ),
  );
}

export function repeat<T>(times: number, one: T): T[] {
  return Array.from({ length: times }, () => one);
}

export const SECRET = 'sk-live-4f9a8b7c6d5e4f3a';

/** Returns the report's context for a comparison, with a redactor that knows {@link SECRET}. */
export function context(changes: Partial<ReportContext> = {}): ReportContext {
  const redactor = createRedactor([SECRET]);
  return {
    redact: (text) => redactor.redact(text),
    settings: settings(),
    sides: {
      baseline: {
        title: 'Production',
        phrase: 'production',
        commit: { sha: '6601f04aaaa', link: 'https://github.com/acme/shop-agent/commit/6601f04aaaa' },
      },
      candidate: { title: 'Preview', phrase: 'the preview', commit: undefined },
    },
    dataset: { name: 'support', version: '21 November 2026' },
    compareUrl: 'https://smith.example.com/compare/214',
    endedEarly: undefined,
    ...changes,
  };
}

/** Returns the result of a gate with these cases, and with their verdict. */
export function gateResult(
  cases: readonly ComparedCase[],
  given: ReportContext = context(),
  changes: Partial<GateResult> = {},
): GateResult {
  const { redact: _, endedEarly, ...report } = given;
  return {
    cases,
    judgement: judge(cases, given.settings),
    report,
    locations: new Map(),
    endedEarly,
    ...changes,
  };
}

export const passing = (text: string) => answer({ passed: true, output: text });
export const failing = (text: string) => answer({ passed: false, output: text });

/** Returns a comparison with a broken case, a worse score, and cases of every other verdict. */
export function worseComparison(): ComparedCase[] {
  const asked = 'Refund 160.00 EUR? Please confirm.';
  const done = 'I have refunded 160.00 EUR.';
  const scored = Array.from({ length: 20 }, (_, at) =>
    comparedCase(
      `Question ${at + 1}`,
      [answer({ scores: { accuracy: 0.91 } })],
      [answer({ scores: { accuracy: at < 16 ? 0.86 : 0.81 } })],
    ),
  );
  return [
    ...scored,
    comparedCase(
      'Refund',
      [passing(asked)],
      [failing(done)],
      [repeat(4, passing(asked)), repeat(4, failing(done))],
    ),
    comparedCase('Iceland', [answer({ scores: { accuracy: 1 } })], [answer({ scores: { accuracy: 0.6 } })]),
    comparedCase(
      'Danish',
      [passing('Hej')],
      [failing('Hi')],
      [[passing('Hej'), ...repeat(3, failing('Hi'))], repeat(4, passing('Hej'))],
    ),
    comparedCase('Parcel', [passing('Here')], [errored('no answer within 60 s')]),
    comparedCase('Jackets', [failing('a')], [passing('b')]),
    comparedCase('Words', [passing('Hello')], [passing('Hi')]),
  ];
}
