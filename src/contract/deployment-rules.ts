import type { DeploymentCreate, DeploymentPatch } from './deployment.ts';
import { type Finding, validationError, type FieldPath, isSet } from './findings.ts';
import { minimumErrors } from './hosted-rules.ts';
import { secretNameErrors } from './secret-rules.ts';
import type { Source, SourceConfig, SourceRevisionConfig } from './source.ts';
import {
  deploymentTypeErrors,
  inapplicableFieldErrors,
  missingFieldErrors,
  type RuleOptions,
  buildOnPushErrors,
} from './source-rules.ts';

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
export function immutableFieldErrors(
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
