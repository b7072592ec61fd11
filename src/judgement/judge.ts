import {
  answeredOf,
  type ComparedCase,
  type Floor,
  type GateSettings,
  isCompared,
  PASS_KEY,
} from './comparison.ts';
import { type CaseVerdict, judgeCases, type JudgedCase } from './judge-cases.ts';
import { type JudgedLatency, type JudgedScore, judgeScores } from './judge-scores.ts';

/**
 * Verdict of the gate, most important verdict first. The first three verdicts make the step red. Without a comparison,
 * the verdict is `below-floor`, `inconclusive` or `passed`.
 */
export type GateVerdict =
  /** A case is broken, or the latency or a score that can make the gate red is significantly worse. */
  | 'worse'
  /** The mean of a score is below the floor of the score. */
  | 'below-floor'
  /** The responses do not suffice for a verdict, for example because too many cases have no result. */
  | 'inconclusive'
  /** No score is known to be worse, but more cases would be needed to exclude a decrease. */
  | 'unclear'
  | 'better'
  | 'same'
  /** No deployments were compared, and no floor was missed. */
  | 'passed';

/** Reason for a red verdict. */
export type GateReason =
  | { kind: 'broken'; cases: number; of: number }
  /** `cases` of the `of` cases did not pass every time, although every case must pass. */
  | { kind: 'failed'; cases: number; of: number }
  | { kind: 'score-worse'; key: string; baseline: number; candidate: number }
  | { kind: 'slower'; baselineMs: number; candidateMs: number }
  | { kind: 'below-floor'; key: string; value: number; floor: Floor }
  | { kind: 'floor-unscored'; key: string; floor: Floor }
  | { kind: 'errored'; cases: number; of: number }
  | { kind: 'unconfirmed'; cases: number; of: number }
  | { kind: 'no-cases' };

export interface Judgement {
  verdict: GateVerdict;
  /** True if the candidate was compared with a baseline. */
  isCompared: boolean;
  /** True if the gate stops the change. */
  isRed: boolean;
  /** Reasons for a red verdict, most important first, or an empty list for a green verdict. */
  reasons: readonly GateReason[];
  /** One or more sentences about the verdict, in plain text with unescaped keys of scores. */
  sentence: string;
  cases: readonly JudgedCase[];
  counts: Readonly<Record<CaseVerdict, number>>;
  scores: readonly JudgedScore[];
  latency: JudgedLatency | undefined;
  totals: {
    /** Number of responses of both deployments, including responses without a result. */
    answers: number;
    /** Number of cases for which no responses were requested. */
    notAsked: number;
    /** Sum of the tokens of all responses that report tokens, or `undefined` if no response reports tokens. */
    tokens: number | undefined;
    /** Number of cases for which further responses were requested, because the cases looked broken. */
    secondLooks: number;
  };
}

/**
 * Judges the comparison of two deployments, or only the candidate if no case has a baseline.
 * @param cases All selected cases, including cases without any response, which count as errored.
 */
export function judge(cases: readonly ComparedCase[], settings: GateSettings): Judgement {
  const judged = judgeCases(cases, settings);
  const { scores, latency } = judgeScores(cases, settings);
  const counts = countVerdicts(judged);
  const reasons = reasonsOf(judged, counts, { scores, latency }, settings);
  const hasBaseline = isCompared(cases);
  const verdict = redVerdict(reasons) ?? (hasBaseline ? greenVerdict(scores) : 'passed');
  const isRed = reasons.length > 0;
  const green = () =>
    hasBaseline ? greenSentence(scores, settings) : passedSentence(judged.length, counts, scores);
  return {
    verdict,
    isCompared: hasBaseline,
    isRed,
    reasons,
    sentence: isRed ? redSentence(reasons) : green(),
    cases: judged,
    counts,
    scores,
    latency,
    totals: totalsOf(cases),
  };
}

function totalsOf(cases: readonly ComparedCase[]): Judgement['totals'] {
  const answers = cases.flatMap(({ baseline, candidate }) =>
    [baseline, candidate].flatMap((side) => (side === undefined ? [] : [...side.first, ...side.secondLook])),
  );
  const tokens = answeredOf(answers).flatMap((answer) => answer.tokens ?? []);
  return {
    answers: answers.length,
    notAsked: cases.filter(
      ({ baseline, candidate }) => candidate.first.length === 0 && (baseline?.first.length ?? 0) === 0,
    ).length,
    tokens: tokens.length === 0 ? undefined : tokens.reduce((total, one) => total + one, 0),
    secondLooks: cases.filter(({ candidate }) => candidate.secondLook.length > 0).length,
  };
}

