import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  parseBoolean,
  parseCommit,
  parseCount,
  parseDuration,
  parseRef,
  parseUuid,
  parseWord,
} from '../../../src/action/inputs/parsers.ts';

const WIDE = { min: '0', max: '999999999' };
const ms = (text: string) => {
  const parsed = parseDuration(text, WIDE);
  return parsed.ok ? parsed.value : undefined;
};

describe('the parser of boolean inputs', () => {
  test.each(['true', 'True', 'TRUE'])('accepts %s as true', (text) => {
    expect(parseBoolean(text)).toEqual({ ok: true, value: true });
  });
  test.each(['false', 'False', 'FALSE'])('accepts %s as false', (text) => {
    expect(parseBoolean(text)).toEqual({ ok: true, value: false });
  });
  test.each(['yes', 'no', 'on', '1', '0', 'tRUE', 'y', ' true'])('rejects %j with a hint', (text) => {
    expect(parseBoolean(text)).toEqual({
      ok: false,
      problems: [{ message: expect.stringContaining('not a boolean'), hint: 'Write true or false.' }],
    });
  });
});

describe('the parser of durations', () => {
  test.each([
    ['90', 90_000],
    ['0', 0],
    ['30m', 1_800_000],
    ['1h30m', 5_400_000],
    ['1d', 86_400_000],
    ['45s', 45_000],
    ['500ms', 500],
    ['1d2h3m4s5ms', 93_784_005],
    ['2m500ms', 120_500],
  ])('accepts %s as %d ms', (text, value) => {
    expect(ms(text)).toBe(value);
  });

  test.each(['', 'm', '30 m', '1.5h', '-5', '30M', '30mm', '5m1h', '1h1h', 'soon', '1h30', '٣', '1e3'])(
    'rejects %j',
    (text) => {
      expect(ms(text)).toBeUndefined();
    },
  );

  test('adds up several units in descending order', () => {
    const part = fc.option(fc.nat({ max: 500 }), { nil: undefined });
    fc.assert(
      fc.property(part, part, part, part, (h, m, s, milli) => {
        const text = [
          [h, 'h'],
          [m, 'm'],
          [s, 's'],
          [milli, 'ms'],
        ]
          .filter(([value]) => value !== undefined)
          .map(([value, unit]) => `${value}${unit}`)
          .join('');
        fc.pre(text !== '');
        expect(ms(text)).toBe((h ?? 0) * 3_600_000 + (m ?? 0) * 60_000 + (s ?? 0) * 1000 + (milli ?? 0));
      }),
    );
  });

  test('returns a duration within the bounds or rejects the string', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseDuration(text, { min: '1s', max: '1d' });
        if (parsed.ok) expect(parsed.value).toBeGreaterThanOrEqual(1000);
        if (parsed.ok) expect(parsed.value).toBeLessThanOrEqual(86_400_000);
      }),
    );
  });

  test.each(['0', '999ms', '25h', '999999999d'])(
    'rejects %s, which is outside the bounds 1s to 1d',
    (text) => {
      expect(parseDuration(text, { min: '1s', max: '1d' })).toMatchObject({
        ok: false,
        problems: [{ hint: 'Write a value between 1s and 1d.' }],
      });
    },
  );
});

describe('the parser of counts, words and IDs', () => {
  test('accepts a count only if it consists of digits and is within bounds', () => {
    expect(parseCount('30', { min: 0, max: 1000 })).toEqual({ ok: true, value: 30 });
    for (const text of ['-1', '1001', '3.5', 'many', '']) {
      expect(parseCount(text, { min: 0, max: 1000 }).ok).toBe(false);
    }
  });

  test('accepts a word only if it equals an item of the allowed list', () => {
    expect(parseWord('warn', ['fail', 'warn'])).toEqual({ ok: true, value: 'warn' });
    expect(parseWord('Warn', ['fail', 'warn'])).toMatchObject({
      problems: [{ message: expect.stringContaining('fail, warn') }],
    });
  });

  test('accepts a UUID in upper or lower case, and returns the UUID in lower case', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.boolean(), (id, upper) => {
        expect(parseUuid(upper ? id.toUpperCase() : id)).toEqual({ ok: true, value: id.toLowerCase() });
      }),
    );
  });

  test.each(['', 'x', '0f9e2d4c1b3a4c5d8e7f001122334455', '0f9e2d4c-1b3a-4c5d-8e7f-00112233445', 'my-agent'])(
    'rejects %j, because it is not a UUID',
    (text) => {
      expect(parseUuid(text).ok).toBe(false);
    },
  );

  test('accepts only commit SHAs of full length', () => {
    expect(parseCommit('A'.repeat(40))).toEqual({ ok: true, value: 'a'.repeat(40) });
    expect(parseCommit('a'.repeat(64)).ok).toBe(true);
    expect(parseCommit('a1b2c3d').ok).toBe(false);
  });
});

describe('the parser of refs', () => {
  test.each([
    ['main', 'main'],
    ['feature/x', 'feature/x'],
    ['refs/heads/main', 'main'],
    ['refs/tags/v1.0', 'refs/tags/v1.0'],
    ['dependabot/npm/x-1.2', 'dependabot/npm/x-1.2'],
    ['@', undefined],
    ['-x', undefined],
    ['a..b', undefined],
    ['a b', undefined],
    ['a~1', undefined],
    ['a^', undefined],
    ['a:b', undefined],
    ['a.lock', undefined],
    ['a/', undefined],
    ['/a', undefined],
    ['a//b', undefined],
    ['.a', undefined],
    ['a/.b', undefined],
    ['a@{1}', undefined],
    ['refs/tags/', undefined],
    ['refs/pull/7/merge', undefined],
    ['refs/notes/x', undefined],
    ['refs/heads/refs/tags/x', undefined],
    ['refs/heads/refs/heads/x', undefined],
    ['--upload-pack=x', undefined],
    ['a\u0000b', undefined],
  ])('converts %j to the ref %j', (text, ref) => {
    const parsed = parseRef(text);
    expect(parsed.ok ? parsed.value : undefined).toBe(ref);
  });

  test('rejects the merge ref of a pull request with an explanation', () => {
    expect(parseRef('refs/pull/7/merge')).toMatchObject({
      problems: [{ message: expect.stringContaining('merge commit') }],
    });
  });

  test('returns the same ref if its result is parsed again', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const first = parseRef(text);
        fc.pre(first.ok && !first.value.startsWith('refs/'));
        if (first.ok) expect(parseRef(first.value)).toEqual(first);
      }),
    );
  });
});
