import type { SandboxRuntime } from '../lifecycle/parts.ts';
import { stubBoxHost } from './box-host.ts';

/** Boxes of the runtime `stub`: every state, and no process. Nothing can be run in them, so nothing can leak. */
export function stubRuntime(): SandboxRuntime {
  return {
    startProxy: async () => (await import('./proxy.ts')).stubProxy(),
    boxes: stubBoxHost(),
    isolation: 'none',
    privateNetworks: [],
    extraRoots: () => Promise.resolve([]),
    upstreamProxy: null,
  };
}
