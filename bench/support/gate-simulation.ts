import type { Answer, ComparedCase, GateSettings, SideAnswers } from '../../src/judgement/comparison.ts';
import { type Judgement, judge } from '../../src/judgement/judge.ts';
import { planSecondLook } from '../../src/judgement/judge-cases.ts';
import { createRandom, type Random } from '../../src/judgement/permutation.ts';

/** An agent's probability of passing each case, and the scores that an evaluator gives to its answers. */
interface SimulatedAgent {
  passRates: readonly number[];
  /** Scores before noise, or `undefined` if answers have no score besides passing. */
  scores: readonly number[] | undefined;
}

/** A pull request, with its cases and the share of the cases that it breaks. */
export interface SimulatedChange {
  cases: number;
  brokenShare: number;
  /** True if an evaluator also scores each answer, in tenths and with noise. */
  isScored: boolean;
}

/**
 * Simulates a pull request from the first answer to the verdict, including the further answers to cases that look
 * broken.
 *
 * @returns The judgement, and the number of requests to both deployments, in total and for repeated cases.
 */
export function simulatePullRequest(
  change: SimulatedChange,
  settings: GateSettings,
): { judgement: Judgement; requests: number; secondLook: number } {
  const random = createRandom(settings.seed);
  const baseline = createAgent(change, random);
  const candidate = breakCases(baseline, change.brokenShare, random);
  const first = baseline.passRates.map((_, index): ComparedCase & { baseline: SideAnswers } => ({
    name: `case ${index + 1}`,
    baseline: { first: [ask(baseline, index, random)], secondLook: [] },
    candidate: { first: [ask(candidate, index, random)], secondLook: [] },
  }));
  const plan = new Map(planSecondLook(first, settings).map(({ name, times }) => [name, times]));
  const asked = first.map((one, index) => {
    const times = plan.get(one.name) ?? 0;
    const again = (agent: SimulatedAgent) => Array.from({ length: times }, () => ask(agent, index, random));
    return {
      name: one.name,
      baseline: { ...one.baseline, secondLook: again(baseline) },
      candidate: { ...one.candidate, secondLook: again(candidate) },
    };
  });
  const secondLook = 2 * [...plan.values()].reduce((total, times) => total + times, 0);
  return { judgement: judge(asked, settings), requests: 2 * first.length + secondLook, secondLook };
}

/** 70 % of the cases nearly always pass, 20 % are flaky, and 10 % mostly fail. */
function createAgent({ cases, isScored }: SimulatedChange, random: Random): SimulatedAgent {
  const passRates = Array.from({ length: cases }, () => {
    const kind = random();
    return kind < 0.7 ? 0.98 : kind < 0.9 ? 0.6 : 0.1;
  });
  const scores = passRates.map(() => clamp(0.8 + 0.15 * normal(random)));
  return { passRates, scores: isScored ? scores : undefined };
}

function breakCases(agent: SimulatedAgent, share: number, random: Random): SimulatedAgent {
  const isBroken = agent.passRates.map(() => random() < share);
  return {
    passRates: agent.passRates.map((rate, index) => (isBroken[index] === true ? Math.min(rate, 0.02) : rate)),
    scores: agent.scores?.map((score, index) => (isBroken[index] === true ? score - 0.6 : score)),
  };
}

function ask({ passRates, scores }: SimulatedAgent, index: number, random: Random): Answer {
  const score = scores?.[index];
  const noisy = score === undefined ? undefined : clamp(score + 0.15 * normal(random));
  return {
    kind: 'answered',
    output: 'answer',
    passed: random() < (passRates[index] ?? 0),
    scores: new Map(noisy === undefined ? [] : [['quality', Math.round(noisy * 10) / 10]]),
    latencyMs: 1_000,
    tokens: undefined,
  };
}

const clamp = (score: number): number => Math.min(1, Math.max(0, score));

/** Draws from the standard normal distribution with the Box-Muller method. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
