import { withDeadline } from '../../clients/clock.ts';
import { ApiError } from '../../clients/errors.ts';
import { poll } from '../../clients/poll.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { isBeingDeleted, statusKind } from '../../contract/statuses.ts';
import { type RevisionView, toRevisionView } from '../plan/current.ts';
import type { ServiceContext } from '../verb-context.ts';
import {
  type ExpectedRevision,
  evaluateRollout,
  needsDeployment,
  type RolloutVerdict,
} from './evaluate-rollout.ts';
import {
  dateChange,
  deployingAfterBuild,
  logsToRead,
  nextPollMs,
  type PastRollout,
  type Prediction,
} from './polling.ts';

interface WaitOptions {
  deploymentId: string;
  ours: ExpectedRevision;
  /** True if this run created the revision shortly before the wait. */
  isOwn: boolean;
  /** Start and deadline of the wait, in milliseconds of the injected clock. */
  startedAt: number;
  deadlineAt: number;
  pollIntervalMs: number;
  prediction: Prediction | undefined;
  /** Earlier revisions of the deployment, newest first. */
  earlier: readonly PastRollout[];
  /**
   * Returns the time of the last line of a revision's build log. Returns `undefined` if the time is unknown, and soon
   * after `limit` aborts.
   */
  readBuildEnd(past: PastRollout, limit: AbortSignal): Promise<number | undefined>;
}

/** How a wait ended. */
export type WaitResult =
  | {
      kind: 'verdict';
      verdict: Exclude<RolloutVerdict, { kind: 'waiting' | 'switching' }>;
      revision: RevisionView;
    }
  | {
      kind: 'deadline';
      switching: boolean;
      revision: RevisionView | undefined;
      failure: ApiError | undefined;
    }
  | { kind: 'gone' };

interface WaitEvents {
  polled(revision: RevisionView, deployment: Deployment | undefined): void;
  pollFailed(error: ApiError): void;
}

/**
 * Number of consecutive 404 responses that mean that a revision was deleted. A single 404 proves nothing, because a new
 * revision might not be readable on every replica yet.
 */
const MISSES_BEFORE_GONE = 3;

/**
 * Time limit for reading all build logs of one wait, in milliseconds of wall-clock time. The polls wait for the logs, so
 * the logs can delay the detection of the end by at most this limit.
 */
const HISTORY_LIMIT_MS = 1000;

/**
 * Polls our revision until the revision has ended, first immediately and then at the intervals of `nextPollMs`. Retries
 * transient failures until the deadline, and throws any other error, such as an error with status 401 or 403. Aborting
 * the signal ends the wait immediately.
 */
export async function waitForRevision(
  context: ServiceContext,
  options: WaitOptions,
  events: WaitEvents,
): Promise<WaitResult> {
  const { controlPlane, clock, signal } = context;
  const { deploymentId, ours, deadlineAt } = options;
  let last: RevisionView | undefined;
  const schedule = createSchedule(options, () => clock.now());
  let switching = false;
  let failure: ApiError | undefined;
  let misses = 0;
  return poll(context, schedule.pauseMs, async (): Promise<WaitResult | undefined> => {
    // Compares the deadline before the poll, because a slow poll that ends after the deadline must not count as the
    // last poll.
    const isLastPoll = clock.now() >= deadlineAt;
    schedule.countRequest();
    try {
      const revision = toRevisionView(await controlPlane.getRevision(deploymentId, ours.revisionId, signal));
      const deployment = needsDeployment(revision.status)
        ? await controlPlane.getDeployment(deploymentId, signal)
        : undefined;
      schedule.polled(revision);
      last = revision;
      failure = undefined;
      misses = 0;
      events.polled(revision, deployment);
      if (deployment !== undefined && isBeingDeleted(deployment.status)) return { kind: 'gone' };
      const verdict = evaluateRollout(ours, { revision, deployment: deployment && ids(deployment) });
      if (verdict.kind !== 'waiting' && verdict.kind !== 'switching') {
        return { kind: 'verdict', verdict, revision };
      }
      switching = verdict.kind === 'switching';
      await schedule.readHistory(revision, signal);
    } catch (error) {
      if (!isTransient(error)) throw error;
      failure = error;
      misses = error.status === 404 ? misses + 1 : 0;
      if (misses >= MISSES_BEFORE_GONE) return { kind: 'gone' };
      events.pollFailed(error);
    }
    return isLastPoll ? { kind: 'deadline', switching, revision: last, failure } : undefined;
  });
}

