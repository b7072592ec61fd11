import { describe, expect, test } from '@jest/globals';
import { findPattern, isQuickSearch, repeatIfStalled } from '../../../src/action/verify/find-pattern.ts';

/** A search whose attempts have these results, and use this much processor time in milliseconds. */
function attempts(results: readonly [result: 'found' | 'endless' | 'late', cpuMs: number][]) {
  const limits: number[] = [];
  let cpuMs = 0;
  const run = () =>
    repeatIfStalled(
      (limitMs) => {
        const [result, used] = results[limits.length] ?? ['late', 0];
        limits.push(limitMs);
        cpuMs += used;
        return result;
      },
      { limitMs: 1_000, cpuMs: () => cpuMs },
    );
  return { run, limits };
}

describe('the time limit of a search for a pattern', () => {
  test('is extended if the machine was too busy to execute the search', () => {
    const { run, limits } = attempts([
      ['late', 20],
      ['late', 300],
      ['found', 1],
    ]);
    expect(run()).toBe('found');
    expect(limits).toEqual([1_000, 2_000, 4_000]);
  });

  test('is not extended if the search itself used the time', () => {
    const { run, limits } = attempts([['late', 700]]);
    expect(run()).toBe('endless');
    expect(limits).toEqual([1_000]);
  });

  test('is not extended if the engine has no memory for the search', () => {
    const { run, limits } = attempts([['endless', 20]]);
    expect(run()).toBe('endless');
    expect(limits).toEqual([1_000]);
  });

  test('is extended at most twice', () => {
    const { run, limits } = attempts([]);
    expect(run()).toBe('endless');
    expect(limits).toHaveLength(3);
  });
});

describe('a search for a pattern', () => {
  test('of a few steps has the same result with and without a time limit', () => {
    const pattern = { source: 'sum: \\d+', flags: 'i' };
    const long = ' '.repeat(10_000);
    for (const [text, result] of [
      ['The SUM: 42', 'found'],
      ['The sum: none', 'missing'],
    ] as const) {
      expect([findPattern(pattern, text), findPattern(pattern, `${text}${long}`)]).toEqual([result, result]);
    }
  });

  test.each([
    ['^right$', '', 5],
    ['refund|return', 'i', 2_000],
    ['sum: \\d+', '', 900],
    ['^yes 7[.]$', '', 500_000],
  ])('needs no time limit if its number of steps is small: %s', (source, flags, length) => {
    expect(isQuickSearch({ source, flags }, length)).toBe(true);
  });

  test.each([
    ['a repeated group', '^(a+)+$', 5],
    ['a repeated group with alternatives', '(a|a)*$', 5],
    ['a repeated group with a count', '(a+){9}', 5],
    ['many repetitions', 'a*a*a*a*b', 100],
    ['many alternatives', '(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)b', 20_000],
    ['a reference to a group', '(a+)\\1', 5],
    ['a reference to a named group', '(?<x>a+)\\k<x>', 5],
    ['a repetition in a long text', 'a+b', 5_000],
  ])('needs a time limit with %s', (_, source, length) => {
    expect(isQuickSearch({ source, flags: '' }, length)).toBe(false);
  });
});
