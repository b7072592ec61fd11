import { statusKind } from '../../contract/statuses.ts';
import type { RevisionView } from '../plan/current.ts';

/** How long revisions of this deployment take. */
export interface Prediction {
  /** The median, in milliseconds. */
  usualMs: number;
  /** How far they go apart: about the standard deviation of the logarithms. */
  spread: number;
}

const SHORTEST_MS = 1000;

/** Few durations say little about how far others go apart, and all alike do not mean that the next one is. */
const LEAST_SPREAD = 0.08;
const SPREAD_OF_FEW = 0.15;

/**
 * What the last deployed revisions let us expect, from their quartiles, so that one odd revision decides
 * nothing. Undefined without any.
 */
export function predict(revisions: readonly RevisionView[]): Prediction | undefined {
  const logs = earlierRollouts(revisions)
    .map(({ tookMs }) => Math.log(tookMs))
    .sort((a, b) => a - b);
  if (logs.length === 0) return undefined;
  const seen = (quantile(logs, 0.75) - quantile(logs, 0.25)) / 1.35;
  const unsure = (SPREAD_OF_FEW - LEAST_SPREAD) / logs.length;
  const spread = logs.length < 3 ? SPREAD_OF_FEW : Math.max(LEAST_SPREAD, seen + unsure);
  return { usualMs: Math.exp(quantile(logs, 0.5)), spread };
}

function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  return below + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? below) - below);
}

/** Where the wait stands. Milliseconds. */
interface PollState {
  /** Since the wait began. */
  elapsedMs: number;
  /** Since the status last changed. */
  unchangedMs: number;
  /** Until wait-timeout. */
  remainingMs: number;
  /** As last seen; undefined when no look succeeded yet. */
  status: string | undefined;
  prediction: Prediction | undefined;
}

/**
 * How long to sleep before the next poll: often while a change is likely, seldom while it is not; never
 * less than a second nor more than `pollIntervalMs`; the last look falls on the deadline.
 */
export function nextPollMs(state: PollState, pollIntervalMs: number): number {
  const wanted = Math.max(SHORTEST_MS, Math.min(preferredPause(state), pollIntervalMs));
  const { remainingMs } = state;
  if (wanted >= remainingMs) return Math.max(0, remainingMs);
  // A poll just before the last one would be too dense: move it forward, or let the last one do.
  if (remainingMs - wanted >= SHORTEST_MS) return wanted;
  return remainingMs >= 2 * SHORTEST_MS ? remainingMs - SHORTEST_MS : remainingMs;
}

/** Nothing is known of a first rollout: it may take a minute or twenty. */
const FIRST: Prediction = { usualMs: 400_000, spread: 1.2 };
/** A rollout that was usual before has not ended after this part of its time, but it may have failed. */
const BEGINNING = 0.03;

/**
 * The pause that one would like, before the limits. All figures are tuned with bench/detection-lag.ts, on other
 * rollouts than it measures.
 */
function preferredPause({ elapsedMs, unchangedMs, status, prediction }: PollState): number {
  // The switch follows at once, however long rollouts take.
  if (status !== undefined && statusKind(status) === 'deployed') return unchangedMs * 0.25;
  // What has just begun may be over soon: a pause is never longer than the whole was until now.
  const soon = Math.max(elapsedMs, (prediction?.usualMs ?? 0) * BEGINNING);
  return Math.min(soon, pauseIn(status, elapsedMs, prediction ?? FIRST));
}

/** Before DEPLOYING another status comes first, or a failure: neither needs to be known to the second. */
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
 * The pause that balances looks against delay: the likelier the end in the next second, the shorter; likelihood by a
 * log-logistic law of durations, whose long tail forgives a cold cache.
 */
function pauseFor(elapsedMs: number, { usualMs, spread }: Prediction): number {
  const seconds = Math.max(1, elapsedMs / 1000);
  const shape = 1.8 / spread;
  const odds = ((seconds * 1000) / usualMs) ** shape;
  const perSecond = ((shape / seconds) * odds) / (1 + odds);
  return 1000 * 0.285 * perSecond ** -0.55;
}

/** The longer a rollout takes beyond what was ever seen, the less the past says of it. */
function overdue(elapsedMs: number, { usualMs, spread }: Prediction): number {
  return Math.max(0, elapsedMs - usualMs * Math.exp(4 * spread)) * 0.1;
}

/** A revision that was deployed before, and what it took: from its creation to its last change. */
export interface EarlierRollout {
  id: string;
  commit: string | undefined;
  tookMs: number;
}

const REMEMBERED = 10;

/** The last deployed revisions whose times the service tells, latest first. It tells nothing of their phases. */
export function earlierRollouts(revisions: readonly RevisionView[]): EarlierRollout[] {
  return revisions
    .filter(({ status }) => statusKind(status) === 'deployed')
    .flatMap(({ id, commit, createdAt, updatedAt }) =>
      createdAt !== undefined && updatedAt !== undefined && updatedAt > createdAt
        ? [{ id, commit, tookMs: updatedAt - createdAt }]
        : [],
    )
    .slice(0, REMEMBERED);
}
