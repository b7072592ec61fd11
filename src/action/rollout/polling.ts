import { statusKind } from '../../contract/statuses.ts';
import type { RevisionView } from '../plan/actual.ts';

/** When earlier revisions of this deployment ended, in milliseconds after their creation. */
export interface Prediction {
  earliestMs: number;
  usualMs: number;
  latestMs: number;
}

const SHORTEST_MS = 1000;
const REMEMBERED = 10;

/**
 * What the last deployed revisions let us expect (DESIGN §7): quartiles of their durations, so that one odd revision
 * decides nothing. Undefined without any. Pure.
 */
export function predict(revisions: readonly RevisionView[]): Prediction | undefined {
  const durations = revisions
    .filter(({ status }) => statusKind(status) === 'deployed')
    .flatMap(({ createdAt, updatedAt }) =>
      createdAt !== undefined && updatedAt !== undefined && updatedAt > createdAt
        ? [updatedAt - createdAt]
        : [],
    )
    .slice(0, REMEMBERED)
    .sort((a, b) => a - b);
  const at = (share: number) => durations[Math.floor((durations.length - 1) * share)];
  const [low, middle, high] = [at(0.25), at(0.5), at(0.75)];
  if (low === undefined || middle === undefined || high === undefined) return undefined;
  return { earliestMs: low * 0.8, usualMs: middle, latestMs: high * 1.5 };
}

/** Where the wait stands. Milliseconds. */
export interface WaitState {
  /** Since the wait began. */
  elapsedMs: number;
  /** Since the status last changed. */
  unchangedMs: number;
  /** Until wait-timeout. */
  remainingMs: number;
  prediction: Prediction | undefined;
}

/**
 * How long to sleep before the next look (DESIGN §7): often while a change is likely, seldom while it is not; never
 * less than a second nor more than `pollIntervalMs`; the last look falls on the deadline. Pure.
 */
export function nextLookMs(state: WaitState, pollIntervalMs: number): number {
  const wished = Math.max(SHORTEST_MS, Math.min(wish(state), pollIntervalMs));
  const { remainingMs } = state;
  if (wished >= remainingMs) return Math.max(0, remainingMs);
  // A look just before the last one would be too dense: move it forward, or let the last one do.
  if (remainingMs - wished >= SHORTEST_MS) return wished;
  return remainingMs >= 2 * SHORTEST_MS ? remainingMs - SHORTEST_MS : remainingMs;
}

function wish({ elapsedMs, unchangedMs, prediction }: WaitState): number {
  if (prediction === undefined) return unchangedMs * 0.25;
  const { earliestMs, usualMs, latestMs } = prediction;
  // Early failures come at any time, so even an unlikely stretch is never slept through as a whole.
  if (elapsedMs < earliestMs) return Math.min(earliestMs - elapsedMs, Math.max(SHORTEST_MS, elapsedMs * 0.5));
  if (elapsedMs <= latestMs) return usualMs * 0.05;
  return usualMs * 0.05 + (elapsedMs - latestMs) * 0.25;
}
