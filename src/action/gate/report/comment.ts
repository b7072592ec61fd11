import { countOf } from '../../text.ts';
import { cell, details, fenced, safeUrl } from '../../report/markdown.ts';
import {
  capitalize,
  formatScore,
  type GateReason,
  joinPhrases,
  type Judgement,
  MORE_THAN_CHANCE,
  neededSentence,
  reasonPhrase,
} from '../../../judgement/judge.ts';
import type { JudgedCase } from '../../../judgement/judge-cases.ts';
import type { JudgedScore } from '../../../judgement/judge-scores.ts';
import { caseRow, caseTableHead } from './case-row.ts';
import {
  caseTitle,
  costPhrase,
  diffLines,
  endedEarlyText,
  excerpt,
  floorResult,
  floorText,
  formatBounds,
  formatDifference,
  headline,
  inertKey,
  inertName,
  isNotAsked,
  levelText,
  type ReportContext,
  sentenceStart,
  separateQuestion,
  sortCases,
  sortScores,
  verdictText,
} from './texts.ts';

/**
 * Maximum length in characters of the gate's section in a comment. GitHub refuses comments of more than 65,536
 * characters, and the comment contains other texts besides the gate's section.
 */
const SECTION_MAX = 56_000;
const REASONS_MAX = 6_000;
const SCORES_MAX = 12_000;
const BROKEN_MAX = 20_000;
const NAMES_MAX = 5_000;
const NEEDED_MAX = 5_000;
const MAX_BROKEN = 5;
const QUESTION_MAX = 200;
const ERROR_MAX = 300;
const MAX_ROWS = 200;
/** Maximum number of listed cases whose responses differ only in wording. */
const MAX_REWORDED = 50;

/**
 * Parts of a pull request comment about a comparison, as Markdown. If the gate determined the outcome, the comment has
 * a line about the deployment between `callout` and `body`.
 */
export interface ComparisonSection {
  heading: string;
  callout: string;
  /** Name of the judged deployment in a sentence, such as `the preview`. */
  candidate: string;
  /** Short result of a green verdict, such as `50 cases, none broken`, or an empty string for a red verdict. */
  summary: string;
  body: string;
}

/**
 * Returns a comparison as a section of the comment, without some rows of cases if the section would exceed its limit.
 */
export function comparisonSection(
  judgement: Judgement,
  context: ReportContext,
  max = SECTION_MAX,
): ComparisonSection {
  const heading = `### ${judgement.isRed ? '🔴' : '🟢'} ${cell(excerpt(headline(judgement, context), 200, context))}`;
  const callout = calloutOf(judgement, context);
  const parts = [
    scoreTable(judgement.scores, context),
    judgement.verdict === 'unclear' ? neededText(judgement, context) : '',
    brokenPart(judgement.cases, context),
  ];
  const decided = details('How this was decided', decisionLines(judgement, context).join('\n'));
  const room = max - [heading, callout, ...parts, decided].join('\n\n').length - 10;
  const body = [...parts, casesPart(judgement, context, room), decided];
  return {
    heading,
    callout,
    candidate: inertName(context.sides.candidate.phrase, context),
    summary: judgement.isRed ? '' : factsOf(judgement),
    body: body.filter((part) => part !== '').join('\n\n'),
  };
}

function factsOf({ cases, counts, isCompared }: Judgement): string {
  const all = countOf(cases.length, 'case');
  if (!isCompared) return `${all}, ${counts.passed} passed`;
  const failing = cases.filter(failsOnBothSides).length;
  return `${all}, none broken${failing > 0 ? `, ${failing} ${failing === 1 ? 'fails' : 'fail'} on both sides` : ''}`;
}

/** Returns whether a case is neither better nor worse because every response of both deployments failed. */
function failsOnBothSides({ verdict, tallies }: JudgedCase): boolean {
  if (verdict !== 'same' && verdict !== 'changed') return false;
  return tallies?.baseline !== undefined && tallies.baseline.passed + tallies.candidate.passed === 0;
}

