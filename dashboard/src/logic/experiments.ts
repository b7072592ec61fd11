import type {
  ComparedExperimentCase,
  ComparedScore,
  ExperimentComparison,
  ExperimentSummary,
} from '../../../src/contract/dashboard/experiments.ts';
import { messagesOfState, messageText, messageType } from '../../../src/contract/messages.ts';
import { parseJson } from './input-form.ts';
import type { DiffPart } from './text-diff.ts';
import { type State, STATES, VERDICTS } from './words.ts';

type CaseVerdict = ComparedExperimentCase['verdict'];

export const CASE_STATES: Readonly<Record<CaseVerdict, State>> = {
  failed: STATES.failed,
  broken: VERDICTS.broken,
  worse: VERDICTS.worse,
  flaky: VERDICTS.flaky,
  errored: VERDICTS.noResult,
  fixed: VERDICTS.fixed,
  better: VERDICTS.better,
  changed: VERDICTS.changed,
  same: VERDICTS.same,
  passed: { ...STATES.succeeded, word: 'Passed' },
};

export const SCORE_STATES: Readonly<Record<NonNullable<ComparedScore['verdict']>, State>> = {
  worse: VERDICTS.worse,
  better: VERDICTS.better,
  same: VERDICTS.same,
  unclear: VERDICTS.unclear,
};

/** Heading and state for each verdict of a comparison. */
export const VERDICT_HEADINGS: Readonly<
  Record<ExperimentComparison['verdict'], { heading: string; state: State }>
> = {
  worse: { heading: 'Worse: do not merge yet', state: VERDICTS.worse },
  'below-floor': { heading: 'A score is below its floor', state: VERDICTS.worse },
  inconclusive: { heading: 'No verdict: results are missing', state: VERDICTS.noResult },
  unclear: { heading: 'Unclear: more cases are needed', state: VERDICTS.unclear },
  better: { heading: 'Better', state: VERDICTS.better },
  same: { heading: 'As good as before', state: VERDICTS.same },
  passed: { heading: 'Judged without a comparison', state: { ...STATES.succeeded, word: 'Passed' } },
};

/**
 * Returns the text that repeats the input of a case: the last human message if the input contains human messages, or
 * else the input itself.
 */
export function textToTry(input: string): string {
  const parsed = parseJson(input);
  const messages = 'value' in parsed ? messagesOfState(parsed.value) : [];
  const last = messages.findLast((one) => messageType(one) === 'human');
  return last === undefined ? input : messageText(last);
}

/** Formats a score with two decimals, or with more decimals if the score is small. */
export function formatScore(score: number | null): string {
  if (score === null) return '–';
  const digits = score !== 0 && Math.abs(score) < 0.01 ? 4 : 2;
  return score.toFixed(digits).replace('-', '−');
}

/** Formats a difference with its sign. */
export const formatDifference = (value: number): string => `${value > 0 ? '+' : ''}${formatScore(value)}`;

/** Axis on which differences are drawn, symmetric around 0. */
export interface Axis {
  /** Largest difference that the axis shows. */
  limit: number;
  ticks: number[];
}

/** Returns an axis that contains all differences, intervals and margins. */
export function axisOf(scores: readonly ComparedScore[]): Axis {
  const reach = Math.max(
    0.02,
    ...scores.flatMap(({ difference, margin }) => [
      margin * 1.5,
      ...[difference?.value, difference?.low, difference?.high].flatMap((one) =>
        one === null || one === undefined ? [] : [Math.abs(one)],
      ),
    ]),
  );
  const step = niceStep(reach / 2);
  const limit = Math.ceil((reach * 1.1) / step) * step;
  const count = Math.round(limit / step);
  return {
    limit,
    ticks: Array.from({ length: 2 * count + 1 }, (_, index) => (index - count) * step),
  };
}

/** Returns the smallest number that is at least `value` and that is 1, 2 or 5 times a power of ten. */
function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((one) => one * power >= value * 0.999) ?? 10) * power;
}

/**
 * Returns the horizontal position of a difference in percent. Values beyond the axis are drawn at the ends of the axis.
 */
export function positionOf(value: number, { limit }: Axis): number {
  const share = Math.min(Math.max(value / limit, -1), 1);
  return 50 + share * 50;
}

/** Returns the cases that pass the filters, in unchanged order. */
export function filterCases(
  cases: readonly ComparedExperimentCase[],
  verdict: string,
  text: string,
): ComparedExperimentCase[] {
  const words = text.toLowerCase();
  return cases.filter(
    (one) =>
      (verdict === '' || one.verdict === verdict) &&
      [one.name, one.baseline?.output ?? '', one.candidate.output ?? ''].some((part) =>
        part.toLowerCase().includes(words),
      ),
  );
}

/** Returns the two numbers in the row of a case: how often each side passed, or the score that differs most. */
export function caseNumbers({ baseline, candidate, scores }: ComparedExperimentCase): {
  before: string;
  after: string;
} {
  const passed = (side: ComparedExperimentCase['candidate'] | null) =>
    side?.passed === null || side === null ? null : `${side.passed.passed}/${side.passed.total}`;
  const after = passed(candidate);
  const before = passed(baseline);
  // A case whose answers all passed can still have a lower score.
  if (after !== null && (after !== before || scores.every(({ key }) => key === 'pass'))) {
    return { before: before ?? '', after };
  }
  const gap = (one: (typeof scores)[number]) => Math.abs(one.candidate - (one.baseline ?? one.candidate));
  const [first] = scores.filter(({ key }) => key !== 'pass').toSorted((a, b) => gap(b) - gap(a));
  if (first === undefined) return { before: '', after: '' };
  return {
    before: first.baseline === null ? '' : formatScore(first.baseline),
    after: formatScore(first.candidate),
  };
}

/**
 * Returns one side of a difference: the shared parts, and the parts that only this side contains. White space between
 * two marked parts is marked too, so that a phrase has one mark.
 */
export function sideOfDiff(parts: readonly DiffPart[], own: 'added' | 'removed'): DiffPart[] {
  const side = parts.filter(({ kind }) => kind === 'same' || kind === own);
  const joined: DiffPart[] = [];
  for (const [index, part] of side.entries()) {
    const isBetween =
      part.text.trim() === '' && side[index - 1]?.kind === own && side[index + 1]?.kind === own;
    const kind = isBetween ? own : part.kind;
    const last = joined.at(-1);
    if (last?.kind === kind) last.text += part.text;
    else joined.push({ kind, text: part.text });
  }
  return joined;
}

/** Returns the displayed name of an experiment: its pull request, its deployment, or else its own name. */
export function experimentTitle({ name, deployment, pull_request: number, side }: ExperimentSummary): string {
  if (number !== null) return `Pull request ${number}`;
  return deployment === null ? name : side === 'baseline' ? `${deployment} (baseline)` : deployment;
}
