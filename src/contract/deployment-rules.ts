import type { DeploymentCreate, DeploymentPatch } from './deployment.ts';
import type { ValidationError } from './error-bodies.ts';
import { FIELD_RULES } from './field-rules.ts';
import { formatChoices, type FieldPath, isSet, missingFieldError, validationError } from './findings.ts';
import { HOSTED_REDIS_MEMORY_MIN } from './limits.ts';
import { DEPLOYMENT_TYPES, isTagRef } from './patterns.ts';
import { isReservedName } from './reserved-names.ts';
import type { Source, SourceConfig, SourceRevisionConfig } from './source.ts';

/** Current values of a deployment, for comparison with a PATCH. */
export interface CurrentDeployment {
  name: string;
  source: Source;
  source_config: SourceConfig;
  source_revision_config: SourceRevisionConfig;
}

/**
 * Checks the rules between the fields of a create. The body must be parsed and use the field names of the API. Returns
 * an empty list if the body is valid. The location of each error starts with `body`.
 */
export function validateCreate(body: DeploymentCreate, options: RuleOptions): ValidationError[] {
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
 * Checks a PATCH against the current values of its deployment. Reports changed immutable fields, fields that do not
 * apply to the deployment's source, and a tag that would be combined with build_on_push.
 */
export function validatePatch(
  body: DeploymentPatch,
  now: CurrentDeployment,
  options: RuleOptions,
): ValidationError[] {
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

/** Returns an error for each immutable field whose value the PATCH would change. */
function immutableFieldErrors(
  body: DeploymentPatch,
  now: Pick<CurrentDeployment, 'name' | 'source' | 'source_config'>,
): ValidationError[] {
  return FIELD_RULES.flatMap(({ path, immutable }) => {
    if (immutable === undefined) return [];
    const [asked, current] = [body, now].map((from) => {
      const value = valueAt(from, path);
      return immutable === 'uuid' && typeof value === 'string' ? value.toLowerCase() : value;
    });
    if (!isSet(asked) || asked === current) return [];
    return [validationError([...path], 'cannot be changed: delete the deployment and create it again')];
  });
}

/** Returns the body without unchanged fields, because clients might send back all fields that they read. */
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

/**
 * Returns the fields of the PATCH that create a new revision (docs/api/revisions.md#revision-triggers). A field with
 * `[]` or `{}` counts as set, but a null field does not.
 */
export function revisionTriggers(body: DeploymentPatch): string[] {
  return FIELD_RULES.filter(
    ({ path, makesRevision }) => makesRevision === true && isSet(valueAt(body, path)),
  ).map(({ path }) => path.join('.'));
}

/** Returns whether the PATCH creates a new revision. */
export function createsRevision(body: DeploymentPatch): boolean {
  return revisionTriggers(body).length > 0;
}

/**
 * Returns the source configuration after a PATCH. A null field keeps the current value, and a resource specification is
 * replaced completely.
 */
export function mergeSourceConfig(now: SourceConfig, given: SourceConfig | null | undefined): SourceConfig {
  const merged = mergeSet(now, given);
  if (given?.listener_config) {
    merged.listener_config = mergeSet(now.listener_config ?? {}, given.listener_config);
  }
  return merged;
}

/** Returns the revision configuration after a PATCH. A null field keeps the current value. */
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

/**
 * Compatibility mode of the emulator. With `spec`, the emulator follows the documented API. With `hosted`, the emulator
 * behaves like the hosted service where the clients of the hosted service depend on it.
 */
export type Compat = 'spec' | 'hosted';
export interface RuleOptions {
  compat: Compat;
  /** True if the whole installation runs on the user's own cluster. */
  selfHosted?: boolean;
}

/** Returns the value at a path of a body, or `undefined` if the path does not exist. */
function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (holder, key) => (typeof holder === 'object' && holder !== null ? Reflect.get(holder, key) : undefined),
    body,
  );
}

/** Fields of a create or PATCH body that depend on the source. */
interface SourcedBody {
  source_config?: SourceConfig | null | undefined;
  source_revision_config?: SourceRevisionConfig | null | undefined;
  secret_references?: readonly unknown[] | null | undefined;
}