/** Creates the schedule of one wait, which remembers what the polls have seen. */
function createSchedule(options: WaitOptions, clockNow: () => number) {
  const { isOwn, startedAt, deadlineAt, prediction, earlier, pollIntervalMs } = options;
  let last: RevisionView | undefined;
  let change = { changedAt: startedAt, doubtMs: 0 };
  let [polledAt, beforeStatusMs] = [startedAt, 0];
  let requests = 0;
  let deployingMs: number[] | undefined;
  return {
    countRequest: () => {
      requests += 1;
    },
    polled: (revision: RevisionView) => {
      const now = clockNow();
      const { createdAt, updatedAt } = revision;
      if (revision.status !== last?.status) {
        const sinceCreation =
          createdAt === undefined || updatedAt === undefined ? [] : [updatedAt - createdAt];
        const candidates = [
          ...(updatedAt === undefined ? [] : [updatedAt]),
          ...sinceCreation.map((ms) => startedAt + ms),
        ];
        // A revision that this run did not create can have had its status before the wait began. Our own revision has
        // not, so an earlier time shows that the service's clock is behind.
        const from = last === undefined && !isOwn ? Math.min(startedAt, createdAt ?? startedAt) : polledAt;
        // The switch to a revision counts from the first poll that sees DEPLOYED.
        change = dateChange(from, now, statusKind(revision.status) === 'deployed' ? [] : candidates);
        beforeStatusMs = sinceCreation[0] ?? change.changedAt - startedAt;
      }
      [last, polledAt] = [revision, now];
    },
    /** Reads the build logs of earlier revisions once, when our revision is built. */
    readHistory: async (revision: RevisionView, signal: AbortSignal) => {
      const logs = deployingMs === undefined ? logsToRead(revision, earlier) : [];
      // The logs must not delay the last poll at the deadline.
      if (logs.length === 0 || deadlineAt - clockNow() < HISTORY_LIMIT_MS) return;
      deployingMs = [];
      const limit = withDeadline(signal, HISTORY_LIMIT_MS);
      for (const past of logs) {
        requests += 1;
        const endedAt = await options.readBuildEnd(past, limit);
        const ms = endedAt === undefined ? undefined : deployingAfterBuild(past, endedAt);
        // Without the time of the newest log, the service probably returns no times of older logs either.
        if (ms === undefined) return;
        deployingMs.push(ms);
      }
    },
    pauseMs: () => {
      const now = clockNow();
      return nextPollMs(
        {
          elapsedMs: now - startedAt,
          statusMs: now - change.changedAt,
          doubtMs: change.doubtMs,
          beforeStatusMs,
          remainingMs: deadlineAt - now,
          requests,
          status: last?.status,
          isImage: last?.imageUri !== undefined,
          prediction,
          deployingMs: deployingMs ?? [],
        },
        pollIntervalMs,
      );
    },
  };
}

function ids(deployment: Deployment) {
  return {
    activeRevisionId: deployment.active_revision_id ?? undefined,
    latestRevisionId: deployment.latest_revision_id ?? undefined,
  };
}

/** Returns whether a failed read can be repeated. A refusal, such as status 401 or 403, is permanent. */
function isTransient(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  if (error.kind === 'http') {
    const status = error.status ?? 0;
    return status === 404 || status === 408 || status === 425 || status === 429 || status >= 500;
  }
  return error.kind === 'network' || error.kind === 'timeout' || error.kind === 'malformed';
}
