import * as z from 'zod';
import { HOSTED_DEPLOYMENT_TYPES } from './patterns.ts';
import { optional, uuid, nonEmptyText } from './primitives.ts';
import { ResourceSpec } from './resource-spec.ts';

/** Where a deployment's code comes from (spec §2.1). */
export const SOURCES = ['git_host', 'external_docker', 'internal_docker', 'internal_source'] as const;
export const Source = z.enum(SOURCES);
export type Source = z.infer<typeof Source>;

/** Sources the service builds itself: they need a graph configuration (spec §2.3). */
export const BUILDABLE_SOURCES: ReadonlySet<Source> = new Set(['git_host', 'internal_source']);

/**
 * The service owns these values and adds to them, so the shape takes any word; `createFindings` holds a create to the
 * three where the description counts to the letter.
 */
export const DeploymentType = nonEmptyText.meta({
  description: 'One of the listed types, or, with hosted compatibility, any newer one.',
  'x-extensible-enum': [...HOSTED_DEPLOYMENT_TYPES],
});

/** Cluster settings, judged against the listener's compute type (spec §2.7). */
export const ListenerConfig = z.object({ k8s_namespace: optional(nonEmptyText) });

/** How a deployment is sourced (spec §2.2). Every field is optional and nullable. */
export const SourceConfig = z.object({
  integration_id: optional(uuid),
  repo_url: optional(nonEmptyText),
  deployment_type: optional(DeploymentType),
  build_on_push: optional(z.boolean()),
  custom_url: optional(nonEmptyText),
  resource_spec: optional(ResourceSpec),
  listener_id: optional(uuid),
  listener_config: optional(ListenerConfig),
  install_command: optional(nonEmptyText),
  build_command: optional(nonEmptyText),
});
export type SourceConfig = z.infer<typeof SourceConfig>;

/** What one revision is made of (spec §2.3). `repo_commit_sha` is the service's to set. */
export const SourceRevisionConfig = z.object({
  repo_ref: optional(nonEmptyText),
  graph_config_path: optional(nonEmptyText),
  image_uri: optional(nonEmptyText),
  source_tarball_path: optional(nonEmptyText),
  repo_commit_sha: optional(z.string()),
});
export type SourceRevisionConfig = z.infer<typeof SourceRevisionConfig>;

/** A tag is given as the full ref, a branch by its bare name (spec §2.3). */
export function isTagRef(ref: string): boolean {
  return ref.startsWith('refs/tags/');
}
