// Tests with a real container engine: podman with runc, an image with this machine's Node and busybox, and the whole
// emulator.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { isFinal } from '../../src/contract/statuses.ts';
import { startEmulator } from '../../harness/emulator.ts';
import { withPackage } from '../../harness/emulator-package.ts';
import { createEmulator, type Emulator } from '../../src/emulator/index.ts';
import { Seed } from '../../src/emulator/admin/seed.ts';
import { call } from '../emulator/server/plane.ts';

const run = promisify(execFile);
const NEEDED =
  'This tier runs containers: install podman, runc, busybox-static, iptables and containernetworking-plugins (.ci/engine does so).';
const IMAGE = 'localhost/agent-deploy-test:1';
const WORKSPACE = '11111111-1111-4111-8111-111111111111';
const LISTENER = '33333333-3333-4333-8333-333333333333';
const SECRET = 'a-cluster-password';

/** An agent server on $PORT, as an image contains it. */
const AGENT = `
const http = require('node:http');
const fs = require('node:fs');
console.log('agent', process.env.NAME, 'listens on', process.env.PORT);
http.createServer((request, response) => {
  if (request.url === '/ok') return response.end('{"ok":true}');
  if (request.url === '/die') process.exit(7);
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
    url: request.url, env: process.env,
    migrated: fs.existsSync('/scratch/done') ? fs.readFileSync('/scratch/done', 'utf8') : null,
    file: fs.existsSync('/creds/password') ? fs.readFileSync('/creds/password', 'utf8') : null,
  }));
}).listen(Number(process.env.PORT));
process.on('SIGTERM', () => process.exit(0));
`;

let folder = '';
/** Reason why this machine cannot run a container, or `undefined` if it can. */
let cannot: string | undefined;
let emulator: Emulator | undefined;
const before = process.env['CONTAINERS_CONF'];

// Runs podman in the test's own environment, because by default a child inherits the environment of the whole run.
const podman = async (...args: string[]): Promise<string> =>
  (await run('podman', args, { env: process.env })).stdout.trim();

beforeAll(async () => {
  await run('podman', ['--version']).catch((cause: unknown) => {
    throw new Error(NEEDED, { cause });
  });
  folder = await mkdtemp(join(tmpdir(), 'image-'));
  const conf = join(folder, 'containers.conf');
  // Configures runc with limits that a container inside a container is allowed to have.
  await writeFile(
    conf,
    '[engine]\nruntime = "runc"\n[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]\n',
  );
  process.env['CONTAINERS_CONF'] = conf;
  try {
    await buildImage(join(folder, 'root'));
    await podman('run', '--rm', '--network', 'host', IMAGE, '/bin/busybox', 'true');
  } catch (cause) {
    cannot = cause instanceof Error ? cause.message : String(cause);
    process.stderr.write(
      `podman is here and can run no container, so what is tried is that this is said: ${cannot}\n`,
    );
  }
});
afterEach(async () => {
  await emulator?.close();
  emulator = undefined;
});
afterAll(async () => {
  if (folder === '') return;
  await podman('rmi', '--force', IMAGE).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
  if (before === undefined) delete process.env['CONTAINERS_CONF'];
  else process.env['CONTAINERS_CONF'] = before;
});

/** Builds an image from scratch with this Node and its libraries, busybox, and the agent. */
async function buildImage(root: string): Promise<void> {
  const { stdout } = await run('ldd', [process.execPath]);
  const libraries = [...stdout.matchAll(/(\/\S+\.so\S*)/g)].map(([, file = '']) => file);
  const files: [string, string][] = [
    [process.execPath, '/bin/node'],
    ['/bin/busybox', '/bin/busybox'],
    ...libraries.map((file): [string, string] => [file, file]),
  ];
  for (const [from, to] of files) {
    await mkdir(dirname(join(root, to)), { recursive: true });
    await copyFile(from, join(root, to));
  }
  await writeFile(join(root, 'agent.js'), AGENT);
  await writeFile(join(root, 'Containerfile'), 'FROM scratch\nCOPY . /\nCMD ["/bin/node", "/agent.js"]\n');
  await podman('build', '--quiet', '--tag', IMAGE, root);
}

const seed = Seed.parse({
  workspaces: [
    {
      id: WORKSPACE,
      cluster_secrets: { prod: { db: { password: SECRET } } },
      service_accounts: ['runner'],
      listeners: [{ id: LISTENER, compute_id: 'here', compute_config: { k8s_namespaces: ['prod'] } }],
    },
  ],
});

