import { cell, fenced, table } from '../../report/markdown.ts';
import { countOf } from '../../text.ts';
import type { Estimate } from '../../../judgement/intervals.ts';
import type { ScoreHistory } from '../result.ts';
import { formatMs, formatScore, type Judgement } from '../../../judgement/judge.ts';
import type { JudgedScore } from '../../../judgement/judge-scores.ts';
import { countsText } from './comment.ts';
import {
  caseCosts,
  caseErrors,
  caseMove,
  caseTitle,
  caseVerdictText,
  costPhrase,
  diffLines,
  endedEarlyText,
  excerpt,
  floorResult,
  floorText,
  formatBounds,
  formatDifference,
  hasInterval,
  headline,
  inertName,
  isNotAsked,
  levelText,
  type ReportContext,
  sortCases,
  sortScores,
  verdictText,
  whyText,
} from './texts.ts';

const MAX_SCORES = 30;
const MAX_BROKEN = 20;
const MAX_CASES = 300;
/** Maximum length of the job summary in characters, well below GitHub's limit of 1 MiB for the summary of a step. */
const SUMMARY_MAX = 250_000;

/** Returns the job summary of a comparison. If the summary would be too long, omits sections at its end. */
export function comparisonSummary(
  judgement: Judgement,
  context: ReportContext,
  history: ScoreHistory | undefined,
  max = SUMMARY_MAX,
): string {
  const parts = [
    `## ${judgement.isRed ? '🔴' : '🟢'} ${cell(excerpt(headline(judgement, context), 200, context))}`,
    cell(excerpt(judgement.sentence, 2_000, context)),
    cell(endedEarlyText(judgement, context)),
    factsLine(judgement, context),
    scoreTable(judgement.scores, context),
    latencyLine(judgement, context),
    historyChart(judgement, history, context),
    brokenPart(judgement, context),
    casesPart(judgement, context),
    erroredPart(judgement, context),
  ].filter((part) => part !== '');
  let whole = parts.join('\n\n');
  while (whole.length > max && parts.length > 1) {
    parts.pop();
    whole = `${parts.join('\n\n')}\n\n(shortened)`;
  }
  return `${whole}\n`;
}

function factsLine({ cases, totals }: Judgement, context: ReportContext): string {
  const { dataset } = context;
  const tokens = totals.tokens === undefined ? [] : [countOf(totals.tokens, 'token')];
  const of =
    dataset === undefined
      ? ''
      : ` of ${inertName(dataset.name, context)} (as of ${inertName(dataset.version, context)})`;
  return [`${countOf(cases.length, 'case')}${of}`, countOf(totals.answers, 'answer'), ...tokens].join(' · ');
}

