import { cell, shorten } from '../../report/markdown.ts';
import type { JudgedCase } from '../../../judgement/judge-cases.ts';
import {
  caseCosts,
  caseMove,
  caseTitle,
  caseVerdictText,
  comparedTexts,
  diffFragments,
  excerpt,
  type Fragment,
  inertName,
  outputText,
  type ReportContext,
  separateQuestion,
  sideErrors,
  whyText,
} from './texts.ts';

const ANSWER_MAX = 80;
/** Number of unchanged characters that are shown before the first difference of a long response. */
const AROUND = 30;
/** Minimum share of a response that must be unchanged for differences to be marked. */
const MIN_KEPT = 0.25;

/** Returns the header row for the table of cases in a comment. */
export function caseTableHead(context: ReportContext): string {
  const { baseline, candidate } = context.sides;
  const title = inertName(candidate.title, context);
  return baseline === undefined
    ? `| Verdict | Case | ${title} | Why | Time, tokens |\n| :-- | :-- | :-- | :-- | --: |`
    : `| Verdict | Case | ${inertName(baseline.title, context)} | ${title} | Score | Time, tokens |\n| :-- | :-- | :-- | :-- | --: | --: |`;
}

/** Returns a case as a row of the table in a comment. */
export function caseRow(one: JudgedCase, context: ReportContext): string {
  const cells = [
    caseVerdictText(one.verdict),
    titleCell(one, context),
    ...responseCells(one, context),
    costCell(one, context),
  ];
  return `| ${cells.join(' | ')} |`;
}

function titleCell(one: JudgedCase, context: ReportContext): string {
  const title = inertName(caseTitle(one, context), context);
  const question = separateQuestion(one, context);
  return question === undefined
    ? title
    : `${title}<br><sub>${cell(excerpt(question, ANSWER_MAX, context))}</sub>`;
}

function responseCells(one: JudgedCase, context: ReportContext): string[] {
  const { baseline, candidate } = one.outputs;
  const long = (text: string) => cell(excerpt(text, 2 * ANSWER_MAX, context));
  const short = (output: typeof baseline) =>
    output === undefined ? '–' : cell(excerpt(outputText(output), ANSWER_MAX, context));
  if (context.sides.baseline === undefined) return [short(candidate), long(whyText(one, context))];
  if (one.verdict === 'errored') {
    const side = (name: 'baseline' | 'candidate') => {
      const errors = sideErrors(one, name, context);
      return errors === '' ? short(one.outputs[name]) : long(errors);
    };
    return [side('baseline'), side('candidate'), '–'];
  }
  if (baseline === undefined || candidate === undefined) {
    return [short(baseline), short(candidate), unbroken(caseMove(one))];
  }
  const texts = comparedTexts(one);
  const isShort = [texts.before, texts.after].every((text) => text.length <= ANSWER_MAX);
  const fragments = diffFragments(texts, ANSWER_MAX, context, isShort ? ANSWER_MAX : AROUND);
  const sides = [fragments.baseline, fragments.candidate];
  const isMarked = sides.some((side) => keptShare(side) >= MIN_KEPT);
  const cells = sides.map((side) => markedCell(isShort ? side : dropPartialWord(side), isMarked));
  return [...cells, unbroken(caseMove(one))];
}

/** Returns the share of a response that also occurs in the other deployment's response. */
function keptShare(fragments: readonly Fragment[]): number {
  const count = (parts: readonly Fragment[]) => parts.reduce((sum, { text }) => sum + text.trim().length, 0);
  return count(fragments.filter(({ isChanged }) => !isChanged)) / Math.max(1, count(fragments));
}

function dropPartialWord([first, second, ...rest]: readonly Fragment[]): Fragment[] {
  if (first === undefined || second === undefined) return first === undefined ? [] : [first];
  if (first.text !== '…' || second.isChanged) return [first, second, ...rest];
  return [first, { ...second, text: second.text.replace(/^\S*(?=\s+\S)/, '') }, ...rest];
}

/** Returns the fragments of a response as inert Markdown, with changed words in bold. */
function markedCell(fragments: readonly Fragment[], isMarked: boolean): string {
  const texts: string[] = [];
  let room = ANSWER_MAX;
  for (const { text, isChanged } of fragments) {
    const shown = room > 0 ? shorten(text, room) : '…';
    const inert = cell(shown);
    const content = isMarked && isChanged && inert !== '' ? `<b>${inert}</b>` : inert;
    texts.push(`${/^\s/.test(shown) ? ' ' : ''}${content}${/\s$/.test(shown) ? ' ' : ''}`);
    if (shown !== text) break;
    room -= shown.length;
  }
  return texts.join('').trim();
}

function costCell(one: JudgedCase, context: ReportContext): string {
  const { time, tokens } = caseCosts(one, context);
  return [time, tokens && `${tokens} tokens`]
    .filter((text) => text !== '')
    .map(unbroken)
    .join('<br>');
}

/** Replaces spaces with no-break spaces to keep numbers on one line in a narrow column. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
