import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { startProxy } from '../../../src/credential-proxy/owner/start-proxy.ts';
import type { CredentialProxy } from '../../../src/credential-proxy/port.ts';
import { fakeBoxes } from './support/fake-boxes.ts';
import { type SandboxEmulator, openSandboxEmulator } from './support/sandbox-emulator.ts';

const PROXY = fileURLToPath(new URL('../../../src/credential-proxy/main.ts', import.meta.url));

let fixture: SandboxEmulator;
beforeEach(async () => {
  fixture = await openSandboxEmulator();
});
afterEach(() => fixture.emulator.close());

const SECRETS = '/api/v1/workspaces/current/secrets';
const OPAQUE = 'opaque-value-8f1c';
const SECRET = 'workspace-value-51d0';
const setSecret = (key: string, value: string | null) => fixture.call('POST', SECRETS, [{ key, value }]);
const rule = (change: Record<string, unknown> = {}) => ({
  name: 'hub',
  match_hosts: ['api.hub.test'],
  match_paths: ['/repos/*'],
  headers: [
    { name: 'Authorization', type: 'workspace_secret', value: 'Bearer {HUB}' },
    { name: 'X-Op', type: 'opaque', value: OPAQUE },
    { name: 'X-Kind', type: 'plaintext', value: 'robot' },
  ],
  ...change,
});
const config = (change?: Record<string, unknown>) => ({ rules: [rule(change)] });
const headersOf = (id: string) =>
  fixture.proxy.last(id).rules[0]?.headers.map(({ name, value, secret }) => [name, value, secret]);

