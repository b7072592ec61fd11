import type { DeploymentCreate, DeploymentPatch } from './deployment.ts';
import { type FieldPath, type Finding, isSet, missingFieldError, validationError } from './errors.ts';
import { HOSTED_REDIS_MEMORY_MIN } from './limits.ts';
import { DEPLOYMENT_TYPES } from './patterns.ts';
import { isTagRef, type Source, type SourceConfig, type SourceRevisionConfig } from './source.ts';

/** A deployment's present values, as far as a PATCH is judged against them. */
export interface CurrentDeployment {
  name: string;
  source: Source;
  source_config: SourceConfig;
  source_revision_config: SourceRevisionConfig;
}

/**
 * Every rule between the fields of a create (spec §2.1 to 2.5), on a parsed body in the spec's names. Empty: it may
 * be created, as far as the body alone can tell. Locations start with `body`.
 */
export function validateCreate(body: DeploymentCreate, options: RuleOptions): Finding[] {
  return [
    ...deploymentTypeErrors(body.source_config, options),
    ...inapplicableFieldErrors(body.source, body, options),
    ...missingFieldErrors(body.source, body, options),
    ...buildOnPushErrors(body.source_config.build_on_push, body.source_revision_config.repo_ref),
    ...secretNameErrors(body.source, body.secrets, body.secret_references, options),
    ...minimumErrors(body.source_config, options),
  ];
}

/**
 * Every rule between a PATCH and the deployment it changes (spec §2, §4.3; DESIGN §8): immutable fields with another
 * value, fields of another source, and tag against build_on_push on the values that would then be in effect.
 */
export function validatePatch(
  body: DeploymentPatch,
  now: CurrentDeployment,
  options: RuleOptions,
): Finding[] {
  const changed = immutableFieldErrors(body, now);
  const reported = new Set(changed.map(({ loc }) => loc.join('.')));
  const misplaced = inapplicableFieldErrors(now.source, withoutUnchanged(body, now), options);
  return [
    ...changed,
    ...misplaced.filter(({ loc }) => !reported.has(loc.join('.'))),
    ...buildOnPushErrors(
      body.source_config?.build_on_push ?? now.source_config.build_on_push,
      body.source_revision_config?.repo_ref ?? now.source_revision_config.repo_ref,
    ),
    ...secretNameErrors(now.source, body.secrets, body.secret_references, options),
    ...minimumErrors(body.source_config, options),
  ];
}

/** What can never be changed after creation (spec §2.1, §2.2, §2.7), and where to read it. */
const IMMUTABLE: readonly (readonly [FieldPath, (from: DeploymentPatch) => string | null | undefined])[] = [
  [['name'], (from) => from.name],
  [['source'], (from) => from.source],
  [['source_config', 'integration_id'], (from) => from.source_config?.integration_id?.toLowerCase()],
  [['source_config', 'repo_url'], (from) => from.source_config?.repo_url],
  [['source_config', 'deployment_type'], (from) => from.source_config?.deployment_type],
  [['source_config', 'listener_id'], (from) => from.source_config?.listener_id?.toLowerCase()],
  [
    ['source_config', 'listener_config', 'k8s_namespace'],
    (from) => from.source_config?.listener_config?.k8s_namespace,
  ],
];

/** Immutable fields that the PATCH gives another value; the same value is fine (DESIGN §8). */
function immutableFieldErrors(
  body: DeploymentPatch,
  now: Pick<CurrentDeployment, 'name' | 'source' | 'source_config'>,
): Finding[] {
  return IMMUTABLE.flatMap(([loc, read]) => {
    const wanted = read(body);
    if (!isSet(wanted) || wanted === read(now)) return [];
    return [validationError(loc, 'cannot be changed: delete the deployment and create it again')];
  });
}

/** A client may send back what it read: a field of another source that keeps its value asks for nothing. */
function withoutUnchanged(body: DeploymentPatch, now: CurrentDeployment): DeploymentPatch {
  return {
    ...body,
    source_config: dropEqual(body.source_config, now.source_config),
    source_revision_config: dropEqual(body.source_revision_config, now.source_revision_config),
  };
}

