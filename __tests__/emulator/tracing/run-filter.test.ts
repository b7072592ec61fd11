import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FilterError, type FilteredRun, parseRunFilter } from '../../../src/emulator/tracing/runs/filter.ts';
import { tracedRunRow } from '../store/samples.ts';

const run = tracedRunRow(
  { id: 'p', workspaceId: 'w' },
  {
    id: 'r',
    name: 'target',
    startTime: Date.parse('2026-11-28T10:00:00Z'),
    endTime: Date.parse('2026-11-28T10:00:12.500Z'),
    tags: ['beta', 'x'],
    extra: { metadata: { thread_id: 't-1', tenant: 'acme', deep: { a: 1, b: 2 }, n: 3 } },
    totalTokens: 6_000,
  },
);
const scores = [
  { key: 'Correctness', score: 0, value: null },
  { key: 'user_score', score: true, value: 'good' },
];
const matches = (filter: string, change: Partial<FilteredRun['run']> = {}) =>
  parseRunFilter(filter).matches({ run: { ...run, ...change }, scores });

test.each([
  'eq(thread_id, "t-1")',
  "eq(thread_id, 't-1')",
  'and(eq(thread_id, "t-1"), eq(name, "target"))',
  'and(eq(run_type, "chain"), gt(latency, 10), gt(total_tokens, 5000))',
  'and(gt(start_time, "2023-07-15T12:34:56Z"), or(neq(error, null), and(eq(feedback_key, "Correctness"), eq(feedback_score, 0.0))))',
  'and(or(has(tags, "experimental"), has(tags, "beta")), gt(latency, 2))',
  'and(eq(feedback_key, "user_score"), eq(feedback_score, 1))',
  'eq(feedback_value, "good")',
  'eq(is_root, true)',
  'eq(status, "success")',
  'lte(latency, "12.5s")',
  'eq(error, null)',
  'in(name, ["other", "target"])',
  'not(eq(name, "other"))',
  'has(metadata, \'{"tenant": "acme"}\')',
  'has(metadata, "{\\"deep\\": {\\"a\\": 1}}")',
  'and(not(has(metadata, \'{"foo": "bar"}\')), exists(metadata, "tenant"))',
  'and(eq(metadata_key, "tenant"), eq(metadata_value, "acme"))',
  'and(eq(metadata_key, "n"), gt(metadata_value, 2))',
  '  eq( name ,"target" )  ',
])('the filter %s matches a run that meets the condition', (filter) => {
  expect(matches(filter)).toBe(true);
});

test.each([
  'eq(thread_id, "t-2")',
  'and(eq(feedback_key, "Correctness"), eq(feedback_score, 1))',
  'and(eq(metadata_key, "tenant"), eq(metadata_value, "t-1"))',
  'eq(status, "error")',
  'has(tags, "bet")',
  'exists(metadata, "toString")',
  'gt(latency, 12.5)',
  'lt(end_time, "2026-11-28T10:00:12Z")',
  'or(eq(name, "a"), eq(name, "b"))',
])('the filter %s does not match a run that does not meet the condition', (filter) => {
  expect(matches(filter)).toBe(false);
});

test('runs without an end and runs with an error have the statuses that clients filter by', () => {
  expect(matches('eq(status, "pending")', { endTime: null })).toBe(true);
  expect(matches('gt(latency, 0)', { endTime: null })).toBe(false);
  expect(matches('and(eq(status, "error"), neq(error, null))', { error: 'boom' })).toBe(true);
});

test('only a filter with a condition on feedback needs the feedback of runs', () => {
  expect(parseRunFilter('eq(feedback_key, "a")').needsFeedback).toBe(true);
  expect(parseRunFilter('eq(name, "feedback_key")').needsFeedback).toBe(false);
});

describe('a filter of runs', () => {
  test.each([
    ['', 'ends too early'],
    ['name', 'must consist of conditions'],
    ['eq(name, "a"', 'lacks a ")"'],
    ['eq(name, "a") or', 'continues after its end'],
    ['eq(name)', 'needs two values in eq'],
    ['eq("a", name)', 'must name a field first'],
    ['eq(name, other)', 'must compare a field with'],
    ['like(name, "a")', 'uses like, which the emulator does not support'],
    ['search("a")', 'must name a field first'],
    ['eq(colour, "a")', 'uses the field colour; the emulator filters by id, name'],
    ['eq(constructor, "a")', 'uses the field constructor'],
    ['gt(start_time, "yesterday")', 'must compare start_time with a time'],
    ['gt(latency, "long")', 'must compare latency with a number of seconds'],
    ['in(name, "a")', 'needs a list'],
    ['has(tags, 1)', 'must use has with tags'],
    ['has(metadata, "{")', 'with a JSON object as a string'],
    ['exists(tags, "a")', 'must use exists with metadata'],
    ['not(eq(name, "a"), eq(name, "b"))', 'needs one condition in not'],
    ['eq(name, "a")#', 'has an unexpected character at position 14'],
    [`${'not('.repeat(40)}eq(name, "a")${')'.repeat(40)}`, 'nested more than 32'],
    [`eq(name, "${'a'.repeat(10_000)}")`, 'has more than 10,000 characters'],
  ])('such as %s is rejected with the reason "%s"', (filter, reason) => {
    expect(() => parseRunFilter(filter)).toThrow(reason);
  });

  test('is either parsed or rejected, whatever its text', () => {
    const piece = fc.constantFrom(
      'eq',
      'and',
      '(',
      ')',
      ',',
      '[',
      ']',
      'name',
      '"a"',
      "'",
      '\\',
      '1',
      '-',
      ' ',
      'null',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (filter) => {
        try {
          expect(typeof matches(filter)).toBe('boolean');
        } catch (error) {
          if (!(error instanceof FilterError)) throw error;
        }
      }),
    );
  });
});
