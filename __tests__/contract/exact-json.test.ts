import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  isSameJson,
  parseExactJson,
  parseExactJsonPaced,
  stringifyExactJson,
  tryParseExactJson,
} from '../../src/contract/exact-json.ts';

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);
/** 64-bit integers that a JavaScript number cannot represent. */
const large = fc.oneof(
  fc.bigInt({ min: SAFE + 1n, max: 2n ** 64n - 1n }),
  fc.bigInt({ min: -(2n ** 63n), max: -SAFE - 1n }),
  fc.constantFrom(2n ** 53n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n, -(2n ** 63n), 12345678901234567891n),
);
/** Generates strings that resemble the tokens that the parser searches for. */
const tricky = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '12345678901234567891',
    ', 12345678901234567891,',
    '\\": 12345678901234567891',
    '"12345678901234567891"',
    '\uE000',
    '__proto__',
    '[9007199254740993]',
  ),
);
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      large,
      tricky,
      fc.boolean(),
      fc.constant(null),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    ),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(tricky, tie('value'), { maxKeys: 5 }),
  ),
}));

/**
 * Parses with a reviver that preserves exact integers, as the reference implementation. The reviver is slow, because
 * it is called for each value.
 */
function parseSlowly(text: string): unknown {
  const reviver = (_key: string, value: unknown, context?: { source?: string }): unknown => {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined || !/^-?\d+$/.test(source)) return value;
    const integer = BigInt(source);
    const isExact = Number.isSafeInteger(value) || integer < -(2n ** 63n) || integer >= 2n ** 64n;
    return isExact ? value : integer;
  };
  return JSON.parse(text, reviver);
}

const spaced = (text: string, space: string): string => text.replaceAll(/(?<=[[,:{])|(?=[\]}])/g, space);

