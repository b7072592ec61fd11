import type { SeedCounts } from '../contract/seed-record.ts';
import type { LockState } from '../contract/deploy-lock.ts';
import type { CauseKind } from './deploy/failure-cause.ts';
import type { PastRollout, Prediction } from './deploy/polling.ts';
import type { GateResult } from './gate/result.ts';
import type { PublishedState } from './publish/published-state.ts';
import type { Archive } from './pack/sizes.ts';
import type { RevisionView } from './plan/current.ts';
import type { Plan } from './plan/types.ts';
import type { VerificationResult } from './verify/result.ts';

/** Stage of a run, which determines what remains on the service if the run is stopped. */
export type Stage = 'reading' | 'uploading' | 'writing' | 'waiting' | 'reported';

/** Facts that a run collects, so that a cancelled or failed run can still write them to its outputs. */
export interface RunRecord {
  pullRequest: number | undefined;
  /** Fingerprint of the plan, which does not reveal any part of the plan. */
  planId: string | undefined;
  /**
   * A started rollback, where `after` is the reason code of the failure that caused the rollback, or `undefined` if an
   * input requested the rollback.
   */
  rollback: { targetId: string; revisionId: string | undefined; after: string | undefined } | undefined;
  swept: SweptPreview[] | undefined;
  /** Names under which comments describe the previews of a pull request's commits; empty for other runs. */
  previewNames: string[];
  /** Previews of the pull request's commits after the run, newest first; empty without `preview-per: commit`. */
  commitPreviews: CommitPreview[];
  /** Pull requests of a shared preview, or `undefined` if the run has not merged them. */
  shared: SharedPreviewRecord | undefined;
  /** Names of previews that this run or an earlier run deleted, so that their GitHub environments can be closed. */
  retired: string[];
  /** Previews that this run deleted because of inactivity, so that the comments of their pull requests show it. */
  idle: { pullRequest: number; name: string }[];
  /** IDs of the deployment and the comment on GitHub. The state in `shown` is saved for the post step. */
  github: {
    deploymentId: number | undefined;
    commentId: number | undefined;
    shown: PublishedState | undefined;
  };
  /** Start of the run in epoch milliseconds, read from the injected clock. */
  readonly startedAt: number;
  stage: Stage;
  /** Name of the deployment that the run derived, or `undefined` if an input sets the name. */
  name: string | undefined;
  /** Lock of the deployment that this run read or set, or `undefined` if the deployment is not locked. */
  lock: LockState | undefined;
  deployment: { id: string; name: string; url: string | undefined } | undefined;
  /** Our revision, or the active revision if the run needed no new revision. */
  revision: { id: string; status: string; commit: string | undefined } | undefined;
  /**
   * ID of our revision while this run may interrupt the revision, or `undefined` if another client created the
   * revision, or if the revision is a rollback after a failure.
   */
  ownRevisionId: string | undefined;
  previousRevisionId: string | undefined;
  commit: string | undefined;
  /** Commit of the event and the first line of the commit's message, or `undefined` if the message is unknown. */
  head: { commit: string; subject: string } | undefined;
  /** The packed source. `path` is the path that the service assigned to the upload. */
  source: (Archive & { path: string | undefined }) | undefined;
  created: boolean;
  changed: boolean;
  plan: Plan | undefined;
  timeline: PhaseSpan[];
  prediction: Prediction | undefined;
  /** Durations of the deployment's earlier revisions, newest first. */
  earlier: readonly PastRollout[];
  /** Results of the agent's checks, or `undefined` if the agent was not checked. */
  verification: VerificationResult | undefined;
  /** Result of the gate, even if it was cancelled, or `undefined` if the gate did not run. */
  gate: GateResult | undefined;
  /** Numbers of the entries in the data of the preview, or `undefined` if the preview has no or incomplete data. */
  seed: SeedCounts | undefined;
  /** URL of the agent, if an input specifies the agent without a deployment. */
  agentUrl: string | undefined;
  /** True once the run has called the agent for a verification or a gate. */
  isAgentCalled: boolean;
  /** Part that failed in a build or start, if the log shows the cause. */
  brokenPart: CauseKind | undefined;
  /**
   * The throw-away deployment of a rebuild, and the facts about the deployment that is built again; `undefined` for
   * other runs. `isDeleted` means that the service accepted the deletion.
   */
  throwAway:
    | {
        name: string;
        isDeleted: boolean;
        production: Pick<RunRecord, 'deployment' | 'earlier'> & { revisionId: string };
      }
    | undefined;
  /** Last lines of the log of the failed stage. */
  logTail: { kind: 'build' | 'deploy'; lines: string[] } | undefined;
}

