import { type Access, deniesAddress } from './access.ts';
import { addressBytes, inNetwork, type Network, parseNetwork } from './network.ts';

/** Why an address is not dialled. */
type AddressReason = SpecialKind | 'not-an-address' | 'own-port' | 'own-address' | 'on-deny-list';

export interface AddressRules {
  /** The operator's exceptions (`SandboxPush.privateNetworks`); metadata addresses have none. */
  privateNetworks: readonly Network[];
  access: Access;
  /** Where the proxy itself listens. */
  ownPorts: readonly number[];
  /** Of this machine's network interfaces: what listens there trusts its own machine more than it should a sandbox. */
  ownAddresses: readonly string[];
}

interface FilteredAddresses {
  /** May be dialled, in the order given; these very texts, nothing is resolved again. */
  allowed: string[];
  blocked: { address: string; reason: AddressReason }[];
}

/** Which of the addresses that a name resolved to may be dialled (facts D.5.5). None left = refuse. */
export function filterAddresses(
  addresses: readonly string[],
  port: number,
  rules: AddressRules,
): FilteredAddresses {
  const judged: FilteredAddresses = { allowed: [], blocked: [] };
  for (const address of addresses) {
    const reason = blockedBy(address, port, rules);
    if (reason === undefined) judged.allowed.push(address);
    else judged.blocked.push({ address, reason });
  }
  return judged;
}

function blockedBy(address: string, port: number, rules: AddressRules): AddressReason | undefined {
  const bytes = addressBytes(address);
  if (bytes === undefined) return 'not-an-address';
  const kind = specialKind(bytes);
  // The proxy's own door leads to nobody, whoever opened loopback.
  if ((kind === 'loopback' || kind === 'unspecified') && rules.ownPorts.includes(port)) return 'own-port';
  if (kind !== undefined && !isExcepted(bytes, kind, rules)) return kind;
  if (kind === undefined && isOwn(bytes, rules)) return 'own-address';
  return deniesAddress(rules.access, address, port) ? 'on-deny-list' : undefined;
}

function isOwn(bytes: readonly number[], { ownAddresses, privateNetworks }: AddressRules): boolean {
  const isThis = ownAddresses.some((own) => addressBytes(own)?.join() === bytes.join());
  return isThis && !privateNetworks.some((network) => inNetwork(network, bytes));
}

/** An address that holds another is opened only together with the one inside. */
function isExcepted(bytes: readonly number[], kind: SpecialKind, rules: AddressRules): boolean {
  if (kind === 'metadata') return false;
  if (!rules.privateNetworks.some((network) => inNetwork(network, bytes))) return false;
  if (kind !== 'embeds-ipv4') return true;
  return embeddedIpv4(bytes).every((inner) => {
    const innerKind = specialKind(inner);
    return innerKind === undefined || isExcepted(inner, innerKind, rules);
  });
}

/** Why an address is not simply on the internet. */
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
 * What a name may lead to only when the operator says so (IANA special-purpose registries; facts D.5.5). The first
 * that holds names the kind, so the narrower stand above the wider.
 */
const SPECIAL: readonly (readonly [SpecialKind, readonly Network[]])[] = [
  // Where clouds hand out the machine's own credentials: no operator can open these.
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
  // Compatible, NAT64, Teredo, 6to4: what is dialled in the end is an IPv4 address that stands inside.
  ['embeds-ipv4', networks('::/96 64:ff9b::/96 64:ff9b:1::/48 2001::/32 2002::/16')],
  ['reserved', networks('192.0.0.0/24 192.88.99.0/24 198.18.0.0/15 240.0.0.0/4 2001::/23')],
];

const GLOBAL_IPV6 = networks('2000::/3');

/** The kind of a special address; undefined = one of the internet. Takes 4 or 16 bytes. */
function specialKind(bytes: readonly number[]): SpecialKind | undefined {
  const found = SPECIAL.find(([, ranges]) => ranges.some((network) => inNetwork(network, bytes)))?.[0];
  if (found !== undefined || bytes.length === 4) return found;
  if (isIsatap(bytes)) return 'embeds-ipv4';
  return GLOBAL_IPV6.some((network) => inNetwork(network, bytes)) ? undefined : 'reserved';
}

/** The IPv4 addresses that stand inside an IPv6 address of those kinds, each 4 bytes. */
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
