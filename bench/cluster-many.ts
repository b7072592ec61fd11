import { accepted, type ClusterApi } from '../harness/cluster/api.ts';
import { freshNamespace } from '../harness/cluster/shared.ts';
import { until } from '../harness/until.ts';
import { type ClusterLab, createImage, withCluster } from './support/cluster.ts';
import type { Measurement } from './support/measure.ts';
import { memoryMb } from './support/process-usage.ts';

/** Number of deployments, which the environment variable DEPLOYMENTS overrides. */
const COUNT = Number(process.env['DEPLOYMENTS'] ?? 1_000);
const AT_ONCE = 20;
/** Image whose pods are only simulated. */
const IMAGE = 'registry.test/pretended:1';

/**
 * Compares the time until 1,000 deployments are active, through the control plane and with the same Deployments
 * applied directly to the cluster.
 */
export function measure(): Promise<Measurement> {
  return withCluster(async (lab) => {
    const { api, replicas } = lab;
    const beside = await freshNamespace(api, 'bare');
    const bare = await bareSeconds(api, beside);
    await api.request('DELETE', `/api/v1/namespaces/${beside}`);
    await until(async () => (await available(api, beside)) === 0, 'the end of them', 300_000);
    const memoryOfReplicas = () =>
      replicas.running.map(({ pid }) => memoryMb(pid)).reduce((sum, one) => sum + one, 0);
    const before = memoryOfReplicas();
    const ours = await ourSeconds(lab);
    const memory = memoryOfReplicas();
    const controllers = lab.memoryOf('kube-controller-manager');
    return {
      claim: `${COUNT} deployments settle in a small multiple of the time that the cluster takes for them alone`,
      sides: [
        { name: `${COUNT} deployments until all serve`, unit: 's', samples: [ours] },
        { name: 'as many Deployments until all are available', unit: 's', samples: [bare] },
      ],
      ratio: { name: 'ours to the cluster alone', value: ours / bare, aim: { atMost: 10 } },
      moreRatios: [
        {
          name: 'memory of a replica to the controllers',
          value: memory / 2 / controllers,
          aim: { atMost: 2 },
        },
      ],
      figures: [
        { name: 'memory of both replicas before', value: before, unit: 'MB' },
        { name: 'memory of both replicas after', value: memory, unit: 'MB' },
        { name: 'memory of the controllers', value: controllers, unit: 'MB' },
        { name: 'memory of the API server', value: lab.memoryOf('kube-apiserver'), unit: 'MB' },
      ],
    };
  });
}

/** Calls `work` for each number, with several calls at a time. */
async function forEach(work: (number: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < COUNT) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function ourSeconds({ replicas }: ClusterLab): Promise<number> {
  const startedAt = performance.now();
  const ids: string[] = [];
  await forEach(async (number) => ids.push((await createImage(replicas, `agent-${number}`, IMAGE)).id));
  for (const id of ids) {
    await until(
      async () => {
        const { body } = await replicas.api('GET', `/v2/deployments/${id}`);
        return (body as { active_revision_id: string | null }).active_revision_id !== null;
      },
      `the revision of ${id}`,
      900_000,
    );
  }
  return (performance.now() - startedAt) / 1_000;
}

async function bareSeconds(api: ClusterApi, namespace: string): Promise<number> {
  const startedAt = performance.now();
  await forEach(async (number) => {
    const labels = { app: `agent-${number}` };
    accepted(
      await api.apply({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: `agent-${number}`, namespace },
        spec: {
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'agent', image: IMAGE }] } },
        },
      }),
    );
  });
  await until(async () => (await available(api, namespace)) === COUNT, 'all of them', 900_000);
  return (performance.now() - startedAt) / 1_000;
}

async function available(api: ClusterApi, namespace: string): Promise<number> {
  const { body } = await api.request(
    'GET',
    `/apis/apps/v1/namespaces/${namespace}/deployments?resourceVersion=0`,
  );
  const { items = [] } = body as { items?: { status: { availableReplicas?: number } }[] };
  return items.filter(({ status }) => status.availableReplicas === 1).length;
}