describe('the proxy configuration of a sandbox', () => {
  beforeEach(() => setSecret('HUB', SECRET));

  // docs/conformance.md#sandboxcreate-plaintext-opaque
  test('is pushed to the proxy with all values filled in, but returned without opaque values', async () => {
    const box = await fixture.createReady({ proxy_config: config() });
    expect(fixture.proxy.last(box.id)).toMatchObject({
      revision: 1,
      rules: [{ name: 'hub', matchHosts: ['api.hub.test'], matchPaths: ['/repos/*'] }],
      access: { kind: 'open' },
      socketPath: expect.stringMatching(/\/s$/),
    });
    expect(headersOf(box.id)).toEqual([
      ['Authorization', `Bearer ${SECRET}`, true],
      ['X-Op', OPAQUE, true],
      ['X-Kind', 'robot', false],
    ]);
    expect(box.proxy_config.rules[0].headers).toEqual([
      { name: 'Authorization', type: 'workspace_secret', value: 'Bearer {HUB}' },
      { name: 'X-Op', type: 'opaque', is_set: true },
      { name: 'X-Kind', type: 'plaintext', value: 'robot' },
    ]);
  });

  // docs/departures/sandboxes.md#sandboxcreate-opaque-sent-again
  test('is unchanged if a client sends it back, even with reordered rules', async () => {
    const { id, name, proxy_config: read } = await fixture.createReady({ proxy_config: config() });
    const first = headersOf(id);
    const other = { name: 'first', match_hosts: ['other.test'], headers: [] };
    const again = await fixture.call('PATCH', `boxes/${name}`, {
      proxy_config: { rules: [other, ...read.rules] },
    });
    expect(again).toMatchObject({
      status: 200,
      body: { proxy_config: { rules: [{ name: 'first' }, read.rules[0]] } },
    });
    expect(fixture.proxy.last(id).revision).toBe(2);
    expect(
      fixture.proxy
        .last(id)
        .rules[1]?.headers.map(({ name: header, value, secret }) => [header, value, secret]),
    ).toEqual(first);
    // The box trusts the CA in the push.
    expect(fixture.boxes.trusted).toEqual(['ca 1']);
  });

  test('accepts a new opaque value, but rejects a cleared or missing value', async () => {
    const { id, name } = await fixture.createReady({ proxy_config: config() });
    const op = (header: Record<string, unknown>) => ({
      proxy_config: config({ headers: [{ name: 'X-Op', type: 'opaque', ...header }] }),
    });
    expect((await fixture.call('PATCH', `boxes/${name}`, op({ value: 'another-value' }))).status).toBe(200);
    expect(headersOf(id)).toEqual([['X-Op', 'another-value', true]]);
    for (const header of [{ value: null }, { name: 'X-New' }]) {
      const refused = await fixture.call('PATCH', `boxes/${name}`, op(header));
      expect(refused).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'proxy_config', 'rules', 0, 'headers', 0, 'value'] }] },
      });
    }
    // The refused change had no effect.
    expect(headersOf(id)).toEqual([['X-Op', 'another-value', true]]);
    expect((await fixture.call('PATCH', `boxes/${name}`, op({}))).status).toBe(200);
    expect(headersOf(id)).toEqual([['X-Op', 'another-value', true]]);
  });

  // docs/conformance.md#sandboxcreate-workspace-secrets
  // docs/departures/sandboxes.md#sandboxcreate-unknown-workspace-secret
  test('is rejected with the name but no value if it contains an unknown workspace secret', async () => {
    const given = config({
      headers: [{ name: 'X-A', type: 'workspace_secret', value: 'a {HUB} {MISSING}' }],
    });
    const refused = await fixture.call('POST', 'boxes', { proxy_config: given });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            loc: ['body', 'proxy_config', 'rules', 0, 'headers', 0, 'value'],
            msg: expect.stringContaining('MISSING'),
            type: 'value_error',
          },
        ],
      },
    });
    expect(JSON.stringify(refused.body)).not.toContain(SECRET);
    expect((await fixture.call('GET', 'boxes')).body.items).toEqual([]);
  });

  test.each([
    [{ match_hosts: [] }, ['rules', 0, 'match_hosts']],
    [{ match_hosts: ['*.com'] }, ['rules', 0, 'match_hosts', 0]],
    [{ match_paths: ['repos'] }, ['rules', 0, 'match_paths', 0]],
    [{ headers: [{ name: 'Host', type: 'plaintext', value: 'x' }] }, ['rules', 0, 'headers', 0, 'name']],
    [{ type: 'aws' }, ['rules', 0, 'type']],
  ])('is rejected with the path of the problem: %j', async (change, place) => {
    const refused = await fixture.call('POST', 'boxes', { proxy_config: config(change) });
    expect(refused).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'proxy_config', ...place] }] },
    });
  });

  // docs/departures/sandboxes.md#sandboxcreate-patch-proxy-config
  test('can be changed only while the sandbox is ready', async () => {
    const { name } = await fixture.createReady({ proxy_config: config() });
    await fixture.call('POST', `boxes/${name}/stop`);
    expect(await fixture.call('PATCH', `boxes/${name}`, { proxy_config: config() })).toMatchObject({
      status: 400,
      body: { detail: { error: 'InvalidRequest' } },
    });
    expect((await fixture.call('PATCH', `boxes/${name}`, { idle_ttl_seconds: 0 })).status).toBe(200);
  });

  test('remains in force if the proxy rejects a new configuration', async () => {
    const { id, name } = await fixture.createReady({ proxy_config: config() });
    fixture.proxy.refusal = 'not to my taste';
    const change = { proxy_config: config({ match_hosts: ['else.test'] }) };
    expect(await fixture.call('PATCH', `boxes/${name}`, change)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'proxy_config'], msg: 'not to my taste' }] },
    });
    fixture.proxy.refusal = undefined;
    expect((await fixture.call('GET', `boxes/${name}`)).body.proxy_config.rules[0].match_hosts).toEqual([
      'api.hub.test',
    ]);
    expect(fixture.proxy.last(id).rules[0]?.matchHosts).toEqual(['api.hub.test']);
  });

  test('gives the box a sentinel for each placeholder, and the proxy the secret', async () => {
    const placeholders = [{ env: 'API_KEY', value: '{HUB}', in: ['query'], prefix: 'sk-' }];
    const box = await fixture.createReady({ proxy_config: config({ headers: [], placeholders }) });
    expect(fixture.boxes.started[0]?.env).toEqual({
      API_KEY: expect.stringMatching(/^sk-sentinel[0-9a-f]{32}$/),
    });
    expect(fixture.proxy.last(box.id).rules[0]?.placeholders).toEqual([
      { env: 'API_KEY', value: SECRET, in: ['query'], prefix: 'sk-', needles: [SECRET] },
    ]);
    expect(box.proxy_config.rules[0].placeholders).toEqual(placeholders);
  });

  // docs/credential-proxy/signing.md#variables
  // docs/departures/sandboxes.md#sandboxcreate-own-fields
  test('gives the box of an aws rule variables without a key, and the proxy the keys', async () => {
    await setSecret('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
    const use = { service: 'aws', region: 'eu-central-1', endpoints: ['sts'] };
    const unknown = await fixture.call('POST', 'boxes', { proxy_config: { services: [use] } });
    expect(unknown).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            loc: ['body', 'proxy_config', 'rules', 0, 'sign', 'aws', 'secret_access_key'],
            msg: expect.stringContaining('AWS_SECRET_ACCESS_KEY'),
          },
        ],
      },
    });
    await setSecret('AWS_SECRET_ACCESS_KEY', SECRET);
    const box = await fixture.createReady({ proxy_config: { services: [use] } });
    expect(fixture.boxes.started[0]?.env).toEqual({
      AWS_ACCESS_KEY_ID: 'signed-by-the-credential-proxy',
      AWS_SECRET_ACCESS_KEY: 'signed-by-the-credential-proxy',
      AWS_REGION: 'eu-central-1',
      AWS_DEFAULT_REGION: 'eu-central-1',
    });
    expect(fixture.proxy.last(box.id).rules[0]?.sign).toEqual({
      kind: 'aws',
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: SECRET,
      sessionToken: null,
      region: 'eu-central-1',
      service: null,
      needles: ['AKIDEXAMPLE', SECRET],
    });
    const shown = JSON.stringify([box, (await fixture.call('GET', `boxes/${box.name}`)).body, fixture.log]);
    expect(shown).toContain('{AWS_SECRET_ACCESS_KEY}');
    expect(shown).not.toContain(SECRET);
    expect(JSON.stringify(await fixture.emulator.snapshot())).not.toContain(SECRET);
  });

  // docs/credential-proxy/budgets.md#stopped
  test('continues the used budget of a rule when the sandbox stops and starts', async () => {
    const box = await fixture.createReady({ proxy_config: config({ budget: { uses: 5 } }) });
    expect(fixture.proxy.last(box.id).rules[0]?.budget).toEqual({ uses: 5, until: null, used: 0 });
    for (let turn = 0; turn < 2; turn += 1)
      fixture.proxy.report({ sandbox: box.id, rule: 'hub', usesLeft: 3 });
    await fixture.call('POST', `boxes/${box.name}/stop`);
    await fixture.call('POST', `boxes/${box.name}/start`);
    await until(() => fixture.proxy.last(box.id).rules[0]?.budget?.used === 2);
  });

  test("adds the variables of its rules to the box, but not in place of the sandbox's own variables", async () => {
    await fixture.createReady({
      env_vars: { OWN: 'own', BOTH: 'mine' },
      proxy_config: config({ env_vars: { BOTH: 'dummy', HUB_TOKEN: 'dummy' } }),
    });
    expect(fixture.boxes.started[0]?.env).toEqual({ OWN: 'own', BOTH: 'mine', HUB_TOKEN: 'dummy' });
  });
});

