import { canonicalPath, checkTarget } from '../canonical/path.ts';
import { headerValues, type RawHeaders } from '../headers/inject.ts';
import type { Candidate } from './candidates.ts';
import type { Scheme } from './host-pattern.ts';
import type { CompiledRule } from './model.ts';
import { holdsPath } from './path-pattern.ts';

/** One request on a connection that is looked into. */
export interface ChoiceRequest {
  scheme: Scheme;
  method: string;
  /** Origin-form, as the client sent it. */
  target: string;
  headers: RawHeaders;
}

export type RefusalReason =
  | 'method-not-allowed'
  | 'bad-target'
  | 'ambiguous-path'
  | 'plaintext-credential-refused';

/** What is to become of a request. `detail` is a constant sentence. */
export type Choice =
  | { kind: 'inject'; reason: 'rule-matched'; rule: CompiledRule }
  /** The host has rules, this request none: it goes on without a credential. */
  | { kind: 'forward'; reason: 'no-rule-for-request' }
  | { kind: 'refuse'; reason: RefusalReason; status: 400 | 403 | 405; detail: string };

/** They would show the request, and so the credential, to the client; or open another connection. */
const REFUSED_METHODS = new Set(['TRACE', 'TRACK', 'CONNECT']);

/**
 * Finds the rule of a request among those of its host: the first that matches wins (facts D.4). The path is judged
 * only where a rule asks for one; it is then refused when it can be read in two ways.
 */
export function choose(candidates: readonly Candidate[], request: ChoiceRequest): Choice {
  if (REFUSED_METHODS.has(request.method.toUpperCase())) {
    return refuse(405, 'method-not-allowed', 'this method is not served for hosts that have rules');
  }
  const form = checkTarget(request.target);
  if (!form.ok) return refuse(400, 'bad-target', form.reason);
  let path: string | undefined;
  for (const { rule, spellsPort } of candidates) {
    if (!hasHeaders(rule, request.headers)) continue;
    if (rule.paths.length > 0 && path === undefined) {
      const canonical = canonicalPath(request.target);
      if (!canonical.ok) return refuse(400, 'ambiguous-path', canonical.reason);
      path = canonical.value;
    }
    if (rule.paths.length > 0 && !rule.paths.some((pattern) => holdsPath(pattern, path ?? ''))) continue;
    if (request.scheme === 'http' && rule.hasSecret && !spellsPort) {
      return refuse(403, 'plaintext-credential-refused', PLAINTEXT);
    }
    return { kind: 'inject', reason: 'rule-matched', rule };
  }
  return { kind: 'forward', reason: 'no-rule-for-request' };
}

const PLAINTEXT = 'a secret goes out over https only; name the port in match_hosts to allow plain http';

/** Each header once and with the very value: a second one could be the one that the server reads. */
function hasHeaders(rule: CompiledRule, raw: RawHeaders): boolean {
  return rule.matchHeaders.every(({ name, value }) => {
    const values = headerValues(raw, name);
    return values.length === 1 && values[0] === value;
  });
}

function refuse(status: 400 | 403 | 405, reason: RefusalReason, detail: string): Choice {
  return { kind: 'refuse', reason, status, detail };
}
