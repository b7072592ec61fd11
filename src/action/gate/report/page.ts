import { safeUrl } from '../../report/markdown.ts';
import { formatScore, type Judgement } from '../judge.ts';
import type { JudgedCase } from '../judge-cases.ts';
import type { JudgedScore } from '../judge-scores.ts';
import { escapeXml } from './junit.ts';
import {
  caseErrors,
  caseMove,
  CASE_ICONS,
  diffLines,
  endedEarlyText,
  excerpt,
  floorResult,
  floorText,
  formatBounds,
  formatDifference,
  hasInterval,
  headline,
  levelText,
  outputText,
  type ReportContext,
  sortCases,
  sortScores,
  verdictText,
  whyText,
} from './texts.ts';

const NAME_MAX = 500;
const OUTPUT_MAX = 4_000;
/** Maximum number of cases that are shown with their responses. Each further case has one line. */
const MAX_FULL = 500;

/** Style sheet of the page. The page's content security policy permits only this text, by its hash. */
export const PAGE_STYLE = `:root { color-scheme: light dark; --back: #ffffff; --text: #1f2328; --soft: #59636e; --line: #d1d9e0; --red: #b42318; --green: #1a7f37; --removed: #ffebe9; --added: #dafbe1; }
@media (prefers-color-scheme: dark) { :root { --back: #0d1117; --text: #f0f6fc; --soft: #9198a1; --line: #3d444d; --red: #ff7b72; --green: #3fb950; --removed: #4c1b1f; --added: #12361f; } }
body { background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
h1.red { color: var(--red); }
h1.green { color: var(--green); }
p.facts { color: var(--soft); }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4rem 0.8rem; text-align: left; vertical-align: middle; }
td.number { font-variant-numeric: tabular-nums; text-align: right; }
details { border-bottom: 1px solid var(--line); padding: 0.4rem 0; }
summary { cursor: pointer; }
pre { background: color-mix(in srgb, var(--line) 30%, transparent); border-radius: 6px; overflow-x: auto; padding: 0.8rem; white-space: pre-wrap; word-break: break-word; }
del { background: var(--removed); display: block; text-decoration: none; }
ins { background: var(--added); display: block; text-decoration: none; }
svg .axis { stroke: var(--line); }
svg .interval { stroke: var(--soft); }
svg .worse { fill: var(--red); }
svg .better { fill: var(--green); }
svg .same, svg .unclear { fill: var(--soft); }
`;

/** SHA-256 of {@link PAGE_STYLE}, in the form that the content security policy expects. */
export const PAGE_STYLE_HASH = 'sha256-+/z+Ntmz+r3JeISXJPa4+kWpdqkLtj9trekkzjsisaw=';

/**
 * Returns a comparison as one HTML page without scripts and without references to other files. Its content security
 * policy forbids everything except its own style sheet.
 */
