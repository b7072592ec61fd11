import type { Outcome, Severity } from '../outcome.ts';
import { cell, shorten, table } from '../report/markdown.ts';
import { spellDuration } from '../report/headline.ts';
import { shortSummary } from '../report/short-summary.ts';
import { formatDuration } from '../run-record.ts';
import type { SandboxRecord, Usage, UsageRow } from './record.ts';

const DID: Readonly<Record<UsageRow['decision'], string>> = {
  inject: 'credentials added',
  forward: 'forwarded unchanged',
  tunnel: 'tunneled: no rule for the host',
  bypass: 'tunneled: no_proxy',
  deny: 'denied',
  refuse: 'refused',
};

/** Returns the job summary as Markdown: the outcome, the sandbox, and the usage of each rule. */
export function sandboxSummary(
  end: Outcome,
  severity: Severity,
  record: SandboxRecord,
  { now, help }: { now: number; help: string },
): string {
  const notes: [string, string | undefined][] = [
    ['sandbox', record.sandbox && [record.sandbox.name, record.sandbox.status].filter(Boolean).join(': ')],
    ['isolation', record.isolation?.level],
    ['proxy', record.proxy?.address],
    ['command', record.command && commandText(record.command)],
    ['took', spellDuration(now - record.startedAt)],
  ];
  return `${[
    ...shortSummary('Sandbox', end, { severity, help, notes }),
    record.warnings.map((warning) => `⚠️ ${cell(shorten(warning, 2_000))}`).join('<br>'),
    sweptPart(record),
    record.usage === undefined ? '' : usagePart(record.usage),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

function commandText({ exitCode, ended }: NonNullable<SandboxRecord['command']>): string {
  return exitCode === undefined ? ended : `${ended}, exit code ${exitCode}`;
}

function sweptPart({ swept }: SandboxRecord): string {
  if (swept === undefined || swept.length === 0) return '';
  const rows = swept.map(({ name, runId, ageMs, did }) => [name, runId, formatDuration(ageMs), did]);
  return `#### Sandboxes\n\n${table(['Sandbox', 'Of run', 'Age', 'What was done'], rows)}`;
}

/**
 * Returns the usage of each rule as Markdown. Hosts are shown as plain text, because programs in the sandbox choose the
 * hosts.
 */
export function usagePart(usage: Usage): string {
  if (usage.requests === 0) return 'No request went through the credential proxy.';
  const rows = usage.rows.map((row) => [
    row.rule ?? '–',
    row.host ?? '–',
    `${DID[row.decision]}${row.decision === 'inject' ? `: ${row.injected.join(', ')}` : ` (${row.reason})`}${row.usesLeft === null ? '' : `; uses left: ${row.usesLeft}`}`,
    String(row.requests),
    row.masked === 0 ? '' : String(row.masked),
  ]);
  const others =
    usage.others === 0
      ? ''
      : `\n\n${usage.others} more requests, whose combinations of rule, host and result are not listed.`;
  const head = ['Rule', 'Host', 'What was done', 'Requests', 'Secrets masked in responses'];
  return `#### Credential proxy usage by rule\n\n${table(head, rows)}${others}`;
}
