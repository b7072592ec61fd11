import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createKnownTexts } from '../../../src/emulator/server/journal-redactor.ts';

describe('the replacement of known secret strings', () => {
  test('replaces strings everywhere, the longest match first', () => {
    const known = createKnownTexts(3);
    for (const text of ['abc', 'abcdef', 'xyz']) known.add(text);
    expect(known.replaceIn('-abc-abcdef-abcde-xyzxyz', '*')).toBe('-*-*-*de-**');
    expect(known.replaceIn('ab', '*')).toBe('ab');
    expect(known.has('abc')).toBe(true);
    expect(known.has('bcd')).toBe(false);
  });

  test('rejects a string that is shorter than the minimum length', () => {
    expect(() => createKnownTexts(3).add('ab')).toThrow('at least 3 characters');
  });

  test('has the same result as a regular expression of all strings', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'b', '.', '\ud800', 'é'),
      minLength: 3,
      maxLength: 7,
    });
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 8 }),
        fc.array(fc.oneof(word, fc.constantFrom('a', 'bb', '-')), { maxLength: 12 }),
        (texts, parts) => {
          const known = createKnownTexts(3);
          for (const text of texts) known.add(text);
          const pattern = texts
            .toSorted((a, b) => b.length - a.length)
            .map((text) => text.replaceAll('.', '\\.'))
            .join('|');
          const line = parts.join('');
          expect(known.replaceIn(line, '*')).toBe(line.replaceAll(new RegExp(pattern, 'g'), '*'));
        },
      ),
      { numRuns: 500 },
    );
  });
});
