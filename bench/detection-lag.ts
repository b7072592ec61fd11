import { createOptimalClient, priceFor, waitWithFullKnowledge } from './support/optimum.ts';
import { median, type Measurement, percentile } from './support/measure.ts';
import { type Change, drawRollouts, type Rollout } from './support/rollouts.ts';
import { type Surroundings, waitAsAction, waitFor, type WaitResults } from './support/simulated-wait.ts';

const IS_ONCE = process.env['BENCH_ONCE'] === '1';
const ROLLOUTS = IS_ONCE ? 100 : 1000;
/** Number of rollouts with which the price of a request is found for the optimum. */
const SAMPLE = IS_ONCE ? 50 : 300;
/** Seed of the rollouts, which differs from the seeds with which the pauses were tuned. */
const SEED = 20_261_121;
const POLL_INTERVAL_MS = 60_000;
/** Longer than any rollout. */
const TIMEOUT_MS = 24 * 3_600_000;

const USUAL: Surroundings = { hasLogs: true, hasHistory: true, hasChangeTimes: true, skewMs: 0 };

const asAction = (rollouts: readonly Rollout[], surroundings: Partial<Surroundings> = {}): WaitResults =>
  waitAsAction(rollouts, TIMEOUT_MS, POLL_INTERVAL_MS, { ...USUAL, ...surroundings });
const every = (rollouts: readonly Rollout[], seconds: number): WaitResults =>
  waitFor(rollouts, () => () => seconds * 1000);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

interface Row extends WaitResults {
  name: string;
  aims?: { median?: number; p95?: number; requests?: number };
}

/** Waits for rollouts that differ from their history. */
function changed(name: string, change: Change): Row[] {
  const rollouts = drawRollouts(ROLLOUTS, SEED, change);
  return [
    { name: `with history, ${name}`, ...asAction(rollouts) },
    { name: `every 15 s, ${name}`, ...every(rollouts, 15) },
  ];
}

/**
 * Compares the action's pauses with fixed pauses, and with the optimum for the number of requests that polls every 15
 * seconds take: the delay after DEPLOYED, and the number of requests.
 */
export async function measure(): Promise<Measurement> {
  const rollouts = drawRollouts(ROLLOUTS, SEED);
  const sample = rollouts.slice(0, SAMPLE);
  const fifteen = every(rollouts, 15);
  const budget = mean(fifteen.requests);
  const sampleBudget = mean(every(sample, 15).requests);
  const optimal = (earlier: number): WaitResults => {
    const client = createOptimalClient(rollouts, { earlier });
    return client(priceFor(sampleBudget, (price) => client(price, sample)));
  };
  const remembering = asAction(rollouts);
  const first = asAction(rollouts, { hasHistory: false });
  const [best, bestFirst] = [optimal(2), optimal(0)];
  const full = waitWithFullKnowledge(
    rollouts,
    priceFor(sampleBudget, (price) => waitWithFullKnowledge(sample, price)),
  );
  const rows: Row[] = [
    { name: 'with history', ...remembering, aims: { median: 1.5, p95: 5, requests: budget } },
    { name: 'no history', ...first, aims: { median: 3, requests: budget } },
    { name: 'optimum with history', ...best },
    { name: 'optimum, no history', ...bestFirst },
    { name: 'optimum, all known', ...full },
    { name: 'every 15 s', ...fifteen },
    { name: 'every 3 s', ...every(rollouts, 3) },
    { name: 'history, no logs', ...asAction(rollouts, { hasLogs: false }) },
    { name: 'history, no times of changes', ...asAction(rollouts, { hasChangeTimes: false }) },
    { name: 'history, clock 30 s ahead', ...asAction(rollouts, { skewMs: 30_000 }) },
    { name: 'history, clock 30 s behind', ...asAction(rollouts, { skewMs: -30_000 }) },
    ...changed('build 3 times as long', { build: 3, deploying: 1 }),
    ...changed('build in a third', { build: 1 / 3, deploying: 1 }),
    ...changed('start 3 times as long', { build: 1, deploying: 3 }),
    ...changed('start in a third', { build: 1, deploying: 1 / 3 }),
  ];
  return {
    claim: `a deployment is known within 1.5 s for no more requests than every 15 s takes (${ROLLOUTS} simulated rollouts with queues, cold builds and long tails)`,
    sides: [
      { name: 'delay after DEPLOYED, with history', unit: 's', samples: remembering.delays },
      { name: 'delay after DEPLOYED, every 15 s', unit: 's', samples: fifteen.delays },
    ],
    ratio: {
      name: 'requests, with history of every 15 s',
      value: mean(remembering.requests) / budget,
      aim: { atMost: 1 },
    },
    moreRatios: [
      {
        name: 'median delay, with history of the optimum',
        value: median(remembering.delays) / median(best.delays),
        aim: { atMost: 1.3 },
      },
      {
        name: 'median delay, no history of the optimum',
        value: median(first.delays) / median(bestFirst.delays),
        aim: { atMost: 1.3 },
      },
    ],
    figures: rows.flatMap(figuresOf),
  };
}

function figuresOf({ name, delays, requests, aims = {} }: Row): NonNullable<Measurement['figures']> {
  const figure = (what: string, value: number, unit: string, aim: number | undefined) => ({
    name: `${name}: ${what}`,
    value,
    unit,
    ...(aim !== undefined && { aim }),
  });
  return [
    figure('median delay', median(delays), 's', aims.median),
    figure('p95 delay', percentile(delays, 0.95), 's', aims.p95),
    figure('mean requests', mean(requests), '', aims.requests),
  ];
}
