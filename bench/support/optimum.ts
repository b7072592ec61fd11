import {
  type Forecast,
  pauseWithDelay,
  remainingAfterPhase,
} from '../../src/action/deploy/rollout-durations.ts';
import { DEPLOYING, type DeployingTimes, type Rollout, SLOW } from './rollouts.ts';
import { waitFor, type WaitResults } from './simulated-wait.ts';

/** Cumulative distribution of the duration of DEPLOYING in seconds. */
type Distribution = (seconds: number) => number;

/** Normal distribution, by the approximation 26.2.17 of Abramowitz and Stegun, whose error is below 1e-7. */
function normalBy(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = 0.3989422804 * Math.exp((-value * value) / 2) * series;
  return value > 0 ? 1 - above : above;
}

/** Returns the distribution from which the durations of a deployment are drawn. */
function trueDistribution({ usualMs, spread, slow }: DeployingTimes): Distribution {
  return (seconds) => {
    if (seconds <= 0) return 0;
    const log = Math.log((seconds * 1000) / usualMs);
    return (1 - slow) * normalBy(log / spread) + slow * normalBy((log - SLOW.factor) / SLOW.spread);
  };
}

function likelihood(ms: number, { usualMs, spread, slow }: DeployingTimes): number {
  const log = Math.log(ms / usualMs);
  const density = (value: number, width: number) => Math.exp(-((value / width) ** 2) / 2) / width;
  return (1 - slow) * density(log, spread) + slow * density(log - SLOW.factor, SLOW.spread);
}

const [USUALS, SPREADS] = [120, 5];
const LONGEST_SECONDS = 1600;

/**
 * Returns the distribution that Bayes' rule derives from some durations of the same deployment and from the exact
 * distribution of deployments.
 */
function inferredDistribution(knownMs: readonly number[]): Distribution {
  const { fromMs, toMs, minSpread, maxSpread, slow } = DEPLOYING;
  const all = Array.from({ length: USUALS * SPREADS }, (_, index) => {
    const usualMs = fromMs * (toMs / fromMs) ** ((Math.floor(index / SPREADS) + 0.5) / USUALS);
    const spread = minSpread + ((maxSpread - minSpread) * ((index % SPREADS) + 0.5)) / SPREADS;
    const times = { usualMs, spread, slow };
    return { times, weight: knownMs.reduce((product, ms) => product * likelihood(ms, times), 1) };
  });
  const most = Math.max(...all.map(({ weight }) => weight));
  const likely = all.filter(({ weight }) => weight > most * 0.01);
  const sum = likely.reduce((total, { weight }) => total + weight, 0);
  const parts = likely.map(({ times, weight }) => ({ share: weight / sum, by: trueDistribution(times) }));
  const table = Float64Array.from({ length: LONGEST_SECONDS }, (_, seconds) =>
    parts.reduce((total, { share, by }) => total + share * by(seconds), 0),
  );
  return (seconds) => {
    const at = Math.min(Math.max(seconds, 0), LONGEST_SECONDS - 2);
    const [below, above] = [table[Math.floor(at)] ?? 0, table[Math.floor(at) + 1] ?? 1];
    return below + (at - Math.floor(at)) * (above - below);
  };
}

/** Information of an optimal client. */
export interface Knowledge {
  /** Number of earlier durations of DEPLOYING, each of which costs one request for a log unless no build exists. */
  earlier: number;
}

const MAX_PAUSE_SECONDS = 60;

/**
 * Returns a function that waits as an optimal client with the same information as the action: it knows the exact
 * distribution of all deployments, applies Bayes' rule to the earlier durations, and pauses for the time whose expected
 * delay is `price`.
 */
