import { describe, expect, test } from '@jest/globals';
import { compareWithExceptions, lowerExceptions, parseReport } from '../../scripts/function-lengths/check.ts';

const report = (...diagnostics: { filename: string; message: string }[]) =>
  JSON.stringify({ diagnostics, number_of_files: 1 });
const long = (title: string, lines: number) => ({
  filename: 'src/a.ts',
  message: `The ${title} has too many lines (${lines}). Maximum allowed is 100.`,
});

describe('the check of function lengths', () => {
  test('reads the names and lengths of functions from the linter’s report', () => {
    expect(
      parseReport(
        report(long('async function `run`', 101), long('function `run`', 120), long('arrow function', 130)),
      ),
    ).toEqual({ 'src/a.ts: run': 101, 'src/a.ts: run (2)': 120, 'src/a.ts: arrow function': 130 });
  });

  test('throws if the linter could not read a file', () => {
    expect(() => parseReport(report({ filename: 'src/a.ts', message: 'Unexpected token' }))).toThrow(
      'oxlint reports another problem in src/a.ts: Unexpected token',
    );
  });

  test('throws if the linter has read no file', () => {
    expect(() => parseReport(JSON.stringify({ diagnostics: [], number_of_files: 0 }))).toThrow();
  });

  test('accepts a function that is no longer than its exception', () => {
    expect(compareWithExceptions({ a: 120, b: 110 }, { a: 120, b: 130 })).toEqual([]);
  });

  test('rejects a long function without an exception', () => {
    expect(compareWithExceptions({ a: 101 }, {})).toEqual([
      'a has 101 lines, and at most 100 are allowed: split it by the state it owns',
    ]);
  });

  test('rejects a function that has grown beyond its exception', () => {
    expect(compareWithExceptions({ a: 121 }, { a: 120 })).toEqual([
      'a has grown from 120 to 121 lines: split it by the state it owns',
    ]);
  });

  test('rejects an exception that no function needs', () => {
    expect(compareWithExceptions({}, { a: 120 })).toEqual([
      'a is no longer too long: remove its exception with `npm run -s function-lengths -- --lower`',
    ]);
  });

  test('lowers and removes exceptions, but never adds or raises an exception', () => {
    expect(lowerExceptions({ a: 110, b: 150, d: 200 }, { c: 130, b: 140, a: 120 })).toEqual({
      a: 110,
      b: 140,
    });
  });
});
