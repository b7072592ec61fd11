import { type Outcome, REASONS, type Severity } from '../outcome.ts';
import { describeArchive } from '../plan/origin.ts';
import { SWEPT_DID, SWEPT_WHY } from '../preview/swept-lines.ts';
import { formatDuration, type RunRecord } from '../run-record.ts';
import { agentAddress, cell, fenced, inertLines, safeUrl, shorten, table } from './markdown.ts';
import { planSummary } from './plan-text.ts';
import { checksPart } from './checks-part.ts';
import { rolloutPart } from './rollout-part.ts';

const ICONS: Readonly<Record<Severity, string>> = { fine: '✅', warning: '⚠️', error: '❌' };
/** GitHub refuses a step's summary over 1 MiB. */
const MAX_CHARACTERS = 250_000;
const MESSAGE_MAX = 20_000;
const NAME_MAX = 200;

/** The job summary: status, what changed, the phases with their durations, the end of a failing log. */
export function summaryOf(
  outcome: Outcome,
  severity: Severity,
  record: RunRecord,
  {
    now,
    help,
    pullUrl,
    serverUrl = 'https://github.com',
  }: { now: number; help: string; pullUrl?: string | undefined; serverUrl?: string | undefined },
): string {
  const name = record.deployment?.name;
  const parts = [
    `### ${ICONS[severity]} Agent Deploy: ${cell(outcome.kind)}${name === undefined ? '' : ` – ${cell(shorten(name, NAME_MAX))}`}`,
    inertLines(shorten(outcome.message, MESSAGE_MAX)),
    severity === 'fine' ? '' : whatToDo(help),
    statusTable(outcome, record, now),
    links(record, pullUrl, serverUrl),
    checksPart(record),
    planPart(record),
    sweptPart(record),
    rolloutPart(record),
    record.logTail
      ? `<details open><summary>End of the ${record.logTail.kind} log</summary>\n\n${fenced(record.logTail.lines)}\n\n</details>`
      : '',
  ].filter((part) => part !== '');
  let whole = parts.join('\n\n');
  // Whole parts, the last ones first: a cut through a code span or a fence would bring its rest to life.
  while (whole.length > MAX_CHARACTERS && parts.length > 1) {
    parts.pop();
    whole = `${parts.join('\n\n')}\n\n(shortened)`;
  }
  return `${whole}\n`;
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

/** Where a rollback went, and after what. */
function rollbackText({ rollback }: RunRecord): string | undefined {
  if (rollback === undefined) return undefined;
  const { targetId, revisionId, after } = rollback;
  const made = revisionId === undefined ? '' : `, as revision ${revisionId}`;
  return `to ${targetId}${made}${after === undefined ? '' : `, after ${after}`}`;
}

function sweptPart({ swept }: RunRecord): string {
  if (swept === undefined || swept.length === 0) return '';
  const rows = swept.map(({ name, of, why, did }) => [name, of, SWEPT_WHY[why], SWEPT_DID[did]]);
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
