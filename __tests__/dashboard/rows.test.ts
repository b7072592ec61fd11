import { describe, expect, test } from '@jest/globals';
import { arrivedRows, createRows } from '../../dashboard/src/logic/rows.ts';
import { elementsOfRows } from '../../dashboard/src/logic/window.ts';

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

describe('the elements of the rows in the document', () => {
  const elements = (before: Iterable<readonly [string, number]>, keys: string, reuses = true) => [
    ...elementsOfRows(new Map(before), [...keys], reuses),
  ];
  const first = elements([], 'abcd');

  test('have different numbers', () => {
    expect(first).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
      ['d', 3],
    ]);
  });

  test('stay with their rows while the list scrolls, and the rows that enter take the elements of rows that left', () => {
    expect(elements(first, 'bcde')).toEqual([
      ['b', 1],
      ['c', 2],
      ['d', 3],
      ['e', 0],
    ]);
    expect(elements(first, 'xabc')).toEqual([
      ['x', 3],
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
  });

  test('keep their places in the document if most rows are new', () => {
    expect(elements(first, 'defgh')).toEqual([
      ['d', 0],
      ['e', 1],
      ['f', 2],
      ['g', 3],
      ['h', 4],
    ]);
  });

  test('are new for each row that enters if elements are not reused', () => {
    expect(elements(first, 'bcde', false)).toEqual([
      ['b', 1],
      ['c', 2],
      ['d', 3],
      ['e', 4],
    ]);
    expect(elements(first, 'dxyz', false)).toEqual([
      ['d', 3],
      ['x', 4],
      ['y', 5],
      ['z', 6],
    ]);
  });
});
