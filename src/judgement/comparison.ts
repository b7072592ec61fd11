/** Data that the gate judges: the responses of two deployments to the same cases, and the settings of the gate. */

import { LEVEL } from './intervals.ts';
import { DRAWS, EXACT_UP_TO } from './permutation.ts';

/**
 * A response of a deployment to a case. If the agent failed, the response counts as not passed. `errored` means that
 * the environment or an evaluator failed, which proves nothing about the agent.
 */
export type Answer =
  | {
      kind: 'answered';
      /** Final state of the run, or the part of the state that is compared. */
      output: unknown;
      /** True if the response met all expectations, or `undefined` if the case has no expectations. */
      passed: boolean | undefined;
      /** Expectations that the response does not meet, as sentences. */
      failures?: readonly string[] | undefined;
      /** Scores by key. All scores are finite numbers, and a higher score is better. */
      scores: ReadonlyMap<string, number>;
      latencyMs: number;
      tokens: number | undefined;
      run?: AnswerRun | undefined;
    }
  | { kind: 'errored'; why: string; run?: AnswerRun | undefined };

/** The run that produced a response. */
export interface AnswerRun {
  threadId: string | undefined;
  runId: string | undefined;
  /** Start and end of the run as Unix times in milliseconds. */
  startedAt: number;
  endedAt: number;
  /** True if the run failed, so the output is the error of the run. */
  isFailed?: boolean | undefined;
  /** Comments of the score command, keyed by score. */
  comments: ReadonlyMap<string, string>;
}

/** The responses of one deployment to a case. */
export interface SideAnswers {
  /** Responses that were requested for every case. Only these responses count for means, tests and floors. */
  first: readonly Answer[];
  /**
   * Further responses, which were requested because the case looked broken. Further responses do not count for any
   * mean.
   */
  secondLook: readonly Answer[];
}

/** A case with the responses of the baseline and the candidate. */
export interface ComparedCase {
  /** Unique name of the case. */
  name: string;
  /**
   * Responses of the deployment to compare with, such as production, or `undefined` if the candidate is judged without
   * a comparison.
   */
  baseline: SideAnswers | undefined;
  /** Responses of the deployment to judge, such as a preview. */
  candidate: SideAnswers;
}

/** Settings of the score with a key. */
export interface KeySettings {
  /** True if the score can make the gate red. */
  gates: boolean;
  /** Tolerated decrease of the mean, even if the decrease is statistically significant. */
  margin: number;
  /** Lowest accepted mean of the candidate, or `undefined` if any mean is accepted. */
  floor: Floor | undefined;
}

/**
 * Lowest accepted mean. With `point`, the floor is missed if the mean is below the floor. With `sure`, the floor is
 * missed only if the whole confidence interval of the mean is below the floor.
 */
export interface Floor {
  atLeast: number;
  mode: 'point' | 'sure';
}

export interface GateSettings {
  /** Seed of all random samples, such as the commit. */
  seed: string;
  /** Probability of a false alarm by at least one of the scores that can make the gate red. */
  alpha: number;
  /** Margin of scores that have no margin in `keys`. */
  margin: number;
  /** Confidence level of the displayed intervals. */
  level: number;
  /** Minimum number of pairs that a significant result requires. */
  minPairs: number;
  /**
   * `exactUpTo` is the maximum number of differing pairs for the exact test. `draws` is the number of random samples
   * that are used for more pairs.
   */
  exactUpTo: number;
  draws: number;
  /**
   * `detect` is the smallest difference to find, and `power` is the probability of finding it. `detect` and `power`
   * determine the number of cases that an unclear score would need.
   */
  detect: number;
  power: number;
  /**
   * Settings of individual scores by key. A score without an entry can make the gate red and has the `margin` above.
   */
  keys: ReadonlyMap<string, Partial<KeySettings>>;
  /**
   * Settings of the latency: whether slower responses make the gate red, and the maximum tolerated ratio of the median
   * latencies.
   */
  latency: { gates: boolean; maxRatio: number };
  /**
   * Number of further responses that confirm a broken case. `confirm` applies if at most `largeAbove` cases are
   * selected, and `confirmLarge` if more are selected.
   */
  confirm: number;
  confirmLarge: number;
  largeAbove: number;
  /**
   * Minimum difference of a score for displaying a single case as worse or better. The minimum difference does not
   * affect the gate.
   */
  caseMargin: number;
  /**
   * Maximum share of cases without a result. The comparison is inconclusive if a larger share of cases has no result.
   */
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

/** Key of the score that expectations produce: 1 if the response met all expectations, or else 0. */
export const PASS_KEY = 'pass';

type Answered = Extract<Answer, { kind: 'answered' }>;

/** Returns whether any case has a baseline. Without a baseline, only floors and missing results make the gate red. */
export function isCompared(cases: readonly ComparedCase[]): boolean {
  return cases.some(({ baseline }) => baseline !== undefined);
}

/** Returns the responses that have a result. */
export function answeredOf(answers: readonly Answer[]): Answered[] {
  return answers.filter((answer) => answer.kind === 'answered');
}

/** Returns the scores of a response, including the `pass` score if the case has expectations. */
export function scoresOf({ scores, passed }: Answered): ReadonlyMap<string, number> {
  return passed === undefined ? scores : new Map([...scores, [PASS_KEY, Number(passed)]]);
}

/** Returns the settings of a score. */
export function settingsOf(key: string, { keys, margin }: GateSettings): KeySettings {
  return { gates: true, margin, floor: undefined, ...keys.get(key) };
}

/** A case to which responses can be added. */
export interface GrowingCase extends ComparedCase {
  baseline: GrowingSide | undefined;
  candidate: GrowingSide;
}

interface GrowingSide extends SideAnswers {
  first: Answer[];
  secondLook: Answer[];
}

/**
 * Adds the responses of this attempt to the responses of an earlier attempt for the same commit, so a repeated attempt
 * never replaces a bad response with a good response. Keeps cases that only one of the attempts contains. The result
 * shares no list with the arguments.
 */
export function mergeAttempts(
  earlier: readonly ComparedCase[],
  current: readonly ComparedCase[],
): GrowingCase[] {
  const merged = new Map<string, GrowingCase>();
  for (const { name, baseline, candidate } of [...earlier, ...current]) {
    const before = merged.get(name);
    merged.set(name, {
      name,
      baseline: baseline === undefined ? before?.baseline : mergeSides(before?.baseline, baseline),
      candidate: mergeSides(before?.candidate, candidate),
    });
  }
  return [...merged.values()];
}

function mergeSides(earlier: SideAnswers | undefined, current: SideAnswers): GrowingSide {
  return {
    first: [...(earlier?.first ?? []), ...current.first],
    secondLook: [...(earlier?.secondLook ?? []), ...current.secondLook],
  };
}
