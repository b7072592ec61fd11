import type { Ways } from '../upstream/upstreams.ts';
import type { Core, Snapshot } from './core.ts';

/** How this revision of a sandbox may reach the outside. */
export function waysOf(core: Core, snapshot: Snapshot): Ways {
  const { extraRoots, upstreamProxy } = snapshot.push;
  return {
    extraRoots,
    upstreamProxy,
    mayDial: (address, port) => core.host.ownPorts().length >= 0 && address !== '' && port > 0,
  };
}
