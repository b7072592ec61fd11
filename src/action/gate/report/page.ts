import { countOf } from '../../text.ts';
import { safeUrl } from '../../report/markdown.ts';
import { formatMs, formatScore, type Judgement, neededSentence } from '../../../judgement/judge.ts';
import type { CaseVerdict, JudgedCase } from '../../../judgement/judge-cases.ts';
import type { JudgedScore } from '../../../judgement/judge-scores.ts';
import { escapeXml } from './junit.ts';
import { PAGE_ICONS, PAGE_STYLE, PAGE_STYLE_HASH } from './page-style.ts';
import {
  caseCosts,
  caseErrors,
  caseMove,
  caseTitle,
  comparedTexts,
  diffFragments,
  endedEarlyText,
  excerpt,
  floorText,
  formatBounds,
  formatDifference,
  type Fragment,
  hasInterval,
  headline,
  isNotAsked,
  levelText,
  outputText,
  type ReportContext,
  sideErrors,
  type SideName,
  sortCases,
  sortScores,
  whyText,
} from './texts.ts';

const NAME_MAX = 500;
const OUTPUT_MAX = 4_000;
const LINE_MAX = 120;
/** Maximum number of cases that the page shows with their responses; each further case has only one line. */
const MAX_FULL = 500;
const MAX_PIPS = 10;

type Hue = 'ok' | 'bad' | 'wait' | 'rest';
type Icon = keyof typeof PAGE_ICONS;

const SCORE_HUES = { worse: 'bad', better: 'ok', same: 'rest', unclear: 'wait' } as const;

const CASE_LOOKS: Readonly<Record<CaseVerdict, { icon: Icon; hue: Hue }>> = {
  failed: { icon: 'broken', hue: 'bad' },
  broken: { icon: 'broken', hue: 'bad' },
  worse: { icon: 'worse', hue: 'bad' },
  flaky: { icon: 'flaky', hue: 'wait' },
  errored: { icon: 'errored', hue: 'wait' },
  fixed: { icon: 'better', hue: 'ok' },
  better: { icon: 'better', hue: 'ok' },
  changed: { icon: 'changed', hue: 'rest' },
  same: { icon: 'same', hue: 'rest' },
  passed: { icon: 'passed', hue: 'ok' },
};

/**
 * Returns a judgement as one HTML page without scripts and without references to other files. The page's content
 * security policy forbids everything except the page's style sheet.
 */
