// Tests on a node that runs containers: kubelet, containerd and kube-proxy in separate namespaces, an image with this
// machine's Node and busybox, and the whole emulator.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { plainAgent } from '../../harness/agents/fixtures.ts';
import { type ClusterApi, accepted, openClusterApi } from '../../harness/cluster/api.ts';
import { type RealCluster, startRealCluster } from '../../harness/cluster/cluster.ts';
import { nodeFiles } from '../../harness/cluster/real-node/oci-image.ts';
import { type Replicas, startReplicas } from '../../harness/cluster/replicas.ts';
import { freshNamespace } from '../../harness/cluster/shared.ts';
import type { FileTree } from '../../harness/git.ts';
import { until } from '../../harness/until.ts';
import { createUpload, runOnce } from './support/code.ts';
import { importEmulator } from './support/emulator-image.ts';
import { asked, changeImage, createImage, deployLog, type Deployment, settled } from './support/planes.ts';

const IMAGES = ['localhost/agent:1', 'localhost/agent:2'] as const;
const EMULATOR = 'localhost/agent-deploy-emulator:1';
const BROKEN = 'localhost/agent:broken';
const SECRET = 'a-cluster-password';

/** An agent server on $PORT, as an image contains it. */
const agent = (version: string) => `
const http = require('node:http');
const fs = require('node:fs');
console.log('agent', process.env.NAME, 'listens on', process.env.PORT);
const read = (file) => fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
const server = http.createServer((request, response) => {
  if (request.url === '/ok') return response.end('{"ok":true}');
  if (request.url === '/die') { console.log('the last words'); process.exit(7); }
  if (request.url === '/stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let count = 0;
    const timer = setInterval(() => {
      response.write('data: ' + (count += 1) + '\\n\\n');
      if (count === 3) { clearInterval(timer); response.end(); }
    }, 20);
    return;
  }
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({
    version: ${JSON.stringify(version)}, url: request.url, env: process.env,
    migrated: read('/scratch/done'), file: read('/creds/password'),
  }));
}).listen(Number(process.env.PORT));
process.on('SIGTERM', () => { server.close(() => process.exit(0)); server.closeIdleConnections(); });
`;

let folder = '';
/** Reason why this machine cannot run containers for a kubelet, or `undefined` if it can. */
let cannot: string | undefined;
let cluster: RealCluster | undefined;
let api: ClusterApi;
let namespace = '';
let replicas: Replicas;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'real-'));
  try {
    cluster = await startRealCluster();
  } catch (cause) {
    cannot = cause instanceof Error ? cause.message : String(cause);
    process.stderr.write(`no node runs here, so what is tried is that this is said: ${cannot}\n`);
    return;
  }
  api = openClusterApi(cluster.access);
  const node = await nodeFiles();
  const busybox = ['/bin/busybox', '/bin/busybox'] as const;
  for (const name of IMAGES) {
    const program = path.join(folder, `${name.split(':').at(-1)}.js`);
    await writeFile(program, agent(name));
    const files = [...node, busybox, [program, '/agent.js'] as const];
    await cluster.importImage({ name, files, command: ['/bin/node', '/agent.js'] });
  }
  const command = ['/bin/busybox', 'sh', '-c', 'echo it cannot start; exit 9'];
  await cluster.importImage({ name: BROKEN, files: [busybox], command });
  namespace = await freshNamespace(api, 'real');
  const metadata = { name: 'db', namespace };
  accepted(await api.apply({ apiVersion: 'v1', kind: 'Secret', metadata, stringData: { password: SECRET } }));
  replicas = await startReplicas(2, { access: cluster.access, namespace });
});
afterAll(async () => {
  if (cluster !== undefined) {
    await replicas.close();
    await api.close();
    await cluster.close();
  }
  await rm(folder, { recursive: true });
});

/** If no node can run on this machine, the reason must contain the missing requirement. */
const isRefusedHonestly = () => {
  expect(cannot).toMatch(/A node that runs containers requires|ended .* before|Not within/);
};

const Answer = z.object({
  version: z.string(),
  url: z.string(),
  env: z.record(z.string(), z.string()),
  migrated: z.string().nullable(),
  file: z.string().nullable(),
});
async function ask(id: string, place = 'threads') {
  const { status, body } = await replicas.api('GET', `/d/${id}/${place}`);
  expect([status, body]).toEqual([200, expect.anything()]);
  return Answer.parse(body);
}

const SPEC = {
  cpu: 0.1,
  memory_limit_mb: 256,
  volumes: [
    { name: 'work', emptyDir: {} },
    { name: 'creds', secret: { secretName: 'db' } },
  ],
  volume_mounts: [
    { name: 'work', mountPath: '/scratch' },
    { name: 'creds', mountPath: '/creds' },
  ],
  init_containers: [
    {
      name: 'migrate',
      image: IMAGES[0],
      command: ['/bin/busybox', 'sh', '-c', 'echo migrating; echo -n yes > /scratch/done'],
      volumeMounts: [{ name: 'work', mountPath: '/scratch' }],
    },
  ],
  sidecars: [
    {
      name: 'beside',
      image: IMAGES[0],
      command: ['/bin/busybox', 'sh', '-c', 'trap "exit 0" TERM; while :; do /bin/busybox sleep 1; done'],
    },
  ],
};
const podsOf = async (id: string) => {
  const labels = encodeURIComponent(`agent-deploy/deployment=${id}`);
  const list = await api.request('GET', `/api/v1/namespaces/${namespace}/pods?labelSelector=${labels}`);
  return z.looseObject({ items: z.array(z.unknown()) }).parse(accepted(list)).items;
};

