import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RunPage, RunSummary } from '../../src/contract/dashboard/runs.ts';
import {
  applyChanges,
  limitRuns,
  type LoadedRuns,
  mergeNewestPage,
  mergeOlderPage,
  toLoadedRuns,
  unfinishedBefore,
} from '../../dashboard/src/logic/loaded-runs.ts';
import { filterOf, matchesFilter } from '../../dashboard/src/logic/run-list.ts';
import { aRun } from './support/run-summary.ts';

const runAt = (position: number, change: Partial<RunSummary> = {}): RunSummary =>
  aRun({ run_id: `run-${position}`, position, ...change });

/** Returns the runs from one position down to another. */
const runsFrom = (newest: number, oldest: number): RunSummary[] =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => runAt(newest - index));

const pageOf = (runs: RunSummary[], next: number | null, generation = 1): RunPage => ({
  epoch: 'one',
  generation,
  now_ms: 0,
  runs,
  next,
});

const changesOf = (changed: RunSummary[]) => ({ changed, removed: [], removedThreads: [] });

const positionsOf = ({ runs }: LoadedRuns): number[] => runs.map(({ position }) => position);

describe('the newest page of runs', () => {
  const list = toLoadedRuns(pageOf(runsFrom(10, 6), 6));

  test('is merged with older loaded runs if they are adjacent', () => {
    const merged = mergeNewestPage(list, pageOf(runsFrom(12, 8), 8));
    expect(positionsOf(merged)).toEqual([12, 11, 10, 9, 8, 7, 6]);
    expect(merged.next).toBe(6);
  });

  test('replaces the list if runs in between are missing, so scrolling reads those runs', () => {
    const merged = mergeNewestPage(list, pageOf(runsFrom(310, 306), 306));
    expect(positionsOf(merged)).toEqual([310, 309, 308, 307, 306]);
    expect(merged.next).toBe(306);
  });

  test('replaces the list after a restore', () => {
    const merged = mergeNewestPage(list, pageOf(runsFrom(10, 9), 9, 2));
    expect(positionsOf(merged)).toEqual([10, 9]);
    expect(merged.next).toBe(9);
  });

  test('replaces the list if no other page exists', () => {
    expect(positionsOf(mergeNewestPage(list, pageOf([], null)))).toEqual([]);
  });

  test('does not remove the results of a search if the page is empty', () => {
    const empty = toLoadedRuns(pageOf([], 90_000));
    const found = mergeOlderPage(empty, pageOf([runAt(80_100), runAt(80_000)], 70_000), 90_000);
    const merged = mergeNewestPage(found, pageOf([], 90_000));
    expect(positionsOf(merged)).toEqual([80_100, 80_000]);
    expect(merged.next).toBe(70_000);
  });
});

describe('an older page of runs', () => {
  const list = toLoadedRuns(pageOf(runsFrom(10, 6), 6));

  test('is appended to the list', () => {
    const merged = mergeOlderPage(list, pageOf(runsFrom(5, 3), 3), 6);
    expect(positionsOf(merged)).toEqual([10, 9, 8, 7, 6, 5, 4, 3]);
    expect(merged.next).toBe(3);
  });

  test('replaces loaded runs at the same positions', () => {
    const merged = mergeOlderPage(list, pageOf([runAt(8, { answer: 'changed' }), runAt(7)], 7), 9);
    expect(merged.runs.map(({ position, answer }) => [position, answer === 'changed'])).toEqual([
      [10, false],
      [9, false],
      [8, true],
      [7, false],
      [6, false],
    ]);
    expect(merged.next).toBe(6);
  });

  test('is discarded if it is not adjacent or contains restored data', () => {
    expect(mergeOlderPage(list, pageOf(runsFrom(3, 2), 2), 4)).toBe(list);
    expect(mergeOlderPage(list, pageOf(runsFrom(5, 3), 3, 2), 6)).toBe(list);
  });
});

test('removed runs and the runs of removed threads are removed from the list', () => {
  const ofThread = (position: number, thread: string | null) => runAt(position, { thread_id: thread });
  const list = toLoadedRuns(
    pageOf([ofThread(4, 'kept'), ofThread(3, 'removed'), ofThread(2, 'kept'), ofThread(1, 'removed')], null),
  );
  // The last run stays although its thread was deleted.
  const changes = { changed: [ofThread(1, null)], removed: ['run-2'], removedThreads: ['removed'] };
  expect(positionsOf(applyChanges(list, changes, { filter: filterOf({}), isCurrent: true }))).toEqual([4, 1]);
});

test('a list above its maximum drops its oldest runs, which can be read again later', () => {
  const list = limitRuns(toLoadedRuns(pageOf(runsFrom(5, 1), null)), 3);
  expect(positionsOf(list)).toEqual([5, 4, 3]);
  expect(list.next).toBe(3);
});

test('the newest unfinished run below a position is found among the loaded runs', () => {
  const list = toLoadedRuns(
    pageOf([runAt(5, { state: 'running' }), runAt(4), runAt(3, { state: 'waiting' })], null),
  );
  expect([9, 5, 3].map((before) => unfinishedBefore(list, before))).toEqual([5, 3, undefined]);
});

test('the loaded list never omits a run between its newest and its oldest run', () => {
  const STATES = ['running', 'failed', 'succeeded'] as const;
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('create' as const),
      count: fc.integer({ min: 1, max: 9 }),
      seen: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('change' as const),
      at: fc.nat(),
      state: fc.constantFrom(...STATES),
    }),
    fc.constant({ kind: 'refresh' as const }),
    fc.constant({ kind: 'more' as const }),
    fc.constant({ kind: 'rest' as const }),
  );
  const filter = filterOf({ state: 'failed' });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const all: RunSummary[] = [];
      const readPage = (before: number): RunPage => {
        const found = all.filter((run) => run.position < before && matchesFilter(run, filter)).toReversed();
        const runs = found.slice(0, 4);
        return pageOf(runs, found.length > 4 ? (runs.at(-1)?.position ?? null) : null);
      };
      let list = toLoadedRuns(readPage(Number.POSITIVE_INFINITY));
      let isCurrent = true;
      for (const one of steps) {
        if (one.kind === 'create') {
          const made = Array.from({ length: one.count }, (_, index) =>
            runAt(all.length + index + 1, { state: 'failed' }),
          );
          all.push(...made);
          isCurrent &&= one.seen;
          if (isCurrent) list = applyChanges(list, changesOf(made), { filter, isCurrent });
        } else if (one.kind === 'change' && all.length > 0) {
          const index = one.at % all.length;
          const changed = { ...(all[index] ?? aRun()), state: one.state };
          all[index] = changed;
          // The stream also delivers changes after an interruption, before the list is read again.
          list = applyChanges(list, changesOf([changed]), { filter, isCurrent });
        } else if (one.kind === 'refresh') {
          list = mergeNewestPage(list, readPage(Number.POSITIVE_INFINITY));
          isCurrent = true;
        } else if (one.kind === 'more' && list.next !== null) {
          list = mergeOlderPage(list, readPage(list.next), list.next);
        } else if (one.kind === 'rest') {
          list = limitRuns(list, 6);
        }
        if (!isCurrent) continue;
        const { next } = list;
        const expected = all.filter((run) => run.position >= (next ?? 0) && matchesFilter(run, filter));
        expect(positionsOf(list)).toEqual(expected.map(({ position }) => position).toReversed());
      }
    }),
  );
});
