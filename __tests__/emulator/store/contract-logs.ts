// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import type { LogKind, LogLine, Logs } from '../../../src/emulator/ports/store.ts';
import type { OpenFresh } from './contract.ts';
import { aDeployment, revisionRow } from './samples.ts';

export function logsContract(openFresh: OpenFresh): void {
  describe('logs', () => {
    test('lines are listed by revision and kind, in both orders, in pages, and filtered', async () => {
      const store = await openFresh();
      const { id } = await aDeployment(store);
      const [one, two] = [
        await store.revisions.insert(revisionRow(id), []),
        await store.revisions.insert(revisionRow(id), []),
      ];
      const line = (message: string, level: LogLine['level'], at: number, kind: LogKind = 'build') => ({
        revisionId: one.id,
        kind,
        level,
        at,
        message,
      });
      await store.logs.append([]);
      await store.logs.append([line('install', 'INFO', 10), line('50% done', 'DEBUG', 20)]);
      await store.logs.append([
        { ...line('other', 'INFO', 10), revisionId: two.id },
        line('serving', 'INFO', 25, 'deploy'),
        line('broken', 'ERROR', 30),
      ]);
      const list = (filter: Partial<Parameters<Logs['list']>[1]> = {}) =>
        store.logs.list(one.id, { kind: 'build', order: 'asc', limit: 10, ...filter });
      const messages = async (filter: Parameters<typeof list>[0]) =>
        (await list(filter)).map((row) => row.message);
      const all = await list();
      expect(all.map(({ id: _, ...rest }) => rest)).toEqual([
        line('install', 'INFO', 10),
        line('50% done', 'DEBUG', 20),
        line('broken', 'ERROR', 30),
      ]);
      expect(await messages({ order: 'desc', limit: 2 })).toEqual(['broken', '50% done']);
      expect(await messages({ after: all[0]?.id ?? 0 })).toEqual(['50% done', 'broken']);
      expect(await messages({ before: all[2]?.id ?? 0, order: 'desc' })).toEqual(['50% done', 'install']);
      expect(await messages({ query: '%' })).toEqual(['50% done']);
      expect(await messages({ levels: ['INFO', 'ERROR'] })).toEqual(['install', 'broken']);
      expect(await messages({ levels: ['NO_SUCH_LEVEL'] })).toEqual([]);
      expect(await messages({ from: 20, to: 29 })).toEqual(['50% done']);
      expect(await messages({ kind: 'deploy' })).toEqual(['serving']);
    });

    test('lines of all revisions of a deployment are listed in the order in which they were written', async () => {
      const store = await openFresh();
      const { id } = await aDeployment(store);
      const other = await store.revisions.insert(revisionRow((await aDeployment(store)).id), []);
      const [one, two] = [
        await store.revisions.insert(revisionRow(id), []),
        await store.revisions.insert(revisionRow(id), []),
      ];
      const write = (revisionId: string, message: string, kind: LogKind = 'deploy') =>
        store.logs.append([{ revisionId, kind, level: 'INFO', at: 1, message }]);
      for (const [revision, message] of [
        [one, 'a'],
        [two, 'b'],
        [other, 'x'],
        [one, 'c'],
        [two, 'd run-1'],
      ] as const) {
        await write(revision.id, message);
      }
      await write(two.id, 'build', 'build');
      const list = (filter: Partial<Parameters<Logs['list']>[1]> = {}) =>
        store.logs.listOfDeployment(id, { kind: 'deploy', order: 'asc', limit: 10, ...filter });
      const messages = async (filter: Parameters<typeof list>[0] = {}) =>
        (await list(filter)).map((row) => row.message);
      const all = await list();
      expect(await messages()).toEqual(['a', 'b', 'c', 'd run-1']);
      expect(await messages({ limit: 2, after: all[0]?.id ?? 0 })).toEqual(['b', 'c']);
      expect(await messages({ limit: 2, order: 'desc' })).toEqual(['d run-1', 'c']);
      expect(await messages({ order: 'desc', before: all[2]?.id ?? 0 })).toEqual(['b', 'a']);
      expect(await messages({ mentions: 'run-1', query: 'd' })).toEqual(['d run-1']);
      expect(await messages({ mentions: 'run-1', query: 'a' })).toEqual([]);
      expect(await messages({ kind: 'build' })).toEqual(['build']);
    });

    test('a long log is kept whole and in order', async () => {
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
      await expect(
        store.logs.append([...lines, { ...lines[0], revisionId: 'nowhere' } as (typeof lines)[0]]),
      ).rejects.toMatchObject({ code: 'conflict' });
      expect(await store.logs.list(revision.id, { kind: 'build', order: 'asc', limit: 9_999 })).toEqual(kept);
    });
  });
}
