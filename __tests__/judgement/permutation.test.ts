import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { adjustByHolm, createRandom, signFlipTest } from '../../src/judgement/permutation.ts';

const runs = { numRuns: fc.readConfigureGlobal().numRuns ?? 100 };
const tenths = fc.integer({ min: -10, max: 10 }).map((tenth) => tenth / 10);
const scores = fc.array(tenths, { maxLength: 40 });
const few = fc.array(tenths, { maxLength: 10 });
const options = { seed: 'seed' };

/** Counts every combination of signs in tenths, without floating point. */
function bruteForce(differences: readonly number[]): { lower: number; higher: number } {
  const tenthsOf = differences.map((one) => Math.round(one * 10));
  const observed = tenthsOf.reduce((total, one) => total + one, 0);
  const all = 2 ** tenthsOf.length;
  let [lower, higher] = [0, 0];
  for (let signs = 0; signs < all; signs += 1) {
    const total = tenthsOf.reduce((sum, one, at) => sum + ((signs >> at) & 1 ? one : -one), 0);
    if (total <= observed) lower += 1;
    if (total >= observed) higher += 1;
  }
  return { lower: lower / all, higher: higher / all };
}

/** Returns the probability of at most this many heads of fair coins. */
function binomialTail(heads: number, coins: number): number {
  let [term, total] = [0.5 ** coins, 0];
  for (let at = 0; at <= heads; at += 1) {
    total += term;
    term *= (coins - at) / (at + 1);
  }
  return total;
}

describe('the sign-flip test', () => {
  test('equals the enumeration of all sign combinations, even if differences are zero or equal', () => {
    fc.assert(
      fc.property(few, (differences) => {
        const { lower, higher } = signFlipTest(differences, options);
        const expected = bruteForce(differences);
        expect(lower).toBeCloseTo(expected.lower, 12);
        expect(higher).toBeCloseTo(expected.higher, 12);
      }),
      runs,
    );
  });

  test('equals the exact McNemar test on scores of 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat(14), fc.nat(14), fc.nat(20), (gained, lost, equal) => {
        fc.pre(gained + lost <= 14);
        const differences = [
          ...Array<number>(gained).fill(1),
          ...Array<number>(lost).fill(-1),
          ...Array<number>(equal).fill(0),
        ];
        const { lower, higher, pairs, differing } = signFlipTest(differences, options);
        expect(lower).toBeCloseTo(binomialTail(gained, gained + lost), 12);
        expect(higher).toBeCloseTo(binomialTail(lost, gained + lost), 12);
        expect([pairs, differing]).toEqual([gained + lost + equal, gained + lost]);
      }),
      runs,
    );
  });

  test('returns two p-values above 0 and up to 1, with a sum of at least 1', () => {
    fc.assert(
      fc.property(scores, fc.string(), (differences, seed) => {
        const { lower, higher } = signFlipTest(differences, { seed, draws: 200 });
        for (const one of [lower, higher]) {
          expect(one).toBeGreaterThan(0);
          expect(one).toBeLessThanOrEqual(1);
        }
        expect(lower + higher).toBeGreaterThanOrEqual(1);
      }),
      runs,
    );
  });

  test('swaps its two p-values if the two sides are swapped', () => {
    fc.assert(
      fc.property(scores, (differences) => {
        const swapped = signFlipTest(
          differences.map((one) => -one),
          { ...options, draws: 200 },
        );
        const { lower, higher } = signFlipTest(differences, { ...options, draws: 200 });
        expect(swapped).toMatchObject({ lower: higher, higher: lower });
      }),
      runs,
    );
  });

  test('does not depend on the order or scale of the scores, or on pairs without a difference', () => {
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 1000 }), (differences, scale) => {
        const drawn = { ...options, draws: 200, exactUpTo: 4 };
        const before = signFlipTest(differences, drawn);
        const { lower, higher } = before;
        expect(signFlipTest(differences.toReversed(), drawn)).toEqual(before);
        expect(signFlipTest(differences.toSorted(), drawn)).toEqual(before);
        expect(signFlipTest([...differences, 0, 0], drawn)).toMatchObject({ lower, higher });
        const scaled = differences.map((one) => one * scale);
        expect(signFlipTest(scaled, drawn)).toMatchObject({ lower, higher });
      }),
      runs,
    );
  });

  test('treats sums as equal if they differ only by rounding', () => {
    // In binary, 0.1 + 0.2 - 0.3 is not 0.
    expect(signFlipTest([0.1, 0.2, -0.3], options)).toMatchObject({ lower: 0.625, higher: 0.625 });
    expect(signFlipTest([0.9 - 0.8, 0.3 - 0.2, 0.5 - 0.4], options)).toMatchObject({
      lower: 1,
      higher: 0.125,
    });
  });

  test('draws random combinations above its limit, close to the enumeration and reproducible by seed', () => {
    const differences = Array.from({ length: 15 }, (_, at) => (at % 4 === 0 ? 0.4 : -0.3));
    const exact = signFlipTest(differences, { ...options, exactUpTo: 15 });
    const drawn = signFlipTest(differences, options);
    expect(signFlipTest(differences, options)).toEqual(drawn);
    expect(signFlipTest(differences, { seed: 'other' })).not.toEqual(drawn);
    expect(Math.abs(drawn.lower - exact.lower)).toBeLessThan(0.02);
    expect(Math.abs(drawn.higher - exact.higher)).toBeLessThan(0.02);
  });

  test('rejects two equal agents no more often than its significance level allows', () => {
    const random = createRandom('level');
    let rejected = 0;
    for (let round = 0; round < 1_000; round += 1) {
      const differences = Array.from({ length: 24 }, () => Math.round((random() - random()) * 10) / 10);
      rejected += Number(signFlipTest(differences, { seed: String(round), draws: 400 }).lower <= 0.05);
    }
    // 50 rejections are expected, and the limit is more than four standard deviations above.
    expect(rejected).toBeLessThan(80);
    expect(rejected).toBeGreaterThan(20);
  });

  test('returns 1 if no pair differs', () => {
    expect(signFlipTest([], options)).toEqual({ pairs: 0, differing: 0, lower: 1, higher: 1 });
    expect(signFlipTest([0, 0], options)).toEqual({ pairs: 2, differing: 0, lower: 1, higher: 1 });
  });

  test.each([
    [() => signFlipTest([0.1, Number.NaN], options), 'NaN is not a finite number'],
    [() => signFlipTest([Infinity], options), 'Infinity is not a finite number'],
    [() => signFlipTest([1], { ...options, exactUpTo: 40 }), 'exactUpTo is 40'],
    [() => signFlipTest([1], { ...options, draws: 0 }), 'draws is 0'],
  ])('rejects numbers that would make its result meaningless (case %#)', (call, message) => {
    expect(call).toThrow(message);
  });
});