function countVerdicts(cases: readonly JudgedCase[]): Record<CaseVerdict, number> {
  const counts = {
    failed: 0,
    broken: 0,
    worse: 0,
    flaky: 0,
    errored: 0,
    fixed: 0,
    better: 0,
    changed: 0,
    same: 0,
    passed: 0,
  };
  for (const { verdict } of cases) counts[verdict] += 1;
  return counts;
}

function reasonsOf(
  cases: readonly JudgedCase[],
  { broken, failed, flaky, errored }: Readonly<Record<CaseVerdict, number>>,
  { scores, latency }: { scores: readonly JudgedScore[]; latency: JudgedLatency | undefined },
  { maxErroredShare }: GateSettings,
): GateReason[] {
  const of = cases.length;
  if (of === 0) return [{ kind: 'no-cases' }];
  const unconfirmed = cases.filter(
    ({ isUnconfirmed, verdict }) => isUnconfirmed && verdict !== 'errored',
  ).length;
  const count = (kind: 'broken' | 'failed' | 'errored' | 'unconfirmed', number: number): GateReason[] =>
    number > 0 ? [{ kind, cases: number, of }] : [];
  return [
    ...count('broken', broken),
    ...scores.flatMap(({ key, gates, verdict, means }): GateReason[] =>
      gates && verdict?.kind === 'worse' && means !== undefined
        ? [{ kind: 'score-worse', key, baseline: means.baseline, candidate: means.candidate }]
        : [],
    ),
    ...(latency?.gates === true && latency.verdict === 'worse' && latency.baseline !== undefined
      ? [{ kind: 'slower' as const, baselineMs: latency.baseline.p50, candidateMs: latency.candidate.p50 }]
      : []),
    ...scores.flatMap(({ key, floor }): GateReason[] => {
      if (floor === undefined || floor.kind === 'met') return [];
      const failing = failed + flaky;
      if (mustAllPass(key, floor.floor) && failing > 0) return count('failed', failing);
      if (floor.kind === 'unscored') return [{ kind: 'floor-unscored', key, floor: floor.floor }];
      return [{ kind: 'below-floor', key, value: floor.mean.value, floor: floor.floor }];
    }),
    ...(errored > of * maxErroredShare ? count('errored', errored) : []),
    ...count('unconfirmed', unconfirmed),
  ];
}

function mustAllPass(key: string, { atLeast, mode }: Floor): boolean {
  return key === PASS_KEY && atLeast === 1 && mode === 'point';
}

const VERDICT_OF_REASON: Readonly<Record<GateReason['kind'], 'worse' | 'below-floor' | 'inconclusive'>> = {
  broken: 'worse',
  failed: 'below-floor',
  'score-worse': 'worse',
  slower: 'worse',
  'below-floor': 'below-floor',
  'floor-unscored': 'inconclusive',
  errored: 'inconclusive',
  unconfirmed: 'inconclusive',
  'no-cases': 'inconclusive',
};

function redVerdict(reasons: readonly GateReason[]): GateVerdict | undefined {
  const verdicts = new Set(reasons.map(({ kind }) => VERDICT_OF_REASON[kind]));
  return (['worse', 'below-floor', 'inconclusive'] as const).find((one) => verdicts.has(one));
}

function greenVerdict(scores: readonly JudgedScore[]): GateVerdict {
  const gating = scores.filter(({ gates }) => gates);
  if (gating.length === 0 || gating.some(({ verdict }) => verdict?.kind === 'unclear')) return 'unclear';
  return gating.some(({ verdict }) => verdict?.kind === 'better') ? 'better' : 'same';
}

/**
 * Returns a phrase for a reason, such as `1 of 50 cases is broken`. No phrase begins with the key of a score, because
 * the first letter of a sentence is capitalized and keys must not change.
 */
export function reasonPhrase(reason: GateReason): string {
  switch (reason.kind) {
    case 'broken':
      return `${countCases(reason)} broken`;
    case 'failed':
      return `${reason.cases} of ${reason.of} ${reason.of === 1 ? 'case' : 'cases'} failed`;
    case 'score-worse': {
      const [from, to] = formatPair(reason.baseline, reason.candidate);
      return `the score ${reason.key} fell from ${from} to ${to}`;
    }
    case 'slower':
      return `the median latency rose from ${formatMs(reason.baselineMs)} to ${formatMs(reason.candidateMs)}`;
    case 'below-floor': {
      const [value, floor] = formatPair(reason.value, reason.floor.atLeast);
      return `the score ${reason.key} is ${value}, below its floor of ${floor}`;
    }
    case 'floor-unscored':
      return `no answer has the score ${reason.key}, which must be at least ${reason.floor.atLeast}`;
    case 'errored':
      return `${countCases(reason)} without a result, which proves nothing about the agent`;
    case 'unconfirmed':
      return `${countCases(reason)} failing and could not be run again`;
    case 'no-cases':
      return 'no case exists';
  }
}