describe('a change of the proxy configuration during a failure', () => {
  const other = { proxy_config: { rules: [rule({ match_hosts: ['else.test'], headers: [] })] } };

  // docs/credential-proxy/process.md#change-answered-within-30
  // docs/security/emulator.md#credential-patch-sandbox-withdraws
  test('is refused if the proxy does not respond, and the proxy is killed before applying the change', async () => {
    await fixture.emulator.close();
    const proxies: CredentialProxy[] = [];
    fixture = await openSandboxEmulator({
      sandboxRuntime: {
        async startProxy(port) {
          const proxy = await startProxy({ entry: PROXY, auditFile: null, port, answerMs: 1_000 });
          proxies.push(proxy);
          return proxy;
        },
        boxes: fakeBoxes(),
        isolation: 'auto',
        privateNetworks: [],
        extraRoots: () => Promise.resolve([]),
        upstreamProxy: null,
      },
    });
    await setSecret('HUB', SECRET);
    const { id, name } = await fixture.createReady({ proxy_config: config() });
    const neighbour = await fixture.createReady({ proxy_config: config() });
    const explained = async (of: string, host: string) =>
      (await fixture.call('GET', `/_local/sandboxes/${of}/explain?url=https://${host}/repos/a`)).body
        .decision;
    const pid = proxies[0]?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    const refused = await fixture.call('PATCH', `boxes/${name}`, other);
    expect(refused).toMatchObject({ status: 503, body: { detail: { error: 'ServiceUnavailable' } } });
    // The killed process cannot be resumed.
    expect(() => process.kill(pid, 'SIGCONT')).toThrow('ESRCH');
    expect(await explained(id, 'api.hub.test')).toBe('inject');
    expect((await fixture.call('GET', `boxes/${name}`)).body.proxy_config.rules[0].match_hosts).toEqual([
      'api.hub.test',
    ]);
    // The credential can be revoked immediately and permanently.
    expect((await fixture.call('PATCH', `boxes/${name}`, other)).status).toBe(200);
    expect(await explained(id, 'api.hub.test')).toBe('tunnel');
    await until(async () => (await explained(neighbour.id, 'api.hub.test')) === 'inject');
    expect(proxies).toHaveLength(2);
  });

  test('waits for the next proxy if the proxy is being restarted', async () => {
    await setSecret('HUB', SECRET);
    const { id, name } = await fixture.createReady({ proxy_config: config() });
    const gate = Promise.withResolvers<void>();
    fixture.proxy.gate = gate.promise;
    fixture.proxy.kill();
    const again = fixture.call('PATCH', `boxes/${name}`, other);
    await until(() => fixture.proxy.asked === 2);
    gate.resolve();
    expect((await again).status).toBe(200);
    expect(fixture.proxy.last(id).rules[0]?.matchHosts).toEqual(['else.test']);
  });

  test('is undone if the proxy accepted it but the box did not install the CA', async () => {
    await setSecret('HUB', SECRET);
    const { id, name } = await fixture.createReady({ proxy_config: config() });
    fixture.boxes.distrust = 'no room';
    expect((await fixture.call('PATCH', `boxes/${name}`, other)).status).toBe(503);
    expect(fixture.proxy.pushes.map(({ rules }) => rules[0]?.matchHosts[0])).toEqual([
      'api.hub.test',
      'else.test',
      'api.hub.test',
    ]);
    expect(headersOf(id)?.[0]).toEqual(['Authorization', `Bearer ${SECRET}`, true]);
    expect((await fixture.call('PATCH', `boxes/${name}`, other)).status).toBe(200);
  });

  // docs/credential-proxy/process.md#change-fails-half-way
  test('stops the box if it cannot be undone', async () => {
    await setSecret('HUB', SECRET);
    const { id, name } = await fixture.createReady({ proxy_config: config() });
    await setSecret('HUB', null);
    fixture.boxes.distrust = 'no room';
    // The configuration is unchanged, but the box was stopped, so the response must not say that nothing was changed.
    expect(await fixture.call('PATCH', `boxes/${name}`, other)).toMatchObject({
      status: 503,
      body: {
        detail: { message: expect.stringMatching(/configuration is unchanged.*sandbox was stopped/s) },
      },
    });
    expect((await fixture.call('GET', `boxes/${name}/status`)).body).toMatchObject({
      status: 'failed',
      status_message: expect.stringContaining('HUB'),
    });
    expect(fixture.proxy.removed).toEqual([id]);
    expect(fixture.boxes.running()).toEqual([]);
  });
});

