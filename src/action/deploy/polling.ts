import { statusKind } from '../../contract/statuses.ts';
import type { RevisionView } from '../plan/current.ts';

export interface Prediction {
  usualMs: number;
  spread: number;
}

const SHORTEST_MS = 1000;

/**
 * Minimum spread of the predicted durations (standard deviation of their logarithms). If only one or two durations are
 * known, a larger spread applies, because so few durations predict the next duration poorly.
 */
const MIN_SPREAD = 0.08;
const SPREAD_OF_FEW = 0.15;

/**
 * Predicts the duration of a rollout from the durations of the last deployed revisions. The prediction uses quartiles,
 * so a single outlier has no effect. Returns `undefined` if no revision was deployed before.
 */
export function predictRollout(revisions: readonly RevisionView[]): Prediction | undefined {
  const logs = pastRollouts(revisions)
    .map(({ tookMs }) => Math.log(tookMs))
    .sort((a, b) => a - b);
  if (logs.length === 0) return undefined;
  const seen = (quantile(logs, 0.75) - quantile(logs, 0.25)) / 1.35;
  const unsure = (SPREAD_OF_FEW - MIN_SPREAD) / logs.length;
  const spread = logs.length < 3 ? SPREAD_OF_FEW : Math.max(MIN_SPREAD, seen + unsure);
  return { usualMs: Math.exp(quantile(logs, 0.5)), spread };
}

function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  return below + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? below) - below);
}

/** State of the wait for a revision, with all times in milliseconds. */
interface PollState {
  elapsedMs: number;
  unchangedMs: number;
  /** Number of milliseconds until the limit of the input `wait-timeout` is reached. */
  remainingMs: number;
  status: string | undefined;
  prediction: Prediction | undefined;
}

/**
 * Returns how long to sleep before the next poll, in milliseconds. The interval is short while a change is likely and
 * longer while a change is unlikely, and is between one second and `pollIntervalMs` except near the deadline. The last
 * poll is at the deadline.
 */
export function nextPollMs(state: PollState, pollIntervalMs: number): number {
  const ideal = Math.max(SHORTEST_MS, Math.min(preferredPause(state), pollIntervalMs));
  const { remainingMs } = state;
  if (ideal >= remainingMs) return Math.max(0, remainingMs);
  // If the next poll would be less than a second before the last poll, the next poll is moved forward or skipped.
  if (remainingMs - ideal >= SHORTEST_MS) return ideal;
  return remainingMs >= 2 * SHORTEST_MS ? remainingMs - SHORTEST_MS : remainingMs;
}

/** Default prediction for the first rollout of a deployment, which can take between one and twenty minutes. */
const FIRST: Prediction = { usualMs: 400_000, spread: 1.2 };
/** First fraction of the usual duration, when a rollout can fail but cannot succeed. */
const BEGINNING = 0.03;

/**
 * Returns the interval between polls in milliseconds, before `nextPollMs` applies its limits. The constants were tuned
 * with `bench/detection-lag.ts` on one set of rollouts, and the benchmark measures another set.
 */
function preferredPause({ elapsedMs, unchangedMs, status, prediction }: PollState): number {
  // The service switches to a revision soon after the status DEPLOYED, even if the rollout took long.
  if (status !== undefined && statusKind(status) === 'deployed') return unchangedMs * 0.25;
  // A phase that has just begun might end soon, so the interval never exceeds the elapsed time.
  const soon = Math.max(elapsedMs, (prediction?.usualMs ?? 0) * BEGINNING);
  return Math.min(soon, pauseIn(status, elapsedMs, prediction ?? FIRST));
}

/**
 * Returns the interval for a status in milliseconds. Polls can be rare before the status DEPLOYING, because no revision
 * can become active yet.
 */
function pauseIn(status: string | undefined, elapsedMs: number, prediction: Prediction): number {
  switch (status) {
    case undefined:
    case 'CREATING':
    case 'QUEUED':
    case 'AWAITING_BUILD':
    case 'BUILDING':
      return Math.max(30_000, elapsedMs * 0.3);
    case 'AWAITING_DEPLOY':
      return Math.max(10_000, elapsedMs * 0.05);
    default:
      return Math.min(30_000, pauseFor(elapsedMs, prediction)) + overdue(elapsedMs, prediction);
  }
}

/**
 * Returns the interval that balances the number of polls against the delay. The interval is shorter if the rollout is
 * likely to end within the next second. The durations of rollouts are assumed to follow a log-logistic distribution,
 * whose long tail covers cold caches.
 */
function pauseFor(elapsedMs: number, { usualMs, spread }: Prediction): number {
  const seconds = Math.max(1, elapsedMs / 1000);
  const shape = 1.8 / spread;
  const odds = ((seconds * 1000) / usualMs) ** shape;
  const perSecond = ((shape / seconds) * odds) / (1 + odds);
  return 1000 * 0.285 * perSecond ** -0.55;
}

/**
 * Returns how many milliseconds are added to the interval if a rollout takes much longer than predicted, because the
 * prediction is then unreliable.
 */
function overdue(elapsedMs: number, { usualMs, spread }: Prediction): number {
  return Math.max(0, elapsedMs - usualMs * Math.exp(4 * spread)) * 0.1;
}

/** Duration of an earlier deployed revision, from its creation to its last change. */
export interface PastRollout {
  id: string;
  commit: string | undefined;
  tookMs: number;
}

const REMEMBERED = 10;

/**
 * Returns the last deployed revisions that have timestamps, newest first. The results contain no phases, because the
 * service returns no timestamps of phases.
 */
export function pastRollouts(revisions: readonly RevisionView[]): PastRollout[] {
  return revisions
    .filter(({ status }) => statusKind(status) === 'deployed')
    .flatMap(({ id, commit, createdAt, updatedAt }) =>
      createdAt !== undefined && updatedAt !== undefined && updatedAt > createdAt
        ? [{ id, commit, tookMs: updatedAt - createdAt }]
        : [],
    )
    .slice(0, REMEMBERED);
}
