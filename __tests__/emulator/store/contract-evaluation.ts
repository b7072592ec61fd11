// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import type { OpenFresh } from './contract.ts';
import { aDataset, datasetRow, exampleRow } from './samples.ts';

const page = { limit: 10, offset: 0 };

export function evaluationContract(openFresh: OpenFresh): void {
  describe('datasets', () => {
    test('are found by ID, name and part of the name, newest first, only in their workspace', async () => {
      const store = await openFresh();
      const first = await aDataset(store);
      const second = datasetRow(first.workspaceId, { name: 'others', extra: { a: 1 }, createdAt: 2 });
      await store.datasets.insert(second);
      const other = await aDataset(store);
      const { workspaceId } = first;
      expect(await store.datasets.list(workspaceId, page)).toEqual([second, first]);
      expect(await store.datasets.list(workspaceId, { ...page, name: 'others' })).toEqual([second]);
      expect(await store.datasets.list(workspaceId, { ...page, nameContains: '%' })).toEqual([]);
      expect(await store.datasets.list(workspaceId, { ...page, nameContains: 'ther' })).toEqual([second]);
      expect(await store.datasets.list(workspaceId, { ...page, ids: [first.id, other.id] })).toEqual([first]);
      expect(await store.datasets.list(workspaceId, { ...page, ids: [] })).toEqual([]);
      expect(await store.datasets.get(workspaceId, other.id)).toBeUndefined();
      expect(await store.datasets.count(workspaceId)).toBe(2);
      const taken = { code: 'conflict' };
      await expect(store.datasets.insert(datasetRow(workspaceId))).rejects.toMatchObject(taken);
      const renamed = store.datasets.update(second.id, { name: first.name, modifiedAt: 3 });
      await expect(renamed).rejects.toMatchObject(taken);
    });

    test('have versions whose moments are unique and increase, and tags that move', async () => {
      const store = await openFresh();
      const { id } = await aDataset(store);
      const moments = [];
      for (const now of [5, 5, 3, 9]) moments.push(await store.datasets.addVersion(id, now));
      expect(moments).toEqual([5, 6, 7, 9]);
      expect(await store.datasets.findVersion(id)).toBe(9);
      expect(await store.datasets.findVersion(id, 8)).toBe(7);
      expect(await store.datasets.findVersion(id, 4)).toBeUndefined();
      expect(await store.datasets.listVersions(id, { limit: 2, offset: 1 })).toEqual([
        { datasetId: id, asOf: 7 },
        { datasetId: id, asOf: 6 },
      ]);
      for (const asOf of [5, 7]) await store.datasets.putTag({ datasetId: id, tag: 'prod', asOf });
      expect(await store.datasets.listTags(id)).toEqual([{ datasetId: id, tag: 'prod', asOf: 7 }]);
    });

    test('are deleted with their examples, versions, tags and attachments', async () => {
      const store = await openFresh();
      const dataset = await aDataset(store);
      await store.examples.insert([exampleRow(dataset)]);
      await store.datasets.addVersion(dataset.id, 1);
      await store.datasets.putTag({ datasetId: dataset.id, tag: 'prod', asOf: 1 });
      const content = new Uint8Array([1, 2]);
      await store.attachments.insert([{ id: 'a', datasetId: dataset.id, mimeType: 'text/plain', content }]);
      expect((await store.attachments.get('a'))?.content).toEqual(content);
      expect(await store.attachments.mimeTypes(['a', 'b'])).toEqual(new Map([['a', 'text/plain']]));
      await store.datasets.remove(dataset.id);
      expect(await store.datasets.get(dataset.workspaceId, dataset.id)).toBeUndefined();
      expect(await store.examples.count(dataset.id)).toBe(0);
      expect(await store.attachments.get('a')).toBeUndefined();
      expect(await store.datasets.listTags(dataset.id)).toEqual([]);
    });
  });

  describe('examples', () => {
    test('have one current state, and are read in each version in the order of their creation', async () => {
      const store = await openFresh();
      const dataset = await aDataset(store);
      const { workspaceId } = dataset;
      const rows = [0, 1, 2].map((position) => exampleRow(dataset, { position, inputs: { position } }));
      await store.examples.insert(rows);
      expect(await store.examples.nextPosition(dataset.id)).toBe(3);
      const [first, second, third] = rows.map(({ exampleId }) => exampleId);
      if (first === undefined || second === undefined) throw new Error('three rows were inserted');
      await expect(
        store.examples.insert([exampleRow(dataset, { exampleId: first, validFrom: 2 })]),
      ).rejects.toMatchObject({ code: 'conflict' });
      expect(await store.examples.end(workspaceId, [first, second], 5)).toBe(2);
      const changed = exampleRow(dataset, { exampleId: first, validFrom: 5, inputs: { changed: true } });
      await store.examples.insert([changed]);
      const at = async (moment: number) => {
        const refs = await store.examples.refs(dataset.id, { at: moment, after: -1, limit: 10 });
        return store.examples.read(workspaceId, refs);
      };
      expect(await at(0)).toEqual([]);
      expect((await at(4)).map(({ exampleId }) => exampleId)).toEqual([first, second, third]);
      expect(await at(5)).toEqual([changed, rows[2]]);
      expect(await store.examples.find(workspaceId, first)).toEqual(changed);
      expect(await store.examples.find(workspaceId, first, 4)).toMatchObject({ validTo: 5 });
      expect(await store.examples.find(workspaceId, second)).toBeUndefined();
      expect(await store.examples.datasetOf(workspaceId, second)).toBe(dataset.id);
      expect(await store.examples.count(dataset.id)).toBe(2);
      expect(await store.examples.erase(workspaceId, [first, second])).toBe(1);
      expect((await at(4)).map(({ exampleId }) => exampleId)).toEqual([third]);
    });
  });
}