/** The preview of one commit of a pull request. */
export interface CommitPreview {
  name: string;
  /** The first seven characters of the commit's SHA. */
  commit: string;
  /** URL of the agent, or `undefined` if no revision is active. */
  url: string | undefined;
  /** Time of the deployment's creation in epoch milliseconds, or `undefined` if the time is unknown. */
  createdAt: number | undefined;
}

/** Content of a shared preview: its label, its base, and the result for each pull request with the label. */
export interface SharedPreviewRecord {
  label: string;
  /** Default branch and its head commit, on which the pull requests are merged; `undefined` without pull requests. */
  base: { branch: string; commit: string } | undefined;
  /** SHA of the merged tree, or `undefined` if no pull request was merged. */
  tree: string | undefined;
  pulls: SharedPull[];
}

export interface SharedPull {
  number: number;
  title: string;
  commit: string;
  /**
   * `conflict` means that the pull request does not merge with the pull requests before it. `other-base` means that the
   * pull request is not for the default branch. `unmergeable` means that git cannot merge the commit.
   */
  result: 'included' | 'conflict' | 'fork' | 'other-base' | 'unmergeable';
  /** Paths of the first conflicting files, empty unless the result is `conflict`. */
  files: readonly string[];
  /** Number of conflicting files that `files` does not contain. */
  more: number;
}

export interface SweptPreview {
  name: string;
  id: string;
  /** Pull request to which the preview belongs, such as `owner/name#7`, or the repository of a rebuild. */
  of: string;
  /**
   * `unknown` means that the pull request of the preview, or the state of the pull request, is unknown.
   * `activity-unknown` means that the sweep could not determine whether the preview is inactive. Throw-away deployments
   * of rebuilds have `rebuild-ended`.
   */
  why: 'pull-request-closed' | 'too-old' | 'idle' | 'rebuild-ended' | 'unknown' | 'activity-unknown';
  /**
   * `left` means that the sweep had reached its limit, and a later sweep might delete the preview. `announced` means
   * that a comment announces the deletion by a later sweep.
   */
  did: 'deleted' | 'would-delete' | 'announced' | 'would-announce' | 'left' | 'failed';
}

export function createRunRecord(startedAt: number): RunRecord {
  return {
    pullRequest: undefined,
    planId: undefined,
    rollback: undefined,
    swept: undefined,
    previewNames: [],
    commitPreviews: [],
    shared: undefined,
    retired: [],
    idle: [],
    github: { deploymentId: undefined, commentId: undefined, shown: undefined },
    startedAt,
    stage: 'reading',
    name: undefined,
    lock: undefined,
    deployment: undefined,
    revision: undefined,
    ownRevisionId: undefined,
    previousRevisionId: undefined,
    commit: undefined,
    head: undefined,
    source: undefined,
    created: false,
    changed: false,
    plan: undefined,
    timeline: [],
    prediction: undefined,
    earlier: [],
    verification: undefined,
    gate: undefined,
    seed: undefined,
    agentUrl: undefined,
    isAgentCalled: false,
    brokenPart: undefined,
    throwAway: undefined,
    logTail: undefined,
  };
}

/** Stores a revision's ID, status and commit as the service last returned them. */
export function recordRevision(
  record: RunRecord,
  view: Pick<RevisionView, 'id' | 'status' | 'commit'>,
): void {
  record.revision = { id: view.id, status: view.status, commit: view.commit };
}

/** Returns the first line of a commit's message, if this run knows it. */
export function subjectOf({ head }: Pick<RunRecord, 'head'>, commit: string): string | undefined {
  return head?.commit === commit.toLowerCase() ? head.subject : undefined;
}

/**
 * Period when a revision had a status, in milliseconds since the wait began; `endMs` is `undefined` for the current
 * status.
 */
export interface PhaseSpan {
  status: string;
  startMs: number;
  endMs: number | undefined;
}

/** Returns the timeline with an added observation. A new status ends the last phase. */
export function addStatus(timeline: readonly PhaseSpan[], status: string, atMs: number): PhaseSpan[] {
  const last = timeline.at(-1);
  if (last === undefined) return [{ status, startMs: atMs, endMs: undefined }];
  if (last.status === status) return [...timeline];
  return [...timeline.slice(0, -1), { ...last, endMs: atMs }, { status, startMs: atMs, endMs: undefined }];
}

/** Returns the timeline with its last phase ended at `atMs`. */
export function closeTimeline(timeline: readonly PhaseSpan[], atMs: number): PhaseSpan[] {
  return timeline.map((span) => ({ ...span, endMs: span.endMs ?? Math.max(atMs, span.startMs) }));
}

/** Formats milliseconds as `45s`, `2m 05s` or `1h 03m`, and less than a second as `0.4s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${(Math.max(0, ms) / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${String(seconds % 60).padStart(2, '0')}s`;
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`;
}
