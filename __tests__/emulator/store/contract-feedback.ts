// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import type { OpenFresh } from './contract.ts';
import { aDeployment, feedbackTokenRow } from './samples.ts';

const page = { now: 0, limit: 10, offset: 0 };

export function feedbackContract(openFresh: OpenFresh): void {
  describe('feedback tokens in the store', () => {
    test('are found by hash, and are listed by run with decrypted values, oldest first, in pages', async () => {
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
      expect(await store.feedbacks.list(workspaceId, { limit: 9, offset: 0, runIds: [] })).toEqual([]);
    });

    test('are not listed after they have expired, and can then be removed', async () => {
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

    test('exist only once for each key of a run, and for each hash', async () => {
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
  });
}
