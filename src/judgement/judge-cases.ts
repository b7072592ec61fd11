import {
  type Answer,
  answeredOf,
  type ComparedCase,
  type GateSettings,
  isCompared,
  scoresOf,
  type SideAnswers,
} from './comparison.ts';
import { areEqual } from './differences.ts';
import { mean } from './intervals.ts';

/** Verdict of one case. Without a comparison, the verdict is `passed`, `failed`, `flaky` or `errored`. */
export type CaseVerdict =
  /** The case has no baseline. At least one response failed, and no response passed. */
  | 'failed'
  /**
   * All responses of the baseline passed, and no response of the candidate passed, which further responses confirmed.
   */
  | 'broken'
  /** The candidate failed without confirmation by further responses, or a score fell by at least `caseMargin`. */
  | 'worse'
  /** Some responses of one deployment passed, and other responses of the same deployment did not. */
  | 'flaky'
  /** A deployment has no response with a result. */
  | 'errored'
  /** No response of the baseline passed, and all responses of the candidate passed. */
  | 'fixed'
  /** A score rose by at least `caseMargin`. */
  | 'better'
  /** Only the outputs of the two deployments differ. */
  | 'changed'
  | 'same'
  /** The case has no baseline, and no response of the candidate failed. */
  | 'passed';

/** Number of passed responses, and number of responses whose expectations were evaluated. */
interface Tally {
  passed: number;
  total: number;
}

/** Means of one score of the responses to one case. */
interface CaseScore {
  key: string;
  /** Mean of the baseline's responses, or `undefined` if the case has no baseline. */
  baseline: number | undefined;
  candidate: number;
}

/**
 * Mean latency and mean number of tokens of the first responses to a case that have a result. `tokens` is `undefined`
 * if no response reports tokens.
 */
interface CaseCost {
  latencyMs: number;
  tokens: number | undefined;
}

export interface JudgedCase {
  name: string;
  verdict: CaseVerdict;
  /**
   * Number of passed responses of each deployment, including further responses, or `undefined` if the expectations were
   * not evaluated for every deployment. `baseline` is `undefined` if the case has no baseline.
   */
  tallies: { baseline: Tally | undefined; candidate: Tally } | undefined;
  /** Means of the scores that every deployment has. */
  scores: readonly CaseScore[];
  /** Output of the first response with a result of each deployment, or `undefined` if no response has a result. */
  outputs: { baseline: { value: unknown } | undefined; candidate: { value: unknown } | undefined };
  /** Costs of each deployment's responses, or `undefined` if no response of the deployment has a result. */
  costs: { baseline: CaseCost | undefined; candidate: CaseCost | undefined };
  /** Errors of the baseline and of the candidate, without duplicates. */
  errors: { baseline: readonly string[]; candidate: readonly string[] };
  /** Expectations that the candidate's responses do not meet, without duplicates. */
  failures: readonly string[];
  /** True if the case looks broken, but has too few further responses to confirm or refute the candidate's failure. */
  isUnconfirmed: boolean;
}

/** A case that looks broken, and the number of further responses to request from both deployments. */
export interface SecondLook {
  name: string;
  times: number;
}

/**
 * Returns the cases that look broken, because all responses of the baseline and no response of the candidate passed. A
 * case counts as broken only after further responses.
 */
export function planSecondLook(cases: readonly ComparedCase[], settings: GateSettings): SecondLook[] {
  const needed = confirmedFrom(cases.length, settings);
  return cases.flatMap(({ name, baseline, candidate }) => {
    if (baseline === undefined) return [];
    const [before, after] = [tallyOf(baseline), tallyOf(candidate)];
    const times = needed - Math.min(before.total, after.total);
    return looksBroken(before, after) && times > 0 ? [{ name, times }] : [];
  });
}

/**
 * Judges each case. The verdict `broken` of a single case makes the gate red, but the scores of a single case do not.
 * If some cases have a baseline, a case without a baseline counts as errored.
 *
 * @returns The cases in the same order.
 */
export function judgeCases(cases: readonly ComparedCase[], settings: GateSettings): JudgedCase[] {
  if (!isCompared(cases)) return cases.map(judgeAlone);
  const needed = confirmedFrom(cases.length, settings);
  return cases.map((one) => judgeCase(one, needed, settings));
}

const NO_ANSWERS: SideAnswers = { first: [], secondLook: [] };

function judgeAlone({ name, candidate }: ComparedCase): JudgedCase {
  const tally = tallyOf(candidate);
  const output = firstOutput(candidate);
  const verdict = (): CaseVerdict => {
    if (output === undefined) return 'errored';
    if (isMixed(tally)) return 'flaky';
    return tally.passed < tally.total ? 'failed' : 'passed';
  };
  return {
    name,
    verdict: verdict(),
    tallies: tally.total > 0 ? { baseline: undefined, candidate: tally } : undefined,
    scores: [...meansOf(candidate.first)].map(([key, mean]) => ({
      key,
      baseline: undefined,
      candidate: mean,
    })),
    outputs: { baseline: undefined, candidate: output },
    costs: { baseline: undefined, candidate: costOf(candidate) },
    errors: { baseline: [], candidate: errorsOf(candidate) },
    failures: failuresOf(candidate),
    isUnconfirmed: false,
  };
}

