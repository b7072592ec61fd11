/** Input of the gate: the responses of two deployments to the same cases, and the gate's settings. */

import { LEVEL } from './intervals.ts';
import { DRAWS, EXACT_UP_TO } from './permutation.ts';

/**
 * A response of a deployment to a case. A response counts as not passed if the agent failed. `errored` means that the
 * environment or an evaluator failed, and not the agent.
 */
export type Answer =
  | {
      kind: 'answered';
      /** Final state of the run, or the compared part of the final state. */
      output: unknown;
      /** True if the response met all expectations, or `undefined` if the case has no expectations. */
      passed: boolean | undefined;
      /** Sentences about expectations that the response does not meet. */
      failures?: readonly string[] | undefined;
      /** Scores of the response, keyed by score key. All scores are finite numbers, and a higher score is better. */
      scores: ReadonlyMap<string, number>;
      latencyMs: number;
      tokens: number | undefined;
      run?: AnswerRun | undefined;
    }
  | { kind: 'errored'; why: string; run?: AnswerRun | undefined };

export interface AnswerRun {
  threadId: string | undefined;
  runId: string | undefined;
  /** Start and end of the run in epoch milliseconds. */
  startedAt: number;
  endedAt: number;
  /** True if the run failed and the output is therefore the run's error. */
  isFailed?: boolean | undefined;
  /** Comments of the score command, keyed by score key. */
  comments: ReadonlyMap<string, string>;
}

/** The responses of one deployment to a case. */
export interface SideAnswers {
  /** Responses that were requested for every case. Means, tests and floors use only the responses in `first`. */
  first: readonly Answer[];
  /** Further responses, which were requested because the case looked broken. Means do not include further responses. */
  secondLook: readonly Answer[];
}

/** A case with the responses of the baseline and the candidate. */
export interface ComparedCase {
  /** Unique name of the case. */
  name: string;
  /**
   * Responses of the deployment that the candidate is compared with, such as production, or `undefined` if the
   * candidate is judged without a comparison.
   */
  baseline: SideAnswers | undefined;
  /** Responses of the judged deployment, such as a preview. */
  candidate: SideAnswers;
}

export interface KeySettings {
  /** True if the score can make the gate red. */
  gates: boolean;
  /** Decrease of the mean that is tolerated, even if the decrease is statistically significant. */
  margin: number;
  /** Lowest accepted mean of the candidate, or `undefined` if every mean is accepted. */
  floor: Floor | undefined;
}

/**
 * Lowest accepted mean. With `point`, a mean below the floor misses the floor. With `sure`, the floor is missed only if
 * the whole confidence interval of the mean is below the floor.
 */
export interface Floor {
  atLeast: number;
  mode: 'point' | 'sure';
}

export interface GateSettings {
  /** Seed of all random samples, such as the ID of the commit. */
  seed: string;
  /** Maximum probability that at least one of the scores that can make the gate red causes a false alarm. */
  alpha: number;
  /** Margin of scores without a margin in `keys`. */
  margin: number;
  /** Confidence level of the displayed intervals. */
  level: number;
  /** Minimum number of pairs that a significant result requires. */
  minPairs: number;
  /**
   * `exactUpTo` is the maximum number of differing pairs for the exact test. If more pairs differ, the test uses
   * `draws` random samples.
   */
  exactUpTo: number;
  draws: number;
  /**
   * `detect` is the smallest difference to find, and `power` is the probability of finding this difference. `detect`
   * and `power` determine the number of cases that an unclear score would need.
   */
  detect: number;
  power: number;
  /**
   * Settings of individual scores, keyed by score key. A score without settings can make the gate red, and has the
   * default margin.
   */
  keys: ReadonlyMap<string, Partial<KeySettings>>;
  /**
   * Settings of the latency: whether slower responses make the gate red, and the maximum tolerated ratio of the median
   * latencies.
   */
  latency: { gates: boolean; maxRatio: number };
  /**
   * Number of further responses that confirm a broken case. `confirm` applies to at most `largeAbove` selected cases,
   * and `confirmLarge` to a larger number of selected cases.
   */
  confirm: number;
  confirmLarge: number;
  largeAbove: number;
  /** Minimum difference of a score for displaying a single case as worse or better, without an effect on the gate. */
  caseMargin: number;
  /** Maximum share of cases without a result. The comparison is inconclusive if the share is larger. */
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

/** Key of the score for expectations: 1 if the response met all expectations, or else 0. */
export const PASS_KEY = 'pass';

type Answered = Extract<Answer, { kind: 'answered' }>;

/** Returns whether any case has a baseline. */
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

/** Returns the settings of the score with this key. */
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
 * Returns the responses of this attempt and of an earlier attempt for the same commit, so a repeated attempt never
 * replaces a bad response. The result includes cases of only one attempt, and shares no list with the arguments.
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
