import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { until } from '../../../harness/until.ts';
import { createEmulator } from '../../../src/emulator/index.ts';
import type { FakeCommand } from './support/fake-boxes.ts';
import { type SandboxEmulator, openSandboxEmulator } from './support/sandbox-emulator.ts';

let dataDir: string;
let fixture: SandboxEmulator;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-life-'));
  fixture = await openSandboxEmulator({ dataDir });
});
afterEach(async () => {
  await fixture.emulator.close();
  await rm(dataDir, { recursive: true, force: true });
});

const secret = {
  rules: [
    {
      name: 'r',
      match_hosts: ['a.test'],
      headers: [{ name: 'X-A', type: 'opaque', value: 'the-opaque-value' }],
    },
  ],
};
const status = async (name: string) => (await fixture.call('GET', `boxes/${name}/status`)).body.status;

describe('an emulator with sandboxes', () => {
  // docs/departures/sandboxes.md#sandboxes-over-restart-emulator
  test('restarts running sandboxes at its start with their configuration, and leaves stopped sandboxes stopped', async () => {
    const { id } = await fixture.createReady({ name: 'ran', env_vars: { A: 'b' }, proxy_config: secret });
    await fixture.createReady({ name: 'rested' });
    await fixture.call('POST', 'boxes/rested/stop');
    const workspaceId = fixture.emulator.workspaceId;
    await fixture.emulator.close();
    fixture = await openSandboxEmulator({ dataDir, workspaceId });
    await until(async () => (await status('ran')) === 'ready');
    expect(fixture.proxy.pushes).toMatchObject([
      { sandboxId: id, revision: 1, rules: [{ headers: [{ value: 'the-opaque-value' }] }] },
    ]);
    expect(fixture.boxes.started).toMatchObject([
      { id, env: { A: 'b' }, folder: path.join(dataDir, 'sandboxes', id) },
    ]);
    expect(await status('rested')).toBe('stopped');
  });

  test('restores sandboxes with their opaque values from a snapshot of the emulator', async () => {
    const { id } = await fixture.createReady({ name: 'ran', proxy_config: secret });
    const snapshot = await fixture.emulator.snapshot();
    await fixture.call('DELETE', 'boxes/ran');
    await fixture.emulator.restore(snapshot);
    await until(async () => (await status('ran')) === 'ready');
    expect(fixture.proxy.last(id).rules[0]?.headers[0]?.value).toBe('the-opaque-value');
  });

  test('has no sandboxes after a reset', async () => {
    await fixture.createReady({ name: 'gone' });
    await fixture.emulator.reset();
    expect((await fixture.call('GET', 'boxes')).body.items).toEqual([]);
    expect(fixture.boxes.running()).toEqual([]);
  });
});

describe('the time limit of a sandbox', () => {
  // docs/departures/sandboxes.md#sandboxes-idle-stopped
  test('stops an idle sandbox, and deletes a sandbox that has been stopped for a long time', async () => {
    const emulator = await createEmulator({ runtime: 'stub', clock: 'virtual' });
    const call = async (method: string, name: string, body?: unknown) => {
      const answer = await fetch(`${emulator.urls.sandboxes}/v2/sandboxes/${name}`, {
        method,
        headers: { 'x-api-key': emulator.apiKey, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as { status: string } };
    };
    try {
      const asked = {
        name: 'lazy',
        wait_for_ready: true,
        idle_ttl_seconds: 120,
        delete_after_stop_seconds: 600,
      };
      await call('POST', 'boxes', asked);
      await call('POST', 'boxes', { name: 'awake', wait_for_ready: true, idle_ttl_seconds: 0 });
      await emulator.clock.advance(119_000);
      expect((await call('GET', 'boxes/lazy')).body.status).toBe('ready');
      await emulator.clock.advance(2_000);
      await until(async () => (await call('GET', 'boxes/lazy')).body.status === 'stopped');
      await emulator.clock.advance(598_000);
      expect((await call('GET', 'boxes/lazy')).status).toBe(200);
      await emulator.clock.advance(60_000);
      await until(async () => (await call('GET', 'boxes/lazy')).status === 404);
      expect((await call('GET', 'boxes/awake')).body.status).toBe('ready');
    } finally {
      await emulator.close();
    }
  });
});

test('a sandbox is not idle while a program runs, even without output', async () => {
  await fixture.emulator.close();
  const held: FakeCommand[] = [];
  fixture = await openSandboxEmulator({ clock: 'virtual' });
  fixture.boxes.program = (command) => held.push(command);
  const { id, name } = await fixture.createReady({ idle_ttl_seconds: 60 });
  const asked = fixture.call('POST', `/s/${id}/execute`, { command: 'think' });
  // An active request stops virtual time. The command continues while the client does not wait for it.
  const command = await until(() => held[0]);
  command.exit(0);
  await asked;
  const url = new URL(`/s/${id}/execute/ws`, fixture.emulator.urls.sandboxes.replace('http', 'ws'));
  const socket = new WebSocket(url, { headers: { 'x-api-key': fixture.emulator.apiKey } });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'execute', command: 'think', idle_timeout_seconds: -1 }));
  const silent = await until(() => held[1]);
  await fixture.emulator.clock.advance(200_000);
  expect(await status(name)).toBe('ready');
  silent.exit(0);
  await once(socket, 'close');
  await fixture.emulator.clock.advance(130_000);
  await until(async () => (await status(name)) === 'stopped');
});

