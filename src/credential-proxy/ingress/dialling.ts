import { filterAddresses } from '../addresses/judge.ts';
import type { Access } from '../policy/access.ts';
import { type Network, formatNetwork } from '../policy/network.ts';
import type { EgressPolicy } from '../upstream/upstreams.ts';
import type { ProxyContext, Snapshot } from './core.ts';

/** How this revision of a sandbox may reach the outside: which addresses, by which roots, through which proxy. */
export function egressPolicyOf(core: ProxyContext, { push, policy }: Snapshot): EgressPolicy {
  const { extraRoots, upstreamProxy } = push;
  const { privateNetworks, access } = policy;
  return {
    extraRoots,
    upstreamProxy,
    mayDial: (address, port) => {
      const rules = {
        privateNetworks,
        access,
        ownPorts: core.host.ownPorts(),
        ownAddresses: core.ports.ownAddresses(),
      };
      return filterAddresses([address], port, rules).allowed.length > 0;
    },
  };
}

/**
 * Whether all that this revision lets a sandbox reach by address is left to it by the next: what is open goes on only
 * then, for where a name has led is not looked up again.
 */
export function allowsSameEgress(next: Snapshot, then: Snapshot): boolean {
  const hasAll = (texts: readonly string[], wanted: readonly string[]): boolean =>
    wanted.every((text) => texts.includes(text));
  return (
    hasAll(textsOf(next.policy.privateNetworks), textsOf(then.policy.privateNetworks)) &&
    hasAll(deniedBy(then.policy.access), deniedBy(next.policy.access)) &&
    hasAll(next.push.extraRoots, then.push.extraRoots) &&
    next.push.upstreamProxy === then.push.upstreamProxy
  );
}

function textsOf(networks: readonly Network[]): string[] {
  return networks.map(formatNetwork);
}

function deniedBy(access: Access): string[] {
  if (access.kind !== 'deny') return [];
  return access.entries.flatMap((entry) =>
    entry.kind === 'network' ? [`${formatNetwork(entry.network)} ${entry.port ?? '*'}`] : [],
  );
}
