import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { contains, parsePath, valueAt } from '../../../src/emulator/agent-server/matching.ts';

describe('what a search asks for is in what there is', () => {
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
  ])('%j of %j: %s', (have, want, expected) => {
    expect(contains(have, want)).toBe(expected);
  });

  test('any value contains itself, and still does when more is added', () => {
    const some = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(some, some, (have, more) => {
        expect(contains(have, have)).toBe(true);
        expect(contains({ ...more, ...have }, have)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a path', () => {
  test.each([
    ['values', ['values']],
    ['values.messages[-1].content', ['values', 'messages', -1, 'content']],
    ['metadata.user name', ['metadata', 'user name']],
    ['interrupts[0][1]', ['interrupts', 0, 1]],
  ])('%s', (text, steps) => {
    expect(parsePath(text)).toEqual(steps);
  });

  test.each([
    '',
    'value',
    'thread_id',
    'values.',
    'values..a',
    'values[a]',
    'values[1',
    'values]',
    'valuesx',
    'values[0]x',
  ])('is not: %j', (text) => {
    expect(parsePath(text)).toBeUndefined();
  });

  test('leads to the value there, from the end of a list too, and to null without one', () => {
    const whole = { values: { messages: [{ content: 'a' }, { content: 'b' }], none: null } };
    const at = (path: string) => valueAt(whole, parsePath(path) ?? []);
    expect(at('values.messages[-1].content')).toBe('b');
    expect(at('values.messages[7].content')).toBeNull();
    expect(at('values.none.more')).toBeNull();
    expect(at('values.constructor')).toBeNull();
    expect(at('values.messages.length')).toBeNull();
  });

  test('is parsed or rejected, for any text', () => {
    const parts = fc.array(
      fc.oneof(fc.constantFrom('values', 'metadata', '.', '[', ']', '-', '1', 'a'), fc.string()),
    );
    fc.assert(
      fc.property(parts, fc.jsonValue(), (texts, value) => {
        const steps = parsePath(texts.join(''));
        expect(() => valueAt({ values: value, metadata: value }, steps ?? [])).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });
});
