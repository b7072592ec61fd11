import {
  type Answer,
  type ComparedCase,
  DEFAULT_SETTINGS,
  type GateSettings,
} from '../../../src/action/gate/comparison.ts';

/** Returns the default settings with a seed, and with changes. */
export function settings(changes: Partial<GateSettings> = {}): GateSettings {
  return { ...DEFAULT_SETTINGS, seed: 'seed', ...changes };
}

/** Returns an answer; `scores` are by key. */
export function answer({
  passed,
  scores = {},
  output = 'text',
  latencyMs = 100,
}: {
  passed?: boolean | undefined;
  scores?: Record<string, number>;
  output?: unknown;
  latencyMs?: number;
}): Answer {
  return {
    kind: 'answered',
    output,
    passed,
    scores: new Map(Object.entries(scores)),
    latencyMs,
    tokens: undefined,
  };
}

export const errored = (why = 'timed out'): Answer => ({ kind: 'errored', why });

/** Returns a case from the answers of both sides, with those of the second look. */
export function comparedCase(
  name: string,
  baseline: readonly Answer[],
  candidate: readonly Answer[],
  [again, candidateAgain]: readonly [readonly Answer[], readonly Answer[]] = [[], []],
): ComparedCase {
  return {
    name,
    baseline: { first: baseline, secondLook: again },
    candidate: { first: candidate, secondLook: candidateAgain },
  };
}

/** Returns one case with a score for each pair of scores. */
export function scored(
  key: string,
  pairs: readonly (readonly [baseline: number, candidate: number])[],
): ComparedCase[] {
  return pairs.map(([before, after], at) =>
    comparedCase(
      `case ${at + 1}`,
      [answer({ scores: { [key]: before } })],
      [answer({ scores: { [key]: after } })],
    ),
  );
}

export function repeat<T>(times: number, one: T): T[] {
  return Array.from({ length: times }, () => one);
}
