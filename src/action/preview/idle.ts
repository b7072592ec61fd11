import type { IdleNotice } from '../../contract/idle-notice.ts';

/** An announcement in a comment by the token's user. */
export interface PublishedNotice extends IdleNotice {
  commentId: number;
  /** Time when the comment was created, in epoch milliseconds by GitHub's clock, which an edit does not change. */
  at: number;
  /** True if the comment was changed after its creation, so its content proves nothing. */
  isEdited: boolean;
}

/** Time in milliseconds between a notice and the deletion, so a second sweep soon after the notice deletes nothing. */
const NOTICE_MS = 12 * 3_600_000;

/**
 * Period around the creation of a notice in milliseconds, in which a change of the pull request's `updated_at` is the
 * effect of the notice itself.
 */
const OWN_BEFORE_MS = 5_000;
const OWN_AFTER_MS = 15_000;

/** Returns the minimum time in milliseconds between the notice about a preview and the preview's deletion. */
function noticePeriod(idleMs: number): number {
  return Math.min(idleMs, NOTICE_MS);
}

/**
 * Returns the time of a pull request's last activity without the effect of our notices, because GitHub counts each
 * comment as an update. A notice explains an update only if the notice is unedited and the head commit is the same.
 */
export function pullRequestActivity(
  { updatedAt, commit }: { updatedAt: number | undefined; commit: string },
  notices: readonly PublishedNotice[],
): number | undefined {
  if (updatedAt === undefined || !Number.isFinite(updatedAt)) return undefined;
  const causes = notices.filter(
    (notice) =>
      !notice.isEdited &&
      notice.commit === commit &&
      updatedAt >= notice.at - OWN_BEFORE_MS &&
      updatedAt <= notice.at + OWN_AFTER_MS,
  );
  if (causes.length === 0) return updatedAt;
  return Math.min(updatedAt, Math.max(...causes.map(({ pullRequestAt }) => pullRequestAt)));
}

/** Everything that determines whether a preview is announced or deleted. Times are in epoch milliseconds. */
export interface IdleFacts {
  /** Current time, by the slowest clock, so that a preview does not appear inactive because of a fast clock. */
  now: number;
  idleMs: number;
  /** True if the pull request has the label that keeps its preview. */
  isKept: boolean;
  /**
   * Times of the last activity of the pull request, the revisions and the threads. `undefined` means that the time is
   * unknown, and `none` that there was no activity.
   */
  activity: readonly (number | 'none' | undefined)[];
  /** All notices about this preview. */
  notices: readonly PublishedNotice[];
}

export type IdleDecision =
  | { kind: 'active' | 'unknown' }
  /** `activeAt` is the time of the last activity, and `dueAt` is the earliest time of the deletion. */
  | { kind: 'announce'; activeAt: number; dueAt: number }
  /** A notice about the preview exists, but is not old enough for the deletion. */
  | { kind: 'wait'; activeAt: number; dueAt: number }
  | { kind: 'delete'; activeAt: number; dueAt: number; notice: PublishedNotice };

/**
 * Decides what a sweep does with a preview. A preview is deleted only if a notice in an unedited comment is old enough
 * and no activity followed the notice. Unknown activity counts neither as activity nor as inactivity.
 */
export function decideIdle({ now, idleMs, isKept, activity, notices }: IdleFacts): IdleDecision {
  if (isKept) return { kind: 'active' };
  const times = activity.filter((at) => typeof at === 'number');
  if (times.some((at) => now - at < idleMs)) return { kind: 'active' };
  if (activity.includes(undefined) || times.length === 0 || !times.every(Number.isFinite)) {
    return { kind: 'unknown' };
  }
  const activeAt = Math.max(...times);
  const [notice] = notices
    .filter(({ at, isEdited }) => !isEdited && at >= activeAt)
    .toSorted((a, b) => a.at - b.at || a.commentId - b.commentId);
  const dueAt = (notice?.at ?? now) + noticePeriod(idleMs);
  if (notice === undefined) return { kind: 'announce', activeAt, dueAt };
  return now >= dueAt ? { kind: 'delete', activeAt, dueAt, notice } : { kind: 'wait', activeAt, dueAt };
}
