/**
 * Functions that compute means and shares with confidence intervals, percentiles, and the number of cases that a test
 * needs to find a difference.
 */

import { requireFinite } from './permutation.ts';

/** An estimate with the bounds of its confidence interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

export const LEVEL = 0.95;

/**
 * Returns the mean of the numbers with the mean's t interval, which is unlimited for a single number.
 * @param numbers At least one number.
 * @param level Confidence level: the probability that a computed interval contains the true mean.
 * @throws {RangeError} If `numbers` is empty, a number is not finite, or the level is not between 0 and 1.
 */
export function meanInterval(numbers: readonly number[], level = LEVEL): Estimate {
  const value = mean(numbers);
  if (numbers.length === 1) return { value, low: -Infinity, high: Infinity };
  const half =
    (tQuantile(level, numbers.length - 1) * standardDeviation(numbers)) / Math.sqrt(numbers.length);
  return { value, low: value - half, high: value + half };
}

/**
 * Returns the share of successes with its Wilson score interval.
 * @param successes Number of successes, from 0 to `total`.
 * @param total Number of attempts, at least 1.
 * @param level Confidence level: the probability that a computed interval contains the true share.
 * @throws {RangeError} If a count is not an integer in its range, or the level is not between 0 and 1.
 */
export function shareInterval(successes: number, total: number, level = LEVEL): Estimate {
  if (!Number.isInteger(total) || total < 1) throw new RangeError(`${total} is not a number of attempts`);
  if (!Number.isInteger(successes) || successes < 0 || successes > total) {
    throw new RangeError(`${successes} is not a number of successes in ${total} attempts`);
  }
  const z = normalQuantile((1 + requireShare(level)) / 2);
  const value = successes / total;
  const scale = 1 + z ** 2 / total;
  const center = (value + z ** 2 / (2 * total)) / scale;
  const half = (z / scale) * Math.sqrt((value * (1 - value)) / total + z ** 2 / (4 * total ** 2));
  // The bounds 0 and 1 are set explicitly, because a computed bound would be rounded.
  const low = successes === 0 ? 0 : center - half;
  const high = successes === total ? 1 : center + half;
  return { value, low, high };
}

/**
 * Returns a percentile of the numbers, such as the median for a share of 0.5. Interpolates linearly between two
 * numbers.
 *
 * @param numbers At least one number, in any order.
 * @param share A number from 0, for the lowest number, to 1, for the highest number.
 * @throws {RangeError} If `numbers` is empty, a number is not finite, or the share is out of range.
 */
export function percentile(numbers: readonly number[], share: number): number {
  requireSome(numbers);
  if (!(share >= 0 && share <= 1)) throw new RangeError(`${share} is not a share from 0 to 1`);
  const order = numbers.toSorted((a, b) => a - b);
  const position = share * (order.length - 1);
  const below = order[Math.floor(position)] ?? 0;
  const above = order[Math.ceil(position)] ?? 0;
  return below + (above - below) * (position - Math.floor(position));
}

/**
 * Returns the number of cases that a paired, one-sided test needs to find a difference. With the defaults, the number
 * is about 6.2 · (standard deviation / difference)².
 *
 * @param deviation Standard deviation of the differences of the pairs.
 * @param difference Difference to find, above 0, in the unit of the score.
 * @throws {RangeError} If a parameter is out of its range.
 */
export function casesNeeded(
  deviation: number,
  difference: number,
  { alpha = 0.05, power = 0.8 }: { alpha?: number; power?: number } = {},
): number {
  requireFinite([deviation, difference]);
  if (deviation < 0 || difference <= 0) {
    throw new RangeError(`cannot find a difference of ${difference} with a deviation of ${deviation}`);
  }
  const factor = (normalQuantile(1 - requireShare(alpha)) + normalQuantile(requireShare(power))) ** 2;
  return Math.max(1, Math.ceil(factor * (deviation / difference) ** 2));
}

/** Returns the mean of the numbers. @throws {RangeError} If `numbers` is empty, or a number is not finite. */
export function mean(numbers: readonly number[]): number {
  requireSome(numbers);
  return numbers.reduce((total, one) => total + one, 0) / numbers.length;
}

/**
 * Returns the standard deviation of a sample.
 * @param numbers At least two numbers.
 * @throws {RangeError} If `numbers` has fewer than two numbers, or a number is not finite.
 */
export function standardDeviation(numbers: readonly number[]): number {
  const center = mean(numbers);
  if (numbers.length < 2) throw new RangeError('a standard deviation needs at least two numbers');
  return Math.sqrt(numbers.reduce((total, one) => total + (one - center) ** 2, 0) / (numbers.length - 1));
}

/** Returns the `t` for which a variable with Student's distribution is within ±`t` with probability `level`. */
function tQuantile(level: number, freedom: number): number {
  requireShare(level);
  const angle = bisect(0, Math.PI / 2, (theta) => centralT(theta, freedom) >= level);
  return Math.tan(angle) * Math.sqrt(freedom);
}

/**
 * Returns the probability that a variable with Student's distribution is between `-t` and `t`, computed with the finite
 * series for integer degrees of freedom.
 *
 * @param theta Angle whose tangent is `t / sqrt(freedom)`.
 */
function centralT(theta: number, freedom: number): number {
  const [sine, square] = [Math.sin(theta), Math.cos(theta) ** 2];
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? Math.cos(theta) : 1;
  let series = freedom === 1 ? 0 : term;
  for (let at = isOdd ? 3 : 2; at < freedom; at += 2) {
    term *= (square * (at - 1)) / at;
    series += term;
  }
  return isOdd ? (2 / Math.PI) * (theta + sine * series) : sine * series;
}

/** Returns the number that a standard normal variable does not exceed with the given probability. */
function normalQuantile(probability: number): number {
  const tail = Math.abs(probability - 0.5);
  const z = bisect(0, NORMAL_MAX, (at) => centralNormal(at) >= tail);
  return probability < 0.5 ? -z : z;
}

/** Number above which the distribution function of a standard normal variable is rounded to 1. */
const NORMAL_MAX = 8.3;

/** Returns the probability that a standard normal variable is between 0 and `z`. */
function centralNormal(z: number): number {
  let term = z;
  let series = z;
  for (let at = 3; term > series * Number.EPSILON; at += 2) {
    term *= z ** 2 / at;
    series += term;
  }
  return (series * Math.exp(-(z ** 2) / 2)) / Math.sqrt(2 * Math.PI);
}

/** Returns the number between `low` and `high` where the condition becomes true. */
function bisect(low: number, high: number, isReached: (at: number) => boolean): number {
  let [from, to] = [low, high];
  for (;;) {
    const middle = (from + to) / 2;
    if (middle <= from || middle >= to) return middle;
    if (isReached(middle)) to = middle;
    else from = middle;
  }
}

function requireShare(share: number): number {
  if (!(share > 0 && share < 1)) throw new RangeError(`${share} is not between 0 and 1`);
  return share;
}

function requireSome(numbers: readonly number[]): void {
  if (numbers.length === 0) throw new RangeError('there is no number');
  requireFinite(numbers);
}
