/** Formats of names and lists of words, apart from the schemas: to check a name, none need be loaded. */

/** A deployment's name: letters, digits and dashes, a letter first. */
export const DEPLOYMENT_NAME = /^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/;
export const DEPLOYMENT_NAME_RULE =
  'must be letters, digits and dashes, start with a letter and not end with a dash';

/** A name within a pod (docs/api.md#pod-names). */
export const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** A resource ID, in either case. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const C_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Where a deployment's code comes from. */
export const SOURCES = ['git_host', 'external_docker', 'internal_docker', 'internal_source'] as const;

/** The deployment types of the description. */
export const DEPLOYMENT_TYPES = ['dev_free', 'dev', 'prod'] as const;
/** The hosted service's later additions; its own command line uses them by default. */
export const HOSTED_DEPLOYMENT_TYPES = [...DEPLOYMENT_TYPES, 'dev_zero'] as const;
/** The form of any deployment type, known or not. */
export const DEPLOYMENT_TYPE = /^[a-z][a-z0-9_-]{0,62}$/;

/** A tag is given as the full ref, a branch by its bare name. */
export function isTagRef(ref: string): boolean {
  return ref.startsWith('refs/tags/');
}
