import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  filterOf,
  keepNewest,
  matchesFilter,
  mergeRuns,
  miniBars,
  runDuration,
  runLine,
  runTitle,
  selectedTime,
} from '../../dashboard/src/logic/run-list.ts';
import { aRun } from './support/run-summary.ts';

const ALL = filterOf({});

describe('the list of runs', () => {
  test('adds newer runs first, and replaces changed runs in place', () => {
    const list = [aRun({ run_id: 'b', position: 2 }), aRun({ run_id: 'a', position: 1 })];
    const changed = [
      aRun({ run_id: 'a', position: 1, answer: 'changed' }),
      aRun({ run_id: 'c', position: 3 }),
      aRun({ run_id: 'd', position: 4 }),
    ];
    const merged = mergeRuns(list, changed, ALL, null);
    expect(merged.map(({ run_id: id }) => id)).toEqual(['d', 'c', 'b', 'a']);
    expect(merged.at(-1)?.answer).toBe('changed');
  });

  test('does not add runs older than the list, because their page is not loaded', () => {
    expect(
      mergeRuns([aRun({ run_id: 'b', position: 9 })], [aRun({ run_id: 'a', position: 3 })], ALL, 9),
    ).toHaveLength(1);
  });

  test('adds a changed run at its position if the run now matches the filter', () => {
    const filter = filterOf({ state: 'failed' });
    const failed = (position: number) =>
      aRun({ run_id: `run-${position}`, position, state: 'failed', error: 'ValueError' });
    const positions = (next: number | null) =>
      mergeRuns([failed(11), failed(8)], [failed(10), failed(7)], filter, next).map(
        ({ position }) => position,
      );
    expect(positions(8)).toEqual([11, 10, 8]);
    expect(positions(null)).toEqual([11, 10, 8, 7]);
  });

  test('drops its oldest runs above a maximum, and loads them again with the next page', () => {
    const list = [3, 2, 1].map((position) => aRun({ run_id: `run-${position}`, position }));
    expect(keepNewest(list, 3)).toEqual({ runs: list, next: undefined });
    expect(keepNewest(list, 2)).toEqual({ runs: list.slice(0, 2), next: 2 });
  });

  test('removes a run that no longer matches the filter', () => {
    const filter = filterOf({ state: 'running' });
    expect(mergeRuns([aRun({ state: 'running' })], [aRun({ state: 'succeeded' })], filter, null)).toEqual([]);
  });

  test('remains in order and without duplicates after every change', () => {
    const runs = fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 20 });
    fc.assert(
      fc.property(runs, runs, (first, second) => {
        const toRuns = (positions: number[]) =>
          [...new Set(positions)].map((position) => aRun({ run_id: String(position), position }));
        const list = toRuns(first).toSorted((a, b) => b.position - a.position);
        const positions = mergeRuns(list, toRuns(second), ALL, null).map(({ position }) => position);
        expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => b - a));
      }),
    );
  });

  test('is searched without regard to letter case', () => {
    expect(matchesFilter(aRun(), filterOf({ text: ' PARCEL ' }))).toBe(true);
    expect(matchesFilter(aRun(), filterOf({ text: 'parcels' }))).toBe(false);
  });
});

describe('a run in the list', () => {
  test.each([
    [{ state: 'waiting', answer: 'Refund?' }, 'Asks: Refund?', 'wait'],
    [{ state: 'failed', error: 'ValueError', answer: 'no order' }, 'ValueError: no order', 'bad'],
    [{ state: 'running', current: 'plan' }, 'plan is running', 'live'],
    [{ state: 'stopped', current: '' }, 'Stopped before it began', undefined],
    [{ state: 'succeeded' }, 'On its way', undefined],
  ] as const)('has the expected text and color: %j', (change, text, tone) => {
    expect(runLine(aRun(change))).toEqual({ text, tone });
  });

  test("has the graph's name as its title if it contains no human message", () => {
    expect(runTitle(aRun({ title: '' }))).toBe('Run of agent');
  });

  test("has a duration that grows with the service's clock while the run is in progress", () => {
    expect(runDuration(aRun({ state: 'running', ended_at_ms: null }), 1_500)).toBe(500);
    expect(
      runDuration(aRun({ state: 'queued', started_at_ms: null, ended_at_ms: null }), 9_000),
    ).toBeUndefined();
  });

  test('has a bar in percent for each step, including the running step', () => {
    const bars = miniBars(aRun({ state: 'running', ended_at_ms: null, bars: [['model', 0, 500]] }), 2_000);
    expect(bars).toEqual([
      { className: 'bar-model', x: 0, width: 50 },
      { className: 'bar-live', x: 50, width: 50 },
    ]);
  });
});

test('dragging over the chart selects complete periods in either direction', () => {
  const chart = { from_ms: 60_000, width_ms: 1_000, periods: Array.from({ length: 10 }) };
  expect(selectedTime(chart, 0.25, 0.55)).toEqual({ from: 62_000, to: 66_000 });
  expect(selectedTime(chart, 0.55, 0.25)).toEqual({ from: 62_000, to: 66_000 });
  expect(selectedTime(chart, -1, 2)).toEqual({ from: 60_000, to: 70_000 });
});
