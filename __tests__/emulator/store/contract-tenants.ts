// oxlint-disable jest/no-export -- every driver's test file runs these
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { OpenFresh } from './contract.ts';
import { aWorkspace } from './samples.ts';

export function tenantsContract(openFresh: OpenFresh): void {
  describe('workspaces in the store', () => {
    test('are returned as stored, and can be overwritten', async () => {
      const store = await openFresh();
      const row = { id: 'w1', name: 'acme', redactSecretValues: true };
      await store.workspaces.upsert(row);
      expect(await store.workspaces.get('w1')).toEqual(row);
      await store.workspaces.upsert({ ...row, name: 'renamed', redactSecretValues: false });
      expect(await store.workspaces.list()).toEqual([
        { id: 'w1', name: 'renamed', redactSecretValues: false },
      ]);
      expect(await store.workspaces.get('w2')).toBeUndefined();
    });

    test('are found only by the hash of an API key, not by the key itself', async () => {
      const store = await openFresh();
      const workspaceId = await aWorkspace(store);
      const hash = createHash('sha256').update('key').digest('hex');
      await store.workspaces.putKey({ hash, workspaceId, scope: 'workspace' });
      expect(await store.workspaces.findKey(hash)).toEqual({ hash, workspaceId, scope: 'workspace' });
      await store.workspaces.putKey({ hash, workspaceId, scope: 'organization' });
      expect(await store.workspaces.findKey(hash)).toEqual({ hash, workspaceId, scope: 'organization' });
      expect(await store.workspaces.findKey('key')).toBeUndefined();
    });

    test('must exist before one of their API keys is stored', async () => {
      const store = await openFresh();
      await expect(
        store.workspaces.putKey({ hash: 'h', workspaceId: 'nowhere', scope: 'workspace' }),
      ).rejects.toMatchObject({ name: 'StoreError', code: 'conflict' });
    });
  });

  describe('tracing projects in the store', () => {
    test('have a unique name in their workspace', async () => {
      const store = await openFresh();
      const [one, two] = [await aWorkspace(store), await aWorkspace(store)];
      await store.projects.insert({ id: 'p1', workspaceId: one, name: 'agent', createdAt: 1 });
      await store.projects.insert({ id: 'p2', workspaceId: two, name: 'agent', createdAt: 2 });
      await expect(
        store.projects.insert({ id: 'p3', workspaceId: one, name: 'agent', createdAt: 3 }),
      ).rejects.toMatchObject({ code: 'conflict' });
      expect(await store.projects.findByName(one, 'agent')).toMatchObject({
        id: 'p1',
        workspaceId: one,
        name: 'agent',
        createdAt: 1,
      });
    });

    test('are listed newest first, in pages or by exact name, and are removed only in their workspace', async () => {
      const store = await openFresh();
      const workspaceId = await aWorkspace(store);
      const other = await aWorkspace(store);
      for (const name of ['a', 'b', 'c']) {
        await store.projects.insert({ id: name, workspaceId, name, createdAt: 1 });
      }
      const ids = async (filter: { limit: number; offset: number; name?: string }) =>
        (await store.projects.list(workspaceId, filter)).map((row) => row.id);
      expect(await ids({ limit: 2, offset: 0 })).toEqual(['c', 'b']);
      expect(await ids({ limit: 2, offset: 2 })).toEqual(['a']);
      expect(await ids({ limit: 9, offset: 0, name: 'b' })).toEqual(['b']);
      await store.projects.remove(other, 'a');
      await store.projects.remove(workspaceId, 'b');
      expect(await ids({ limit: 9, offset: 0 })).toEqual(['c', 'a']);
    });
  });

  describe('the records of integrations and processes in the store', () => {
    test('contain integrations separately for each workspace', async () => {
      const store = await openFresh();
      const workspaceId = await aWorkspace(store);
      const row = { id: 'i1', workspaceId, name: 'acme', installationId: 42 };
      await store.integrations.upsert({ ...row, installationId: 1 });
      await store.integrations.upsert(row);
      expect(await store.integrations.list(workspaceId)).toEqual([row]);
      expect(await store.integrations.list(await aWorkspace(store))).toEqual([]);
    });

    test('contain a process until the process is removed', async () => {
      const store = await openFresh();
      const row = { pid: 7, startToken: '123', kind: 'worker', owner: 'r1' };
      await store.processes.put({ ...row, pid: 9 });
      await store.processes.put({ ...row, startToken: 'old' });
      await store.processes.put(row);
      // The same process ID on another machine is a different process.
      const elsewhere = { ...row, owner: 'r2', startToken: '456' };
      await store.processes.put(elsewhere);
      expect(await store.processes.list()).toEqual([row, elsewhere, { ...row, pid: 9 }]);
      await store.processes.remove('r1', 9);
      await store.processes.remove('r2', 7);
      expect(await store.processes.list()).toEqual([row]);
    });
  });
}
