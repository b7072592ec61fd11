import type { PastRollout, Prediction } from './deploy/polling.ts';
import type { PublishedState } from './github/published-state.ts';
import type { Archive } from './pack/sizes.ts';
import type { RevisionView } from './plan/current.ts';
import type { Plan } from './plan/types.ts';
import type { VerificationResult } from './verify/result.ts';

/** A run's progress; decides what a stopped run leaves behind. */
export type Stage = 'reading' | 'uploading' | 'writing' | 'waiting' | 'reported';

/**
 * What is known of a run so far. Filled along the way, so that a run that is cancelled or fails half-way can still
 * report everything: outputs are written in every outcome.
 */
export interface RunRecord {
  pullRequest: number | undefined;
  /** Fingerprint of the plan; reveals nothing of its content. */
  planId: string | undefined;
  /** A rollback that was started: its target, and the failure before it; without, an input requested it. */
  rollback: { targetId: string; revisionId: string | undefined; after: string | undefined } | undefined;
  swept: SweptPreview[] | undefined;
  /** Names of previews that are gone, deleted by this run or before: their environments can be closed. */
  retired: string[];
  /** The run's report on GitHub; `shown`: what post has to know of it. */
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
  /** Our revision, or the active one if none of ours was needed. */
  revision: { id: string; status: string; commit: string | undefined } | undefined;
  /** The revision that this run created, while it may be interrupted; never another client's. */
  ownRevisionId: string | undefined;
  previousRevisionId: string | undefined;
  commit: string | undefined;
  /** The packed source; `path`: the service's path, once uploaded. */
  source: (Archive & { path: string | undefined }) | undefined;
  created: boolean;
  changed: boolean;
  plan: Plan | undefined;
  timeline: PhaseSpan[];
  prediction: Prediction | undefined;
  /** The durations of the deployment's earlier revisions, latest first. */
  earlier: readonly PastRollout[];
  /** The results of the live agent's checks; undefined: there were none. */
  verification: VerificationResult | undefined;
  /** The agent's URL, if no deployment is known. */
  agentUrl: string | undefined;
  /** The end of the failed stage's log. */
  logTail: { kind: 'build' | 'deploy'; lines: string[] } | undefined;
}

export interface SweptPreview {
  name: string;
  id: string;
  /** Its pull request, such as `owner/name#7`. */
  of: string;
  /** `unknown`: its owner, or its pull request's state, is unknown. */
  why: 'pull-request-closed' | 'too-old' | 'unknown';
  /** `left`: it may be deleted another time. */
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

/** One observed status. Milliseconds since the wait began; `endMs` undefined while it lasts. */
export interface PhaseSpan {
  status: string;
  startMs: number;
  endMs: number | undefined;
}

/** The timeline with one more observation: a new status ends the last phase. */
export function addStatus(timeline: readonly PhaseSpan[], status: string, atMs: number): PhaseSpan[] {
  const last = timeline.at(-1);
  if (last === undefined) return [{ status, startMs: atMs, endMs: undefined }];
  if (last.status === status) return [...timeline];
  return [...timeline.slice(0, -1), { ...last, endMs: atMs }, { status, startMs: atMs, endMs: undefined }];
}

/** The completed timeline: the last phase ends now. */
export function closeTimeline(timeline: readonly PhaseSpan[], atMs: number): PhaseSpan[] {
  return timeline.map((span) => ({ ...span, endMs: span.endMs ?? Math.max(atMs, span.startMs) }));
}

/** `45s`, `2m 05s`, `1h 03m`; under a second `0.4s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${(Math.max(0, ms) / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${String(seconds % 60).padStart(2, '0')}s`;
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`;
}
