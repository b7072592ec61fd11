import * as z from 'zod';
import { ImageDigests, SecretReference, SourceConfig, SourceRevisionConfig } from '../../contract/source.ts';

// Schemas that the schemas of columns use. The schemas are loaded when a snapshot is validated.

export * as z from 'zod';
export { SecretReference, Source, SourceConfig } from '../../contract/source.ts';

/** Source of a revision, with the fields that only the control plane sets. */
export const StoredRevisionConfig = SourceRevisionConfig.extend({
  /**
   * Digests with which the pods of the revision run its images. They are valid only in the configuration of the revision
   * with this ID, because an earlier version of the control plane copies the configuration to revisions whose tags must
   * be resolved again.
   */
  image_digests: z.object({ revision_id: z.string(), digests: ImageDigests }).nullish(),
});

export const RevisionPush = z.strictObject({
  /** Full name of the ref, such as `refs/heads/main`. */
  ref: z.string(),
  /** ID of the pushed commit, or null if it was unknown when the revision was created. */
  commit: z.string().nullable(),
  /**
   * Channels that reported the push: `local`, `poll`, or `webhook:` with the integration's ID. Several reports of one
   * push create only one revision.
   */
  channels: z.array(z.string()),
});
export type RevisionPush = z.infer<typeof RevisionPush>;

export const RevisionSettings = SourceConfig.pick({
  resource_spec: true,
  listener_config: true,
  install_command: true,
  build_command: true,
}).extend({ secret_references: z.array(SecretReference).nullable() });
/** Settings of a revision that a PATCH of its deployment can change, with the field names of the API. */
export type RevisionSettings = z.infer<typeof RevisionSettings>;

const milliseconds = z.int().min(1);

/** Settings of items and threads from a graph configuration. Times to live in these settings are in milliseconds. */
export const AgentSettings = z.strictObject({
  items: z.strictObject({ ttlMs: milliseconds.optional(), refreshOnRead: z.boolean() }).optional(),
  threads: z.strictObject({ ttlMs: milliseconds, strategy: z.enum(['delete', 'keep_latest']) }).optional(),
  /** True if items can be searched by meaning. A worker computes the vectors of items. */
  isIndexed: z.boolean().optional(),
  /** True if an agent developer's object, which a worker calls, decides the priority of threads. */
  hasPriority: z.boolean().optional(),
  /**
   * True if requests reach the agent developer's application, or if some routes are disabled. Only a worker knows the
   * routes of the application.
   */
  changesRoutes: z.boolean().optional(),
});
export type AgentSettings = z.infer<typeof AgentSettings>;
