import { statusKind } from '../../contract/statuses.ts';
import { type Outcome, REASONS, type Severity } from '../outcome.ts';
import { describeArchive } from '../pack/sizes.ts';
import type { PastRollout } from '../deploy/polling.ts';
import { formatDuration, type PhaseSpan, type RunRecord } from '../run-record.ts';
import { planSummary, SWEEP_RESULTS, SWEEP_REASONS } from './log-lines.ts';
import { unicodePattern } from '../../redaction/unicode-pattern.ts';
import { agentAddress, cell, fenced, inertLines, safeUrl, shorten, table } from './markdown.ts';

const ICONS: Readonly<Record<Severity, string>> = { fine: '✅', warning: '⚠️', error: '❌' };
const CHECK_ICONS = { passed: '✅', failed: '❌', 'timed-out': '⌛', impossible: '⚠️', skipped: '⏭️' } as const;

/** Maximum length of the summary in characters. GitHub refuses a summary over 1 MiB. */
const MAX_CHARACTERS = 250_000;
const MESSAGE_MAX = 20_000;

const NAME_MAX = 200;

/** Returns the job summary as Markdown: status, changes, phases with durations, and the end of a failed log. */
export function summaryOf(
  outcome: Outcome,
  severity: Severity,
  record: RunRecord,
  {
    now,
    help,
    pullUrl,
    serverUrl = 'https://github.com',
    gate = '',
  }: {
    now: number;
    help: string;
    pullUrl?: string | undefined;
    serverUrl?: string | undefined;
    /** Part about the gate as Markdown. */
    gate?: string | undefined;
  },
): string {
  const name = record.deployment?.name;
  const parts = [
    `### ${ICONS[severity]} Agent Deploy: ${cell(outcome.kind)}${name === undefined ? '' : ` – ${cell(shorten(name, NAME_MAX))}`}`,
    inertLines(shorten(outcome.message, MESSAGE_MAX)),
    severity === 'fine' ? '' : whatToDo(help),
    statusTable(outcome, record, now),
    links(record, pullUrl, serverUrl),
    gate.trimEnd(),
    checksPart(record),
    planPart(record),
    sweptPart(record),
    renderRollout(record),
    record.logTail
      ? `<details open><summary>End of the ${record.logTail.kind} log</summary>\n\n${fenced(record.logTail.lines)}\n\n</details>`
      : '',
  ].filter((part) => part !== '');
  let whole = parts.join('\n\n');
  // Removes whole sections from the end, because a cut code span or fence would turn the following text into
  // Markdown.
  while (whole.length > MAX_CHARACTERS && parts.length > 1) {
    parts.pop();
    whole = `${parts.join('\n\n')}\n\n(shortened)`;
  }
  return `${whole}\n`;
}

/**
 * Returns the URL of the docs as a link. A path is not a link: it is used if the runner does not set the action's
 * repository.
 */
function whatToDo(help: string): string {
  const url = safeUrl(help);
  return url === undefined ? `What to do: \`${help}\`` : `[What to do](<${url}>)`;
}

function statusTable(outcome: Outcome, record: RunRecord, now: number): string {
  const { deployment, revision } = record;
  const meaning: string = reasonText(outcome);
  const rows: [string, string | undefined][] = [
    ['Outcome', `${outcome.kind} (${outcome.reason})`],
    ['Meaning', meaning],
    ['Deployment', deployment && `${deployment.name} (${deployment.id})`],
    ['Revision', revision && `${revision.id}: ${revision.status}`],
    ['Before', record.previousRevisionId],
    ['Rollback', rollbackText(record)],
    ['Commit', revision?.commit ?? record.commit],
    ['Source', record.source && describeArchive(record.source)],
    ['Took', formatDuration(now - record.startedAt)],
  ];
  return table(
    ['', ''],
    rows.flatMap(([label, value]) => (value ? [[label, value]] : [])),
  );
}

