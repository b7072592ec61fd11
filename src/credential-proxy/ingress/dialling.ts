import { judgeAddresses } from '../addresses/judge.ts';
import type { Ways } from '../upstream/upstreams.ts';
import type { Core, Snapshot } from './core.ts';

/** How this revision of a sandbox may reach the outside: which addresses, by which roots, through which proxy. */
export function waysOf(core: Core, { push, policy }: Snapshot): Ways {
  const { extraRoots, upstreamProxy } = push;
  const { privateNetworks, access } = policy;
  return {
    extraRoots,
    upstreamProxy,
    mayDial: (address, port) => {
      const rules = { privateNetworks, access, ownPorts: core.host.ownPorts() };
      return judgeAddresses([address], port, rules).allowed.length > 0;
    },
  };
}
