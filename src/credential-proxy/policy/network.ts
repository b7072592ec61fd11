import { formatIpv6, type Ipv6Groups, mappedIpv4, parseIpv4, parseIpv6 } from '../canonical/authority.ts';

/** A range of addresses: the first `prefix` bits of `bytes`. */
export interface Network {
  bytes: readonly number[];
  prefix: number;
}

/** Returns the 4 or 16 bytes of an address, or `undefined` for any other string. `::ffff:a.b.c.d` counts as IPv4. */
export function addressBytes(text: string): readonly number[] | undefined {
  const groups = parseIpv6(text);
  if (groups === undefined) return parseIpv4(text);
  const mapped = mappedIpv4(groups);
  return mapped === undefined ? bytesOf(groups) : parseIpv4(mapped);
}

/**
 * Parses `10.0.0.0/8`, `fd00::/8` or a single address. Refuses a network whose host bits are not zero, because such a
 * network is probably a mistake.
 */
export function parseNetwork(text: string): Network | undefined {
  const [address = '', prefixText, ...more] = text.split('/');
  const groups = parseIpv6(address);
  const written = groups === undefined ? parseIpv4(address) : bytesOf(groups);
  if (written === undefined || more.length > 0) return undefined;
  const bits = written.length * 8;
  const prefix = prefixText === undefined ? bits : readPrefix(prefixText);
  if (prefix === undefined || prefix > bits) return undefined;
  // IPv4-mapped addresses and networks are treated as IPv4.
  const isMapped = groups !== undefined && mappedIpv4(groups) !== undefined && prefix >= 96;
  const network = isMapped ? { bytes: written.slice(12), prefix: prefix - 96 } : { bytes: written, prefix };
  return hostBitsAreClear(network) ? network : undefined;
}

/** Formats a network canonically, and omits the prefix of a single address. */
export function formatNetwork(network: Network): string {
  const address = network.bytes.length === 4 ? network.bytes.join('.') : formatIpv6(groupsOf(network.bytes));
  return network.prefix === network.bytes.length * 8 ? address : `${address}/${network.prefix}`;
}

/**
 * Returns true if the address belongs to the network. An address never belongs to a network of a different IP version.
 */
export function inNetwork(network: Network, bytes: readonly number[]): boolean {
  if (network.bytes.length !== bytes.length) return false;
  return bytes.every((byte, index) => {
    const mask = maskOf(network.prefix, index);
    return (byte & mask) === ((network.bytes[index] ?? 0) & mask);
  });
}

function hostBitsAreClear(network: Network): boolean {
  return network.bytes.every((byte, index) => (byte & ~maskOf(network.prefix, index) & 255) === 0);
}

/** Returns the mask for the byte at `index` of a network's address. */
function maskOf(prefix: number, index: number): number {
  const bits = Math.min(8, Math.max(0, prefix - index * 8));
  return (255 << (8 - bits)) & 255;
}

function readPrefix(text: string): number | undefined {
  return /^(0|[1-9][0-9]{0,2})$/.test(text) ? Number(text) : undefined;
}

function groupsOf(bytes: readonly number[]): number[] {
  return Array.from(
    { length: 8 },
    (_, index) => ((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0),
  );
}

function bytesOf(groups: Ipv6Groups): number[] {
  return groups.flatMap((group) => [group >> 8, group & 255]);
}
