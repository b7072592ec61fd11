import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { type SandboxEmulator, openSandboxEmulator } from './support/sandbox-emulator.ts';

let fixture: SandboxEmulator;
beforeEach(async () => {
  fixture = await openSandboxEmulator();
});
afterEach(() => fixture.emulator.close());

const PREFIXES = ['/api/v2/sandboxes', '/v2/sandboxes'];
const ID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const status = async (name: string) => (await fixture.call('GET', `boxes/${name}/status`)).body.status;

describe('a sandbox of the emulator', () => {
  // docs/conformance.md#sandboxcreate-template-name-name
  // docs/departures/sandboxes.md#sandboxes-answer-creation
  // docs/departures/sandboxes.md#sandboxes-both-prefixes
  test.each(PREFIXES)(
    'can be created, read, listed, changed and deleted below the path %s',
    async (prefix) => {
      const made = await fixture.call('POST', `${prefix}/boxes`, {
        template_name: 'default',
        name: 'mine',
        wait_for_ready: true,
        labels: { team: 'a' },
        mem_bytes: 64 * 1024 * 1024,
        vcpus: 2,
      });
      expect(made).toMatchObject({
        status: 201,
        body: { id: ID, name: 'mine', status: 'ready', template_name: 'default', proxy_config: null },
      });
      const { id, dataplane_url: url } = made.body;
      expect(url).toBe(`${fixture.emulator.urls.sandboxes}/s/${id}`);
      expect(fixture.boxes.started[0]).toMatchObject({
        id,
        level: 'namespaces',
        limits: { memoryBytes: 64 * 1024 * 1024, cpuMillicores: 2_000, processes: 1_024 },
      });
      for (const name of ['mine', id, id.toUpperCase()]) {
        expect((await fixture.call('GET', `${prefix}/boxes/${name}`)).body.id).toBe(id);
      }
      const list = await fixture.call('GET', `${prefix}/boxes`);
      expect(list.body).toMatchObject({ items: [{ id }], sandboxes: [{ id }], next_cursor: null, offset: 1 });
      const patched = await fixture.call('PATCH', `${prefix}/boxes/mine`, {
        name: 'yours',
        idle_ttl_seconds: 120,
      });
      expect(patched).toMatchObject({ status: 200, body: { id, name: 'yours', idle_ttl_seconds: 120 } });
      expect((await fixture.call('DELETE', `${prefix}/boxes/yours`)).status).toBe(204);
      expect(fixture.boxes.running()).toEqual([]);
      expect(fixture.proxy.removed).toEqual([id]);
      expect(await fixture.call('GET', `${prefix}/boxes/${id}`)).toMatchObject({
        status: 404,
        body: { detail: { error: 'NotFound' } },
      });
    },
  );

  // docs/api/sandboxes.md#sandbox-name
  test('gets a default name, and its name is unique in the workspace', async () => {
    const { name } = await fixture.createReady();
    expect(name).toMatch(/^sandbox-[0-9a-f]{8}$/);
    const again = await fixture.call('POST', 'boxes', { name });
    expect(again).toMatchObject({ status: 409, body: { detail: { error: 'NameConflict' } } });
    await fixture.createReady({ name: 'other' });
    expect((await fixture.call('PATCH', 'boxes/other', { name })).status).toBe(409);
    expect((await fixture.call('PATCH', 'boxes/other', { name: 'other' })).status).toBe(200);
  });

  // docs/conformance.md#sandboxes-authentication-sandbox-api
  test('requires an API key and is only visible in its workspace', async () => {
    const url = `${fixture.emulator.urls.sandboxes}/v2/sandboxes/boxes`;
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { 'x-api-key': 'wrong' } })).status).toBe(401);
  });

  // docs/departures/sandboxes.md#sandboxes-mounts-download-urls
  test('has no download URLs, registries or server-sent event streams', async () => {
    const { id } = await fixture.createReady({ name: 'one' });
    for (const path of ['boxes/one/download-url', 'registries']) {
      expect((await fixture.call('POST', path, { path: '/a' })).status).toBe(404);
    }
    for (const path of ['execute/stream/start', 'execute/stream/resume']) {
      expect((await fixture.call('POST', `/s/${id}/${path}`, {})).status).toBe(404);
    }
  });

  test.each([
    [{ name: 'no/slash' }, ['body', 'name']],
    [{ name: '11111111-1111-4111-8111-111111111111' }, ['body', 'name']],
    [{ idle_ttl_seconds: 61 }, ['body', 'idle_ttl_seconds']],
    [{ env_vars: { 'A B': 'x' } }, ['body', 'env_vars', 'A B']],
    [{ mount_config: { mounts: [{}] } }, ['body', 'mount_config']],
    [{ snapshot_id: 'a', snapshot_name: 'b' }, ['body', 'snapshot_id']],
    [{ template_name: 'default', snapshot: 'b' }, ['body', 'template_name']],
  ])('cannot be created with the fields %j', async (body, loc) => {
    const answer = await fixture.call('POST', 'boxes', body);
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
    expect(fixture.boxes.started).toEqual([]);
  });

  test('cannot be created from a template or a snapshot that does not exist', async () => {
    expect(await fixture.call('POST', 'boxes', { template_name: 'none' })).toMatchObject({
      status: 404,
      body: { detail: { message: expect.stringContaining('create it with POST …/templates') } },
    });
    expect((await fixture.call('POST', 'boxes', { snapshot_name: 'none' })).status).toBe(404);
  });

  // docs/departures/sandboxes.md#sandboxes-sandbox-cannot-started
  test('is marked as failed with a reason if its box cannot be started, and can then be started again', async () => {
    fixture.boxes.failure = 'no such kernel';
    const made = await fixture.call('POST', 'boxes', { name: 'poor', wait_for_ready: true });
    expect(made).toMatchObject({
      status: 422,
      body: { detail: { error: 'SandboxConfig', message: expect.stringContaining('no such kernel') } },
    });
    expect((await fixture.call('GET', 'boxes/poor/status')).body).toEqual({
      status: 'failed',
      status_message: 'no such kernel',
    });
    fixture.boxes.failure = undefined;
    expect((await fixture.call('POST', 'boxes/poor/start')).status).toBe(200);
    await until(async () => (await status('poor')) === 'ready');
  });

  // docs/conformance.md#sandboxcreate-wait-ready
  // docs/departures/sandboxes.md#sandboxcreate-wait-ready
  test('is ready only after the proxy has acknowledged its configuration', async () => {
    const gate = Promise.withResolvers<void>();
    fixture.proxy.gate = gate.promise;
    const late = await fixture.call('POST', 'boxes', { name: 'slow', wait_for_ready: true, timeout: 0.05 });
    expect(late).toMatchObject({ status: 408, body: { detail: { error: 'Timeout' } } });
    expect(fixture.boxes.started).toEqual([]);
    expect(await status('slow')).toBe('provisioning');
    expect((await fixture.call('POST', 'boxes/slow/stop')).status).toBe(409);
    gate.resolve();
    await until(async () => (await status('slow')) === 'ready');
    expect(fixture.proxy.pushes).toHaveLength(1);
  });

  test('is returned immediately unless the request asks to wait until the sandbox is ready', async () => {
    const made = await fixture.call('POST', 'boxes', { name: 'eager' });
    expect(made).toMatchObject({ status: 201, body: { status: 'provisioning' } });
    await until(async () => (await status('eager')) === 'ready');
  });

  // docs/departures/sandboxes.md#sandboxes-start-stop-wrong
  // docs/api/sandboxes.md#sandbox-statuses
  test('keeps its files over a restart, and cannot be stopped or started twice', async () => {
    const { id } = await fixture.createReady({ name: 'one' });
    await fixture.call('POST', `/s/${id}/upload?path=/data/a`, new Uint8Array([1, 2]));
    expect((await fixture.call('POST', 'boxes/one/start')).status).toBe(409);
    expect((await fixture.call('POST', 'boxes/one/stop')).status).toBe(204);
    expect(fixture.boxes.running()).toEqual([]);
    expect((await fixture.call('GET', 'boxes/one')).body).toMatchObject({
      status: 'stopped',
      stopped_at: expect.stringMatching(/Z$/),
    });
    expect((await fixture.call('POST', 'boxes/one/stop')).status).toBe(409);
    const started = await fixture.call('POST', 'boxes/one/start');
    expect(started).toMatchObject({ status: 200, body: { status: 'provisioning', stopped_at: null } });
    await until(async () => (await status('one')) === 'ready');
    expect((await fixture.call('GET', `/s/${id}/download?path=/data/a`)).status).toBe(200);
    const [first, second] = fixture.proxy.pushes;
    expect(second?.tokenHash).not.toBe(first?.tokenHash);
  });

  test('is marked as failed if its box exits', async () => {
    const { id } = await fixture.createReady({ name: 'one' });
    fixture.boxes.crash(id);
    await until(async () => (await status('one')) === 'failed');
    expect(fixture.proxy.removed).toEqual([id]);
    const asked = await fixture.call('POST', `/s/${id}/execute`, { command: 'true' });
    expect(asked).toMatchObject({ status: 400, body: { detail: { error: 'NotReady' } } });
  });
});

