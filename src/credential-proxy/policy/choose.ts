import type { Parsed } from '../canonical/checked.ts';
import { canonicalPath, checkTarget } from '../canonical/path.ts';
import { otherReadings } from '../canonical/readings.ts';
import { headerPairs, type RawHeaders } from '../headers/inject.ts';
import type { Candidate } from './candidates.ts';
import type { Scheme } from './host-pattern.ts';
import type { CompiledRule } from './model.ts';
import { matchesPath, readPattern } from './path-pattern.ts';

/** One request on a connection that is looked into. */
export interface RuleRequest {
  scheme: Scheme;
  method: string;
  /** Origin-form, as the client sent it. */
  target: string;
  headers: RawHeaders;
}

export type RuleRefusal =
  | 'method-not-allowed'
  | 'bad-target'
  | 'ambiguous-path'
  | 'plaintext-credential-refused';

/** What is to become of a request. `detail` is a constant sentence. */
export type RuleChoice =
  | { kind: 'inject'; reason: 'rule-matched'; rule: CompiledRule }
  /** The host has rules, this request none: it goes on without a credential. */
  | { kind: 'forward'; reason: 'no-rule-for-request' }
  | { kind: 'refuse'; reason: RuleRefusal; status: 400 | 403 | 405; detail: string };

/** They would show the request, and so the credential, to the client; or open another connection. */
const REFUSED_METHODS = new Set(['TRACE', 'TRACK', 'CONNECT']);

/**
 * Finds the rule of a request among those of its host: the first that matches wins (facts D.4). The path is judged
 * only where a rule asks for one; it is then refused when it can be read in two ways, which includes a path that gets
 * a secret as it stands but would belong to another rule, or to none, as some server may read it.
 */
export function chooseRule(candidates: readonly Candidate[], request: RuleRequest): RuleChoice {
  if (REFUSED_METHODS.has(request.method.toUpperCase())) {
    return refuse(405, 'method-not-allowed', 'this method is not served for hosts that have rules');
  }
  const form = checkTarget(request.target);
  if (!form.ok) return refuse(400, 'bad-target', form.reason);
  const hasHeaders = headerTest(request.headers);
  let path: Parsed<string> | undefined;
  const found = pick(candidates, hasHeaders, ({ paths }) => {
    path ??= canonicalPath(request.target);
    const { value } = path.ok ? path : { value: null };
    // What is refused anyway need not be looked at further.
    return value === null || paths.some((pattern) => matchesPath(pattern, value));
  });
  if (path?.ok === false) return refuse(400, 'ambiguous-path', path.reason);
  if (found === undefined) return { kind: 'forward', reason: 'no-rule-for-request' };
  const { rule, spellsPort } = found;
  if (rule.hasSecret && path !== undefined) {
    const { value } = path;
    const isElsewhere = otherReadings(value).some((read) => {
      const other = read(value);
      const holds = ({ paths }: CompiledRule): boolean =>
        paths.some((pattern) => matchesPath(readPattern(pattern, read), other));
      return pick(candidates, hasHeaders, holds)?.rule !== rule;
    });
    if (isElsewhere) return refuse(400, 'ambiguous-path', ELSEWHERE);
  }
  if (request.scheme === 'http' && rule.hasSecret && !spellsPort) {
    return refuse(403, 'plaintext-credential-refused', PLAINTEXT);
  }
  return { kind: 'inject', reason: 'rule-matched', rule };
}

/** The first rule that has no paths or holds this one. */
function pick(
  candidates: readonly Candidate[],
  hasHeaders: (rule: CompiledRule) => boolean,
  holds: (rule: CompiledRule) => boolean,
): Candidate | undefined {
  return candidates.find(({ rule }) => hasHeaders(rule) && (rule.paths.length === 0 || holds(rule)));
}

const ELSEWHERE = 'the path belongs to another rule, or to none, as some servers read it';
const PLAINTEXT = 'a secret goes out over https only; name the port in match_hosts to allow plain http';

/** Each header once and with the very value: a second one could be the one that the server reads. */
function headerTest(raw: RawHeaders): (rule: CompiledRule) => boolean {
  let headers: ReadonlyMap<string, readonly string[]> | undefined;
  return ({ matchHeaders }) => {
    if (matchHeaders.length === 0) return true;
    const known = (headers ??= byLowerName(raw));
    return matchHeaders.every(({ name, value }) => {
      const values = known.get(name) ?? [];
      return values.length === 1 && values[0] === value;
    });
  };
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

function refuse(status: 400 | 403 | 405, reason: RuleRefusal, detail: string): RuleChoice {
  return { kind: 'refuse', reason, status, detail };
}
