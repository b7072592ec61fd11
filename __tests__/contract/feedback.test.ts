import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { stringifyExactJson } from '../../src/contract/exact-json.ts';
import {
  FeedbackKeys,
  FeedbackQuery,
  FeedbackSubmission,
  FeedbackTokenCreate,
} from '../../src/contract/tracing.ts';

/** Parses a query in the format of a client. */
const parse = (reported: Record<string, string>) =>
  FeedbackQuery.safeParse(Object.fromEntries(new URLSearchParams(new URLSearchParams(reported).toString())));
const sayable = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));

describe('a feedback query', () => {
  test('is parsed to the score and the comment that were written into it (property)', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), sayable, (score, comment) => {
        fc.pre(!Number.isInteger(score) || Number.isSafeInteger(score));
        const { success, data } = parse({ score: String(score), comment });
        expect({ success, data }).toEqual({ success: true, data: { score: score + 0, comment } });
      }),
    );
  });

  test('is accepted with a correction only if the correction is an object (property)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (correction) => {
        const isObject = typeof correction === 'object' && correction !== null && !Array.isArray(correction);
        const { success, data } = parse({ correction: JSON.stringify(correction) });
        expect(success).toBe(isObject);
        if (isObject) expect(stringifyExactJson(data?.correction)).toBe(JSON.stringify(correction));
      }),
    );
  });

  test('is parsed to a string value unless the value is a number or a boolean (property)', () => {
    fc.assert(
      fc.property(sayable, (value) => {
        const { success, data } = parse({ value });
        expect(success).toBe(true);
        expect(String(data?.value)).toBe(typeof data?.value === 'string' ? value : String(JSON.parse(value)));
      }),
    );
  });

  test.each([
    [{ value: '12345678901234567890' }, { value: '12345678901234567890' }],
    [{ value: '1e999' }, { value: '1e999' }],
    [{ value: '007' }, { value: '007' }],
    [{ value: '' }, { value: '' }],
    [{ score: 'true' }, { score: true }],
    [{ score: '-0.5', metadata: '{"a":1}' }, { score: -0.5 }],
    [{}, {}],
  ])('with the parameters %j is parsed as %j', (reported, meant) => {
    expect(parse(reported as Record<string, string>).data).toEqual(meant);
  });

  test.each([
    { score: 'high' },
    { score: '' },
    { score: 'NaN' },
    { score: '1e999' },
    { score: '"1"' },
    { comment: 'nul \0' },
    { correction: '{"a":' },
    { correction: '' },
    { correction: 'null' },
    { correction: '"text"' },
  ])('with the parameters %j is rejected', (reported) => {
    expect(parse(reported as Record<string, string>).success).toBe(false);
  });

  test('is rejected if it contains a parameter twice', () => {
    for (const name of ['score', 'value', 'comment', 'correction']) {
      expect([name, FeedbackQuery.safeParse({ [name]: ['1', '1'] }).success]).toEqual([name, false]);
    }
  });
});

test('a feedback submission accepts all five fields, each of which can be null or absent', () => {
  const all = {
    score: 0.5,
    value: { any: ['thing'] },
    comment: 'c',
    correction: { a: 1 },
    metadata: { by: 'ada' },
  };
  expect(FeedbackSubmission.parse(all)).toEqual(all);
  expect(FeedbackSubmission.safeParse({ score: null, comment: null }).success).toBe(true);
  for (const wrong of [
    { score: 'x' },
    { correction: 'x' },
    { correction: [] },
    { metadata: 1 },
    { comment: 1 },
  ]) {
    expect([wrong, FeedbackSubmission.safeParse(wrong).success]).toEqual([wrong, false]);
  }
});

describe('a request for a feedback token', () => {
  const run_id = '0A1b2c3d-0000-4000-8000-000000000000';
  const ok = (more: object) => FeedbackTokenCreate.safeParse({ run_id, feedback_key: 'k', ...more }).success;

  test('accepts at most one form of expiry, which must be later than the creation', () => {
    expect(ok({})).toBe(true);
    expect(ok({ expires_in: { days: 1 }, expires_at: null })).toBe(true);
    expect(ok({ expires_at: '2030-01-01T00:00:00+02:00' })).toBe(true);
    expect(ok({ expires_at: '2030-01-01T00:00:00' })).toBe(true);
    for (const wrong of [
      { expires_in: {} },
      { expires_in: { hours: 0 } },
      { expires_in: { hours: -1, days: 1 } },
      { expires_in: { minutes: 1.5 } },
      { expires_in: { days: 1e9 } },
      { expires_at: 'tomorrow' },
      { expires_in: { hours: 1 }, expires_at: '2030-01-01T00:00:00Z' },
    ]) {
      expect([wrong, ok(wrong)]).toEqual([wrong, false]);
    }
  });
});

test('feedback keys can be any strings, up to a thousand of them', () => {
  expect(FeedbackKeys.safeParse(['a b', '__proto__', 'ключ', '👍', '/?&#']).success).toBe(true);
  expect(FeedbackKeys.safeParse(Array.from({ length: 1000 }, String)).success).toBe(true);
  for (const wrong of [
    [''],
    ['\0'],
    ['\ud83d'],
    ['k'.repeat(1001)],
    Array.from({ length: 1001 }, String),
    [1],
  ]) {
    expect(FeedbackKeys.safeParse(wrong).success).toBe(false);
  }
});
