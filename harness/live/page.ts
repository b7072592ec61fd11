import { createHash } from 'node:crypto';
import { escapeXml } from '../../src/action/gate/report/junit.ts';
import { PAGE_ICONS, PAGE_STYLE } from '../../src/action/gate/report/page-style.ts';
import { safeUrl } from '../../src/action/report/markdown.ts';
import { countOf } from '../../src/action/text.ts';
import type { LiveInference, LiveResult, LiveScenario, LiveStep } from '../../src/contract/live-result.ts';
import { orderInferences, resultSentence, resultTitle, stateCounts, type ReportPlace } from './texts.ts';

/** Style sheet: the rules of the gate's report, followed by the rules for the rows of this page. */
const STYLE = `${PAGE_STYLE}.rows .columns { grid-template-columns: 1rem minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr) 6.5rem; }
.rows summary.columns, .rows p.columns { padding-block: 0.5rem; }
.rows .cut-off { overflow-wrap: anywhere; white-space: normal; }
.rows .name a, .rows .name .note { color: var(--ink-3); }
.rows .group > summary { min-height: 0; padding: 0.5rem 1rem; }
.rows .group > summary, .steps { border-bottom: 1px solid var(--line); }
.steps tbody th { font: 400 0.75rem/1rem var(--mono); }
@media (max-width: 45rem) { .rows .columns { grid-template-columns: 1rem minmax(0, 1fr) 6.5rem; } .steps .took { display: none; }
.expected::before { content: 'Expected: '; } .seen::before { content: 'Seen: '; } }
.sweeps td { overflow-wrap: anywhere; } .sweeps th { white-space: nowrap; }
`;
const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

type Hue = 'ok' | 'bad' | 'wait' | 'rest';
type Icon = keyof typeof PAGE_ICONS;

const LOOKS: Readonly<Record<LiveInference['state'], { icon: Icon; hue: Hue; word: string }>> = {
  wrong: { icon: 'broken', hue: 'bad', word: 'wrong' },
  'not-reached': { icon: 'unclear', hue: 'wait', word: 'not reached' },
  confirmed: { icon: 'passed', hue: 'ok', word: 'confirmed' },
};
const SCENARIO_LOOKS: Readonly<Record<LiveScenario['state'], { icon: Icon; hue: Hue; word: string }>> = {
  failed: { icon: 'broken', hue: 'bad', word: 'failed' },
  'not-run': { icon: 'unclear', hue: 'wait', word: 'not run' },
  passed: { icon: 'passed', hue: 'ok', word: 'passed' },
};

/**
 * Returns the result of a run as one HTML page without scripts and without references to other files, in the style of
 * the gate's report. The page's content security policy forbids everything except the page's style sheet.
 */
export function livePage(result: LiveResult, place: ReportPlace = {}): string {
  const title = escapeXml(resultTitle(result));
  return `${[
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    banner(result, title),
    inferencesCard(result, place),
    scenariosCard(result),
    sweepsCard(result),
    '</main>',
    '</body>',
    '</html>',
  ].join('\n')}\n`;
}

function icon(name: Icon): string {
  return `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${PAGE_ICONS[name]}</svg>`;
}