function scoreTable(scores: readonly JudgedScore[], context: ReportContext): string {
  if (scores.length === 0) return '';
  const shown = sortScores(scores).slice(0, MAX_SCORES);
  const scale = scaleOf(
    shown.flatMap((score) => (hasInterval(score) ? (score.means?.difference ?? []) : [])),
  );
  const { baseline, candidate } = context.sides;
  if (baseline === undefined) return scoreTableAlone(shown, context);
  const rows = shown.map((score) => {
    const { key, means, verdict, gates } = score;
    const cells = [
      `${verdictText(verdict)}${gates ? '' : ', for information'}`,
      inertName(key, context),
      means === undefined ? '–' : formatScore(means.baseline),
      means === undefined ? '–' : formatScore(means.candidate),
      formatDifference(score),
      means === undefined || !hasInterval(score) ? '' : `\`${intervalBar(means.difference, scale)}\``,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `| Verdict | Score | ${inertName(baseline.title, context)} | ${inertName(candidate.title, context)} | Difference, ${levelText(context)} interval | From −${scale} to +${scale} |`,
    '| :-- | :-- | --: | --: | :-- | :-- |',
    ...rows,
  ].join('\n');
}

function scoreTableAlone(shown: readonly JudgedScore[], context: ReportContext): string {
  const rows = shown.map(({ key, gates, candidate, floor }) => [
    `${floorResult(floor)}${gates ? '' : ', for information'}`,
    excerpt(key, 200, context),
    candidate === undefined ? '–' : formatScore(candidate.mean.value),
    candidate === undefined ? '–' : formatBounds(candidate.mean),
    floorText(floor),
  ]);
  return table(
    [
      'Result',
      'Score',
      excerpt(context.sides.candidate.title, 200, context),
      `${levelText(context)} interval`,
      'Floor',
    ],
    rows,
  );
}

/** Returns the smallest predefined scale that includes every finite bound of the intervals. */
function scaleOf(differences: readonly Estimate[]): number {
  const bounds = differences.flatMap(({ value, low, high }) =>
    [value, low, high].filter(Number.isFinite).map(Math.abs),
  );
  const most = Math.max(0, ...bounds);
  return [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].find((scale) => scale >= most) ?? Math.ceil(most);
}

const HALF = 10;

/** Returns an interval as a bar of 21 characters with zero in the middle, such as `├───●───┤·┆··········`. */
export function intervalBar({ value, low, high }: Estimate, scale: number): string {
  const position = (at: number) => Math.round((Math.min(1, Math.max(-1, at / scale)) + 1) * HALF);
  const [from, at, to] = [position(low), position(value), position(high)];
  return Array.from({ length: 2 * HALF + 1 }, (_, index) => {
    if (index === at) return '●';
    if (index === from) return '├';
    if (index === to) return '┤';
    if (index > from && index < to) return '─';
    return index === HALF ? '┆' : '·';
  }).join('');
}

function latencyLine({ latency }: Judgement, context: ReportContext): string {
  if (latency === undefined) return '';
  const { baseline, candidate } = context.sides;
  const side = (title: string, { p50, p95 }: { p50: number; p95: number }) =>
    `${inertName(title, context)} ${formatMs(p50)} (95 of 100 within ${formatMs(p95)})`;
  if (baseline === undefined || latency.baseline === undefined) {
    return `Median latency: ${side(candidate.title, latency.candidate)}`;
  }
  return `Median latency: ${side(baseline.title, latency.baseline)}, ${side(candidate.title, latency.candidate)}: ${latency.verdict}`;
}

const MAX_RUNS = 20;

/** Returns a Mermaid chart of a score on the default branch, whose last point is this comparison. */
function historyChart(
  { scores }: Judgement,
  history: ScoreHistory | undefined,
  context: ReportContext,
): string {
  const current = scores.find(({ key }) => key === history?.key)?.candidate?.mean.value;
  if (history === undefined || current === undefined || history.runs.length === 0) return '';
  const label = (text: string) =>
    excerpt(text, 40, context)
      .replaceAll(/[^A-Za-z0-9 .-]/g, ' ')
      .trim() || '?';
  const runs = history.runs.filter(({ mean }) => Number.isFinite(mean)).slice(-MAX_RUNS);
  const values = [...runs.map(({ mean }) => mean), current];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const low = Math.floor(least * 10 - 1) / 10;
  const high = Math.ceil(most * 10 + (most >= 0.9 && most <= 1 ? 0 : 1)) / 10;
  const name = label(history.key);
  return [
    '```mermaid',
    'xychart-beta',
    `    title "${name} of the default branch and of this change (last)"`,
    `    x-axis [${[...runs.map(({ commit }) => label(commit.slice(0, 7))), 'this'].map((text) => `"${text}"`).join(', ')}]`,
    `    y-axis "${name}" ${low} --> ${high}`,
    `    line [${values.map((value) => Number(value.toFixed(4))).join(', ')}]`,
    '```',
  ].join('\n');
}

function brokenPart({ cases }: Judgement, context: ReportContext): string {
  const broken = cases.filter(({ verdict }) => verdict === 'broken');
  if (broken.length === 0) return '';
  const shown = broken.slice(0, MAX_BROKEN).map((one) => {
    const counts = [caseMove(one), costPhrase(one, context)].filter((text) => text !== '').join('; ');
    return `**${inertName(caseTitle(one, context), context)}** (${counts})\n\n${fenced(diffLines(one, context), 'diff')}`;
  });
  const left = broken.length > MAX_BROKEN ? [`… and ${broken.length - MAX_BROKEN} more`] : [];
  return `<details open>\n<summary><b>Broken: ${countOf(broken.length, 'case')}</b></summary>\n\n${[...shown, ...left].join('\n\n')}\n</details>`;
}

function casesPart(judgement: Judgement, context: ReportContext): string {
  const listed = sortCases(judgement.cases).filter(({ verdict }) => !['broken', 'errored'].includes(verdict));
  if (listed.length === 0) return '';
  const isAlone = context.sides.baseline === undefined;
  const shown = listed.slice(0, MAX_CASES).map((one) => ({ one, ...caseCosts(one, context) }));
  const columns = [
    { title: 'Verdict', of: ({ one }) => caseVerdictText(one.verdict) },
    { title: 'Case', of: ({ one }) => excerpt(caseTitle(one, context), 200, context) },
    isAlone
      ? { title: 'Why', of: ({ one }) => whyText(one, context) }
      : { title: 'Score', of: ({ one }) => caseMove(one) },
    { title: 'Time', of: ({ time }) => time },
    { title: 'Tokens', of: ({ tokens }) => tokens },
  ] satisfies { title: string; of: (row: (typeof shown)[number]) => string }[];
  const known = columns.filter(
    ({ title, of }) => !['Time', 'Tokens'].includes(title) || shown.some((row) => of(row) !== ''),
  );
  const rows = shown.map((row) => known.map(({ of }) => of(row)));
  const left = listed.length > MAX_CASES ? `\n\n… and ${listed.length - MAX_CASES} more` : '';
  const cases = table(
    known.map(({ title }) => title),
    rows,
  );
  return `<details>\n<summary>${countsText(judgement)}</summary>\n\n${cases}${left}\n</details>`;
}

function erroredPart({ cases }: Judgement, context: ReportContext): string {
  const errored = cases.filter((one) => one.verdict === 'errored' && !isNotAsked(one));
  if (errored.length === 0) return '';
  const rows = errored.map((one) => [
    excerpt(caseTitle(one, context), 200, context),
    caseErrors(one, context),
  ]);
  const summary = `<b>No result: ${countOf(errored.length, 'case')}</b>`;
  return `<details>\n<summary>${summary}</summary>\n\n${table(['Case', 'Why'], rows)}\n</details>`;
}
