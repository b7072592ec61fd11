import type { DeploymentPatch } from '../../contract/deployment.ts';
import { isImmutable, triggersRevision } from '../../contract/field-rules.ts';
import { isSameDeploymentType } from '../../contract/patterns.ts';
import { deriveResourceSpec, type ResourceSpec } from '../../contract/resource-spec.ts';
import type { SecretReference, SourceConfig, SourceRevisionConfig } from '../../contract/source.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import type { CurrentDeployment } from './current.ts';
import { DEPLOYMENT_FIELDS, FIELD_NAMES, type FieldName, type FieldValues } from './deployment-fields.ts';

/** Sections of the body of a create or PATCH, keyed by the first segment of a field's path. */
export interface BodySections {
  top: Pick<DeploymentPatch, 'revision_source' | 'image_version' | 'secret_references' | 'secrets'>;
  source_config: SourceConfig;
  source_revision_config: SourceRevisionConfig;
}

/** Desired and current value of a field in a displayable form, and whether the two values are equivalent. */
interface FieldView {
  /** Path of the field in a body. */
  field: string;
  desired: string | undefined;
  current: string | undefined;
  same: boolean;
}

interface ComparedField extends FieldView {
  name: FieldName;
  makesRevision: boolean;
}

/** Compares the fields that only a create can set. */
export function immutableFields(desired: DesiredDeployment, current: CurrentDeployment): FieldView[] {
  const source = {
    field: 'source',
    desired: desired.source,
    current: current.source,
    same: sameSource(desired, current),
  };
  return [source, ...compareFields(desired, current, (path) => isImmutable(path))];
}

/** Compares the fields that a PATCH can change, except the origin (ref, commit, image) and the secrets. */
export function mutableFields(desired: DesiredDeployment, current: CurrentDeployment): ComparedField[] {
  return compareFields(desired, current, (path) => !isImmutable(path));
}

function compareFields(
  desired: DesiredDeployment,
  current: CurrentDeployment,
  includes: (path: string) => boolean,
): ComparedField[] {
  return FIELD_NAMES.filter((name) => includes(DEPLOYMENT_FIELDS[name].path)).map((name) => {
    const { path } = DEPLOYMENT_FIELDS[name];
    const want = displayText(desired[name]);
    const is = displayText(
      name === 'graphConfigPath' ? (current.active?.[name] ?? current[name]) : current[name],
    );
    const same = EQUIVALENT[name]?.(desired, current) ?? want === is;
    return { name, field: path, desired: want, current: is, same, makesRevision: triggersRevision(path) };
  });
}

/** Sets a field in a request body, or does nothing if the value is `undefined`. */
export function putField(sections: BodySections, name: FieldName, values: Partial<FieldValues>): void {
  const value = values[name];
  if (value === undefined) return;
  const [first = '', ...rest] = DEPLOYMENT_FIELDS[name].path.split('.');
  const nested = (keys: readonly string[]): unknown =>
    keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  if (first === 'source_config' || first === 'source_revision_config') {
    Object.assign(sections[first], nested(rest));
  } else {
    Object.assign(sections.top, nested([first, ...rest]));
  }
}

/**
 * Comparisons for fields whose values can be equivalent although the values are different strings or a value is unset.
 */
const EQUIVALENT: {
  readonly [N in FieldName]?: (desired: DesiredDeployment, current: CurrentDeployment) => boolean;
} = {
  repoUrl: (desired, current) =>
    current.repoUrl !== undefined &&
    normalizeRepoUrl(desired.repoUrl ?? '') === normalizeRepoUrl(current.repoUrl),
  deploymentType: (desired, current) => isSameDeploymentType(desired.deploymentType, current.deploymentType),
  // An unset `build_on_push` is equivalent to `false`.
  buildOnPush: ({ buildOnPush }, current) =>
    buildOnPush === current.buildOnPush ||
    (buildOnPush === false && current.unset.has(DEPLOYMENT_FIELDS.buildOnPush.path)),
  installCommand: (desired, current) =>
    meansSame(desired.installCommand, current.installCommand, bareCommand),
  buildCommand: (desired, current) => meansSame(desired.buildCommand, current.buildCommand, bareCommand),
  customUrl: (desired, current) => meansSame(desired.customUrl, current.customUrl, bareUrl),
  // The service can return the image version with the base image as a prefix.
  imageVersion: ({ imageVersion }, current) =>
    imageVersion === current.imageVersion ||
    (imageVersion !== undefined && current.imageVersion?.endsWith(`-${imageVersion}`) === true),
  // Adds derived fields to both specifications before comparing them, because the service can show derived fields.
  resourceSpec: (desired, current) =>
    canonicalSpec(derived(desired.resourceSpec)) === canonicalSpec(derived(current.resourceSpec)),
  // A PATCH is based on the values of the latest revision, whose path can differ from the active revision's path even
  // if the latest revision failed.
  graphConfigPath: ({ graphConfigPath }, current) =>
    current.graphConfigPath === graphConfigPath &&
    [undefined, graphConfigPath].includes(current.active?.graphConfigPath),
};

/**
 * Returns whether the desired and the current source match. A source that was inferred from an image matches a
 * deployment that uses images.
 */
function sameSource(desired: DesiredDeployment, current: CurrentDeployment): boolean {
  if (current.source === undefined || desired.source === current.source) return true;
  return !desired.isSourceSet && desired.source === 'external_docker' && current.source === 'internal_docker';
}

function meansSame(
  desired: string | undefined,
  actual: string | undefined,
  bare: (text: string) => string,
): boolean {
  if (desired === undefined || actual === undefined) return desired === actual;
  return desired === actual || bare(desired) === bare(actual);
}

/** Returns a command without surrounding white space, and without a shell that the service might have added. */
function bareCommand(command: string): string {
  const text = command.replaceAll('\r\n', '\n').trim();
  const [, , inner] = /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z)?sh -\w*c (['"]?)(.*)\1$/s.exec(text) ?? [];
  return inner?.trim() ?? text;
}

function bareUrl(url: string): string {
  return (URL.parse(url)?.href ?? url).replace(/(?<!\/)\/+$/, '');
}

/** Normalizes a repository URL so that HTTPS or SSH, `.git`, a trailing slash and letter case make no difference. */
export function normalizeRepoUrl(url: string): string {
  return url
    .replace(/^(?:ssh:\/\/)?git@([\w.-]+)[:/](?!\d+\/)/, 'https://$1/')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/, '')
    .toLowerCase();
}

function derived(spec: ResourceSpec | undefined): ResourceSpec | undefined {
  return spec === undefined ? undefined : deriveResourceSpec(spec);
}

function displayText(value: FieldValues[FieldName]): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? referencesText(value) : specText(value);
}

/**
 * Returns a resource specification as text for plans. For a field that is neither an object nor a list, the text
 * contains the value. For an object or a list, the text contains only the field's name, because `env` of a container
 * can contain secrets.
 */
function specText(spec: ResourceSpec): string {
  return Object.entries(spec)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => (typeof value === 'object' ? key : `${key}=${String(value)}`))
    .sort()
    .join(' ');
}

function referencesText(references: readonly SecretReference[]): string {
  return references
    .map(({ name, secret_name, secret_key }) => `${name}=${secret_name}/${secret_key}`)
    .sort()
    .join(' ');
}

/** Returns a string that is equal for equivalent values: keys are sorted, and `null` counts as absent. */
export function canonicalSpec(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part ?? undefined;
    return Object.fromEntries(
      Object.entries(part)
        .filter(([, inner]) => inner !== null && inner !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  });
}
