const DENIED_BY_WEBHOOK = /admission webhook "[^"]*" denied the request/;
const DENIED_BY_POLICY = /ValidatingAdmissionPolicy '[^']*'/;

const MISSING_ACCOUNT = /serviceaccount "[^"]*" not found|service account \S+ (?:was )?not found/;

/** What to do about an admission that refuses, by its words; undefined where they are unknown. */
export function hintForRefusal(words: string): string | undefined {
  if (isDenied(words)) {
    return 'A policy of the cluster refuses it: change what the policy names, or ask the administrators of the cluster.';
  }
  if (/must specify .* for: /.test(words)) {
    return 'A quota of the namespace counts what is named: give `resource_spec` that amount, or the namespace a LimitRange.';
  }
  if (/exceeded quota: /.test(words)) {
    return 'Raise the quota of the namespace, free some of it, or ask for less.';
  }
  if (MISSING_ACCOUNT.test(words)) return 'Create it in the namespace, or name another one.';
  return undefined;
}

/** Whether these are the words of an admission that was asked, and refused. Its own reason may be like that of any failure. */
export function isDenied(words: string): boolean {
  return DENIED_BY_WEBHOOK.test(words) || DENIED_BY_POLICY.test(words);
}
