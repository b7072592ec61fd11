import { describe, expect, test } from '@jest/globals';
import { createRows, createView } from '../../dashboard/src/logic/rows.ts';

const row = (seq: number) => ({ seq });
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => row(first + index));
const numbers = (rows: readonly { seq: number }[]) => rows.map(({ seq }) => seq);

describe('live rows', () => {
  test('take what is new, and leave out what came before: after a reconnect some come twice', () => {
    const rows = createRows<{ seq: number }>(100);
    expect(rows.append(range(5, 7))).toEqual({ added: 3, trimmed: 0, restarted: false });
    expect(rows.append(range(6, 8))).toEqual({ added: 1, trimmed: 0, restarted: false });
    expect(numbers(rows.slice(0))).toEqual([5, 6, 7, 8]);
    expect(rows.bySeq(6)).toEqual(row(6));
    expect(rows.bySeq(4)).toBeUndefined();
  });

  test('keep the newest, and tell how many went', () => {
    const rows = createRows<{ seq: number }>(3);
    expect(rows.append(range(1, 5))).toEqual({ added: 5, trimmed: 2, restarted: false });
    expect([rows.first, rows.last, rows.size]).toEqual([3, 5, 3]);
  });

  test('start over where numbers are missing, instead of showing a gap as if nothing were in it', () => {
    const rows = createRows<{ seq: number }>(100);
    rows.append(range(1, 3));
    expect(rows.append(range(7, 8)).restarted).toBe(true);
    expect(numbers(rows.slice(0))).toEqual([7, 8]);
  });

  test('take older rows that end right before the first, as far as there is room', () => {
    const rows = createRows<{ seq: number }>(5);
    rows.append(range(10, 12));
    expect(rows.prepend(range(5, 8))).toBe(0);
    expect(rows.prepend(range(5, 9))).toBe(2);
    expect(numbers(rows.slice(0))).toEqual([8, 9, 10, 11, 12]);
  });

  test('show a changed row in the place of the one with its number', () => {
    const rows = createRows<{ seq: number; name?: string }>(5);
    rows.append(range(1, 2));
    rows.replace([{ seq: 2, name: 'changed' }, row(9)]);
    expect(rows.slice(0)).toEqual([row(1), { seq: 2, name: 'changed' }]);
  });
});

describe('a filtered view', () => {
  const even = ({ seq }: { seq: number }) => seq % 2 === 0;

  test('follows what comes and goes', () => {
    const rows = createRows<{ seq: number }>(6);
    const view = createView(rows, even);
    rows.append(range(1, 4));
    view.update();
    expect(numbers(view.rows)).toEqual([2, 4]);
    rows.append(range(5, 9));
    expect(view.update()).toBe(1);
    expect(numbers(view.rows)).toEqual([4, 6, 8]);
  });

  test('is the same list while nothing of it changes', () => {
    const rows = createRows<{ seq: number }>(6);
    rows.append(range(1, 2));
    const view = createView(rows, even);
    const before = view.rows;
    rows.append([row(3)]);
    view.update();
    expect(view.rows).toBe(before);
  });

  test('looks at everything again when the rows started over, or the filter changed', () => {
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
