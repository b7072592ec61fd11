import { statusKind } from '../../contract/statuses.ts';
import type { RevisionView } from '../plan/current.ts';

export interface Prediction {
  usualMs: number;
  spread: number;
}

const SHORTEST_MS = 1000;

/**
 * Minimum spread of the predicted durations. A few durations say little about the spread, and identical durations do
 * not mean that the next one is the same.
 */
const MIN_SPREAD = 0.08;
const SPREAD_OF_FEW = 0.15;

/**
 * Predicts the duration from the last deployed revisions. Uses quartiles, so that a single outlier has no effect.
 * Returns `undefined` without any revision.
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

/** State of the wait, in milliseconds. */
interface PollState {
  elapsedMs: number;
  unchangedMs: number;
  /** Time until wait-timeout. */
  remainingMs: number;
  status: string | undefined;
  prediction: Prediction | undefined;
}

/**
 * Returns the time to sleep before the next poll: short while a change is likely, longer while it is not; at least
 * one second, at most `pollIntervalMs`. The last poll happens at the deadline.
 */
export function nextPollMs(state: PollState, pollIntervalMs: number): number {
  const ideal = Math.max(SHORTEST_MS, Math.min(preferredPause(state), pollIntervalMs));
  const { remainingMs } = state;
  if (ideal >= remainingMs) return Math.max(0, remainingMs);
  // A poll just before the last one would be too close to it, so it is moved forward or skipped.
  if (remainingMs - ideal >= SHORTEST_MS) return ideal;
  return remainingMs >= 2 * SHORTEST_MS ? remainingMs - SHORTEST_MS : remainingMs;
}

/** No duration can be predicted for a first rollout, which may take one minute or twenty. */
const FIRST: Prediction = { usualMs: 400_000, spread: 1.2 };
/** Part of the usual duration in which a rollout cannot have succeeded, but may have failed. */
const BEGINNING = 0.03;

/**
 * Returns the ideal interval before clamping. All figures are tuned with bench/detection-lag.ts, on other rollouts
 * than it measures.
 */
function preferredPause({ elapsedMs, unchangedMs, status, prediction }: PollState): number {
  // The switch follows DEPLOYED immediately, even after a long rollout.
  if (status !== undefined && statusKind(status) === 'deployed') return unchangedMs * 0.25;
  // A phase that has just begun may end soon, so an interval never exceeds the elapsed time.
  const soon = Math.max(elapsedMs, (prediction?.usualMs ?? 0) * BEGINNING);
  return Math.min(soon, pauseIn(status, elapsedMs, prediction ?? FIRST));
}

/** Before DEPLOYING, only another status or a failure can follow, and neither must be detected within a second. */
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
 * Returns the interval that balances polls against delay: the likelier the end within the next second, the shorter.
 * The likelihood follows a log-logistic distribution of durations, whose long tail allows for a cold cache.
 */
function pauseFor(elapsedMs: number, { usualMs, spread }: Prediction): number {
  const seconds = Math.max(1, elapsedMs / 1000);
  const shape = 1.8 / spread;
  const odds = ((seconds * 1000) / usualMs) ** shape;
  const perSecond = ((shape / seconds) * odds) / (1 + odds);
  return 1000 * 0.285 * perSecond ** -0.55;
}

/** The longer a rollout exceeds the longest duration seen, the less the past predicts. */
function overdue(elapsedMs: number, { usualMs, spread }: Prediction): number {
  return Math.max(0, elapsedMs - usualMs * Math.exp(4 * spread)) * 0.1;
}

/** An earlier deployed revision and its duration, from its creation to its last change. */
export interface PastRollout {
  id: string;
  commit: string | undefined;
  tookMs: number;
}

const REMEMBERED = 10;

/**
 * Returns the last deployed revisions for which the service provides times, newest first. It provides no times of
 * their phases.
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
