import { DEFAULT_SETTINGS } from '../src/judgement/comparison.ts';
import { type SimulatedChange, simulatePullRequest } from './support/gate-simulation.ts';
import { type Measurement, median, roundsToMeasure } from './support/measure.ts';

const BATCHES = roundsToMeasure(20);
const PER_BATCH = 100;
const CASES = 50;
/** Other numbers of cases, without an aim: with 200 cases, the level of the tests permits up to 5 % false alarms. */
const OTHER_SIZES = [10, 20, 200];

interface Simulated {
  /** Percentage of failed pull requests in each batch. */
  red: number[];
  /** Number of requests that repeat cases which look broken, as a percentage of the first requests, for each batch. */
  extra: number[];
  /** Milliseconds for evaluating one pull request, for each batch. */
  tookMs: number[];
}

function simulate(name: string, change: SimulatedChange): Simulated {
  const simulated: Simulated = { red: [], extra: [], tookMs: [] };
  for (let batch = 0; batch < BATCHES; batch += 1) {
    let [red, requests, secondLook] = [0, 0, 0];
    const startedAt = performance.now();
    for (let one = 0; one < PER_BATCH; one += 1) {
      const settings = { ...DEFAULT_SETTINGS, seed: `${name} ${batch} ${one}` };
      const result = simulatePullRequest(change, settings);
      red += Number(result.judgement.isRed);
      requests += result.requests;
      secondLook += result.secondLook;
    }
    simulated.tookMs.push((performance.now() - startedAt) / PER_BATCH);
    simulated.red.push((100 * red) / PER_BATCH);
    simulated.extra.push((100 * secondLook) / (requests - secondLook));
  }
  return simulated;
}

const mean = (samples: readonly number[]): number =>
  samples.reduce((total, one) => total + one, 0) / samples.length;

/**
 * Simulates pull requests from the first answer to the verdict, and measures how many fail and how many requests
 * repeat a case.
 */
export function measure(): Promise<Measurement> {
  const one = (name: string, cases: number, brokenShare: number, isScored = false) =>
    simulate(name, { cases, brokenShare, isScored });
  const unchanged = one('unchanged', CASES, 0);
  const broken = one('broken', CASES, 0.1);
  const scored = one('scored', CASES, 0, true);
  const percent = '% of pull requests';
  const others = OTHER_SIZES.flatMap((cases) => [
    { name: `red of ${cases} cases, unchanged`, value: mean(one(`u${cases}`, cases, 0).red), unit: percent },
    {
      name: `red of ${cases} cases, 10 % broken`,
      value: mean(one(`b${cases}`, cases, 0.1).red),
      unit: percent,
    },
  ]);
  return Promise.resolve({
    claim: `with ${CASES} cases, at most 3 % of the pull requests that change nothing are red, and at least 90 % of those that break 10 % of the cases (${BATCHES * PER_BATCH} each)`,
    sides: [
      { name: '10 % of the cases broken: red', unit: '%', samples: broken.red },
      { name: 'nothing changed: red', unit: '%', samples: unchanged.red },
    ],
    ratio: {
      name: 'red if broken to red if unchanged, means',
      value: mean(broken.red) / Math.max(mean(unchanged.red), 100 / (BATCHES * PER_BATCH)),
      aim: { atLeast: 30 },
    },
    figures: [
      { name: 'red, nothing changed', value: mean(unchanged.red), unit: percent, aim: 3 },
      { name: 'red, nothing changed, with judge', value: mean(scored.red), unit: percent, aim: 5 },
      { name: 'not red, 10 % of the cases broken', value: 100 - mean(broken.red), unit: percent, aim: 10 },
      { name: 'requests that repeat a case, unchanged', value: mean(unchanged.extra), unit: '%', aim: 30 },
      { name: 'requests that repeat a case, 10 % broken', value: mean(broken.extra), unit: '%' },
      ...others,
      { name: 'simulating and judging one of 50 cases', value: median(unchanged.tookMs), unit: 'ms' },
    ],
  });
}