function reasonText(outcome: Outcome): string {
  const reasons: Readonly<Record<string, string>> = REASONS[outcome.kind];
  return reasons[outcome.reason] ?? '';
}

function links(record: RunRecord, pullUrl: string | undefined, serverUrl: string): string {
  const agent = agentAddress(record.agentUrl ?? record.deployment?.url, serverUrl);
  const pull = safeUrl(pullUrl);
  return [agent && `Agent: ${agent}`, pull && `Pull request: [#${record.pullRequest}](<${pull}>)`]
    .filter(Boolean)
    .join('<br>');
}

/** Returns a sentence with the target of a rollback and its cause. */
function rollbackText({ rollback }: RunRecord): string | undefined {
  if (rollback === undefined) return undefined;
  const { targetId, revisionId, after } = rollback;
  const made = revisionId === undefined ? '' : `, as revision ${revisionId}`;
  return `to ${targetId}${made}${after === undefined ? '' : `, after ${after}`}`;
}

function sweptPart({ swept }: RunRecord): string {
  if (swept === undefined || swept.length === 0) return '';
  const rows = swept.map(({ name, of, why, did }) => [name, of, SWEEP_REASONS[why], SWEEP_RESULTS[did]]);
  return `#### Previews\n\n${table(['Preview', 'Of', 'Why', 'What was done'], rows)}`;
}

function planPart({ plan }: RunRecord): string {
  if (plan === undefined || plan.changes.length === 0) return '';
  const rows = plan.changes.map(({ field, from, to, revision }) => [
    field,
    from ?? '–',
    to ?? '–',
    revision ? 'yes' : 'no',
  ]);
  return `#### Plan\n\n${table(['Field', 'Before', 'After', 'Makes a revision'], rows)}\n\n${planSummary(plan)}`;
}

const MOST_CHARACTERS = 1_000;

/** Returns the checks of the agent as a table. Returns an empty text if the agent was not checked. */
function checksPart({ verification }: RunRecord): string {
  if (verification === undefined) return '';
  const rows = verification.results.map(({ name, result, tookMs, why }) => [
    name,
    `${CHECK_ICONS[result]} ${result}`,
    result === 'skipped' ? '–' : formatDuration(tookMs),
    why.join(' · ').slice(0, MOST_CHARACTERS),
  ]);
  return `#### Checks\n\n${table(['Check', 'Result', 'Took', 'Why'], rows)}`;
}

const BAR_WIDTH = 24;
const MAX_ROWS = 60;

const MAX_EARLIER = 5;

/**
 * Returns the phases as a chart and a table, with the durations of earlier revisions. Returns an empty text if the
 * run did not wait.
 */
