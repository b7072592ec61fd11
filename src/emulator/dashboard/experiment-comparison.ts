import { isJsonObject } from '../../contract/json-safety.ts';
import { lastAnswerOfValues, titleOfValues } from '../../contract/messages.ts';
import { CASE_VERDICTS } from '../../contract/statuses.ts';
import type {
  ComparedExperimentCase,
  ComparedScore,
  ExperimentComparison,
} from '../../contract/dashboard/experiments.ts';
import {
  type Answer,
  type ComparedCase,
  DEFAULT_SETTINGS,
  type GateSettings,
  PASS_KEY,
} from '../../judgement/comparison.ts';
import type { Estimate } from '../../judgement/intervals.ts';
import { judge } from '../../judgement/judge.ts';
import type { JudgedCase } from '../../judgement/judge-cases.ts';
import type { JudgedScore } from '../../judgement/judge-scores.ts';
import type { ExampleRow, TracedRunRow } from '../ports/store.ts';

// Evaluates stored experiments in the same way as the gate of the action.

/** Maximum length of a displayed text in characters. */
const MAX_TEXT = 4_000;
const MAX_NAME = 200;

/** A response that an experiment contains, with the scores of the response. */
export interface StoredResponse {
  run: TracedRunRow;
  scores: ReadonlyMap<string, number>;
}

/** Responses of an experiment, keyed by the ID of their example. */
export type ResponsesByExample = ReadonlyMap<string, readonly StoredResponse[]>;

type Judged = Pick<
  ExperimentComparison,
  'verdict' | 'sentence' | 'min_pairs' | 'totals' | 'counts' | 'scores' | 'cases'
>;

/**
 * Compares the responses of `candidate` with the responses of `baseline`, or evaluates them without a comparison if
 * `baseline` is `undefined`. A case counts as broken without further responses that confirm the failure, because an
 * experiment contains no such responses.
 */
export function compareExperiments(
  examples: readonly ExampleRow[],
  sides: { baseline: ResponsesByExample | undefined; candidate: ResponsesByExample },
  { margin, seed }: { margin: number; seed: string },
): Judged {
  const settings: GateSettings = { ...DEFAULT_SETTINGS, seed, margin, confirm: 0, confirmLarge: 0 };
  const { baseline, candidate } = sides;
  const compared = examples.map(({ exampleId }): ComparedCase => {
    const sideOf = (responses: ResponsesByExample) => ({
      first: (responses.get(exampleId) ?? []).map(toAnswer),
      secondLook: [],
    });
    return {
      name: exampleId,
      baseline: baseline === undefined ? undefined : sideOf(baseline),
      candidate: sideOf(candidate),
    };
  });
  const judgement = judge(compared, settings);
  const byId = new Map(examples.map((one, index) => [one.exampleId, { example: one, number: index + 1 }]));
  const order = new Map(CASE_VERDICTS.map((verdict, index) => [verdict, index]));
  const cases = judgement.cases
    .flatMap((one) => {
      const found = byId.get(one.name);
      return found === undefined ? [] : [toCase(one, found, sides)];
    })
    .toSorted((a, b) => (order.get(a.verdict) ?? 0) - (order.get(b.verdict) ?? 0) || dropOf(b) - dropOf(a));
  return {
    verdict: judgement.verdict,
    sentence: judgement.sentence,
    min_pairs: settings.minPairs,
    totals: { cases: cases.length, answers: judgement.totals.answers },
    counts: judgement.counts,
    scores: judgement.scores.map(toScore),
    cases,
  };
}

/** Returns the largest decrease of a score in a case. */
function dropOf({ scores }: ComparedExperimentCase): number {
  return Math.max(0, ...scores.map(({ baseline, candidate }) => (baseline ?? candidate) - candidate));
}

/**
 * Converts a stored response to an `Answer`. A failed run with scores counts as an answer of the agent, because the
 * gate stores such a run as an answer. A failed run without scores has no result.
 */
