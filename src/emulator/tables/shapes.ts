import * as z from 'zod';
import { SecretReference, SourceConfig } from '../../contract/source.ts';

// What the schemas of columns are made of: loaded when a snapshot is checked.

export * as z from 'zod';
export { SecretReference, Source, SourceConfig, SourceRevisionConfig } from '../../contract/source.ts';

export const RevisionPush = z.strictObject({
  /** In full. */
  ref: z.string(),
  /** The commit pushed; null when it was unknown at the time. */
  commit: z.string().nullable(),
  /**
   * Its reporters: one push may be reported in several ways, and makes one revision. `local`, `poll`, or `webhook:` and
   * the integration.
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
/** The settings of a revision that a PATCH may change in its deployment. Spelled as on the wire. */
export type RevisionSettings = z.infer<typeof RevisionSettings>;

const milliseconds = z.int().min(1);

/**
 * What the graph configuration of a revision says of the items and threads of its deployment. Times to live are those of what
 * names none itself, in milliseconds.
 */
export const AgentSettings = z.strictObject({
  items: z.strictObject({ ttlMs: milliseconds.optional(), refreshOnRead: z.boolean() }).optional(),
  threads: z.strictObject({ ttlMs: milliseconds, strategy: z.enum(['delete', 'keep_latest']) }).optional(),
  /** Items are searched by meaning: a worker makes their vectors. */
  isIndexed: z.boolean().optional(),
  /** An object of the author's decides which threads go first: a worker asks it. */
  hasPriority: z.boolean().optional(),
  /** Requests meet the author's application, or not all of the agent server's routes: only a worker knows what. */
  changesRoutes: z.boolean().optional(),
});
export type AgentSettings = z.infer<typeof AgentSettings>;
