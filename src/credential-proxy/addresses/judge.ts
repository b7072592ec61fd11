import { type Access, deniesAddress } from '../policy/access.ts';
import { addressBytes, inNetwork, type Network } from '../policy/network.ts';
import { embeddedIpv4, type SpecialKind, specialKind } from './special.ts';

/** Why an address is not dialled. */
export type AddressReason = SpecialKind | 'not-an-address' | 'own-port' | 'own-address' | 'on-deny-list';

export interface AddressRules {
  /** The operator's exceptions (`SandboxPush.privateNetworks`); metadata addresses have none. */
  privateNetworks: readonly Network[];
  access: Access;
  /** Where the proxy itself listens. */
  ownPorts: readonly number[];
  /** Of this machine's network interfaces: what listens there trusts its own machine more than it should a sandbox. */
  ownAddresses: readonly string[];
}

export interface FilteredAddresses {
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
