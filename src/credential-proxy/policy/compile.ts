import { invalid, ok, type Parsed } from '../canonical/authority.ts';
import { headerNameProblem, headerValueProblem, normalizeHeaderName } from '../headers.ts';
import { secretNeedles } from '../masking.ts';
import type { PushedPlaceholder, PushedRule, PushProblem, SandboxPush } from '../messages.ts';
import { type Access, parseAccessEntry } from './access.ts';
import { hostKey } from './decide.ts';
import { type HostPattern, isPublicSuffix, parseHostPattern } from './host-pattern.ts';
import { searchFor } from '../placeholders/search.ts';
import { replacedHeaders, signingProblems, signingSecrets } from '../signing/check-signing.ts';
import type { CompiledPlaceholder, CompiledRule, Policy } from './model.ts';
import { type Network, parseNetwork } from './network.ts';
import { exemptsHosts, parseNoProxy } from './no-proxy.ts';
import { parsePathPattern } from './path-pattern.ts';
import { policyWarnings } from './warnings.ts';

/** Fields of a push that a policy is compiled from. */
export type PolicySource = Pick<SandboxPush, 'rules' | 'noProxy' | 'access' | 'privateNetworks'>;

/** Returns the sentinel of a placeholder. */
type SentinelFor = (placeholder: PushedPlaceholder) => string;

/** Sentinel for checking a configuration that no program uses. */
const unusedSentinel: SentinelFor = ({ env, prefix }) => `${prefix}sentinel-of-${env}`;

export type CompileResult =
  | {
      kind: 'compiled';
      policy: Policy;
      /** Warnings about settings that are allowed but probably mistakes. */
      warnings: string[];
    }
  | { kind: 'refused'; problems: PushProblem[] };

/**
 * Compiles a pushed configuration into a policy, or returns all problems with the configuration. `loc` is the path of a
 * problem within the push. Messages of problems never repeat a header value.
 */
export function compilePolicy(
  source: PolicySource,
  sentinelFor: SentinelFor = unusedSentinel,
): CompileResult {
  const problems: PushProblem[] = [];
  const noProxy = parseEach(source.noProxy, ['noProxy'], POLICY_LIMITS.noProxy, parseNoProxy, problems);
  const privateNetworks = parseEach(
    source.privateNetworks,
    ['privateNetworks'],
    POLICY_LIMITS.networks,
    parseRange,
    problems,
  );
  const access = compileAccess(source.access, problems);
  if (source.rules.length > POLICY_LIMITS.rules) {
    problems.push({ loc: ['rules'], msg: `must have at most ${POLICY_LIMITS.rules} rules` });
  }
  const rules = source.rules.map((rule, index) => compileRule(rule, index, sentinelFor, problems));
  problems.push(...sameNames(rules), ...differentPrefixes(rules), ...neverReached(rules, noProxy));
  if (problems.length > 0) return { kind: 'refused', problems };
  const sentinels = sentinelsOf(rules);
  const policy = { rules, noProxy, access, privateNetworks, sentinels, byHost: indexed(rules) };
  return { kind: 'compiled', policy, warnings: policyWarnings(policy) };
}

function parseRange(text: string): Parsed<Network> {
  const network = parseNetwork(text);
  return network === undefined
    ? invalid('is not a range of addresses, such as 10.0.0.0/8, with all host bits zero')
    : ok(network);
}

function indexed(rules: readonly CompiledRule[]): Policy['byHost'] {
  const byHost = new Map<string, { rule: CompiledRule; pattern: HostPattern }[]>();
  for (const rule of rules) {
    for (const pattern of rule.hosts) {
      const key = hostKey(pattern);
      byHost.set(key, [...(byHost.get(key) ?? []), { rule, pattern }]);
    }
  }
  return byHost;
}

function sentinelsOf(rules: readonly CompiledRule[]): Policy['sentinels'] {
  const all = rules.flatMap(({ placeholders }) => placeholders);
  const texts = new Map(all.map(({ env, sentinel }) => [sentinel, { env, text: sentinel }]));
  return texts.size === 0 ? null : searchFor([...texts.values()]);
}

/** Returns problems for variables whose sentinel would differ between two rules. */
function differentPrefixes(rules: readonly CompiledRule[]): PushProblem[] {
  const prefixes = new Map<string, string>();
  return rules.flatMap(({ placeholders, index }) =>
    placeholders.flatMap(({ env, prefix }, position) => {
      const known = prefixes.get(env) ?? prefix;
      prefixes.set(env, known);
      const loc = ['rules', index, 'placeholders', position, 'prefix'];
      return known === prefix ? [] : [{ loc, msg: 'another rule sets this variable with another prefix' }];
    }),
  );
}

