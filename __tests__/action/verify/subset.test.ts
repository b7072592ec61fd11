import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mismatches, MOST_MISMATCHES } from '../../../src/action/verify/judge.ts';

const paths = (expected: unknown, actual: unknown) => mismatches(expected, actual).map(({ path }) => path);

/** Adds fields to the objects of a value, at any depth. */
const withMore = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries([
    ...Object.entries(value).map(([key, part]) => [key, withMore(part)] as const),
    ['a field nobody expects', { of: 'any kind' }],
  ]);
};

/** Every way to change one scalar of a value to another kind. */
function* broken(value: unknown): Generator {
  if (Array.isArray(value)) {
    for (const [at, part] of value.entries())
      for (const other of broken(part)) yield value.with(at, other) as unknown;
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value))
      for (const other of broken(part)) yield Object.fromEntries([...Object.entries(value), [key, other]]);
  } else yield typeof value === 'string' ? 0 : 'another kind';
}

describe('the subset matcher', () => {
  test('takes any value for itself, and for one with more fields', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy: unknown = JSON.parse(JSON.stringify(value));
        expect(mismatches(copy, copy)).toEqual([]);
        expect(mismatches(copy, withMore(copy))).toEqual([]);
      }),
    );
  });

  test('finds each value that is of another kind, and tells where it stands', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const expected: unknown = JSON.parse(JSON.stringify(value));
        for (const actual of broken(expected)) expect(mismatches(expected, actual)).toHaveLength(1);
      }),
    );
  });

  test('wants lists of equal length, and elements in their order', () => {
    expect(mismatches([1], [1, 2])).toEqual([{ path: '$', expected: [1], actual: [1, 2], about: 'length' }]);
    expect(paths([{ a: 1 }, { b: 2 }], [{ b: 2 }, { a: 1 }])).toEqual(['$[0].a', '$[1].b']);
    expect(mismatches([{ a: 1 }], [{ a: 1, b: 2 }])).toEqual([]);
    expect(paths([], {})).toEqual(['$']);
    expect(paths({}, [])).toEqual(['$']);
  });

  test('compares scalars exactly: no kind passes for another, and null is not nothing', () => {
    for (const [expected, actual] of [
      [1, '1'],
      [0, false],
      ['', null],
      [null, undefined],
      ['a', 'A'],
      [{ a: null }, {}],
      [true, 'true'],
    ]) {
      expect(mismatches(expected, actual)).toHaveLength(1);
    }
    expect(mismatches({ a: null }, { a: null })).toEqual([]);
  });

  test('takes nothing that an object inherits for a field of it', () => {
    expect(paths({ constructor: {} }, {})).toEqual(['$.constructor']);
    expect(paths(JSON.parse('{"__proto__": {"a": 1}}'), { a: 1 })).toEqual(['$.__proto__']);
  });

  test('names odd fields so that they can be found, and stops after a few', () => {
    expect(paths({ 'two words': { 'a"b': 1 } }, { 'two words': {} })).toEqual(['$["two words"]["a\\"b"]']);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, at]));
    expect(mismatches(many, {})).toHaveLength(MOST_MISMATCHES);
  });
});
