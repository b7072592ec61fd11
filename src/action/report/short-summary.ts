import { type Outcome, REASONS, type Severity } from '../outcome.ts';
import { cell, inertLines, safeUrl, shorten, table } from './markdown.ts';

const ICONS: Readonly<Record<Severity, string>> = { fine: '✅', warning: '⚠️', error: '❌' };

const MESSAGE_MAX = 20_000;

/** Returns the Markdown parts of a short job summary: the outcome, a hint, and a table. Omits rows without a value. */
export function shortSummary(
  title: string,
  end: Outcome,
  { severity, help, rows }: { severity: Severity; help: string; rows: [string, string | undefined][] },
): string[] {
  const url = safeUrl(help);
  const meanings: Readonly<Record<string, string>> = REASONS[end.kind];
  const all: typeof rows = [
    ['Outcome', `${end.kind} (${end.reason})`],
    ['Meaning', meanings[end.reason]],
    ...rows,
  ];
  return [
    `### ${ICONS[severity]} ${title}: ${cell(end.kind)}`,
    inertLines(shorten(end.message, MESSAGE_MAX)),
    severity === 'fine' ? '' : url === undefined ? `What to do: \`${help}\`` : `[What to do](<${url}>)`,
    table(
      ['', ''],
      all.flatMap(([label, value]) => (value ? [[label, value]] : [])),
    ),
  ].filter((part) => part !== '');
}