function dropEqual<T extends object>(given: T | null | undefined, now: T): T | null | undefined {
  if (!given) return given;
  const kept = { ...given };
  for (const key of Object.keys(kept)) {
    const value: unknown = Reflect.get(kept, key);
    if (typeof value !== 'object' && value === Reflect.get(now, key)) Reflect.deleteProperty(kept, key);
  }
  return kept;
}

/** The fields of a PATCH that make a new revision whenever they are not null (spec §3.3, by the letter). */
const REVISION_TRIGGERS: readonly (readonly [string, (body: DeploymentPatch) => unknown])[] = [
  ['source_revision_config.repo_ref', (body) => body.source_revision_config?.repo_ref],
  ['source_revision_config.graph_config_path', (body) => body.source_revision_config?.graph_config_path],
  ['source_revision_config.image_uri', (body) => body.source_revision_config?.image_uri],
  ['source_revision_config.source_tarball_path', (body) => body.source_revision_config?.source_tarball_path],
  ['secrets', (body) => body.secrets],
  ['source_config.resource_spec', (body) => body.source_config?.resource_spec],
];

/** Which fields of this PATCH make a new revision (spec §3.3): equal values, `[]` and `{}` count, null does not. */
export function revisionTriggers(body: DeploymentPatch): string[] {
  return REVISION_TRIGGERS.filter(([, read]) => isSet(read(body))).map(([field]) => field);
}

/** Whether this PATCH makes a new revision (spec §3.3). */
export function createsRevision(body: DeploymentPatch): boolean {
  return revisionTriggers(body).length > 0;
}

/** The source configuration after a PATCH (spec §4.3): null = not said; a resource spec is replaced as a whole. */
export function mergeSourceConfig(now: SourceConfig, given: SourceConfig | null | undefined): SourceConfig {
  const merged = mergeSet(now, given);
  if (given?.listener_config) {
    merged.listener_config = mergeSet(now.listener_config ?? {}, given.listener_config);
  }
  return merged;
}

/** The revision configuration after a PATCH (spec §4.3): null = not said. */
export function mergeRevisionConfig(
  now: SourceRevisionConfig,
  given: SourceRevisionConfig | null | undefined,
): SourceRevisionConfig {
  return mergeSet(now, given);
}

