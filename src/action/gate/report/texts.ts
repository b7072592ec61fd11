import { lastMessage } from '../../verify/messages.ts';
import { cell, shorten } from '../../report/markdown.ts';
import type { GateSettings } from '../comparison.ts';
import { compareTexts } from '../differences.ts';
import { formatScore, type GateVerdict, type Judgement } from '../judge.ts';
import type { CaseVerdict, JudgedCase } from '../judge-cases.ts';
import type { JudgedScore } from '../judge-scores.ts';

/**
 * Facts about a comparison that the judgement does not contain. Names and texts may come from the repository, a dataset
 * or the service; every report redacts and escapes them.
 */
export interface ReportContext {
  /** Removes known secrets. */
  redact: (text: string) => string;
  settings: GateSettings;
  /** Names of the sides: as a title such as `Preview`, and in a sentence such as `the preview`. */
  sides: { baseline: SideName; candidate: SideName };
  /** Dataset of the cases, with its version; `undefined` for cases of the checkout. */
  dataset: { name: string; version: string } | undefined;
  /** Page that displays all cases of both sides, such as a comparative experiment. */
  compareUrl: string | undefined;
}

interface SideName {
  title: string;
  phrase: string;
  /** Deployed commit. */
  commit: { sha: string; link: string } | undefined;
}

export const SCORE_ICONS = { worse: '⬇️', better: '⬆️', same: '🟰', unclear: '🟡' } as const;

export const CASE_ICONS: Readonly<Record<CaseVerdict, string>> = {
  broken: '🔴',
  worse: '⬇️',
  flaky: '〰️',
  errored: '⚠️',
  fixed: '⬆️',
  better: '⬆️',
  changed: '✏️',
  same: '🟰',
};

/** Verdicts of cases in the order of reports: the most important first. */
const CASE_ORDER: readonly CaseVerdict[] = [
  'broken',
  'worse',
  'flaky',
  'errored',
  'fixed',
  'better',
  'changed',
  'same',
];

const HEADLINES: Readonly<Record<GateVerdict, (candidate: string, baseline: string) => string>> = {
  worse: (candidate, baseline) => `${candidate} works, but answers worse than ${baseline}`,
  'below-floor': (candidate) => `${candidate} works, but a score is below its floor`,
  inconclusive: (candidate, baseline) => `${candidate} could not be compared with ${baseline}`,
  unclear: (candidate) => `${candidate} is ready, and nothing is known to be worse`,
  better: (candidate, baseline) => `${candidate} is ready and answers better than ${baseline}`,
  same: (candidate, baseline) => `${candidate} is ready and answers as well as ${baseline}`,
};

/** Returns the headline in plain text, such as `The preview works, but responses worse than production`. */
export function headline({ verdict }: Judgement, { sides }: ReportContext): string {
  const [candidate, baseline] = [sides.candidate.phrase, sides.baseline.phrase];
  return HEADLINES[verdict](candidate.charAt(0).toUpperCase() + candidate.slice(1), baseline);
}

/** Maximum number of characters that are redacted for a short excerpt. It exceeds the length of any secret by far. */
const REDACTED_MAX = 200_000;

/**
 * Characters without a width, which could hide a difference or a word: zero-width spaces and joiners, soft hyphens,
 * variation tags, and the tag characters.
 */
