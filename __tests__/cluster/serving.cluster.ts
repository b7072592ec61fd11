// Tests of a deployment that serves requests: environment and requests of its pods, switches under load, databases,
// and cleanup.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type ClusterApi, accepted, openClusterApi } from '../../harness/cluster/api.ts';
import { nodeImage, playImages } from '../../harness/cluster/pods/images.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import type { EmulatorHandle } from '../../harness/emulator.ts';
import { until } from '../../harness/until.ts';
import {
  asked,
  changeImage,
  createImage,
  type Deployment,
  deployLog,
  openPlaneHome,
  type PlaneHome,
  settled,
} from './support/planes.ts';

const PROGRAM = `
import { createServer } from 'node:http';
createServer(async (request, response) => {
  if (request.url === '/stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: first\\n\\n');
    request.once('close', () => response.end());
    return;
  }
  let body = '';
  for await (const part of request) body += part;
  const { url, method, headers } = request;
  response.end(JSON.stringify({ url, method, headers, body, env: process.env }));
}).listen(Number(process.env.PORT), '0.0.0.0');
process.on('SIGTERM', () => process.exit(0));
`;
const image = (version: number) => `registry.test/echo:${version}`;
const Answer = z.object({
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  env: z.record(z.string(), z.string()),
});

let api: ClusterApi;
let namespace = '';
let folder = '';
let home: PlaneHome;
let plane: EmulatorHandle;
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  namespace = await freshNamespace(api, 'serving');
  folder = await mkdtemp(path.join(tmpdir(), 'echo-'));
  const file = path.join(folder, 'echo.mjs');
  await writeFile(file, PROGRAM);
  const versions = Array.from({ length: 8 }, (_, index) => index + 1);
  await playImages(
    api,
    namespace,
    Object.fromEntries(versions.map((one) => [image(one), nodeImage(file, { VERSION: String(one) })])),
  );
  home = await openPlaneHome(api.access, namespace);
  plane = await home.start();
});
afterAll(async () => {
  await home.close();
  await api.close();
  await rm(folder, { recursive: true });
});

async function deployed(version: number, spec: object = {}, more: object = {}): Promise<Deployment> {
  const made = await createImage(plane, image(version), spec, more);
  const end = await settled(plane, made.id, made.latest_revision_id);
  expect([end.status, end.status_message]).toEqual(['DEPLOYED', null]);
  return made;
}
const ask = async (id: string, place: string, init: RequestInit = {}) => {
  const headers = { 'x-api-key': plane.apiKey, ...init.headers };
  const answer = await fetch(`${plane.urls.controlPlane}/d/${id}${place}`, { ...init, headers });
  return Answer.parse(await answer.json());
};

// docs/kubernetes.md#secrets
test("the pods get the deployment's secrets, and referenced secrets that the control plane never reads", async () => {
  const metadata = { name: 'of-the-team', namespace };
  accepted(
    await api.apply({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata,
      stringData: { password: 'from the cluster' },
    }),
  );
  const { id } = await deployed(
    1,
    {},
    {
      secrets: [{ name: 'OWN', value: 'in two\nlines' }],
      secret_references: [{ name: 'REFERRED', secret_name: 'of-the-team', secret_key: 'password' }],
    },
  );
  const { env } = await ask(id, '/');
  expect(env).toMatchObject({ OWN: 'in two\nlines', REFERRED: 'from the cluster', VERSION: '1' });
  expect(env['LANGSMITH_HOST_REVISION_ID']).toBeDefined();
});

// docs/kubernetes.md#traffic
test("requests through the cluster's API reach the pods without the API key and Authorization, and otherwise unchanged", async () => {
  const { id } = await deployed(1);
  const sent = {
    method: 'POST',
    body: 'a body',
    headers: { authorization: 'Bearer of-the-agent', 'x-own': 'kept' },
  };
  const { url, method, body, headers } = await ask(id, '/threads/a%20b?limit=1&q=%20', sent);
  expect({ url, method, body }).toEqual({
    url: '/threads/a%20b?limit=1&q=%20',
    method: 'POST',
    body: 'a body',
  });
  expect(headers).toMatchObject({ 'x-own': 'kept' });
  expect(JSON.stringify(headers)).not.toMatch(new RegExp(`${plane.apiKey}|of-the-agent|${api.access.token}`));
  // Probes send requests without a key.
  expect((await fetch(`${plane.urls.controlPlane}/d/${id}/ok`)).status).toBe(200);
  expect((await fetch(`${plane.urls.controlPlane}/d/${id}/threads`)).status).toBe(401);
});

test('no path of a deployment leads to the API of the cluster', async () => {
  const { id } = await deployed(1);
  const { hostname, port } = new URL(plane.urls.controlPlane);
  const raw = (place: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { 'x-api-key': plane.apiKey };
      const sent = request({ host: hostname, port, path: `/d/${id}${place}`, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sent.once('error', reject).end();
    });
  for (const place of [
    '/../secrets',
    '/a/..',
    '/%2e%2e/x',
    '/a/.%2E/b',
    '/./x',
    '/a%2f..%2fb',
    '/..%5cx',
    '/..;x/y',
  ]) {
    expect([place, await raw(place)]).toEqual([place, 400]);
  }
  expect([await raw('/a..b/...'), await raw('/a?x=/../')]).toEqual([200, 200]);
});

test('a stream arrives as it is written, and ends after its reader disconnects', async () => {
  const { id } = await deployed(1);
  const stop = new AbortController();
  const headers = { 'x-api-key': plane.apiKey };
  const answer = await fetch(`${plane.urls.controlPlane}/d/${id}/stream`, { headers, signal: stop.signal });
  const reader = answer.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toBe('data: first\n\n');
  stop.abort();
});

let switched: Deployment;
// docs/kubernetes.md#switch
test('no request fails while one revision replaces another or an older image is deployed again', async () => {
  switched = await deployed(1);
  const { id } = switched;
  const seen = new Set<string>();
  const over = new AbortController();
  const clients = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) seen.add((await ask(id, '/')).env['VERSION'] ?? '');
  });
  for (const version of [2, 3, 1]) {
    const revision = await changeImage(plane, id, image(version));
    expect(await settled(plane, id, revision)).toMatchObject({ status: 'DEPLOYED' });
    await until(async () => (await ask(id, '/')).env['VERSION'] === String(version), `version ${version}`);
  }
  over.abort();
  await Promise.all(clients);
  expect([...seen].toSorted()).toEqual(['1', '2', '3']);
});

