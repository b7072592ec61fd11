import { toRevisionView } from '../src/action/plan/current.ts';
import { nextPollMs, predictRollout } from '../src/action/deploy/polling.ts';
import { median, percentile, type Measurement } from './support/measure.ts';
import { drawRollouts, type Rollout, statusAt } from './support/rollouts.ts';

const ROLLOUTS = 1000;
/** Seed of the rollouts, which differs from the seed with which the pauses were tuned. */
const SEED = 20_261_121;
const POLL_INTERVAL_MS = 60_000;
const TIMEOUT_MS = 30 * 60_000;

interface State {
  now: number;
  status: string;
  changedAt: number;
  rollout: Rollout;
}
type Pause = (state: State) => number;

/**
 * Returns the pauses of the action. With `remembers`, the pauses depend on the durations of the deployment's earlier
 * revisions.
 */
const ours =
  (remembers: boolean): Pause =>
  ({ now, status, changedAt, rollout }) =>
    nextPollMs(
      {
        elapsedMs: now,
        unchangedMs: now - changedAt,
        remainingMs: TIMEOUT_MS - now,
        status,
        prediction: remembers ? predictionOf(rollout) : undefined,
      },
      POLL_INTERVAL_MS,
    );

const predictions = new WeakMap<Rollout, ReturnType<typeof predictRollout>>();
function predictionOf(rollout: Rollout): ReturnType<typeof predictRollout> {
  const known = predictions.get(rollout);
  if (known !== undefined) return known;
  const made = predictRollout(
    rollout.history.map((ms, index) => ({
      ...toRevisionView({ id: String(index), status: 'DEPLOYED' }),
      createdAt: 0,
      updatedAt: ms,
    })),
  );
  predictions.set(rollout, made);
  return made;
}

interface RunTimings {
  lags: number[];
  requests: number[];
}

/** Polls each rollout until it is deployed, and returns the seconds of delay and the number of polls. */
function waitFor(rollouts: readonly Rollout[], pause: Pause): RunTimings {
  const waited: RunTimings = { lags: [], requests: [] };
  for (const rollout of rollouts) {
    let [now, looks, changedAt, last] = [0, 0, 0, ''];
    for (;;) {
      looks += 1;
      const status = statusAt(rollout, now);
      if (status === 'DEPLOYED') break;
      if (status !== last) [last, changedAt] = [status, now];
      now += pause({ now, status, changedAt, rollout });
    }
    waited.lags.push((now - rollout.totalMs) / 1000);
    waited.requests.push(looks);
  }
  return waited;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Compares the action's pauses with fixed pauses for the same rollouts: the delay after DEPLOYED, and the number of
 * requests.
 */
export async function measure(): Promise<Measurement> {
  const rollouts = drawRollouts(ROLLOUTS, SEED);
  const remembering = waitFor(rollouts, ours(true));
  const first = waitFor(rollouts, ours(false));
  const fixed = [60, 15, 3].map((seconds) => ({
    seconds,
    ...waitFor(rollouts, () => seconds * 1000),
  }));
  const fifteen = fixed.find(({ seconds }) => seconds === 15) ?? remembering;
  const rows = [
    { name: 'with history', ...remembering },
    { name: 'first rollout, no history', ...first },
    ...fixed.map(({ seconds, ...waited }) => ({ name: `every ${seconds} s`, ...waited })),
  ];
  return {
    claim: `a deployment is known within 2 s for no more requests than every 15 s takes (${ROLLOUTS} simulated rollouts of 2 to 25 min)`,
    sides: [
      { name: 'delay after DEPLOYED, with history', unit: 's', samples: remembering.lags },
      { name: 'delay after DEPLOYED, every 15 s', unit: 's', samples: fifteen.lags },
    ],
    ratio: {
      name: 'requests, with history of every 15 s',
      value: mean(remembering.requests) / mean(fifteen.requests),
      aim: { atMost: 1 },
    },
    figures: rows.flatMap(({ name, lags, requests }, index) => [
      {
        name: `${name}: median delay`,
        value: median(lags),
        unit: 's',
        ...(index === 0 ? { aim: 2 } : {}),
      },
      { name: `${name}: p95 delay`, value: percentile(lags, 0.95), unit: 's' },
      { name: `${name}: requests of a rollout, mean`, value: mean(requests), unit: '' },
    ]),
  };
}