// docs/departures/sandboxes.md#sandboxes-batch-delete
test('a request can delete several sandboxes, and the response lists each result', async () => {
  const { id } = await fixture.createReady({ name: 'a' });
  await fixture.createReady({ name: 'b' });
  const answer = await fixture.call('POST', 'boxes/batch-delete', { names: ['b', 'none'], ids: [id] });
  expect(answer).toMatchObject({
    status: 200,
    body: { deleted: ['b', id], failed: [{ name: 'none', error: 'NotFound' }] },
  });
  expect((await fixture.call('GET', 'boxes')).body.items).toEqual([]);
  expect((await fixture.call('POST', 'boxes/batch-delete', {})).status).toBe(422);
});

// docs/api/sandboxes.md#sandbox-pages
test('the list of sandboxes can be filtered, sorted, and read in pages by offset or cursor', async () => {
  for (const name of ['a-one', 'b-two', 'a-three']) {
    await fixture.createReady({ name, labels: { first: name[0] ?? '' } });
  }
  const names = async (query: string) =>
    (await fixture.call('GET', `boxes?${query}`)).body.items.map(({ name }: { name: string }) => name);
  expect(await names('sort_by=name')).toEqual(['a-one', 'a-three', 'b-two'].toSorted());
  expect(await names('sort_by=name&sort_direction=desc')).toEqual(
    ['b-two', 'a-three', 'a-one'].toSorted().toReversed(),
  );
  expect(await names('name_contains=A-&sort_by=name')).toEqual(['a-one', 'a-three']);
  expect(await names('label=first=b')).toEqual(['b-two']);
  expect(await names('label=first&label=first=a&sort_by=name')).toEqual(['a-one', 'a-three']);
  expect(await names('status=stopped')).toEqual([]);
  expect(await names('sort_by=name&limit=1&offset=1')).toEqual(['a-three']);
  const seen: string[] = [];
  let query = 'sort_by=name&page_size=2';
  for (;;) {
    const { body } = await fixture.call('GET', `boxes?${query}`);
    seen.push(...body.items.map(({ name }: { name: string }) => name));
    if (body.next_cursor === null) break;
    query = `sort_by=name&page_size=2&cursor=${body.next_cursor}`;
    // A new row before the cursor does not move the page.
    await fixture.call('POST', 'boxes', { name: 'a-before' });
  }
  expect(seen).toEqual(['a-one', 'a-three', 'b-two']);
  expect((await fixture.call('GET', 'boxes?cursor=xx')).status).toBe(422);
});

