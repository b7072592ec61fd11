import type { GateInputs } from '../inputs/settings.ts';
import { DEFAULT_SETTINGS, type GateSettings, PASS_KEY } from '../../judgement/comparison.ts';

/**
 * Returns the gate's settings for judging the responses. Without a comparison, every case must pass and have a result,
 * as if a verification evaluated the cases. Cases may fail if `pass` has a floor, or if a score compares responses with
 * a reference, because such a score is usually below 1.
 *
 * @param options.seed Seed of all random samples.
 * @param options.isCompared Whether the candidate is compared with a baseline.
 */
export function resolveSettings(
  { scores, judging }: Pick<GateInputs, 'scores' | 'judging'>,
  { seed, isCompared }: { seed: string; isCompared: boolean },
): GateSettings {
  const keys = new Map([...scores].map(([key, score]) => [key, score.judging]));
  const settings = { ...DEFAULT_SETTINGS, ...judging, seed, keys };
  const pass = keys.get(PASS_KEY);
  const hasReferences = [...scores.values()].some(
    ({ compare, judging: own }) => compare !== undefined && own.gates !== false,
  );
  if (isCompared || pass?.floor !== undefined || pass?.gates === false || hasReferences) return settings;
  keys.set(PASS_KEY, { ...pass, floor: { atLeast: 1, mode: 'point' } });
  return { ...settings, maxErroredShare: judging.maxErroredShare ?? 0 };
}
