import type { Store } from '../../../ports/store.ts';
import { activeRevisionOf, bringsServer } from '../../../ports/store-control-plane.ts';
import { HttpError } from '../../../server/http-error.ts';
import type { Upstreams } from '../../../server/reverse-proxy.ts';
import { CredentialError } from './api/credentials.ts';
import type { KubernetesPlace } from './kubernetes-place.ts';

/** Creates the upstreams of images that include their own server, addressed by the Services of their deployments. */
export function createPodUpstreams(
  place: Pick<KubernetesPlace, 'find'>,
  store: Pick<Store, 'deployments' | 'revisions'>,
): Upstreams {
  return {
    answersHealth: true,
    has: (deploymentId) => bringsServer(store, deploymentId),
    async acquire(deploymentId, signal) {
      const deployment = await store.deployments.findById(deploymentId);
      const revision = deployment && (await activeRevisionOf(store, deployment));
      const endpoints = revision && place.find(deployment, revision).endpoints(signal);
      const [found] =
        (await endpoints?.catch((cause: unknown): never => {
          if (!(cause instanceof CredentialError)) throw cause;
          throw new HttpError(503, 'The control plane has no credentials for its cluster at this moment.', {
            cause,
          });
        })) ?? [];
      if (found?.kind !== 'server') {
        throw new HttpError(503, 'No revision of this deployment serves yet.', {
          headers: { 'retry-after': '1' },
        });
      }
      const { address, via } = found;
      return { address, authorization: via?.headers?.['authorization'], tls: via?.tls, release: () => {} };
    },
  };
}
