import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LINEAR_LIMIT_MS, threadMs } from '../../harness/hang-limit.ts';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { createKnownTexts } from '../../src/emulator/server/journal-redactor.ts';
import { createTextMatcher } from '../../src/redaction/text-matcher.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', '.', '\ud800', 'é'), minLength: 3, maxLength: 20 });

describe('the matcher of known texts', () => {
  test('finds the longest text at every position', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.array(word, { maxLength: 6 }), (texts, parts) => {
        const matcher = createTextMatcher();
        for (const text of texts) matcher.add(text);
        expect(matcher.size).toBe(new Set(texts).size);
        for (const text of [...texts, ...parts]) expect(matcher.has(text)).toBe(texts.includes(text));
        const line = parts.join('');
        for (let at = 0; at < line.length; at += 1) {
          const longest = Math.max(
            -1,
            ...texts.filter((text) => line.startsWith(text, at)).map((text) => at + text.length),
          );
          expect(matcher.endOfLongest(line, at)).toBe(longest);
          const next = texts.map((text) => line.indexOf(text, at)).filter((found) => found !== -1);
          expect(matcher.nextMatch(line, at)).toBe(next.length === 0 ? -1 : Math.min(...next));
        }
      }),
    );
  });

  test('rejects a text that is shorter than the minimum length', () => {
    expect(() => createTextMatcher().add('ab')).toThrow('at least 3 characters');
  });

  /** Keys of one service, which all have the same beginning. */
  const keys = Array.from({ length: 48_000 }, (_, index) => `lsv2_pt_${String(index).padStart(8, '0')}_5f0a`);
  const line = `${'lsv2_pt_'.repeat(2_000)} ${keys.slice(0, 200).join(' ')}`;

  test('stays fast with thousands of texts with the same beginning', () => {
    const before = threadMs();
    const known = createKnownTexts(6);
    for (const key of keys) known.add(key);
    expect(known.replaceIn(line, '*')).not.toMatch(/_5f0a/);
    // A quadratic algorithm took more than 90 seconds for this many strings.
    expect(threadMs() - before).toBeLessThan(LINEAR_LIMIT_MS);
  });

  test('stays fast as part of the redactor of logs', () => {
    const before = threadMs();
    const redactor = createRedactor(keys.slice(0, 12_000));
    expect(redactor.redact(line)).not.toMatch(/_5f0a/);
    expect(threadMs() - before).toBeLessThan(LINEAR_LIMIT_MS);
  });
});
