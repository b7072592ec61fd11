import { canonicalPath, checkTarget } from '../canonical/path.ts';
import { headerPairs, type RawHeaders } from '../headers/inject.ts';
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
  let headers: ReadonlyMap<string, readonly string[]> | undefined;
  for (const { rule, spellsPort } of candidates) {
    if (rule.matchHeaders.length > 0) {
      headers ??= byLowerName(request.headers);
      if (!hasHeaders(rule, headers)) continue;
    }
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
function hasHeaders(rule: CompiledRule, headers: ReadonlyMap<string, readonly string[]>): boolean {
  return rule.matchHeaders.every(({ name, value }) => {
    const values = headers.get(name) ?? [];
    return values.length === 1 && values[0] === value;
  });
}

function byLowerName(raw: RawHeaders): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of headerPairs(raw)) {
    const key = name.toLowerCase();
    const known = values.get(key);
    if (known === undefined) values.set(key, [value]);
    else known.push(value);
  }
  return values;
}

function refuse(status: 400 | 403 | 405, reason: RefusalReason, detail: string): Choice {
  return { kind: 'refuse', reason, status, detail };
}
