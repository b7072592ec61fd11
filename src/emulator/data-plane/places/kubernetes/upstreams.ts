import type { Store } from '../../../ports/store.ts';
import { activeRevisionOf, bringsServer } from '../../../ports/store-control-plane.ts';
import { HttpError } from '../../../server/http-error.ts';
import type { Upstreams } from '../../../server/reverse-proxy.ts';
import type { AgentServices } from './agent-service.ts';
import { pathOf } from './api/connection.ts';
import { CredentialError } from './api/credentials.ts';
import type { PodCluster } from './cluster.ts';
import { SERVICE_PORT } from './plan/manifests.ts';
import { serviceName } from './plan/objects.ts';

/**
 * Creates the upstreams of images that include their own server, addressed by the Services of their deployments.
 * Inside the cluster the Service name is used; outside, requests go through the API server, which does not pass on
 * the `Authorization` header.
 */
export function createPodUpstreams(
  { client, traffic }: PodCluster,
  services: Pick<AgentServices, 'identityOf'>,
  store: Pick<Store, 'deployments' | 'revisions'>,
): Upstreams {
  return {
    answersHealth: true,
    has: (deploymentId) => bringsServer(store, deploymentId),
    async acquire(deploymentId, signal) {
      const deployment = await store.deployments.findById(deploymentId);
      const revision = deployment && (await activeRevisionOf(store, deployment));
      if (deployment === undefined || revision === undefined) {
        throw new HttpError(503, 'No revision of this deployment serves yet.', {
          headers: { 'retry-after': '1' },
        });
      }
      const { namespace } = services.identityOf(deployment, revision);
      const service = serviceName(deploymentId);
      const release = () => undefined;
      if (traffic === 'direct') {
        return { address: `http://${service}.${namespace}.svc:${SERVICE_PORT}`, release };
      }
      const { server, authorization, tls } = await client.endpoint(signal).catch((cause: unknown): never => {
        if (!(cause instanceof CredentialError)) throw cause;
        throw new HttpError(503, 'The control plane has no credentials for its cluster at this moment.', {
          cause,
        });
      });
      const path = pathOf('api', 'v1', 'namespaces', namespace, 'services');
      return { address: `${server}${path}/${service}:${SERVICE_PORT}/proxy`, authorization, tls, release };
    },
  };
}
