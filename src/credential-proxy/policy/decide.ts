import type { Authority, Host, Parsed } from '../canonical/authority.ts';
import { canonicalPath, checkTarget, alternativeReadings } from '../canonical/path.ts';
import { headerPairs, type RawHeaders } from '../headers.ts';
import { accessDenial, type AccessDenial } from './access.ts';
import {
  crossesPublicSuffix,
  type HostPattern,
  matchesPort,
  type Scheme,
  SCHEME_PORTS,
} from './host-pattern.ts';
import type { CompiledRule, Policy } from './model.ts';
import { isExempt } from './no-proxy.ts';
import { matchesPath, readPattern } from './path-pattern.ts';

/** Decision about a connection. The decision depends only on host and port, and is made before a name is resolved. */
export type ConnectionDecision =
  | { kind: 'deny'; reason: AccessDenial }
  /** The connection is tunneled unread, without a credential. */
  | { kind: 'bypass'; reason: 'no-proxy' }
  /** If no rule matches the host, a CONNECT connection is tunneled unread, and a plain http request is forwarded. */
  | { kind: 'tunnel'; reason: 'no-rule-for-host' }
  /**
   * The connection is intercepted, and `chooseRule` finds the rule for each request. `candidates` is empty if the
   * connection is intercepted only to find sentinels.
   */
  | { kind: 'intercept'; reason: 'rules-for-host'; candidates: readonly Candidate[] };

/**
 * Decides how a connection is handled. The scheme is `https` for CONNECT and `http` for an absolute-form request. The
 * access list is applied first, then `no_proxy`, then the rules.
 */
export function decideConnection(
  policy: Policy,
  scheme: Scheme,
  { host, port }: Authority,
): ConnectionDecision {
  const candidates = candidatesFor(policy, scheme, host, port);
  const isNamed = candidates.some((candidate) => candidate.spellsPort);
  const barred = accessDenial(policy.access, host, port, isNamed);
  if (barred !== undefined) return { kind: 'deny', reason: barred };
  if (policy.noProxy.some((entry) => isExempt(entry, host, port)))
    return { kind: 'bypass', reason: 'no-proxy' };
  // The proxy must find a sentinel that is sent to a host without rules, so the connection is intercepted too.
  if (policy.sentinels !== null) return { kind: 'intercept', reason: 'rules-for-host', candidates };
  return candidates.length === 0
    ? { kind: 'tunnel', reason: 'no-rule-for-host' }
    : { kind: 'intercept', reason: 'rules-for-host', candidates };
}

/** One request on an intercepted connection. */
interface RuleRequest {
  scheme: Scheme;
  method: string;
  /** Request target in origin-form, in the client's spelling. */
  target: string;
  headers: RawHeaders;
}

type RuleRefusal = 'method-not-allowed' | 'bad-target' | 'ambiguous-path' | 'plaintext-credential-refused';

/** Decision about a request. `detail` is a constant string that explains the reason. */
type RuleChoice =
  | { kind: 'inject'; reason: 'rule-matched'; rule: CompiledRule }
  /** The request is forwarded without a credential, because none of the host's rules matches. */
  | { kind: 'forward'; reason: 'no-rule-for-request' }
  | { kind: 'refuse'; reason: RuleRefusal; status: 400 | 403 | 405; detail: string };

/**
 * Methods that are refused, because the response would contain the credential, or the request would open another
 * connection.
 */
const REFUSED_METHODS = new Set(['TRACE', 'TRACK', 'CONNECT']);

/**
 * Chooses the first rule of the host that matches a request. The path is examined only if a rule has path patterns. If
 * a rule has path patterns, an ambiguous path is refused. A path is also refused if its literal form matches a rule
 * with a secret, but a server could read the path as another path, which matches another rule or no rule.
 */
