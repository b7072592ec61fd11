import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRequestReplays, createTemporaryKeys } from '../../../src/emulator/dashboard/inner.ts';
import { fillHeaders, fillSecrets, lacksSecret } from '../../../src/emulator/dashboard/replay.ts';
import { createJournalRedactor } from '../../../src/emulator/server/journal-redactor.ts';
import { gitDeployment } from '../server/plane.ts';
import { signIn, startDashboard } from './page.ts';

describe('a request that is sent again', () => {
  // docs/dashboard.md#replay
  test('contains its original secrets, is recorded, and refers to the original request', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    const secrets = [{ name: 'MODEL_KEY', value: 'a-secret-value' }];
    expect(
      (await plane.api('POST', '/v2/deployments', { ...gitDeployment({ name: 'one' }), secrets })).status,
    ).toBe(201);
    // The name of the deployment is already in use.
    const same = await page.call('POST', '/requests/1/replay', {});
    expect(same.body).toEqual({ seq: 2, status: 409 });
    const shown = (await page.get('/requests/1')).sent.value;
    expect(shown.secrets).toEqual([{ name: 'MODEL_KEY', value: '***' }]);
    const { body } = await page.call('POST', '/requests/1/replay', { body: { ...shown, name: 'two' } });
    expect(body).toEqual({ seq: 3, status: 201 });
    const { requests } = await page.get('/requests');
    expect(requests.map(({ replay_of: of }: { replay_of: number | null }) => of)).toEqual([1, 1, null]);
    const rows = await plane.store.deployments.listAll();
    const two = rows.find(({ name }) => name === 'two');
    expect(await plane.store.deployments.secrets(two?.id ?? '')).toEqual(secrets);
  });

  // docs/dashboard.md#replay
  test('has its original body, even if a fault rule replaced the response', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    const secrets = [{ name: 'MODEL_KEY', value: 'a-secret-value' }];
    const once = { match: { path: '/v2/deployments' }, when: { times: 1 } };
    for (const [index, then] of [{ status: 500 }, { reset: true }].entries()) {
      plane.emulator.faults.set({ rules: [{ ...once, then }] });
      const body = { ...gitDeployment({ name: `agent-${index}` }), secrets };
      await plane.api('POST', '/v2/deployments', body).catch(() => undefined);
      const [failed] = (await page.get('/requests')).requests;
      expect((await page.get(`/requests/${failed.seq}`)).sent.value.secrets).toEqual([
        { name: 'MODEL_KEY', value: '***' },
      ]);
      const again = await page.call('POST', `/requests/${failed.seq}/replay`, {});
      expect(again.body.status).toBe(201);
    }
  });

  // docs/dashboard.md#replay
  test('is displayed without credentials but sent with them', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    await plane.api('GET', '/v2/deployments?name=a');
    const { headers } = await page.get('/requests/1');
    expect(headers).toContainEqual(['x-api-key', '***']);
    expect((await page.call('POST', '/requests/1/replay', {})).body).toEqual({ seq: 2, status: 200 });
    const without = headers.filter(([name]: [string]) => name !== 'x-api-key');
    const refused = await page.call('POST', '/requests/1/replay', { headers: without });
    expect([401, 403]).toContain(refused.body.status);
    const kept = [...without, ['x-api-key', '***']];
    const other = await page.call('POST', '/requests/1/replay', { headers: kept, path: '/v2/listeners' });
    expect(other.body.status).toBe(200);
  });

  // docs/dashboard.md#replay
  test('is refused again if its key was refused', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    const { body } = await plane.api('POST', '/v2/deployments', gitDeployment({ name: 'kept' }));
    const path = `/v2/deployments/${body.id}`;
    const refused = await fetch(`${plane.emulator.urls.controlPlane}${path}`, {
      method: 'DELETE',
      headers: { 'x-api-key': 'a-key-of-nobody' },
    });
    expect([401, 403]).toContain(refused.status);
    const [entry] = (await page.get('/requests')).requests;
    const again = await page.call('POST', `/requests/${entry.seq}/replay`, {});
    expect(again.body.status).toBe(refused.status);
    expect((await plane.api('GET', path)).status).toBe(200);
  });

  // docs/dashboard.md#replay
  test('gets a new temporary key only if the dashboard page sent the original request', async () => {
    const valid = new Set<string>();
    const keys = createTemporaryKeys({ add: (key) => valid.add(key), remove: (key) => valid.delete(key) });
    const own = { method: 'POST', path: '/d/1/runs' };
    const issued = keys.issue('workspace', own);
    keys.end(issued);
    expect(valid.size).toBe(0);
    const sent: string[] = [];
    const replay = createRequestReplays(async (_from, { headers }) => {
      sent.push(headers.find(([name]) => name === 'x-api-key')?.[1] ?? '');
      expect(valid.has(sent.at(-1) ?? '')).toBe(sent.length === 1);
      return { status: 200, headers: [], body: (async function* () {})() };
    }, keys);
    const call = (recorded: typeof own) =>
      replay(
        {
          ...own,
          headers: [['x-api-key', issued]],
          body: new Uint8Array(),
          deploymentId: '1',
          onOwnPort: false,
          replay: { of: 1, onRecord: () => {} },
          recorded,
        },
        new AbortController().signal,
      );
    await call(own);
    // The agent's code read the key, and sent another request with it.
    await call({ method: 'DELETE', path: '/v2/deployments/1' });
    expect(sent[0]).not.toBe(issued);
    expect(sent[1]).toBe(issued);
    expect(valid.size).toBe(0);
  });

  // docs/dashboard.md#replay
  test('cannot be sent to another API or deployment, because its credentials are not meant for them', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    await plane.api('GET', '/v2/deployments');
    for (const path of [
      '/_local/journal',
      '/_local/ui/api/requests',
      '/d/1/threads',
      '/ok',
      '/%5flocal/reset',
    ]) {
      const refused = await page.call('POST', '/requests/1/replay', { path });
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        422,
        expect.stringContaining('another API or another deployment'),
      ]);
    }
    expect((await page.get('/requests')).requests).toHaveLength(1);
  });

  // docs/dashboard.md#replay
  test('keeps each secret with its name, even if names are added, removed or moved', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    const secrets = [
      { name: 'A', value: 'first-secret' },
      { name: 'B', value: 'second-secret' },
    ];
    await plane.api('POST', '/v2/deployments', { ...gitDeployment({ name: 'one' }), secrets });
    const shown = (await page.get('/requests/1')).sent.value;
    const hidden = (name: string) => ({ name, value: '***' });
    const edited = { ...shown, name: 'two', secrets: [{ name: 'N', value: 'new' }, hidden('B')] };
    expect((await page.call('POST', '/requests/1/replay', { body: edited })).body.status).toBe(201);
    const two = (await plane.store.deployments.listAll()).find(({ name }) => name === 'two');
    expect(await plane.store.deployments.secrets(two?.id ?? '')).toEqual([
      { name: 'N', value: 'new' },
      { name: 'B', value: 'second-secret' },
    ]);
    const unknown = { ...shown, name: 'three', secrets: [hidden('A'), hidden('N')] };
    const refused = await page.call('POST', '/requests/1/replay', { body: unknown });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain('Write the secret itself there');
    const header = await page.call('POST', '/requests/1/replay', { headers: [['x-api-key', 'old ***']] });
    expect(header.status).toBe(422);
  });

  test('never moves a secret between named elements of a list', () => {
    const names = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E'), { minLength: 1 });
    fc.assert(
      fc.property(names, names, (before, after) => {
        const original = before.map((name) => ({ name, value: `secret of ${name}` }));
        const shown = before.map((name) => ({ name, value: '***' }));
        const edited = after.map((name) => ({ name, value: '***' }));
        expect(fillSecrets(edited, shown, original)).toEqual(
          after.map((name) => ({ name, value: before.includes(name) ? `secret of ${name}` : '***' })),
        );
      }),
    );
  });

  test('gets no secrets for unnamed elements of a list if one of them was removed', () => {
    const filled = fillSecrets(['***'], ['***', '***'], ['first', 'second']);
    expect(filled).toEqual(['***']);
    expect(lacksSecret(filled, ['***', '***'], ['first', 'second'])).toBe(true);
    // Asterisks in the original text are not placeholders.
    expect(lacksSecret(['**a*** b'], ['**a***'], ['**a***'])).toBe(false);
  });

  test('is refused if the original is no longer stored, or if its path contains a placeholder', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    await plane.api('GET', '/v2/deployments');
    expect((await page.call('POST', '/requests/99/replay', {})).status).toBe(404);
    expect((await page.call('POST', '/requests/1/replay', { path: '/v2/***' })).status).toBe(422);
    expect((await page.call('POST', '/requests/1/replay', { headers: [['a b', 'c']] })).status).toBe(422);
    expect((await page.call('POST', '/requests/1/replay', { headers: [['a', 'b\r\nx: y']] })).status).toBe(
      422,
    );
  });

  test('keeps every part of its body that was not edited', () => {
    const redactor = createJournalRedactor();
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ minLength: 8 }), (value, secret) => {
        const original = { value, secrets: [{ name: 'A', value: secret }], token: secret };
        const shown = redactor.redact(original);
        expect(fillSecrets(shown, shown, original)).toEqual(original);
        const edited = { ...(shown as object), added: 1 };
        expect(fillSecrets(edited, shown, original)).toEqual({ ...original, added: 1 });
      }),
    );
  });

  test('contains a secret header value only in a header of the same name', () => {
    const shown = [['authorization', '***']] as const;
    const original = [['authorization', 'Bearer secret']] as const;
    expect(fillHeaders([['Authorization', '***']], shown, original)).toEqual([
      ['authorization', 'Bearer secret'],
    ]);
    expect(fillHeaders([['x-other', '***']], shown, original)).toEqual([['x-other', '***']]);
  });
});
