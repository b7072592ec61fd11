// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import type { OpenFresh } from './contract.ts';
import { aWorkspace, sandboxRow } from './samples.ts';

export function sandboxesContract(openFresh: OpenFresh): void {
  describe('secrets of workspaces in the store', () => {
    test('can be replaced, listed and read by name, and are separate for each workspace', async () => {
      const store = await openFresh();
      const [own, other] = [await aWorkspace(store), await aWorkspace(store)];
      await store.workspaceSecrets.put(own, 'B', 'first', 1);
      await store.workspaceSecrets.put(own, 'A', 'value', 2);
      await store.workspaceSecrets.put(own, 'B', 'second', 3);
      await store.workspaceSecrets.put(other, 'B', 'theirs', 4);
      expect(await store.workspaceSecrets.list(own)).toEqual([
        { name: 'A', createdAt: 2, updatedAt: 2 },
        { name: 'B', createdAt: 1, updatedAt: 3 },
      ]);
      expect(await store.workspaceSecrets.values(own, ['B', 'none'])).toEqual(new Map([['B', 'second']]));
      expect(await store.workspaceSecrets.values(own, [])).toEqual(new Map());
      expect(await store.workspaceSecrets.remove(own, 'B')).toBe(true);
      expect(await store.workspaceSecrets.remove(own, 'B')).toBe(false);
      expect(await store.workspaceSecrets.values(other, ['B'])).toEqual(new Map([['B', 'theirs']]));
    });
  });

  describe('sandboxes in the store', () => {
    test('are found by ID and name in their workspace, newest first, and are counted', async () => {
      const store = await openFresh();
      const [own, other] = [await aWorkspace(store), await aWorkspace(store)];
      const first = sandboxRow(own, { name: 'first' });
      const second = sandboxRow(own, { name: 'second' });
      const theirs = sandboxRow(other, { name: 'first' });
      for (const row of [first, second, theirs]) await store.sandboxes.insert(row, [], {});
      expect(await store.sandboxes.list(own)).toEqual([second, first]);
      expect(await store.sandboxes.listAll()).toEqual([first, second, theirs]);
      expect(await store.sandboxes.findByName(own, 'first')).toEqual(first);
      expect(await store.sandboxes.get(own, theirs.id)).toBeUndefined();
      expect(await store.sandboxes.findById(theirs.id)).toEqual(theirs);
      expect([await store.sandboxes.count(own), await store.sandboxes.count(other)]).toEqual([2, 1]);
      await expect(store.sandboxes.insert(sandboxRow(own, { name: 'first' }), [], {})).rejects.toMatchObject({
        code: 'conflict',
      });
    });

    test('can be changed, and keep their opaque values separately until the sandboxes are removed', async () => {
      const store = await openFresh();
      const row = sandboxRow(await aWorkspace(store));
      const one = { ruleId: 'r', headerId: 'a', value: 'one' };
      const two = { ruleId: 'r', headerId: 'b', value: 'two' };
      await store.sandboxes.insert(row, [one, two], { KEY: 'value' });
      const sorted = async () =>
        (await store.sandboxes.opaqueValues(row.id)).toSorted((a, b) => a.headerId.localeCompare(b.headerId));
      expect(await sorted()).toEqual([one, two]);
      expect(await store.sandboxes.env(row.id)).toEqual({ KEY: 'value' });
      const proxy = {
        config: { rules: [{ name: 'r', headers: [{ name: 'X', type: 'opaque' as const }] }] },
        ids: [{ rule: 'r', headers: ['b'] }],
      };
      await store.sandboxes.putProxy(row.id, proxy, [{ ...two, value: 'other' }]);
      expect(await sorted()).toEqual([{ ...two, value: 'other' }]);
      await store.sandboxes.update(row.id, {
        status: 'stopped',
        stoppedAt: 5,
        statusMessage: 'why',
        updatedAt: 6,
      });
      expect(await store.sandboxes.findById(row.id)).toEqual({
        ...row,
        proxy,
        status: 'stopped',
        statusMessage: 'why',
        stoppedAt: 5,
        updatedAt: 6,
      });
      await store.sandboxes.remove(row.id);
      expect(await store.sandboxes.findById(row.id)).toBeUndefined();
      expect(await store.sandboxes.opaqueValues(row.id)).toEqual([]);
    });

    test('report all their secret values to the redactor', async () => {
      const store = await openFresh();
      const workspaceId = await aWorkspace(store);
      await store.workspaceSecrets.put(workspaceId, 'A', 'secret-of-workspace', 1);
      const header = { ruleId: 'r', headerId: 'h', value: 'opaque-header' };
      await store.sandboxes.insert(sandboxRow(workspaceId), [header], { A: 'variable-a', B: 'variable-b' });
      const reported: string[] = [];
      for await (const values of store.secretValues()) reported.push(...values);
      expect(reported.toSorted()).toEqual([
        'opaque-header',
        'secret-of-workspace',
        'variable-a',
        'variable-b',
      ]);
    });
  });

  describe('templates and snapshots of sandboxes in the store', () => {
    test('are found by name and by ID', async () => {
      const store = await openFresh();
      const workspaceId = await aWorkspace(store);
      const template = { workspaceId, name: 't', settings: { image: 'a' }, createdAt: 1, updatedAt: 1 };
      await store.sandboxTemplates.put(template);
      await store.sandboxTemplates.put({ ...template, settings: {}, createdAt: 9, updatedAt: 2 });
      expect(await store.sandboxTemplates.list(workspaceId)).toEqual([
        { ...template, settings: {}, updatedAt: 2 },
      ]);
      expect(await store.sandboxTemplates.remove(workspaceId, 't')).toBe(true);
      expect(await store.sandboxTemplates.get(workspaceId, 't')).toBeUndefined();
      const snapshot = {
        id: 's1',
        workspaceId,
        name: 's',
        status: 'building' as const,
        statusMessage: null,
        sourceSandboxId: null,
        settings: {},
        createdAt: 1,
        updatedAt: 1,
      };
      await store.sandboxSnapshots.insert(snapshot);
      await store.sandboxSnapshots.insert({ ...snapshot, id: 's2' });
      await store.sandboxSnapshots.update('s1', { status: 'ready', updatedAt: 3 });
      expect(await store.sandboxSnapshots.findByName(workspaceId, 's')).toMatchObject({ id: 's2' });
      expect(await store.sandboxSnapshots.get(workspaceId, 's1')).toEqual({
        ...snapshot,
        status: 'ready',
        updatedAt: 3,
      });
      expect(await store.sandboxSnapshots.remove(workspaceId, 's2')).toBe(true);
      expect(await store.sandboxSnapshots.list(workspaceId)).toHaveLength(1);
    });
  });
}
