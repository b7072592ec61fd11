import type { GateReport } from '../../../contract/gate-report.ts';
import type { Estimate } from '../../../judgement/intervals.ts';
import type { GateResult } from '../result.ts';
import { type Judgement, reasonPhrase } from '../../../judgement/judge.ts';
import type { JudgedCase } from '../../../judgement/judge-cases.ts';
import type { JudgedScore } from '../../../judgement/judge-scores.ts';
import { excerpt, outputText, type ReportContext } from './texts.ts';

const NAME_MAX = 500;
const OUTPUT_MAX = 4_000;
const MAX_ERRORS = 10;

/** Returns a comparison as `report.json`, with redacted and shortened texts. */
export function toGateReport(
  judgement: Judgement,
  context: ReportContext,
  {
    locations = new Map(),
    history = [],
  }: { locations?: GateResult['locations']; history?: GateReport['history'] } = {},
): GateReport {
  const { verdict, isRed, sentence, reasons, totals, counts, scores, latency, cases } = judgement;
  const text = (value: string) => excerpt(value, NAME_MAX, context);
  const { sides, dataset } = context;
  return {
    version: 1,
    verdict,
    compared: judgement.isCompared,
    red: isRed,
    sentence: excerpt(sentence, OUTPUT_MAX, context),
    reasons: reasons.map((reason) => text(reasonPhrase(reason))),
    ended_early: context.endedEarly === undefined ? null : text(context.endedEarly),
    dataset: dataset === undefined ? null : { name: text(dataset.name), version: text(dataset.version) },
    commits: {
      baseline: sides.baseline?.commit === undefined ? null : text(sides.baseline.commit.sha),
      candidate: sides.candidate.commit === undefined ? null : text(sides.candidate.commit.sha),
    },
    totals: {
      cases: cases.length,
      answers: totals.answers,
      not_asked: totals.notAsked,
      tokens: totals.tokens ?? null,
      second_looks: totals.secondLooks,
    },
    history: [...history],
    counts: { ...counts },
    scores: scores.map((score) => toScore(score, text)),
    latency:
      latency === undefined
        ? null
        : { ...latency, verdict: latency.verdict ?? null, baseline: latency.baseline ?? null },
    cases: cases.map((one) => toCase(one, context, locations.get(one.name))),
  };
}

function toScore(score: JudgedScore, text: (value: string) => string): GateReport['scores'][number] {
  const { key, gates, margin, pairs, means, candidate, verdict, floor } = score;
  return {
    key: text(key),
    gates,
    margin,
    pairs,
    verdict: verdict?.kind ?? null,
    probability: verdict !== undefined && 'probability' in verdict ? verdict.probability : null,
    cases_needed: verdict?.kind === 'unclear' ? (verdict.needed?.cases ?? null) : null,
    baseline: means?.baseline ?? null,
    candidate: means?.candidate ?? null,
    mean: candidate === undefined ? null : { ...toInterval(candidate.mean), cases: candidate.cases },
    difference: means === undefined ? null : toInterval(means.difference),
    floor:
      floor === undefined
        ? null
        : {
            at_least: floor.floor.atLeast,
            mode: floor.floor.mode,
            result: floor.kind,
            mean: floor.kind === 'unscored' ? null : toInterval(floor.mean),
          },
  };
}

/** Converts an interval, with `null` for infinite bounds, because JSON has no infinite numbers. */
function toInterval({ value, low, high }: Estimate): {
  value: number;
  low: number | null;
  high: number | null;
} {
  const bound = (number: number) => (Number.isFinite(number) ? number : null);
  return { value, low: bound(low), high: bound(high) };
}

function toCase(
  one: JudgedCase,
  context: ReportContext,
  location: { file: string; line: number } | undefined,
): GateReport['cases'][number] {
  const text = (value: string) => excerpt(value, NAME_MAX, context);
  const output = (side: JudgedCase['outputs']['baseline']) =>
    side === undefined ? null : excerpt(outputText(side), OUTPUT_MAX, context);
  const errors = (all: readonly string[]) => all.slice(0, MAX_ERRORS).map(text);
  return {
    name: text(one.name),
    verdict: one.verdict,
    unconfirmed: one.isUnconfirmed,
    passed:
      one.tallies === undefined
        ? null
        : { baseline: one.tallies.baseline ?? null, candidate: one.tallies.candidate },
    scores: one.scores.map(({ key, baseline, candidate }) => ({
      key: text(key),
      baseline: baseline ?? null,
      candidate,
    })),
    outputs: { baseline: output(one.outputs.baseline), candidate: output(one.outputs.candidate) },
    errors: { baseline: errors(one.errors.baseline), candidate: errors(one.errors.candidate) },
    failures: errors(one.failures),
    location: location === undefined ? null : { file: text(location.file), line: location.line },
  };
}
