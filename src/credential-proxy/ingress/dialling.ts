import { judgeAddresses } from '../addresses/judge.ts';
import { parseNetwork } from '../policy/network.ts';
import type { Ways } from '../upstream/upstreams.ts';
import type { Core, Snapshot } from './core.ts';

/** How this revision of a sandbox may reach the outside: which addresses, by which roots, through which proxy. */
export function waysOf(core: Core, { push, policy }: Snapshot): Ways {
  const { extraRoots, upstreamProxy } = push;
  // A range that cannot be read opens nothing.
  const privateNetworks = push.privateNetworks.flatMap((text) => parseNetwork(text) ?? []);
  return {
    extraRoots,
    upstreamProxy,
    mayDial: (address, port) => {
      const rules = { privateNetworks, access: policy.access, ownPorts: core.host.ownPorts() };
      return judgeAddresses([address], port, rules).allowed.length > 0;
    },
  };
}
