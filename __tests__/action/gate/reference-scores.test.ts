import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findUnscorable, scoreByReference } from '../../../src/action/gate/reference-scores.ts';
import type { ScoreDefinition } from '../../../src/action/inputs/settings.ts';

type Comparison = ScoreDefinition['compare'];

const runs = { numRuns: fc.readConfigureGlobal().numRuns ?? 200 };
const exact = (path?: string): Comparison => ({ kind: 'exact', path });
const number = (tolerance = 0, path?: string): Comparison => ({ kind: 'number', path, tolerance });
const define = (compare: Comparison) => new Map([['score', { compare, judging: {} }]]);
const score = (compare: Comparison, output: unknown, reference: unknown) =>
  scoreByReference(define(compare), { output, reference }).get('score');
const said = (text: string) => ({
  messages: [
    { type: 'human', content: 'What is 42?' },
    { type: 'ai', content: text },
  ],
});

describe('an exact score', () => {
  test('compares the text of the last message, except for white space at both ends', () => {
    expect(score(exact(), said(' Paris\n'), 'Paris')).toBe(1);
    expect(score(exact(), said('Paris, of course'), 'Paris')).toBe(0);
    expect(score(exact(), said('New  York'), 'New York')).toBe(0);
    expect(score(exact(), said('paris'), 'Paris')).toBe(0);
  });

  test('accepts a string as the output, and a number or boolean as the reference', () => {
    expect(score(exact(), '42', 42)).toBe(1);
    expect(score(exact(), 'true', true)).toBe(1);
    expect(score(exact(), '42.0', 42)).toBe(0);
  });

  test('reads the reference at a path of field names and list positions', () => {
    const reference = { answers: [{ text: 'Paris' }, { text: 'Lyon' }] };
    expect(score(exact('answers.1.text'), said('Lyon'), reference)).toBe(1);
    expect(score(exact('answers.0.text'), said('Lyon'), reference)).toBe(0);
  });

  test('compares JSON by its fields, in a message and in a state without messages', () => {
    const reference = { total: 3, items: ['a', 'b'] };
    expect(score(exact(), said('{"items": ["a", "b"], "total": 3}'), reference)).toBe(1);
    expect(score(exact(), { items: ['a', 'b'], total: 3 }, reference)).toBe(1);
    expect(score(exact(), { items: ['a', 'b'], total: 3, more: 1 }, reference)).toBe(0);
    expect(score(exact(), { items: ['a'], total: 3 }, reference)).toBe(0);
    expect(score(exact(), said('no JSON'), reference)).toBe(0);
  });

  test('compares with the last message if the reference is a state', () => {
    expect(score(exact(), said('Paris'), { messages: [{ role: 'assistant', content: 'Paris' }] })).toBe(1);
  });

  test('is 0 if the agent did not respond', () => {
    const silent = { messages: [{ role: 'user', content: 'Paris' }] };
    expect(score(exact(), silent, 'Paris')).toBe(0);
    expect(score(exact(), undefined, 'Paris')).toBe(0);
  });

  test('is 1 if the output equals the reference', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(value !== null && !JSON.stringify(value).includes('__proto__'));
        const wanted = score(exact(), value, value);
        const isStateWithoutAnswer = JSON.stringify(value).includes('"messages":[');
        return wanted === 1 || (isStateWithoutAnswer && wanted === undefined);
      }),
      runs,
    );
  });
});

describe('a number score', () => {
  test('compares the first number of the response within the tolerance', () => {
    expect(score(number(), said('The total is 1,234.5 EUR, not 7.'), 1234.5)).toBe(1);
    expect(score(number(), said('7, not 1,234.5'), 1234.5)).toBe(0);
    expect(score(number(0.5), said('about 10.4'), 10)).toBe(1);
    expect(score(number(0.5), said('about 10.6'), 10)).toBe(0);
  });

  test('reads the number from a reference that is a string', () => {
    expect(score(number(0, 'answer'), said('72'), { answer: '#### 72' })).toBe(1);
  });

  test('is 0 if the response contains no number, even if the input contains the expected number', () => {
    expect(score(number(), said('forty-two'), 42)).toBe(0);
    expect(score(number(), { messages: [{ type: 'human', content: 'What is 42?' }] }, 42)).toBe(0);
  });
});

describe('a score whose reference has no value', () => {
  test.each([
    ['no reference', exact(), undefined],
    ['a null', exact(), null],
    ['a missing path', exact('answer.total'), { answer: 'x' }],
    ['an inherited property', exact('constructor.name'), {}],
    ['a string without a number', number(), 'unknown'],
    ['a boolean instead of a number', number(), true],
    ['a state without a response', exact(), { messages: [] }],
  ])('is absent: %s', (_what, compare, reference) => {
    expect(score(compare, said('42'), reference)).toBeUndefined();
  });

  test('is reported with its key and path if no case has a value', () => {
    const definitions = new Map([
      ['right', { compare: exact('answer'), judging: {} }],
      ['total', { compare: number(1, 'sum'), judging: {} }],
      ['helpful', { compare: undefined, judging: {} }],
    ]);
    expect(findUnscorable(definitions, [{ reference: { answer: 'x' } }, { reference: undefined }])).toEqual([
      {
        path: ['scores', 'total', 'number'],
        message:
          'the score "total" compares responses with a number at "sum" in the reference, but no case has such a reference',
        hint: 'Add `reference` to the cases, or correct the path of `number`.',
      },
    ]);
    expect(findUnscorable(definitions, [{ reference: { answer: 'x', sum: 3 } }])).toEqual([]);
  });

  test('does not affect the other scores of the case', () => {
    const definitions = new Map([
      ['right', { compare: exact('answer'), judging: {} }],
      ['total', { compare: number(0, 'sum'), judging: {} }],
      ['helpful', { compare: undefined, judging: {} }],
    ]);
    const scores = scoreByReference(definitions, { output: said('x'), reference: { answer: 'x' } });
    expect([...scores]).toEqual([['right', 1]]);
  });
});