test('a sandbox is not idle during a file transfer', async () => {
  const { id } = await fixture.createReady({ name: 'busy', idle_ttl_seconds: 60 });
  const other = await fixture.createReady({ name: 'other', idle_ttl_seconds: 60 });
  // The snapshot is edited, because clients must request at least a minute and an active request stops virtual time.
  const soon = JSON.stringify(await fixture.emulator.snapshot()).replaceAll(/(idleTtlSeconds\W+)60/g, '$11');
  await fixture.emulator.restore(JSON.parse(soon));
  await until(async () => (await status('busy')) === 'ready' && (await status('other')) === 'ready');
  const url = new URL(`/s/${id}/upload?path=f`, fixture.emulator.urls.sandboxes);
  const upload = request(url, { method: 'POST', headers: { 'x-api-key': fixture.emulator.apiKey } });
  upload.write('half');
  await until(() => fixture.boxes.writing > 0);
  fixture.boxes.program = (command) => command.exit(0);
  await fixture.call('POST', `/s/${other.id}/execute`, { command: 'x' });
  // This sandbox was used later than the first sandbox.
  await until(async () => (await status('other')) === 'stopped');
  expect(await status('busy')).toBe('ready');
  upload.end(' of it');
  const [answer] = (await once(upload, 'response')) as [IncomingMessage];
  expect(answer.resume().statusCode).toBe(200);
});

// docs/departures/sandboxes.md#sandboxcreate-snapshots-place-templates
test('a snapshot of a sandbox contains its files, and new sandboxes can start with these files', async () => {
  const { id, name } = await fixture.createReady();
  const own = path.join(dataDir, 'sandboxes', id);
  await mkdir(path.join(own, 'root/data'), { recursive: true });
  await writeFile(path.join(own, 'root/data/kept'), 'text');
  await writeFile(path.join(own, 'beside'), 'with a token');
  const taken = await fixture.call('POST', `boxes/${name}/snapshot`, {
    name: 'base',
    fs_capacity_bytes: 1024,
  });
  expect(taken).toMatchObject({
    status: 201,
    body: { name: 'base', source_sandbox_id: id, fs_capacity_bytes: 1024 },
  });
  const snapshotId = taken.body.id;
  await until(async () => (await fixture.call('GET', `snapshots/${snapshotId}`)).body.status === 'ready');
  expect((await fixture.call('GET', 'snapshots?name_contains=BAS')).body.snapshots).toMatchObject([
    { id: snapshotId },
  ]);
  for (const from of [{ snapshot_id: snapshotId }, { snapshot_name: 'base' }, { snapshot: 'base:latest' }]) {
    const made = await fixture.createReady(from);
    expect(made.snapshot_id).toBe(snapshotId);
    const folder = path.join(dataDir, 'sandboxes', made.id);
    expect(await readFile(path.join(folder, 'root/data/kept'), 'utf8')).toBe('text');
    await expect(readFile(path.join(folder, 'beside'))).rejects.toThrow('ENOENT');
  }
  expect((await fixture.call('DELETE', 'snapshots/base')).status).toBe(204);
  expect((await fixture.call('GET', `snapshots/${snapshotId}`)).status).toBe(404);
  expect((await fixture.call('POST', 'snapshots', { name: 'x', docker_image: 'y' })).status).toBe(422);
});

