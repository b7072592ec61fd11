import { readdirSync, readFileSync } from 'node:fs';
import { type ClusterApi, openClusterApi } from '../../harness/cluster/api.ts';
import { startCluster } from '../../harness/cluster/cluster.ts';
import { type GatedAgent, makeGatedAgent } from '../../harness/cluster/pods/gated-agent.ts';
import { playImages } from '../../harness/cluster/pods/images.ts';
import { type Replicas, startReplicas } from '../../harness/cluster/replicas.ts';
import { freshNamespace } from '../../harness/cluster/shared.ts';
import type { EmulatorOptions } from '../../harness/emulator.ts';
import { until } from '../../harness/until.ts';
import { memoryMb } from './process-usage.ts';

/**
 * A control plane with two replicas on a separate Kubernetes cluster, whose node runs the programs of pods as
 * processes.
 */
export interface ClusterLab {
  readonly api: ClusterApi;
  readonly namespace: string;
  readonly replicas: Replicas;
  /** The agent, with its images `one` and `two`. */
  readonly agent: GatedAgent;
  /** Returns the memory of a program of the cluster, in megabytes. */
  memoryOf(program: string): number;
}

/** Provides a cluster while `work` runs. */
export async function withCluster<T>(
  work: (lab: ClusterLab) => Promise<T>,
  options: EmulatorOptions = {},
): Promise<T> {
  const cluster = await startCluster();
  const api = openClusterApi(cluster.access);
  const agent = await makeGatedAgent(['one', 'two']);
  let replicas: Replicas | undefined;
  try {
    const namespace = await freshNamespace(api, 'bench');
    await playImages(api, namespace, agent.images);
    replicas = await startReplicas(2, { access: cluster.access, namespace, ...options });
    const memoryOf = (program: string) => memoryMb(childOf(cluster.internals.supervisor, program));
    return await work({ api, namespace, replicas, agent, memoryOf });
  } finally {
    await replicas?.close();
    await api.close();
    await cluster.close();
    await agent.close();
  }
}

function childOf(parent: number, program: string): number {
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const isChild = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(parent);
        return isChild && readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0')[1] === program;
      } catch {
        return false;
      }
    });
  if (found === undefined) throw new Error(`no ${program} runs`);
  return Number(found);
}

export interface Deployed {
  id: string;
  active_revision_id: string | null;
  latest_revision_id: string;
}

/** Creates a deployment of an image through any replica. */
export async function createImage(replicas: Replicas, name: string, image: string): Promise<Deployed> {
  const body = {
    name,
    source: 'external_docker',
    source_config: {},
    source_revision_config: { image_uri: image },
    secrets: [],
  };
  // A failed request is repeated, because simultaneous requests may conflict.
  const answer = await until(async () => {
    const given = await replicas.api('POST', '/v2/deployments', body);
    return given.status !== 503 && given;
  }, `an answer for ${name}`);
  if (answer.status >= 300) {
    const logs = replicas.running.map((one) =>
      one
        .log()
        .split('\n')
        .filter((line) => / ERROR|error/i.test(line))
        .slice(-5),
    );
    throw new Error(`a create was answered ${answer.status}: ${logs.flat().join('\n')}`);
  }
  return answer.body as Deployed;
}

/** Reads through any replica. Retries if a killed replica closed the connection or a replica cannot respond. */
export const read = async (replicas: Replicas, path: string): Promise<{ status: number; body: unknown }> =>
  until(async () => {
    const answer = await replicas.api('GET', path).catch(() => undefined);
    return answer?.status !== 503 && answer;
  }, `an answer to GET ${path}`);

/** Waits until the newest revision of a deployment is active. */
export const untilDeployed = (replicas: Replicas, id: string): Promise<Deployed> =>
  until(async () => {
    const { status, body } = await read(replicas, `/v2/deployments/${id}`);
    const now = body as Deployed;
    return status === 200 && now.active_revision_id === now.latest_revision_id && now;
  }, `the newest revision of ${id}`);
