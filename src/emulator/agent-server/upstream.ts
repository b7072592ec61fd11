import type { Store } from '../ports/store.ts';
import type { LiveWorkers } from '../ports/worker.ts';
import type { Upstreams } from '../server/reverse-proxy.ts';
import { HttpError } from '../server/http-error.ts';

/** The agent servers that images and programs bring; for all other deployments ours answers. */
export function createUpstreams(deps: {
  store: Pick<Store, 'deployments' | 'revisions'>;
  live: LiveWorkers;
}): Upstreams {
  const { store, live } = deps;
  return {
    async has(deploymentId) {
      const ours = live.acquire(deploymentId);
      ours?.release();
      if (ours) return false;
      // While a revision is switched in, the worker serves before the store knows.
      const own = live.acquireServer(deploymentId);
      own?.release();
      if (own) return true;
      const deployment = await store.deployments.findById(deploymentId);
      if (deployment === undefined) return false;
      if (deployment.source === 'external_docker' || deployment.source === 'internal_docker') return true;
      const { activeRevisionId: active } = deployment;
      return active !== null && (await store.revisions.get(deploymentId, active))?.bringsServer === true;
    },
    acquire(deploymentId) {
      const held = live.acquireServer(deploymentId);
      if (held) return { address: held.worker.address, release: () => held.release() };
      throw new HttpError(503, "No server of this deployment's own is up at this moment", {
        headers: { 'retry-after': '1' },
      });
    },
  };
}
