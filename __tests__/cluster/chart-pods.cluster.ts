// Tests of the chart on a node that runs containers. The control plane itself runs as pods, with only the chart's
// objects.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { type ClusterApi, accepted, openClusterApi } from '../../harness/cluster/api.ts';
import { type RealCluster, startRealCluster } from '../../harness/cluster/cluster.ts';
import { CHART, helm } from '../../harness/cluster/helm.ts';
import { kubectl } from '../../harness/cluster/kubectl.ts';
import { nodeFiles } from '../../harness/cluster/real-node/oci-image.ts';
import { freshNamespace } from '../../harness/cluster/shared.ts';
import { callApi } from '../../harness/emulator.ts';
import { type PostgresServer, startPostgres } from '../../harness/postgres/server.ts';
import { until } from '../../harness/until.ts';
import { EXTRA_RULES } from '../../src/emulator/data-plane/places/kubernetes/plan/rights.ts';
import { importEmulator } from './support/emulator-image.ts';

const AGENT = 'localhost/agent:1';
const API_KEY = 'a-key-of-the-chart';
const PROGRAM = `require('node:http').createServer((request, response) => response.end('{"from":"the agent"}'))
  .listen(Number(process.env.PORT));`;

let folder = '';
/** Reason why this machine cannot run containers for a kubelet, or `undefined` if it can. */
let cannot: string | undefined;
let cluster: RealCluster | undefined;
let api: ClusterApi;
let postgres: PostgresServer;
let database: Server;
let databaseUrl = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'chart-pods-'));
  try {
    cluster = await startRealCluster();
  } catch (cause) {
    cannot = cause instanceof Error ? cause.message : String(cause);
    return;
  }
  api = openClusterApi(cluster.access);
  await importEmulator(cluster, 'localhost/agent-deploy-emulator:1', folder);
  const program = path.join(folder, 'agent.js');
  await writeFile(program, PROGRAM);
  const files = [...(await nodeFiles()), [program, '/agent.js'] as const];
  await cluster.importImage({ name: AGENT, files, command: ['/bin/node', '/agent.js'] });
  postgres = await startPostgres();
  ({ server: database, url: databaseUrl } = await reachable(
    await postgres.freshDatabase(),
    cluster.hostAddress,
  ));
});
afterAll(async () => {
  if (cluster !== undefined) {
    await api.close();
    await cluster.close();
    database.close();
    await postgres.close();
  }
  await rm(folder, { recursive: true });
});

