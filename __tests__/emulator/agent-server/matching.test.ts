import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parsePath, valueAt } from '../../../src/emulator/agent-server/matching.ts';

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
