import * as z from 'zod';
import { Source } from '../source.ts';

/** The pull request that a preview belongs to. */
export const PreviewOf = z.object({ repository: z.string(), number: z.int() });
export type PreviewOf = z.infer<typeof PreviewOf>;

/**
 * Kind of server that responds to a deployment's requests. `graphs` is an agent server with threads and runs. `program`
 * and `image` are servers of the agent developer with an API that the emulator does not know. `stub` runs no agent.
 * `unknown` means that the deployment has not had an active revision yet.
 */
export const AgentKind = z.enum(['graphs', 'program', 'image', 'stub', 'unknown']);
export type AgentKind = z.infer<typeof AgentKind>;

/** Origin of a deployment's code. A field is null if the source has no such field. */
export const SourceLabel = z.object({
  source: Source,
  /** URL of the repository without credentials. */
  repository: z.string().nullable(),
  ref: z.string().nullable(),
  commit: z.string().nullable(),
  image: z.string().nullable(),
  tarball: z.string().nullable(),
});
export type SourceLabel = z.infer<typeof SourceLabel>;

/** A status of a revision, and the time when the revision entered the status. */
export const Phase = z.object({ status: z.string(), at_ms: z.number() });
export type Phase = z.infer<typeof Phase>;

/** Reason why a revision was created. A rollback is a redeployment, so its reason is `redeploy`. */
export const RevisionCause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create') }),
  z.object({ kind: z.literal('change') }),
  z.object({ kind: z.literal('redeploy') }),
  z.object({
    kind: z.literal('push'),
    ref: z.string(),
    commit: z.string().nullable(),
    /** Channels that reported the push: `local`, `poll`, or `webhook:` followed by an integration. */
    channels: z.array(z.string()),
  }),
]);
export type RevisionCause = z.infer<typeof RevisionCause>;

export const RevisionSummary = z.object({
  id: z.string(),
  deployment_id: z.string(),
  /** Number of the revision within its deployment, starting at 1. */
  number: z.int(),
  status: z.string(),
  /** Reason of the revision's failure, without secrets. */
  message: z.string().nullable(),
  final: z.boolean(),
  source: SourceLabel,
  cause: RevisionCause,
  /** Phases of the revision in chronological order. The last element is the current phase. */
  phases: z.array(Phase),
  /**
   * Period when the revision was active, or null if the revision has never been active. `until_ms` is null while the
   * revision is active.
   */
  serving: z.object({ from_ms: z.number(), until_ms: z.number().nullable() }).nullable(),
  created_at_ms: z.number(),
  updated_at_ms: z.number(),
});
export type RevisionSummary = z.infer<typeof RevisionSummary>;

export const DeploymentSummary = z.object({
  id: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  /** Status of the deployment, which can be any string, because a fault rule can replace the status. */
  status: z.string(),
  source: SourceLabel,
  kind: AgentKind,
  url: z.string().nullable(),
  latest_revision_id: z.string().nullable(),
  active_revision_id: z.string().nullable(),
  /** Processes on this machine that run the deployment's agent, or null if the active revision needs no process. */
  workers: z.array(z.object({ revision_id: z.string(), pid: z.int().nullable() })),
  preview: PreviewOf.nullable(),
  created_at_ms: z.number(),
  updated_at_ms: z.number(),
  /** The newest 20 revisions and the active revision, oldest first. */
  revisions: z.array(RevisionSummary),
});
export type DeploymentSummary = z.infer<typeof DeploymentSummary>;

/** Response of GET …/deployments: the deployments of all workspaces, oldest first. */
export const DeploymentList = z.object({
  epoch: z.string(),
  generation: z.int(),
  now_ms: z.number(),
  deployments: z.array(DeploymentSummary),
});
export type DeploymentList = z.infer<typeof DeploymentList>;

/** Response of GET …/deployments/{id}. */
export const DeploymentDetail = z.object({
  deployment: DeploymentSummary,
  /** Source of the deployment in the control plane's format, without secrets. */
  source_config: z.record(z.string(), z.unknown()),
  /** Names of the environment variables of the deployment's next revision. */
  variables: z.array(z.string()),
  secret_references: z.array(z.object({ name: z.string(), secret_name: z.string(), secret_key: z.string() })),
});
export type DeploymentDetail = z.infer<typeof DeploymentDetail>;