export function createOptimalClient(
  rollouts: readonly Rollout[],
  { earlier }: Knowledge,
): (price: number, subset?: readonly Rollout[]) => WaitResults {
  const prior = inferredDistribution([]);
  const inferred = new Map(
    rollouts.map((rollout) => [
      rollout,
      earlier === 0
        ? prior
        : inferredDistribution(rollout.history.slice(0, earlier).map(({ deployingMs }) => deployingMs)),
    ]),
  );
  const reads = ({ isImage, history }: Rollout, status: string) =>
    isImage || /CREATING|QUEUED/.test(status) ? 0 : Math.min(earlier, history.length);
  return (price, subset = rollouts) =>
    waitFor(
      subset,
      (rollout) => {
        let isKnown = rollout.isImage;
        return ({ now, status, beganMs }) => {
          isKnown ||= reads(rollout, status) > 0;
          const by = (isKnown ? inferred.get(rollout) : prior) ?? prior;
          const forecast = forecastOf(by, status, (now - beganMs) / 1000, rollout.isImage);
          return 1000 * pauseWithDelay(forecast, price, MAX_PAUSE_SECONDS);
        };
      },
      reads,
    );
}

function forecastOf(by: Distribution, status: string, age: number, isImage: boolean): Forecast {
  if (status === 'DEPLOYING') {
    const before = by(age);
    return (seconds) => (by(age + seconds) - before) / Math.max(1e-9, 1 - before);
  }
  const isSoon = isImage || status === 'AWAITING_DEPLOY';
  return remainingAfterPhase(by, isSoon ? 6 : Math.max(100, age));
}

const GRID = 0.5;
const SLOTS = 2 * LONGEST_SECONDS;
const MAX_SLOTS = MAX_PAUSE_SECONDS / GRID;

/**
 * Returns the delays and requests of the best possible client: it knows the distribution of the deployment, and learns
 * without a request when DEPLOYING begins. Dynamic programming over the time in DEPLOYING finds the pauses, of at least one
 * second, whose expected sum of delay and `price` per request is smallest.
 */
export function waitWithFullKnowledge(rollouts: readonly Rollout[], price: number): WaitResults {
  const results: WaitResults = { delays: [], requests: [] };
  for (const rollout of rollouts) {
    const pauses = bestPauses(trueDistribution(rollout.deploying), price);
    let [slot, requests] = [0, 0];
    while (slot * GRID * 1000 < rollout.deployingMs) {
      slot += pauses[Math.min(slot, SLOTS)] ?? MAX_SLOTS;
      requests += 1;
    }
    results.delays.push(slot * GRID - rollout.deployingMs / 1000);
    results.requests.push(requests);
  }
  return results;
}

/** Returns the best pause after each slot of time, in slots. */
function bestPauses(by: Distribution, price: number): Int32Array {
  const length = SLOTS + MAX_SLOTS + 1;
  const ended = Float64Array.from({ length }, (_, slot) => by(slot * GRID));
  const sums = new Float64Array(length);
  for (let slot = 1; slot < length; slot += 1) {
    sums[slot] = at(sums, slot - 1) + ((at(ended, slot - 1) + at(ended, slot)) / 2) * GRID;
  }
  const costs = new Float64Array(length).fill(price);
  const pauses = new Int32Array(SLOTS + 1).fill(MAX_SLOTS);
  for (let slot = SLOTS; slot >= 0; slot -= 1) {
    const left = 1 - at(ended, slot);
    if (left < 1e-7) continue;
    let [best, pause] = [Number.POSITIVE_INFINITY, MAX_SLOTS];
    for (let ahead = 1 / GRID; ahead <= MAX_SLOTS; ahead += 1) {
      const delay = at(sums, slot + ahead) - at(sums, slot) - at(ended, slot) * ahead * GRID;
      const cost = price + (delay + (1 - at(ended, slot + ahead)) * at(costs, slot + ahead)) / left;
      if (cost < best) [best, pause] = [cost, ahead];
    }
    costs[slot] = best;
    pauses[slot] = pause;
  }
  return pauses;
}

const at = (values: Float64Array, index: number) => values[index] ?? 0;

/**
 * Returns the price of a request at which `wait` sends `budget` requests on average. Fewer requests are sent at a higher
 * price.
 */
export function priceFor(budget: number, wait: (price: number) => WaitResults): number {
  let [low, high] = [Math.log(0.002), Math.log(3)];
  for (let round = 0; round < 9; round += 1) {
    const middle = (low + high) / 2;
    const { requests } = wait(Math.exp(middle));
    const mean = requests.reduce((sum, value) => sum + value, 0) / requests.length;
    if (mean > budget) low = middle;
    else high = middle;
  }
  return Math.exp(high);
}
