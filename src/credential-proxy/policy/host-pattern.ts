import { getPublicSuffix } from 'tldts';
import {
  type Host,
  invalid,
  ok,
  type Parsed,
  parseHost,
  parsePort,
  splitPort,
} from '../canonical/authority.ts';

/** Hosts that a rule applies to: a single host, or every name below a domain (but not the domain itself). */
export interface HostPattern {
  kind: 'exact' | 'below';
  host: Host;
  /** Port, or null for the default port of the scheme: 443 for https, 80 for http. */
  port: number | null;
}

export const SCHEME_PORTS = { https: 443, http: 80 } as const;
export type Scheme = keyof typeof SCHEME_PORTS;

/**
 * Parses `name`, `*.name` or an address, each with an optional `:port`. Names can contain Unicode. Refuses `*` except
 * as the whole first label, and wildcards for addresses or for fewer than `lowestDomain` labels.
 */
export function parseHostPattern(text: string, lowestDomain = 2): Parsed<HostPattern> {
  const { hostText, portText } = splitPort(text);
  const port = portText === undefined ? null : parsePort(portText);
  if (port === undefined) return invalid('the port must be a decimal number from 1 to 65535');
  const isBelow = hostText.startsWith('*.');
  const name = isBelow ? hostText.slice(2) : hostText;
  if (name.includes('*')) return invalid('a * is allowed only as the whole first label, as in *.example.com');
  const host = parseRuleHost(name);
  if (!host.ok)
    return invalid(`is not a host name, *.name or an address, with an optional :port: ${host.reason}`);
  if (!isBelow) return ok({ kind: 'exact', host: host.value, port });
  if (host.value.kind !== 'name') return invalid('a wildcard cannot precede an address');
  if (host.value.text.split('.').length < lowestDomain) {
    return invalid('a wildcard needs a domain of at least two labels, as in *.example.com');
  }
  return ok({ kind: 'below', host: host.value, port });
}

/** Returns true if the pattern matches the host, ignoring the port. */
export function matchesHost(pattern: HostPattern, host: Host): boolean {
  if (pattern.kind === 'exact') return pattern.host.kind === host.kind && pattern.host.text === host.text;
  return host.kind === 'name' && host.text.endsWith(`.${pattern.host.text}`);
}

/** Returns true if the pattern matches the port. A pattern without a port matches the default port of the scheme. */
export function matchesPort(pattern: HostPattern, scheme: Scheme, port: number): boolean {
  return port === (pattern.port ?? SCHEME_PORTS[scheme]);
}

/** Returns true if `pattern` matches every host and port that `other` matches. */
export function coversPattern(pattern: HostPattern, other: HostPattern): boolean {
  if (pattern.port !== other.port) return false;
  if (other.kind === 'exact') return matchesHost(pattern, other.host);
  if (pattern.kind === 'exact') return false;
  return other.host.text === pattern.host.text || other.host.text.endsWith(`.${pattern.host.text}`);
}

/** Parses a host in a rule. A Unicode name is converted to the A-label that resolvers use. */
export function parseRuleHost(text: string): Parsed<Host> {
  if (/^[\x21-\x7e]*$/.test(text)) return parseHost(text);
  // Only strings with the characters of names reach the URL parser, because the parser would also decode escapes and
  // parse numbers.
  if (!/^[\p{L}\p{M}\p{N}._\-\u00b7\u3002]+$/u.test(text))
    return invalid('a name must contain only letters, digits, dashes and dots');
  const url = URL.parse(`http://${text}/`);
  const host = url === null ? invalid('the name has no ASCII form') : parseHost(url.hostname);
  return host.ok && host.value.kind !== 'name' ? invalid('an address must be written in ASCII') : host;
}

/**
 * Returns true if anyone can register a name directly below this domain (Public Suffix List, including hosting
 * domains). A wildcard for a public suffix would send a secret to hosts of unrelated people.
 */
export function isPublicSuffix(domain: string): boolean {
  return publicSuffix(domain) === domain;
}

/**
 * Returns true if a public suffix lies between a domain and a name below it. For example, `s3.amazonaws.com` lies
 * between `amazonaws.com` and `anyone.s3.amazonaws.com`. A name across a public suffix might not belong to the owner of
 * the domain.
 */
export function crossesPublicSuffix(domain: string, name: string): boolean {
  return (publicSuffix(name)?.length ?? 0) > domain.length;
}

function publicSuffix(domain: string): string | null {
  return getPublicSuffix(domain, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
  });
}
