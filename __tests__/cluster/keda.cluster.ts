// Tests in a cluster with KEDA's definitions, which must accept the product's objects and let KEDA find its metric.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { graphConfig } from '../../harness/agents/fixtures.ts';
import { accepted, type ClusterApi, messageOf, openClusterApi } from '../../harness/cluster/api.ts';
import { type Cluster, startCluster } from '../../harness/cluster/cluster.ts';
import { installKeda } from '../../harness/cluster/definitions.ts';
import { startReplicas } from '../../harness/cluster/replicas.ts';
import { accountWith, freshNamespace } from '../../harness/cluster/shared.ts';
import { createRepository } from '../../harness/git.ts';
import { until } from '../../harness/until.ts';
import { EXTRA_RULES, RULES } from '../../src/emulator/data-plane/places/kubernetes/plan/rights.ts';
import { asked, type Deployment, settled } from './support/planes.ts';
import {
  autoscaler,
  runsAuthentication,
  runsTrigger,
} from '../../src/emulator/data-plane/places/kubernetes/plan/scale.ts';

let cluster: Cluster;
let api: ClusterApi;
beforeAll(async () => {
  cluster = await startCluster();
  api = openClusterApi(cluster.access);
  await installKeda(api);
});
afterAll(async () => {
  await api.close();
  await cluster.close();
});

const metadata = { name: 'agent', namespace: 'default', labels: { app: 'agent' } };
const runs = { url: 'http://plane/_pods/r/runs', tokenKey: 'TOKEN' };
const scaled = (isServing: boolean) => {
  const planned = autoscaler(
    metadata,
    { kind: 'range', min: 1, max: 4, start: 2 },
    {
      measured: { cpu: true, memory: true },
      triggers: [runsTrigger(runs, 'agent')],
      container: 'agent',
      isServing,
    },
  );
  if (planned === undefined) throw new Error('a range of pods has an autoscaler');
  return { ...planned, metadata: { ...planned.metadata } };
};

test("KEDA's API accepts the planned ScaledObject in strict mode at each stage of a rollout", async () => {
  for (const isServing of [false, true]) {
    const answer = await api.apply(scaled(isServing), '&fieldValidation=Strict');
    expect([answer.status < 300, messageOf(answer.body)]).toEqual([true, expect.any(String)]);
    expect(answer.body).toMatchObject({ spec: { minReplicaCount: isServing ? 1 : 2, maxReplicaCount: 4 } });
  }
});

test("KEDA's API accepts the trigger's authentication in strict mode", async () => {
  const answer = await api.apply(
    { ...runsAuthentication(metadata, runs, 'secret'), metadata: { ...metadata } },
    '&fieldValidation=Strict',
  );
  expect([answer.status < 300, messageOf(answer.body)]).toEqual([true, expect.any(String)]);
});

test("KEDA's API rejects a ScaledObject without a target, and names the field", async () => {
  const planned = scaled(true);
  const answer = await api.apply({
    ...planned,
    metadata: { ...planned.metadata, name: 'other' },
    spec: { triggers: [] },
  });
  expect([answer.status, messageOf(answer.body)]).toEqual([
    422,
    expect.stringContaining('spec.scaleTargetRef'),
  ]);
});

const Scaled = z.looseObject({
  metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
  spec: z.looseObject({
    scaleTargetRef: z.looseObject({ name: z.string() }),
    minReplicaCount: z.number(),
    maxReplicaCount: z.number(),
    triggers: z.array(
      z.looseObject({
        type: z.string(),
        metadata: z.record(z.string(), z.string()),
        authenticationRef: z.looseObject({ name: z.string() }).optional(),
      }),
    ),
  }),
});
const Authentication = z.looseObject({
  spec: z.looseObject({
    secretTargetRef: z.array(z.object({ parameter: z.string(), name: z.string(), key: z.string() })),
  }),
});
const Secret = z.looseObject({ data: z.record(z.string(), z.string()) });
const Runs = z.looseObject({ runs: z.number() });

/** Image of an agent that runs until a file exists. */
const gated = {
  'langgraph.json': graphConfig('./agent.mjs:graph'),
  'agent.mjs': `import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
export const graph = {
  async invoke({ gate }, { signal }) {
    while (!existsSync(gate)) await setTimeout(20, undefined, { signal });
    return {};
  },
};
`,
};