/**
 * Returns the reasons of a red verdict and of an early end as an alert, or an empty string if the gate is not red and
 * did not end early.
 */
function calloutOf(judgement: Judgement, context: ReportContext): string {
  const lines = [
    judgement.isRed ? calloutText(judgement.reasons, context) : '',
    cell(endedEarlyText(judgement, context)),
    erroredText(judgement, context),
  ].filter((line) => line !== '');
  if (lines.length === 0) return '';
  const isKnown = judgement.isRed && judgement.verdict !== 'inconclusive';
  return [`[!${isKnown ? 'CAUTION' : 'WARNING'}]`, lines.join('<br>')].map((line) => `> ${line}`).join('\n');
}

/** Returns the most frequent error if the comparison is inconclusive, or an empty string if no case has an error. */
function erroredText({ verdict, cases }: Judgement, context: ReportContext): string {
  if (verdict !== 'inconclusive') return '';
  const counts = new Map<string, number>();
  const errored = cases.filter((one) => one.verdict === 'errored');
  for (const { errors } of errored) {
    for (const why of new Set([...errors.baseline, ...errors.candidate])) {
      counts.set(why, (counts.get(why) ?? 0) + 1);
    }
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (most === undefined) return '';
  const [why, count] = most;
  return `${count} ${count === 1 ? 'case has' : 'cases have'} this error: ${cell(excerpt(why, ERROR_MAX, context))}`;
}

function calloutText(reasons: readonly GateReason[], context: ReportContext): string {
  const isTested = ({ kind }: GateReason) => kind === 'score-worse' || kind === 'slower';
  const last = reasons.findLastIndex(isTested);
  const phrases = reasons.map((reason, at) => {
    const phrase = reasonPhrase('key' in reason ? { ...reason, key: inertKey(reason.key, context) } : reason);
    return `**${at === 0 ? capitalize(phrase) : phrase}**${at === last ? `, ${MORE_THAN_CHANCE}` : ''}`;
  });
  const shown = takeFitting(phrases, REASONS_MAX);
  const left = phrases.length - shown.length;
  return `${joinPhrases(left > 0 ? [...shown, `${left} more`] : shown)}.`;
}

function scoreTable(scores: readonly JudgedScore[], context: ReportContext): string {
  if (scores.length === 0) return '';
  const { baseline, candidate } = context.sides;
  const head =
    baseline === undefined
      ? `| Score | ${inertName(candidate.title, context)} | ${levelText(context)} interval | Floor | Result |\n| :-- | --: | :-- | :-- | :-- |`
      : `| Score | ${inertName(baseline.title, context)} | ${inertName(candidate.title, context)} | Difference | Verdict |\n| :-- | --: | --: | :-- | :-- |`;
  const rows = takeFitting(
    sortScores(scores).map((score) =>
      baseline === undefined ? scoreRowAlone(score, context) : scoreRow(score, context),
    ),
    SCORES_MAX,
  );
  const more = scores.length > rows.length ? `\n\n… and ${scores.length - rows.length} more` : '';
  return [head, ...rows].join('\n').concat(more);
}

function scoreRowAlone({ key, gates, candidate, floor }: JudgedScore, context: ReportContext): string {
  const cells = [
    inertName(key, context),
    candidate === undefined ? '–' : formatScore(candidate.mean.value),
    candidate === undefined ? '–' : formatBounds(candidate.mean),
    floorText(floor),
    `${floorResult(floor)}${gates ? '' : ', for information'}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function scoreRow(score: JudgedScore, context: ReportContext): string {
  const { key, gates, means, verdict, floor } = score;
  const isMoved = verdict?.kind === 'worse' || verdict?.kind === 'better';
  const after = means === undefined ? '–' : formatScore(means.candidate);
  const missed = floor?.kind === 'missed' ? `, below ${floor.floor.atLeast}` : '';
  const cells = [
    inertName(key, context),
    means === undefined ? '–' : formatScore(means.baseline),
    isMoved ? `**${after}**` : after,
    formatDifference(score),
    `${verdictText(verdict)}${missed}${gates ? '' : ', for information'}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function brokenPart(cases: readonly JudgedCase[], context: ReportContext): string {
  const broken = cases.filter(({ verdict }) => verdict === 'broken');
  const { baseline, candidate } = context.sides;
  const described = broken.slice(0, MAX_BROKEN).map((one) => {
    const { tallies } = one;
    const counts =
      tallies?.baseline === undefined || baseline === undefined
        ? ''
        : ` ${inertName(baseline.title, context)} passed ${tallies.baseline.passed} of ${tallies.baseline.total} times, ${inertName(candidate.phrase, context)} ${tallies.candidate.passed} of ${tallies.candidate.total}.`;
    const costs = costPhrase(one, context);
    const spent = costs === '' ? '' : ` ${capitalize(costs)}.`;
    const question = separateQuestion(one, context);
    const asked =
      question === undefined ? '' : `\n\nQuestion: ${cell(excerpt(question, QUESTION_MAX, context))}`;
    return `**Broken: ${inertName(caseTitle(one, context), context)}**.${counts}${spent}${asked}\n\n${fenced(diffLines(one, context), 'diff')}`;
  });
  const shown = takeFitting(described, BROKEN_MAX);
  const rest = broken.slice(shown.length).map((one) => inertName(caseTitle(one, context), context));
  const names = takeFitting(rest, NAMES_MAX);
  const left = rest.length > names.length ? `, and ${rest.length - names.length} more` : '';
  return [...shown, ...(rest.length > 0 ? [`**Also broken:** ${names.join(', ')}${left}`] : [])].join('\n\n');
}

/** Returns as many of the first texts as fit into `max` characters. */
function takeFitting(texts: readonly string[], max: number): string[] {
  const taken: string[] = [];
  let length = 0;
  for (const text of texts) {
    length += text.length;
    if (length > max) break;
    taken.push(text);
  }
  return taken;
}

/**
 * Returns the cases of the folded table, most important first, and separately the cases whose responses differ only in
 * wording.
 */
function listedCases(cases: readonly JudgedCase[]): { others: JudgedCase[]; reworded: JudgedCase[] } {
  const isReworded = (one: JudgedCase) => one.verdict === 'changed' && !failsOnBothSides(one);
  const listed = sortCases(cases).filter(
    (one) =>
      failsOnBothSides(one) || (!['broken', 'same', 'passed'].includes(one.verdict) && !isNotAsked(one)),
  );
  return { others: listed.filter((one) => !isReworded(one)), reworded: listed.filter(isReworded) };
}

/** Returns the folded table of cases, with as many rows as `room` permits. */
function casesPart(judgement: Judgement, context: ReportContext, room: number): string {
  const { others, reworded } = listedCases(judgement.cases);
  const url = safeUrl(context.compareUrl);
  const link =
    url === undefined
      ? ''
      : `[${judgement.cases.length === 1 ? 'The case' : `All ${judgement.cases.length} cases`}${context.sides.baseline === undefined ? '' : ' side by side'}](<${url}>)`;
  const head = caseTableHead(context);
  const part = (rows: readonly string[]): string => {
    const left = others.length + reworded.length - rows.length;
    const content = [
      rows.length === 0 ? '' : [head, ...rows].join('\n'),
      left > 0 ? `… and ${left} more` : '',
      link,
    ].filter((text) => text !== '');
    const counts = countsText(judgement);
    return content.length === 0 ? counts : details(counts, content.join('\n\n'));
  };
  const rows: string[] = [];
  let length = part([]).length + head.length;
  for (const one of [...others.slice(0, MAX_ROWS), ...reworded.slice(0, MAX_REWORDED)]) {
    const row = caseRow(one, context);
    length += row.length + 1;
    if (length > room) break;
    rows.push(row);
  }
  return part(rows);
}

/** Returns the counts of the verdicts, such as `<b>5 cases worse</b> · 2 flaky · 27 same`. The first count has the noun. */
export function countsText({ counts, cases: all }: Judgement): string {
  const failing = all.filter(failsOnBothSides).length;
  const verdicts: readonly [count: number, text: string][] = [
    [counts.failed, 'failed'],
    [counts.worse, 'worse'],
    [counts.flaky, 'flaky'],
    [counts.errored, 'without a result'],
    [counts.better + counts.fixed, 'better'],
    [counts.changed, 'worded differently'],
    [counts.same, 'same'],
    [failing, `of them ${failing === 1 ? 'fails' : 'fail'} on both sides`],
    [counts.passed, 'passed'],
  ];
  const texts = verdicts
    .filter(([count]) => count > 0)
    .map(([count, text], at) => {
      const isBold = text === 'failed' || text === 'worse';
      const counted = `${at === 0 || isBold ? countOf(count, 'case') : count.toLocaleString('en')} ${text}`;
      return isBold ? `<b>${counted}</b>` : counted;
    });
  return texts.length === 0 ? 'No other cases' : texts.join(' · ');
}

/** Returns how many cases would decide the unclear scores, or an empty string if the number is unknown. */
function neededText({ scores }: Judgement, context: ReportContext): string {
  const needed = scores.flatMap((score) => neededSentence({ ...score, key: inertKey(score.key, context) }));
  return needed.length === 0 ? '' : `*Unclear* does not block. ${takeFitting(needed, NEEDED_MAX).join(' ')}`;
}

function decisionLines(judgement: Judgement, context: ReportContext): string[] {
  const { settings, sides, dataset } = context;
  const { scores, totals } = judgement;
  const of =
    dataset === undefined
      ? ''
      : ` of ${inertName(dataset.name, context)} as of ${inertName(dataset.version, context)}`;
  const { baseline } = sides;
  const asked = `${countOf(judgement.cases.length - totals.notAsked, 'case')}${of}`;
  if (baseline === undefined) {
    return [
      `${inertName(sentenceStart(sides.candidate), context)} got ${asked}. It was not compared with another deployment.`,
      'A case *failed* if none of its answers met the expectations, and is *flaky* if only some of them did.',
      'A score is below its floor if its mean over all answers is lower than the floor.',
    ].map((line) => `- ${line}`);
  }
  const { commit } = baseline;
  const link = commit && /^[0-9a-f]{7,64}$/i.test(commit.sha) ? safeUrl(commit.link) : undefined;
  const served =
    commit === undefined || link === undefined
      ? ''
      : ` ${inertName(sentenceStart(baseline), context)} served commit [\`${commit.sha.slice(0, 7)}\`](<${link}>).`;
  const isFew = scores.some(({ verdict }) => verdict?.kind === 'unclear' && verdict.why === 'few-pairs');
  const needed = judgement.verdict === 'unclear' ? '' : neededText(judgement, context);
  const repeated = totals.secondLooks === 1 ? '1 case was' : `${totals.secondLooks} cases were`;
  const again =
    totals.secondLooks === 0
      ? ''
      : ` ${repeated} run again on both sides. The means do not include the answers of these runs.`;
  return [
    `Both sides got the same ${asked}.${served}`,
    `A score is *worse* if its drop is larger than the margin (${settings.margin} by default), and chance would cause such a drop in at most ${Math.round(settings.alpha * 100)} of 100 comparisons.`,
    `A case is *broken* if all answers of ${inertName(baseline.phrase, context)} pass and no answer of ${inertName(sides.candidate.phrase, context)} passes.${again}`,
    ...(needed === '' ? [] : [needed]),
    ...(isFew
      ? [`With fewer than ${settings.minPairs} scored cases, no difference counts as significant.`]
      : []),
  ].map((line) => `- ${line}`);
}
