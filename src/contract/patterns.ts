/** The formats of names, apart from the schemas: whoever only checks a name need not load them. */

/** A deployment's name (facts: service §1.4): letters, digits and dashes, a letter first. */
export const DEPLOYMENT_NAME = /^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/;
export const DEPLOYMENT_NAME_RULE =
  'must be letters, digits and dashes, start with a letter and not end with a dash';

/** Spec §2.8 "DNS-label format". */
export const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Spec §2.8 "C-identifier format". */
export const C_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The deployment types of the description. */
export const DEPLOYMENT_TYPES = ['dev_free', 'dev', 'prod'] as const;
/** What the hosted service added since; its own command line asks for it unless another type is named. */
export const HOSTED_DEPLOYMENT_TYPES = [...DEPLOYMENT_TYPES, 'dev_zero'] as const;
/** The form of any deployment type, known or not. */
export const DEPLOYMENT_TYPE = /^[a-z][a-z0-9_-]{0,62}$/;
