/** Formats of names and lists of words, separate from the schemas, so that checking a name does not load them. */

/** A deployment's name. */
export const DEPLOYMENT_NAME = /^[A-Za-z]([-_A-Za-z0-9]*[A-Za-z0-9])?$/;
export const DEPLOYMENT_NAME_RULE =
  'must be letters, digits, dashes and underscores, start with a letter and end with a letter or a digit';
/** A deployment's name without underscores, for names that are derived from other texts. */
export const PLAIN_DEPLOYMENT_NAME = /^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/;

/** A name within a pod (docs/api/resources.md#pod-names). */
export const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** A resource ID, in upper or lower case. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const C_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Origins of a deployment's code. */
export const SOURCES = ['git_host', 'external_docker', 'internal_docker', 'internal_source'] as const;

/** Documented deployment types, including the later names of two types in the service's published reference. */
export const DEPLOYMENT_TYPES = ['dev_free', 'dev', 'prod', 'serverless', 'dedicated'] as const;
/** Adds later types of the hosted service, which its own command line uses by default. */
export const HOSTED_DEPLOYMENT_TYPES = [...DEPLOYMENT_TYPES, 'dev_zero'] as const;
/** Types with a second name, and the name that the official command line sends for them. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['serverless', 'dev_zero'],
  ['dedicated', 'prod'],
]);
/** Returns whether two names mean the same deployment type, because the service may respond with either. */
export function isSameDeploymentType(one: string | undefined, other: string | undefined): boolean {
  const nameOf = (type: string | undefined) => SYNONYMS.get(type ?? '') ?? type;
  return nameOf(one) === nameOf(other);
}
/** Form of any deployment type, known or not. */
export const DEPLOYMENT_TYPE = /^[a-z][a-z0-9_-]{0,62}$/;

/** Returns whether a ref is a tag. A tag is given as the full ref, a branch by its bare name. */
export function isTagRef(ref: string): boolean {
  return ref.startsWith('refs/tags/');
}
