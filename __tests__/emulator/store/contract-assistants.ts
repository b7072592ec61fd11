// oxlint-disable jest/no-export -- every driver's test file runs these
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { AssistantRow, ItemRow, ItemVectorKey } from '../../../src/emulator/ports/store.ts';
import { StoreError } from '../../../src/emulator/ports/store-errors.ts';
import type { OpenFresh } from './contract.ts';
import { aDeployment } from './samples.ts';

export function assistantsContract(openFresh: OpenFresh): void {
  describe('assistants in the store', () => {
    test('are returned as stored, replaced, and removed with their versions, separately for each deployment', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      const { id: other } = await aDeployment(store);
      const row: AssistantRow = {
        id: randomUUID(),
        deploymentId,
        graphId: 'agent',
        name: 'Ada',
        description: null,
        config: { configurable: { model: 'm' } },
        context: { tone: 'dry' },
        metadata: { team: 'a' },
        version: 1,
        createdAt: 1,
        updatedAt: 2,
      };
      const { updatedAt: _, ...first } = row;
      await store.assistants.insert(row);
      await store.assistants.insertVersion(first);
      await expect(store.assistants.insert(row)).rejects.toMatchObject({ code: 'conflict' });
      await store.assistants.insert({ ...row, deploymentId: other });
      expect(await store.assistants.get(deploymentId, row.id)).toEqual(row);
      const second = { ...row, id: randomUUID() };
      await store.assistants.insert(second);
      expect(await store.assistants.list(deploymentId)).toEqual([second, row]);
      const changed = { ...row, name: 'Grace', description: 'd', version: 2, updatedAt: 9 };
      const { updatedAt: __, ...latest } = { ...changed, createdAt: 9 };
      await store.assistants.update(changed);
      await store.assistants.insertVersion(latest);
      expect(await store.assistants.get(deploymentId, row.id)).toEqual(changed);
      expect(await store.assistants.versions(deploymentId, row.id)).toEqual([latest, first]);
      await store.assistants.remove(deploymentId, row.id);
      expect(await store.assistants.get(deploymentId, row.id)).toBeUndefined();
      expect(await store.assistants.versions(deploymentId, row.id)).toEqual([]);
      expect(await store.assistants.get(other, row.id)).toBeDefined();
      await store.deployments.remove(other);
      expect(await store.assistants.get(other, row.id)).toBeUndefined();
    });
  });

  describe('items in the store', () => {
    test("are refused if their name is too long for the database's index", async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      // A string that cannot be compressed.
      const key = Array.from({ length: 200 }, () => randomUUID()).join('');
      const kept = store.items.put({ deploymentId, namespace: ['a'], key, value: {} }).then(
        () => 'kept',
        (error: unknown) => (error instanceof StoreError ? error.code : error),
      );
      expect(['kept', 'too-long']).toContain(await kept);
      expect(await store.items.get(deploymentId, ['a'], 'other')).toBeUndefined();
    });

    test('are stored, replaced and removed, and are found by whole labels of a namespace', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      const item = (namespace: string[], key: string, updatedAt: number): ItemRow => ({
        deploymentId,
        namespace,
        key,
        value: { n: updatedAt },
        createdAt: updatedAt,
        updatedAt,
        ttlMs: null,
        expiresAt: null,
      });
      const rows = [
        item(['user', 'ada'], 'k', 1),
        item(['user'], 'k', 2),
        item(['user', 'ada', 'deep'], 'k', 3),
        item(['users'], 'k', 4),
        item(['user', 'ada-b'], 'k', 5),
        item(['user/x'], 'k', 6),
      ];
      for (const row of rows) await store.items.put({ ...row, at: row.updatedAt });
      const found = async (prefix: string[]) =>
        (await store.items.listSizes(deploymentId, prefix, { limit: 10, offset: 0 })).map(
          ({ namespace }) => rows.find((row) => String(row.namespace) === String(namespace))?.updatedAt,
        );
      expect(await found([])).toEqual([6, 5, 4, 3, 2, 1]);
      expect(await found(['user'])).toEqual([5, 3, 2, 1]);
      expect(await found(['user', 'ada'])).toEqual([3, 1]);
      const some = await store.items.getMany(deploymentId, [
        ...rows.slice(1, 3),
        { namespace: ['user'], key: 'no' },
      ]);
      expect(some.toSorted((a, b) => a.updatedAt - b.updatedAt)).toEqual(rows.slice(1, 3));
      expect(await store.items.getMany('other', rows)).toEqual([]);
      expect(await store.items.getMany(deploymentId, [])).toEqual([]);
      expect(await store.items.namespaces(deploymentId)).toEqual([
        ['user'],
        ['user', 'ada'],
        ['user', 'ada-b'],
        ['user', 'ada', 'deep'],
        ['user/x'],
        ['users'],
      ]);
      await store.items.put({ ...item(['user'], 'k', 8), at: 8 });
      expect(await store.items.get(deploymentId, ['user'], 'k')).toEqual({
        ...item(['user'], 'k', 8),
        createdAt: 2,
      });
      await store.items.remove(deploymentId, ['user'], 'k');
      expect(await store.items.get(deploymentId, ['user'], 'k')).toBeUndefined();
      expect(await store.items.get('other', ['users'], 'k')).toBeUndefined();
    });

    test('are not found after they expire', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      const now = Date.now();
      const put = (key: string, ttlMs?: number) =>
        store.items.put({ deploymentId, namespace: ['a'], key, value: {}, at: now - 100, ttlMs });
      const keys = async () =>
        (await store.items.listSizes(deploymentId, ['a'], { limit: 9, offset: 0 }))
          .map(({ key }) => key)
          .toSorted();
      await put('over', 100);
      await put('again', 100);
      await put('lives', 100_000);
      await put('stays');
      expect(await keys()).toEqual(['lives', 'stays']);
      expect(await store.items.get(deploymentId, ['a'], 'over')).toBeUndefined();
      const all = ['over', 'lives', 'stays'].map((key) => ({ namespace: ['a'], key }));
      expect(await store.items.getMany(deploymentId, all)).toHaveLength(2);
      await store.items.refresh(deploymentId, all);
      expect(await keys()).toEqual(['lives', 'stays']);
      const lives = await store.items.get(deploymentId, ['a'], 'lives');
      expect(lives?.expiresAt).toBeGreaterThanOrEqual(now + 100_000);
      expect(await store.items.get(deploymentId, ['a'], 'stays')).toMatchObject({ expiresAt: null });
      await store.items.put({ deploymentId, namespace: ['a'], key: 'again', value: {}, at: now });
      expect(await store.items.get(deploymentId, ['a'], 'again')).toMatchObject({ createdAt: now });
      await store.items.removeExpired();
      expect(await keys()).toEqual(['again', 'lives', 'stays']);
    });

    test('keep the vectors of their latest value in the order of their paths', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      const vector = (n: number) => new Uint8Array(new Float32Array([n]).buffer);
      const put = (namespace: string[], key: string, fields: Record<string, number>) =>
        store.items.put({
          deploymentId,
          namespace,
          key,
          value: {},
          vectors: Object.entries(fields).map(([field, n]) => ({ field, vector: vector(n) })),
        });
      const all = async (prefix: string[], limit = 9) => {
        const found: string[] = [];
        let after: ItemVectorKey | undefined;
        for (;;) {
          const page = await store.items.listVectors(deploymentId, prefix, { limit, after });
          found.push(
            ...page.map((row) => `${row.namespace.join('/')} ${row.key} ${row.field} ${row.vector[3]}`),
          );
          after = page.at(-1);
          if (page.length < limit) return found;
        }
      };
      await put(['a'], 'two', { x: 1, y: 2 });
      await put(['a', 'b'], 'one', { x: 1 });
      await put(['ab'], 'one', { x: 1 });
      await put(['a'], 'two', { z: 2 });
      expect(await all(['a'])).toEqual(['a two z 64', 'a/b one x 63']);
      expect(await all([], 1)).toEqual(await all([]));
      expect(await all([])).toHaveLength(3);
      await store.items.remove(deploymentId, ['a'], 'two');
      expect(await all(['a'])).toEqual(['a/b one x 63']);
    });
  });
}
