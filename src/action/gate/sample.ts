import { createRandom } from '../../judgement/permutation.ts';

/**
 * Returns at most `max` cases in their original order. The sample depends only on the seed and the number of cases, so
 * a second attempt for the same commit uses the same cases.
 */
export function sampleCases<Case>(cases: readonly Case[], max: number, seed: string): readonly Case[] {
  if (cases.length <= max) return cases;
  const random = createRandom(`${seed} sample`);
  const indexes = cases.map((_, index) => index);
  // The first `max` steps of the Fisher-Yates shuffle draw without replacement.
  for (let at = 0; at < max; at += 1) {
    const other = at + Math.floor(random() * (indexes.length - at));
    [indexes[at], indexes[other]] = [indexes[other] ?? 0, indexes[at] ?? 0];
  }
  const drawn = new Set(indexes.slice(0, max));
  return cases.filter((_, index) => drawn.has(index));
}

/**
 * Returns whether the gate sends a case to the baseline before the candidate, depending only on the seed, the case and
 * the round.
 */
export function isBaselineFirst(seed: string, name: string, round: number): boolean {
  return createRandom(`${seed} order ${round} ${name}`)() < 0.5;
}
