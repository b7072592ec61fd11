import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import net from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { isFinal } from '../../../src/contract/statuses.ts';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator/index.ts';
import { Seed } from '../../../src/emulator/admin/seed.ts';
import { type Answer, call, imageDeployment } from './plane.ts';

const open: Emulator[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((emulator) => emulator.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

/** The emulator with everything behind it, on declared stages. */
async function start(options: EmulatorOptions = {}) {
  const emulator = await createEmulator({ runtime: 'stub', ...options });
  open.push(emulator);
  const api = (method: string, target: string, body?: unknown, headers?: Record<string, string | null>) =>
    call(emulator, method, target, body, headers);
  /** Asks again until the answer is as wanted. */
  const until = async (target: string, wanted: (answer: Answer) => boolean): Promise<Answer> => {
    for (;;) {
      const answer = await api('GET', target);
      if (wanted(answer)) return answer;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const deploy = async (body = imageDeployment()) => {
    const created = (await api('POST', '/v2/deployments', body)).body;
    const deployment = `/v2/deployments/${created.id}`;
    const revision = `${deployment}/revisions/${created.latest_revision_id}`;
    const { status } = (await until(revision, ({ body: row }) => isFinal(row.status))).body;
    return { ...(await api('GET', deployment)).body, path: deployment, revision, revisionStatus: status };
  };
  return { emulator, api, until, deploy };
}

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

describe('a deployment, from its creation to its end', () => {
  test('becomes READY and DEPLOYED, is served at its URL and under /d, and is gone after its deletion', async () => {
    const { api, deploy, until } = await start();
    const deployed = await deploy();
    expect(deployed).toMatchObject({
      status: 'READY',
      revisionStatus: 'DEPLOYED',
      active_revision_id: deployed.latest_revision_id,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    });
    for (const base of [deployed.url, `/d/${deployed.id}`, `/d/${deployed.id.toUpperCase()}`]) {
      const ok = await api('GET', `${base}/ok`, undefined, { 'x-api-key': null });
      expect([ok.status, ok.body]).toEqual([200, { ok: true }]);
      const info = await api('GET', `${base}/info`);
      expect(info.body.host).toMatchObject({ revision_id: deployed.active_revision_id });
    }
    expect((await api('DELETE', deployed.path)).status).toBe(204);
    await until(deployed.path, ({ status }) => status === 404);
    expect(await connects(deployed.url)).toBe(false);
    expect((await api('GET', `/d/${deployed.id}/ok`)).status).toBe(404);
  });

  // docs/departures.md#authentication-agent-server-another
  test('its agent server is for keys of its workspace', async () => {
    const seed = Seed.parse({
      workspaces: [
        { id: '11111111-1111-4111-8111-111111111111' },
        {
          id: '22222222-2222-4222-8222-222222222222',
          api_keys: [{ key: 'other-key-1' }, { key: 'organization-key', scope: 'organization' }],
        },
      ],
    });
    const { api, deploy } = await start({ seed });
    const { url } = await deploy();
    const status = async (key: string | null) =>
      (await api('GET', `${url}/info`, undefined, { 'x-api-key': key })).status;
    expect([await status(null), await status('wrong'), await status('other-key-1')]).toEqual([401, 401, 403]);
    expect(await status('organization-key')).toBe(200);
  });

  test('its requests are journalled and can be bent', async () => {
    const { api, deploy, emulator } = await start();
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