function judgeCase(
  { name, baseline = NO_ANSWERS, candidate }: ComparedCase,
  needed: number,
  settings: GateSettings,
): JudgedCase {
  const [before, after] = [tallyOf(baseline), tallyOf(candidate)];
  const scores = caseScores(baseline, candidate);
  const [firstBefore, firstAfter] = [firstOutput(baseline), firstOutput(candidate)];
  const isConfirmed = Math.min(before.total, after.total) >= needed;
  const facts = {
    name,
    tallies: before.total > 0 && after.total > 0 ? { baseline: before, candidate: after } : undefined,
    scores,
    outputs: { baseline: firstBefore, candidate: firstAfter },
    costs: { baseline: costOf(baseline), candidate: costOf(candidate) },
    errors: { baseline: errorsOf(baseline), candidate: errorsOf(candidate) },
    failures: failuresOf(candidate),
    isUnconfirmed: looksBroken(before, after) && !isConfirmed,
  };
  const verdict = (): CaseVerdict => {
    if (firstBefore === undefined || firstAfter === undefined) return 'errored';
    if (looksBroken(before, after)) return isConfirmed ? 'broken' : 'worse';
    if (isMixed(before) || isMixed(after)) return 'flaky';
    if (looksBroken(after, before)) return 'fixed';
    const moves = scores.map((one) => one.candidate - one.baseline);
    if (moves.some((move) => move <= -settings.caseMargin + ROUNDING)) return 'worse';
    if (moves.some((move) => move >= settings.caseMargin - ROUNDING)) return 'better';
    return areEqual(firstBefore.value, firstAfter.value) ? 'same' : 'changed';
  };
  return { ...facts, verdict: verdict() };
}

/** Tolerance for the rounding of decimal scores in binary, where 0.9 - 0.7 is less than 0.2. */
const ROUNDING = 1e-9;

/** Returns the minimum number of responses that each deployment needs before a case can count as broken. */
export function confirmedFrom(
  cases: number,
  { confirm, confirmLarge, largeAbove }: Pick<GateSettings, 'confirm' | 'confirmLarge' | 'largeAbove'>,
): number {
  return 1 + (cases > largeAbove ? confirmLarge : confirm);
}

function looksBroken(before: Tally, after: Tally): boolean {
  return before.total > 0 && after.total > 0 && before.passed === before.total && after.passed === 0;
}

function isMixed({ passed, total }: Tally): boolean {
  return passed > 0 && passed < total;
}

function tallyOf({ first, secondLook }: SideAnswers): Tally {
  const judged = answeredOf([...first, ...secondLook]).filter(({ passed }) => passed !== undefined);
  return { passed: judged.filter(({ passed }) => passed).length, total: judged.length };
}

function firstOutput({ first }: SideAnswers): { value: unknown } | undefined {
  const [answer] = answeredOf(first);
  return answer && { value: answer.output };
}

function costOf({ first }: SideAnswers): CaseCost | undefined {
  const answers = answeredOf(first);
  if (answers.length === 0) return undefined;
  const tokens = answers.flatMap((answer) => answer.tokens ?? []);
  return {
    latencyMs: mean(answers.map(({ latencyMs }) => latencyMs)),
    tokens: tokens.length === 0 ? undefined : mean(tokens),
  };
}

function errorsOf({ first, secondLook }: SideAnswers): string[] {
  return [...new Set([...first, ...secondLook].flatMap((one) => (one.kind === 'errored' ? [one.why] : [])))];
}

function failuresOf({ first, secondLook }: SideAnswers): string[] {
  return [...new Set(answeredOf([...first, ...secondLook]).flatMap(({ failures }) => failures ?? []))];
}

/** Returns the scores that both deployments have, as means of the first responses. */
export function caseScores(
  baseline: SideAnswers,
  candidate: SideAnswers,
): { key: string; baseline: number; candidate: number }[] {
  const [before, after] = [meansOf(baseline.first), meansOf(candidate.first)];
  return [...before].flatMap(([key, value]) => {
    const other = after.get(key);
    return other === undefined ? [] : [{ key, baseline: value, candidate: other }];
  });
}

/** Returns the mean of each score, computed from the responses that have the score. */
export function meansOf(answers: readonly Answer[]): Map<string, number> {
  const all = new Map<string, number[]>();
  for (const answer of answeredOf(answers)) {
    for (const [key, score] of scoresOf(answer)) {
      const numbers = all.get(key) ?? [];
      numbers.push(score);
      all.set(key, numbers);
    }
  }
  return new Map([...all].map(([key, numbers]) => [key, mean(numbers)]));
}
