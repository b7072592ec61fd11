import type { Clock } from '../../clients/clock.ts';
import type { ControlPlane } from '../../clients/control-plane.ts';
import { ApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import { type RevisionView, toRevisionView } from '../plan/current.ts';
import { judgeRollout, needsDeployment, type ExpectedRevision, type RolloutVerdict } from './decide.ts';
import { nextPollMs, type Prediction } from './polling.ts';

export interface WaitOptions {
  deploymentId: string;
  ours: ExpectedRevision;
  /** When the wait began and when it must end, on the clock given. */
  startedAt: number;
  deadlineAt: number;
  pollIntervalMs: number;
  prediction: Prediction | undefined;
}

/** How the wait ended: a verdict that is final, the deadline, or the revision being gone. */
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
      trouble: ApiError | undefined;
    }
  | { kind: 'gone' };

export interface WaitEvents {
  /** After every look, whether anything changed or not. */
  polled(revision: RevisionView, deployment: Deployment | undefined): void;
  /** A look failed and will be repeated. */
  pollFailed(error: ApiError): void;
}

/** A revision just made may not be readable everywhere yet. */
const MISSES_BEFORE_GONE = 3;

/**
 * Looks at our revision until it has ended, at once and then as `nextLookMs` says (DESIGN §7). Looks that fail for
 * passing reasons are repeated until the deadline; a refusal (401, 403) is thrown. Aborting the signal ends it at once.
 */
export async function waitForRevision(
  controlPlane: ControlPlane,
  clock: Clock,
  options: WaitOptions,
  events: WaitEvents,
  signal: AbortSignal,
): Promise<WaitResult> {
  const { deploymentId, ours, startedAt, deadlineAt } = options;
  let last: RevisionView | undefined;
  let changedAt = startedAt;
  let switching = false;
  let trouble: ApiError | undefined;
  let misses = 0;
  for (;;) {
    signal.throwIfAborted();
    // Decided before looking: a look that itself takes time must not be the last one by accident.
    const lastLook = clock.now() >= deadlineAt;
    try {
      const revision = toRevisionView(await controlPlane.getRevision(deploymentId, ours.revisionId, signal));
      const deployment = needsDeployment(revision.status)
        ? await controlPlane.getDeployment(deploymentId, signal)
        : undefined;
      if (revision.status !== last?.status) changedAt = clock.now();
      last = revision;
      trouble = undefined;
      misses = 0;
      events.polled(revision, deployment);
      if (deployment !== undefined && isBeingDeleted(deployment.status)) return { kind: 'gone' };
      const verdict = judgeRollout(ours, { revision, deployment: deployment && ids(deployment) });
      if (verdict.kind !== 'waiting' && verdict.kind !== 'switching') {
        return { kind: 'verdict', verdict, revision };
      }
      switching = verdict.kind === 'switching';
    } catch (error) {
      if (!isTransient(error)) throw error;
      trouble = error;
      misses = error.status === 404 ? misses + 1 : 0;
      if (misses >= MISSES_BEFORE_GONE) return { kind: 'gone' };
      events.pollFailed(error);
    }
    if (lastLook) return { kind: 'deadline', switching, revision: last, trouble };
    const now = clock.now();
    const state = {
      elapsedMs: now - startedAt,
      unchangedMs: now - changedAt,
      remainingMs: deadlineAt - now,
      status: last?.status,
      prediction: options.prediction,
    };
    await clock.sleep(nextPollMs(state, options.pollIntervalMs), signal);
  }
}

function ids(deployment: Deployment) {
  return {
    activeRevisionId: deployment.active_revision_id ?? undefined,
    latestRevisionId: deployment.latest_revision_id ?? undefined,
  };
}

/** Faults that say nothing about the revision. A refusal will not go away by asking again. */
export function isTransient(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  if (error.kind === 'http') {
    const status = error.status ?? 0;
    return status === 404 || status === 408 || status === 425 || status === 429 || status >= 500;
  }
  return error.kind === 'network' || error.kind === 'timeout' || error.kind === 'malformed';
}
