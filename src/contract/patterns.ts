/** This module does not import the schemas, because the schemas load slowly. */

export const DEPLOYMENT_NAME = /^[A-Za-z]([-_A-Za-z0-9]*[A-Za-z0-9])?$/;
export const DEPLOYMENT_NAME_RULE =
  'must be letters, digits, dashes and underscores, start with a letter and end with a letter or a digit';
/** Matches a deployment's name without underscores, for names that are derived from other strings. */
export const PLAIN_DEPLOYMENT_NAME = /^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/;

/** Matches the name of a part of a pod, such as a container (docs/api/resources.md#pod-names). */
export const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Matches a resource ID in upper or lower case. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const C_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Origins of a deployment's code. */
export const SOURCES = ['git_host', 'external_docker', 'internal_docker', 'internal_source'] as const;

/** Documented deployment types, including the newer names of two types in the service's published reference. */
export const DEPLOYMENT_TYPES = ['dev_free', 'dev', 'prod', 'serverless', 'dedicated'] as const;
/** Documented deployment types, and a newer deployment type that is a default of the hosted service's command line. */
export const HOSTED_DEPLOYMENT_TYPES = [...DEPLOYMENT_TYPES, 'dev_zero'] as const;
/** Names of deployment types in the official command line, keyed by the names of the same types in the API. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['serverless', 'dev_zero'],
  ['dedicated', 'prod'],
]);
/** Returns whether two names mean the same deployment type, because the service can return either name. */
export function isSameDeploymentType(one: string | undefined, other: string | undefined): boolean {
  const nameOf = (type: string | undefined) => SYNONYMS.get(type ?? '') ?? type;
  return nameOf(one) === nameOf(other);
}
/** Matches the name of any known or unknown deployment type. */
export const DEPLOYMENT_TYPE = /^[a-z][a-z0-9_-]{0,62}$/;

/** Returns whether a ref is a tag. Tags are full refs such as `refs/tags/v1`, and branches are names such as `main`. */
export function isTagRef(ref: string): boolean {
  return ref.startsWith('refs/tags/');
}