describe('an image on a node that runs containers', () => {
  // docs/kubernetes.md#containers
  test('runs with its secrets, volumes, init container and sidecar, is restarted after an exit, and is deleted', async () => {
    if (cannot !== undefined) return isRefusedHonestly();
    const { id, latest_revision_id: revision } = await createImage(replicas, IMAGES[0], SPEC, {
      secrets: [{ name: 'NAME', value: 'in two\nlines' }],
      secret_references: [{ name: 'DB_PASSWORD', secret_name: 'db', secret_key: 'password' }],
    });
    expect(await settled(replicas, id, revision)).toMatchObject({
      status: 'DEPLOYED',
      status_message: null,
    });
    const found = await ask(id, 'threads?limit=1');
    expect(found).toMatchObject({ url: '/threads?limit=1', migrated: 'yes', file: SECRET });
    expect(found.env).toMatchObject({ NAME: 'in two\nlines', DB_PASSWORD: SECRET, PORT: '8000' });
    const stream = await fetch(`${replicas.url}/d/${id}/stream`, {
      headers: { 'x-api-key': replicas.apiKey },
    });
    expect(await stream.text()).toBe('data: 1\n\ndata: 2\n\ndata: 3\n\n');

    await replicas.api('GET', `/d/${id}/die`).catch(() => undefined);
    await until(async () => (await replicas.api('GET', `/d/${id}/ok`)).status === 200, 'its restart');
    await until(async () => (await deployLog(replicas, id, revision)).includes('the last words'), 'its log');
    expect(await deployLog(replicas, id, revision)).not.toContain(SECRET);

    await asked(replicas, 'DELETE', `/v2/deployments/${id}`);
    await until(async () => (await replicas.api('GET', `/v2/deployments/${id}`)).status === 404, 'its end');
    expect(await podsOf(id)).toEqual([]);
  });

  // docs/kubernetes.md#containers
  test('is replaced without a failed request, is not replaced by a failing image, and can be restored by a rollback', async () => {
    if (cannot !== undefined) return isRefusedHonestly();
    const { id, latest_revision_id: first } = await createImage(replicas, IMAGES[0]);
    await settled(replicas, id, first);
    const counts = { answered: 0, failed: [] as unknown[], versions: new Set<string>() };
    const stop = new AbortController();
    const load = Array.from({ length: 4 }, async () => {
      while (!stop.signal.aborted) {
        const { status, body } = await replicas.api('GET', `/d/${id}/load`);
        if (status === 200) counts.versions.add(Answer.parse(body).version);
        else counts.failed.push(body);
        counts.answered += 1;
      }
    });
    const second = await changeImage(replicas, id, IMAGES[1]);
    expect(await settled(replicas, id, second)).toMatchObject({ status: 'DEPLOYED' });
    await until(async () => counts.versions.size === 2, 'an answer of the new one');

    const third = await changeImage(replicas, id, BROKEN);
    const failed = await settled(replicas, id, third);
    expect(failed.status).toBe('DEPLOY_FAILED');
    expect(failed.status_message).toContain('exit code 9');
    expect(failed.status_message).toContain('it cannot start');
    stop.abort();
    await Promise.all(load);
    expect(counts.failed).toEqual([]);
    expect(counts.answered).toBeGreaterThan(100);
    expect((await ask(id)).version).toBe(IMAGES[1]);

    const fourth = await changeImage(replicas, id, IMAGES[0]);
    expect(await settled(replicas, id, fourth)).toMatchObject({ status: 'DEPLOYED' });
    await until(async () => (await ask(id)).version === IMAGES[0], 'the older image');
    const { active_revision_id: active } = await asked<Deployment>(replicas, 'GET', `/v2/deployments/${id}`);
    expect(active).toBe(fourth);
  });
});

// docs/kubernetes.md#agent-containers
test('uploads are built and run by pods that can write only to their own folders', async () => {
  if (cluster === undefined) return isRefusedHonestly();
  await importEmulator(cluster, EMULATOR, folder);
  const flags = ['--agent-image', EMULATOR, '--cluster-traffic', 'direct'];
  const { access, hostAddress: host } = cluster;
  const control = await startReplicas(2, { access, namespace, host, flags });
  try {
    const deployed = async (name: string, files: FileTree) => {
      const made = await createUpload(control, name, files, folder);
      const revision = await settled(control, made.id, made.latest_revision_id);
      const log = await deployLog(control, made.id, made.latest_revision_id);
      expect([revision.status, revision.status_message, log]).toEqual(['DEPLOYED', null, expect.any(String)]);
      return made;
    };
    const agentOfGraphs = await deployed('coded', plainAgent());
    for (const replica of control.running) {
      expect(await runOnce(replica, agentOfGraphs.id, { messages: [{ content: 'hello' }] })).toMatchObject({
        messages: [{}, { content: expect.stringContaining('hello') }],
      });
    }
    const program = await deployed('program', {
      'langgraph.json': JSON.stringify({ emulator: { command: ['node', 'server.cjs'] } }),
      'server.cjs': agent('a program'),
    });
    // The Service's name can be resolved only in the cluster.
    const outside = await control.start({ flags: ['--cluster-traffic', 'proxy'] });
    const answer = Answer.parse(await asked(outside, 'GET', `/d/${program.id}/threads`));
    expect(answer).toMatchObject({ version: 'a program', url: '/threads' });
    expect(JSON.stringify(answer.env)).not.toMatch(/EMULATOR_AGENT_TOKEN|postgres/);
    for (const { id } of [agentOfGraphs, program]) {
      await asked(control, 'DELETE', `/v2/deployments/${id}`);
      await until(async () => (await control.api('GET', `/v2/deployments/${id}`)).status === 404, 'its end');
    }
  } finally {
    await control.close();
  }
});
