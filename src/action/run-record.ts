import type { PastRollout, Prediction } from './deploy/polling.ts';
import type { PublishedState } from './github/published-state.ts';
import type { Archive } from './pack/sizes.ts';
import type { RevisionView } from './plan/current.ts';
import type { Plan } from './plan/types.ts';
import type { VerificationResult } from './verify/result.ts';

/** Progress of a run, which determines what a stopped run leaves behind. */
export type Stage = 'reading' | 'uploading' | 'writing' | 'waiting' | 'reported';

/**
 * Known facts about a run, filled during the run, so that a run that is cancelled or fails halfway can still report
 * everything: outputs are written in every outcome.
 */
export interface RunRecord {
  pullRequest: number | undefined;
  /** Fingerprint of the plan; reveals nothing of its content. */
  planId: string | undefined;
  /** A started rollback: its target, and the failure before it. Without a failure, an input requested it. */
  rollback: { targetId: string; revisionId: string | undefined; after: string | undefined } | undefined;
  swept: SweptPreview[] | undefined;
  /** Names of previews that are deleted, by this run or before, so that their environments can be closed. */
  retired: string[];
  /** The run's report on GitHub; `shown` is what the post step must know about it. */
  github: {
    deploymentId: number | undefined;
    commentId: number | undefined;
    shown: PublishedState | undefined;
  };
  /** Epoch milliseconds of the product clock. */
  readonly startedAt: number;
  stage: Stage;
  /** Name of the deployment, if no input sets it. */
  name: string | undefined;
  deployment: { id: string; name: string; url: string | undefined } | undefined;
  /** Our revision, or the active one if no new revision was needed. */
  revision: { id: string; status: string; commit: string | undefined } | undefined;
  /** Revision that this run created, while it may be interrupted; never another client's. */
  ownRevisionId: string | undefined;
  previousRevisionId: string | undefined;
  commit: string | undefined;
  /** The packed source; `path` is the service's path, once uploaded. */
  source: (Archive & { path: string | undefined }) | undefined;
  created: boolean;
  changed: boolean;
  plan: Plan | undefined;
  timeline: PhaseSpan[];
  prediction: Prediction | undefined;
  /** Durations of the deployment's earlier revisions, newest first. */
  earlier: readonly PastRollout[];
  /** Results of the live agent's checks; `undefined` if there were none. */
  verification: VerificationResult | undefined;
  /** URL of the agent, if no deployment is known. */
  agentUrl: string | undefined;
  /** End of the failed stage's log. */
  logTail: { kind: 'build' | 'deploy'; lines: string[] } | undefined;
}

export interface SweptPreview {
  name: string;
  id: string;
  /** Pull request of the preview, such as `owner/name#7`. */
  of: string;
  /** `unknown`: the preview's owner, or the state of its pull request, is unknown. */
  why: 'pull-request-closed' | 'too-old' | 'unknown';
  /** `left`: the preview was beyond the sweep's limit, and may be deleted another time. */
  did: 'deleted' | 'would-delete' | 'left' | 'failed';
}

export function createRunRecord(startedAt: number): RunRecord {
  return {
    pullRequest: undefined,
    planId: undefined,
    rollback: undefined,
    swept: undefined,
    retired: [],
    github: { deploymentId: undefined, commentId: undefined, shown: undefined },
    startedAt,
    stage: 'reading',
    name: undefined,
    deployment: undefined,
    revision: undefined,
    ownRevisionId: undefined,
    previousRevisionId: undefined,
    commit: undefined,
    source: undefined,
    created: false,
    changed: false,
    plan: undefined,
    timeline: [],
    prediction: undefined,
    earlier: [],
    verification: undefined,
    agentUrl: undefined,
    logTail: undefined,
  };
}

/** Records a revision as it was last seen. */
export function recordRevision(
  record: RunRecord,
  view: Pick<RevisionView, 'id' | 'status' | 'commit'>,
): void {
  record.revision = { id: view.id, status: view.status, commit: view.commit };
}

/** An observed status. Milliseconds since the wait began; `endMs` is undefined while it lasts. */
export interface PhaseSpan {
  status: string;
  startMs: number;
  endMs: number | undefined;
}

/** Returns the timeline with one more observation. A new status ends the last phase. */
export function addStatus(timeline: readonly PhaseSpan[], status: string, atMs: number): PhaseSpan[] {
  const last = timeline.at(-1);
  if (last === undefined) return [{ status, startMs: atMs, endMs: undefined }];
  if (last.status === status) return [...timeline];
  return [...timeline.slice(0, -1), { ...last, endMs: atMs }, { status, startMs: atMs, endMs: undefined }];
}

/** Returns the completed timeline: the last phase ends now. */
export function closeTimeline(timeline: readonly PhaseSpan[], atMs: number): PhaseSpan[] {
  return timeline.map((span) => ({ ...span, endMs: span.endMs ?? Math.max(atMs, span.startMs) }));
}

/** Formats a duration as `45s`, `2m 05s`, `1h 03m`; below one second as `0.4s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${(Math.max(0, ms) / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${String(seconds % 60).padStart(2, '0')}s`;
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`;
}
