import * as z from 'zod';
import { Source } from '../source.ts';

/** The pull request that a preview deployment belongs to. */
export const PreviewOf = z.object({ repository: z.string(), number: z.int() });
export type PreviewOf = z.infer<typeof PreviewOf>;

/**
 * The server of the deployment's requests: `graphs`, with threads and runs; the author's own `program` or `image`,
 * about which nothing is known; `stub`, where nothing runs; `unknown` until it has served.
 */
export const AgentKind = z.enum(['graphs', 'program', 'image', 'stub', 'unknown']);
export type AgentKind = z.infer<typeof AgentKind>;

/** Origin of the code, as far as known; null for fields that the kind of source lacks. */
export const SourceLabel = z.object({
  source: Source,
  /** URL of the repository, without credentials. */
  repository: z.string().nullable(),
  ref: z.string().nullable(),
  commit: z.string().nullable(),
  image: z.string().nullable(),
  tarball: z.string().nullable(),
});
export type SourceLabel = z.infer<typeof SourceLabel>;

/** A status of a revision and when the revision entered it. It lasts until the next phase. */
export const Phase = z.object({ status: z.string(), at_ms: z.number() });
export type Phase = z.infer<typeof Phase>;

/** Cause of a revision. `redeploy` includes a rollback, which is sent as a redeploy. */
export const RevisionCause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create') }),
  z.object({ kind: z.literal('change') }),
  z.object({ kind: z.literal('redeploy') }),
  z.object({
    kind: z.literal('push'),
    ref: z.string(),
    commit: z.string().nullable(),
    /** Sources that reported the push: `local`, `poll`, or `webhook:` followed by an integration. */
    channels: z.array(z.string()),
  }),
]);
export type RevisionCause = z.infer<typeof RevisionCause>;

export const RevisionSummary = z.object({
  id: z.string(),
  deployment_id: z.string(),
  /** 1, 2, 3 … within the deployment. */
  number: z.int(),
  status: z.string(),
  /** Reason of the failure, without secrets. */
  message: z.string().nullable(),
  final: z.boolean(),
  source: SourceLabel,
  cause: RevisionCause,
  /** Phases in the order in which they happened; the last one is the current phase. */
  phases: z.array(Phase),
  /** When the revision was active; null if never. `until_ms` is null while it is active. */
  serving: z.object({ from_ms: z.number(), until_ms: z.number().nullable() }).nullable(),
  created_at_ms: z.number(),
  updated_at_ms: z.number(),
});
export type RevisionSummary = z.infer<typeof RevisionSummary>;

export const DeploymentSummary = z.object({
  id: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  /** Status as text, because a fault rule may show an unknown status. */
  status: z.string(),
  source: SourceLabel,
  kind: AgentKind,
  url: z.string().nullable(),
  latest_revision_id: z.string().nullable(),
  active_revision_id: z.string().nullable(),
  /** Processes that serve the deployment here; null if its revision serves without a process. */
  workers: z.array(z.object({ revision_id: z.string(), pid: z.int().nullable() })),
  preview: PreviewOf.nullable(),
  created_at_ms: z.number(),
  updated_at_ms: z.number(),
  /** Revisions, oldest first: at most the newest 20 and the active one. */
  revisions: z.array(RevisionSummary),
});
export type DeploymentSummary = z.infer<typeof DeploymentSummary>;

/** Response of GET …/deployments: deployments of every workspace, oldest first. */
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
  /** Fields as on the wire of the control plane, without secrets. */
  source_config: z.record(z.string(), z.unknown()),
  /** Names of the next revision's variables, without values. */
  variables: z.array(z.string()),
  secret_references: z.array(z.object({ name: z.string(), secret_name: z.string(), secret_key: z.string() })),
});
export type DeploymentDetail = z.infer<typeof DeploymentDetail>;

/** Response of GET …/deployments/{id}/revisions: all revisions, newest first. */
export const RevisionList = z.object({ now_ms: z.number(), revisions: z.array(RevisionSummary) });
export type RevisionList = z.infer<typeof RevisionList>;

/** A field that differs; null if it is not set. */
export const FieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
export type FieldChange = z.infer<typeof FieldChange>;

/** A changed variable by name. The server compares the values and shows none. */
export const VariableChange = z.object({
  name: z.string(),
  change: z.enum(['added', 'removed', 'changed', 'same']),
});
export type VariableChange = z.infer<typeof VariableChange>;

/** Response of GET …/deployments/{id}/revisions/{revision_id}?against=. */
export const RevisionDetail = z.object({
  revision: RevisionSummary,
  /**
   * Settings as on the wire, without secrets; null for an older revision, which has the settings of its deployment.
   */
  settings: z.record(z.string(), z.unknown()).nullable(),
  config: z.record(z.string(), z.unknown()),
  /**
   * The revision it is compared with: `against`, or else the previous one. Null if none exists; all fields are then
   * `added`.
   */
  against: RevisionSummary.nullable(),
  fields: z.array(FieldChange),
  variables: z.array(VariableChange),
});
export type RevisionDetail = z.infer<typeof RevisionDetail>;

/** Response of GET …/previews, by repository and number, newest deployment first. */
export const PreviewList = z.object({
  now_ms: z.number(),
  previews: z.array(PreviewOf.extend({ deployments: z.array(DeploymentSummary) })),
});
export type PreviewList = z.infer<typeof PreviewList>;
