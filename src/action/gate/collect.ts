import type { Check } from '../inputs/settings.ts';
import {
  type Answer,
  type AnswerRun,
  type ComparedCase,
  type GateSettings,
  type GrowingCase,
  mergeAttempts,
} from '../../judgement/comparison.ts';
import { planSecondLook } from '../../judgement/judge-cases.ts';
import { isBaselineFirst } from './sample.ts';
import type { ScoringResult } from './score-command.ts';

/** Response of a deployment before it is scored. */
export type Response =
  | {
      kind: 'answered';
      /** True if the response met the expectations of the case. */
      passed: boolean;
      /** Expectations that the response did not meet. */
      failures: readonly string[];
      /** Output that the scorers get: the final state, or the error of a failed run. */
      output: unknown;
      isFailed: boolean;
      /** Output that the reports compare and display, with a limited size. */
      shownOutput: unknown;
      latencyMs: number;
      tokens: number | undefined;
      run: AnswerRun;
    }
  | { kind: 'errored'; why: string; run: AnswerRun | undefined };

/** Functions and settings for collecting responses. */
export interface Collecting {
  cases: readonly Check[];
  settings: GateSettings;
  repeats: number;
  concurrency: number;
  /** Requests a response; `baseline` is absent if the candidate is judged without a comparison. */
  ask: {
    baseline: ((one: Check) => Promise<Response>) | undefined;
    candidate: (one: Check) => Promise<Response>;
  };
  /**
   * Scores a response, where `isSecondLook` is true for a further response to a case that looks broken. A further
   * response gets no scores that need a program, because only expectations decide whether a case is broken.
   */
  score: (
    one: Check,
    answer: { output: unknown; isFailed: boolean; other: unknown; isSecondLook: boolean },
  ) => Promise<ScoringResult>;
  /** Keys of the scores that are 1 or 0 and count as expectations. */
  comparedKeys: readonly string[];
  /** Returns why no further request is sent, such as an exhausted budget, or `undefined` if requests continue. */
  stopped: (tokens: number) => string | undefined;
  /**
   * Called with the number of planned runs: once before the first runs of all cases, and once before the repeated runs.
   * The function that `startProgress` returns is called with the number of finished runs.
   */
  startProgress: (planned: number) => (done: number) => void;
}

/** The responses that were collected so far, which a cancelled step reports. */
export interface Collected {
  cases: readonly GrowingCase[];
  tokens: number;
  /** Reason why some cases were left out, or `undefined` if no case was left out. */
  endedEarly: string | undefined;
}

/**
 * Creates the object where {@link collectAnswers} stores the responses.
 * @param earlier Responses of an earlier attempt for the same commit, to which the new responses are added.
 */
export function createCollection(
  cases: readonly Check[],
  isCompared: boolean,
  earlier: readonly ComparedCase[] = [],
): Collected {
  const empty = () => ({ first: [], secondLook: [] });
  const current = cases.map(({ name }) => ({
    name,
    baseline: isCompared ? empty() : undefined,
    candidate: empty(),
  }));
  return { cases: mergeAttempts(earlier, current), tokens: 0, endedEarly: undefined };
}

/**
 * Sends all cases to both deployments, alternating between the deployments, and then repeats the cases that look
 * broken. Stores each response in `collected` immediately. Rejects only with an error of `ask` or `score`.
 */
export async function collectAnswers(collecting: Collecting, collected: Collected): Promise<void> {
  const { cases, repeats, settings } = collecting;
  const rounds = Array.from({ length: repeats }, (_, round) =>
    cases.map((check) => ({ check, round, isSecondLook: false })),
  ).flat();
  await askRounds(collecting, collected, rounds);
  const checks = new Map(cases.map((check) => [check.name, check]));
  const again = planSecondLook(collected.cases, settings).flatMap(({ name, times }) => {
    const check = checks.get(name);
    return check === undefined
      ? []
      : Array.from({ length: times }, (_, time) => ({ check, round: repeats + time, isSecondLook: true }));
  });
  await askRounds(collecting, collected, again);
}

/** One request for a case to each deployment. */
interface Round {
  check: Check;
  round: number;
  isSecondLook: boolean;
}

async function askRounds(
  collecting: Collecting,
  collected: Collected,
  rounds: readonly Round[],
): Promise<void> {
  const { concurrency, stopped, ask } = collecting;
  const runsOfRound = ask.baseline === undefined ? 1 : 2;
  const progressed = collecting.startProgress(runsOfRound * rounds.length);
  const compared = new Map(collected.cases.map((one) => [one.name, one]));
  // All workers take their rounds from one iterator.
  const pending = rounds.values();
  let done = 0;
  const work = async () => {
    for (const round of pending) {
      const reason = stopped(collected.tokens);
      if (reason !== undefined) {
        collected.endedEarly = reason;
        return;
      }
      const one = compared.get(round.check.name);
      if (one === undefined) throw new Error(`the case ${round.check.name} is not in the collection`);
      const answers = await askBoth(collecting, round);
      const list = round.isSecondLook ? 'secondLook' : 'first';
      one.candidate[list].push(answers.candidate);
      if (answers.baseline !== undefined) one.baseline?.[list].push(answers.baseline);
      collected.tokens += tokensOf(answers.candidate) + tokensOf(answers.baseline);
      done += 1;
      progressed(runsOfRound * done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, rounds.length) }, work));
}

interface AnswerPair {
  baseline: Answer | undefined;
  candidate: Answer;
}

/** Sends a case to both deployments, in the order that the seed determines, and scores the responses. */
async function askBoth(
  { ask, score, comparedKeys, settings }: Collecting,
  { check, round, isSecondLook }: Round,
): Promise<AnswerPair> {
  const { baseline: askBaseline } = ask;
  let before: Response | undefined;
  let after: Response;
  if (askBaseline === undefined) after = await ask.candidate(check);
  else if (isBaselineFirst(settings.seed, check.name, round)) {
    before = await askBaseline(check);
    after = await ask.candidate(check);
  } else {
    after = await ask.candidate(check);
    before = await askBaseline(check);
  }
  const toAnswer = async (response: Response, other: Response | undefined): Promise<Answer> => {
    if (response.kind === 'errored') return response;
    const scored = await score(check, {
      output: response.output,
      isFailed: response.isFailed,
      other: other?.kind === 'answered' ? other.output : undefined,
      isSecondLook,
    });
    return answerOf(response, scored, comparedKeys);
  };
  const [candidate, baseline] = await Promise.all([
    toAnswer(after, before),
    before === undefined ? undefined : toAnswer(before, after),
  ]);
  return { baseline, candidate };
}

/** Combines a response with its scores; a response whose scoring failed has no result. */
function answerOf(
  {
    passed,
    failures,
    shownOutput,
    isFailed,
    latencyMs,
    tokens,
    run,
  }: Extract<Response, { kind: 'answered' }>,
  scored: ScoringResult,
  comparedKeys: readonly string[],
): Answer {
  if (scored.kind === 'errored') return { kind: 'errored', why: scored.why, run };
  const { scores, comments } = scored;
  return {
    kind: 'answered',
    output: shownOutput,
    failures,
    passed: passed && comparedKeys.every((key) => (scores.get(key) ?? 1) === 1),
    scores,
    latencyMs,
    tokens,
    run: { ...run, isFailed, comments },
  };
}

function tokensOf(answer: Answer | undefined): number {
  return answer?.kind === 'answered' ? (answer.tokens ?? 0) : 0;
}
