import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { Seed } from '../../../src/emulator/admin/seed.ts';
import { startCloud } from '../admin/cloud.ts';

async function connects(url: string): Promise<boolean> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe('a deployment of the emulator', () => {
  test('becomes READY and DEPLOYED, responds at its URL and below /d, and is gone after its deletion', async () => {
    const { api, deploy, until } = await startCloud();
    const deployed = await deploy();
    expect(deployed.revisionStatus).toBe('DEPLOYED');
    expect((await api('GET', deployed.path)).body).toMatchObject({
      status: 'READY',
      active_revision_id: deployed.revisionId,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    });
    for (const base of [deployed.url, `/d/${deployed.id}`, `/d/${deployed.id.toUpperCase()}`]) {
      const ok = await api('GET', `${base}/ok`, undefined, { 'x-api-key': null });
      expect([ok.status, ok.body]).toEqual([200, { ok: true, services: { database: 'skipped' } }]);
      const info = await api('GET', `${base}/info`);
      expect(info.body.host).toMatchObject({ revision_id: deployed.revisionId });
    }
    expect((await api('DELETE', deployed.path)).status).toBe(204);
    await until(deployed.path, ({ status }) => status === 404);
    expect(await connects(deployed.url)).toBe(false);
    expect((await api('GET', `/d/${deployed.id}/ok`)).status).toBe(404);
  });

  // docs/departures/agent-server.md#authentication-agent-server-another
  test('has an agent server that accepts only API keys of its workspace', async () => {
    const seed = Seed.parse({
      workspaces: [
        { id: '11111111-1111-4111-8111-111111111111' },
        {
          id: '22222222-2222-4222-8222-222222222222',
          api_keys: [{ key: 'other-key-1' }, { key: 'organization-key', scope: 'organization' }],
        },
      ],
    });
    const { api, deploy } = await startCloud({ seed });
    const { url } = await deploy();
    const status = async (key: string | null) =>
      (await api('GET', `${url}/info`, undefined, { 'x-api-key': key })).status;
    expect([await status(null), await status('wrong'), await status('other-key-1')]).toEqual([401, 401, 403]);
    expect(await status('organization-key')).toBe(200);
  });

  // docs/emulator.md#wrong-address
  test('is mentioned with its URL in the 404 response to agent requests at the control plane', async () => {
    const { api, deploy } = await startCloud();
    const before = await api('POST', '/threads', {});
    expect([before.status, before.body.detail]).toEqual([
      404,
      'Not Found: this is the control plane, and each agent has its own URL. No agent is deployed yet.',
    ]);
    const { url, id } = await deploy();
    const name = (await api('GET', `/v2/deployments/${id}`)).body.name;
    const known = `Not Found: this is the control plane, and each agent has its own URL. ${name} at ${url}: use this address as the URL of the client.`;
    for (const [method, path] of [
      ['POST', '/threads'],
      ['POST', '/runs/wait'],
      ['GET', '/assistants/agent/schemas'],
      ['POST', '/mcp'],
      ['GET', '/docs'],
      ['GET', '/metrics'],
    ] as const) {
      const { status, body } = await api(method, path, method === 'POST' ? {} : undefined);
      expect([path, status, body.detail]).toEqual([path, 404, known]);
    }
    const stranger = await api('POST', '/threads', {}, { 'x-api-key': null });
    expect(stranger.body.detail).toMatch(/GET \/v2\/deployments lists them as url\.$/);
    expect((await api('GET', '/nothing')).body.detail).toBe('Not Found');
    const reverse = await api('GET', `${url}/v2/deployments`);
    expect([reverse.status, reverse.body.detail]).toEqual([
      404,
      expect.stringMatching(
        /^Not Found: this is the agent server of a deployment\. The control plane is at http:\/\/127\.0\.0\.1:\d+\.$/,
      ),
    ]);
    expect((await api('GET', `${url}/nothing`)).body.detail).toBe('Not Found');
  });

  test('has its requests in the journal, and can be affected by fault rules', async () => {
    const { api, deploy, emulator } = await startCloud();
    const { url, id } = await deploy();
    emulator.faults.set({
      rules: [
        { match: { surface: 'agent-server', path: '/ok' }, when: { nth: [1, 3] }, then: { status: 503 } },
      ],
    });
    const statuses = [];
    for (const target of [`${url}/ok`, `${url}/ok`, `/d/${id}/ok`])
      statuses.push((await api('GET', target)).status);
    expect(statuses).toEqual([503, 200, 503]);
    expect(emulator.journal.after(0).entries.slice(-3)).toMatchObject([
      { surface: 'agent-server', path: '/ok', status: 503 },
      { surface: 'agent-server', path: '/ok', status: 200 },
      { surface: 'agent-server', path: `/d/${id}/ok`, status: 503 },
    ]);
  });
});
