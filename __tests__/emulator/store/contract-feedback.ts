// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import type { OpenFresh } from './contract.ts';
import { aDeployment, aThread, feedbackRow, feedbackTokenRow, runRow } from './samples.ts';

const page = { now: 0, limit: 10, offset: 0 };

export function feedbackContract(openFresh: OpenFresh): void {
  describe('feedback tokens', () => {
    test('are found by hash, and listed by run with what was sealed, oldest first and in pages', async () => {
      const store = await openFresh();
      const { id, workspaceId } = await aDeployment(store);
      const rows = ['a', 'b', 'c'].map((key) => feedbackTokenRow(id, 'run', { key, forRun: key === 'b' }));
      const tokens = rows.map((row) => ({ row, token: `token ${row.key}` }));
      await store.feedbackTokens.insert(workspaceId, tokens);
      await store.feedbackTokens.insert(workspaceId, []);
      const [first, second, third] = tokens;
      expect(await store.feedbackTokens.findByHash(first?.row.tokenHash ?? '')).toEqual(first?.row);
      expect(await store.feedbackTokens.findByHash('0'.repeat(64))).toBeUndefined();
      expect(await store.feedbackTokens.listOfRun('run', page)).toEqual(tokens);
      expect(await store.feedbackTokens.listOfRun('run', { ...page, limit: 1, offset: 2 })).toEqual([third]);
      expect(await store.feedbackTokens.listOfRun('run', { ...page, forRun: true })).toEqual([second]);
      expect(await store.feedbackTokens.listOfRun('other', page)).toEqual([]);
    });

    test('that have expired are not listed, and can be forgotten', async () => {
      const store = await openFresh();
      const { id, workspaceId } = await aDeployment(store);
      const row = feedbackTokenRow(id, 'run', { expiresAt: 100 });
      await store.feedbackTokens.insert(workspaceId, [{ row, token: 'token' }]);
      expect(await store.feedbackTokens.listOfRun('run', { ...page, now: 99 })).toHaveLength(1);
      expect(await store.feedbackTokens.listOfRun('run', { ...page, now: 100 })).toEqual([]);
      await store.feedbackTokens.removeExpired(id, 99);
      expect(await store.feedbackTokens.findByHash(row.tokenHash)).toEqual(row);
      await store.feedbackTokens.removeExpired(id, 100);
      expect(await store.feedbackTokens.findByHash(row.tokenHash)).toBeUndefined();
    });

    test('a run has one of its own for each key; the same hash is there once', async () => {
      const store = await openFresh();
      const { id, workspaceId } = await aDeployment(store);
      const own = feedbackTokenRow(id, 'run', { forRun: true });
      await store.feedbackTokens.insert(workspaceId, [{ row: own, token: 'token' }]);
      const twice = [
        feedbackTokenRow(id, 'run', { forRun: true }),
        feedbackTokenRow(id, 'run', { tokenHash: own.tokenHash }),
      ];
      for (const row of twice) {
        await expect(store.feedbackTokens.insert(workspaceId, [{ row, token: 'x' }])).rejects.toMatchObject({
          code: 'conflict',
        });
      }
      const others = [
        feedbackTokenRow(id, 'run'),
        feedbackTokenRow(id, 'run', { forRun: true, key: 'other' }),
        feedbackTokenRow(id, 'other', { forRun: true }),
      ];
      await store.feedbackTokens.insert(
        workspaceId,
        others.map((row) => ({ row, token: 'y' })),
      );
      expect(await store.feedbackTokens.listOfRun('run', page)).toHaveLength(3);
    });

    test('go with their deployment, and with a run that is removed; those that outlive its end tell whose it was', async () => {
      const store = await openFresh();
      const thread = await aThread(store);
      const run = runRow(thread);
      await store.runs.insert(run);
      const deployment = await store.deployments.findById(thread.deploymentId);
      const workspaceId = deployment?.workspaceId ?? '';
      const put = async (runId: string, outlivesRun: boolean) => {
        const row = feedbackTokenRow(thread.deploymentId, runId, { outlivesRun });
        await store.feedbackTokens.insert(workspaceId, [{ row, token: 'token' }]);
        return row.tokenHash;
      };
      const removed = [await put(run.id, false), await put(run.id, true)];
      const other = await put('other', true);
      expect(await store.runs.findById(run.id)).toEqual(run);
      await store.runs.remove(run.id);
      expect(await store.runs.findById(run.id)).toBeUndefined();
      for (const hash of removed) expect(await store.feedbackTokens.findByHash(hash)).toBeUndefined();
      expect(await store.feedbackTokens.deploymentOfDeletedRun(run.id)).toBeUndefined();
      expect(await store.feedbackTokens.deploymentOfDeletedRun('other')).toBe(thread.deploymentId);
      await store.deployments.remove(thread.deploymentId);
      expect(await store.feedbackTokens.findByHash(other)).toBeUndefined();
    });
  });

  describe('feedback', () => {
    test('is read as written within its workspace, changed in part, and removed', async () => {
      const store = await openFresh();
      const { workspaceId } = await aDeployment(store);
      const row = feedbackRow(workspaceId, {
        score: true,
        value: { deep: ['x', null] },
        comment: 'naïve 👍',
        correction: { a: 1 },
        metadata: { by: 'ada' },
      });
      await store.feedbacks.insert(row);
      expect(await store.feedbacks.get(workspaceId, row.id)).toEqual(row);
      expect(await store.feedbacks.get('other', row.id)).toBeUndefined();
      const change = { comment: 'no', modifiedAt: 9 };
      expect(await store.feedbacks.update('other', row.id, change)).toBe(false);
      expect(await store.feedbacks.update(workspaceId, row.id, change)).toBe(true);
      expect(await store.feedbacks.get(workspaceId, row.id)).toEqual({ ...row, ...change });
      expect(await store.feedbacks.remove('other', row.id)).toBe(false);
      expect(await store.feedbacks.remove(workspaceId, row.id)).toBe(true);
      expect(await store.feedbacks.remove(workspaceId, row.id)).toBe(false);
    });

    test('is listed newest first, by runs, keys and sources, in pages', async () => {
      const store = await openFresh();
      const { workspaceId } = await aDeployment(store);
      const rows = [
        feedbackRow(workspaceId, { runId: 'one', key: 'a' }),
        feedbackRow(workspaceId, { runId: 'one', key: 'b', sourceType: 'model' }),
        feedbackRow(workspaceId, { runId: 'two', key: 'a' }),
      ];
      for (const row of rows) await store.feedbacks.insert(row);
      const ids = async (filter: object) =>
        (await store.feedbacks.list(workspaceId, { limit: 10, offset: 0, ...filter })).map((found) =>
          rows.findIndex(({ id }) => id === found.id),
        );
      expect(await ids({})).toEqual([2, 1, 0]);
      expect(await ids({ limit: 1, offset: 1 })).toEqual([1]);
      expect(await ids({ runIds: ['one'] })).toEqual([1, 0]);
      expect(await ids({ runIds: ['one', 'two'] })).toEqual([2, 1, 0]);
      expect(await ids({ runIds: [] })).toEqual([]);
      expect(await ids({ keys: ['a'] })).toEqual([2, 0]);
      expect(await ids({ sourceTypes: ['model', 'app'] })).toEqual([1]);
      expect(await store.feedbacks.list('other', { limit: 10, offset: 0 })).toEqual([]);
    });

    test('goes with its tracing project', async () => {
      const store = await openFresh();
      const { workspaceId } = await aDeployment(store);
      await store.projects.insert({ id: 'p', workspaceId, name: 'agent', createdAt: 1 });
      expect(await store.projects.has(workspaceId, 'p')).toBe(true);
      expect(await store.projects.has('other', 'p')).toBe(false);
      const row = feedbackRow(workspaceId, { projectId: 'p' });
      await store.feedbacks.insert(row);
      await store.projects.remove(workspaceId, 'p');
      expect(await store.feedbacks.get(workspaceId, row.id)).toBeUndefined();
    });
  });
}