function mergeSet<T extends object>(now: T, given: T | null | undefined): T {
  const merged = { ...now };
  for (const [key, value] of Object.entries(given ?? {})) {
    if (isSet(value)) Reflect.set(merged, key, value);
  }
  return merged;
}

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
interface SourcedBody {
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
function missingFieldErrors(source: Source, body: SourcedBody, options: RuleOptions): Finding[] {
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
function deploymentTypeErrors(config: SourceConfig | null | undefined, { compat }: RuleOptions): Finding[] {
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

/** The `type` of a finding about too little of something. */
const RESOURCE_MINIMUM = 'resource_minimum';

/** Least amounts, which the hosted service has and the description does not name (facts: service §1.4). */
function minimumErrors(config: SourceConfig | null | undefined, { compat }: RuleOptions): Finding[] {
  const memory = config?.resource_spec?.redis_memory_mb;
  if (compat !== 'hosted' || typeof memory !== 'number' || memory >= HOSTED_REDIS_MEMORY_MIN) return [];
  return [
    validationError(
      ['source_config', 'resource_spec', 'redis_memory_mb'],
      `must be at least ${HOSTED_REDIS_MEMORY_MIN}`,
      RESOURCE_MINIMUM,
    ),
  ];
}

/**
 * The status of an answer with these findings: 422, except where the hosted service is known to say 400 with a text
 * (facts: service §1.4: reserved names, least amounts) and nothing else is wrong.
 */
export function validationErrorStatus(findings: readonly Finding[], { compat }: RuleOptions): 400 | 422 {
  const asText = findings.every(({ type }) => type === RESERVED_NAME || type === RESOURCE_MINIMUM);
  return compat === 'hosted' && asText ? 400 : 422;
}

type Named = { name: string };

/** The `type` of a finding about a name that the platform keeps for itself. */
const RESERVED_NAME = 'reserved_name';

/**
 * Names that two variables share, or that the platform keeps for itself (facts: service §1.4). Only names are
 * looked at. External images run on the owner's own cluster, and so does everything of a self-hosted installation:
 * the cloud's names are free for them.
 */
function secretNameErrors(
  source: Source,
  secrets: readonly Named[] | null | undefined,
  references: readonly Named[] | null | undefined = null,
  where: { selfHosted?: boolean } = {},
): Finding[] {
  const selfHosted = source === 'external_docker' || where.selfHosted === true;
  const seen = new Set<string>();
  const check = (list: readonly Named[] | null | undefined, field: string): Finding[] =>
    (list ?? []).flatMap(({ name }, index) => {
      const loc: FieldPath = [field, index, 'name'];
      const repeated = seen.has(name);
      seen.add(name);
      if (repeated) return [validationError(loc, `${name} is set more than once`)];
      if (!isReservedName(name, { selfHosted })) return [];
      return [validationError(loc, `${name} is reserved: the platform sets it itself`, RESERVED_NAME)];
    });
  return [...check(secrets, 'secrets'), ...check(references, 'secret_references')];
}

/** Set by the platform itself: a deployment's secret may never carry one (facts: service §1.4). */
const ALWAYS_RESERVED: ReadonlySet<string> = new Set([
  'LANGCHAIN_TRACING_V2',
  'LANGSMITH_TRACING_V2',
  'LANGCHAIN_ENDPOINT',
  'LANGCHAIN_PROJECT',
  'LANGSMITH_PROJECT',
  'LANGSMITH_LANGGRAPH_GIT_REPO',
  'LANGGRAPH_GIT_REPO_PATH',
  'LANGCHAIN_API_KEY',
  'LANGSMITH_CONTROL_PLANE_API_KEY',
  'POSTGRES_URI',
  'POSTGRES_PASSWORD',
  'DATABASE_URI',
  'LANGSMITH_LANGGRAPH_GIT_REF',
  'LANGSMITH_LANGGRAPH_GIT_REF_SHA',
  'LANGGRAPH_AUTH_TYPE',
  'LANGSMITH_AUTH_ENDPOINT',
  'LANGSMITH_TENANT_ID',
  'LANGSMITH_AUTH_VERIFY_TENANT_ID',
  'LANGSMITH_HOST_PROJECT_ID',
  'LANGSMITH_HOST_PROJECT_NAME',
  'LANGSMITH_HOST_REVISION_ID',
  'LOG_JSON',
  'LOG_DICT_TRACEBACKS',
  'REDIS_URI',
  'LANGCHAIN_CALLBACKS_BACKGROUND',
  'DD_TRACE_PSYCOPG_ENABLED',
  'DD_TRACE_REDIS_ENABLED',
  'LANGSMITH_DEPLOYMENT_NAME',
  'LANGGRAPH_CLOUD_LICENSE_KEY',
  'LANGGRAPH_HOST_API_KEY',
]);

/** Reserved in the cloud, free for a self-hosted deployment. */
const CLOUD_RESERVED: ReadonlySet<string> = new Set([
  'LANGSMITH_API_KEY',
  'LANGSMITH_ENDPOINT',
  'POSTGRES_URI_CUSTOM',
  'REDIS_URI_CUSTOM',
  'PATH',
  'PORT',
  'MOUNT_PREFIX',
  'LSD_ENV',
  'LSD_DD_API_KEY',
  'LSD_DD_ENDPOINT',
  'LSD_DEPLOYMENT_TYPE',
]);

/**
 * Whether the platform keeps this environment variable for itself, so that no secret may be named so.
 * `selfHosted` frees the names that only the cloud reserves.
 */
export function isReservedName(name: string, where: { selfHosted: boolean }): boolean {
  return ALWAYS_RESERVED.has(name) || (!where.selfHosted && CLOUD_RESERVED.has(name));
}
