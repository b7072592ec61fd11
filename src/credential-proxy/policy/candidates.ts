import type { Host } from '../canonical/host.ts';
import { type HostPattern, matchesPort, type Scheme, SCHEME_PORTS } from './host-pattern.ts';
import type { CompiledRule, Policy } from './model.ts';
import { isExempt } from './no-proxy.ts';
import { crossesPublicSuffix } from './public-suffix.ts';

/** A rule that holds the host and port, in the order of the rules. */
export interface Candidate {
  readonly rule: CompiledRule;
  /** Whether a pattern of it spells the port: what makes a secret over plain HTTP the author's own wish. */
  readonly spellsPort: boolean;
}

/** The rules that hold this host and port, in order, each once (facts D.4). */
export function candidatesFor(policy: Policy, scheme: Scheme, host: Host, port: number): Candidate[] {
  const found = new Map<CompiledRule, boolean>();
  for (const { rule, pattern } of holding(policy, scheme, host, port)) {
    if (belongsToOthers(rule, pattern, host)) continue;
    found.set(rule, (found.get(rule) ?? false) || asksForPlain(pattern, scheme));
  }
  return [...found]
    .map(([rule, spellsPort]) => ({ rule, spellsPort }))
    .sort((a, b) => a.rule.index - b.rule.index);
}

/** The first rule whose wildcard holds this name, but not for a secret: it lies below a public suffix. */
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

/** The key under which a pattern is found. */
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

/** Whoever spells the port of https does not ask for http on it: the sandbox could have the secret sent in clear. */
function asksForPlain({ port }: HostPattern, scheme: Scheme): boolean {
  return port !== null && !(scheme === 'http' && port === SCHEME_PORTS.https);
}

/** A wildcard gives no secret to names that anyone can register, though they end alike. */
function belongsToOthers(rule: CompiledRule, pattern: HostPattern, host: Host): boolean {
  return rule.hasSecret && pattern.kind === 'below' && crossesPublicSuffix(pattern.host.text, host.text);
}
