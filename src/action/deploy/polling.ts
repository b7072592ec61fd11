import { statusKind } from '../../contract/statuses.ts';
import type { RevisionView } from '../plan/current.ts';
import {
  type DurationMixture,
  type Forecast,
  mixtureOf,
  mixWithUnknown,
  pauseWithDelay,
  probabilityBy,
  quantile,
  remainingAfter,
  remainingAfterPhase,
} from './rollout-durations.ts';

/** Durations of a deployment's earlier rollouts. */
export interface Prediction {
  /** Median of the durations. */
  usualMs: number;
  /** All durations from the creation of a revision to its last change, newest first. */
  totalsMs: readonly number[];
}

/**
 * Predicts the duration of a rollout from the durations of the last deployed revisions. The median has no outliers.
 * Returns `undefined` if no revision was deployed before.
 */
export function predictRollout(revisions: readonly RevisionView[]): Prediction | undefined {
  const totalsMs = pastRollouts(revisions).map(({ tookMs }) => tookMs);
  if (totalsMs.length === 0) return undefined;
  const logs = totalsMs.map((ms) => Math.log(ms)).toSorted((a, b) => a - b);
  return { usualMs: Math.exp(quantile(logs, 0.5)), totalsMs };
}

/** State of the wait for a revision, with all times in milliseconds. */
export interface PollState {
  elapsedMs: number;
  /** Number of milliseconds since the status began. */
  statusMs: number;
  /** Maximum number of milliseconds by which the status can be older than `statusMs`. */
  doubtMs: number;
  /** Number of milliseconds from the creation of the revision to the start of its status. */
  beforeStatusMs: number;
  /** Number of milliseconds until the limit of the input `wait-timeout` is reached. */
  remainingMs: number;
  /** Number of requests that this wait has sent. */
  requests: number;
  status: string | undefined;
  /** True if the revision runs an image, so it is not built. */
  isImage: boolean;
  prediction: Prediction | undefined;
  /** Durations for which earlier revisions were in the status DEPLOYING. */
  deployingMs: readonly number[];
}

const SHORTEST_MS = 1000;

/**
 * Returns how long to sleep before the next poll, in milliseconds. The interval is short while a change is likely and
 * longer while a change is unlikely, and is between one second and `pollIntervalMs` except near the deadline. The last
 * poll is at the deadline.
 */
export function nextPollMs(state: PollState, pollIntervalMs: number): number {
  const preferred = Math.max(preferredPause(state, pollIntervalMs), savingPause(state));
  const ideal = Math.max(SHORTEST_MS, Math.min(preferred, pollIntervalMs));
  const { remainingMs } = state;
  if (ideal >= remainingMs) return Math.max(0, remainingMs);
  // If the next poll would be less than a second before the last poll, the next poll is moved forward or skipped.
  if (remainingMs - ideal >= SHORTEST_MS) return ideal;
  return remainingMs >= 2 * SHORTEST_MS ? remainingMs - SHORTEST_MS : remainingMs;
}

/** Interval of a simple client, whose number of requests limits the requests of a wait. */
const REFERENCE_INTERVAL_MS = 15_000;
/** Maximum number of requests that a wait sends in addition to the requests of the simple client. */
const EXTRA_REQUESTS = 40;

/** Returns how many requests the wait may still send now without exceeding its limit. */
function requestsLeft({ elapsedMs, requests }: PollState): number {
  return EXTRA_REQUESTS + elapsedMs / REFERENCE_INTERVAL_MS - requests;
}

/** Returns the minimum interval in milliseconds that keeps the wait within its limit of requests. */
function savingPause(state: PollState): number {
  if (isDeployed(state)) return 0;
  return Math.min(REFERENCE_INTERVAL_MS, (1 - requestsLeft(state)) * REFERENCE_INTERVAL_MS);
}