describe('a secret of a workspace', () => {
  // docs/departures/sandboxes.md#sandboxcreate-workspace-settings
  test('can be set, listed by name and deleted', async () => {
    expect(
      await fixture.call('POST', SECRETS, [
        { key: 'A', value: 'value-a' },
        { key: 'B', value: 'value-b' },
      ]),
    ).toMatchObject({ status: 200, body: null });
    expect((await fixture.call('PUT', `${SECRETS}/C`, { value: 'value-c' })).body).toEqual({ key: 'C' });
    expect((await fixture.call('GET', SECRETS)).body).toEqual([{ key: 'A' }, { key: 'B' }, { key: 'C' }]);
    await setSecret('A', null);
    expect((await fixture.call('DELETE', `${SECRETS}/B`)).status).toBe(204);
    expect((await fixture.call('DELETE', `${SECRETS}/B`)).status).toBe(404);
    expect((await fixture.call('PUT', `${SECRETS}/C`, {})).status).toBe(200);
    expect((await fixture.call('PUT', `${SECRETS}/D`, {})).status).toBe(422);
    expect((await fixture.call('GET', SECRETS)).body).toEqual([{ key: 'C' }]);
  });

  // docs/conformance.md#sandboxcreate-workspace-secret
  // docs/departures/sandboxes.md#sandboxcreate-changed-workspace-secret
  test("reaches a sandbox only when the sandbox's proxy configuration is pushed again", async () => {
    await setSecret('HUB', 'the-first-value');
    const { id, name, proxy_config: read } = await fixture.createReady({ proxy_config: config() });
    await setSecret('HUB', 'the-second-value');
    expect(headersOf(id)?.[0]?.[1]).toBe('Bearer the-first-value');
    await fixture.call('PATCH', `boxes/${name}`, { proxy_config: read });
    expect(headersOf(id)?.[0]?.[1]).toBe('Bearer the-second-value');
  });

  test('reaches a sandbox immediately if the emulator is configured to push changed secrets', async () => {
    await fixture.emulator.close();
    fixture = await openSandboxEmulator({ pushChangedSecrets: true });
    await setSecret('HUB', 'the-first-value');
    const { id } = await fixture.createReady({ proxy_config: config() });
    const other = await fixture.createReady();
    await setSecret('HUB', 'the-second-value');
    expect(headersOf(id)?.[0]?.[1]).toBe('Bearer the-second-value');
    expect(fixture.proxy.last(other.id).revision).toBe(1);
    await fixture.call('PUT', `${SECRETS}/HUB`, { value: 'the-third-value' });
    expect(headersOf(id)?.[0]?.[1]).toBe('Bearer the-third-value');
  });

  // docs/conformance.md#sandboxcreate-opaque
  test('never appears in responses, the journal, snapshots or the log', async () => {
    const values = ['set-by-post-1a2b', 'set-by-put-3c4d', 'opaque-5e6f', 'variable-7a8b', 'q9'];
    await fixture.call('POST', SECRETS, [{ key: 'HUB', value: values[0] }]);
    await fixture.call('POST', SECRETS, [{ key: 'no name', value: values[0] }]);
    await fixture.call('POST', SECRETS, [{ key: 'SHORT', value: values[4] }]);
    await fixture.call('PUT', `${SECRETS}/OTHER`, { value: values[1] });
    const body = {
      wait_for_ready: true,
      name: 'held',
      env_vars: { KEY: values[3] },
      run_config: { env_vars: { KEY2: values[3] } },
      proxy_config: config({ headers: [{ name: 'X-Op', type: 'opaque', value: values[2] }] }),
    };
    const answers = [await fixture.call('POST', 'boxes', body)];
    // Responses to refused requests must not contain secrets either.
    answers.push(await fixture.call('POST', 'boxes', { ...body, name: 'a b' }));
    answers.push(
      await fixture.call('POST', 'boxes', {
        ...body,
        proxy_config: { callbacks: [{ request_headers: [{ name: 'a', value: values[2] }] }] },
      }),
    );
    answers.push(
      await fixture.call('GET', 'boxes'),
      await fixture.call('PATCH', 'boxes/held', { name: 'kept' }),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 422, 422, 200, 200]);
    const all = JSON.stringify([
      answers.map(({ body: answer }) => answer),
      fixture.emulator.journal.after(0),
      await fixture.emulator.snapshot(),
      fixture.log,
      (await fixture.call('GET', '/_local/health')).body,
    ]);
    for (const value of values.slice(0, 4)) expect(all).not.toContain(value);
    const journal = JSON.stringify(fixture.emulator.journal.after(0));
    expect(journal).toContain('/boxes');
    expect(journal).not.toContain('"q9"');
  });
});

