import {
  answeredOf,
  type ComparedCase,
  type Floor,
  type GateSettings,
  isCompared,
  settingsOf,
  type SideAnswers,
} from './comparison.ts';
import {
  casesNeeded,
  type Estimate,
  mean,
  meanInterval,
  percentile,
  shareInterval,
  standardDeviation,
} from './intervals.ts';
import { caseScores, meansOf } from './judge-cases.ts';
import { adjustByHolm, signFlipTest, type SignFlipResult } from './permutation.ts';

/**
 * Verdict of a score. `worse` and `better` mean that the difference is significant and larger than the margin. `same`
 * means that the whole confidence interval of the difference is within the margin. `unclear` means that the test shows
 * neither a difference nor equality.
 */
type ScoreVerdict =
  | { kind: 'worse' | 'better'; probability: number }
  | { kind: 'same' }
  | {
      kind: 'unclear';
      why: 'noise';
      /**
       * Number of cases that would be sufficient to find a decrease of `drop`, or `undefined` if the present number of
       * cases is sufficient.
       */
      needed: { cases: number; drop: number } | undefined;
    }
  | { kind: 'unclear'; why: 'few-pairs'; needed: { cases: number } };

/** Result of comparing a score with its floor. `unscored` means that no response of the candidate has the score. */
type FloorResult =
  | { kind: 'met' | 'missed'; floor: Floor; mean: Estimate }
  | { kind: 'unscored'; floor: Floor };

export interface JudgedScore {
  key: string;
  gates: boolean;
  margin: number;
  /** Number of cases where both deployments have the score. */
  pairs: number;
  /** Means in the cases where both deployments have the score, or `undefined` if `pairs` is 0. */
  means: { baseline: number; candidate: number; difference: Estimate } | undefined;
  /** Mean of the candidate over all cases where the candidate has the score, or `undefined` if no such case exists. */
  candidate: { cases: number; mean: Estimate } | undefined;
  /** Verdict of the score, or `undefined` if the candidate is judged without a comparison. */
  verdict: ScoreVerdict | undefined;
  floor: FloorResult | undefined;
}

interface Percentiles {
  p50: number;
  p95: number;
}

/**
 * Latencies in milliseconds in the cases to which both deployments responded. Without a comparison, `pairs` is the
 * number of cases to which the candidate responded, and `baseline` and `verdict` are `undefined`.
 */
export interface JudgedLatency {
  gates: boolean;
  pairs: number;
  baseline: Percentiles | undefined;
  candidate: Percentiles;
  verdict: 'worse' | 'better' | 'unclear' | undefined;
}

/** A paired comparison before its p-values are adjusted. */
interface Tested {
  gates: boolean;
  differences: readonly number[];
  test: SignFlipResult;
}

/**
 * Judges each score and the latency. The p-values of all tests that can make the gate red are adjusted together.
 * @returns The scores in the order of their first appearance in the cases, followed by scores that have only a floor.
 * The latency is `undefined` if no case has responses of both deployments or, without a comparison, of the candidate.
 */
export function judgeScores(
  cases: readonly ComparedCase[],
  settings: GateSettings,
): { scores: JudgedScore[]; latency: JudgedLatency | undefined } {
  const isAlone = !isCompared(cases);
  const pairs = cases.map(({ baseline, candidate }) =>
    baseline === undefined ? [] : caseScores(baseline, candidate),
  );
  const candidateMeans = cases.map(({ candidate }) => meansOf(candidate.first));
  const keys = new Set([
    ...pairs.flat().map(({ key }) => key),
    ...candidateMeans.flatMap((means) => [...means.keys()]),
    ...settings.keys.keys(),
  ]);
  const scores = [...keys].map((key) => {
    const { gates, margin, floor } = settingsOf(key, settings);
    const both = pairs.flat().filter((one) => one.key === key);
    const differences = both.map(({ baseline, candidate }) => candidate - baseline);
    const test = testOf(key, differences, settings);
    const values = candidateMeans.flatMap((means) => means.get(key) ?? []);
    return { key, gates, margin, floor, both, differences, test, values };
  });
  const latencies = pairedLatencies(cases);
  const latencyTest = latencies.length === 0 ? undefined : testLatency(latencies, settings);
  const tested: Tested[] = [...scores, ...(latencyTest === undefined ? [] : [latencyTest])];
  const adjusted = adjustGating(tested);
  return {
    scores: scores.map((one, index) => ({
      key: one.key,
      gates: one.gates,
      margin: one.margin,
      pairs: one.both.length,
      means: meansOfPairs(one, settings),
      candidate: candidateMean(one.values, settings),
      verdict: isAlone ? undefined : judgeScore(one, adjusted[index] ?? one.test, one.margin, settings),
      floor: one.floor && judgeFloor(one.floor, candidateMean(one.values, settings)?.mean),
    })),
    latency: isAlone
      ? latencyAlone(cases)
      : latencyTest && judgeLatency(latencies, latencyTest, adjusted.at(-1) ?? latencyTest.test, settings),
  };
}

function testOf(
  name: string,
  differences: readonly number[],
  { seed, exactUpTo, draws }: GateSettings,
): SignFlipResult {
  return signFlipTest(differences, { seed: `${seed}:${name}`, exactUpTo, draws });
}

interface Tails {
  lower: number;
  higher: number;
}

/** Adjusts both p-values of each test that can make the gate red. The p-values of all other tests stay unchanged. */
function adjustGating(tested: readonly Tested[]): Tails[] {
  const gating = tested.filter(({ gates }) => gates);
  const lower = adjustByHolm(gating.map(({ test }) => test.lower));
  const higher = adjustByHolm(gating.map(({ test }) => test.higher));
  return tested.map((one) => {
    const at = gating.indexOf(one);
    return { lower: lower[at] ?? one.test.lower, higher: higher[at] ?? one.test.higher };
  });
}