// docs/kubernetes.md#scale-by-runs
// docs/kubernetes.md#runs-metric
test('a deployment from code is scaled by its number of runs, which KEDA reads with a separate token', async () => {
  const namespace = await freshNamespace(api, 'scaled');
  const rules = [...RULES, EXTRA_RULES.proxy, EXTRA_RULES.keda].map(
    ({ apiGroups = [], resources = [], verbs }) => ({ apiGroups, resources, verbs }),
  );
  const access = await accountWith(api, namespace, rules);
  const folder = await mkdtemp(path.join(tmpdir(), 'keda-'));
  const replicas = await startReplicas(1, { access, namespace, healthTimeout: WAIT_LIMIT_MS / 1_000 });
  const repository = await createRepository(gated);
  try {
    const place = `/apis/keda.sh/v1alpha1/namespaces/${namespace}`;
    const listOf = async <T>(kind: string, item: z.ZodType<T>) =>
      z.looseObject({ items: z.array(item) }).parse(accepted(await api.request('GET', `${place}/${kind}`)))
        .items;
    const source = { repo_ref: 'main', graph_config_path: 'langgraph.json' };
    const { id, latest_revision_id: revision } = await asked<Deployment>(
      replicas,
      'POST',
      '/v2/deployments',
      {
        name: 'scaled',
        source: 'git_host',
        source_config: { repo_url: repository.url, deployment_type: 'prod' },
        source_revision_config: source,
        secrets: [],
      },
    );
    const end = await settled(replicas, id, revision);
    expect([end.status, end.status_message]).toEqual(['DEPLOYED', null]);

    const [scaler, ...more] = await listOf('scaledobjects', Scaled);
    expect(more).toEqual([]);
    expect(scaler?.spec).toMatchObject({ minReplicaCount: 1, maxReplicaCount: 10 });
    const target = scaler?.spec.scaleTargetRef.name ?? '';
    const workloads = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    accepted(await api.request('GET', `${workloads}/${target}`));
    const trigger = scaler?.spec.triggers.find(({ type }) => type === 'metrics-api');
    expect(trigger?.metadata).toMatchObject({ authMode: 'bearer', targetValue: '10' });
    const named = trigger?.authenticationRef?.name ?? '';
    const found = accepted(await api.request('GET', `${place}/triggerauthentications/${named}`));
    const [reference] = Authentication.parse(found).spec.secretTargetRef;
    expect(reference?.parameter).toBe('token');
    const secrets = `/api/v1/namespaces/${namespace}/secrets`;
    const secret = Secret.parse(accepted(await api.request('GET', `${secrets}/${reference?.name ?? ''}`)));
    const token = Buffer.from(secret.data[reference?.key ?? ''] ?? '', 'base64').toString();
    const url = trigger?.metadata['url'] ?? '';
    const location = trigger?.metadata['valueLocation'] ?? '';
    expect(location).toBe('runs');

    const ask = (bearer: string) => fetch(url, { headers: { authorization: `Bearer ${bearer}` } });
    const runs = async () => Runs.parse(await (await ask(token)).json()).runs;
    expect(await runs()).toBe(0);
    const gate = path.join(folder, 'gate');
    for (let count = 0; count < 12; count += 1) {
      const body = { assistant_id: 'agent', input: { gate } };
      await asked(replicas, 'POST', `/d/${id}/runs`, body);
    }
    // Ten runs are active and two wait, which requires two pods with this target.
    expect(await runs()).toBe(12);
    for (const other of ['', replicas.apiKey, `${token}x`]) expect((await ask(other)).status).toBe(401);
    await writeFile(gate, '');
    await until(async () => (await runs()) === 0, 'the end of all runs');

    await asked(replicas, 'DELETE', `/v2/deployments/${id}`);
    await until(async () => (await replicas.api('GET', `/v2/deployments/${id}`)).status === 404, 'its end');
    expect((await ask(token)).status).toBe(401);
    for (const kind of ['scaledobjects', 'triggerauthentications']) {
      await until(async () => (await listOf(kind, z.unknown())).length === 0, `the end of ${kind}`);
    }
  } finally {
    await replicas.close();
    await repository.remove();
    await rm(folder, { recursive: true, force: true });
  }
});