describe('an emulator whose credential proxy has ended', () => {
  // docs/departures/sandboxes.md#sandboxes-proxy-ends
  test('marks sandboxes as ready again only after the next proxy has their configuration', async () => {
    await setSecret('HUB', SECRET);
    const { id, name } = await fixture.createReady({ proxy_config: config() });
    const before = fixture.proxy.last(id);
    const gate = Promise.withResolvers<void>();
    fixture.proxy.gate = gate.promise;
    fixture.proxy.kill();
    const status = async () => (await fixture.call('GET', `boxes/${name}/status`)).body.status;
    await until(async () => (await status()) === 'provisioning');
    const asked = fixture.call('POST', `/s/${id}/execute`, { command: 'late' });
    expect(fixture.proxy.pushes).toHaveLength(1);
    gate.resolve();
    await until(async () => (await status()) === 'ready');
    const after = fixture.proxy.last(id);
    expect(fixture.proxy.starts).toBe(2);
    expect(after).toMatchObject({ ...before, revision: 2 });
    // The box continued and trusts the new CA, while requests waited.
    expect(fixture.boxes.trusted).toEqual(['ca 2']);
    expect(fixture.boxes.started).toHaveLength(1);
    expect(await asked).toMatchObject({ status: 200, body: { stdout: 'late\n' } });
  });

  test('marks a sandbox whose secret no longer exists as failed, with the reason', async () => {
    await setSecret('HUB', SECRET);
    const { name } = await fixture.createReady({ proxy_config: config() });
    await setSecret('HUB', null);
    fixture.proxy.kill();
    await until(async () => (await fixture.call('GET', `boxes/${name}/status`)).body.status === 'failed');
    expect((await fixture.call('GET', `boxes/${name}/status`)).body.status_message).toContain('HUB');
    expect(fixture.boxes.running()).toEqual([]);
  });
});
