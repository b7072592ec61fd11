import { setTimeout } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { type ClusterLab, createImage, untilDeployed, withCluster } from './support/cluster.ts';
import type { Measurement } from './support/measure.ts';

const SWITCHES = 50;
const CALLERS = 4;
const PAUSE_MS = 5;

interface Load {
  requests: number;
  failures: string[];
  stop(): Promise<void>;
}

/**
 * Replaces 50 revisions of an image one after another while clients send requests, on new connections and on open
 * connections.
 */
export function measure(): Promise<Measurement> {
  return withCluster(async (lab) => {
    const { replicas, agent } = lab;
    const { id } = await createImage(replicas, 'switched', agent.image('one'));
    await untilDeployed(replicas, id);
    const [fresh, kept]: [number[], number[]] = [[], []];
    const loads = [load(lab, id, 'fresh'), load(lab, id, 'kept')] as const;
    for (let count = 1; count <= SWITCHES; count += 1) {
      const before = loads.map(({ failures }) => failures.length);
      const image = agent.image(count % 2 === 1 ? 'two' : 'one');
      const body = { source_revision_config: { image_uri: image } };
      const { status } = await replicas.api('PATCH', `/v2/deployments/${id}`, body);
      if (status !== 200) throw new Error(`a change was answered ${status}`);
      await untilDeployed(replicas, id);
      fresh.push(loads[0].failures.length - (before[0] ?? 0));
      kept.push(loads[1].failures.length - (before[1] ?? 0));
    }
    // The pods of the second newest revision end during this pause.
    await setTimeout(10_000);
    await Promise.all(loads.map((one) => one.stop()));
    for (const { failures } of loads) for (const text of new Set(failures)) console.error(text);
    const failed = loads[0].failures.length + loads[1].failures.length;
    const made = loads[0].requests + loads[1].requests;
    return {
      claim: `${SWITCHES} revisions take over from one another under ${2 * CALLERS} callers, and no request fails`,
      sides: [
        { name: 'failed on fresh connections, per switch', unit: 'requests', samples: fresh },
        { name: 'failed on kept connections, per switch', unit: 'requests', samples: kept },
      ],
      ratio: { name: 'failed of made', value: failed / made, aim: { atMost: 0 } },
      figures: [
        { name: 'requests on fresh connections', value: loads[0].requests, unit: '' },
        { name: 'requests on kept connections', value: loads[1].requests, unit: '' },
      ],
    };
  });
}

function load({ replicas }: ClusterLab, id: string, how: 'fresh' | 'kept'): Load {
  const dispatcher = new Agent({ connections: CALLERS, pipelining: how === 'kept' ? 1 : 0 });
  const headers = { 'x-api-key': replicas.apiKey, 'x-tenant-id': replicas.workspaceId };
  const result = { requests: 0, failures: [] as string[] };
  const stop = new AbortController();
  const call = async () => {
    while (!stop.signal.aborted) {
      result.requests += 1;
      try {
        const { statusCode, body } = await request(`${replicas.url}/d/${id}/tag`, { dispatcher, headers });
        const text = await body.text();
        if (statusCode !== 200) result.failures.push(`${how}: ${statusCode} ${text.slice(0, 200)}`);
      } catch (error) {
        result.failures.push(`${how}: ${String(error)}`);
      }
      await setTimeout(PAUSE_MS);
    }
  };
  const callers = Array.from({ length: CALLERS }, call);
  return Object.assign(result, {
    async stop() {
      stop.abort();
      await Promise.all(callers);
      await dispatcher.close();
    },
  });
}
