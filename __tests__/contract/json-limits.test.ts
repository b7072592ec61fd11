import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import {
  findJsonExcess,
  findProtoKey,
  JsonCounter,
  JSON_LIMITS,
  parseJson,
  SETTINGS_JSON_LIMITS,
} from '../../src/contract/json-safety.ts';
import { toValidationErrors } from '../../src/contract/errors.ts';
import { ERRORS_MAX } from '../../src/contract/limits.ts';
import { maxItems } from '../../src/contract/primitives.ts';

/**
 * Counts the values and keys of parsed JSON, separately for comparison. An integer of 16 digits or more counts as four
 * values.
 */
function sizeOf(value: unknown): { values: number; keys: number } {
  if (typeof value !== 'object' || value === null) {
    return { values: typeof value === 'number' && /^-?\d{16,}$/.test(String(value)) ? 4 : 1, keys: 0 };
  }
  const inner = Object.values(value).map(sizeOf);
  return {
    values: 1 + inner.reduce((sum, one) => sum + one.values, 0),
    keys: (Array.isArray(value) ? 0 : inner.length) + inner.reduce((sum, one) => sum + one.keys, 0),
  };
}

const unlimited = { levels: Infinity, values: Infinity, keys: Infinity };

// docs/departures.md#errors-json-limits
describe('the size limits of JSON', () => {
  test('apply to the number of values and keys that parsing would produce', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, isWide) => {
        const text = JSON.stringify(value, undefined, isWide ? 2 : 0);
        const { values, keys } = sizeOf(JSON.parse(text));
        expect(findJsonExcess(text, { ...unlimited, values, keys })).toBeUndefined();
        expect(findJsonExcess(text, { ...unlimited, values: values - 1 })).toMatch(
          new RegExp(`^contains more than ${(values - 1).toLocaleString('en')} values(,|$)`),
        );
        if (keys > 0) {
          expect(findJsonExcess(text, { ...unlimited, keys: keys - 1 })).toBe(
            `contains more than ${(keys - 1).toLocaleString('en')} keys`,
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  test('apply even to invalid JSON', () => {
    const signs = fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', ' ', '1');
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 60 }), (text) => {
        const found = findJsonExcess(text.join(''), { levels: 3, values: 5, keys: 4 });
        expect(found ?? 'holds').toMatch(/^(holds|is nested deeper than 3 levels)/);
      }),
    );
  });

  test('are exceeded by JSON in chunks exactly if the complete JSON exceeds them', () => {
    const texts = [
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"',
      '\\',
      ' ',
      '1',
      '.',
      '\\"',
      '"a":',
      '12345678',
      '901234',
    ];
    const signs = fc.constantFrom(...texts);
    const pieces = fc.array(
      fc.array(signs, { maxLength: 8 }).map((one) => one.join('')),
      { maxLength: 12 },
    );
    const limits = { levels: 3, values: 6, keys: 4 };
    fc.assert(
      fc.property(pieces, (texts) => {
        const counter = new JsonCounter(limits);
        const found = texts.map((text) => counter.add(text)).find((one) => one !== undefined);
        expect(found).toEqual(new JsonCounter(limits).add(texts.join('')));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each<[string, string, string]>([
    ['empty lists', `[${'[],'.repeat(JSON_LIMITS.values)}[]]`, 'contains more than 250,000 values'],
    ['numbers', `[${'1,'.repeat(JSON_LIMITS.values)}1]`, 'contains more than 250,000 values'],
    [
      'keys',
      `{${Array.from({ length: JSON_LIMITS.keys + 1 }, (_, at) => `"${at}":1`).join()}}`,
      'contains more than 50,000 keys',
    ],
    ['levels', `${'['.repeat(501)}${']'.repeat(501)}`, 'is nested deeper than 500 levels'],
  ])('are exceeded by too many %s', (_, text, excess) => {
    expect(findJsonExcess(text)).toBe(excess);
    expect(parseJson(text, JSON_LIMITS)).toBeUndefined();
  });

  test.each<[string, string, number]>([
    ['an integer of 15 digits as one value', '123456789012345', 1],
    ['an integer of 16 digits as four values', '1234567890123456', 4],
    ['a negative integer of 20 digits as four values', '-12345678901234567890', 4],
    ['an integer of 100 digits as four values', '1'.repeat(100), 4],
    ['a fraction of 20 digits as one value', '0.12345678901234567890', 1],
    ['digits in a string as one value', '"12345678901234567890"', 1],
  ])('count %s', (_, value, count) => {
    const limits = { ...unlimited, values: 1 + 3 * count };
    expect(findJsonExcess(`[${value},${value}, ${value}]`, limits)).toBeUndefined();
    expect(findJsonExcess(`[${value},${value}, ${value}]`, { ...limits, values: 3 * count })).toMatch(
      /^contains more than \d+ values/,
    );
  });

  test('are reported with an explanation of the weight of large integers if the JSON contains large integers', () => {
    const text = `[${'12345678901234567891,'.repeat(JSON_LIMITS.values / 4)}0]`;
    expect(findJsonExcess(text)).toBe(
      'contains more than 250,000 values, where an integer of 16 digits or more counts as 4',
    );
    expect(findJsonExcess(text.replace('12345678901234567891,12345678901234567891,', ''))).toBeUndefined();
  });

  test('allow a single long string', () => {
    const text = JSON.stringify({ text: '[]{},:"\\'.repeat(1_000_000) });
    expect(findJsonExcess(text, SETTINGS_JSON_LIMITS)).toBeUndefined();
  });
});

describe('the validation of an invalid body', () => {
  test('rejects a list that is too long without checking its elements', () => {
    let checked = 0;
    const element = z.string().refine(() => {
      checked += 1;
      return false;
    });
    const result = maxItems(3, z.array(element)).safeParse(['a', 'b', 'c', 'd']);
    expect(result.error?.issues).toMatchObject([{ code: 'too_big', maximum: 3, path: [] }]);
    expect(checked).toBe(0);
    expect(maxItems(3, z.array(z.string())).parse(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  });

  test(`reports at most ${ERRORS_MAX} invalid fields`, () => {
    const input = Array.from({ length: 1_000 }, () => 1);
    const { error } = z.array(z.string()).safeParse(input);
    expect(error && toValidationErrors(error, 'body', input)).toHaveLength(ERRORS_MAX);
  });

  test("reports a `__proto__` key that parsing dropped, with the key's path at any depth", () => {
    const given = JSON.parse('{"a":[{"b":{"c":1}},{"b":{"__proto__":1}}]}') as unknown;
    const parsed = { a: [{ b: { c: 1 } }, { b: {} }] };
    expect(findProtoKey(given, parsed)).toEqual(['a', 1, 'b', '__proto__']);
  });
});
