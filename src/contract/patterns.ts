/** Formats of names and lists of words, apart from the schemas: to check a name, none need be loaded. */

/** A deployment's name. */
export const DEPLOYMENT_NAME = /^[A-Za-z]([-_A-Za-z0-9]*[A-Za-z0-9])?$/;
export const DEPLOYMENT_NAME_RULE =
  'must be letters, digits, dashes and underscores, start with a letter and end with a letter or a digit';
/** A deployment's name without underscores: the form of the names that are derived from other texts. */
export const PLAIN_DEPLOYMENT_NAME = /^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/;

/** A name within a pod (docs/api.md#pod-names). */
export const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** A resource ID, in either case. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const C_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Where a deployment's code comes from. */
export const SOURCES = ['git_host', 'external_docker', 'internal_docker', 'internal_source'] as const;

/** The deployment types of the description, and the later names of two types in the service's published reference. */
export const DEPLOYMENT_TYPES = ['dev_free', 'dev', 'prod', 'serverless', 'dedicated'] as const;
/** The hosted service's later additions; its own command line uses them by default. */
export const HOSTED_DEPLOYMENT_TYPES = [...DEPLOYMENT_TYPES, 'dev_zero'] as const;
/** The types that have a second name, with the name that the official command line sends for it. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['serverless', 'dev_zero'],
  ['dedicated', 'prod'],
]);
/** Whether two names are of the same deployment type: the service may answer with either. */
export function isSameDeploymentType(one: string | undefined, other: string | undefined): boolean {
  const nameOf = (type: string | undefined) => SYNONYMS.get(type ?? '') ?? type;
  return nameOf(one) === nameOf(other);
}
/** The form of any deployment type, known or not. */
export const DEPLOYMENT_TYPE = /^[a-z][a-z0-9_-]{0,62}$/;

/** A tag is given as the full ref, a branch by its bare name. */
export function isTagRef(ref: string): boolean {
  return ref.startsWith('refs/tags/');
}
