// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import type { OpenFresh } from './contract.ts';
import { aDeployment, revisionRow } from './samples.ts';

export function logsContract(openFresh: OpenFresh): void {
  describe('logs in the store', () => {
    test('are stored completely and in order, however many lines they have', async () => {
      const store = await openFresh();
      const { id } = await aDeployment(store);
      const revision = await store.revisions.insert(revisionRow(id), []);
      const lines = Array.from({ length: 1_234 }, (_, index) => ({
        revisionId: revision.id,
        kind: 'build' as const,
        level: 'INFO' as const,
        at: 1,
        message: `line ${index}`,
      }));
      await store.logs.append(lines);
      const kept = await store.logs.list(revision.id, { kind: 'build', order: 'asc', limit: 2_000 });
      expect(kept.map((row) => row.message)).toEqual(lines.map((row) => row.message));
      const of = { kind: 'build', order: 'asc', limit: 9 } as const;
      expect(await store.logs.list(revision.id, { ...of, levels: ['NO_SUCH_LEVEL'] })).toEqual([]);
      await expect(
        store.logs.append([...lines, { ...lines[0], revisionId: 'nowhere' } as (typeof lines)[0]]),
      ).rejects.toMatchObject({ code: 'conflict' });
      expect(await store.logs.list(revision.id, { kind: 'build', order: 'asc', limit: 9_999 })).toEqual(kept);
    });
  });
}
