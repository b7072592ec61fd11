const DENIED_BY_WEBHOOK = /admission webhook "[^"]*" denied the request/;
const DENIED_BY_POLICY = /ValidatingAdmissionPolicy '[^']*'/;

/** Matches the refusal of a pod whose service account does not exist. */
export const MISSING_ACCOUNT = /serviceaccount "[^"]*" not found|service account \S+ (?:was )?not found/;

/** Returns a hint for the refusal message of an admission controller, or `undefined` for an unknown message. */
export function hintForRefusal(words: string): string | undefined {
  if (isDenied(words)) {
    return 'A policy of the cluster refused the request. Change the settings that the policy names, or ask the administrators of the cluster.';
  }
  if (/must specify .* for: /.test(words)) {
    return 'A quota of the namespace requires the named amounts. Set them in `resource_spec`, or create a LimitRange in the namespace.';
  }
  if (/exceeded quota: /.test(words)) {
    return 'Raise the quota of the namespace, free some of it, or request less.';
  }
  if (MISSING_ACCOUNT.test(words))
    return 'Create the service account in the namespace, or use another service account.';
  return undefined;
}

/**
 * Returns whether a refusal message comes from an admission controller. The response's status does not show who refused
 * the request.
 */
export function isDenied(words: string): boolean {
  return DENIED_BY_WEBHOOK.test(words) || DENIED_BY_POLICY.test(words);
}