export function comparisonPage(judgement: Judgement, context: ReportContext): string {
  const title = escaped(headline(judgement, context), NAME_MAX, context);
  return `${[
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${PAGE_STYLE_HASH}'; base-uri 'none'; form-action 'none'">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    `<style>${PAGE_STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    banner(judgement, context, title),
    scoresCard(judgement, context),
    casesCard(judgement, context),
    '</main>',
    '</body>',
    '</html>',
  ]
    .filter((part) => part !== '')
    .join('\n')}\n`;
}

function escaped(text: string, max: number, context: ReportContext): string {
  return escapeXml(excerpt(text, max, context));
}

function icon(name: Icon): string {
  return `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${PAGE_ICONS[name]}</svg>`;
}

function banner(judgement: Judgement, context: ReportContext, title: string): string {
  const { cases, totals, verdict, isRed } = judgement;
  const { dataset } = context;
  const look: { icon: Icon; hue: Hue } =
    verdict === 'inconclusive'
      ? { icon: 'unclear', hue: 'wait' }
      : isRed
        ? { icon: judgement.isCompared ? 'worse' : 'broken', hue: 'bad' }
        : { icon: verdict === 'better' ? 'better' : 'passed', hue: 'ok' };
  const figures: [string, string][] = [
    ['Cases', cases.length.toLocaleString('en')],
    ['Answers', totals.answers.toLocaleString('en')],
    ...(totals.tokens === undefined
      ? []
      : [['Tokens', totals.tokens.toLocaleString('en')] as [string, string]]),
    ...(dataset === undefined ? [] : [['Data', `${dataset.name}, ${dataset.version}`] as [string, string]]),
  ];
  const early = endedEarlyText(judgement, context);
  return [
    `<section class="verdict ${look.hue}"><span class="glyph">${icon(look.icon)}</span>`,
    `<div><h1>${title}</h1><p>${escaped(judgement.sentence, OUTPUT_MAX, context)}</p>${early === '' ? '' : `<p>${escapeXml(early)}</p>`}</div>`,
    `<dl class="facts">${figures.map(([label, value]) => `<div><dt>${label}</dt><dd>${escaped(value, NAME_MAX, context)}</dd></div>`).join('')}</dl></section>`,
  ].join('');
}

function scoresCard(judgement: Judgement, context: ReportContext): string {
  const { scores } = judgement;
  const { baseline, candidate } = context.sides;
  if (scores.length === 0) return '';
  const deployments = [baseline, candidate]
    .flatMap((side) => (side?.commit === undefined ? [] : commitNote(side, side.commit.sha, context)))
    .join('');
  const content = baseline === undefined ? floorsTable(scores, context) : differencesTable(scores, context);
  const footer = [
    baseline === undefined
      ? ''
      : `Dots are the mean differences, and lines their ${levelText(context)} intervals.`,
    ...scores.flatMap(neededSentence),
    latencyText(judgement, context),
  ].filter((text) => text !== '');
  return `<section class="card"><header><h2>Scores</h2><span class="note commits">${deployments}</span></header>\n${content}\n<footer>${escaped(footer.join(' '), OUTPUT_MAX, context)}</footer></section>`;
}

function commitNote({ title }: SideName, sha: string, context: ReportContext): string {
  return `<span>${escaped(title, LINE_MAX, context)} <span class="commit">${escaped(sha.slice(0, 7), LINE_MAX, context)}</span></span>`;
}

function latencyText({ latency }: Judgement, { sides }: ReportContext): string {
  if (latency === undefined) return '';
  const of = (title: string, { p50, p95 }: { p50: number; p95: number }) =>
    `${title} ${formatMs(p50)} (95 of 100 within ${formatMs(p95)})`;
  const both = [
    ...(latency.baseline === undefined || sides.baseline === undefined
      ? []
      : [of(sides.baseline.title, latency.baseline)]),
    of(sides.candidate.title, latency.candidate),
  ];
  return `Median latency: ${both.join(', ')}.`;
}

function differencesTable(scores: readonly JudgedScore[], context: ReportContext): string {
  const bounds = scores.flatMap((score) => {
    const difference = hasInterval(score) ? score.means?.difference : undefined;
    return difference === undefined ? [] : [difference.value, difference.low, difference.high];
  });
  const scale = Math.max(0.1, ...bounds.map(Math.abs));
  const { baseline, candidate } = context.sides;
  const rows = sortScores(scores).map((score) => {
    const { key, means, verdict } = score;
    const number = (mean: number | undefined) =>
      `<td class="number">${mean === undefined ? '–' : formatScore(mean)}</td>`;
    const look = verdict === undefined ? '' : state(verdict.kind, SCORE_HUES[verdict.kind], verdict.kind);
    return `<tr><th scope="row">${escaped(key, NAME_MAX, context)}</th>${number(means?.baseline)}${number(means?.candidate)}<td class="number">${differenceText(score)}</td><td class="picture">${intervalPicture(score, scale)}</td><td>${look}${notes(score)}</td></tr>`;
  });
  const heads = [
    '<th>Score</th>',
    `<th class="number">${escaped(baseline?.title ?? '', LINE_MAX, context)}</th>`,
    `<th class="number">${escaped(candidate.title, LINE_MAX, context)}</th>`,
    '<th class="number">Difference</th>',
    `<th class="picture">From −${formatScore(scale)} to +${formatScore(scale)}</th>`,
    '<th>Verdict</th>',
  ];
  return table(heads, rows);
}

/** Returns the difference of a score, with the interval in an element that narrow pages hide. */
function differenceText(score: JudgedScore): string {
  const [value = '', interval] = formatDifference(score).split(/ (?=\()/);
  return interval === undefined ? value : `${value} <span class="interval">${interval}</span>`;
}

function table(heads: readonly string[], rows: readonly string[]): string {
  return `<table><thead><tr>${heads.join('')}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody></table>`;
}

function state(name: Icon, hue: Hue, word: string): string {
  return `<span class="state ${hue}">${icon(name)}${word}</span>`;
}

function notes({ gates, floor }: JudgedScore): string {
  const texts = [
    floor === undefined || floor.kind === 'met' ? '' : `${floor.kind} floor ${floor.floor.atLeast}`,
    gates ? '' : 'for information',
  ].filter((text) => text !== '');
  return texts.length === 0 ? '' : ` <span class="note">${texts.join(', ')}</span>`;
}

function floorsTable(scores: readonly JudgedScore[], context: ReportContext): string {
  const rows = sortScores(scores).map(
    ({ key, gates, candidate, floor }) =>
      `<tr><th scope="row">${escaped(key, NAME_MAX, context)}</th><td class="number">${candidate === undefined ? '–' : formatScore(candidate.mean.value)}</td><td class="number">${candidate === undefined ? '–' : formatBounds(candidate.mean)}</td><td>${floorText(floor)}</td><td>${floorState(floor)}${gates ? '' : ' <span class="note">for information</span>'}</td></tr>`,
  );
  const heads = [
    '<th>Score</th>',
    `<th class="number">${escaped(context.sides.candidate.title, LINE_MAX, context)}</th>`,
    `<th class="number">${levelText(context)} interval</th>`,
    '<th>Floor</th>',
    '<th>Result</th>',
  ];
  return table(heads, rows);
}

function floorState(floor: JudgedScore['floor']): string {
  switch (floor?.kind) {
    case undefined:
      return '–';
    case 'met':
      return state('passed', 'ok', 'met');
    case 'missed':
      return state('broken', 'bad', 'below');
    case 'unscored':
      return state('errored', 'wait', 'no score');
  }
}

const HEIGHT = 32;
const RADIUS = 5;
/** Half of the scale's width in percent of the picture's width. */
const HALF = 47;

/** Returns an image that shows a score's difference, interval and margin on a scale around zero. */
function intervalPicture(score: JudgedScore, scale: number): string {
  const { means, verdict, margin } = score;
  if (means === undefined || verdict === undefined || !hasInterval(score)) return '';
  const { value, low, high } = means.difference;
  const x = (at: number) => {
    const share = Math.min(1, Math.max(-1, at / scale));
    return `${Math.round((50 + share * HALF) * 100) / 100}%`;
  };
  const hue = SCORE_HUES[verdict.kind];
  const width = Math.round(Math.min(1, margin / scale) * 2 * HALF * 100) / 100;
  const middle = HEIGHT / 2;
  return [
    `<svg role="img" aria-label="${formatDifference(score)}">`,
    `<rect class="margin" x="${x(-margin)}" y="4" width="${width}%" height="${HEIGHT - 8}" rx="3"/>`,
    `<line class="zero" x1="50%" y1="2" x2="50%" y2="${HEIGHT - 2}"/>`,
    `<line class="whisker ${hue}" x1="${x(low)}" y1="${middle}" x2="${x(high)}" y2="${middle}"/>`,
    `<circle class="dot ${hue}" cx="${x(value)}" cy="${middle}" r="${RADIUS}"/>`,
    '</svg>',
  ].join('');
}

function casesCard({ cases, totals }: Judgement, context: ReportContext): string {
  const url = safeUrl(context.compareUrl);
  const { baseline, candidate } = context.sides;
  const link =
    url === undefined
      ? ''
      : `<a href="${escapeXml(url)}" rel="noreferrer">All cases${baseline === undefined ? '' : ' side by side'}</a>`;
  const [one, other] = baseline === undefined ? [candidate.title, 'Why'] : [baseline.title, candidate.title];
  const head = `<div class="columns head"><span></span><span>Case</span><span>${escaped(one, LINE_MAX, context)}</span><span>${escaped(other, LINE_MAX, context)}</span><span class="number">${baseline === undefined ? 'Passed' : 'Scores'}</span></div>`;
  const shown = sortCases(cases).filter((each) => !isNotAsked(each));
  const rows = shown.map((each, at) => caseElement(each, context, at < MAX_FULL));
  const footer =
    totals.notAsked === 0
      ? ''
      : `\n<footer>${countOf(totals.notAsked, 'case')} ${totals.notAsked === 1 ? 'was' : 'were'} not run.</footer>`;
  return `<section class="card"><header><h2>Cases</h2>${link}</header>\n${head}\n${rows.join('\n')}${footer}</section>`;
}

function caseElement(one: JudgedCase, context: ReportContext, isFull: boolean): string {
  const { icon: name, hue } = CASE_LOOKS[one.verdict];
  const isAlone = context.sides.baseline === undefined;
  const line = (text: string) => `<span class="cut-off">${escaped(text, LINE_MAX, context)}</span>`;
  const tally = one.tallies?.candidate;
  const move = isAlone ? (tally === undefined ? '' : `${tally.passed}/${tally.total}`) : caseMove(one);
  const side = (name: 'baseline' | 'candidate') =>
    (one.verdict === 'errored' && sideErrors(one, name, context)) || outputText(one.outputs[name]);
  const [first, second] = isAlone
    ? [outputText(one.outputs.candidate), whyText(one, context)]
    : [side('baseline'), side('candidate')];
  const cells = [
    `<span class="${hue}">${icon(name)}</span>`,
    `<span class="name"><span>${escaped(caseTitle(one, context), NAME_MAX, context)}</span><span class="${hue}">${one.verdict}</span></span>`,
    line(first),
    line(second),
    `<span class="number">${move}</span>`,
  ].join('');
  if (!isFull) return `<p class="case columns">${cells}</p>`;
  const isOpen = one.verdict === 'broken' || one.verdict === 'failed';
  return `<details class="case"${isOpen ? ' open=""' : ''}><summary class="columns">${cells}</summary>${caseContent(one, context)}</details>`;
}

function caseContent(one: JudgedCase, context: ReportContext): string {
  const { baseline, candidate } = context.sides;
  const errors = one.errors.baseline.length + one.errors.candidate.length;
  const why = [
    one.verdict === 'errored' || errors > 0 ? caseErrors(one, context) : '',
    one.verdict === 'errored' ? '' : one.failures.map((text) => excerpt(text, NAME_MAX, context)).join(' · '),
  ].filter((text) => text !== '');
  const parts =
    one.verdict === 'errored'
      ? []
      : baseline === undefined
        ? [
            `<div class="pair alone">${answerPart(candidate, one.tallies?.candidate, [{ text: excerpt(outputText(one.outputs.candidate), OUTPUT_MAX, context), isChanged: false }], context)}</div>`,
          ]
        : [pairPart(one, baseline, context)];
  return [
    ...parts,
    ...(why.length === 0 ? [] : [`<p class="why">${escaped(why.join(' · '), OUTPUT_MAX, context)}</p>`]),
    scoresOfCase(one, context),
    costOfCase(one, context),
  ].join('');
}

function pairPart(one: JudgedCase, baseline: SideName, context: ReportContext): string {
  const fragments = diffFragments(comparedTexts(one), OUTPUT_MAX, context);
  const before = answerPart(baseline, one.tallies?.baseline, fragments.baseline, context, 'del');
  const after = answerPart(
    context.sides.candidate,
    one.tallies?.candidate,
    fragments.candidate,
    context,
    'ins',
  );
  return `<div class="pair">${before}${after}</div>`;
}

function answerPart(
  { title }: SideName,
  tally: { passed: number; total: number } | undefined,
  fragments: readonly Fragment[],
  context: ReportContext,
  mark: 'del' | 'ins' = 'ins',
): string {
  const texts = fragments.map(({ text, isChanged }) =>
    isChanged && text.trim() !== '' ? `<${mark}>${escapeXml(text)}</${mark}>` : escapeXml(text),
  );
  return `<div><h3>${escaped(title, LINE_MAX, context)}${tally === undefined ? '' : pips(tally)}</h3><p class="answer">${texts.join('')}</p></div>`;
}

/** Returns one square for each evaluated response, and the numbers of passed and of all responses. */
function pips({ passed, total }: { passed: number; total: number }): string {
  const squares =
    total > MAX_PIPS
      ? ''
      : Array.from(
          { length: total },
          (_, at) => `<span class="pip ${at < passed ? 'passed' : 'failed'}"></span>`,
        ).join('');
  return `<span class="pips">${squares}<span class="number">${passed}/${total}</span></span>`;
}

function scoresOfCase({ scores }: JudgedCase, context: ReportContext): string {
  if (scores.length === 0) return '';
  const texts = scores.map(({ key, baseline, candidate }) => {
    const move =
      baseline === undefined
        ? formatScore(candidate)
        : `${formatScore(baseline)} → ${formatScore(candidate)}`;
    return `<span>${escaped(key, LINE_MAX, context)} <span class="number">${move}</span></span>`;
  });
  return `<p class="why scores-of-case">${texts.join('')}</p>`;
}

function costOfCase(one: JudgedCase, context: ReportContext): string {
  const { time, tokens } = caseCosts(one, context);
  const texts = Object.entries({ Time: time, Tokens: tokens }).flatMap(([label, text]) =>
    text === '' ? [] : [`<span>${label} <span class="number">${text}</span></span>`],
  );
  return texts.length === 0 ? '' : `<p class="why scores-of-case">${texts.join('')}</p>`;
}
