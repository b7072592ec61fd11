import { isJsonObject } from '../../contract/json-safety.ts';
import type { Deployment } from '../../contract/deployment.ts';
import type { Revision } from '../../contract/revision.ts';
import { canonicalSource } from '../../contract/dialect.ts';
import { ResourceSpec } from '../../contract/resource-spec.ts';
import { SecretReference } from '../../contract/source.ts';
import { type DeploymentField, type FieldValues, mapFields } from './deployment-fields.ts';
import { isRedactedValue } from './hidden-value.ts';

/** Known values of one revision, with times in epoch milliseconds. */
export interface RevisionView {
  id: string;
  status: string;
  statusMessage: string | undefined;
  ref: string | undefined;
  commit: string | undefined;
  graphConfigPath: string | undefined;
  imageUri: string | undefined;
  /** Digest that the control plane recorded for `imageUri`, or `undefined` if it recorded none. */
  imageDigest?: string | undefined;
  tarballPath: string | undefined;
  createdAt: number | undefined;
  updatedAt: number | undefined;
}

/** A secret as the service shows it, where a hidden value is absent or an empty string. */
export interface SecretView {
  name: string;
  value: string | undefined;
  /** Text that the service shows instead of a hidden value, and that must never be sent. */
  placeholder?: string;
}

/** A deployment in the form that planning uses, where a value is `undefined` if the service did not return it. */
export interface CurrentDeployment extends FieldValues {
  id: string;
  name: string;
  url: string | undefined;
  status: string;
  latestRevisionId: string | undefined;
  activeRevisionId: string | undefined;
  source: string | undefined;
  secrets: SecretView[] | undefined;
  /**
   * Ref of the latest revision, which is also the revision of `imageUri` and `graphConfigPath`. The active revision
   * might have another ref, image and configuration path than the latest revision.
   */
  ref: string | undefined;
  imageUri: string | undefined;
  tarballPath: string | undefined;
  /** Fields that the service returned as null, without the fields that the service omitted. */
  unset: ReadonlySet<string>;
  /** Known revisions of the deployment, newest first. */
  revisions: RevisionView[];
  active: RevisionView | undefined;
  latest: RevisionView | undefined;
}

/**
 * Converts the service's responses about a deployment to the form that planning uses. `revisions` is one page of the
 * deployment's revisions, newest first. The caller appends the active revision if the page does not contain the active
 * revision.
 */
export function toCurrent(deployment: Deployment, revisions: readonly Revision[]): CurrentDeployment {
  const config: Json = deployment.source_config ?? {};
  const revisionConfig: Json = deployment.source_revision_config ?? {};
  const views = revisions.map(toRevisionView);
  const find = (id: string | null | undefined) => views.find((view) => view.id === id);
  return {
    id: deployment.id,
    name: deployment.name,
    url: urlOf(deployment),
    status: deployment.status,
    latestRevisionId: deployment.latest_revision_id ?? undefined,
    activeRevisionId: deployment.active_revision_id ?? undefined,
    source: deployment.source ? canonicalSource(deployment.source) : undefined,
    ...mapFields(({ path, kind }) => READERS[kind](valueAt(deployment, path))),
    secrets: deployment.secrets?.map(toSecretView),
    ref: branch(revisionConfig['repo_ref']),
    imageUri: text(revisionConfig['image_uri']),
    tarballPath: text(revisionConfig['source_tarball_path']),
    unset: new Set([
      ...nullsOf(deployment),
      ...nullsOf(config, 'source_config.'),
      ...nullsOf(revisionConfig, 'source_revision_config.'),
    ]),
    revisions: views,
    active: find(deployment.active_revision_id),
    latest: find(deployment.latest_revision_id) ?? views[0],
  };
}

/** Readers for each kind of field, which return `undefined` if the service's value is invalid. */
const READERS = {
  text,
  id: (value: unknown) => text(value)?.toLowerCase(),
  flag: (value: unknown) => (typeof value === 'boolean' ? value : undefined),
  'resource-spec': (value: unknown) => ResourceSpec.safeParse(value).data,
  'secret-references': (value: unknown) => SecretReference.array().safeParse(value).data,
} satisfies { [K in DeploymentField['kind']]: (value: unknown) => unknown };

/** Returns the value at a path such as `source_config.repo_url`. */
function valueAt(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((holder: unknown, key) => (isJsonObject(holder) ? holder[key] : undefined), body);
}

/** Converts a revision in the service's form to the form that planning uses. */
export function toRevisionView(revision: Revision): RevisionView {
  const config = revision.source_revision_config ?? {};
  return {
    id: revision.id,
    status: revision.status,
    statusMessage: text(revision.status_message),
    ref: branch(config.repo_ref),
    commit: text(config.repo_commit_sha)?.toLowerCase(),
    graphConfigPath: text(config.graph_config_path),
    imageUri: text(config.image_uri),
    imageDigest: text(config.image_digests?.[config.image_uri ?? '']),
    tarballPath: text(config.source_tarball_path),
    createdAt: time(revision.created_at),
    updatedAt: time(revision.updated_at),
  };
}

/** Returns the agent's URL from the service's response, because the action must not construct a URL. */
export function urlOf(deployment: Deployment): string | undefined {
  return text(deployment.url) ?? text(deployment.source_config?.custom_url);
}

type Json = Readonly<Record<string, unknown>>;

function nullsOf(fields: Json, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([key, value]) => (value === null ? [prefix + key] : []));
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Converts a secret in the service's form to the form that planning uses. */
export function toSecretView({
  name,
  value,
}: {
  name: string;
  value?: string | null | undefined;
}): SecretView {
  if (value === null || value === undefined) return { name, value: undefined };
  return isRedactedValue(value) ? { name, value: undefined, placeholder: value } : { name, value };
}

/** Returns the bare name of a branch, without the `refs/heads/` that a service can return. */
function branch(value: unknown): string | undefined {
  return text(value)?.replace(/^refs\/heads\//, '');
}

function time(value: string | null | undefined): number | undefined {
  const parsed = Date.parse(value ?? '');
  return Number.isNaN(parsed) ? undefined : parsed;
}
