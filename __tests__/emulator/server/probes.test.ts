import { describe, expect, test } from '@jest/globals';
import { openEmulator } from './plane.ts';
import { startCloud } from '../admin/cloud.ts';

describe('a health probe without an API key', () => {
  // docs/emulator.md#probes
  test.each(['/ok', '/health', '/api-host/ok', '/api-host/health'])(
    "to %s gets a response at the emulator's own origin",
    async (path) => {
      const emulator = await openEmulator({ runtime: 'stub' });
      const answer = await fetch(emulator.urls.controlPlane + path);
      expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
      const head = await fetch(emulator.urls.controlPlane + path, { method: 'HEAD' });
      expect(head.status).toBe(200);
    },
  );

  test('is accepted on no other path and with no other method', async () => {
    const emulator = await openEmulator({ runtime: 'stub' });
    const status = async (method: string, path: string) =>
      (await fetch(emulator.urls.controlPlane + path, { method })).status;
    expect(await status('POST', '/ok')).toBe(405);
    expect(await status('GET', '/ok/more')).toBe(404);
    expect(await status('GET', '/api-host/v2/deployments')).toBe(401);
  });

  // docs/emulator.md#probes
  test('is not recorded in the journal, and matches no fault rule', async () => {
    const emulator = await openEmulator({ runtime: 'stub' });
    emulator.faults.set({
      seed: 1,
      rules: [{ match: { surface: 'control-plane' }, when: { nth: [1] }, then: { status: 503 } }],
    });
    expect((await fetch(`${emulator.urls.controlPlane}/ok`)).status).toBe(200);
    const listed = async () =>
      (
        await fetch(`${emulator.urls.controlPlane}/v2/deployments`, {
          headers: { 'x-api-key': emulator.apiKey },
        })
      ).status;
    expect([await listed(), await listed()]).toEqual([503, 200]);
    expect(emulator.journal.after(0).entries.map(({ path }) => path)).toEqual([
      '/v2/deployments',
      '/v2/deployments',
    ]);
  });

  // docs/departures/agent-server.md#agent-health
  test('to /health gets the same response as to /ok at a deployment', async () => {
    const { api, deploy } = await startCloud();
    const { url } = await deploy();
    const probe = (path: string) => api('GET', url + path, undefined, { 'x-api-key': null });
    for (const path of ['/ok', '/health']) {
      expect(await probe(path)).toMatchObject({ status: 200, body: { ok: true } });
    }
    expect((await probe('/info')).status).toBe(401);
  });
});
