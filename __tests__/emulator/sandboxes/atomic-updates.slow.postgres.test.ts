// Tests that the changes of one request are stored completely or not at all, even with concurrent requests. The suite
// runs on SQLite and PostgreSQL, because SQLite rarely allows concurrent writes.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { startProvider } from '../control-plane/auth-provider.ts';
import { type SandboxEmulator, openSandboxEmulator } from './support/sandbox-emulator.ts';

let fixture: SandboxEmulator;
beforeEach(async () => {
  fixture = await openSandboxEmulator();
});
afterEach(() => fixture.emulator.close());

const SECRETS = '/api/v1/workspaces/current/secrets';
const PROVIDERS = '/v2/auth/providers';
const status = async (name: string) => (await fixture.call('GET', `boxes/${name}/status`)).body.status;

// docs/security/emulator.md#patch-sandbox-done-whole
test('an update of a sandbox changes nothing if another sandbox takes the new name first', async () => {
  const rules = (host: string) => ({ rules: [{ name: 'r', match_hosts: [host], headers: [] }] });
  const losers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      fixture.createReady({
        name: `racer-${index}`,
        env_vars: { WHO: 'me' },
        proxy_config: rules('before.test'),
      }),
    ),
  );
  const winner = await fixture.createReady();
  const gate = Promise.withResolvers<void>();
  fixture.proxy.gate = gate.promise;
  const asked = fixture.proxy.asked;
  const answers = losers.map(({ id }) =>
    fixture.call('PATCH', `boxes/${id}`, {
      name: 'coveted',
      idle_ttl_seconds: 120,
      run_config: { env_vars: { WHO: 'changed' } },
      proxy_config: rules('after.test'),
    }),
  );
  await until(() => fixture.proxy.asked === asked + losers.length);
  expect((await fixture.call('PATCH', `boxes/${winner.id}`, { name: 'coveted' })).status).toBe(200);
  gate.resolve();
  for (const [index, { id }] of losers.entries()) {
    expect(await answers[index]).toMatchObject({
      status: 409,
      body: { detail: { error: 'NameConflict' } },
    });
    expect((await fixture.call('GET', `boxes/${id}`)).body).toMatchObject({
      name: `racer-${index}`,
      idle_ttl_seconds: losers[index].idle_ttl_seconds,
      proxy_config: rules('before.test'),
    });
    expect(fixture.proxy.last(id).rules[0]?.matchHosts).toEqual(['before.test']);
    await fixture.call('POST', `boxes/${id}/stop`);
    await fixture.call('POST', `boxes/${id}/start`);
    await until(async () => (await status(id)) === 'ready');
    expect(fixture.boxes.started.findLast((box) => box.id === id)?.env).toEqual({ WHO: 'me' });
  }
});

test('only one of many concurrent requests creates a template, and the others get a conflict', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, maker) => fixture.call('POST', 'templates', { name: 'common', maker })),
  );
  const made = answers.filter((answer) => answer.status === 201);
  expect(made).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(9);
  expect((await fixture.call('GET', 'templates/common')).body.maker).toBe(made[0]?.body.maker);
});

test('the secrets of one request are stored together, even with concurrent requests', async () => {
  const headers = [{ name: 'X-Pair', type: 'workspace_secret', value: '{LEFT} {RIGHT}' }];
  const rules = [{ name: 'pair', match_hosts: ['api.hub.test'], headers }];
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(
      Array.from({ length: 4 }, (_, writer) => {
        const pair = ['LEFT', 'RIGHT'].map((key) => ({ key, value: `writer-${writer}` }));
        return fixture.call('POST', SECRETS, writer % 2 === 0 ? pair : pair.toReversed());
      }),
    );
    const { id, name } = await fixture.createReady({ proxy_config: { rules } });
    expect(fixture.proxy.last(id).rules[0]?.headers[0]?.value).toMatch(/^(writer-\d) \1$/);
    await fixture.call('DELETE', `boxes/${name}`);
  }
});

test('changing an OAuth provider during its deletion either succeeds or returns 404', async () => {
  const provider = await startProvider();
  for (let round = 0; round < 10; round += 1) {
    await fixture.call('POST', PROVIDERS, provider.config());
    const change = { name: `Round ${round}`, client_secret: 'another secret' };
    const [patched, removed] = await Promise.all([
      fixture.call('PATCH', `${PROVIDERS}/forge`, change),
      fixture.call('DELETE', `${PROVIDERS}/forge`),
    ]);
    expect([200, 404]).toContain(patched.status);
    expect(removed.status).toBe(200);
  }
});
