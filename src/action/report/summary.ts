import type { Severity } from '../outcome/exit-code.ts';
import type { Outcome } from '../outcome/outcome.ts';
import { REASONS } from '../outcome/reasons.ts';
import type { RunRecord } from '../run-record.ts';
import { type PhaseSpan, formatDuration } from '../rollout/timeline.ts';
import { cell, fenced, safeUrl, table } from './markdown.ts';
import { verdictOf } from './plan-text.ts';

const ICONS: Readonly<Record<Severity, string>> = { fine: '✅', warning: '⚠️', error: '❌' };
const BAR_WIDTH = 24;
/** GitHub refuses a step's summary over 1 MiB. */
const MAX_CHARACTERS = 250_000;

/** The job summary: status, what changed, the phases with their durations, the end of a failing log. Pure. */
export function summaryOf(
  outcome: Outcome,
  severity: Severity,
  record: RunRecord,
  { now, help }: { now: number; help: string },
): string {
  const name = record.deployment?.name;
  const parts = [
    `### ${ICONS[severity]} Agent Deploy: ${cell(outcome.kind)}${name === undefined ? '' : ` – ${cell(name)}`}`,
    outcome.message.split('\n').map(cell).join('<br>'),
    severity === 'fine' ? '' : whatToDo(help),
    statusTable(outcome, record, now),
    link(record),
    planPart(record),
    timelinePart(record),
    record.logTail
      ? `<details open><summary>End of the ${record.logTail.kind} log</summary>\n\n${fenced(record.logTail.lines)}\n\n</details>`
      : '',
  ].filter((part) => part !== '');
  const whole = parts.join('\n\n');
  return whole.length > MAX_CHARACTERS
    ? `${parts.slice(0, -1).join('\n\n').slice(0, MAX_CHARACTERS)}\n\n(shortened)\n`
    : `${whole}\n`;
}

/** The docs' address as a link; a path, where the runner does not say where the action lives, as it is. */
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
    ['Commit', revision?.commit ?? record.commit],
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

function link(record: RunRecord): string {
  const url = safeUrl(record.deployment?.url);
  return url === undefined ? '' : `Agent: <${url}>`;
}

function planPart({ plan }: RunRecord): string {
  if (plan === undefined || plan.changes.length === 0) return '';
  const rows = plan.changes.map(({ field, from, to, revision }) => [
    field,
    from ?? '–',
    to ?? '–',
    revision ? 'yes' : 'no',
  ]);
  return `#### Plan\n\n${table(['Field', 'Before', 'After', 'Makes a revision'], rows)}\n\n${verdictOf(plan)}`;
}

function timelinePart({ timeline, prediction }: RunRecord): string {
  if (timeline.length === 0) return '';
  const total = Math.max(1, timeline.at(-1)?.endMs ?? 0);
  const rows = timeline.map((span) => [
    span.status,
    formatDuration(span.startMs),
    lasted(span),
    bar(span, total),
  ]);
  const usual =
    prediction === undefined ? '' : ` Earlier revisions usually took ${formatDuration(prediction.usualMs)}.`;
  return `#### Timeline\n\n${table(['Phase', 'From', 'Lasted', ''], rows)}\n\nIn all ${formatDuration(total)}.${usual}`;
}

function lasted({ startMs, endMs }: PhaseSpan): string {
  return endMs === undefined ? '…' : formatDuration(endMs - startMs);
}

function bar({ startMs, endMs }: PhaseSpan, totalMs: number): string {
  const from = Math.min(BAR_WIDTH - 1, Math.floor((startMs / totalMs) * BAR_WIDTH));
  const to = Math.max(from + 1, Math.round(((endMs ?? totalMs) / totalMs) * BAR_WIDTH));
  return '░'.repeat(from) + '█'.repeat(to - from) + '░'.repeat(Math.max(0, BAR_WIDTH - to));
}