/** Response of GET …/deployments/{id}/revisions: all revisions, newest first. */
export const RevisionList = z.object({ now_ms: z.number(), revisions: z.array(RevisionSummary) });
export type RevisionList = z.infer<typeof RevisionList>;

/** A field whose value differs between two revisions. `before` or `after` is null if the field is not set. */
export const FieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
export type FieldChange = z.infer<typeof FieldChange>;

/**
 * A variable whose value differs between two revisions. The server compares the variables' values but does not return
 * them.
 */
export const VariableChange = z.object({
  name: z.string(),
  change: z.enum(['added', 'removed', 'changed', 'same']),
});
export type VariableChange = z.infer<typeof VariableChange>;

/** Response of GET …/deployments/{id}/revisions/{revision_id}?against=. */
export const RevisionDetail = z.object({
  revision: RevisionSummary,
  /**
   * Settings of the revision in the control plane's format, without secrets, or null for an older revision, which uses
   * its deployment's settings.
   */
  settings: z.record(z.string(), z.unknown()).nullable(),
  config: z.record(z.string(), z.unknown()),
  /**
   * Revision to compare with: `against`, or else the previous revision, or null for the first revision, whose fields
   * are all `added`.
   */
  against: RevisionSummary.nullable(),
  fields: z.array(FieldChange),
  variables: z.array(VariableChange),
});
export type RevisionDetail = z.infer<typeof RevisionDetail>;

/** A commit with the first line of its message, without known secrets. */
export const LoggedCommit = z.object({
  id: z.string(),
  author: z.string(),
  subject: z.string(),
  at_ms: z.number(),
});
export type LoggedCommit = z.infer<typeof LoggedCommit>;

/** Commits that only one of two compared revisions contains. */
export const CommitSide = z.object({
  /** Newest commits of the revision, newest commit first. */
  commits: z.array(LoggedCommit),
  /** Number of commits that were found, including commits that are not in `commits`. */
  total: z.int(),
  /** True if more commits might exist, because the history was not read to its end. */
  cut: z.boolean(),
});
export type CommitSide = z.infer<typeof CommitSide>;

/** Response of GET …/deployments/{id}/revisions/{revision_id}/commits?against=: the commits between two revisions. */
export const CommitLog = z.object({
  /** Reason why the commits are missing, or null if the commits were read. */
  missing: z.enum(['no-commits', 'same', 'not-read']).nullable(),
  /** Explanation of `not-read`, as the end of a sentence. */
  reason: z.string().nullable(),
  /** Newest commit that both revisions contain, or null if no such commit was found. */
  merge_base: z.string().nullable(),
  /** Commits that only this revision contains. */
  added: CommitSide,
  /**
   * Commits that only the revision `against` contains, or an empty list with `cut` set to true if no common commit was
   * found.
   */
  removed: CommitSide,
});
export type CommitLog = z.infer<typeof CommitLog>;

/**
 * Response of GET …/deployments/{id}/revisions/{revision_id}/code?against=: differences between the code of two
 * revisions.
 */
export const CodeComparison = z.object({
  /** Reason why the code cannot be compared, or null if the code was compared. */
  missing: z.enum(['no-commits', 'same', 'not-kept']).nullable(),
  /** Commits of the two revisions, the newer revision first. */
  commits: z.array(LoggedCommit),
  /** Output of `git diff` between the two commits, without known secrets. */
  patch: z.string(),
  /** True if `patch` contains only the beginning of the output. */
  truncated: z.boolean(),
});
export type CodeComparison = z.infer<typeof CodeComparison>;

/** Response of GET …/deployments/{id}/commits: the commits of the newest revisions, with their subjects. */
export const CommitSubjects = z.object({
  commits: z.array(z.object({ id: z.string(), subject: z.string() })),
});
export type CommitSubjects = z.infer<typeof CommitSubjects>;

/** Response of GET …/previews, sorted by repository and number of the pull request, newest deployment first. */
export const PreviewList = z.object({
  now_ms: z.number(),
  previews: z.array(PreviewOf.extend({ deployments: z.array(DeploymentSummary) })),
});
export type PreviewList = z.infer<typeof PreviewList>;