function sameNames(rules: readonly CompiledRule[]): PushProblem[] {
  const seen = new Set<string>();
  return rules.flatMap(({ name, index }) => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [{ loc: ['rules', index, 'name'], msg: 'another rule has this name' }];
  });
}

function neverReached(rules: readonly CompiledRule[], noProxy: Policy['noProxy']): PushProblem[] {
  return rules.flatMap((rule) => {
    const exempt = [...noProxy, ...rule.noProxy];
    const isExempted = (pattern: HostPattern): boolean =>
      exempt.some((entry) => exemptsHosts(entry, pattern));
    return rule.hosts.length > 0 && rule.hosts.every(isExempted)
      ? [{ loc: ['rules', rule.index, 'matchHosts'], msg: 'no_proxy exempts every host of this rule' }]
      : [];
  });
}

type Loc = PushProblem['loc'];

function compileRule(
  rule: PushedRule,
  index: number,
  sentinelFor: SentinelFor,
  problems: PushProblem[],
): CompiledRule {
  const at: Loc = ['rules', index];
  const hasSecret =
    rule.headers.some((header) => header.secret) || rule.placeholders.length > 0 || rule.sign !== null;
  if (rule.name === '') problems.push({ loc: [...at, 'name'], msg: 'must have a name' });
  if (rule.matchHosts.length === 0) {
    problems.push({ loc: [...at, 'matchHosts'], msg: 'must specify at least one host' });
  }
  checkHeaders(rule.headers, [...at, 'headers'], problems);
  checkMatchHeaders(rule.matchHeaders, [...at, 'matchHeaders'], problems);
  checkPlaceholders(rule.placeholders, [...at, 'placeholders'], problems);
  const parseHost = (text: string) => guarded(parseHostPattern(text), hasSecret);
  const hosts = parseEach(rule.matchHosts, [...at, 'matchHosts'], POLICY_LIMITS.hosts, parseHost, problems);
  problems.push(...signingProblems(rule, hosts).map(({ place, msg }) => ({ loc: [...at, ...place], msg })));
  return {
    index,
    name: rule.name,
    hosts,
    paths: parseEach(rule.matchPaths, [...at, 'matchPaths'], POLICY_LIMITS.paths, parsePathPattern, problems),
    matchHeaders: rule.matchHeaders.map(({ name, value }) => ({ name: name.toLowerCase(), value })),
    noProxy: parseEach(rule.noProxy, [...at, 'noProxy'], POLICY_LIMITS.noProxy, parseNoProxy, problems),
    headers: rule.headers,
    budget: rule.budget,
    sign: rule.sign,
    replacedHeaders: replacedHeaders(rule.sign),
    placeholders: rule.placeholders.map((placeholder): CompiledPlaceholder => {
      return { ...placeholder, sentinel: sentinelFor(placeholder) };
    }),
    sent: hasSecret ? withPlainAnswers(rule.headers) : rule.headers,
    hasSecret,
    needles: secretNeedles([
      ...rule.headers,
      ...rule.placeholders.map(asSecretHeader),
      ...signingSecrets(rule.sign).map(asSecretHeader),
    ]),
  };
}

/** Returns a header with the value of a placeholder or of a signing key, because all are masked in the same way. */
function asSecretHeader({
  env,
  value,
  needles,
}: Pick<PushedPlaceholder, 'env' | 'value' | 'needles'>): PushedRule['headers'][number] {
  return { name: env, value, needles, secret: true };
}

/**
 * Adds `Accept-Encoding: identity` to the headers of a rule with a secret, unless the rule sets this header. Most
 * clients request compression, and a compressed response cannot be searched for the secret.
 */
function withPlainAnswers(headers: PushedRule['headers']): { name: string; value: string }[] {
  const isSet = headers.some(({ name }) => normalizeHeaderName(name) === 'accept-encoding');
  return isSet ? headers : [...headers, { name: 'Accept-Encoding', value: 'identity' }];
}

/**
 * Parses a host pattern. For a rule with a secret, refuses a wildcard directly below a public suffix, because anyone
 * can register a name below the suffix.
 */
function guarded(
  parsed: ReturnType<typeof parseHostPattern>,
  hasSecret: boolean,
): ReturnType<typeof parseHostPattern> {
  const isOpenToAll = (pattern: HostPattern): boolean =>
    pattern.kind === 'below' && isPublicSuffix(pattern.host.text);
  return hasSecret && parsed.ok && isOpenToAll(parsed.value)
    ? {
        ok: false,
        reason:
          'anyone can register a name below this public suffix: specify the exact hosts that receive the secret',
      }
    : parsed;
}