export function renderRollout({ timeline, revision, ...record }: RunRecord): string {
  if (timeline.length === 0) return '';
  const earlier = record.earlier.filter(({ id }) => id !== revision?.id);
  const totalMs = timeline.at(-1)?.endMs ?? 0;
  const parts = [
    '#### Timeline',
    ganttOf(timeline, earlier),
    table(['Phase', 'From', 'Lasted', ''], rows(timeline, Math.max(1, totalMs))),
    `Total: ${formatDuration(totalMs)} since the run began to wait.`,
    comparison(totalMs, earlier),
  ];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

function rows(timeline: readonly PhaseSpan[], totalMs: number): string[][] {
  const shown = timeline
    .slice(0, MAX_ROWS)
    .map((span) => [span.status, formatDuration(span.startMs), lasted(span), bar(span, totalMs)]);
  const left = timeline.length - shown.length;
  return left > 0 ? [...shown, [`… and ${left} more`, '', '', '']] : shown;
}

function comparison(totalMs: number, earlier: readonly PastRollout[]): string | undefined {
  if (earlier.length === 0) return undefined;
  const body = earlier
    .slice(0, MAX_EARLIER)
    .map(({ id, commit, tookMs }) => [
      id,
      commit?.slice(0, 7) ?? '–',
      formatDuration(tookMs),
      difference(totalMs - tookMs),
    ]);
  const head = table(['Earlier revision', 'Commit', 'Took in all', 'This one'], body);
  return `${head}\n\nThe service reports when earlier revisions were created and last changed, but not their phases.`;
}

function difference(ms: number): string {
  if (Math.abs(ms) < 1000) return 'as long';
  return ms > 0 ? `${formatDuration(ms)} longer` : `${formatDuration(-ms)} shorter`;
}

function lasted({ startMs, endMs }: PhaseSpan): string {
  return endMs === undefined ? '…' : formatDuration(endMs - startMs);
}

function bar({ startMs, endMs }: PhaseSpan, totalMs: number): string {
  const from = Math.min(BAR_WIDTH - 1, Math.floor((startMs / totalMs) * BAR_WIDTH));
  const to = Math.min(BAR_WIDTH, Math.max(from + 1, Math.round(((endMs ?? totalMs) / totalMs) * BAR_WIDTH)));
  return '░'.repeat(from) + '█'.repeat(to - from) + '░'.repeat(BAR_WIDTH - to);
}

const DAY_MS = 24 * 60 * 60_000;
const MAX_SPANS = 40;

const MAX_EARLIER_BARS = 3;

/**
 * Returns a Mermaid chart of the phases, with the durations of earlier revisions below. Times count from midnight, so
 * that they are the same in every time zone. Returns `undefined` if there are no phases or they take a day or longer.
 */
export function ganttOf(timeline: readonly PhaseSpan[], earlier: readonly PastRollout[]): string | undefined {
  const known = earlier.slice(0, MAX_EARLIER_BARS);
  const longest = Math.max(timeline.at(-1)?.endMs ?? 0, ...known.map(({ tookMs }) => tookMs));
  if (timeline.length === 0 || longest >= DAY_MS) return undefined;
  const lines = [
    'gantt',
    '  dateFormat HH:mm:ss.SSS',
    `  axisFormat ${longest >= 60 * 60_000 ? '%H:%M' : '%M:%S'}`,
    '  todayMarker off',
    '  section This revision',
    ...timeline.slice(0, MAX_SPANS).map((span, index) => phaseLine(span, index + 1)),
    ...(known.length > 0 ? ['  section Earlier revisions'] : []),
    ...known.map(
      ({ id, commit, tookMs }, index) =>
        `  ${index + 1}. ${label(commit?.slice(0, 7) ?? id.slice(0, 8))} ${formatDuration(tookMs)} :done, e${index + 1}, ${clock(0)}, ${clock(tookMs)}`,
    ),
  ];
  return `\`\`\`mermaid\n${lines.join('\n')}\n\`\`\``;
}

function phaseLine({ status, startMs, endMs = startMs }: PhaseSpan, number: number): string {
  const lasted = Math.round(endMs) - Math.round(startMs);
  const failed = ['failed', 'interrupted'].includes(statusKind(status));
  // A phase without duration is shown as a milestone, because its bar would be invisible.
  const mark = lasted <= 0 ? 'milestone' : failed ? 'crit' : 'active';
  const until = lasted <= 0 ? '0s' : clock(endMs);
  // The number before a status prevents Mermaid from parsing the status as a keyword.
  return `  ${number}. ${label(status)} ${formatDuration(lasted)} :${mark}, p${number}, ${clock(startMs)}, ${until}`;
}

const NO_NAME = unicodePattern(String.raw`[^\p{L}\p{N}_.-]+`, 'gu');

/** Converts any text to a valid Mermaid task name. */
function label(text: string): string {
  const plain = text.replaceAll(NO_NAME(), ' ').trim();
  return plain === '' ? '?' : plain.slice(0, 40);
}

function clock(ms: number): string {
  return new Date(Math.max(0, Math.round(ms))).toISOString().slice(11, 23);
}