describe('the Holm adjustment of p-values', () => {
  const probabilities = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

  test('rejects exactly the hypotheses that the step-down procedure rejects', () => {
    fc.assert(
      fc.property(probabilities, fc.double({ min: 0.001, max: 0.999, noNaN: true }), (all, alpha) => {
        const sorted = all.toSorted((a, b) => a - b);
        const stop = sorted.findIndex((one, rank) => Math.min(1, one * (all.length - rank)) > alpha);
        const rejected = new Set(sorted.slice(0, stop === -1 ? undefined : stop));
        const kept = new Set(sorted.slice(stop === -1 ? all.length : stop));
        for (const [at, adjusted] of adjustByHolm(all).entries()) {
          if (adjusted <= alpha) expect(rejected.has(all[at]!)).toBe(true);
          else expect(kept.has(all[at]!)).toBe(true);
        }
      }),
      runs,
    );
  });

  test('never lowers a p-value, preserves the order of p-values, and returns at most 1', () => {
    fc.assert(
      fc.property(probabilities, (all) => {
        const adjusted = adjustByHolm(all);
        expect(adjusted).toHaveLength(all.length);
        for (const [at, one] of adjusted.entries()) {
          expect(one).toBeGreaterThanOrEqual(all[at]!);
          expect(one).toBeLessThanOrEqual(1);
          for (const [other, another] of adjusted.entries()) {
            if (all[at]! < all[other]!) expect(one).toBeLessThanOrEqual(another);
          }
        }
      }),
      runs,
    );
  });

  test('does not change a single p-value', () => {
    expect(adjustByHolm([0.03])).toEqual([0.03]);
    expect(adjustByHolm([])).toEqual([]);
  });
});

describe('the seeded random generator', () => {
  test('returns evenly distributed numbers from 0 to below 1 that depend on the seed', () => {
    for (const seed of ['', '0', '1', 'abc', 'abd']) {
      const random = createRandom(seed);
      const numbers = Array.from({ length: 4_000 }, random);
      const again = createRandom(seed);
      expect(Array.from({ length: 4_000 }, again)).toEqual(numbers);
      const tenths = Array.from({ length: 10 }, () => 0);
      for (const one of numbers) tenths[Math.floor(one * 10)]! += 1;
      expect(Math.min(...tenths)).toBeGreaterThan(300);
      expect(Math.max(...tenths)).toBeLessThan(500);
    }
    const first = ['', '0', '1', 'abc', 'abd'].map((seed) => createRandom(seed)());
    expect(new Set(first).size).toBe(5);
  });
});
