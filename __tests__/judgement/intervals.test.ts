import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  casesNeeded,
  mean,
  meanInterval,
  percentile,
  shareInterval,
  standardDeviation,
} from '../../src/judgement/intervals.ts';
import { createRandom } from '../../src/judgement/permutation.ts';

const runs = { numRuns: fc.readConfigureGlobal().numRuns ?? 100 };
const number = fc.double({ min: -1000, max: 1000, noNaN: true });
const numbers = fc.array(number, { minLength: 2, maxLength: 60 });

describe('the confidence interval of a mean', () => {
  test.each([
    // Critical values of Student's distribution for 95 %.
    [2, 12.706_204_736],
    [3, 4.302_652_73],
    [4, 3.182_446_305],
    [11, 2.228_138_852],
    [51, 2.008_559_112],
    [1001, 1.962_339_081],
  ])('uses the published quantile for %i numbers', (count, quantile) => {
    const sample = Array.from({ length: count }, (_, at) => at);
    const { value, high } = meanInterval(sample);
    expect(((high - value) * Math.sqrt(count)) / standardDeviation(sample)).toBeCloseTo(quantile, 7);
  });

  test('is symmetric around the mean, and wider at a higher confidence level', () => {
    fc.assert(
      fc.property(numbers, (sample) => {
        const usual = meanInterval(sample);
        const wide = meanInterval(sample, 0.99);
        expect(usual.value).toBe(mean(sample));
        expect(usual.high - usual.value).toBeCloseTo(usual.value - usual.low, 6);
        expect(wide.low).toBeLessThanOrEqual(usual.low);
        expect(wide.high).toBeGreaterThanOrEqual(usual.high);
      }),
      runs,
    );
  });

  test('contains the true mean for 95 of 100 samples', () => {
    const random = createRandom('coverage');
    let contained = 0;
    for (let round = 0; round < 2_000; round += 1) {
      const { low, high } = meanInterval(Array.from({ length: 12 }, random));
      contained += Number(low <= 0.5 && high >= 0.5);
    }
    expect(contained / 2_000).toBeGreaterThan(0.93);
    expect(contained / 2_000).toBeLessThan(0.97);
  });

  test('is infinite for a single number, and has no width for equal numbers', () => {
    expect(meanInterval([0.7])).toEqual({ value: 0.7, low: -Infinity, high: Infinity });
    expect(meanInterval([0.5, 0.5, 0.5])).toEqual({ value: 0.5, low: 0.5, high: 0.5 });
  });
});

describe('the confidence interval of a share of successes', () => {
  test('equals published Wilson intervals', () => {
    const { low, high } = shareInterval(15, 20);
    expect([low, high]).toEqual([expect.closeTo(0.531_299, 5), expect.closeTo(0.888_138, 5)]);
    expect(shareInterval(0, 10)).toEqual({ value: 0, low: 0, high: expect.closeTo(0.277_533, 5) });
  });

  test('lies between 0 and 1, contains the share, and is mirrored for failures', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.integer({ min: 1, max: 300 }), (some, total) => {
        const successes = Math.min(some, total);
        const { value, low, high } = shareInterval(successes, total);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(value + 1e-12);
        expect(high).toBeGreaterThanOrEqual(value - 1e-12);
        expect(shareInterval(total - successes, total).low).toBeCloseTo(1 - high, 9);
      }),
      runs,
    );
  });
});

describe('a percentile', () => {
  test('lies between the lowest and the highest number, and never falls with a higher percentage', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(numbers, share, share, (sample, one, other) => {
        const [low, high] = [
          percentile(sample, Math.min(one, other)),
          percentile(sample, Math.max(one, other)),
        ];
        expect(low).toBeLessThanOrEqual(high + 1e-9);
        expect(low).toBeGreaterThanOrEqual(Math.min(...sample) - 1e-9);
        expect(high).toBeLessThanOrEqual(Math.max(...sample) + 1e-9);
        expect(percentile(sample.toReversed(), one)).toBe(percentile(sample, one));
      }),
      runs,
    );
  });

  test('is the middle number at 50 percent, and is otherwise interpolated linearly', () => {
    expect(percentile([3, 1, 2], 0.5)).toBe(2);
    expect(percentile([1, 2], 0.5)).toBe(1.5);
    expect(percentile([10, 20, 30, 40, 50], 0.95)).toBeCloseTo(48, 9);
    expect(percentile([7], 0.95)).toBe(7);
  });
});

describe('the estimated number of test cases that a comparison needs', () => {
  test('equals 6.2 · (deviation / difference)²', () => {
    expect(casesNeeded(0.19, 0.05)).toBe(90);
    expect(casesNeeded(0.38, 0.05)).toBe(358);
    expect(casesNeeded(0, 0.05)).toBe(1);
    expect(casesNeeded(0.19, 0.05, { power: 0.9 })).toBeGreaterThan(90);
    expect(casesNeeded(0.19, 0.05, { alpha: 0.01 })).toBeGreaterThan(90);
  });
});

test.each([
  [() => mean([]), 'there is no number'],
  [() => meanInterval([1, Number.NaN]), 'NaN is not a finite number'],
  [() => meanInterval([1, 2], 1), '1 is not between 0 and 1'],
  [() => standardDeviation([1]), 'at least two numbers'],
  [() => shareInterval(3, 2), '3 is not a number of successes in 2 attempts'],
  [() => shareInterval(1.5, 2), '1.5 is not a number of successes in 2 attempts'],
  [() => shareInterval(-1, 2), '-1 is not a number of successes in 2 attempts'],
  [() => shareInterval(1, 1.5), '1.5 is not a number of attempts'],
  [() => shareInterval(0, 0), '0 is not a number of attempts'],
  [() => percentile([], 0.5), 'there is no number'],
  [() => percentile([1], 1.5), '1.5 is not a share from 0 to 1'],
  [() => casesNeeded(0.2, 0), 'cannot find a difference of 0'],
  [() => casesNeeded(0.2, 0.1, { power: 1 }), '1 is not between 0 and 1'],
])(
  'an estimate of the needed test cases rejects numbers that would make the estimate meaningless (case %#)',
  (call, message) => {
    expect(call).toThrow(message);
  },
);
