import type { Store } from '../../../ports/store.ts';
import type { AgentPod } from '../../agent-pod/pod-workers.ts';
import type { AgentServices } from './agent-service.ts';
import { pathOf } from './api/connection.ts';
import { type Pod, PODS } from './api/resources.ts';
import { explain, type PodCluster } from './cluster.ts';
import { isReady } from './plan/judge-pods.ts';
import { SERVICE_PORT } from './plan/manifests.ts';
import { LABELS, labelSelector } from './plan/objects.ts';
import { AGENT } from '../../workload/pod-spec.ts';

/**
 * Lists the ready pods of a revision. Inside the cluster their URLs use the pods' addresses; outside, they lead
 * through the API server.
 * @throws Error in the words of the cluster.
 */
export async function listReadyPods(
  { client, plane, traffic }: PodCluster,
  services: Pick<AgentServices, 'identityOf'>,
  store: Pick<Store, 'deployments' | 'revisions'>,
  { deploymentId, revisionId }: { deploymentId: string; revisionId: string },
  signal: AbortSignal,
): Promise<AgentPod[]> {
  const deployment = await store.deployments.findById(deploymentId);
  const revision = await store.revisions.get(deploymentId, revisionId);
  if (deployment === undefined || revision === undefined) return [];
  const { namespace } = services.identityOf(deployment, revision);
  const labels = `${labelSelector({ plane, deploymentId, revisionId })},${LABELS.component}=${AGENT}`;
  const listed = await client.list(PODS, { namespace, labels }, signal);
  if (!listed.ok) throw new Error(explain(listed.problem));
  const ready = listed.value.items.filter(isUsable);
  if (ready.length === 0) return [];
  if (traffic === 'direct') {
    return ready.flatMap(({ metadata: { name, uid }, status }) => {
      const address = status?.podIP;
      return address === undefined ? [] : [{ name, uid, target: { url: directUrl(address) } }];
    });
  }
  const { server, authorization, tls } = await client.endpoint(signal);
  const headers = authorization === undefined ? {} : { authorization };
  return ready.map(({ metadata: { name, uid } }) => {
    const path = `${pathOf('api', 'v1', 'namespaces', namespace, 'pods')}/${name}:${SERVICE_PORT}/proxy`;
    return { name, uid, target: { url: server + path, headers, tls } };
  });
}

const directUrl = (address: string): string =>
  `http://${address.includes(':') ? `[${address}]` : address}:${SERVICE_PORT}`;

function isUsable(pod: Pod): boolean {
  return isReady(pod) && !pod.metadata.deletionTimestamp;
}