/** Makes a database that listens on a socket of this machine reachable for pods at an address. */
async function reachable(url: string, host: string): Promise<{ server: Server; url: string }> {
  const own = new URL(url);
  const socket = path.join(own.searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const server = createServer((client) => {
    const upstream = connect(socket);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  await once(server.listen(0, host), 'listening');
  const address = server.address();
  own.searchParams.delete('host');
  own.hostname = host;
  own.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  return { server, url: own.href };
}

/**
 * Adds the address of the API server inside the cluster, because the components that add it elsewhere do not run in
 * the test.
 */
async function offerApiServer({ access }: RealCluster): Promise<void> {
  const { hostname, port } = new URL(access.url);
  const metadata = {
    name: 'kubernetes',
    namespace: 'default',
    labels: { 'kubernetes.io/service-name': 'kubernetes' },
  };
  const slice = {
    metadata,
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    addressType: 'IPv4',
    endpoints: [{ addresses: [hostname], conditions: { ready: true } }],
    ports: [{ name: 'https', port: Number(port), protocol: 'TCP' }],
  };
  accepted(await api.apply(slice));
}

// docs/kubernetes.md#chart-pods
test('the chart installs a control plane that runs as pods, passes `helm test` and deploys an image', async () => {
  if (cluster === undefined) {
    expect(cannot).toMatch(/A node that runs containers requires|ended .* before|Not within/);
    return;
  }
  await offerApiServer(cluster);
  const plane = await freshNamespace(api, 'plane');
  const agents = await freshNamespace(api, 'agents');
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  accepted(await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: plane, labels } }));
  const stringData = {
    'database-url': databaseUrl,
    'api-key': API_KEY,
    keyring: `v1:${randomBytes(32).toString('base64')}`,
  };
  const metadata = { name: 'agent-deploy', namespace: plane };
  accepted(await api.apply({ apiVersion: 'v1', kind: 'Secret', metadata, stringData }));
  const values = {
    image: { repository: 'localhost/agent-deploy-emulator', tag: '1', pullPolicy: 'Never' },
    agents: { namespaces: [agents], createNamespaces: false },
    // Flags that the start script of the image adds. This cluster has no DNS names.
    flags: ['--host=0.0.0.0', '--port=4400', '--data-dir=/data', '--cluster-traffic=proxy'],
    resources: {},
  };
  const install = ['install', 'agent-deploy', CHART, '--namespace', plane, '--values', '-'];
  expect(await helm(install, { input: JSON.stringify(values), access: api.access })).toMatchObject({
    code: 0,
  });
  const extra = { ...metadata, name: 'proxy', namespace: agents };
  const group = 'rbac.authorization.k8s.io';
  const rules = [EXTRA_RULES.proxy];
  accepted(await api.apply({ apiVersion: `${group}/v1`, kind: 'Role', metadata: extra, rules }));
  accepted(
    await api.apply({
      apiVersion: `${group}/v1`,
      kind: 'RoleBinding',
      metadata: extra,
      roleRef: { apiGroup: group, kind: 'Role', name: 'proxy' },
      subjects: [{ kind: 'ServiceAccount', name: 'agent-deploy', namespace: plane }],
    }),
  );
  const rollout = [
    'rollout',
    'status',
    'deployment/agent-deploy',
    '--namespace',
    plane,
    '--timeout',
    `${WAIT_LIMIT_MS / 1_000}s`,
  ];
  const status = await kubectl(api.access, rollout);
  const log = await kubectl(api.access, ['logs', 'deployment/agent-deploy', '--namespace', plane]);
  expect([status.code, log.stdout + log.stderr]).toEqual([0, expect.stringContaining('"ready":true')]);
  expect(log.stdout + log.stderr).not.toContain(API_KEY);

  // docs/kubernetes/chart.md#test
  const test = [
    'test',
    'agent-deploy',
    '--namespace',
    plane,
    '--logs',
    '--timeout',
    `${WAIT_LIMIT_MS / 1_000}s`,
  ];
  const tested = await helm(test, { access: api.access });
  expect([tested.code, tested.stdout]).toEqual([
    0,
    expect.stringContaining('GET /v2/deployments?limit=1: 200'),
  ]);
  expect(tested.stdout + tested.stderr).not.toContain(API_KEY);

  const service = accepted(await api.request('GET', `/api/v1/namespaces/${plane}/services/agent-deploy`));
  const Shape = z.looseObject({ spec: z.looseObject({ clusterIP: z.string() }) });
  const url = `http://${Shape.parse(service).spec.clusterIP}`;
  const Ready = z.looseObject({ workspaceId: z.string() });
  const ready = Ready.parse(JSON.parse(/^\{.*"ready":true.*$/m.exec(log.stdout)?.[0] ?? '{}'));
  const ask = (method: string, place: string, body?: unknown) =>
    callApi(new URL(place, url), method, { apiKey: API_KEY, workspaceId: ready.workspaceId }, body);
  const made = await ask('POST', '/v2/deployments', {
    name: 'shop',
    source: 'external_docker',
    source_config: {},
    source_revision_config: { image_uri: AGENT },
    secrets: [],
  });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  const { id } = z.looseObject({ id: z.string() }).parse(made.body);
  await until(async () => (await ask('GET', `/d/${id}/ok`)).status === 200, 'an answer of the agent');
  expect((await ask('GET', `/d/${id}/who`)).body).toEqual({ from: 'the agent' });
});