async function start(): Promise<Emulator> {
  emulator = await createEmulator({ seed });
  return emulator;
}
async function settled(on: Pick<Emulator, 'port' | 'apiKey'>, id: string, revision: string) {
  for (;;) {
    const { body } = await call(on, 'GET', `/v2/deployments/${id}/revisions/${revision}`);
    if (isFinal(body.status)) return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
const body = (spec: object = {}, more: object = {}) => ({
  name: 'boxed',
  source: 'external_docker',
  source_config: { resource_spec: spec, listener_id: LISTENER, listener_config: { k8s_namespace: 'prod' } },
  source_revision_config: { image_uri: IMAGE },
  secrets: [{ name: 'NAME', value: 'in two\nlines' }],
  secret_references: [{ name: 'DB_PASSWORD', secret_name: 'db', secret_key: 'password' }],
  ...more,
});
async function deployed(on: Emulator, sent: object) {
  const { body: made, status } = await call(on, 'POST', '/v2/deployments', sent);
  expect([status, made.detail]).toEqual([201, undefined]);
  const revision = await settled(on, made.id, made.latest_revision_id);
  return { id: String(made.id), path: `/v2/deployments/${made.id}`, revision };
}
/** Checks that a revision fails with the reason if no container can run. */
async function isRefusedHonestly(): Promise<void> {
  const { revision } = await deployed(await start(), body());
  expect(revision.status).toBe('DEPLOY_FAILED');
  expect(revision.status_message).toMatch(/podman|image|container/i);
  expect(revision.status_message).not.toContain(SECRET);
}
const ours = () => podman('ps', '--all', '--quiet', '--filter', 'label=dev.agent-deploy.owner');

describe('an image on a real container engine', () => {
  // docs/self-hosted.md#emulator-edition
  test('runs with its secrets, volumes, init container and sidecar, is restarted after an exit, and is removed', async () => {
    if (cannot !== undefined) return isRefusedHonestly();
    const on = await start();
    const spec = {
      cpu: 0.5,
      memory_limit_mb: 256,
      service_account_name: 'runner',
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
          image: IMAGE,
          command: ['/bin/busybox', 'sh', '-c', 'echo migrating; echo -n yes > /scratch/done'],
          volumeMounts: [{ name: 'work', mountPath: '/scratch' }],
        },
      ],
      sidecars: [{ name: 'beside', image: IMAGE, command: ['/bin/busybox', 'sleep', '1000'] }],
    };
    const { id, path, revision } = await deployed(on, body(spec));
    expect([revision.status, revision.status_message]).toEqual(['DEPLOYED', null]);

    const { body: found } = await call(on, 'GET', `/d/${id}/threads?limit=1`);
    expect(found).toMatchObject({ url: '/threads?limit=1', migrated: 'yes', file: SECRET });
    expect(found.env).toMatchObject({ NAME: 'in two\nlines', DB_PASSWORD: SECRET, PORT: '8000' });
    expect(Object.keys(found.env)).not.toContain('CONTAINERS_CONF');
    const stream = await fetch(`${on.urls.controlPlane}/d/${id}/stream`, {
      headers: { 'x-api-key': on.apiKey },
    });
    expect(await stream.text()).toBe('data: 1\n\ndata: 2\n\ndata: 3\n\n');
    expect((await fetch(`${on.urls.controlPlane}/d/${id}/ok`)).status).toBe(200);
    expect((await fetch(`${on.urls.controlPlane}/d/${id}/threads`)).status).toBe(401);
    // No command line contains a secret.
    const { stdout } = await run('ps', ['-eo', 'args']);
    expect(stdout).not.toContain(SECRET);

    await call(on, 'GET', `/d/${id}/die`);
    for (;;) {
      const { status } = await call(on, 'GET', `/d/${id}/threads`);
      if (status === 200) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { body: log } = await call(
      on,
      'GET',
      `${path}/revisions/${revision.id}/logs?type=deploy&limit=1000`,
    );
    const lines = JSON.stringify(log);
    expect(lines).toContain('[migrate] migrating');
    expect(lines).toContain('ended with exit code 7');
    expect(lines).not.toContain(SECRET);

    await call(on, 'DELETE', path);
    while ((await call(on, 'GET', path)).status !== 404)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await ours()).toBe('');
  });

  // docs/package.md#contents
  test('also runs with the packed emulator', async () => {
    if (cannot !== undefined) return isRefusedHonestly();
    await withPackage(async ({ program }) => {
      const packed = await startEmulator({
        program,
        env: { CONTAINERS_CONF: process.env['CONTAINERS_CONF'] ?? '' },
      });
      const on = { port: Number(new URL(packed.urls.controlPlane).port), apiKey: packed.apiKey };
      try {
        const { body: made } = await call(on, 'POST', '/v2/deployments', {
          name: 'packed',
          source: 'external_docker',
          source_config: {},
          source_revision_config: { image_uri: IMAGE },
          secrets: [{ name: 'NAME', value: 'packed' }],
        });
        expect(await settled(on, made.id, made.latest_revision_id)).toMatchObject({ status: 'DEPLOYED' });
        const { body: found } = await call(on, 'GET', `/d/${made.id}/threads`);
        expect(found.env).toMatchObject({ NAME: 'packed' });
      } finally {
        await packed.stop();
      }
    });
    expect(await ours()).toBe('');
  });

  test("fails the revision with the image's output, or with the engine's message if the image is missing", async () => {
    if (cannot !== undefined) return isRefusedHonestly();
    const on = await start();
    const wrong = {
      init_containers: [{ name: 'migrate', image: IMAGE, command: ['/bin/busybox', 'false'] }],
    };
    const failed = await deployed(on, body(wrong));
    expect(failed.revision).toMatchObject({
      status: 'DEPLOY_FAILED',
      status_message: expect.stringContaining('The init container migrate ended with exit code 1'),
    });
    const nowhere = await deployed(
      on,
      body({}, { name: 'nowhere', source_revision_config: { image_uri: 'localhost:1/none:1' } }),
    );
    expect(nowhere.revision).toMatchObject({
      status: 'DEPLOY_FAILED',
      status_message: expect.stringContaining('podman could not pull the image localhost:1/none:1'),
    });
    expect(await ours()).toBe('');
  });
});
