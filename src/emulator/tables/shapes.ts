import * as z from 'zod';
import { SecretReference, SourceConfig } from '../../contract/source.ts';

// Schemas used by the schemas of columns. They are loaded when a snapshot is checked.

export * as z from 'zod';
export { SecretReference, Source, SourceConfig, SourceRevisionConfig } from '../../contract/source.ts';

export const RevisionPush = z.strictObject({
  /** Full name. */
  ref: z.string(),
  /** The pushed commit; null if it was unknown at that time. */
  commit: z.string().nullable(),
  /**
   * Sources that reported the push: `local`, `poll`, or `webhook:` and the integration. Several reports of one push
   * create one revision.
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
/** Settings of a revision that a PATCH of its deployment may change, spelled as on the wire. */
export type RevisionSettings = z.infer<typeof RevisionSettings>;

const milliseconds = z.int().min(1);

/**
 * Settings of a revision's graph configuration for the items and threads of its deployment. Times to live are
 * defaults in milliseconds.
 */
export const AgentSettings = z.strictObject({
  items: z.strictObject({ ttlMs: milliseconds.optional(), refreshOnRead: z.boolean() }).optional(),
  threads: z.strictObject({ ttlMs: milliseconds, strategy: z.enum(['delete', 'keep_latest']) }).optional(),
  /** True if items are searched by meaning; a worker computes their vectors. */
  isIndexed: z.boolean().optional(),
  /** True if an object of the author decides which threads go first; a worker calls it. */
  hasPriority: z.boolean().optional(),
  /**
   * True if requests reach the author's application, or some routes are disabled; only a worker knows the details.
   */
  changesRoutes: z.boolean().optional(),
});
export type AgentSettings = z.infer<typeof AgentSettings>;
