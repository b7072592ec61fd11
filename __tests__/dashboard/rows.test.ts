import { describe, expect, test } from '@jest/globals';
import { createRows, createView } from '../../dashboard/src/logic/rows.ts';

const row = (seq: number) => ({ seq });
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => row(first + index));
const numbers = (rows: readonly { seq: number }[]) => rows.map(({ seq }) => seq);

describe('a list of live rows', () => {
  test('adds new rows and skips the duplicates that reconnecting causes', () => {
    const rows = createRows<{ seq: number }>(100);
    expect(rows.append(range(5, 7))).toEqual({ added: 3, trimmed: 0, restarted: false });
    expect(rows.append(range(6, 8))).toEqual({ added: 1, trimmed: 0, restarted: false });
    expect(numbers(rows.slice(0))).toEqual([5, 6, 7, 8]);
    expect(rows.bySeq(6)).toEqual(row(6));
    expect(rows.bySeq(4)).toBeUndefined();
  });

  test('keeps the newest rows and reports the number of dropped rows', () => {
    const rows = createRows<{ seq: number }>(3);
    expect(rows.append(range(1, 5))).toEqual({ added: 5, trimmed: 2, restarted: false });
    expect([rows.first, rows.last, rows.size]).toEqual([3, 5, 3]);
  });

  test('can be reduced to its newest rows', () => {
    const rows = createRows<{ seq: number }>(10);
    rows.append(range(1, 5));
    rows.keepNewest(2);
    expect([rows.first, rows.last, rows.size]).toEqual([4, 5, 2]);
    rows.keepNewest(9);
    rows.append(range(6, 6));
    expect([rows.first, rows.last, rows.size]).toEqual([4, 6, 3]);
  });

  test('starts over when numbers are missing, instead of hiding the gap', () => {
    const rows = createRows<{ seq: number }>(100);
    rows.append(range(1, 3));
    expect(rows.append(range(7, 8)).restarted).toBe(true);
    expect(numbers(rows.slice(0))).toEqual([7, 8]);
  });

  test('accepts older rows that directly precede the first row, up to its limit', () => {
    const rows = createRows<{ seq: number }>(5);
    rows.append(range(10, 12));
    expect(rows.prepend(range(5, 8))).toBe(0);
    expect(rows.prepend(range(5, 9))).toBe(2);
    expect(numbers(rows.slice(0))).toEqual([8, 9, 10, 11, 12]);
  });

  test('replaces a row with a changed row of the same number', () => {
    const rows = createRows<{ seq: number; name?: string }>(5);
    rows.append(range(1, 2));
    rows.replace([{ seq: 2, name: 'changed' }, row(9)]);
    expect(rows.slice(0)).toEqual([row(1), { seq: 2, name: 'changed' }]);
  });
});

describe('a filtered view', () => {
  const even = ({ seq }: { seq: number }) => seq % 2 === 0;

  test('follows added and removed rows', () => {
    const rows = createRows<{ seq: number }>(6);
    const view = createView(rows, even);
    rows.append(range(1, 4));
    view.update();
    expect(numbers(view.rows)).toEqual([2, 4]);
    rows.append(range(5, 9));
    expect(view.update()).toBe(1);
    expect(numbers(view.rows)).toEqual([4, 6, 8]);
  });

  test('stays the same array while none of its rows changes', () => {
    const rows = createRows<{ seq: number }>(6);
    rows.append(range(1, 2));
    const view = createView(rows, even);
    const before = view.rows;
    rows.append([row(3)]);
    view.update();
    expect(view.rows).toBe(before);
  });

  test('filters all rows again when the list started over or the filter changed', () => {
    const rows = createRows<{ seq: number }>(6);
    rows.append(range(1, 4));
    const view = createView(rows, even);
    rows.append(range(20, 22));
    view.update();
    expect(numbers(view.rows)).toEqual([20, 22]);
    rows.clear();
    view.update();
    expect(view.rows).toEqual([]);
    rows.append(range(1, 2));
    view.refilter(() => true);
    expect(numbers(view.rows)).toEqual([1, 2]);
  });
});