function checkHeaders(headers: PushedRule['headers'], loc: Loc, problems: PushProblem[]): void {
  tooMany(headers.length, POLICY_LIMITS.headers, loc, problems);
  for (const [index, header] of headers.entries()) {
    const name = headerNameProblem(header.name, header.secret);
    if (name !== undefined) problems.push({ loc: [...loc, index, 'name'], msg: name });
    const value = headerValueProblem(header.value);
    if (value !== undefined) problems.push({ loc: [...loc, index, 'value'], msg: `the value ${value}` });
  }
  const characters = headers.reduce((sum, { value }) => sum + value.length, 0);
  if (characters > POLICY_LIMITS.headerValues) {
    problems.push({
      loc,
      msg: `the values must have at most ${POLICY_LIMITS.headerValues} characters in total`,
    });
  }
  refuseDuplicateHeaders(headers, loc, problems);
}

function checkPlaceholders(
  placeholders: PushedRule['placeholders'],
  loc: Loc,
  problems: PushProblem[],
): void {
  tooMany(placeholders.length, POLICY_LIMITS.placeholders, loc, problems);
  const seen = new Set<string>();
  for (const [index, { env, value, ...placeholder }] of placeholders.entries()) {
    if (seen.has(env)) {
      problems.push({
        loc: [...loc, index, 'env'],
        msg: 'another placeholder of this rule has this variable',
      });
    }
    seen.add(env);
    const problem = headerValueProblem(value);
    if (problem !== undefined) problems.push({ loc: [...loc, index, 'value'], msg: `the value ${problem}` });
    if (placeholder.in.includes('path') && /^\.{1,2}$/.test(value)) {
      problems.push({ loc: [...loc, index, 'value'], msg: 'the value would change the meaning of the path' });
    }
  }
}

function checkMatchHeaders(headers: PushedRule['matchHeaders'], loc: Loc, problems: PushProblem[]): void {
  tooMany(headers.length, POLICY_LIMITS.matchHeaders, loc, problems);
  for (const [index, header] of headers.entries()) {
    const name = headerNameProblem(header.name, false);
    if (name !== undefined) problems.push({ loc: [...loc, index, 'name'], msg: name });
    const value = headerValueProblem(header.value);
    if (value !== undefined) problems.push({ loc: [...loc, index, 'value'], msg: `the value ${value}` });
  }
  refuseDuplicateHeaders(headers, loc, problems);
}

function tooMany(count: number, limit: number, loc: Loc, problems: PushProblem[]): void {
  if (count > limit) problems.push({ loc, msg: `must have at most ${limit} entries` });
}

function refuseDuplicateHeaders(
  headers: readonly { name: string }[],
  loc: Loc,
  problems: PushProblem[],
): void {
  const seen = new Set<string>();
  for (const [index, { name }] of headers.entries()) {
    const normalized = normalizeHeaderName(name);
    if (seen.has(normalized)) {
      problems.push({ loc: [...loc, index, 'name'], msg: 'another header of this rule has this name' });
    }
    seen.add(normalized);
  }
}

/** Compiles the access list. An empty allow list permits no host. */
function compileAccess(access: SandboxPush['access'], problems: PushProblem[]): Access {
  if (access.kind === 'open') return { kind: 'open' };
  const entries = parseEach(
    access.patterns,
    ['access', 'patterns'],
    POLICY_LIMITS.access,
    parseAccessEntry,
    problems,
  );
  const steps = entries.map((entry) => (entry.kind === 'expression' ? entry.program.length : 0));
  if (steps.reduce((sum, count) => sum + count, 0) > POLICY_LIMITS.expressionSteps) {
    problems.push({ loc: ['access', 'patterns'], msg: 'the regular expressions are too large in total' });
  }
  return { kind: access.kind, entries };
}

/** Parses each entry of a list. Adds each problem with its path to `problems`. */
function parseEach<T>(
  texts: readonly string[],
  loc: PushProblem['loc'],
  limit: number,
  parse: (text: string) => Parsed<T>,
  problems: PushProblem[],
): T[] {
  if (texts.length > limit) problems.push({ loc, msg: `must have at most ${limit} entries` });
  return texts.slice(0, limit).flatMap((text, index) => {
    const parsed = parse(text);
    if (parsed.ok) return [parsed.value];
    problems.push({ loc: [...loc, index], msg: parsed.reason });
    return [];
  });
}

/** Maximum numbers of entries and characters in one configuration. */
const POLICY_LIMITS = {
  rules: 64,
  hosts: 64,
  paths: 64,
  headers: 32,
  /**
   * Maximum total length of a rule's header values, in characters. Few servers accept a request head that exceeds this
   * length.
   */
  headerValues: 16_384,
  matchHeaders: 32,
  placeholders: 16,
  noProxy: 256,
  access: 256,
  /**
   * Maximum number of steps of all regular expressions together. At the maximum number of steps, the longest name is
   * matched within about 10 ms.
   */
  expressionSteps: 2000,
  networks: 64,
};
