const DENIED_BY_WEBHOOK = /admission webhook "[^"]*" denied the request/;
const DENIED_BY_POLICY = /ValidatingAdmissionPolicy '[^']*'/;

const MISSING_ACCOUNT = /serviceaccount "[^"]*" not found|service account \S+ (?:was )?not found/;

/** Returns a hint for an admission controller's refusal, or `undefined` if the message is unknown. */
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

/** Returns whether the message of a refusal comes from an admission controller, which the status does not show. */
export function isDenied(words: string): boolean {
  return DENIED_BY_WEBHOOK.test(words) || DENIED_BY_POLICY.test(words);
}