export function comparisonPage(judgement: Judgement, context: ReportContext): string {
  const text = (value: string, max = NAME_MAX) => escapeXml(excerpt(value, max, context));
  const title = text(headline(judgement, context));
  const { dataset } = context;
  const of = dataset === undefined ? '' : ` of ${text(dataset.name)} as of ${text(dataset.version)}`;
  const tokens =
    judgement.totals.tokens === undefined ? '' : ` · ${judgement.totals.tokens.toLocaleString('en')} tokens`;
  const url = safeUrl(context.compareUrl);
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
    `<h1 class="${judgement.isRed ? 'red' : 'green'}">${title}</h1>`,
    `<p>${text(judgement.sentence, OUTPUT_MAX)}</p>`,
    ...(context.endedEarly === undefined
      ? []
      : [`<p>${text(endedEarlyText(judgement, context), OUTPUT_MAX)}</p>`]),
    `<p class="facts">${judgement.cases.length} cases${of} · ${judgement.totals.answers.toLocaleString('en')} answers${tokens}</p>`,
    scoresTable(judgement.scores, context),
    '<h2>Cases</h2>',
    ...(url === undefined
      ? []
      : [
          `<p><a href="${escapeXml(url)}" rel="noreferrer">All cases${context.sides.baseline === undefined ? '' : ' side by side'}</a></p>`,
        ]),
    ...sortCases(judgement.cases).map((one, at) => caseElement(one, context, at < MAX_FULL)),
    '</body>',
    '</html>',
  ].join('\n')}\n`;
}

function scoresTable(scores: readonly JudgedScore[], context: ReportContext): string {
  if (scores.length === 0) return '';
  const text = (value: string) => escapeXml(excerpt(value, NAME_MAX, context));
  const { baseline, candidate } = context.sides;
  if (baseline === undefined) return scoresTableAlone(scores, context);
  const bounds = scores.flatMap((score) => {
    const difference = hasInterval(score) ? score.means?.difference : undefined;
    return difference === undefined ? [] : [difference.value, difference.low, difference.high];
  });
  const scale = Math.max(0.1, ...bounds.map(Math.abs));
  const rows = sortScores(scores).map(
    (score) =>
      `<tr><td>${verdictText(score.verdict)}${score.gates ? '' : ', for information'}</td><th scope="row">${text(score.key)}</th>${
        score.means === undefined
          ? '<td class="number">–</td><td class="number">–</td><td>–</td><td></td>'
          : `<td class="number">${formatScore(score.means.baseline)}</td><td class="number">${formatScore(score.means.candidate)}</td><td>${formatDifference(score)}</td><td>${intervalPicture(score, scale)}</td>`
      }</tr>`,
  );
  return `<table>\n<thead><tr><th>Verdict</th><th>Score</th><th>${text(baseline.title)}</th><th>${text(candidate.title)}</th><th>Difference</th><th>Interval</th></tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`;
}

function scoresTableAlone(scores: readonly JudgedScore[], context: ReportContext): string {
  const text = (value: string) => escapeXml(excerpt(value, NAME_MAX, context));
  const rows = sortScores(scores).map(
    ({ key, gates, candidate, floor }) =>
      `<tr><td>${floorResult(floor)}${gates ? '' : ', for information'}</td><th scope="row">${text(key)}</th><td class="number">${candidate === undefined ? '–' : formatScore(candidate.mean.value)}</td><td>${candidate === undefined ? '–' : formatBounds(candidate.mean)}</td><td>${floorText(floor)}</td></tr>`,
  );
  return `<table>\n<thead><tr><th>Result</th><th>Score</th><th>${text(context.sides.candidate.title)}</th><th>${levelText(context)} interval</th><th>Floor</th></tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`;
}

const WIDTH = 200;
const HEIGHT = 24;
const RADIUS = 5;

/** Returns an image of a difference and its interval on a scale around zero. */
function intervalPicture(score: JudgedScore, scale: number): string {
  const { means, verdict } = score;
  if (means === undefined || verdict === undefined || !hasInterval(score)) return '';
  const { value, low, high } = means.difference;
  const x = (at: number) => {
    const share = Math.min(1, Math.max(-1, at / scale));
    return Math.round(WIDTH / 2 + share * (WIDTH / 2 - RADIUS));
  };
  const middle = HEIGHT / 2;
  return [
    `<svg width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${formatDifference(score)}">`,
    `<line class="axis" x1="${WIDTH / 2}" y1="0" x2="${WIDTH / 2}" y2="${HEIGHT}"/>`,
    `<line class="interval" stroke-width="2" x1="${x(low)}" y1="${middle}" x2="${x(high)}" y2="${middle}"/>`,
    `<circle class="${verdict.kind}" cx="${x(value)}" cy="${middle}" r="${RADIUS}"/>`,
    '</svg>',
  ].join('');
}

function caseElement(one: JudgedCase, context: ReportContext, isFull: boolean): string {
  const name = escapeXml(excerpt(one.name, NAME_MAX, context));
  const isAlone = context.sides.baseline === undefined;
  const move = isAlone ? escapeXml(excerpt(whyText(one, context), NAME_MAX, context)) : caseMove(one);
  const line = `${CASE_ICONS[one.verdict]} ${one.verdict}: ${name}${move === '' ? '' : ` (${move})`}`;
  if (!isFull) return `<p>${line}</p>`;
  const content =
    one.verdict === 'errored'
      ? `<p>${escapeXml(excerpt(caseErrors(one, context), OUTPUT_MAX, context))}</p>`
      : isAlone || one.verdict === 'same'
        ? `<pre>${escapeXml(excerpt(outputText(one.outputs.candidate), OUTPUT_MAX, context))}</pre>`
        : `<pre>${diffLines(one, context).map(diffLine).join('')}</pre>`;
  return `<details${one.verdict === 'broken' ? ' open=""' : ''}><summary>${line}</summary>${content}</details>`;
}

function diffLine(line: string): string {
  const text = escapeXml(line);
  if (line.startsWith('-')) return `<del>${text}</del>`;
  return line.startsWith('+') ? `<ins>${text}</ins>` : `${text}\n`;
}
