/**
 * Paired tests for two deployments that responded to the same cases. The tests assume no distribution of the scores,
 * because each difference is as likely as its negative if both deployments run the same agent.
 */

/** Generator of random numbers in [0, 1). The same seed always generates the same sequence. */
export type Random = () => number;

export interface SignFlipOptions {
  /** Seed of the random samples. An exact test uses no random samples. */
  seed: string;
  /** Maximum number of non-zero differences for an exact test, which computes all combinations of signs. */
  exactUpTo?: number;
  /** Number of random combinations of signs in a test that is not exact. */
  draws?: number;
}

export interface SignFlipResult {
  /** Number of differences, including zeros. */
  pairs: number;
  /** Number of differences that are not zero. */
  differing: number;
  /**
   * p-value in (0, 1]: probability of at most the observed sum of the differences if both deployments run the same
   * agent.
   */
  lower: number;
  /**
   * p-value in (0, 1]: probability of at least the observed sum of the differences if both deployments run the same
   * agent.
   */
  higher: number;
}

export const EXACT_UP_TO = 14;
export const DRAWS = 10_000;

/** Maximum number of differences for an exact test, because the sums for more differences would not fit into memory. */
const EXACT_MAX = 22;
/**
 * Share of the sum of all magnitudes by which two equal sums can differ, because decimal scores are not exact in
 * binary.
 */
const TOLERANCE = 1e-9;

/**
 * Tests whether paired differences are lower or higher than chance explains, by flipping the signs of the differences.
 * For scores of 0 and 1, the test is equivalent to the exact McNemar test. The order of the differences has no effect.
 * @param differences Score of the second deployment minus score of the first deployment, for each case.
 * @throws {RangeError} If a difference is not finite, or an option is out of its range.
 */
export function signFlipTest(
  differences: readonly number[],
  { seed, exactUpTo = EXACT_UP_TO, draws = DRAWS }: SignFlipOptions,
): SignFlipResult {
  requireFinite(differences);
  if (!Number.isInteger(exactUpTo) || exactUpTo < 0 || exactUpTo > EXACT_MAX) {
    throw new RangeError(`exactUpTo is ${exactUpTo}; expected an integer from 0 to ${EXACT_MAX}`);
  }
  if (!Number.isInteger(draws) || draws < 1) {
    throw new RangeError(`draws is ${draws}; expected a positive integer`);
  }
  const largest = differences.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const nonZero = differences.filter((one) => Math.abs(one) > largest * TOLERANCE);
  // The magnitudes are sorted, so the sums and the result do not depend on the order of the cases.
  const magnitudes = nonZero.map(Math.abs).toSorted((a, b) => b - a);
  const total = sum(magnitudes);
  const observed = sum(nonZero.toSorted((a, b) => Math.abs(b) - Math.abs(a) || a - b));
  const tolerance = total * TOLERANCE;
  const sums =
    magnitudes.length <= exactUpTo ? everySum(magnitudes) : drawnSums(magnitudes, draws, createRandom(seed));
  // The p-values are computed for the absolute sum and swapped for a negative sum, so swapping the deployments swaps
  // the p-values exactly.
  const bound = Math.abs(observed);
  let [atLeast, atMost] = [0, 0];
  for (const one of sums) {
    if (one >= bound - tolerance) atLeast += 1;
    if (one <= bound + tolerance) atMost += 1;
  }
  // The observed signs count as one of the samples. Without the observed signs, the test would reject too often, and a
  // p-value could be zero.
  const drawn = magnitudes.length > exactUpTo ? 1 : 0;
  const near = (atLeast + drawn) / (sums.length + drawn);
  const far = (atMost + drawn) / (sums.length + drawn);
  const about = { pairs: differences.length, differing: magnitudes.length };
  if (bound <= tolerance) return { ...about, lower: Math.max(near, far), higher: Math.max(near, far) };
  return observed < 0 ? { ...about, lower: near, higher: far } : { ...about, lower: far, higher: near };
}

/**
 * Adjusts the p-values of several tests with Holm's method. With adjusted p-values, the probability of at least one
 * false alarm in all tests is at most the significance level.
 * @param probabilities p-values of the tests, in any order.
 * @returns The adjusted p-values in the same order, each at most 1.
 */
export function adjustByHolm(probabilities: readonly number[]): number[] {
  requireFinite(probabilities);
  const order = probabilities.map((_, index) => index);
  order.sort((a, b) => (probabilities[a] ?? 1) - (probabilities[b] ?? 1));
  const adjusted = [...probabilities];
  let least = 0;
  for (const [rank, index] of order.entries()) {
    least = Math.max(least, Math.min(1, (probabilities[index] ?? 1) * (probabilities.length - rank)));
    adjusted[index] = least;
  }
  return adjusted;
}

/** Creates a random number generator whose seed is a string. */
export function createRandom(seed: string): Random {
  // The FNV-1a hash computes the four words of the generator's state from the seed.
  let hash = 0x811c9dc5;
  const nextWord = (salt: number): number => {
    hash = Math.imul(hash ^ salt, 0x01000193);
    for (let at = 0; at < seed.length; at += 1) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193);
    return hash >>> 0;
  };
  let [a, b, c, d] = [nextWord(1), nextWord(2), nextWord(3), 1];
  // The generator is sfc32 from PractRand.
  const next = (): number => {
    const word = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + word;
    return word >>> 0;
  };
  for (let round = 0; round < 12; round += 1) next();
  return () => next() / 2 ** 32;
}

/**
 * Checks the numbers, because a missing score must never become a result.
 * @throws {RangeError} If a number is not finite.
 */
export function requireFinite(numbers: readonly number[]): void {
  const wrong = numbers.find((one) => !Number.isFinite(one));
  if (wrong !== undefined) throw new RangeError(`${wrong} is not a finite number`);
}

/** Returns the sums of the magnitudes for all combinations of signs. */
function everySum(magnitudes: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** magnitudes.length);
  let length = 1;
  for (const magnitude of magnitudes) {
    for (let at = 0; at < length; at += 1) {
      const before = sums[at] ?? 0;
      sums[at] = before - magnitude;
      sums[length + at] = before + magnitude;
    }
    length *= 2;
  }
  return sums;
}

const BITS = 32;

function drawnSums(magnitudes: readonly number[], draws: number, random: Random): Float64Array {
  const sums = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw += 1) {
    let [total, bits] = [0, 0];
    for (let at = 0; at < magnitudes.length; at += 1) {
      if (at % BITS === 0) bits = random() * 2 ** BITS;
      const magnitude = magnitudes[at] ?? 0;
      total += bits & 1 ? magnitude : -magnitude;
      bits >>>= 1;
    }
    sums[draw] = total;
  }
  return sums;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
