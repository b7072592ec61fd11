// oxlint-disable jest/no-export -- every driver's test file runs these
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { OpenFresh } from './contract.ts';
import type { Store } from '../../../src/emulator/ports/store.ts';
import {
  aDataset,
  aWorkspace,
  comparativeExperimentRow,
  datasetRow,
  datasetShareRow,
  exampleRow,
  feedbackRow,
  tracedRunRow,
} from './samples.ts';

const page = { limit: 10, offset: 0 };

export function evaluationContract(openFresh: OpenFresh): void {
  describe('datasets', () => {
    test('are found by ID, name or part of the name, newest first, but only in their workspace', async () => {
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

    test('have versions with unique, increasing times, and tags that can be moved', async () => {
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
      await store.attachments.insert([
        { id: 'a', datasetId: dataset.id, projectId: null, mimeType: 'text/plain', content },
      ]);
      const token = randomUUID();
      await store.datasetShares.insert(dataset.workspaceId, datasetShareRow(dataset.id, token), token);
      const comparison = comparativeExperimentRow(dataset);
      await store.comparativeExperiments.insert(comparison);
      expect((await store.attachments.get('a'))?.content).toEqual(content);
      expect(await store.attachments.mimeTypes(['a', 'b'])).toEqual(new Map([['a', 'text/plain']]));
      await store.datasets.remove(dataset.id);
      expect(await store.datasets.get(dataset.workspaceId, dataset.id)).toBeUndefined();
      expect(await store.examples.count(dataset.id)).toBe(0);
      expect(await store.attachments.get('a')).toBeUndefined();
      expect(await store.datasets.listTags(dataset.id)).toEqual([]);
      expect(await store.datasetShares.tokenOf(dataset.workspaceId, dataset.id)).toBeUndefined();
      expect(await store.comparativeExperiments.get(dataset.workspaceId, comparison.id)).toBeUndefined();
    });

    test('are shared by a single token, which is found by its hash', async () => {
      const store = await openFresh();
      const dataset = await aDataset(store);
      const share = datasetShareRow(dataset.id, 'token');
      await store.datasetShares.insert(dataset.workspaceId, share, 'token');
      const again = store.datasetShares.insert(dataset.workspaceId, datasetShareRow(dataset.id, 'b'), 'b');
      await expect(again).rejects.toMatchObject({ code: 'conflict' });
      expect(await store.datasetShares.tokenOf(dataset.workspaceId, dataset.id)).toBe('token');
      expect(await store.datasetShares.findByHash(share.tokenHash)).toEqual(dataset);
      expect(await store.datasetShares.findByHash('0'.repeat(64))).toBeUndefined();
      await store.datasetShares.remove(dataset.id);
      expect(await store.datasetShares.findByHash(share.tokenHash)).toBeUndefined();
    });

    test('can be listed in the order of creation, up to a given dataset', async () => {
      const store = await openFresh();
      const first = await aDataset(store);
      const second = datasetRow(first.workspaceId, { name: 'second', dataType: 'chat' });
      await store.datasets.insert(second);
      const before = await store.datasets.ordinalOf(second.id);
      if (before === undefined) throw new Error('the dataset was inserted');
      const { workspaceId } = first;
      expect(await store.datasets.list(workspaceId, { ...page, before })).toEqual([first]);
      expect(await store.datasets.list(workspaceId, { ...page, dataTypes: ['chat', 'llm'] })).toEqual([
        second,
      ]);
      expect(await store.datasets.ordinalOf('none')).toBeUndefined();
    });
  });

  describe('comparative experiments', () => {
    test('are listed by dataset, newest first, and can be deleted after their feedback was deleted', async () => {
      const store = await openFresh();
      const dataset = await aDataset(store);
      const { workspaceId } = dataset;
      const rows = [
        comparativeExperimentRow(dataset, { name: null }),
        comparativeExperimentRow(dataset, { extra: { metadata: { a: 1 } }, experimentIds: ['b', 'a'] }),
      ] as const;
      for (const row of rows) await store.comparativeExperiments.insert(row);
      const taken = store.comparativeExperiments.insert(rows[0]);
      await expect(taken).rejects.toMatchObject({ code: 'conflict' });
      const list = (filter: object) => store.comparativeExperiments.list(dataset.id, { ...page, ...filter });
      expect(await list({})).toEqual([rows[1], rows[0]]);
      expect(await list({ ids: [rows[0].id] })).toEqual([rows[0]]);
      expect(await list({ ids: [] })).toEqual([]);
      expect(await list({ name: 'a vs. b' })).toEqual([rows[1]]);
      expect(await list({ nameContains: 'vs' })).toEqual([rows[1]]);
      expect(await store.comparativeExperiments.get('other', rows[0].id)).toBeUndefined();
      const comparativeExperimentId = rows[0].id;
      const rated = feedbackRow(workspaceId, { comparativeExperimentId, groupId: 'g', score: 0.5 });
      await store.feedbacks.insert(rated);
      await store.feedbacks.insert(feedbackRow(workspaceId));
      expect(await store.feedbacks.list(workspaceId, { ...page, comparativeExperimentId })).toEqual([rated]);
      const { runId, key } = rated;
      const scored = { runId, key, projectId: null, comparativeExperimentId, score: 0.5, value: null };
      expect(
        await store.feedbacks.scoresOfComparison(comparativeExperimentId, { after: -1, limit: 9 }),
      ).toEqual([{ ...scored, ordinal: expect.any(Number) }]);
      expect(await store.comparativeExperiments.removeFeedback(comparativeExperimentId, 9)).toBe(1);
      expect(await store.comparativeExperiments.removeFeedback(comparativeExperimentId, 9)).toBe(0);
      await store.comparativeExperiments.remove(comparativeExperimentId);
      expect(await list({})).toEqual([rows[1]]);
      expect(await store.feedbacks.list(workspaceId, page)).toHaveLength(1);
    });
  });

  describe('traced runs', () => {
    const aProject = async (store: Store, change: object = {}) => {
      const project = {
        id: randomUUID(),
        workspaceId: await aWorkspace(store),
        name: 'p',
        createdAt: 1,
        ...change,
      };
      await store.projects.insert(project);
      return project;
    };

    test('are returned with or without values, can be changed, and are listed newest first with each filter', async () => {
      const store = await openFresh();
      const project = await aProject(store);
      const { workspaceId } = project;
      const root = tracedRunRow(project, {
        startTime: 5,
        tags: ['t'],
        extra: { metadata: { a: 1 } },
        events: [{ name: 'e' }],
        attachments: [{ name: 'f', id: 'a' }],
      });
      const child = tracedRunRow(project, {
        parentRunId: root.id,
        traceId: root.id,
        runType: 'llm',
        startTime: 9,
        error: 'boom',
        referenceExampleId: 'x',
      });
      await store.tracedRuns.insert([root, child]);
      const [whole] = await store.tracedRuns.find(workspaceId, [root.id]);
      expect(whole).toEqual({ ...root, ordinal: expect.any(Number) });
      const { inputs, outputs, events, serialized, ...details } = whole ?? {};
      expect([inputs, outputs, events, serialized]).toEqual([{ q: 'a' }, null, [{ name: 'e' }], null]);
      expect(await store.tracedRuns.details(workspaceId, [root.id])).toEqual([details]);
      const list = async (filter: object) =>
        (await store.tracedRuns.list(workspaceId, { limit: 9, ...filter })).map(({ id }) => id);
      const before = whole?.ordinal ?? 0;
      for (const [filter, found] of [
        [{}, [child, root]],
        [{ projectId: project.id, traceId: root.id }, [child, root]],
        [{ projectId: 'other' }, []],
        [{ parentRunId: root.id }, [child]],
        [{ referenceExampleIds: ['x'] }, [child]],
        [{ referenceExampleIds: [] }, []],
        [{ runType: 'chain' }, [root]],
        [{ isRoot: false }, [child]],
        [{ isError: true }, [child]],
        [{ startedFrom: 6 }, [child]],
        [{ startedTo: 5 }, [root]],
        [{ before: before + 1 }, [root]],
        [{ limit: 1 }, [child]],
      ] as const) {
        expect([filter, await list(filter)]).toEqual([filter, found.map(({ id }) => id)]);
      }
      expect(await store.tracedRuns.countRoots(project.id)).toBe(1);
      const refs = await store.tracedRuns.refs(workspaceId, [root.id, child.id, 'none']);
      expect(refs.map(({ id, bytes }) => [id, bytes > 0])).toEqual([
        [child.id, true],
        [root.id, true],
      ]);
      if (whole !== undefined)
        await store.tracedRuns.update({ ...whole, outputs: { a: 1 }, projectId: project.id });
      expect(await store.tracedRuns.find(workspaceId, [root.id])).toMatchObject([{ outputs: { a: 1 } }]);
      const after = await store.tracedRuns.summaries(project.id, { after: before, limit: 9 });
      expect(after).toMatchObject([{ parentRunId: root.id, isError: true, startTime: 9 }]);
    });

    test('are listed by example for an experiment, without child runs', async () => {
      const store = await openFresh();
      const project = await aProject(store);
      const [first, again, other] = ['x', 'x', 'y'].map((referenceExampleId) =>
        tracedRunRow(project, { referenceExampleId }),
      );
      if (first === undefined || again === undefined || other === undefined) throw new Error('three runs');
      const child = tracedRunRow(project, { referenceExampleId: 'x', parentRunId: first.id });
      await store.tracedRuns.insert([first, other, child, again]);
      const found = await store.tracedRuns.ofExamples(project.id, ['x', 'y', 'z'], 9);
      expect(found.map(({ id, exampleId }) => [id, exampleId])).toEqual([
        [first.id, 'x'],
        [again.id, 'x'],
        [other.id, 'y'],
      ]);
      expect(await store.tracedRuns.ofExamples(project.id, ['x'], 1)).toHaveLength(1);
    });

    test('are deleted with their project and attachments, but copies of attachments remain', async () => {
      const store = await openFresh();
      const dataset = await aDataset(store);
      const project = await aProject(store, { workspaceId: dataset.workspaceId, datasetId: dataset.id });
      await store.tracedRuns.insert([tracedRunRow(project)]);
      const content = new Uint8Array([1, 2]);
      const attachment = { id: 'a', datasetId: null, projectId: project.id, mimeType: 'a/b', content };
      await store.attachments.insert([attachment]);
      await store.attachments.copyToDataset('a', { id: 'b', datasetId: dataset.id });
      await store.projects.remove(dataset.workspaceId, project.id);
      expect(await store.tracedRuns.list(dataset.workspaceId, { limit: 9 })).toEqual([]);
      expect(await store.attachments.get('a')).toBeUndefined();
      const copy = { ...attachment, id: 'b', datasetId: dataset.id, projectId: null };
      expect(await store.attachments.get('b')).toEqual(copy);
    });
  });

  describe('examples', () => {
    test('have a single current state, and are read by version in the order of creation', async () => {
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
