import { setTimeout } from 'node:timers/promises';
import { accepted } from '../harness/cluster/api.ts';
import { type ClusterLab, createImage, withCluster } from './support/cluster.ts';
import { median, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(5);
const POLL_MS = 20;

/**
 * Compares the time from the request for an image to the first reply of its pod, through the control plane and with
 * the cluster only.
 */
export function measure(): Promise<Measurement> {
  return withCluster(async (lab) => {
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await bareSeconds(lab, `bare-${round}`));
      ours.push(await ourSeconds(lab, `ours-${round}`));
    }
    return {
      claim: 'from an image to its first answer, a control plane adds little to what the cluster takes',
      sides: [
        { name: 'POST /v2/deployments to an answer of the agent', unit: 's', samples: ours },
        { name: 'the same objects applied, to an answer', unit: 's', samples: bare },
      ],
      ratio: { name: 'ours to the cluster alone', value: median(ours) / median(bare), aim: { atMost: 2 } },
    };
  });
}

async function ourSeconds({ replicas, agent }: ClusterLab, name: string): Promise<number> {
  const startedAt = performance.now();
  const { id } = await createImage(replicas, name, agent.image('one'));
  await answer(async () => (await replicas.api('GET', `/d/${id}/tag`)).status);
  return (performance.now() - startedAt) / 1_000;
}

async function bareSeconds({ api, namespace, agent }: ClusterLab, name: string): Promise<number> {
  const startedAt = performance.now();
  const metadata = { name, namespace };
  const labels = { app: name };
  const probe = { httpGet: { path: '/ok', port: 'http' } };
  const container = {
    name: 'agent',
    image: agent.image('one'),
    ports: [{ name: 'http', containerPort: 8_000 }],
    startupProbe: { ...probe, periodSeconds: 2, failureThreshold: 30 },
    readinessProbe: { ...probe, periodSeconds: 15 },
  };
  accepted(
    await api.apply({
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { selector: labels, ports: [{ name: 'http', port: 8_000, targetPort: 'http' }] },
    }),
  );
  accepted(
    await api.apply({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [container] } },
      },
    }),
  );
  const path = `/api/v1/namespaces/${namespace}/services/${name}:8000/proxy/tag`;
  await answer(async () => (await api.request('GET', path)).status);
  return (performance.now() - startedAt) / 1_000;
}

async function answer(ask: () => Promise<number>): Promise<void> {
  while ((await ask()) !== 200) await setTimeout(POLL_MS);
}
