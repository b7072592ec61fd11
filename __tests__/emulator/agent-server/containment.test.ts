import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isJsonObject } from '../../../src/contract/json-safety.ts';
import {
  compileContainment,
  MAX_COMPARISONS,
  textPartsOf,
} from '../../../src/emulator/agent-server/containment.ts';

const contains = (have: unknown, want: unknown): boolean =>
  compileContainment(want, ['body', 'values'])(have);

const hasParts = (have: unknown, want: unknown): boolean =>
  textPartsOf(want).every((part) => JSON.stringify(have).includes(part));

/** Implements the definition of containment, without regard to speed. */
function containsByDefinition(have: unknown, want: unknown): boolean {
  if (isJsonObject(want)) {
    return (
      isJsonObject(have) &&
      Object.entries(want).every(
        ([key, value]) => Object.hasOwn(have, key) && containsByDefinition(have[key], value),
      )
    );
  }
  if (!Array.isArray(want)) return have === want;
  return (
    Array.isArray(have) &&
    want.every((value) => have.some((one: unknown) => containsByDefinition(one, value)))
  );
}

describe('the search for a JSON value within another value', () => {
  test.each<[unknown, unknown, boolean]>([
    [{ a: 1, b: 2 }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1 } }, true],
    [{ a: [1, { b: 2, c: 3 }] }, { a: [{ b: 2 }] }, true],
    [{ a: [1, 2] }, { a: [2, 1, 1] }, true],
    [{ a: [1, 2] }, { a: [3] }, false],
    [{ a: 1 }, { a: '1' }, false],
    [{ a: null }, { a: null }, true],
    [{}, { a: null }, false],
    [{}, { toString: {} }, false],
    [null, {}, false],
    [{ a: [1] }, { a: { 0: 1 } }, false],
  ])('finds that %j contains %j: %s', (have, want, expected) => {
    expect(contains(have, want)).toBe(expected);
  });

  test('finds any object in itself, with or without additional fields', () => {
    const some = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(some, some, (have, more) => {
        expect(contains(have, have)).toBe(true);
        expect(contains({ ...more, ...have }, have)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  // docs/agent-server/limits.md#search-parses-few
  test('first checks the JSON text, and this check accepts every object that contains the searched object', () => {
    const some = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }));
    fc.assert(
      fc.property(some, some, (have, more) => {
        expect(hasParts({ ...more, ...have }, have)).toBe(true);
        expect(hasParts({ list: [1, more, have] }, { list: [have] })).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test.each<[unknown, unknown]>([
    [{ b: 1 }, { a: 1 }],
    [{ a: 'x' }, { a: 'y' }],
    [{ a: { b: 'x' } }, { a: { b: 'y' } }],
    [{ a: ['x', 'z'] }, { a: ['y'] }],
  ])('first checks the JSON text, and this check rejects %j for the searched value %j', (have, want) => {
    expect(hasParts(have, want)).toBe(false);
  });

  test('has the same result as a simple reference implementation for long lists with few distinct values', () => {
    const few = fc.constantFrom<unknown>(0, 1, 2, 'a', 'b', null, true);
    const { value: json } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        few,
        fc.array(tie('value'), { maxLength: 30 }),
        fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('value'), { maxKeys: 2 }),
      ),
    }));
    const lists = fc.array(json, { maxLength: 40 });
    fc.assert(
      fc.property(lists, lists, fc.subarray([0, 1, 2, 3, 4, 5, 6, 7]), (have, other, kept) => {
        for (const want of [other, kept.flatMap((at) => (at < have.length ? [have[at]] : []))]) {
          expect(contains(have, want)).toBe(containsByDefinition(have, want));
        }
      }),
      { numRuns: 150 },
    );
  });
});

// docs/departures/agent-server.md#search-comparisons
describe('the comparison of two long lists', () => {
  const numbers = (count: number, from = 0): number[] => Array.from({ length: count }, (_, at) => at + from);

  test('finds 20,000 numbers among 400,000 within the limit of comparisons', () => {
    expect(contains({ all: numbers(400_000) }, { all: numbers(20_000, 380_000) })).toBe(true);
    expect(contains({ all: numbers(400_000) }, { all: numbers(20_000, 380_001) })).toBe(false);
  });

  test('finds 20,000 objects among 200,000 by one of their values', () => {
    const messages = (count: number, from: number) =>
      numbers(count, from).map((id) => ({ type: 'human', id, content: [{ text: `t${id}` }] }));
    expect(contains(messages(200_000, 0), messages(20_000, 180_000))).toBe(true);
    expect(contains(messages(200_000, 0), messages(20_000, 180_001))).toBe(false);
  });

  test('indexes an inner list only once, however many elements it looks up', () => {
    const have = [numbers(200_000)];
    const want = numbers(20_000).map((at) => [at]);
    expect(contains(have, want)).toBe(true);
  });

  test('is refused if it needs too many comparisons because the elements contain only nested objects', () => {
    const have = numbers(20_000).map((at) => ({ a: { b: at } }));
    const want = numbers(20_000).map((at) => ({ a: { b: 19_999 - at } }));
    expect(() => contains({ list: have }, { list: want })).toThrow(
      `body.values: requires more than ${MAX_COMPARISONS.toLocaleString('en')} comparisons with a single stored object: search for fewer elements`,
    );
  });
});

describe('the comparison of integers beyond 2^53', () => {
  test.each([
    [12345678901234567891n, 12345678901234567891n, true],
    [[{ id: 12345678901234567891n }], [{ id: 12345678901234567891n }], true],
    [[{ id: 12345678901234567891n }], [{ id: 12345678901234567890n }], false],
    // The number is stored with all digits, even if it was sent with an exponent.
    [[10n ** 17n], [1e17], true],
    [Array.from({ length: 100 }, (_, at) => 2n ** 60n + BigInt(at)), [2n ** 60n + 99n], true],
    [Array.from({ length: 100 }, (_, at) => 2n ** 60n + BigInt(at)), [2n ** 60n + 100n], false],
  ])('finds that %p contains %p: %p', (have, want, expected) => {
    expect(compileContainment(want, [])(have)).toBe(expected);
  });
});
