import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { createFairTurns, fairOrder, readPage } from '../../../src/emulator/ports/fair-turns.ts';

const items = (workspaceId: string, count: number) =>
  Array.from({ length: count }, (_, place) => ({ workspaceId, place }));

describe('the fair order of waiting work', () => {
  test('contains every item once, keeps the order inside a workspace, and never favours a busier workspace', () => {
    const workspace = fc.constantFrom('a', 'b', 'c', 'd');
    const lines = fc.array(fc.tuple(workspace, fc.nat({ max: 6 })), { maxLength: 4 });
    const loads = fc.array(fc.tuple(workspace, fc.nat({ max: 5 })), { maxLength: 4 });
    fc.assert(
      fc.property(lines, loads, (waiting, busy) => {
        const all = [...new Map(waiting)].flatMap(([id, count]) => items(id, count));
        const load: ReadonlyMap<string, number> = new Map(busy);
        const ordered = fairOrder(all, load);
        expect(new Set(ordered)).toEqual(new Set(all));
        const begun = new Map<string, number>(load);
        for (const [index, { workspaceId, place }] of ordered.entries()) {
          const own = begun.get(workspaceId) ?? 0;
          for (const later of ordered.slice(index)) {
            if (later.workspaceId === workspaceId) expect(later.place).toBeGreaterThanOrEqual(place);
            else expect(begun.get(later.workspaceId) ?? 0).toBeGreaterThanOrEqual(own);
          }
          begun.set(workspaceId, own + 1);
        }
      }),
    );
  });

  // docs/kubernetes/scale.md#fair-turns
  test('starts the first item of a workspace within one turn of each other workspace, even against 10,000 items', async () => {
    const waiting = new Map([
      ['a', items('a', 10_000)],
      ...Array.from({ length: 40 }, (_, n) => [`w${n}`, items(`w${n}`, 50)] as const),
    ]);
    const turns = createFairTurns();
    /** Reads the page as the store does: the first workspaces after the cursor, and few items of each. */
    const read = async (after: string) => {
      const workspaceIds = [...waiting.keys()]
        .filter((id) => id > after && (waiting.get(id)?.length ?? 0) > 0)
        .toSorted()
        .slice(0, 16);
      return { workspaceIds, items: workspaceIds.flatMap((id) => waiting.get(id)?.slice(0, 8) ?? []) };
    };
    /** Starts one item, as a replica does when a slot becomes free. */
    const startOne = async () => {
      const page = await readPage(turns, read);
      const [first] = turns.order(page.items, new Map());
      if (first === undefined) throw new Error('no work waits');
      waiting.get(first.workspaceId)?.shift();
      turns.started(first.workspaceId);
      return first.workspaceId;
    };
    for (let n = 0; n < 100; n += 1) await startOne();
    waiting.set('late', items('late', 1));
    let starts = 1;
    while ((await startOne()) !== 'late') starts += 1;
    expect(starts).toBeLessThanOrEqual(waiting.size);
  });

  test('begins with the first page again after the last workspace, and an empty page means that no work waits', async () => {
    const turns = createFairTurns(2);
    const read = (ids: string[]) => async (after: string) => ({
      workspaceIds: ids.filter((id) => id > after).slice(0, 2),
    });
    const pages: string[][] = [];
    for (let n = 0; n < 4; n += 1)
      pages.push((await readPage(turns, read(['a', 'b', 'c', 'd']))).workspaceIds);
    expect(pages).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect((await readPage(turns, read([]))).workspaceIds).toEqual([]);
  });
});
