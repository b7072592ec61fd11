import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { areEqual, compareJson, compareTexts } from '../../src/judgement/differences.ts';

const runs = { numRuns: fc.readConfigureGlobal().numRuns ?? 100 };
const whole = { context: Infinity, maxCharacters: Infinity, maxEdits: Infinity };

describe('the difference of two texts', () => {
  test('marks whole words, and shows the equal text around them', () => {
    expect(compareTexts('Refund 160.00 EUR? Please confirm.', 'Refunded 160.00 EUR. Done.')).toMatchObject({
      kind: 'words',
      isCutBefore: false,
      isCutAfter: false,
      parts: [
        { kind: 'removed', text: 'Refund' },
        { kind: 'added', text: 'Refunded' },
        { kind: 'kept', text: ' 160.00 EUR' },
        { kind: 'removed', text: '?' },
        { kind: 'added', text: '.' },
        { kind: 'kept', text: ' ' },
        { kind: 'removed', text: 'Please confirm' },
        { kind: 'added', text: 'Done' },
        { kind: 'kept', text: '.' },
      ],
    });
  });

  test('marks words in scripts other than Latin and in languages without spaces', () => {
    const russian = compareTexts('Заказ отправлен вчера', 'Заказ доставлен вчера');
    expect(russian).toMatchObject({
      parts: [
        { text: 'Заказ ' },
        { kind: 'removed', text: 'отправлен' },
        { kind: 'added', text: 'доставлен' },
        { text: ' вчера' },
      ],
    });
    expect(compareTexts('今日は雨です', '今日は雪です')).toMatchObject({
      parts: [{}, { kind: 'removed', text: '雨' }, { kind: 'added', text: '雪' }, {}],
    });
  });

  test('contains both texts completely if nothing is omitted', () => {
    const word = fc.constantFrom('a', 'b', ' ', '\n', '😀', 'ß', '.', 'yes');
    const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const difference = compareTexts(before, after, whole);
        if (difference.kind !== 'words') {
          expect([difference.kind, before]).toEqual(['same', after]);
          return;
        }
        const join = (without: string) =>
          difference.parts.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('');
        expect([join('added'), join('removed')]).toEqual([before, after]);
      }),
      runs,
    );
  });

  test('omits equal text far from the difference, and never half of a character', () => {
    const difference = compareTexts(
      `${'😀'.repeat(500)}yes${'😀'.repeat(500)}`,
      `${'😀'.repeat(500)}no${'😀'.repeat(500)}`,
      {
        context: 11,
      },
    );
    expect(difference).toMatchObject({ kind: 'words', isCutBefore: true, isCutAfter: true });
    const shown = JSON.stringify(difference);
    expect(shown.length).toBeLessThan(400);
    expect(shown.isWellFormed()).toBe(true);
    expect(shown).not.toMatch(/\\ud[89a-f]/);
  });

  test('has a limited size even for texts of 10 MB', () => {
    const large = 'word '.repeat(2_000_000);
    const inside = compareTexts(`${large}old${large}`, `${large}new${large}`);
    expect(inside).toMatchObject({ kind: 'words', isCutBefore: true, isCutAfter: true });
    expect(JSON.stringify(inside).length).toBeLessThan(1_000);
    const different = compareTexts(large, 'other '.repeat(1_500_000));
    expect(different).toMatchObject({ kind: 'replaced', isCutBefore: false, isCutAfter: true });
    expect(JSON.stringify(different).length).toBeLessThan(20_000);
  });

  test('is empty for equal texts', () => {
    expect(compareTexts('same', 'same')).toEqual({ kind: 'same' });
  });
});

