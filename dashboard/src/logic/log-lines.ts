import type { DashboardLogLine } from '../../../src/contract/dashboard/logs.ts';

/** A log line as a row of a list. `seq` is the ID of the line. */
export interface LogRow {
  seq: number;
  line: DashboardLogLine;
}

/** Maximum number of lines in memory, above which the oldest lines are dropped. */
const KEPT = 50_000;

export interface LogRows {
  rows: readonly LogRow[];
  /** Number of rows dropped from the front since the log was opened, minus the number of prepended rows. */
  trimmed: number;
}

/** Appends newer lines, and skips lines that are already present. */
export function withLines(before: LogRows, lines: readonly DashboardLogLine[], kept = KEPT): LogRows {
  const last = before.rows.at(-1);
  const fresh = lines.filter((line) => last === undefined || line.id > last.line.id);
  if (fresh.length === 0) return before;
  const all = [...before.rows, ...fresh.map(toRow)];
  const surplus = Math.max(all.length - kept, 0);
  return { rows: surplus === 0 ? all : all.slice(surplus), trimmed: before.trimmed + surplus };
}

const toRow = (line: DashboardLogLine): LogRow => ({ seq: line.id, line });

/** Prepends older lines. The visible rows keep their position. */
export const prependLines = (before: LogRows, lines: readonly DashboardLogLine[]): LogRows => ({
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

/** Returns a filter for new lines. The filter equals the emulator's filter for earlier lines. */
export function logMatcher(filter: LogFilter): (line: DashboardLogLine) => boolean {
  const text = filter.text.toLowerCase();
  return (line) =>
    (filter.revision_id === '' || line.revision_id === filter.revision_id) &&
    (filter.kind === '' || line.kind === filter.kind) &&
    (filter.level === '' || line.level === filter.level) &&
    (text === '' || line.message.toLowerCase().includes(text)) &&
    (filter.run_id === '' || line.message.includes(filter.run_id));
}

/** Returns the lines as text for a download. */
export function logText(rows: readonly LogRow[]): string {
  return rows
    .map(({ line }) => `${new Date(line.at_ms).toISOString()} ${line.kind} ${line.level} ${line.message}\n`)
    .join('');
}
