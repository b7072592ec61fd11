import { type Access, deniesAddress } from './access.ts';
import { addressBytes, inNetwork, type Network, parseNetwork } from './network.ts';

/** Reason why the proxy does not connect to an address. */
type AddressReason = SpecialKind | 'not-an-address' | 'own-port' | 'own-address' | 'on-deny-list';

export interface AddressRules {
  /**
   * Networks that the operator permits (`SandboxPush.privateNetworks`). The operator cannot permit metadata addresses.
   */
  privateNetworks: readonly Network[];
  access: Access;
  /** Ports where the proxy itself listens. */
  ownPorts: readonly number[];
  /**
   * Addresses of this machine. Servers on this machine might trust local clients, so connections from a sandbox to the
   * machine's addresses are refused.
   */
  ownAddresses: readonly string[];
}

interface FilteredAddresses {
  /** Allowed addresses in the given order, for a connection that does not resolve the name again. */
  allowed: string[];
  blocked: { address: string; reason: AddressReason }[];
}

/** Splits the resolved addresses of a name into allowed and blocked addresses. */
export function filterAddresses(
  addresses: readonly string[],
  port: number,
  rules: AddressRules,
): FilteredAddresses {
  const filtered: FilteredAddresses = { allowed: [], blocked: [] };
  for (const address of addresses) {
    const reason = blockedBy(address, port, rules);
    if (reason === undefined) filtered.allowed.push(address);
    else filtered.blocked.push({ address, reason });
  }
  return filtered;
}

function blockedBy(address: string, port: number, rules: AddressRules): AddressReason | undefined {
  const bytes = addressBytes(address);
  if (bytes === undefined) return 'not-an-address';
  const kind = specialKind(bytes);
  // The proxy's own port is always blocked, even if the operator permits loopback.
  if ((kind === 'loopback' || kind === 'unspecified') && rules.ownPorts.includes(port)) return 'own-port';
  if (kind !== undefined && !isExcepted(bytes, kind, rules)) return kind;
  if (kind === undefined && isOwn(bytes, rules)) return 'own-address';
  return deniesAddress(rules.access, address, port) ? 'on-deny-list' : undefined;
}

function isOwn(bytes: readonly number[], { ownAddresses, privateNetworks }: AddressRules): boolean {
  const isThis = ownAddresses.some((own) => addressBytes(own)?.join() === bytes.join());
  return isThis && !privateNetworks.some((network) => inNetwork(network, bytes));
}

/** An IPv6 address that embeds an IPv4 address is permitted only if the operator permits both addresses. */
function isExcepted(bytes: readonly number[], kind: SpecialKind, rules: AddressRules): boolean {
  if (kind === 'metadata') return false;
  if (!rules.privateNetworks.some((network) => inNetwork(network, bytes))) return false;
  if (kind !== 'embeds-ipv4') return true;
  return embeddedIpv4(bytes).every((inner) => {
    const innerKind = specialKind(inner);
    return innerKind === undefined || isExcepted(inner, innerKind, rules);
  });
}

/** Kinds of addresses that are not on the public internet. */
type SpecialKind =
  | 'metadata'
  | 'unspecified'
  | 'loopback'
  | 'link-local'
  | 'private'
  | 'shared'
  | 'multicast'
  | 'reserved'
  | 'documentation'
  | 'embeds-ipv4';

/**
 * Special-purpose ranges (IANA registries). Connections to special-purpose addresses need the operator's permission.
 * The first matching range decides the kind, so narrow ranges are listed before wide ranges.
 */
const SPECIAL: readonly (readonly [SpecialKind, readonly Network[]])[] = [
  // Clouds serve the machine's own credentials at metadata addresses, so no operator can permit them.
  [
    'metadata',
    networks(
      '169.254.0.0/16 100.100.100.200 168.63.129.16 192.0.0.192 fd00:ec2::/32 fd20:ce::254 fd00:42::42',
    ),
  ],
  ['unspecified', networks('0.0.0.0/8 ::')],
  ['loopback', networks('127.0.0.0/8 ::1')],
  ['link-local', networks('fe80::/10')],
  ['private', networks('10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7 fec0::/10')],
  ['shared', networks('100.64.0.0/10')],
  ['multicast', networks('224.0.0.0/4 ff00::/8')],
  ['documentation', networks('192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 2001:db8::/32 3fff::/20')],
  // IPv4-compatible, NAT64, Teredo and 6to4 addresses, which lead to the embedded IPv4 address.
  ['embeds-ipv4', networks('::/96 64:ff9b::/96 64:ff9b:1::/48 2001::/32 2002::/16')],
  ['reserved', networks('192.0.0.0/24 192.88.99.0/24 198.18.0.0/15 240.0.0.0/4 2001::/23')],
];

const GLOBAL_IPV6 = networks('2000::/3');

/** Returns the kind of a special address of 4 or 16 bytes, or `undefined` for an address on the public internet. */
function specialKind(bytes: readonly number[]): SpecialKind | undefined {
  const found = SPECIAL.find(([, ranges]) => ranges.some((network) => inNetwork(network, bytes)))?.[0];
  if (found !== undefined || bytes.length === 4) return found;
  if (isIsatap(bytes)) return 'embeds-ipv4';
  return GLOBAL_IPV6.some((network) => inNetwork(network, bytes)) ? undefined : 'reserved';
}

/** Returns the IPv4 addresses (4 bytes each) that an IPv6 address might embed. */
function embeddedIpv4(bytes: readonly number[]): number[][] {
  if (bytes.length !== 16) return [];
  const last = bytes.slice(12);
  const in6to4 = bytes[0] === 0x20 && bytes[1] === 0x02 ? [bytes.slice(2, 6)] : [];
  const isTeredo = bytes[0] === 0x20 && bytes[1] === 0x01 && bytes[2] === 0 && bytes[3] === 0;
  const inTeredo = isTeredo ? [bytes.slice(4, 8), last.map((byte) => byte ^ 255)] : [];
  return [last, ...in6to4, ...inTeredo];
}

function isIsatap(bytes: readonly number[]): boolean {
  return ((bytes[8] ?? 0) & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
}

function networks(texts: string): Network[] {
  return texts.split(' ').map((text) => {
    const network = parseNetwork(text);
    if (network === undefined) throw new Error(`not a network: ${text}`);
    return network;
  });
}
