import type { Source } from './source.ts';

// This module does not import the schema library, because the action reads its inputs with these rules before it loads
// the schema library.

/** Rules for one field of a create or PATCH body. */
export interface FieldRule {
  path: readonly string[];
  /**
   * Sources that the field applies to (docs/api/deployments.md#field-applies), or absent if the field applies to all
   * sources. The field must be null for a source that is not in `sources`.
   */
  sources?: readonly Source[];
  /** Additional sources for which clients of the hosted service send the field. */
  hosted?: readonly Source[];
  /** Sources for which the service ignores the field, because the service sets the field itself. */
  ignoredFor?: readonly Source[];
  /**
   * Kind of comparison if the field cannot change after the create (docs/api/deployments.md#immutable). The kind `uuid`
   * ignores letter case.
   */
  immutable?: 'text' | 'uuid';
  /** Set if a PATCH with this field creates a new revision (docs/api/revisions.md#revision-triggers). */
  makesRevision?: true;
}

const BUILDABLE = ['git_host', 'internal_source'] as const;

/** Rules of all fields that apply only to some sources, are immutable or create a revision. */
export const FIELD_RULES: readonly FieldRule[] = [
  { path: ['name'], immutable: 'text' },
  { path: ['source'], immutable: 'text' },
  { path: ['source_config', 'integration_id'], sources: ['git_host'], immutable: 'uuid' },
  { path: ['source_config', 'repo_url'], sources: ['git_host'], immutable: 'text' },
  {
    path: ['source_config', 'deployment_type'],
    sources: ['git_host'],
    hosted: ['internal_docker', 'internal_source'],
    immutable: 'text',
  },
  { path: ['source_config', 'build_on_push'], sources: ['git_host'] },
  { path: ['source_config', 'custom_url'], sources: ['external_docker'], ignoredFor: ['git_host'] },
  { path: ['source_config', 'resource_spec'], sources: ['external_docker'], makesRevision: true },
  { path: ['source_config', 'listener_id'], sources: ['external_docker'], immutable: 'uuid' },
  { path: ['source_config', 'listener_config'], sources: ['external_docker'] },
  { path: ['source_config', 'listener_config', 'k8s_namespace'], immutable: 'text' },
  // Commands apply to JavaScript and TypeScript agents that the service builds.
  { path: ['source_config', 'install_command'], sources: BUILDABLE },
  { path: ['source_config', 'build_command'], sources: BUILDABLE },
  { path: ['source_revision_config', 'repo_ref'], sources: ['git_host'], makesRevision: true },
  { path: ['source_revision_config', 'graph_config_path'], sources: BUILDABLE, makesRevision: true },
  {
    path: ['source_revision_config', 'image_uri'],
    sources: ['external_docker', 'internal_docker'],
    makesRevision: true,
  },
  {
    path: ['source_revision_config', 'source_tarball_path'],
    sources: ['internal_source'],
    makesRevision: true,
  },
  { path: ['secrets'], makesRevision: true },
  { path: ['secret_references'], sources: ['external_docker'] },
];

/**
 * Returns the sources that a field such as `source_config.repo_url` applies to (docs/api/deployments.md#field-applies),
 * including the sources for which hosted clients send the field.
 */
export function sourcesOf(field: string): readonly Source[] {
  const rule = ruleOf(field);
  if (rule?.sources === undefined) throw new Error(`${field} has no rule about sources`);
  return [...rule.sources, ...(rule.hosted ?? [])];
}

/** Returns whether a PATCH with this field creates a new revision (docs/api/revisions.md#revision-triggers). */
export function triggersRevision(field: string): boolean {
  return ruleOf(field)?.makesRevision === true;
}

/** Returns whether the field cannot change after the create (docs/api/deployments.md#immutable). */
export function isImmutable(field: string): boolean {
  return ruleOf(field)?.immutable !== undefined;
}

function ruleOf(field: string): FieldRule | undefined {
  return FIELD_RULES.find(({ path }) => path.join('.') === field);
}