/** Returns an error for each field that is set although the field does not apply to this source. */
export function inapplicableFieldErrors(
  source: Source,
  body: SourcedBody,
  { compat }: RuleOptions,
): ValidationError[] {
  return FIELD_RULES.flatMap(({ path, sources, hosted = [], ignoredFor = [] }) => {
    if (sources === undefined || !isSet(valueAt(body, path))) return [];
    const allowed = [...sources, ...ignoredFor, ...(compat === 'hosted' ? hosted : [])];
    if (allowed.includes(source)) return [];
    return [validationError([...path], `applies only to ${allowed.join(' and ')}: omit it for ${source}`)];
  });
}

/**
 * Returns an error for each required field that a create of this source lacks
 * (docs/api/deployments.md#graph-config-required). For example, a create with code to build requires a graph
 * configuration.
 */
function missingFieldErrors(source: Source, body: SourcedBody, options: RuleOptions): ValidationError[] {
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
 * Returns an error for each missing field that a create may omit but every build needs. The action checks these fields,
 * because the service accepts a deployment without such a field, whose first revision then fails. Deployments with
 * internal sources are exempt, because their first revision waits for a PATCH (docs/api/deployments.md#waiting-source).
 */
export function unbuildableFieldErrors(source: Source, body: SourcedBody): ValidationError[] {
  const found: ValidationError[] = [];
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

/**
 * Returns an error for a deployment type that the API does not document. In hosted mode, every type is accepted,
 * because the service adds types that the API does not document.
 */
function deploymentTypeErrors(
  config: SourceConfig | null | undefined,
  { compat }: RuleOptions,
): ValidationError[] {
  const type = config?.deployment_type;
  if (compat === 'hosted' || !isSet(type) || DEPLOYMENT_TYPES.some((known) => known === type)) return [];
  return [
    validationError(
      ['source_config', 'deployment_type'],
      `Input should be ${formatChoices(DEPLOYMENT_TYPES)}`,
      'enum',
    ),
  ];
}

/**
 * Returns an error if build_on_push is combined with a tag, because a tag never moves
 * (docs/api/deployments.md#build-on-push-tag). The arguments are the deployment's values after the request.
 */
export function buildOnPushErrors(
  buildOnPush: boolean | null | undefined,
  ref: string | null | undefined,
): ValidationError[] {
  if (buildOnPush !== true || !isSet(ref) || !isTagRef(ref)) return [];
  return [
    validationError(
      ['source_config', 'build_on_push'],
      'must be false when repo_ref is a tag (starts with refs/tags/)',
    ),
  ];
}

/**
 * Returns the body without the fields that only the service sets: `repo_commit_sha`, and `custom_url` for git_host.
 * Read-only fields are ignored (docs/api.md#read-only).
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

/** Error `type` for a resource amount below its minimum. */
const RESOURCE_MINIMUM = 'resource_minimum';

/** Returns errors for amounts below the hosted service's minimum amounts, which the API does not document. */
function minimumErrors(config: SourceConfig | null | undefined, { compat }: RuleOptions): ValidationError[] {
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
 * Returns the HTTP status of a response with the given errors: 400 in hosted mode if all errors concern reserved names
 * or minimum amounts, or else 422.
 */
export function validationErrorStatus(
  errors: readonly ValidationError[],
  { compat }: RuleOptions,
): 400 | 422 {
  const asText = errors.every(({ type }) => type === RESERVED_NAME || type === RESOURCE_MINIMUM);
  return compat === 'hosted' && asText ? 400 : 422;
}

type Named = { name: string };

/** Error `type` for a name that the platform reserves. */
const RESERVED_NAME = 'reserved_name';

/**
 * Returns errors for duplicate or reserved names of variables. External images and self-hosted installations may use
 * names that only the cloud reserves, because both run on the user's own cluster.
 */
function secretNameErrors(
  source: Source,
  secrets: readonly Named[] | null | undefined,
  references: readonly Named[] | null | undefined = null,
  where: { selfHosted?: boolean } = {},
): ValidationError[] {
  const selfHosted = source === 'external_docker' || where.selfHosted === true;
  const seen = new Set<string>();
  const check = (list: readonly Named[] | null | undefined, field: string): ValidationError[] =>
    (list ?? []).flatMap(({ name }, index) => {
      const loc: FieldPath = [field, index, 'name'];
      const repeated = seen.has(name);
      seen.add(name);
      if (repeated) return [validationError(loc, `${name} is set more than once`)];
      if (!isReservedName(name, { selfHosted })) return [];
      return [validationError(loc, `${name} is reserved, because the platform sets it`, RESERVED_NAME)];
    });
  return [...check(secrets, 'secrets'), ...check(references, 'secret_references')];
}
