import { type Host, invalid, ok, type Parsed, parsePort, splitPort } from '../canonical/authority.ts';
import { coversPattern, type HostPattern, parseRuleHost } from './host-pattern.ts';
import { addressBytes, inNetwork, type Network, parseNetwork, formatNetwork } from './network.ts';

/** Hosts whose traffic the proxy forwards unread: a name, a domain with all names below it, or a range of addresses. */
export type NoProxyEntry =
  | { kind: 'name'; name: string; port: number | null }
  /** Entries `.name` and `*.name`: the domain and all names below it, as in the variable NO_PROXY. */
  | { kind: 'domain'; name: string; port: number | null }
  | { kind: 'network'; network: Network; port: number | null };

/** Parses a `no_proxy` entry: name, `.name`, `*.name`, address or CIDR, with an optional port. */
export function parseNoProxy(text: string): Parsed<NoProxyEntry> {
  const network = parseNetwork(text);
  if (network !== undefined) return ok({ kind: 'network', network, port: null });
  if (text.includes('/'))
    return invalid('is not a range of addresses, such as 10.0.0.0/8, with all host bits zero');
  const { hostText, portText } = splitPort(text);
  const port = portText === undefined ? null : parsePort(portText);
  if (port === undefined) return invalid('the port must be a decimal number from 1 to 65535');
  const isDomain = /^\*?\./.test(hostText);
  const host = parseRuleHost(isDomain ? hostText.replace(/^\*?\./, '') : hostText);
  if (!host.ok) return invalid(`is not a name, .name, address or range: ${host.reason}`);
  if (host.value.kind === 'name') {
    return ok({ kind: isDomain ? 'domain' : 'name', name: host.value.text, port });
  }
  const single = isDomain ? undefined : parseNetwork(host.value.text);
  return single === undefined
    ? invalid('a wildcard cannot precede an address')
    : ok({ kind: 'network', network: single, port });
}

/** Returns true if the entry matches this host and port. An entry without a port matches every port. */
export function isExempt(entry: NoProxyEntry, host: Host, port: number): boolean {
  return (entry.port === null || entry.port === port) && exemptsHost(entry, host);
}

/** Returns true if the entry exempts every request that the pattern matches. */
export function exemptsHosts(entry: NoProxyEntry, pattern: HostPattern): boolean {
  if (entry.port !== null && entry.port !== pattern.port) return false;
  if (pattern.kind === 'exact') return exemptsHost(entry, pattern.host);
  if (entry.kind !== 'domain') return false;
  const domain = { kind: 'below', host: { kind: 'name', text: entry.name }, port: pattern.port } as const;
  return coversPattern(domain, pattern);
}

/**
 * Formats an entry in a form that all programs interpret in the same way in NO_PROXY: `name`, `.name`, address or
 * range.
 */
export function formatNoProxy(entry: NoProxyEntry): string {
  const port = entry.port === null ? '' : `:${entry.port}`;
  switch (entry.kind) {
    case 'name':
      return entry.name + port;
    case 'domain':
      return `.${entry.name}${port}`;
    case 'network': {
      const text = formatNetwork(entry.network);
      return port !== '' && text.includes(':') ? `[${text}]${port}` : text + port;
    }
  }
}

function exemptsHost(entry: NoProxyEntry, host: Host): boolean {
  if (entry.kind !== 'network') {
    return (
      host.kind === 'name' &&
      (host.text === entry.name || (entry.kind === 'domain' && host.text.endsWith(`.${entry.name}`)))
    );
  }
  const bytes = host.kind === 'name' ? undefined : addressBytes(host.text);
  return bytes !== undefined && inNetwork(entry.network, bytes);
}