describe('the difference of two JSON values', () => {
  test('contains each changed position with its path', () => {
    const before = { status: 'open', tags: ['a', 'b'], order: { 'total EUR': 1 }, gone: 1 };
    const after = { status: 'closed', tags: ['a', 'c'], order: { 'total EUR': 2 }, come: null };
    expect(compareJson(before, after)).toEqual({
      isComplete: true,
      changes: [
        { kind: 'changed', path: '$.status', before: 'open', after: 'closed' },
        { kind: 'changed', path: '$.tags[1]', before: 'b', after: 'c' },
        { kind: 'changed', path: '$.order["total EUR"]', before: 1, after: 2 },
        { kind: 'removed', path: '$.gone', before: 1 },
        { kind: 'added', path: '$.come', after: null },
      ],
    });
  });

  test('aligns lists of different lengths at both ends', () => {
    const [question, call, reply] = [{ text: 'q' }, { text: 'call' }, { text: 'r' }];
    expect(compareJson([question, reply], [question, call, reply]).changes).toEqual([
      { kind: 'added', path: '$[1]', after: call },
    ]);
    expect(compareJson([question, call, reply], [question, reply]).changes).toEqual([
      { kind: 'removed', path: '$[1]', before: call },
    ]);
  });

  test.each([
    [
      'UUIDs',
      { key: '1ef0c3f0-2222-6333-8444-555555555555' },
      { key: '1ef0c3f0-2222-6333-8444-aaaaaaaaaaaa' },
    ],
    [
      'IDs with a prefix',
      { id: 'lc_run--1ef0c3f0-2222-6333-8444-555555555555' },
      { id: 'lc_run--1ef0c3f0-2222-6333-8444-aaaaaaaaaaaa' },
    ],
    ['IDs of tool calls', { call: 'call_8vRZb1kQwpXy3mNoP5sT7u' }, { call: 'call_9aBcD1kQwpXy3mNoP5sT7u' }],
    ['times', { when: '2026-11-21T10:00:00.123Z' }, { when: '2026-11-22 11:00:00+00:00' }],
    ['time stamps', { created_at: 1_763_000_000 }, { created_at: 1_763_000_999 }],
    ['longer strings under the key of an ID', { id: 'message-of-the-user' }, { id: 'message-of-the-agent' }],
  ])('is empty for two %s', (_name, before, after) => {
    expect(areEqual(before, after)).toBe(true);
    expect(areEqual([before], [after])).toBe(true);
  });

  test.each([
    ['short IDs of the data', { id: 'SO-1042' }, { id: 'SO-1043' }],
    ['numbers', { id: 7 }, { id: 8 }],
    ['dates', { delivery: '2026-11-21' }, { delivery: '2026-11-22' }],
    ['an ID and another string', { key: '1ef0c3f0-2222-6333-8444-555555555555' }, { key: 'none' }],
    [
      'a sentence that ends with an ID',
      { text: 'a 1ef0c3f0-2222-6333-8444-555555555555' },
      { text: 'b 1ef0c3f0-2222-6333-8444-555555555555' },
    ], // prettier-ignore
    ['long words', { text: 'internationalizations' }, { text: 'internationalization' }],
    ['null and a missing field', { a: null }, {}],
    ['an inherited property and a field', {}, { constructor: 1 }],
    ['a list and an object', { a: [] }, { a: {} }],
  ])('is not empty for two different values: %s', (_name, before, after) => {
    expect(areEqual(before, after)).toBe(false);
    expect(areEqual(after, before)).toBe(false);
  });

  test('is empty exactly for values that are equal apart from IDs and times', () => {
    const value = fc.jsonValue({ maxDepth: 3 }).map((one) => JSON.parse(JSON.stringify(one)) as unknown);
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(areEqual(one, structuredClone(one))).toBe(true);
        expect(areEqual(one, other)).toBe(areEqual(other, one));
        expect(areEqual({ one }, { one, more: 1 })).toBe(false);
      }),
      runs,
    );
  });

  test('stops at its limits, and treats values that were not compared as different', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => at);
    const { changes, isComplete } = compareJson(
      many,
      many.map((one) => one + 1),
    );
    expect([changes.length, isComplete]).toEqual([50, false]);
    expect(compareJson(many, [...many], { maxValues: 10 })).toEqual({ changes: [], isComplete: false });
    const nest = (levels: number, inner: unknown): unknown =>
      Array.from({ length: levels }).reduce((value) => [value], inner);
    expect(compareJson(nest(5, 1), nest(5, 1), { maxDepth: 3 }).changes).toHaveLength(1);
    expect(areEqual(nest(400, 1), nest(400, 2))).toBe(false);
    expect(areEqual(nest(100_000, 1), nest(100_000, 1))).toBe(false);
  });
});
