import { CASE_VERDICTS } from '../../../contract/statuses.ts';
import { lastMessage } from '../../verify/messages.ts';
import { cell, code, GATE_TEXTS, shorten } from '../../report/markdown.ts';
import type { GateSettings } from '../../../judgement/comparison.ts';
import { compareJson, compareTexts, type TextDifference } from '../../../judgement/differences.ts';
import type { Estimate } from '../../../judgement/intervals.ts';
import {
  capitalize,
  formatMs,
  formatScore,
  type GateVerdict,
  type Judgement,
} from '../../../judgement/judge.ts';
import type { CaseVerdict, JudgedCase } from '../../../judgement/judge-cases.ts';
import type { JudgedScore } from '../../../judgement/judge-scores.ts';

/**
 * Facts about a comparison that are not part of the judgement. Names and texts can come from the repository, a dataset
 * or the service, so every report redacts and escapes them.
 */
export interface ReportContext {
  redact: (text: string) => string;
  settings: GateSettings;
  /**
   * Names of the deployments, as a title (`Preview`) and in a sentence (`the preview`). `baseline` is `undefined` if
   * the candidate is judged without a comparison.
   */
  sides: { baseline: SideName | undefined; candidate: SideName };
  /** Dataset that contains the cases, with its version, or `undefined` if the cases are in the checkout. */
  dataset: { name: string; version: string } | undefined;
  /**
   * URL of a page that displays all cases with the responses of both deployments, such as a comparative experiment.
   */
  compareUrl: string | undefined;
  /** Reason why no responses were requested for some cases, or `undefined` if all cases were requested. */
  endedEarly: string | undefined;
  questions?: ReadonlyMap<string, string>;
}

export interface SideName {
  title: string;
  phrase: string;
  commit: { sha: string; link: string } | undefined;
}

const CASE_ICONS: Readonly<Record<CaseVerdict, string>> = {
  failed: '🔴',
  broken: '🔴',
  worse: '⬇️',
  flaky: '〰️',
  errored: '⚠️',
  fixed: '⬆️',
  better: '⬆️',
  changed: '✏️',
  same: '🟰',
  passed: '✅',
};

/** Returns the verdict of a case with its icon, in the same words as the counts of the verdicts. */
export function caseVerdictText(verdict: CaseVerdict): string {
  return `${CASE_ICONS[verdict]} ${verdict === 'changed' ? 'worded differently' : verdict}`;
}

type Headline = (candidate: string, baseline: string) => string;

const HEADLINES: Readonly<Record<GateVerdict, Headline>> = {
  worse: (candidate, baseline) => `${candidate} works, but its answers are worse than those of ${baseline}`,
  'below-floor': (candidate) => `${candidate} works, but a score is below its floor`,
  inconclusive: (candidate, baseline) => `${candidate} could not be compared with ${baseline}`,
  unclear: (candidate) => `${candidate} is ready, and nothing is known to be worse`,
  better: (candidate, baseline) =>
    `${candidate} is ready, and its answers are better than those of ${baseline}`,
  same: (candidate, baseline) => `${candidate} is ready, and its answers are as good as those of ${baseline}`,
  passed: (candidate) => `${candidate} is ready and answers as expected`,
};

/** Headline if only the latency is worse. */
const SLOWER: Headline = (candidate, baseline) =>
  `${candidate} works, but answers more slowly than ${baseline}`;

/** Headlines of verdicts without a comparison. */
const HEADLINES_ALONE: Partial<Record<GateVerdict, Headline>> = {
  'below-floor': (candidate) => `${candidate} works, but does not answer as expected`,
  inconclusive: (candidate) => `${candidate} could not be evaluated`,
};

/** Headline of an inconclusive verdict if the gate ended early. */
const PARTIAL: Headline = (candidate, baseline) => `${candidate} was compared with ${baseline} only in part`;
const PARTIAL_ALONE: Headline = (candidate) => `${candidate} was evaluated only in part`;

/** Returns a deployment's name as the first words of a sentence. A deployment's own name is not capitalized. */
export function sentenceStart({ title, phrase }: SideName): string {
  return title === phrase ? phrase : capitalize(phrase);
}

