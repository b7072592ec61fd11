import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
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

/** Duration of the measurement while nothing happens, in milliseconds. */
const IDLE_MS = 60_000;
const SETTLE_LIMIT_MS = 60 * 60_000;

/**
 * Compares the time until many deployments are active, through the control plane and with the same Deployments applied
 * directly to the cluster. Also measures the load of three idle replicas, and the time until they have rebuilt an
 * emptied cluster. `DEPLOYMENTS=10000 npm run bench -- cluster-many` measures another number of deployments.
 */
export function measure(): Promise<Measurement> {
  return withCluster(async (lab) => {
    const { api, namespace, replicas } = lab;
    await replicas.start();
    const beside = await freshNamespace(api, 'bare');
    const bare = await bareSeconds(api, beside);
    await api.request('DELETE', `/api/v1/namespaces/${beside}`);
    await untilCount(async () => (await available(api, beside)) === 0, 'the end of them');
    const largestReplica = () => Math.max(...replicas.running.map(({ pid }) => memoryMb(pid)));
    const before = largestReplica();
    const ours = await ourSeconds(lab);
    const afterSettling = largestReplica();
    const idle = await idleLoad(lab);
    const memory = largestReplica();
    const rebuilt = await rebuildSeconds(lab, namespace);
    const controllers = lab.memoryOf('kube-controller-manager');
    return {
      claim: `${COUNT} deployments settle in a small multiple of the time that the cluster takes for them alone`,
      sides: [
        { name: `${COUNT} deployments until all serve`, unit: 's', samples: [ours] },
        { name: 'as many Deployments until all are available', unit: 's', samples: [bare] },
      ],
      ratio: { name: 'ours to the cluster alone', value: ours / bare, aim: { atMost: 10 } },
      figures: [
        { name: 'time until an emptied cluster is rebuilt', value: rebuilt, unit: 's', aim: 20 * 60 },
        { name: 'database transactions of 3 idle replicas', value: idle.transactions, unit: '/s', aim: 60 },
        { name: 'API requests of 3 idle replicas', value: idle.requests, unit: '/s', aim: 10 },
        { name: 'memory of the largest replica before', value: before, unit: 'MB' },
        { name: 'memory of the largest replica after settling', value: afterSettling, unit: 'MB' },
        { name: 'memory of the largest replica when idle', value: memory, unit: 'MB', aim: 600 },
        { name: 'memory of the largest replica after rebuilding', value: largestReplica(), unit: 'MB' },
        { name: 'memory of the controllers', value: controllers, unit: 'MB' },
        { name: 'memory of the API server', value: lab.memoryOf('kube-apiserver'), unit: 'MB' },
      ],
    };
  });
}

/** Returns the transactions and API requests a second while no deployment changes. */
async function idleLoad({ api, replicas }: ClusterLab): Promise<{ transactions: number; requests: number }> {
  const client = new Client({ connectionString: replicas.database.url });
  await client.connect();
  const count = async () => {
    const query = `select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`;
    const { rows } = await client.query<{ count: string }>(query);
    return {
      transactions: Number(rows[0]?.count),
      requests: await countApiRequests(api),
      at: performance.now(),
    };
  };
  try {
    // The load of the last rollouts ends before the measurement.
    await delay(IDLE_MS / 2);
    const before = await count();
    await delay(IDLE_MS);
    const after = await count();
    const seconds = (after.at - before.at) / 1_000;
    return {
      transactions: (after.transactions - before.transactions) / seconds,
      requests: (after.requests - before.requests) / seconds,
    };
  } finally {
    await client.end();
  }
}

/** Kinds of objects that replicas request. Idle controllers request these kinds only through watches. */
const COUNTED =
  /^apiserver_request_total\{[^}]*resource="(?:pods|services|deployments|replicasets|jobs|events|secrets|statefulsets|horizontalpodautoscalers)"/;

async function countApiRequests(api: ClusterApi): Promise<number> {
  const { body } = await api.request('GET', '/metrics');
  return String(body)
    .split('\n')
    .filter((line) => COUNTED.test(line))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

/** Deletes all objects of the control plane while no replica runs, and returns the time until they are back. */
async function rebuildSeconds({ api, replicas }: ClusterLab, namespace: string): Promise<number> {
  for (const replica of replicas.running.slice()) await replicas.kill(replica);
  const ours = 'labelSelector=app.kubernetes.io%2Fmanaged-by%3Dagent-deploy';
  const { body } = await api.request('GET', `/api/v1/namespaces/${namespace}/services?${ours}`);
  const { items } = body as { items: { metadata: { name: string } }[] };
  await forEach(async (number) => {
    const name = items[number - 1]?.metadata.name;
    if (name !== undefined) await api.request('DELETE', `/api/v1/namespaces/${namespace}/services/${name}`);
  });
  await untilCount(async () => (await listed(api, namespace)).length === 0, 'an empty cluster');
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 3 }, () => replicas.start()));
  await untilCount(async () => (await available(api, namespace)) === COUNT, 'all of them');
  return (performance.now() - startedAt) / 1_000;
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
      SETTLE_LIMIT_MS,
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
  await untilCount(async () => (await available(api, namespace)) === COUNT, 'all of them');
  return (performance.now() - startedAt) / 1_000;
}

/** Waits for a condition that lists many objects, so it is checked only every half second. */
async function untilCount(isMet: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + SETTLE_LIMIT_MS;
  while (!(await isMet())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${SETTLE_LIMIT_MS} ms`);
    await delay(500);
  }
}

async function available(api: ClusterApi, namespace: string): Promise<number> {
  return (await listed(api, namespace)).filter(({ status }) => status.availableReplicas === 1).length;
}

async function listed(api: ClusterApi, namespace: string) {
  const { body } = await api.request(
    'GET',
    `/apis/apps/v1/namespaces/${namespace}/deployments?resourceVersion=0`,
  );
  return (body as { items?: { status: { availableReplicas?: number } }[] }).items ?? [];
}