// docs/departures/sandboxes.md#sandboxes-snapshot-tags
test("a snapshot's tag moves to the newest ready snapshot of the same name", async () => {
  const { id: sandboxId, name } = await fixture.createReady();
  await mkdir(path.join(dataDir, 'sandboxes', sandboxId, 'root'), { recursive: true });
  const take = async (tag?: string) => {
    const { body } = await fixture.call('POST', `boxes/${name}/snapshot`, { name: 'tagged', tag });
    await until(async () => (await fixture.call('GET', `snapshots/${body.id}`)).body.status === 'ready');
    return body.id as string;
  };
  const idOf = async (reference: string) => (await fixture.call('GET', `snapshots/${reference}`)).body.id;
  const tags = async () => (await fixture.call('GET', 'snapshots-by-name/tagged')).body;
  expect((await fixture.call('GET', 'snapshots-by-name/tagged')).status).toBe(404);
  const first = await take('v1');
  expect(await idOf('tagged')).toBe(first);
  const second = await take();
  const third = await take('v1');
  expect(await tags()).toEqual({
    name: 'tagged',
    tags: [
      { tag: 'v1', snapshot_id: third },
      { tag: 'latest', snapshot_id: second },
    ],
  });
  expect([await idOf('tagged'), await idOf('tagged:v1'), await idOf(first)]).toEqual([second, third, first]);
  expect((await fixture.call('GET', `snapshots/${first}`)).body.tags).toEqual([]);
  expect((await fixture.createReady({ snapshot: 'tagged:v1' })).snapshot_id).toBe(third);
  expect((await fixture.call('POST', 'boxes', { snapshot: 'tagged:v2' })).status).toBe(404);
  await fixture.call('DELETE', `snapshots/${third}`);
  // The tag does not return to an earlier snapshot.
  expect((await fixture.call('GET', 'snapshots/tagged:v1')).status).toBe(404);
  expect((await fixture.call('POST', `boxes/${name}/snapshot`, { name: 'a', tag: ':' })).status).toBe(422);
});

test('an unfinished snapshot of a killed emulator is marked as failed and leaves no files', async () => {
  const { name } = await fixture.createReady();
  const folder = path.join(dataDir, 'sandbox-snapshots');
  const { body } = await fixture.call('POST', `boxes/${name}/snapshot`, { name: 'half' });
  await until(async () => (await fixture.call('GET', 'snapshots/half')).body.status !== 'building');
  const taken: unknown = JSON.parse(
    JSON.stringify(await fixture.emulator.snapshot()).replaceAll('"status":"failed"', '"status":"building"'),
  );
  await mkdir(path.join(folder, `${body.id}.unfinished`), { recursive: true });
  await fixture.emulator.restore(taken);
  const shown = await until(async () => {
    const answer = await fixture.call('GET', 'snapshots/half');
    return answer.body.status !== 'building' && answer;
  });
  expect(shown.body).toMatchObject({
    status: 'failed',
    status_message: expect.stringContaining('exited while it created this snapshot'),
  });
  await expect(readdir(folder)).resolves.toEqual([]);
});

test('a snapshot that is deleted while it is being taken leaves no files', async () => {
  const { id, name } = await fixture.createReady();
  await mkdir(path.join(dataDir, 'sandboxes', id, 'root'), { recursive: true });
  const gate = Promise.withResolvers<void>();
  fixture.proxy.gate = gate.promise;
  const before = fixture.call('PATCH', `boxes/${name}`, { proxy_config: secret });
  await until(() => fixture.proxy.asked > 1);
  await fixture.call('POST', `boxes/${name}/snapshot`, { name: 'brief' });
  expect((await fixture.call('DELETE', 'snapshots/brief')).status).toBe(204);
  gate.resolve();
  expect((await before).status).toBe(200);
  // The stop waits until the copy has finished.
  expect((await fixture.call('POST', `boxes/${name}/stop`)).status).toBe(204);
  await expect(readdir(path.join(dataDir, 'sandbox-snapshots'))).resolves.toEqual([]);
});

test('a sandbox that is deleted while it is starting is removed completely', async () => {
  const gate = Promise.withResolvers<void>();
  fixture.proxy.gate = gate.promise;
  await fixture.call('POST', 'boxes', { name: 'brief' });
  const deleted = fixture.call('DELETE', 'boxes/brief');
  await until(async () => (await status('brief')) === 'deleting');
  gate.resolve();
  expect((await deleted).status).toBe(204);
  expect(fixture.boxes.started).toEqual([]);
  expect((await fixture.call('GET', 'boxes/brief')).status).toBe(404);
  // The proxy was told to remove the configuration.
  expect(fixture.proxy.removed).toHaveLength(1);
});

test('fault rules apply to the sandbox API', async () => {
  fixture.emulator.faults.set({
    seed: 1,
    rules: [
      {
        match: { surface: 'sandboxes', method: 'POST', path: '/v2/sandboxes/boxes' },
        when: { nth: [1] },
        then: { status: 503, retry_after: 1 },
      },
    ],
  });
  const struck = await fixture.call('POST', 'boxes', { name: 'a' });
  expect([struck.status, struck.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await fixture.call('POST', 'boxes', { name: 'a' })).status).toBe(201);
});