describe('JSON with exact integers', () => {
  test('is the same value and the same string after it is written and parsed', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 2), (value, space) => {
        const text = stringifyExactJson(value, space);
        const parsed = parseExactJson(text);
        expect(stringifyExactJson(parsed, space)).toBe(text);
        expect(isSameJson(parsed, value)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('is parsed as by JSON.parse, except that all digits of a number are preserved', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = stringifyExactJson(value);
        // A reviver cannot set `__proto__`.
        fc.pre(!text.includes('__proto__'));
        expect(parseExactJson(text)).toStrictEqual(parseSlowly(text));
      }),
      { numRuns: 1_000 },
    );
  });

  test('accepts exactly the strings that JSON.parse accepts, including mutated strings', () => {
    fc.assert(
      fc.property(
        json,
        fc.nat(),
        fc.constantFrom('', '"', '1', '0', '.', 'e', '-', ':', ',', ' ', '\u00a0', '[', '}', '\\', '/'),
        fc.constantFrom('', ' ', '\n\t', '  \r'),
        (value, at, sign, space) => {
          const written = spaced(stringifyExactJson(value), space);
          const place = at % (written.length + 1);
          const text = written.slice(0, place) + sign + written.slice(place + (at % 2));
          let expected: unknown;
          try {
            expected = parseSlowly(text);
          } catch {
            expect(() => parseExactJson(text)).toThrow(SyntaxError);
            expect(tryParseExactJson(text)).toBeUndefined();
            return;
          }
          fc.pre(!text.includes('__proto__'));
          expect(parseExactJson(text)).toStrictEqual(expected);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9007199254740993', -9007199254740993n],
    ['18446744073709551615', 18446744073709551615n],
    ['-9223372036854775808', -9223372036854775808n],
    // Integers beyond 64 bits become numbers, as in the service.
    ['18446744073709551616', 18446744073709551616],
    ['-9223372036854775809', -(2 ** 63)],
    ['1'.repeat(400), Infinity],
    ['1e19', 1e19],
    ['12345678901234567.0', 12345678901234568],
    ['0.12345678901234567891', 0.12345678901234568],
    ['"12345678901234567891"', '12345678901234567891'],
  ])('is parsed from %s to %p', (text, value) => {
    expect(parseExactJson(text)).toBe(value);
    expect(parseExactJson(` [ ${text} ] `)).toEqual([value]);
    expect(parseExactJson(`{"a": "\\", 1", "b":${text}\n}`)).toEqual({ a: '", 1', b: value });
  });

  test('rejects a large integer as a key with an error about the original string', () => {
    expect(() => parseExactJson('{"a": 1, 12345678901234567891 : 2}')).toThrow(/position 9/);
    expect(() => parseExactJson('[12345678901234567891, x]')).toThrow(/34567891, x/);
  });

  test('preserves the key __proto__ with its integer', () => {
    const text = '{"__proto__":12345678901234567891,"a":{"__proto__":[9007199254740993]}}';
    expect(stringifyExactJson(parseExactJson(text))).toBe(text);
  });

  test('can be parsed at any depth', () => {
    const text = `${'['.repeat(100_000)}12345678901234567891${']'.repeat(100_000)}`;
    expect(Array.isArray(parseExactJson(text))).toBe(true);
  });

  test('cannot be written for a value that contains itself, even with large integers', () => {
    const value: Record<string, unknown> = { large: 2n ** 63n };
    value['self'] = value;
    expect(() => stringifyExactJson(value)).toThrow(TypeError);
  });

  test('is written with bytes and dates as by JSON.stringify, even next to large integers', () => {
    const value = { at: new Date(0), bytes: Buffer.from('ab'), large: [2n ** 63n] };
    expect(stringifyExactJson(value)).toBe(
      '{"at":"1970-01-01T00:00:00.000Z","bytes":{"type":"Buffer","data":[97,98]},"large":[9223372036854775808]}',
    );
    expect(value.large).toEqual([2n ** 63n]);
  });
});

describe('the comparison of JSON values', () => {
  test('finds a value equal to its copy, in either order of the operands', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(isSameJson(one, parseExactJson(stringifyExactJson(one)))).toBe(true);
        const areSame = isSameJson(one, other);
        expect(isSameJson(other, one)).toBe(areSame);
      }),
    );
  });

  test.each([
    [10n ** 17n, 1e17, true],
    [2n ** 53n + 1n, 2 ** 53, false],
    [2n ** 53n + 1n, '9007199254740993', false],
    [{ a: [2n ** 63n], b: 1 }, { b: 1, a: [2n ** 63n] }, true],
    [{ a: 2n ** 63n }, { a: 2n ** 63n + 1n }, false],
    [[], {}, false],
    // Neither value has a key.
    [new Date(0), {}, false],
    [new Map([[1, 2]]), {}, false],
    [new Date(0), new Date(0), false],
    [null, undefined, false],
    [{ a: undefined }, { b: undefined }, false],
  ])('returns for %p and %p: %p', (one, other, expected) => {
    expect(isSameJson(one, other)).toBe(expected);
    expect(isSameJson(other, one)).toBe(expected);
  });
});

test('the JSON parser that pauses returns the values of the parser without pauses, and pauses only for large integers', async () => {
  const pausesOf = async (text: string) => {
    let pauses = 0;
    const value = await parseExactJsonPaced(text, async () => void (pauses += 1));
    expect(value).toEqual(parseExactJson(text));
    return pauses;
  };
  expect(await pausesOf('{"a":[1,"12345678901234567891"]}')).toBe(0);
  expect(await pausesOf('{"a":[1,12345678901234567891]}')).toBe(2);
  await expect(parseExactJsonPaced('[12345678901234567891', () => Promise.resolve())).rejects.toThrow(
    SyntaxError,
  );
});

test('a bigint is written to JSON with all its digits', () => {
  expect(stringifyExactJson(12345678901234567891n)).toBe('12345678901234567891');
});