export function chooseRule(candidates: readonly Candidate[], request: RuleRequest): RuleChoice {
  if (REFUSED_METHODS.has(request.method.toUpperCase())) {
    return refuse(405, 'method-not-allowed', 'this method is not allowed for hosts with rules');
  }
  const form = checkTarget(request.target);
  if (!form.ok) return refuse(400, 'bad-target', form.reason);
  const hasHeaders = headerTest(request.headers);
  let path: Parsed<string> | undefined;
  const found = pick(candidates, hasHeaders, ({ paths }) => {
    path ??= canonicalPath(request.target);
    const { value } = path.ok ? path : { value: null };
    // An invalid path counts as a match of every pattern, and the code below then refuses the request.
    return value === null || paths.some((pattern) => matchesPath(pattern, value));
  });
  if (path?.ok === false) return refuse(400, 'ambiguous-path', path.reason);
  if (found === undefined) return { kind: 'forward', reason: 'no-rule-for-request' };
  const { rule, spellsPort } = found;
  if (rule.hasSecret && path !== undefined) {
    const { value } = path;
    const isElsewhere = alternativeReadings(value).some((read) => {
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

/** Returns the first candidate whose required headers and path patterns match. */
function pick(
  candidates: readonly Candidate[],
  hasHeaders: (rule: CompiledRule) => boolean,
  holds: (rule: CompiledRule) => boolean,
): Candidate | undefined {
  return candidates.find(({ rule }) => hasHeaders(rule) && (rule.paths.length === 0 || holds(rule)));
}

const ELSEWHERE = 'some servers interpret the path in a way that matches another rule or none';
const PLAINTEXT = 'a secret is sent only over https; specify the port in match_hosts to allow plain http';

/**
 * Returns a test of a rule's required headers. Each header in `matchHeaders` must occur exactly once with exactly the
 * given value, because a server might use the second occurrence.
 */
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

/** A rule that matches the host and port. */
interface Candidate {
  readonly rule: CompiledRule;
  /** True if one of the rule's patterns specifies the port, which allows the proxy to send a secret over plain HTTP. */
  readonly spellsPort: boolean;
}

/** Returns the rules that match this host and port, in order and without duplicates. */
function candidatesFor(policy: Policy, scheme: Scheme, host: Host, port: number): Candidate[] {
  const found = new Map<CompiledRule, boolean>();
  for (const { rule, pattern } of holding(policy, scheme, host, port)) {
    if (belongsToOthers(rule, pattern, host)) continue;
    found.set(rule, (found.get(rule) ?? false) || asksForPlain(pattern, scheme));
  }
  return [...found]
    .map(([rule, spellsPort]) => ({ rule, spellsPort }))
    .sort((a, b) => a.rule.index - b.rule.index);
}

/**
 * Returns the first rule whose wildcard matches this name but does not apply, because a public suffix separates the
 * name from the domain of the rule.
 */
export function excludedRule(
  policy: Policy,
  scheme: Scheme,
  host: Host,
  port: number,
): CompiledRule | undefined {
  return holding(policy, scheme, host, port).find(({ rule, pattern }) => belongsToOthers(rule, pattern, host))
    ?.rule;
}

function holding(
  policy: Policy,
  scheme: Scheme,
  host: Host,
  port: number,
): { rule: CompiledRule; pattern: HostPattern }[] {
  return hostKeys(host)
    .flatMap((key) => policy.byHost.get(key) ?? [])
    .filter(({ rule, pattern }) => {
      return matchesPort(pattern, scheme, port) && !rule.noProxy.some((entry) => isExempt(entry, host, port));
    });
}

/** Returns the key of a pattern in `Policy.byHost`. */
export function hostKey(pattern: HostPattern): string {
  return (pattern.kind === 'exact' ? '=' : '.') + pattern.host.text;
}

function hostKeys(host: Host): string[] {
  const keys = [`=${host.text}`];
  if (host.kind !== 'name') return keys;
  for (let dot = host.text.indexOf('.'); dot !== -1; dot = host.text.indexOf('.', dot + 1)) {
    keys.push(host.text.slice(dot));
  }
  return keys;
}

/**
 * Returns true if the pattern allows plain HTTP because it specifies the port. The https port never allows http: a
 * sandbox could otherwise make the proxy send the secret in clear text.
 */
function asksForPlain({ port }: HostPattern, scheme: Scheme): boolean {
  return port !== null && !(scheme === 'http' && port === SCHEME_PORTS.https);
}

/**
 * Returns true if a wildcard matches a name below a public suffix. Anyone can register a name below a public suffix, so
 * requests to such a name receive no secret.
 */
function belongsToOthers(rule: CompiledRule, pattern: HostPattern, host: Host): boolean {
  return rule.hasSecret && pattern.kind === 'below' && crossesPublicSuffix(pattern.host.text, host.text);
}