const INVISIBLE =
  /\u034f|[\u17b4\u17b5]|[\u180b-\u180f]|[\u00ad\u061c\u115f\u1160\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|(?<![^\u0000-\u00ff])[\u200c\u200d]|[\u200c\u200d](?![^\u0000-\u00ff])/gu;

/** Replaces invisible characters by their code points, such as `‹U+200B›`. */
export function revealInvisible(text: string): string {
  return text.replace(
    INVISIBLE,
    (sign) => `‹U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`,
  );
}

/** Returns the beginning of a text: redacted, then cut, with invisible characters revealed. Not escaped. */
export function excerpt(text: string, max: number, { redact }: Pick<ReportContext, 'redact'>): string {
  return shorten(revealInvisible(shorten(redact(text.slice(0, REDACTED_MAX)), max)), 2 * max);
}

const NAME_MAX = 120;

/** Returns a name of a case, score or dataset as inert Markdown. */
export function inertName(name: string, context: Pick<ReportContext, 'redact'>): string {
  const shown = cell(excerpt(name, NAME_MAX, context));
  return shown === '' ? '(no name)' : shown;
}

/** Returns the text that represents an output: its last message, a text itself, or else its JSON. */
export function outputText(output: { value: unknown } | undefined): string {
  if (output === undefined) return '';
  if (typeof output.value === 'string') return output.value;
  const message = lastMessage(output.value);
  return message.kind === 'text' ? message.text : (JSON.stringify(output.value, undefined, 2) ?? '');
}

const MAX_LINES = 12;
const LINE_MAX = 400;

/** Returns the differing part of both outputs of a case as lines of a diff; redacted, not escaped. */
export function diffLines({ outputs }: JudgedCase, { redact }: Pick<ReportContext, 'redact'>): string[] {
  const [before, after] = [redact(outputText(outputs.baseline)), redact(outputText(outputs.candidate))];
  const difference = compareTexts(before, after);
  const lines = (sign: string, text: string): string[] => {
    const all = revealInvisible(text).split(/\r\n?|\n/);
    const shown = all.slice(0, MAX_LINES).map((line) => `${sign} ${shorten(line, LINE_MAX)}`);
    return all.length > MAX_LINES ? [...shown, `${sign} …`] : shown;
  };
  if (difference.kind === 'same') return lines(' ', shorten(before, LINE_MAX));
  const side = (kind: 'removed' | 'added', text: string): string =>
    difference.kind === 'words'
      ? difference.parts
          .flatMap((part) => (part.kind === kind || part.kind === 'kept' ? part.text : []))
          .join('')
      : text;
  const [start, end] = [difference.isCutBefore ? '…' : '', difference.isCutAfter ? '…' : ''];
  const [replacedBefore, replacedAfter] =
    difference.kind === 'replaced' ? [difference.before, difference.after] : ['', ''];
  return [
    ...lines('-', `${start}${side('removed', replacedBefore)}${end}`),
    ...lines('+', `${start}${side('added', replacedAfter)}${end}`),
  ];
}

/** Returns whether the interval of a score is displayed: it claims nothing about fewer pairs than the minimum. */
export function hasInterval({ means, verdict }: JudgedScore): boolean {
  if (means === undefined || (verdict.kind === 'unclear' && verdict.why === 'few-pairs')) return false;
  return Number.isFinite(means.difference.low) && Number.isFinite(means.difference.high);
}

/** Formats the difference of a score with its interval, such as `−0.06 (−0.10 to −0.02)`. */
export function formatDifference(score: JudgedScore): string {
  if (score.means === undefined) return '–';
  const { value, low, high } = score.means.difference;
  if (!hasInterval(score)) return formatSigned(value);
  return `${formatSigned(value)} (${formatSigned(low)} to ${formatSigned(high)})`;
}

function formatSigned(value: number): string {
  const text = formatScore(value);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** Returns how a case moved: its passed responses such as `5/5 → 0/5`, or its most changed score such as `0.9 → 0.4`. */
export function caseMove({ tallies, scores }: JudgedCase): string {
  if (tallies !== undefined) {
    const { baseline, candidate } = tallies;
    const isMoved = baseline.passed * candidate.total !== candidate.passed * baseline.total;
    if (isMoved || baseline.passed < baseline.total) {
      return `${baseline.passed}/${baseline.total} → ${candidate.passed}/${candidate.total}`;
    }
  }
  const [most] = scores.toSorted(
    (a, b) => Math.abs(b.candidate - b.baseline) - Math.abs(a.candidate - a.baseline),
  );
  return most === undefined ? '' : `${formatScore(most.baseline)} → ${formatScore(most.candidate)}`;
}

/** Sorts scores for display: worse ones first, then the others that gate, then the rest. */
export function sortScores(scores: readonly JudgedScore[]): JudgedScore[] {
  const order = { worse: 0, better: 1, same: 2, unclear: 3 };
  return scores.toSorted(
    (a, b) => Number(b.gates) - Number(a.gates) || order[a.verdict.kind] - order[b.verdict.kind],
  );
}

/** Sorts cases by their verdicts, the most important first; otherwise keeps their order. */
export function sortCases(cases: readonly JudgedCase[]): JudgedCase[] {
  return cases.toSorted((a, b) => CASE_ORDER.indexOf(a.verdict) - CASE_ORDER.indexOf(b.verdict));
}

/** Returns the errors of a case with their sides, such as `preview: no response within 60 s`; redacted, not escaped. */
export function caseErrors({ errors }: JudgedCase, context: ReportContext): string {
  const { baseline, candidate } = context.sides;
  const of = (title: string, all: readonly string[]) =>
    all.map((why) => `${title}: ${excerpt(why, 200, context)}`);
  const texts = [...of(baseline.title, errors.baseline), ...of(candidate.title, errors.candidate)];
  return texts.length === 0 ? 'no answer' : texts.slice(0, 4).join(' · ');
}
