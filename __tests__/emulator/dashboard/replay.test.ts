import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fillHeaders, fillSecrets } from '../../../src/emulator/dashboard/replay.ts';
import { createJournalRedactor } from '../../../src/emulator/server/redact.ts';
import { gitDeployment } from '../server/plane.ts';
import { signIn, startDashboard } from './page.ts';

describe('a request that is sent again', () => {
  // docs/dashboard.md#replay
  test('gets its secrets again, is recorded, and links to the old request', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    const secrets = [{ name: 'MODEL_KEY', value: 'a-secret-value' }];
    expect(
      (await plane.api('POST', '/v2/deployments', { ...gitDeployment({ name: 'one' }), secrets })).status,
    ).toBe(201);
    // The name is in use.
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
  test('has its body, although a fault rule kept the request from its handler', async () => {
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
  test('shows its headers without credentials, and sends them again', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    await plane.api('GET', '/v2/deployments?name=a');
    const { headers } = await page.get('/requests/1');
    expect(headers).toContainEqual(['x-api-key', '***']);
    expect((await page.call('POST', '/requests/1/replay', {})).body).toEqual({ seq: 2, status: 200 });
    const without = headers.filter(([name]: [string]) => name !== 'x-api-key');
    const refused = await page.call('POST', '/requests/1/replay', { headers: without });
    expect([401, 403]).toContain(refused.body.status);
    const wrong = [...without, ['x-api-key', 'another-key']];
    expect(
      (await page.call('POST', '/requests/1/replay', { headers: wrong, path: '/v2/listeners' })).status,
    ).toBe(200);
  });

  test('is refused if it is no longer stored, and for a path with a placeholder', async () => {
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

  test('fills in a header only under its own name', () => {
    const shown = [['authorization', '***']] as const;
    const original = [['authorization', 'Bearer secret']] as const;
    expect(fillHeaders([['Authorization', '***']], shown, original)).toEqual([
      ['authorization', 'Bearer secret'],
    ]);
    expect(fillHeaders([['x-other', '***']], shown, original)).toEqual([['x-other', '***']]);
  });
});