describe('quotas and isolation levels of sandboxes', () => {
  // docs/departures/sandboxes.md#sandboxes-number-sandboxes
  test('limit a workspace to the number of sandboxes that the seed specifies', async () => {
    await fixture.emulator.close();
    const id = '11111111-1111-4111-8111-111111111111';
    fixture = await openSandboxEmulator({
      seed: {
        workspaces: [
          {
            id,
            name: 'w',
            api_keys: [],
            secrets: {},
            listeners: [],
            templates: ['default'],
            sandbox_limit: 1,
            cluster_secrets: {},
            redact_secret_values: false,
            deployment_enabled: true,
            listeners_allowed: true,
          },
        ],
      },
    });
    await fixture.createReady();
    const answer = await fixture.call('POST', 'boxes', {});
    expect(answer).toMatchObject({
      status: 429,
      body: { detail: { error: 'QuotaExceeded', message: expect.stringContaining('Sandbox count limit') } },
    });
  });

  // docs/departures/sandboxes.md#sandboxcreate-secrets-isolation
  test.each(['process', 'none'] as const)(
    'do not allow secrets in a box at level %s unless the operator specified that level',
    async (level) => {
      fixture.boxes.level = level;
      const secret = {
        rules: [
          {
            name: 'r',
            match_hosts: ['a.test'],
            headers: [{ name: 'X-A', type: 'opaque', value: 'hush-hush' }],
          },
        ],
      };
      const refused = await fixture.call('POST', 'boxes', { wait_for_ready: true, proxy_config: secret });
      expect(refused).toMatchObject({
        status: 503,
        body: { detail: { error: 'Unschedulable', message: expect.stringContaining('Get a real one.') } },
      });
      expect(JSON.stringify(refused.body)).toContain(`--sandbox-isolation ${level}`);
      expect(fixture.proxy.pushes).toEqual([]);
      // A sandbox without secrets may start.
      const { id } = await fixture.createReady({ name: 'bare' });
      expect(fixture.boxes.started.at(-1)).toMatchObject({
        level,
        proxySocket: null,
        proxyAddress: { port: 4321 },
        proxyUser: { name: `sbx-${id}` },
      });
      // A change may not add a secret either.
      expect((await fixture.call('PATCH', 'boxes/bare', { proxy_config: secret })).status).toBe(503);
      await fixture.emulator.close();
      fixture = await openSandboxEmulator({ sandboxIsolation: level });
      fixture.boxes.level = level;
      await fixture.createReady({ proxy_config: secret });
      expect(fixture.boxes.started[0]?.level).toBe(level);
    },
  );

  test('never replace a specified isolation level with a weaker level', async () => {
    await fixture.emulator.close();
    fixture = await openSandboxEmulator({ sandboxIsolation: 'namespaces' });
    fixture.boxes.level = 'process';
    expect((await fixture.call('POST', 'boxes', { wait_for_ready: true })).status).toBe(503);
  });

  test('are shown in the health response, with a hint about weak isolation', async () => {
    fixture.boxes.level = 'process';
    await fixture.createReady();
    const { body } = await fixture.call('GET', '/_local/health');
    expect(body.sandboxes).toMatchObject({
      level: 'process',
      findings: ['It is a fake.'],
      remedies: ['Get a real one.'],
      asked: 'auto',
      running: 1,
      proxy_pid: 1,
    });
  });
});

test.each(['boxes', 'templates', 'snapshots'])(
  'a name that the database cannot store is rejected below the path %s',
  async (path) => {
    expect((await fixture.call('GET', `${path}/a%00b`)).status).toBe(422);
  },
);

// docs/departures/sandboxes.md#sandboxcreate-template-name
test('templates of sandboxes can be created, read, listed and deleted', async () => {
  const made = await fixture.call('POST', 'templates', { name: 'python', image: 'python:3' });
  expect(made).toMatchObject({ status: 201, body: { name: 'python', image: 'python:3' } });
  expect((await fixture.call('POST', 'templates', { name: 'python' })).status).toBe(409);
  const { body } = await fixture.call('GET', '/api/v2/sandboxes/templates');
  expect(body.templates.map(({ name }: { name: string }) => name)).toEqual(['default', 'python']);
  await fixture.createReady({ template_name: 'python' });
  expect((await fixture.call('DELETE', 'templates/python')).status).toBe(204);
  expect((await fixture.call('GET', 'templates/python')).status).toBe(404);
});
