import * as z from 'zod';
import { Source } from '../source.ts';

/** The pull request whose preview a deployment is. */
export const PreviewOf = z.object({ repository: z.string(), number: z.int() });
export type PreviewOf = z.infer<typeof PreviewOf>;

/**
 * What answers its requests: `graphs` of ours, with threads and runs; the author's own `program` or `image`, of which
 * nothing is known; `stub`, where nothing runs; `unknown` until it has served.
 */
export const AgentKind = z.enum(['graphs', 'program', 'image', 'stub', 'unknown']);
export type AgentKind = z.infer<typeof AgentKind>;

/** Where code comes from, as known; null where the kind of source has none. */
export const SourceLabel = z.object({
  source: Source,
  /** Without credentials. */
  repository: z.string().nullable(),
  ref: z.string().nullable(),
  commit: z.string().nullable(),
  image: z.string().nullable(),
  tarball: z.string().nullable(),
});
export type SourceLabel = z.infer<typeof SourceLabel>;

/** A status of a revision and when it entered it; it lasts until the next one. */
export const Phase = z.object({ status: z.string(), at_ms: z.number() });
export type Phase = z.infer<typeof Phase>;

/** What asked for a revision; `redeploy` includes a rollback, which is sent as one. */
export const RevisionCause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create') }),
  z.object({ kind: z.literal('change') }),
  z.object({ kind: z.literal('redeploy') }),
  z.object({
    kind: z.literal('push'),
    ref: z.string(),
    commit: z.string().nullable(),
    /** How it was reported: `local`, `poll`, or `webhook:` and an integration. */
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
  /** Why it failed, without secrets. */
  message: z.string().nullable(),
  final: z.boolean(),
  source: SourceLabel,
  cause: RevisionCause,
  /** In the order they happened, the last one being the present. */
  phases: z.array(Phase),
  /** Since when, and until when, it was the active one; null: never. `until_ms` null: it still is. */
  serving: z.object({ from_ms: z.number(), until_ms: z.number().nullable() }).nullable(),
  created_at_ms: z.number(),
  updated_at_ms: z.number(),
});
export type RevisionSummary = z.infer<typeof RevisionSummary>;

export const DeploymentSummary = z.object({
  id: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  /** Any text: a fault rule may show an unknown one. */
  status: z.string(),
  source: SourceLabel,
  kind: AgentKind,
  url: z.string().nullable(),
  latest_revision_id: z.string().nullable(),
  active_revision_id: z.string().nullable(),
  /** The processes that serve it here; null: its revision serves without one. */
  workers: z.array(z.object({ revision_id: z.string(), pid: z.int().nullable() })),
  preview: PreviewOf.nullable(),
  created_at_ms: z.number(),
  updated_at_ms: z.number(),
  /** Oldest first: at most the newest 20, and the active one. */
  revisions: z.array(RevisionSummary),
});
export type DeploymentSummary = z.infer<typeof DeploymentSummary>;

/** Answer of GET …/deployments: of every workspace, oldest first. */
export const DeploymentList = z.object({
  epoch: z.string(),
  generation: z.int(),
  now_ms: z.number(),
  deployments: z.array(DeploymentSummary),
});
export type DeploymentList = z.infer<typeof DeploymentList>;

/** Answer of GET …/deployments/{id}. */
export const DeploymentDetail = z.object({
  deployment: DeploymentSummary,
  /** As on the wire of the control plane, without secrets. */
  source_config: z.record(z.string(), z.unknown()),
  /** Of the next revision; names, never values. */
  variables: z.array(z.string()),
  secret_references: z.array(z.object({ name: z.string(), secret_name: z.string(), secret_key: z.string() })),
});
export type DeploymentDetail = z.infer<typeof DeploymentDetail>;

/** Answer of GET …/deployments/{id}/revisions: all of them, newest first. */
export const RevisionList = z.object({ now_ms: z.number(), revisions: z.array(RevisionSummary) });
export type RevisionList = z.infer<typeof RevisionList>;

/** A field that differs; null: it is not set. */
export const FieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
export type FieldChange = z.infer<typeof FieldChange>;

/** A variable by name: values are compared by the server, and shown nowhere. */
export const VariableChange = z.object({
  name: z.string(),
  change: z.enum(['added', 'removed', 'changed', 'same']),
});
export type VariableChange = z.infer<typeof VariableChange>;

/** Answer of GET …/deployments/{id}/revisions/{revision_id}?against=. */
export const RevisionDetail = z.object({
  revision: RevisionSummary,
  /** As on the wire, without secrets; null: an older revision, which had its deployment's. */
  settings: z.record(z.string(), z.unknown()).nullable(),
  config: z.record(z.string(), z.unknown()),
  /** The one it is compared with: `against`, else the one before. Null: there is none, and all is `added`. */
  against: RevisionSummary.nullable(),
  fields: z.array(FieldChange),
  variables: z.array(VariableChange),
});
export type RevisionDetail = z.infer<typeof RevisionDetail>;

/** Answer of GET …/previews: by repository and number, newest deployment first. */
export const PreviewList = z.object({
  now_ms: z.number(),
  previews: z.array(PreviewOf.extend({ deployments: z.array(DeploymentSummary) })),
});
export type PreviewList = z.infer<typeof PreviewList>;