function toAnswer({ run, scores }: StoredResponse): Answer {
  const details = { threadId: undefined, runId: undefined, comments: new Map<string, string>() };
  const endedAt = run.endTime ?? run.startTime;
  if (run.error !== null && scores.size === 0) {
    return { kind: 'errored', why: run.error, run: { ...details, startedAt: run.startTime, endedAt } };
  }
  const passed = scores.get(PASS_KEY);
  return {
    kind: 'answered',
    output: run.error ?? run.outputs,
    passed: passed === undefined ? undefined : passed >= 1,
    scores: new Map([...scores].filter(([key]) => key !== PASS_KEY)),
    latencyMs: endedAt - run.startTime,
    tokens: run.totalTokens ?? undefined,
  };
}

function toCase(
  judged: JudgedCase,
  { example, number }: { example: ExampleRow; number: number },
  { baseline, candidate }: Parameters<typeof compareExperiments>[1],
): ComparedExperimentCase {
  const title = titleOfValues(example.inputs);
  return {
    example_id: example.exampleId,
    name: clip(title === '' ? `Example ${number}` : title, MAX_NAME),
    verdict: judged.verdict,
    expected: example.outputs === null ? null : textOf(example.outputs),
    input: textOf(example.inputs),
    scores: judged.scores.map((one) => ({
      key: one.key,
      baseline: one.baseline ?? null,
      candidate: one.candidate,
    })),
    baseline:
      baseline === undefined ? null : toSide(baseline.get(example.exampleId) ?? [], judged.tallies?.baseline),
    candidate: toSide(candidate.get(example.exampleId) ?? [], judged.tallies?.candidate),
  };
}

function toSide(
  responses: readonly StoredResponse[],
  passed: { passed: number; total: number } | undefined,
): ComparedExperimentCase['candidate'] {
  const first = responses.find(({ run }) => run.error === null) ?? responses[0];
  const errors = [...new Set(responses.flatMap(({ run }) => run.error ?? []))];
  const metadata = first?.run.extra?.['metadata'];
  const idOf = (name: string) => {
    const value = isJsonObject(metadata) ? metadata[name] : undefined;
    return typeof value === 'string' ? value : null;
  };
  return {
    output: first === undefined || first.run.error !== null ? null : textOf(first.run.outputs),
    errors: errors.map((error) => clip(error, MAX_TEXT)),
    passed: passed === undefined ? null : { passed: passed.passed, total: passed.total },
    thread_id: idOf('thread_id'),
    run_id: idOf('run_id'),
  };
}

/** Returns a value as text for people: the last answer, or the only text in the value, or the value as JSON. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const answer = lastAnswerOfValues(value);
  if (answer !== '') return clip(answer, MAX_TEXT);
  const [only, ...others] = isJsonObject(value) ? Object.values(value) : [value];
  if (others.length === 0 && typeof only === 'string') return clip(only, MAX_TEXT);
  return clip(JSON.stringify(others.length === 0 ? only : value) ?? '', MAX_TEXT);
}

function clip(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit).toWellFormed()}…`;
}

function toScore({ key, margin, pairs, means, candidate, verdict }: JudgedScore): ComparedScore {
  return {
    key,
    margin,
    pairs,
    verdict: verdict?.kind ?? null,
    baseline: means?.baseline ?? null,
    candidate: means?.candidate ?? candidate?.mean.value ?? null,
    difference: means === undefined ? null : bounded(means.difference),
    cases_needed: verdict?.kind === 'unclear' ? (verdict.needed?.cases ?? null) : null,
  };
}

/** JSON has no infinite numbers, so an unlimited bound is null. */
function bounded({ value, low, high }: Estimate): NonNullable<ComparedScore['difference']> {
  return {
    value,
    low: Number.isFinite(low) ? low : null,
    high: Number.isFinite(high) ? high : null,
  };
}