/** First fraction of the usual duration, when a rollout can fail but cannot succeed. */
const BEGINNING = 0.03;
/**
 * Time in milliseconds in which an interval is at most as long as the elapsed time. The time is long unless earlier
 * rollouts were slow, because an emulator deploys within seconds, and its first build can take half a minute.
 */
const SOON_MS = { afterSlowRollouts: 7_500, otherwise: 60_000 };

/** Returns the interval between polls in milliseconds, before `nextPollMs` applies its limits. */
function preferredPause(state: PollState, pollIntervalMs: number): number {
  const { elapsedMs, statusMs, prediction } = state;
  // The service switches to a revision soon after the status DEPLOYED, even if the rollout took long.
  if (isDeployed(state)) return statusMs * 0.25;
  const usualMs = prediction?.usualMs ?? 0;
  const soonMs = usualMs > SOON_MS.otherwise ? SOON_MS.afterSlowRollouts : SOON_MS.otherwise;
  // A phase that has just begun might end soon, so the interval does not exceed the elapsed time at first.
  const soon = Math.max(elapsedMs, soonMs < elapsedMs ? pollIntervalMs : 0, usualMs * BEGINNING);
  return Math.min(soon, 1000 * pauseWithDelay(forecastEnd(state), priceOf(state), pollIntervalMs / 1000));
}

function isDeployed({ status }: PollState): boolean {
  return status !== undefined && statusKind(status) === 'deployed';
}

/**
 * Expected delay in seconds that is worth one request, by the known facts about earlier revisions. The prices were tuned
 * with `bench/detection-lag.ts` on one set of rollouts, so that a wait sends at most as many requests on average as polls
 * every 15 seconds, and the benchmark measures another set.
 */
const PRICE = { deployingKnown: 0.077, totalsKnown: 0.09, nothingKnown: 0.24 };

function priceOf({ deployingMs, isImage, prediction }: PollState): number {
  if (deployingMs.length > 0 || (isImage && prediction !== undefined)) return PRICE.deployingKnown;
  return prediction === undefined ? PRICE.nothingKnown : PRICE.totalsKnown;
}

/** Returns the forecast for the end of the rollout. Polls can be rare long before the status DEPLOYING. */
function forecastEnd(state: PollState): Forecast {
  const mixture = deployingMixture(state);
  const before = secondsUntilDeploying(state);
  return before === undefined
    ? remainingAfter(mixture, state.statusMs / 1000, state.doubtMs / 1000)
    : remainingAfterPhase((seconds) => probabilityBy(mixture, seconds), before);
}

/** Average number of seconds until the status DEPLOYING, or `undefined` if DEPLOYING or an unknown status has begun. */
function secondsUntilDeploying({ status, statusMs, isImage }: PollState): number | undefined {
  switch (status) {
    case undefined:
    case 'CREATING':
    case 'QUEUED':
    case 'AWAITING_BUILD':
      return isImage ? Math.max(6, statusMs / 1000) : 300;
    // A phase that has taken long probably takes longer still.
    case 'BUILDING':
      return Math.max(100, statusMs / 1000);
    case 'AWAITING_DEPLOY':
      return Math.max(6, statusMs / 1000);
    default:
      return undefined;
  }
}

/** Share of rollouts whose duration differs from all earlier rollouts. */
const SHARE_OF_NEW = 0.12;
/** Share of rollouts about which the earlier rollouts say nothing, for example after the agent was rewritten. */
const SHARE_OF_CHANGED = 0.05;
/** The same share if only the total durations are known, which include the builds. */
const SHARE_OF_UNKNOWN = 0.4;
/** Shortest and longest duration in seconds that counts as a duration of DEPLOYING. */
const [MIN_SECONDS, MAX_SECONDS] = [2, 3600];