// docs/kubernetes.md#scale
test('the configured scale sets the number of pods, and the next revision starts with the same number', async () => {
  const { id } = await deployed(1, { min_scale: 1, max_scale: 4, cpu: 0.1 });
  const labels = encodeURIComponent(`agent-deploy/deployment=${id}`);
  const List = z.looseObject({
    items: z.array(z.looseObject({ metadata: z.looseObject({ name: z.string() }) })),
  });
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
  const [first] = List.parse(accepted(await api.request('GET', `${path}?labelSelector=${labels}`))).items;
  // The test scales the Deployment as a load-based autoscaler would.
  const name = first?.metadata.name ?? '';
  accepted(
    await api.request('PATCH', `${path}/${name}`, { spec: { replicas: 3 } }, 'application/merge-patch+json'),
  );
  const Scaled = z.looseObject({ status: z.looseObject({ replicas: z.number().optional() }) });
  const replicas = async (of: string) =>
    Scaled.parse(accepted(await api.request('GET', `${path}/${of}`))).status.replicas;
  await until(async () => (await replicas(name)) === 3, 'three pods');
  const revision = await changeImage(plane, id, image(2));
  expect(await settled(plane, id, revision)).toMatchObject({ status: 'DEPLOYED' });
  const items = List.parse(accepted(await api.request('GET', `${path}?labelSelector=${labels}`))).items;
  const second = items.map(({ metadata }) => metadata.name).find((one) => one !== name) ?? '';
  expect(await replicas(second)).toBe(3);
});

// docs/kubernetes.md#databases
test('a requested database and Redis are started, and the agent gets both addresses', async () => {
  // A cluster with storage creates the volume itself.
  const volume = `volume-${namespace}`;
  accepted(
    await api.request('POST', '/api/v1/persistentvolumes', {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: volume },
      spec: {
        capacity: { storage: '3Gi' },
        accessModes: ['ReadWriteOnce'],
        persistentVolumeReclaimPolicy: 'Delete',
        hostPath: { path: '/nowhere' },
      },
    }),
  );
  try {
    const { id, latest_revision_id: revision } = await deployed(1, {
      db_storage_gi: 3,
      redis_memory_mb: 64,
    });
    const { env } = await ask(id, '/');
    const host = `ad-${id.replaceAll('-', '')}`;
    expect(env['POSTGRES_URI']).toMatch(new RegExp(`^postgres://agent:[0-9a-f]{48}@${host}-db:5432/agent`));
    expect(env['REDIS_URI']).toMatch(new RegExp(`^redis://:[0-9a-f]{48}@${host}-redis:6379/0$`));
    // The next revision gets the same database with the same password.
    const second = await changeImage(plane, id, image(2));
    await settled(plane, id, second);
    expect((await ask(id, '/')).env['POSTGRES_URI']).toBe(env['POSTGRES_URI']);
    expect(await deployLog(plane, id, revision)).not.toContain(env['POSTGRES_URI'] ?? '-');
    await asked(plane, 'DELETE', `/v2/deployments/${id}`);
    await until(async () => (await plane.api('GET', `/v2/deployments/${id}`)).status === 404, 'its end');
  } finally {
    await api.request('DELETE', `/api/v1/persistentvolumes/${volume}`);
  }
});

// docs/kubernetes.md#drain
test('a replaced revision is removed after its requests had time to finish', async () => {
  const { id } = switched;
  const labels = encodeURIComponent(`agent-deploy/deployment=${id}`);
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments?labelSelector=${labels}`;
  const List = z.looseObject({ items: z.array(z.unknown()) });
  await until(async () => List.parse(accepted(await api.request('GET', path))).items.length === 1, 'the end');
  expect((await ask(id, '/')).env['VERSION']).toBe('1');
});

// docs/kubernetes.md#namespaces
test("a deployment runs in its listener's namespace, and no object remains there after the deletion", async () => {
  const other = await freshNamespace(api, 'listened');
  const listener = await asked<{ id: string }>(plane, 'POST', '/v2/listeners', {
    compute_type: 'k8s',
    compute_id: 'cluster',
    compute_config: { k8s_namespaces: [other] },
  });
  const made = await createImage(
    plane,
    'registry.test/agent:1',
    {},
    { source_config: { listener_id: listener.id, listener_config: { k8s_namespace: other } } },
  );
  expect(await settled(plane, made.id, made.latest_revision_id)).toMatchObject({ status: 'DEPLOYED' });
  const path = (name: string) => `/api/v1/namespaces/${name}/services/ad-${made.id.replaceAll('-', '')}`;
  expect((await api.request('GET', path(other))).status).toBe(200);
  expect((await api.request('GET', path(namespace))).status).toBe(404);
  await asked(plane, 'DELETE', `/v2/deployments/${made.id}`);
  await until(async () => (await plane.api('GET', `/v2/deployments/${made.id}`)).status === 404, 'its end');
  expect((await api.request('GET', path(other))).status).toBe(404);
});