function banner(result: LiveResult, title: string): string {
  const counts = stateCounts(result);
  const isComplete = counts['not-reached'] === 0 && result.scenarios.every(({ state }) => state === 'passed');
  const look: { icon: Icon; hue: Hue } =
    counts.wrong > 0
      ? { icon: 'broken', hue: 'bad' }
      : isComplete
        ? { icon: 'passed', hue: 'ok' }
        : { icon: 'unclear', hue: 'wait' };
  const { deployments, requests, minutes } = result.budget;
  const of = ({ used, max }: { used: number; max: number }) =>
    `${used.toLocaleString('en')} of ${max.toLocaleString('en')}`;
  const figures: [string, string][] = [
    ['Deployments', of(deployments)],
    ['Requests', of(requests)],
    ['Minutes', of(minutes)],
  ];
  return [
    `<section class="verdict ${look.hue}"><span class="glyph">${icon(look.icon)}</span>`,
    `<div><h1>${title}</h1><p>${escapeXml(resultSentence(result))}</p></div>`,
    `<dl class="facts">${figures.map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`).join('')}</dl></section>`,
  ].join('');
}

function inferencesCard(result: LiveResult, place: ReportPlace): string {
  const counts = stateCounts(result);
  const note = [
    `${counts.wrong.toLocaleString('en')} wrong`,
    `${counts['not-reached'].toLocaleString('en')} not reached`,
    `${counts.confirmed.toLocaleString('en')} confirmed`,
  ].join(', ');
  const head =
    '<div class="columns head"><span></span><span>Statement</span><span>Expected</span><span>Seen</span><span class="number">Result</span></div>';
  const ordered = orderInferences(result.inferences);
  const rows = (isConfirmed: boolean) =>
    ordered
      .filter(({ state }) => (state === 'confirmed') === isConfirmed)
      .map((one) => inferenceRow(one, place));
  const confirmed = rows(true);
  const { icon: name, hue } = LOOKS.confirmed;
  const were = counts.confirmed === 1 ? 'was' : 'were';
  const label = `${countOf(counts.confirmed, 'statement')} ${were} confirmed`;
  const group =
    confirmed.length === 0
      ? ''
      : `<details class="case group"><summary><span class="state ${hue}">${icon(name)}${label}</span></summary>\n${confirmed.join('\n')}</details>`;
  return `<section class="card rows"><header><h2>Statements about the service</h2><span class="note">${note}</span></header>\n${head}\n${[...rows(false), group].join('\n')}</section>`;
}

function inferenceRow(one: LiveInference, place: ReportPlace): string {
  const { icon: name, hue, word } = LOOKS[one.state];
  const url = safeUrl(place.docsUrl === undefined ? undefined : `${place.docsUrl}/${one.doc}`);
  const doc = escapeXml(one.doc);
  const where = url === undefined ? doc : `<a href="${escapeXml(url)}" rel="noreferrer">${doc}</a>`;
  const cells = [
    `<span class="${hue}">${icon(name)}</span>`,
    `<span class="name"><span>${codeHtml(one.claim)}</span><span class="note">${escapeXml(one.id)} · ${where}</span></span>`,
    textCell('expected', one.expected),
    textCell('seen', one.seen),
    `<span class="number ${hue}">${word}</span>`,
  ].join('');
  return `<div class="case"><p class="columns">${cells}</p></div>`;
}

function textCell(kind: 'expected' | 'seen', text: string | null): string {
  return text === null ? '<span></span>' : `<span class="cut-off ${kind}">${codeHtml(text)}</span>`;
}

/** Returns a text as HTML, with its parts between backticks as code. */
function codeHtml(text: string): string {
  return text
    .split('`')
    .map((part, at) => (at % 2 === 0 ? escapeXml(part) : `<span class="commit">${escapeXml(part)}</span>`))
    .join('');
}

function scenariosCard({ scenarios }: LiveResult): string {
  const head =
    '<div class="columns head"><span></span><span>Scenario</span><span>Problem</span><span>Steps</span><span class="number">Time</span></div>';
  const rows = scenarios.map((scenario) => {
    const { icon: name, hue, word } = SCENARIO_LOOKS[scenario.state];
    const steps = scenario.steps.length + scenario.steps_left_out;
    const cells = [
      `<span class="${hue}">${icon(name)}</span>`,
      `<span class="name"><span>${escapeXml(scenario.title)}</span><span class="${hue}">${word}</span></span>`,
      `<span class="cut-off">${escapeXml(scenario.problem)}</span>`,
      `<span class="cut-off">${countOf(steps, 'step')}</span>`,
      `<span class="number">${seconds(scenario.duration_ms)}</span>`,
    ].join('');
    if (steps === 0) return `<div class="case"><p class="columns">${cells}</p></div>`;
    return `<details class="case"><summary class="columns">${cells}</summary>${stepsTable(scenario)}</details>`;
  });
  return `<section class="card rows"><header><h2>Scenarios</h2></header>\n${head}\n${rows.join('\n')}</section>`;
}

function stepsTable({ steps, steps_left_out: left }: LiveScenario): string {
  if (steps.length === 0) return '';
  const rows = steps.map((step) => {
    const time = `<td class="number">${seconds(step.at_ms)}</td>`;
    const took = `<td class="number took">${step.duration_ms === null ? '' : `${step.duration_ms.toLocaleString('en')} ms`}</td>`;
    return `<tr>${time}<th scope="row">${escapeXml(step.text)}</th><td>${statusText(step)}</td>${took}</tr>`;
  });
  const note = left === 0 ? '' : `<p class="why">${countOf(left, 'step')} in the middle were left out.</p>`;
  return `<table class="steps"><thead><tr><th class="number">At</th><th>Step</th><th>Status</th><th class="number took">Took</th></tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody></table>${note}`;
}

function statusText({ kind, status }: LiveStep): string {
  if (kind !== 'request') return kind;
  if (status === null) return `<span class="state bad">${icon('errored')}no response</span>`;
  const hue: Hue = status >= 500 ? 'bad' : status >= 400 ? 'wait' : 'rest';
  return `<span class="${hue}">${status}</span>`;
}

function sweepsCard({ sweeps }: LiveResult): string {
  const names = (list: readonly string[]) => (list.length === 0 ? '–' : escapeXml(list.join(', ')));
  const rows = sweeps.map(
    ({ when, deleted, young, left }) =>
      `<tr><th scope="row">${when === 'before' ? 'Before' : 'After'}</th><td>${names(deleted)}</td><td>${names(young)}</td><td class="${left.length === 0 ? 'rest' : 'bad'}">${names(left)}</td></tr>`,
  );
  return `<section class="card"><header><h2>Sweeps</h2></header>\n<table class="sweeps"><thead><tr><th>Run</th><th>Deleted</th><th>Too young</th><th>Remains</th></tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody></table></section>`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
}
