import type { DeploymentPatch } from '../../contract/deployment.ts';
import { triggersRevision } from '../../contract/field-rules.ts';
import { isSameDeploymentType } from '../../contract/patterns.ts';
import { deriveResourceSpec, type ResourceSpec } from '../../contract/resource-spec.ts';
import type { SecretReference, SourceConfig, SourceRevisionConfig } from '../../contract/source.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import type { CurrentDeployment } from './current.ts';

/** The parts of a PATCH body, filled by the differing fields. */
export interface PatchSections {
  top: Pick<DeploymentPatch, 'revision_source' | 'image_version' | 'secret_references' | 'secrets'>;
  config: SourceConfig;
  revision: SourceRevisionConfig;
}

/** One field: the desired and the current value, and whether they are equivalent. The texts are for display. */
interface FieldView {
  field: string;
  desired: string | undefined;
  current: string | undefined;
  same: boolean;
}

export interface ImmutableField extends FieldView {}
export interface MutableField extends FieldView {
  makesRevision: boolean;
  put: (parts: PatchSections) => void;
}

/** Fields that can never change after creation. Only set ones are compared. */
export function immutableFields(desired: DesiredDeployment, current: CurrentDeployment): ImmutableField[] {
  const config = (key: string, want: string | undefined, is: string | undefined): ImmutableField => ({
    field: `source_config.${key}`,
    desired: want,
    current: is,
    same: want === is,
  });
  return [
    { field: 'source', desired: desired.source, current: current.source, same: sameSource(desired, current) },
    {
      ...config('repo_url', desired.repoUrl, current.repoUrl),
      same:
        current.repoUrl !== undefined &&
        normalizeRepoUrl(desired.repoUrl ?? '') === normalizeRepoUrl(current.repoUrl),
    },
    config('integration_id', desired.integrationId, current.integrationId),
    {
      ...config('deployment_type', desired.deploymentType, current.deploymentType),
      same: isSameDeploymentType(desired.deploymentType, current.deploymentType),
    },
    config('listener_id', desired.listenerId, current.listenerId),
    config('listener_config.k8s_namespace', desired.k8sNamespace, current.k8sNamespace),
  ];
}

/** What a PATCH may change besides the origin (ref, commit, image) and the secrets. */
export function mutableFields(desired: DesiredDeployment, current: CurrentDeployment): MutableField[] {
  const { buildOnPush, installCommand, buildCommand, customUrl, imageVersion } = desired;
  const { graphConfigPath, resourceSpec, secretReferences } = desired;
  return [
    {
      ...plain('source_config.build_on_push', textOf(buildOnPush), textOf(current.buildOnPush)),
      // Unset means off.
      same:
        buildOnPush === current.buildOnPush ||
        (buildOnPush === false && current.unset.has('source_config.build_on_push')),
      put: ({ config }) => Object.assign(config, { build_on_push: buildOnPush }),
    },
    {
      ...plain('source_config.install_command', installCommand, current.installCommand),
      same: meansSame(installCommand, current.installCommand, bareCommand),
      put: ({ config }) => Object.assign(config, { install_command: installCommand }),
    },
    {
      ...plain('source_config.build_command', buildCommand, current.buildCommand),
      same: meansSame(buildCommand, current.buildCommand, bareCommand),
      put: ({ config }) => Object.assign(config, { build_command: buildCommand }),
    },
    {
      ...plain('source_config.custom_url', customUrl, current.customUrl),
      same: meansSame(customUrl, current.customUrl, bareUrl),
      put: ({ config }) => Object.assign(config, { custom_url: customUrl }),
    },
    {
      ...plain('image_version', imageVersion, current.imageVersion),
      // A service may prefix it with the base.
      same:
        imageVersion === current.imageVersion ||
        (imageVersion !== undefined && current.imageVersion?.endsWith(`-${imageVersion}`) === true),
      put: ({ top }) => Object.assign(top, { image_version: imageVersion }),
    },
    {
      ...plain(
        'secret_references',
        showReferences(secretReferences),
        showReferences(current.secretReferences),
      ),
      put: ({ top }) => Object.assign(top, { secret_references: secretReferences }),
    },
    {
      ...plain('source_config.resource_spec', showSpec(resourceSpec), showSpec(current.resourceSpec)),
      // Unset fields are derived, and what the service shows may be derived already: compare both derived.
      same: canonicalSpec(derived(resourceSpec)) === canonicalSpec(derived(current.resourceSpec)),
      put: ({ config }) => Object.assign(config, { resource_spec: resourceSpec }),
    },
    {
      ...plain(
        'source_revision_config.graph_config_path',
        graphConfigPath,
        current.active?.graphConfigPath ?? current.graphConfigPath,
      ),
      // A PATCH builds on the latest revision's values, which a failed one may have left behind.
      same: [current.graphConfigPath, current.active?.graphConfigPath].every(
        (is, index) => is === graphConfigPath || (index === 1 && is === undefined),
      ),
      put: ({ revision }) => Object.assign(revision, { graph_config_path: graphConfigPath }),
    },
  ];
}

function plain(
  field: string,
  desired: string | undefined,
  actual: string | undefined,
): FieldView & { makesRevision: boolean } {
  return {
    field,
    desired,
    current: actual,
    same: desired === actual,
    makesRevision: triggersRevision(field),
  };
}

/** A source inferred from an image yields to the other one that takes images. */
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

/** A command without the shell that a service wraps around it, and without surrounding white space. */
function bareCommand(command: string): string {
  const text = command.replaceAll('\r\n', '\n').trim();
  const [, , inner] = /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z)?sh -\w*c (['"]?)(.*)\1$/s.exec(text) ?? [];
  return inner?.trim() ?? text;
}

/** A normalized URL without a trailing slash. */
function bareUrl(url: string): string {
  return (URL.parse(url)?.href ?? url).replace(/(?<!\/)\/+$/, '');
}

/** Normalizes a repository's URL: HTTPS or SSH, with or without `.git` or a trailing slash, in any case. */
export function normalizeRepoUrl(url: string): string {
  return url
    .replace(/^(?:ssh:\/\/)?git@([\w.-]+)[:/](?!\d+\/)/, 'https://$1/')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/, '')
    .toLowerCase();
}

function textOf(value: boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

function derived(spec: ResourceSpec | undefined): ResourceSpec | undefined {
  return spec === undefined ? undefined : deriveResourceSpec(spec);
}

function showSpec(spec: ResourceSpec | undefined): string | undefined {
  // Containers may carry values in `env`; the plan shows which parts are set, and numbers as they are.
  if (spec === undefined) return undefined;
  return Object.entries(spec)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => (typeof value === 'object' ? key : `${key}=${String(value)}`))
    .sort()
    .join(' ');
}

function showReferences(references: SecretReference[] | undefined): string | undefined {
  return references
    ?.map(({ name, secret_name, secret_key }) => `${name}=${secret_name}/${secret_key}`)
    .sort()
    .join(' ');
}

/** Equal for equal meanings: keys sorted, `null` and absent alike. */
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
