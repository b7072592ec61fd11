import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Seed } from '../../../src/emulator/admin/seed.ts';
import { defaultWorkspace } from '../../../src/emulator/admin/seeding.ts';
import { createEmulator } from '../../../src/emulator/index.ts';
import { newFolder, startPlane } from '../server/plane.ts';

const ID = '11111111-1111-4111-8111-111111111111';

describe('a new emulator', () => {
  test('without a seed has one workspace with a git-host integration and no listener', async () => {
    const { api, store, emulator } = await startPlane();
    expect((await store.workspaces.list()).map(({ id }) => id)).toEqual([emulator.workspaceId]);
    expect((await api('GET', '/v1/integrations/git_host/install')).body).toHaveLength(1);
    expect((await api('GET', '/v2/listeners')).body.resources).toEqual([]);
  });

  test('without a seed has the same workspace as with an equivalent seed', () => {
    const { workspaces } = Seed.parse({ workspaces: [{ id: ID, name: 'local' }] });
    expect([defaultWorkspace(ID)]).toEqual(workspaces);
  });

  test('with a seed assigns its API key to the first workspace, and creates integrations and listeners', async () => {
    const seed = Seed.parse({
      workspaces: [
        {
          id: ID.toUpperCase(),
          name: 'team',
          integrations: [{ name: 'hub', installation_id: 7 }],
          listeners: [{ compute_id: 'c', compute_config: { k8s_namespaces: ['ns'] } }],
          templates: ['default'],
          service_accounts: { ns: ['robot'] },
          registry_secrets: ['pull'],
        },
      ],
    });
    const { api, emulator } = await startPlane({ seed });
    expect(emulator.workspaceId).toBe(ID);
    expect((await api('GET', '/v1/integrations/git_host/install')).body).toMatchObject([
      { name: 'hub', installation_id: 7 },
    ]);
    expect((await api('GET', '/v2/listeners')).body.resources).toMatchObject([
      { compute_id: 'c', compute_config: { k8s_namespaces: ['ns'] } },
    ]);
  });

  test('also creates the requested workspace if the seed does not contain it', async () => {
    const workspaceId = '22222222-2222-4222-8222-222222222222';
    const { emulator, store } = await startPlane({
      seed: Seed.parse({ workspaces: [{ id: ID }] }),
      workspaceId,
    });
    expect(emulator.workspaceId).toBe(workspaceId);
    expect((await store.workspaces.list()).map(({ id }) => id).toSorted()).toEqual([ID, workspaceId]);
  });
});

describe('the data directory of an emulator', () => {
  test('keeps deployments, the workspace and seeded IDs over a restart, but not the previous random key', async () => {
    const dataDir = await newFolder();
    const seed = Seed.parse({ workspaces: [{ id: ID, listeners: [{ compute_id: 'c' }] }] });
    const first = await startPlane({ dataDir, seed });
    const listeners = (await first.api('GET', '/v2/listeners')).body.resources;
    const { id } = await first.create({
      source_config: { listener_id: listeners[0].id },
      secrets: [{ name: 'A', value: 'kept-secret-value' }],
    });
    const oldKey = first.emulator.apiKey;
    await first.emulator.close();
    const second = await startPlane({ dataDir, seed });
    expect(second.emulator.workspaceId).toBe(ID);
    expect((await second.api('GET', `/v2/deployments/${id}`)).body.secrets).toEqual([
      { name: 'A', value: 'kept-secret-value' },
    ]);
    expect((await second.api('GET', '/v2/listeners')).body.resources[0].id).toBe(listeners[0].id);
    expect((await second.api('GET', '/v2/listeners', undefined, { 'x-api-key': oldKey })).status).toBe(401);
    const files = await readdir(dataDir);
    for (const file of files) {
      const text = await readFile(path.join(dataDir, file), 'latin1');
      expect(text).not.toContain('kept-secret-value');
      expect(text).not.toContain(oldKey);
    }
  });

  test('keeps its workspace if no seed is given', async () => {
    const dataDir = await newFolder();
    const first = await startPlane({ dataDir });
    await first.emulator.close();
    expect((await startPlane({ dataDir })).emulator.workspaceId).toBe(first.emulator.workspaceId);
  });

  test('keeps the secrets of an earlier start out of the journal', async () => {
    const dataDir = await newFolder();
    const first = await startPlane({ dataDir });
    const { id } = await first.create({ secrets: [{ name: 'A', value: 'kept-secret-value' }] });
    await first.emulator.close();
    const second = await startPlane({ dataDir });
    await second.api('PATCH', `/v2/deployments/${id}`, { image_version: 'kept-secret-value' });
    expect(JSON.stringify(second.emulator.journal.after(0))).not.toContain('kept-secret-value');
  });
});

test('an emulator that other machines can reach requires a chosen API key', async () => {
  await expect(createEmulator({ host: '0.0.0.0' })).rejects.toThrow('set EMULATOR_API_KEY');
});
