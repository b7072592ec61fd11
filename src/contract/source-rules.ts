import { type Finding, validationError, type FieldPath, missingFieldError, isSet } from './findings.ts';
import { DEPLOYMENT_TYPES } from './patterns.ts';
import { isTagRef, type Source, type SourceConfig, type SourceRevisionConfig } from './source.ts';

/** `spec`: the description to the letter. `hosted`: what the hosted service's own clients rely on (DESIGN §4). */
export type Compat = 'spec' | 'hosted';
export interface RuleOptions {
  compat: Compat;
  /** Everything runs on the owner's own cluster. */
  selfHosted?: boolean;
}

type Holder = 'source_config' | 'source_revision_config' | 'deployment';

/** Which sources a field belongs to; null on any other (spec §2.1 "Only for", §2.2 "Applies to", §2.3). */
interface FieldRule {
  in: Holder;
  field: string;
  sources: readonly Source[];
  /** Sources that the hosted service's own clients send it for as well (facts: service §1.4). */
  hosted?: readonly Source[];
}

const BUILDABLE = ['git_host', 'internal_source'] as const;

const FIELD_RULES: readonly FieldRule[] = [
  { in: 'source_config', field: 'integration_id', sources: ['git_host'] },
  { in: 'source_config', field: 'repo_url', sources: ['git_host'] },
  {
    in: 'source_config',
    field: 'deployment_type',
    sources: ['git_host'],
    hosted: ['internal_docker', 'internal_source'],
  },
  { in: 'source_config', field: 'build_on_push', sources: ['git_host'] },
  // Read-only for git_host, so ignored there (DESIGN §8), and settable for external_docker alone.
  { in: 'source_config', field: 'custom_url', sources: ['external_docker', 'git_host'] },
  { in: 'source_config', field: 'resource_spec', sources: ['external_docker'] },
  { in: 'source_config', field: 'listener_id', sources: ['external_docker'] },
  { in: 'source_config', field: 'listener_config', sources: ['external_docker'] },
  // "JS deployments": what the service builds itself.
  { in: 'source_config', field: 'install_command', sources: BUILDABLE },
  { in: 'source_config', field: 'build_command', sources: BUILDABLE },
  { in: 'source_revision_config', field: 'repo_ref', sources: ['git_host'] },
  { in: 'source_revision_config', field: 'graph_config_path', sources: BUILDABLE },
  // The hosted service and DESIGN §8 give internal_docker its image the same way.
  { in: 'source_revision_config', field: 'image_uri', sources: ['external_docker', 'internal_docker'] },
  { in: 'source_revision_config', field: 'source_tarball_path', sources: ['internal_source'] },
  { in: 'deployment', field: 'secret_references', sources: ['external_docker'] },
];

/** The parts of a create or PATCH body that the source decides about. */
export interface SourcedBody {
  source_config?: SourceConfig | null | undefined;
  source_revision_config?: SourceRevisionConfig | null | undefined;
  secret_references?: readonly unknown[] | null | undefined;
}

/** Fields said that do not apply to this source (spec §2.1 to 2.3). */
export function inapplicableFieldErrors(source: Source, body: SourcedBody, options: RuleOptions): Finding[] {
  return FIELD_RULES.flatMap((rule) => {
    const holder: object | null | undefined = rule.in === 'deployment' ? body : body[rule.in];
    if (!holder || !isSet(Reflect.get(holder, rule.field))) return [];
    const allowed = options.compat === 'hosted' ? [...rule.sources, ...(rule.hosted ?? [])] : rule.sources;
    if (allowed.includes(source)) return [];
    const loc: FieldPath = rule.in === 'deployment' ? [rule.field] : [rule.in, rule.field];
    return [validationError(loc, `applies to ${allowed.join(' and ')} only: leave it out for ${source}`)];
  });
}

/** Fields a create needs and does not have, for this source (spec §2.3): the graph configuration of what is built. */
export function missingFieldErrors(source: Source, body: SourcedBody, options: RuleOptions): Finding[] {
  const needed = source === 'git_host' || (source === 'internal_source' && options.compat === 'spec');
  if (!needed || isSet(body.source_revision_config?.graph_config_path)) return [];
  return [
    missingFieldError(
      ['source_revision_config', 'graph_config_path'],
      'the path of the graph configuration file',
    ),
  ];
}

/**
 * What a revision cannot be made without, although the wire lets a create leave it out (spec §2.2, §2.3: "all fields
 * are optional"). The service then accepts the deployment and its first revision fails; the action asks beforehand.
 * The internal sources are not asked: their first revision waits for what a PATCH brings (DESIGN §8).
 */
export function unbuildableFieldErrors(source: Source, body: SourcedBody): Finding[] {
  const found: Finding[] = [];
  const need = (value: unknown, loc: FieldPath, why: string) => {
    if (!isSet(value)) found.push(missingFieldError(loc, why));
  };
  if (source === 'git_host') {
    const [url, ref] = [body.source_config?.repo_url, body.source_revision_config?.repo_ref];
    need(url, ['source_config', 'repo_url'], 'a git_host deployment is built from a repository');
    need(ref, ['source_revision_config', 'repo_ref'], 'the branch or tag to build');
  }
  if (source === 'external_docker') {
    const image = body.source_revision_config?.image_uri;
    need(image, ['source_revision_config', 'image_uri'], 'the container image to run');
  }
  return found;
}

/** A deployment type that the description does not list: refused in spec mode, for the service to judge in hosted mode. */
export function deploymentTypeErrors(
  config: SourceConfig | null | undefined,
  { compat }: RuleOptions,
): Finding[] {
  const type = config?.deployment_type;
  if (compat === 'hosted' || !isSet(type) || DEPLOYMENT_TYPES.some((known) => known === type)) return [];
  return [
    validationError(
      ['source_config', 'deployment_type'],
      "Input should be 'dev_free', 'dev' or 'prod'",
      'enum',
    ),
  ];
}

/** A tag never moves, so nothing can be built on a push to it (spec §2.2, §2.3). Takes the values in effect. */
export function buildOnPushErrors(
  buildOnPush: boolean | null | undefined,
  ref: string | null | undefined,
): Finding[] {
  if (buildOnPush !== true || !isSet(ref) || !isTagRef(ref)) return [];
  return [
    validationError(
      ['source_config', 'build_on_push'],
      'must be false when repo_ref is a tag (starts with refs/tags/)',
    ),
  ];
}

/**
 * The body without what only the service sets: `repo_commit_sha`, and `custom_url` for git_host (spec §2.2, §2.3).
 * Read-only fields are ignored, never honoured (DESIGN §8).
 */
export function withoutReadOnly<T extends SourcedBody>(source: Source, body: T): T {
  const kept = { ...body };
  if (body.source_revision_config) {
    const { repo_commit_sha: _, ...revision } = body.source_revision_config;
    kept.source_revision_config = revision;
  }
  if (body.source_config && source === 'git_host') {
    const { custom_url: _, ...config } = body.source_config;
    kept.source_config = config;
  }
  return kept;
}
