import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { boundedJson, metadataLine, metadataText, toLine } from '../../src/contract/bounded-text.ts';

test('a line contains no line breaks, no control characters and no half of a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 2_000 }),
      fc.integer({ min: 1, max: 50 }),
      (text, max) => {
        const line = toLine(text, max);
        expect(line.length).toBeLessThanOrEqual(max);
        expect(/[\n\r\t\u0000\u001b]/.test(line)).toBe(false);
        expect(line.isWellFormed() || !text.isWellFormed()).toBe(true);
      },
    ),
  );
});

test('a line contains no codes of terminal colors', () => {
  expect(toLine('\u001b[31mred\u001b[0m\nnext')).toBe('red next');
});

describe('JSON of limited size', () => {
  test('is valid even for deeply nested values', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 10, max: 200 }), (value, max) => {
        const text = boundedJson(value, max);
        expect(() => JSON.parse(text)).not.toThrow();
      }),
    );
  });

  test('contains a small value completely, and markers in place of the rest of a large value', () => {
    const small = { a: [1, 'x', null, true], b: { c: 'd' } };
    expect(JSON.parse(boundedJson(small, 1_000))).toEqual(small);
    expect(boundedJson({ text: 'z'.repeat(5_000_000) }, 100).length).toBeLessThan(200);
    expect(
      JSON.parse(
        boundedJson(
          Array.from({ length: 1_000 }, () => 'abcdef'),
          80,
        ),
      ).at(-1),
    ).toMatch(/^… \(\d+ more\)$/);
  });

  test('can be written for every type of JavaScript value', () => {
    const values = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(values, (value) => {
        expect(() => JSON.parse(boundedJson(value, 100))).not.toThrow();
      }),
    );
  });

  test('contains the entries of maps, sets and typed arrays', () => {
    const value = { map: new Map([['a', new Set([1, 'x'])]]), array: Float32Array.of(1, 2.5) };
    expect(JSON.parse(boundedJson(value, 1_000))).toEqual({ map: { a: [1, 'x'] }, array: [1, 2.5] });
  });

  test('reads only those entries of a large collection that fit into the limit', () => {
    let read = 0;
    const counted = (): object => ({
      get field() {
        read += 1;
        return 'x';
      },
    });
    const items = Array.from({ length: 10_000 }, counted);
    for (const value of [items, new Set(items), new Map(items.entries())]) {
      read = 0;
      const text = boundedJson(value, 100);
      expect(text).toMatch(/99\d\d more/);
      expect(text.length).toBeLessThan(300);
      expect(read).toBeLessThan(50);
    }
    const array = JSON.parse(boundedJson(new Float64Array(1_000_000), 100));
    expect(array.slice(0, 2)).toEqual([0, 0]);
    expect(array.at(-1)).toMatch(/^… \(9999\d\d more\)$/);
  });

  test('has a marker in place of a value that cannot be read', () => {
    const fails = (): never => {
      throw new Error('no');
    };
    const value = {
      a: 1,
      get b() {
        return fails();
      },
      c: { toJSON: 'd' },
      e: [Symbol('f'), fails],
      g: new Date(Number.NaN),
    };
    const simplify = (one: object): unknown => (one instanceof Date ? one.toISOString() : one);
    const marker = '… (the value cannot be converted to JSON)';
    expect(JSON.parse(boundedJson(value, 1_000, simplify))).toEqual({
      a: 1,
      b: marker,
      c: { toJSON: 'd' },
      e: [null, null],
      g: marker,
    });
  });

  test('is finite for a value that contains itself', () => {
    const circle: Record<string, unknown> = {};
    circle['again'] = [circle, circle];
    expect(boundedJson(circle, 1_000).length).toBeLessThan(20_000);
  });
});

test('the searchable text of metadata contains each entry on a separate line', () => {
  const text = metadataText({ user: 'ann', tries: 3, nested: { a: 1 }, 'a\nb': 'c\nd' });
  expect(text).toBe('\nuser=ann\ntries=3\na b=c d\n');
  expect(text).toContain(`\n${metadataLine('tries', '3')}\n`);
});