/** Returns the headline in plain text, such as `The preview works, but a score is below its floor`. */
export function headline({ verdict, reasons }: Judgement, { sides, endedEarly }: ReportContext): string {
  const { baseline } = sides;
  const candidate = sentenceStart(sides.candidate);
  const isPartial = verdict === 'inconclusive' && endedEarly !== undefined;
  if (baseline === undefined) {
    const text = isPartial ? PARTIAL_ALONE : (HEADLINES_ALONE[verdict] ?? HEADLINES[verdict]);
    return text(candidate, '');
  }
  const isOnlySlower = reasons.length > 0 && reasons.every(({ kind }) => kind === 'slower');
  const text = isPartial ? PARTIAL : isOnlySlower ? SLOWER : HEADLINES[verdict];
  return text(candidate, baseline.phrase);
}

/**
 * Returns a sentence with the reason of an early end, and the number of cases without a request. Returns an empty
 * string if the gate did not end early. The returned sentence is redacted but not escaped.
 */
export function endedEarlyText({ totals, cases }: Judgement, context: ReportContext): string {
  if (context.endedEarly === undefined) return '';
  const why = excerpt(context.endedEarly, WHY_MAX, context).replace(/[.\s]+$/, '');
  if (totals.notAsked === 0) return `The gate ended early: ${why}.`;
  return `The gate ended early: ${why}. ${totals.notAsked} of ${cases.length} cases ${totals.notAsked === 1 ? 'was' : 'were'} not run.`;
}

const WHY_MAX = 300;

/**
 * Maximum length in characters of a text that is redacted for a short excerpt; secrets are much shorter, so redaction
 * sees whole secrets.
 */
const REDACTED_MAX = 200_000;

/**
 * Characters without a width, which could hide a difference or a word: zero-width spaces and joiners, soft hyphens,
 * variation selectors, tag characters, and characters that change the direction of a text.
 */
