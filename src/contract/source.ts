import * as z from 'zod';
import { HOSTED_DEPLOYMENT_TYPES, SOURCES } from './patterns.ts';
import { nonEmptyText, optional, text, uuid } from './primitives.ts';
import { ResourceSpec } from './resource-spec.ts';

/** Origin of a deployment's code. */
export const Source = z.enum(SOURCES);
export type Source = z.infer<typeof Source>;

/**
 * Every deployment type is valid, because the service can add deployment types. In `spec` mode, a create accepts only
 * documented deployment types.
 */
const DeploymentType = nonEmptyText.meta({
  description: 'One of the listed types or, with hosted compatibility, any newer type.',
  'x-extensible-enum': [...HOSTED_DEPLOYMENT_TYPES],
});

/** Cluster settings of a listener, which must match the listener's compute type. */
export const ListenerConfig = z.object({ k8s_namespace: optional(nonEmptyText) });

/** Source of a deployment. All fields are optional and nullable. */
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

/** Source of a revision: ref, path of the graph configuration, image or tarball. */
export const SourceRevisionConfig = z.object({
  repo_ref: optional(nonEmptyText),
  graph_config_path: optional(nonEmptyText),
  image_uri: optional(nonEmptyText),
  source_tarball_path: optional(nonEmptyText),
  repo_commit_sha: optional(z.string()),
});
export type SourceRevisionConfig = z.infer<typeof SourceRevisionConfig>;

/** Digests of manifests, by the names of images. */
export const ImageDigests = z.record(z.string(), z.string());
export type ImageDigests = z.infer<typeof ImageDigests>;

/** Name of a variable that operating systems accept: not empty, without `=` and NUL. */
const variableName = text.regex(/^[^=\0]+$/, 'must not be empty, and must not contain "=" or NUL');

/** One environment variable of the deployment's container. Values of variables must never be printed. */
export const Secret = z.object({ name: variableName, value: text });
export type Secret = z.infer<typeof Secret>;

/** An environment variable whose value is an entry of an existing cluster secret in the deployment's namespace. */
export const SecretReference = z.object({
  name: variableName,
  secret_name: nonEmptyText,
  secret_key: nonEmptyText,
});
export type SecretReference = z.infer<typeof SecretReference>;