function meansOfPairs(
  { both, differences }: { both: readonly { baseline: number; candidate: number }[]; differences: number[] },
  { level }: GateSettings,
): JudgedScore['means'] {
  if (both.length === 0) return undefined;
  return {
    baseline: mean(both.map(({ baseline }) => baseline)),
    candidate: mean(both.map(({ candidate }) => candidate)),
    difference: meanInterval(differences, level),
  };
}

function judgeScore(
  { differences }: Pick<Tested, 'differences'>,
  { lower, higher }: Tails,
  margin: number,
  settings: GateSettings,
): ScoreVerdict {
  const { alpha, minPairs, level } = settings;
  if (differences.length < Math.max(2, minPairs)) {
    return { kind: 'unclear', why: 'few-pairs', needed: { cases: Math.max(2, minPairs) } };
  }
  const { value, low, high } = meanInterval(differences, level);
  if (lower <= alpha && value < -margin - ROUNDING) return { kind: 'worse', probability: lower };
  if (higher <= alpha && value > margin + ROUNDING) return { kind: 'better', probability: higher };
  if (low >= -margin - ROUNDING && high <= margin + ROUNDING) return { kind: 'same' };
  return { kind: 'unclear', why: 'noise', needed: neededFor(differences, margin, settings) };
}

/** Tolerance for the rounding of decimal scores in binary. */
const ROUNDING = 1e-9;

/**
 * Returns the number of cases that are needed to find a decrease of `detect`, or if enough cases exist, a decrease of
 * the margin. Returns `undefined` if enough cases exist for both decreases.
 */
function neededFor(
  differences: readonly number[],
  margin: number,
  { detect, alpha, power }: GateSettings,
): { cases: number; drop: number } | undefined {
  const deviation = standardDeviation(differences);
  return [detect, margin]
    .filter((drop) => drop > 0)
    .map((drop) => ({ cases: casesNeeded(deviation, drop, { alpha, power }), drop }))
    .find(({ cases }) => cases > differences.length);
}

/** Returns the candidate's mean with its confidence interval, which is a Wilson interval if every value is 0 or 1. */
function candidateMean(values: readonly number[], { level }: GateSettings): JudgedScore['candidate'] {
  if (values.length === 0) return undefined;
  const isShare = values.every((value) => value === 0 || value === 1);
  const estimate = isShare
    ? shareInterval(values.filter((value) => value === 1).length, values.length, level)
    : meanInterval(values, level);
  return { cases: values.length, mean: estimate };
}

function judgeFloor(floor: Floor, estimate: Estimate | undefined): FloorResult {
  if (estimate === undefined) return { kind: 'unscored', floor };
  const decisive = floor.mode === 'sure' ? estimate.high : estimate.value;
  return { kind: decisive < floor.atLeast - ROUNDING ? 'missed' : 'met', floor, mean: estimate };
}

interface LatencyPair {
  baseline: number;
  candidate: number;
}

function pairedLatencies(cases: readonly ComparedCase[]): LatencyPair[] {
  return cases.flatMap(({ baseline, candidate }) => {
    const [before, after] = [baseline && medianLatency(baseline), medianLatency(candidate)];
    return before === undefined || after === undefined ? [] : [{ baseline: before, candidate: after }];
  });
}

/** Minimum latency in milliseconds. Shorter latencies count as the minimum, because a ratio to zero does not exist. */
const MIN_LATENCY_MS = 1;

function medianLatency({ first }: SideAnswers): number | undefined {
  const latencies = answeredOf(first).map(({ latencyMs }) => Math.max(MIN_LATENCY_MS, latencyMs));
  return latencies.length === 0 ? undefined : percentile(latencies, 0.5);
}

/**
 * Tests the logarithms of the ratios of the latencies. As for scores, a lower value is worse, because the logarithm is
 * negative if the candidate is slower.
 */
function testLatency(latencies: readonly LatencyPair[], settings: GateSettings): Tested {
  const differences = latencies.map(({ baseline, candidate }) => Math.log(baseline / candidate));
  return { gates: settings.latency.gates, differences, test: testOf('latency', differences, settings) };
}

function percentilesOf(numbers: readonly number[]): Percentiles {
  return { p50: percentile(numbers, 0.5), p95: percentile(numbers, 0.95) };
}

function latencyAlone(cases: readonly ComparedCase[]): JudgedLatency | undefined {
  const latencies = cases.flatMap(({ candidate }) => medianLatency(candidate) ?? []);
  if (latencies.length === 0) return undefined;
  return {
    gates: false,
    pairs: latencies.length,
    baseline: undefined,
    candidate: percentilesOf(latencies),
    verdict: undefined,
  };
}

function judgeLatency(
  latencies: readonly LatencyPair[],
  { gates }: Tested,
  { lower, higher }: Tails,
  { alpha, minPairs, latency: { maxRatio } }: GateSettings,
): JudgedLatency {
  const baseline = percentilesOf(latencies.map((one) => one.baseline));
  const candidate = percentilesOf(latencies.map((one) => one.candidate));
  const ratio = candidate.p50 / baseline.p50;
  const verdict = (): JudgedLatency['verdict'] => {
    if (latencies.length < minPairs) return 'unclear';
    if (lower <= alpha && ratio > maxRatio) return 'worse';
    return higher <= alpha && ratio < 1 / maxRatio ? 'better' : 'unclear';
  };
  return { gates, pairs: latencies.length, baseline, candidate, verdict: verdict() };
}
