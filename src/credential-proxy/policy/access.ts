import { type Host, invalid, ok, type Parsed, parsePort, splitPort } from '../canonical/authority.ts';
import { compileRegex, type RegexProgram, matchesRegex } from '../../contract/regular-expression.ts';
import { matchesHost, type HostPattern, parseHostPattern } from './host-pattern.ts';
import { addressBytes, inNetwork, type Network, parseNetwork } from './network.ts';

/**
 * Entry of an access list. Without a port, an entry applies to ports 80 and 443 (allow list) or to all ports (deny
 * list).
 */
export type AccessEntry =
  | { kind: 'host'; pattern: HostPattern }
  | { kind: 'network'; network: Network; port: number | null }
  | { kind: 'expression'; program: RegexProgram };

export type Access =
  | { kind: 'open' }
  | { kind: 'allow'; entries: readonly AccessEntry[] }
  | { kind: 'deny'; entries: readonly AccessEntry[] };

/** Ports that are open by default. */
const WEB_PORTS = [80, 443];

export type AccessDenial = 'port-not-allowed' | 'not-on-allow-list' | 'on-deny-list';

/** Parses an access list entry: a name, `*.name`, address or range, with an optional `:port`, or `~^expression$`. */
export function parseAccessEntry(text: string): Parsed<AccessEntry> {
  if (text.startsWith('~')) {
    const program = compileRegex(text.slice(1));
    return program.ok ? ok({ kind: 'expression', program: program.value }) : program;
  }
  const network = parseNetwork(text);
  if (network !== undefined) return ok({ kind: 'network', network, port: null });
  if (text.includes('/'))
    return invalid('is not a range of addresses, such as 10.0.0.0/8, with all host bits zero');
  const pattern = parseHostPattern(text, 1);
  if (!pattern.ok) return pattern;
  const { hostText, portText } = splitPort(text);
  const address = parseNetwork(hostText.replace(/^\[(.*)\]$/, '$1'));
  return address === undefined
    ? ok({ kind: 'host', pattern: pattern.value })
    : ok({ kind: 'network', network: address, port: parsePort(portText ?? '') ?? null });
}

/**
 * Returns the reason why a host and port must not be reached, or `undefined` if access is allowed. `isNamed` is true if
 * a rule specifies the port; the port is then open unless an allow list exists.
 */
export function accessDenial(
  access: Access,
  host: Host,
  port: number,
  isNamed: boolean,
): AccessDenial | undefined {
  if (access.kind === 'allow') {
    const isListed = access.entries.some((entry) => matchesEntry(entry, host) && allowsPort(entry, port));
    return isListed ? undefined : 'not-on-allow-list';
  }
  if (access.kind === 'deny') {
    const isListed = access.entries.some((entry) => matchesEntry(entry, host) && deniesPort(entry, port));
    if (isListed) return 'on-deny-list';
  }
  return WEB_PORTS.includes(port) || isNamed ? undefined : 'port-not-allowed';
}

/**
 * Returns true if a resolved address is on the sandbox's deny list. Access is refused even if a permitted name leads to
 * a denied address.
 */
export function deniesAddress(access: Access, address: string, port: number): boolean {
  const bytes = addressBytes(address);
  return (
    access.kind === 'deny' &&
    bytes !== undefined &&
    access.entries.some(
      (entry) => entry.kind === 'network' && inNetwork(entry.network, bytes) && deniesPort(entry, port),
    )
  );
}

function matchesEntry(entry: AccessEntry, host: Host): boolean {
  if (entry.kind === 'host') return matchesHost(entry.pattern, host);
  if (entry.kind === 'expression') return matchesRegex(entry.program, host.text);
  const bytes = host.kind === 'name' ? undefined : addressBytes(host.text);
  return bytes !== undefined && inNetwork(entry.network, bytes);
}

function allowsPort(entry: AccessEntry, port: number): boolean {
  const named = portOf(entry);
  return named === null ? WEB_PORTS.includes(port) : named === port;
}

function deniesPort(entry: AccessEntry, port: number): boolean {
  const named = portOf(entry);
  return named === null || named === port;
}

function portOf(entry: AccessEntry): number | null {
  if (entry.kind === 'expression') return null;
  return entry.kind === 'host' ? entry.pattern.port : entry.port;
}