/** Phrase that follows a list of significantly worse scores and latencies. */
export const MORE_THAN_CHANCE = 'more than chance and the margin explain';

function redSentence(reasons: readonly GateReason[]): string {
  const phrases = reasons.map(reasonPhrase);
  const isTested = reasons.map(({ kind }) => kind === 'score-worse' || kind === 'slower');
  const last = isTested.lastIndexOf(true);
  const text = phrases.map((phrase, at) => (at === last ? `${phrase}, ${MORE_THAN_CHANCE}` : phrase));
  return capitalize(`${joinPhrases(text)}.`);
}

/** Joins phrases as `a`, `a, and b` or `a, b, and c`. */
export function joinPhrases(phrases: readonly string[]): string {
  return phrases.length < 2 ? phrases.join('') : `${phrases.slice(0, -1).join(', ')}, and ${phrases.at(-1)}`;
}

function greenSentence(scores: readonly JudgedScore[], { minPairs }: GateSettings): string {
  const gating = scores.filter(({ gates }) => gates);
  if (gating.length === 0) return 'No case is broken. No score was compared.';
  const keysOf = (kind: 'better' | 'unclear') =>
    gating.filter(({ verdict }) => verdict?.kind === kind).map(({ key }) => key);
  const [better, unclear] = [keysOf('better'), keysOf('unclear')];
  const sentences = ['No case is broken, and no score is known to be worse.'];
  if (better.length > 0) sentences.push(`Better: ${better.join(', ')}.`);
  if (unclear.length > 0) sentences.push(`Unclear: ${unclear.join(', ')}.`);
  if (gating.some(({ verdict }) => verdict?.kind === 'unclear' && verdict.why === 'few-pairs')) {
    sentences.push(`With fewer than ${minPairs} scored cases, no difference counts as significant.`);
  }
  return [...sentences, ...gating.flatMap(neededSentence)].join(' ');
}

function passedSentence(
  of: number,
  { failed, flaky, errored, passed }: Readonly<Record<CaseVerdict, number>>,
  scores: readonly JudgedScore[],
): string {
  const cases = `${of} ${of === 1 ? 'case' : 'cases'}`;
  const sentences = [
    passed === of ? `${of === 1 ? cases : `All ${cases}`} passed.` : `${passed} of ${cases} passed.`,
  ];
  if (failed > 0) sentences.push(`${failed} failed.`);
  if (flaky > 0) sentences.push(`${flaky} passed only sometimes.`);
  if (errored > 0) sentences.push(`${errored} ${errored === 1 ? 'has' : 'have'} no result.`);
  const floors = scores.flatMap(({ key, floor }) =>
    floor === undefined || mustAllPass(key, floor.floor) ? [] : [key],
  );
  if (floors.length > 0) sentences.push(`No score is below its floor: ${floors.join(', ')}.`);
  return sentences.join(' ');
}

/**
 * Returns a sentence about the number of cases that would show a drop in a score that is unclear because of noise.
 * Returns an empty list for any other score, or if the present number of cases is sufficient.
 */
export function neededSentence({ key, verdict }: JudgedScore): string[] {
  if (verdict?.kind !== 'unclear' || verdict.why !== 'noise' || verdict.needed === undefined) return [];
  const { cases, drop } = verdict.needed;
  return [`About ${roundUp(cases)} cases would show a drop of ${drop} in ${key}.`];
}

/** Rounds up to two significant digits. */
function roundUp(cases: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(cases)) - 1);
  return Math.ceil(cases / unit) * unit;
}

function countCases({ cases, of }: { cases: number; of: number }): string {
  return `${cases} of ${of} ${of === 1 ? 'case' : 'cases'} ${cases === 1 ? 'is' : 'are'}`;
}

const MAX_DIGITS = 6;

/** Formats two scores with at least two decimal places. Adds decimal places if the scores would look equal. */
function formatPair(one: number, other: number): [string, string] {
  for (let digits = 2; ; digits += 1) {
    const texts: [string, string] = [formatScore(one, digits), formatScore(other, digits)];
    if (texts[0] !== texts[1] || one === other || digits === MAX_DIGITS) return texts;
  }
}

/** Formats a score, such as `0.91`, with a minus sign instead of a hyphen. */
export function formatScore(score: number, digits = 2): string {
  const text = Math.abs(score).toFixed(digits);
  return score < 0 && Number(text) !== 0 ? `−${text}` : text;
}

const SECOND_MS = 1_000;

/** Formats a latency, such as `850 ms` or `1.9 s`. */
export function formatMs(ms: number): string {
  return ms < SECOND_MS ? `${Math.round(ms)} ms` : `${(ms / SECOND_MS).toFixed(1)} s`;
}

/** Returns a text with an upper-case first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
