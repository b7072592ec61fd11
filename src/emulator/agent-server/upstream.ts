import type { Store } from '../seams/store.ts';
import type { LiveWorkers } from '../seams/worker.ts';
import type { Upstreams } from '../server/forward.ts';
import { HttpError } from '../server/http-error.ts';

/** The agent servers that images bring; whatever else is deployed is answered by ours. */
export function createUpstreams(deps: { store: Pick<Store, 'deployments'>; live: LiveWorkers }): Upstreams {
  const { store, live } = deps;
  return {
    async brings(deploymentId) {
      const ours = live.acquire(deploymentId);
      ours?.release();
      if (ours) return false;
      const source = (await store.deployments.getAny(deploymentId))?.source;
      return source === 'external_docker' || source === 'internal_docker';
    },
    hold(deploymentId) {
      const held = live.acquireServer(deploymentId);
      if (held) return { address: held.worker.address, release: () => held.release() };
      throw new HttpError(503, 'No container of this deployment is serving at this moment', {
        headers: { 'retry-after': '1' },
      });
    },
  };
}
