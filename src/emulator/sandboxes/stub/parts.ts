import type { SandboxParts } from '../life/parts.ts';
import { stubBoxHost } from './box-host.ts';
import { stubProxy } from './proxy.ts';

/** Boxes of the runtime `stub`: every state, and no process. Nothing can be run in them, so nothing can leak. */
export function stubParts(): SandboxParts {
  return {
    startProxy: () => Promise.resolve(stubProxy()),
    boxes: stubBoxHost(),
    isolation: 'none',
    privateNetworks: [],
    extraRoots: () => Promise.resolve([]),
    upstreamProxy: null,
  };
}
