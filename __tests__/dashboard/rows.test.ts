import { describe, expect, test } from '@jest/globals';
import { arrivedRows, createRows } from '../../dashboard/src/logic/rows.ts';

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ seq: first + index }));

describe('a list of live rows', () => {
  test('adds new rows, and skips duplicates after a reconnect', () => {
    const rows = createRows<{ seq: number }>(100);
    expect([range(5, 7), range(6, 8), range(6, 8)].map((batch) => rows.append(batch))).toEqual([3, 1, 0]);
    expect(rows.slice(0)).toEqual(range(5, 8));
  });

  test('retains only the newest rows', () => {
    const rows = createRows<{ seq: number }>(3);
    rows.append(range(1, 5));
    expect(rows.slice(0)).toEqual(range(3, 5));
    expect(rows.size).toBe(3);
  });

  test('can be shortened to the newest rows', () => {
    const rows = createRows<{ seq: number }>(10);
    rows.append(range(1, 5));
    rows.keepNewest(2);
    expect(rows.slice(0)).toEqual(range(4, 5));
    rows.keepNewest(9);
    rows.append(range(6, 6));
    expect(rows.slice(0)).toEqual(range(4, 6));
  });

  test('starts over if sequence numbers are missing, so no gap is hidden', () => {
    const rows = createRows<{ seq: number }>(100);
    rows.append(range(1, 3));
    rows.append(range(7, 8));
    expect(rows.slice(0)).toEqual(range(7, 8));
    rows.clear();
    expect(rows.size).toBe(0);
  });
});

test('the rows above the previously first row count as new if they are few', () => {
  const arrived = (rows: string[], before: string | null) => arrivedRows(rows, (row) => row, before);
  expect(arrived(['d', 'c', 'b', 'a'], 'b')).toEqual(['d', 'c']);
  expect(arrived(['b', 'a'], 'b')).toEqual([]);
  expect(arrived(['b', 'a'], null)).toEqual([]);
  expect(arrived(['y', 'x'], 'b')).toEqual([]);
  const many = Array.from({ length: 50 }, (_, index) => `row ${index}`);
  expect(arrived(many, 'row 40')).toEqual([]);
});