function deployingMixture(state: PollState): DurationMixture {
  const { deployingMs, prediction, beforeStatusMs, isImage } = state;
  const known = secondsOf(deployingMs);
  if (known.length > 0) return mixWithUnknown(mixtureOf(known, SHARE_OF_NEW), SHARE_OF_CHANGED);
  const isBefore = secondsUntilDeploying(state) !== undefined;
  if (isBefore && !isImage) return mixtureOf([], 1);
  // The rest of an earlier total duration, if the phases before DEPLOYING took as long then.
  const rests = secondsOf((prediction?.totalsMs ?? []).map((ms) => ms - (isBefore ? 0 : beforeStatusMs)));
  const mixture = mixtureOf(rests, SHARE_OF_NEW);
  return mixWithUnknown(mixture, isImage ? SHARE_OF_CHANGED : SHARE_OF_UNKNOWN);
}

function secondsOf(durationsMs: readonly number[]): number[] {
  return durationsMs
    .map((ms) => ms / 1000)
    .filter((seconds) => seconds >= MIN_SECONDS && seconds <= MAX_SECONDS);
}

/** Duration of an earlier deployed revision, from its creation to its last change. */
export interface PastRollout {
  id: string;
  commit: string | undefined;
  tookMs: number;
  /** End in epoch milliseconds of the service's clock. */
  endedAt: number;
}

const REMEMBERED = 10;

/**
 * Returns the last deployed revisions that have timestamps, newest first. The results contain no phases, because
 * the list of revisions contains no timestamps of phases.
 */
export function pastRollouts(revisions: readonly RevisionView[]): PastRollout[] {
  return revisions
    .filter(({ status }) => statusKind(status) === 'deployed')
    .flatMap(({ id, commit, createdAt, updatedAt }) =>
      createdAt !== undefined && updatedAt !== undefined && updatedAt > createdAt
        ? [{ id, commit, tookMs: updatedAt - createdAt, endedAt: updatedAt }]
        : [],
    )
    .slice(0, REMEMBERED);
}

/** Statuses of a revision that is being built or was built, so the build logs of earlier revisions are worth reading. */
const BUILD_STATUSES: readonly string[] = ['AWAITING_BUILD', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING'];
/** Number of earlier revisions whose build logs are read. A log is one request, and more logs cost more than they save. */
const LOGS = 2;
/** Minimum duration of a rollout in milliseconds, below which a request for a log would save no time. */
const MIN_ROLLOUT_MS = 60_000;

/** Returns the earlier revisions whose build logs the wait should read now, given the revision that it has polled. */
export function logsToRead(
  { status, imageUri }: Pick<RevisionView, 'status' | 'imageUri'>,
  earlier: readonly PastRollout[],
): PastRollout[] {
  if (imageUri !== undefined || !BUILD_STATUSES.includes(status)) return [];
  return earlier.filter(({ tookMs }) => tookMs >= MIN_ROLLOUT_MS).slice(0, LOGS);
}

/**
 * Returns for how many milliseconds an earlier revision was in the status DEPLOYING, which begins with the end of its
 * build. Returns `undefined` if the time of the log's last line is not within the rollout.
 */
export function deployingAfterBuild(
  { tookMs, endedAt }: PastRollout,
  lastLineAt: number,
): number | undefined {
  const deployingMs = endedAt - lastLineAt;
  return deployingMs > 0 && deployingMs < tookMs ? deployingMs : undefined;
}

const MAX_DOUBT_MS = 10 * 60_000;

/**
 * Returns when a status began that was first seen by a poll at `now`, after a poll at `polledAt` saw another status.
 * `candidates` are times at which the status began according to the service, the most reliable time first. Clocks
 * differ, so only a time between the polls is accepted. Without such a time, the status can be older than `changedAt` by
 * `doubtMs`.
 */
export function dateChange(
  polledAt: number,
  now: number,
  candidates: readonly number[],
): { changedAt: number; doubtMs: number } {
  const changedAt = candidates.find((at) => at > polledAt - SHORTEST_MS && at <= now + SHORTEST_MS);
  if (changedAt === undefined)
    return { changedAt: now, doubtMs: Math.min(Math.max(0, now - polledAt), MAX_DOUBT_MS) };
  return { changedAt: Math.min(now, changedAt), doubtMs: 0 };
}
