import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  compileItemFilter,
  findFilterProblem,
  matchesNamespace,
  parsePath,
  truncateNamespaces,
  valueAt,
} from '../../../src/emulator/agent-server/matching.ts';

describe('a path into the fields of a thread', () => {
  test.each([
    ['values', ['values']],
    ['values.messages[-1].content', ['values', 'messages', -1, 'content']],
    ['metadata.user name', ['metadata', 'user name']],
    ['interrupts[0][1]', ['interrupts', 0, 1]],
  ])('is parsed into its steps: %s', (text, steps) => {
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
  ])('is refused if it is %j', (text) => {
    expect(parsePath(text)).toBeUndefined();
  });

  test('selects a value, also from the end of a list, or null if no value exists', () => {
    const whole = { values: { messages: [{ content: 'a' }, { content: 'b' }], none: null } };
    const at = (path: string) => valueAt(whole, parsePath(path) ?? []);
    expect(at('values.messages[-1].content')).toBe('b');
    expect(at('values.messages[7].content')).toBeNull();
    expect(at('values.none.more')).toBeNull();
    expect(at('values.constructor')).toBeNull();
    expect(at('values.messages.length')).toBeNull();
  });

  test('is either parsed or rejected, whatever characters it contains', () => {
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

describe('a namespace', () => {
  test.each<[string, 'prefix' | 'suffix', boolean]>([
    ['', 'prefix', true],
    ['', 'suffix', true],
    ['users', 'prefix', true],
    ['users.ada', 'prefix', true],
    ['users.ada.notes', 'prefix', true],
    ['users.ada.notes.old', 'prefix', false],
    ['users.bob', 'prefix', false],
    ['notes', 'prefix', false],
    ['*.ada', 'prefix', true],
    ['users.*', 'prefix', true],
    ['*.bob', 'prefix', false],
    ['notes', 'suffix', true],
    ['ada.notes', 'suffix', true],
    ['users.ada.notes', 'suffix', true],
    ['old.users.ada.notes', 'suffix', false],
    ['users.notes', 'suffix', false],
    ['users', 'suffix', false],
    ['*.notes', 'suffix', true],
    ['ada.*', 'suffix', true],
  ])('users.ada.notes matches %j as its %s: %s', (pattern, end, matches) => {
    const labels = pattern === '' ? [] : pattern.split('.');
    expect(matchesNamespace(['users', 'ada', 'notes'], labels, end)).toBe(matches);
  });

  test('is truncated to a depth, and is then listed once', () => {
    const all = [
      ['users', 'ada', 'notes'],
      ['users', 'ada'],
      ['users', 'bob'],
    ];
    expect(truncateNamespaces(all, undefined)).toEqual(all);
    expect(truncateNamespaces(all, 2)).toEqual([
      ['users', 'ada'],
      ['users', 'bob'],
    ]);
    expect(truncateNamespaces(all, 1)).toEqual([['users']]);
  });
});

describe('a filter of items', () => {
  test.each<[Record<string, unknown>, boolean]>([
    [{ age: 7 }, true],
    [{ age: 8 }, false],
    [{ age: { $eq: 7 } }, true],
    [{ age: { $ne: 7 } }, false],
    [{ age: { $ne: 8 } }, true],
    [{ age: { $gt: 7 } }, false],
    [{ age: { $gt: 6 } }, true],
    [{ age: { $gte: 7 } }, true],
    [{ age: { $gte: 8 } }, false],
    [{ age: { $lt: 7 } }, false],
    [{ age: { $lt: 8 } }, true],
    [{ age: { $lte: 7 } }, true],
    [{ age: { $lte: 6 } }, false],
    [{ age: { $gt: 6, $lt: 7 } }, false],
    [{ age: 7, name: 'Ada' }, true],
    [{ age: 7, name: 'Bob' }, false],
    [{ constructor: null }, false],
    [{ age: { unit: 'years' } }, false],
  ])('%j matches the item {"age":7,"name":"Ada"}: %s', (filter, matches) => {
    expect(findFilterProblem(filter)).toBeUndefined();
    expect(compileItemFilter(filter)?.({ age: 7, name: 'Ada' })).toBe(matches);
  });

  test('with no keys selects nothing, so no filter is needed', () => {
    expect(compileItemFilter({})).toBeUndefined();
  });

  test.each([
    [{ age: { $in: [7] } }, 'Unsupported operator "$in"'],
    [{ age: { $gt: 'seven' } }, 'its operand is not a number'],
    [{ age: { $gt: ' ' } }, 'its operand is not a number'],
  ])('is rejected if it is %j: %s', (filter, problem) => {
    expect(findFilterProblem(filter)).toContain(problem);
  });
});
