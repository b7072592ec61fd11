/**
 * The data that the gate judges: the responses of two deployments to the same cases, and the settings of the judgement.
 */

import { LEVEL } from './intervals.ts';
import { DRAWS, EXACT_UP_TO } from './permutation.ts';

/**
 * One response of a deployment to a case. A run that failed because of the agent is a response that did not pass; it is
 * `errored` only if the environment or an evaluator failed, which proves nothing about the agent.
 */
export type Answer =
  | {
      kind: 'answered';
      /** Final state of the run, or the part of it that is compared. */
      output: unknown;
      /** Whether the response met every expectation; `undefined` if the case has no expectations. */
      passed: boolean | undefined;
      /** Finite scores by key; higher is better. */
      scores: ReadonlyMap<string, number>;
      latencyMs: number;
      tokens: number | undefined;
    }
  | { kind: 'errored'; why: string };

/** The responses of one side to a case. */
export interface SideAnswers {
  /** Responses that were requested for every case. Only they enter means, tests and floors. */
  first: readonly Answer[];
  /** Responses of the second look, which is requested because a case got worse. */
  secondLook: readonly Answer[];
}

/** One case with the responses of both sides. */
export interface ComparedCase {
  /** Unique name. */
  name: string;
  /** The deployment that is compared with, such as production. */
  baseline: SideAnswers;
  /** The deployment that is judged, such as a preview. */
  candidate: SideAnswers;
}

/** Settings of one score. */
export interface KeySettings {
  /** Whether the score can make the gate red. */
  gates: boolean;
  /** Drop of the mean that is tolerated even if it is significant. */
  margin: number;
  /** Lowest accepted mean of the candidate; `undefined` if any mean is accepted. */
  floor: Floor | undefined;
}

/** `point`: the mean must not be below the floor. `sure`: the whole interval must not be below the floor. */
export interface Floor {
  atLeast: number;
  mode: 'point' | 'sure';
}

export interface GateSettings {
  /** Seed of all draws, such as the commit. */
  seed: string;
  /** Probability of a false alarm of all gating scores together. */
  alpha: number;
  /** Margin of scores without their own settings. */
  margin: number;
  /** Level of the displayed intervals. */
  level: number;
  /** Number of pairs below which no significance is claimed. */
  minPairs: number;
  /**
   * `exactUpTo` is the maximum number of differing pairs for the exact test. `draws` is the number of random samples
   * that are used for more pairs.
   */
  exactUpTo: number;
  draws: number;
  /** Difference and power for the number of cases that an unclear score would need. */
  detect: number;
  power: number;
  /** Settings of scores by key; other scores gate with the margin above. */
  keys: ReadonlyMap<string, Partial<KeySettings>>;
  /** Whether slower responses make the gate red, and the tolerated ratio of the median latencies. */
  latency: { gates: boolean; maxRatio: number };
  /** Number of further responses that confirm a broken case, up to and above `largeAbove` cases. */
  confirm: number;
  confirmLarge: number;
  largeAbove: number;
  /** Difference of a score from which a single case is displayed as worse or better. It does not gate. */
  caseMargin: number;
  /** Share of cases without a result above which the comparison is inconclusive. */
  maxErroredShare: number;
}

export const DEFAULT_SETTINGS: Omit<GateSettings, 'seed'> = {
  alpha: 0.05,
  margin: 0.02,
  level: LEVEL,
  minPairs: 10,
  exactUpTo: EXACT_UP_TO,
  draws: DRAWS,
  detect: 0.05,
  power: 0.8,
  keys: new Map(),
  latency: { gates: false, maxRatio: 1.1 },
  confirm: 4,
  confirmLarge: 5,
  largeAbove: 100,
  caseMargin: 0.2,
  maxErroredShare: 0.1,
};

/** Key of the score that is 1 for a response that met every expectation, and 0 for any other. */
const PASS_KEY = 'pass';

type Answered = Extract<Answer, { kind: 'answered' }>;

/** Returns the responses that have a result. */
export function answeredOf(answers: readonly Answer[]): Answered[] {
  return answers.filter((answer) => answer.kind === 'answered');
}

/** Returns the scores of a response, including the one of its expectations. */
export function scoresOf({ scores, passed }: Answered): ReadonlyMap<string, number> {
  return passed === undefined ? scores : new Map([...scores, [PASS_KEY, Number(passed)]]);
}

/** Returns the settings of a score. */
export function settingsOf(key: string, { keys, margin }: GateSettings): KeySettings {
  return { gates: true, margin, floor: undefined, ...keys.get(key) };
}

/**
 * Adds the responses of this attempt to those of an earlier attempt of the same commit, so that no number of attempts
 * replaces a bad response by a good one. Keeps cases that only one attempt has.
 */
export function mergeAttempts(
  earlier: readonly ComparedCase[],
  current: readonly ComparedCase[],
): ComparedCase[] {
  const merged = new Map(earlier.map((one) => [one.name, one]));
  for (const one of current) {
    const before = merged.get(one.name);
    merged.set(
      one.name,
      before === undefined
        ? one
        : {
            name: one.name,
            baseline: mergeSides(before.baseline, one.baseline),
            candidate: mergeSides(before.candidate, one.candidate),
          },
    );
  }
  return [...merged.values()];
}

function mergeSides(earlier: SideAnswers, current: SideAnswers): SideAnswers {
  return {
    first: [...earlier.first, ...current.first],
    secondLook: [...earlier.secondLook, ...current.secondLook],
  };
}