const INVISIBLE =
  /\u034f|[\u17b4\u17b5]|[\u180b-\u180f]|[\u00ad\u061c\u115f\u1160\u200b\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|(?<![^\u0000-\u00ff])[\u200c-\u200f]|[\u200c-\u200f](?![^\u0000-\u00ff])/gu;

/** Replaces invisible characters with their visible code points, such as `‹U+200B›`. */
export function revealInvisible(text: string): string {
  return text.replace(
    INVISIBLE,
    (sign) => `‹U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`,
  );
}

/** Returns the beginning of a string, redacted and with invisible characters made visible, but not escaped. */
export function excerpt(text: string, max: number, { redact }: Pick<ReportContext, 'redact'>): string {
  return shorten(revealInvisible(shorten(redact(text.slice(0, REDACTED_MAX)), max)), 2 * max);
}

const NAME_MAX = 120;

/** Returns the name of a case, score or dataset as inert Markdown. */
export function inertName(name: string, context: Pick<ReportContext, 'redact'>): string {
  const shown = cell(excerpt(name, NAME_MAX, context));
  return shown === '' ? '(no name)' : shown;
}

/**
 * Returns the name of a case. A generated name, such as `case 3`, is followed by the question. Neither redacts nor
 * escapes the name.
 */
export function caseTitle(
  { name }: Pick<JudgedCase, 'name'>,
  { questions }: Pick<ReportContext, 'questions'>,
): string {
  const question = questions?.get(name);
  return question === undefined || !isGeneratedName(name) ? name : `${name}: ${question}`;
}

/** Returns whether the name of a case was generated. A generated name does not contain the question. */
function isGeneratedName(name: string): boolean {
  return /^(?:the case|case \d+|example [0-9a-f-]+)$/.test(name);
}

/**
 * Returns the question of a case whose title does not contain the question, without redacting or escaping the question.
 */
export function separateQuestion(
  { name }: Pick<JudgedCase, 'name'>,
  { questions }: Pick<ReportContext, 'questions'>,
): string | undefined {
  const question = questions?.get(name);
  return question === name || isGeneratedName(name) ? undefined : question;
}

/** Returns the key of a score as code. */
export function inertKey(key: string, context: Pick<ReportContext, 'redact'>): string {
  const shown = code(excerpt(key, NAME_MAX, context));
  return shown === '' ? '(no name)' : shown;
}

/** Returns the text of an output: its last message, the output itself if it is a string, or else its JSON. */
export function outputText(output: { value: unknown } | undefined): string {
  if (output === undefined) return '';
  if (typeof output.value === 'string') return output.value;
  const message = lastMessage(output.value);
  return message.kind === 'text' ? message.text : (JSON.stringify(output.value, undefined, 2) ?? '');
}

/** Maximum number of paths that the difference of two outputs without a text shows. */
const MAX_PATHS = 50;

/** Texts of a case that show the difference between the outputs of both deployments. */
interface ComparedTexts {
  before: string;
  after: string;
  /** True if the outputs are equal except for generated IDs and points in time. */
  isSame: boolean;
}

/**
 * Returns the texts of both outputs. If both outputs have no text, or the same text, returns the paths where the
 * outputs differ with their values. The returned texts are neither redacted nor escaped.
 */
export function comparedTexts({ outputs: { baseline, candidate } }: JudgedCase): ComparedTexts {
  const [before, after] = [outputText(baseline), outputText(candidate)];
  const isSame = before === after;
  if (baseline === undefined || candidate === undefined) return { before, after, isSame };
  const isPathless = hasText(baseline.value) ? !isSame : hasText(candidate.value);
  if (isPathless) return { before, after, isSame };
  const { changes, isComplete } = compareJson(baseline.value, candidate.value, { maxChanges: MAX_PATHS });
  if (changes.length === 0) return { before, after, isSame: isComplete || isSame };
  const line = (path: string, value: unknown) => `${path}: ${JSON.stringify(value)}`;
  const rest = isComplete ? [] : ['…'];
  const removed = changes.flatMap((one) => (one.kind === 'added' ? [] : [line(one.path, one.before)]));
  const added = changes.flatMap((one) => (one.kind === 'removed' ? [] : [line(one.path, one.after)]));
  return {
    before: [...removed, ...rest].join('\n'),
    after: [...added, ...rest].join('\n'),
    isSame: false,
  };
}

const hasText = (value: unknown): boolean => typeof value === 'string' || lastMessage(value).kind === 'text';

/** Redacts both texts, and compares them unless they are known to be the same. */
function compareRedacted(
  texts: ComparedTexts,
  redact: (text: string) => string,
  limits?: Parameters<typeof compareTexts>[2],
): { before: string; after: string; difference: TextDifference } {
  const [before, after] = [redact(texts.before), redact(texts.after)];
  return { before, after, difference: texts.isSame ? { kind: 'same' } : compareTexts(before, after, limits) };
}

const MAX_LINES = 12;
const LINE_MAX = 400;

/**
 * Returns the parts where the outputs of a case differ, as lines of a diff. Redacts the lines, but does not escape
 * them.
 */
export function diffLines(one: JudgedCase, { redact }: Pick<ReportContext, 'redact'>): string[] {
  const { before, difference } = compareRedacted(comparedTexts(one), redact);
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

/** A part of an output, with a mark if the other deployment's output does not contain it. */
export interface Fragment {
  text: string;
  isChanged: boolean;
}

/**
 * Splits the compared texts of a case into fragments, from the first to the last difference. Redacts and truncates the
 * fragments, but does not escape them.
 *
 * @param around Number of unchanged characters to include before the first and after the last difference.
 */
export function diffFragments(
  texts: ComparedTexts,
  max: number,
  { redact }: Pick<ReportContext, 'redact'>,
  around?: number,
): { baseline: Fragment[]; candidate: Fragment[] } {
  const limits = around === undefined ? {} : { context: around };
  const { before, after, difference } = compareRedacted(texts, redact, limits);
  const fragment = (text: string, isChanged: boolean): Fragment[] =>
    text === '' ? [] : [{ text: revealInvisible(shorten(text, max)), isChanged }];
  if (difference.kind === 'same') {
    return { baseline: fragment(before, false), candidate: fragment(after, false) };
  }
  const [start, end] = [difference.isCutBefore ? '…' : '', difference.isCutAfter ? '…' : ''];
  const side = (kind: 'removed' | 'added', replaced: string): Fragment[] => [
    ...fragment(start, false),
    ...(difference.kind === 'replaced'
      ? fragment(replaced, true)
      : joinFragments(
          difference.parts.flatMap((part) =>
            part.kind === kind || part.kind === 'kept' ? fragment(part.text, part.kind === kind) : [],
          ),
        )),
    ...fragment(end, false),
  ];
  const [older, newer] = difference.kind === 'replaced' ? [difference.before, difference.after] : ['', ''];
  return { baseline: side('removed', older), candidate: side('added', newer) };
}

/** Joins changed fragments that are separated only by white space, so that changed words are marked as one phrase. */
function joinFragments(fragments: readonly Fragment[]): Fragment[] {
  const joined: Fragment[] = [];
  for (const [at, { text, isChanged }] of fragments.entries()) {
    const isBetween =
      text.trim() === '' && joined.at(-1)?.isChanged === true && fragments[at + 1]?.isChanged === true;
    const last = joined.at(-1);
    const isMarked = isChanged || isBetween;
    if (last?.isChanged === isMarked) last.text += text;
    else joined.push({ text, isChanged: isMarked });
  }
  return joined;
}

/**
 * Returns whether a score's interval is displayed. An interval has no meaning if fewer pairs were compared than the
 * minimum.
 */
export function hasInterval({ means, verdict }: JudgedScore): boolean {
  if (means === undefined || (verdict?.kind === 'unclear' && verdict.why === 'few-pairs')) return false;
  return Number.isFinite(means.difference.low) && Number.isFinite(means.difference.high);
}

/** Returns the verdict of a score with its icon, such as `⬇️ worse`, or `–` if the score was not compared. */
export function verdictText(verdict: JudgedScore['verdict']): string {
  return verdict === undefined ? '–' : GATE_TEXTS[verdict.kind];
}

/** Returns the floor of a score, such as `at least 0.8`. */
export function floorText(floor: JudgedScore['floor']): string {
  if (floor === undefined) return '–';
  const { atLeast, mode } = floor.floor;
  return `at least ${atLeast}${mode === 'sure' ? ', if the interval shows it' : ''}`;
}

/** Returns whether a score meets its floor, with an icon. */
export function floorResult(floor: JudgedScore['floor']): string {
  if (floor === undefined) return '–';
  return { met: '✅ met', missed: '🔴 below', unscored: '⚠️ no score' }[floor.kind];
}

/** Returns the confidence level, such as `95 %`. */
export function levelText({ settings }: Pick<ReportContext, 'settings'>): string {
  return `${Math.round(settings.level * 100)} %`;
}

/** Formats the bounds of an interval, such as `0.85 to 0.97`, or `–` if the bounds are unlimited. */
export function formatBounds({ low, high }: Estimate): string {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return '–';
  return `${formatScore(low)} to ${formatScore(high)}`;
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

/**
 * Returns how a case changed: its numbers of passed responses, such as `5/5 → 0/5`, or the score that changed most,
 * such as `0.9 → 0.4`.
 */
export function caseMove({ tallies, scores }: JudgedCase): string {
  if (tallies?.baseline !== undefined) {
    const { baseline, candidate } = tallies;
    const isMoved = baseline.passed * candidate.total !== candidate.passed * baseline.total;
    if (isMoved || baseline.passed < baseline.total) {
      return `${baseline.passed}/${baseline.total} → ${candidate.passed}/${candidate.total}`;
    }
  }
  const [most] = scores
    .flatMap(({ baseline, candidate }) => (baseline === undefined ? [] : { baseline, candidate }))
    .toSorted((a, b) => Math.abs(b.candidate - b.baseline) - Math.abs(a.candidate - a.baseline));
  return most === undefined ? '' : `${formatScore(most.baseline)} → ${formatScore(most.candidate)}`;
}

/**
 * Returns the time and the tokens of a case, such as `1.2 s → 3.4 s` and `310 → 900`. The text for the time or the
 * tokens is empty if the value is unknown for every displayed deployment.
 */
export function caseCosts(
  { costs: { baseline, candidate } }: JudgedCase,
  { sides }: Pick<ReportContext, 'sides'>,
): { time: string; tokens: string } {
  const costs = sides.baseline === undefined ? [candidate] : [baseline, candidate];
  const move = (values: readonly (number | undefined)[], format: (value: number) => string): string =>
    values.every((value) => value === undefined)
      ? ''
      : values.map((value) => (value === undefined ? '–' : format(value))).join(' → ');
  return {
    time: move(
      costs.map((cost) => cost?.latencyMs),
      formatMs,
    ),
    tokens: move(
      costs.map((cost) => cost?.tokens),
      (tokens) => Math.round(tokens).toLocaleString('en'),
    ),
  };
}

/** Returns the time and the tokens of a case as part of a sentence, or an empty string if both are unknown. */
export function costPhrase(one: JudgedCase, context: Pick<ReportContext, 'sides'>): string {
  const { time, tokens } = caseCosts(one, context);
  return [time && `time: ${time}`, tokens && `tokens: ${tokens}`].filter((text) => text !== '').join('; ');
}

/** Sorts scores for display: worse scores first, then the other scores that can fail the gate, then the rest. */
export function sortScores(scores: readonly JudgedScore[]): JudgedScore[] {
  const order = { worse: 0, better: 1, same: 2, unclear: 3 };
  const place = ({ verdict, floor }: JudgedScore) =>
    verdict === undefined ? Number(floor === undefined || floor.kind === 'met') : order[verdict.kind];
  return scores.toSorted((a, b) => Number(b.gates) - Number(a.gates) || place(a) - place(b));
}

/** Sorts cases by their verdicts, most important first, without changing the order of cases with the same verdict. */
export function sortCases(cases: readonly JudgedCase[]): JudgedCase[] {
  return cases.toSorted((a, b) => CASE_VERDICTS.indexOf(a.verdict) - CASE_VERDICTS.indexOf(b.verdict));
}

/**
 * Returns the errors of a case, each with the name of its deployment, such as `preview: no response within 60 s`.
 * Redacts the errors, but does not escape them.
 */
export function caseErrors({ errors }: JudgedCase, context: ReportContext): string {
  const { baseline, candidate } = context.sides;
  const of = (side: SideName | undefined, all: readonly string[]) =>
    all.map((why) =>
      baseline === undefined || side === undefined
        ? excerpt(why, 200, context)
        : `${side.title}: ${excerpt(why, 200, context)}`,
    );
  const texts = [...of(baseline, errors.baseline), ...of(candidate, errors.candidate)];
  return texts.length === 0 ? 'no answer' : texts.slice(0, 4).join(' · ');
}

/**
 * Returns the errors of one deployment's responses to a case, or an empty string if no response has an error. Redacts
 * the errors, but does not escape them.
 */
export function sideErrors(
  { errors }: JudgedCase,
  side: 'baseline' | 'candidate',
  context: ReportContext,
): string {
  return errors[side]
    .slice(0, 2)
    .map((why) => excerpt(why, 200, context))
    .join(' · ');
}

/**
 * Returns why a case without a comparison did not pass: the errors, the expectations that the responses do not meet,
 * and how often the case passed. Redacts the reasons, but does not escape them.
 */
export function whyText(one: JudgedCase, context: ReportContext): string {
  if (one.verdict === 'errored') return caseErrors(one, context);
  const { tallies, failures } = one;
  const counts =
    tallies === undefined || tallies.candidate.total === 1
      ? []
      : [`passed ${tallies.candidate.passed} of ${tallies.candidate.total} times`];
  return [...counts, ...failures.slice(0, 4).map((why) => excerpt(why, 200, context))].join(' · ');
}

/** Returns whether a case was not sent: no deployment has a response or an error. */
export function isNotAsked({ verdict, outputs, errors }: JudgedCase): boolean {
  return (
    verdict === 'errored' &&
    outputs.baseline === undefined &&
    outputs.candidate === undefined &&
    errors.baseline.length + errors.candidate.length === 0
  );
}
