import type { DashboardLogLine } from '../../../src/contract/dashboard/logs.ts';

/** A line as a list shows it, by its ID. */
export interface LogRow {
  seq: number;
  line: DashboardLogLine;
}

/** More lines than these are on the screen at no time: the oldest go. */
const KEPT = 50_000;

export interface LogRows {
  rows: readonly LogRow[];
  /** How many went at the front since the log was opened, less those that came there. */
  trimmed: number;
}

/** The rows with these lines after them; those that are there already are left out. */
export function withLines(before: LogRows, lines: readonly DashboardLogLine[], kept = KEPT): LogRows {
  const last = before.rows.at(-1);
  const fresh = lines.filter((line) => last === undefined || line.id > last.line.id);
  if (fresh.length === 0) return before;
  const all = [...before.rows, ...fresh.map(toRow)];
  const surplus = Math.max(all.length - kept, 0);
  return { rows: surplus === 0 ? all : all.slice(surplus), trimmed: before.trimmed + surplus };
}

const toRow = (line: DashboardLogLine): LogRow => ({ seq: line.id, line });

/** The rows with these older lines before them, which stay where they are read. */
export const withOlderLines = (before: LogRows, lines: readonly DashboardLogLine[]): LogRows => ({
  rows: [...lines.map(toRow), ...before.rows],
  trimmed: before.trimmed - lines.length,
});

export interface LogFilter {
  revision_id: string;
  kind: string;
  level: string;
  text: string;
  run_id: string;
}

/** Whether a new line belongs to a filtered log, as the emulator decides it for those before. */
export function logMatcher(filter: LogFilter): (line: DashboardLogLine) => boolean {
  const text = filter.text.toLowerCase();
  return (line) =>
    (filter.revision_id === '' || line.revision_id === filter.revision_id) &&
    (filter.kind === '' || line.kind === filter.kind) &&
    (filter.level === '' || line.level === filter.level) &&
    (text === '' || line.message.toLowerCase().includes(text)) &&
    (filter.run_id === '' || line.message.includes(filter.run_id));
}

/** The first line that tells of an error. */
export const firstError = (rows: readonly LogRow[]): LogRow | undefined =>
  rows.find(({ line }) => line.level === 'ERROR' || line.level === 'CRITICAL');

/** The lines as a file. */
export function logText(rows: readonly LogRow[]): string {
  return rows
    .map(({ line }) => `${new Date(line.at_ms).toISOString()} ${line.kind} ${line.level} ${line.message}\n`)
    .join('');
}
