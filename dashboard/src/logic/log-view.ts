import type { LogRow } from './log-lines.ts';
import { formatDuration, visibleText } from './format.ts';

/** An entry of the displayed log: a line, or the heading of a revision. */
export type LogEntry =
  | {
      kind: 'line';
      row: LogRow;
      /** Role of the line in a failure: the line that reports the failure, or a line of the stack trace. */
      failure: 'head' | 'stack' | null;
      wraps: boolean;
      lines: number;
      /** Indexes in the visible message before which a new row begins. */
      breaks: readonly number[];
    }
  | { kind: 'gap'; key: string; text: string; lines: number };

export const isError = ({ line }: LogRow): boolean => line.level === 'ERROR' || line.level === 'CRITICAL';
export const isWarning = ({ line }: LogRow): boolean => line.level === 'WARNING';

/** Matches lines of a stack trace, and of the explanations that compilers and uv print below an error. */
const CONTINUATION = /^(?:\s|Traceback \(most recent|caused by:|note:|hint:|help:)/i;
/** Matches the headline of a Python exception, the last line of its trace. */
const HEADLINE = /^[\w.]{1,200}(?:Error|Exception|Exit|Interrupt)(?::|$)/;

/**
 * Lays out lines in rows of a fixed height. Errors, their stack traces and the chosen line wrap. All other lines wrap
 * only if `wrapAll` is set. `columns` is the number of characters per row.
 */
export function layOutLog(
  rows: readonly LogRow[],
  {
    columns,
    wrapAll,
    chosen,
    numberOf,
  }: {
    columns: number;
    wrapAll: boolean;
    chosen: number | null;
    numberOf: (revisionId: string) => number | undefined;
  },
): LogEntry[] {
  const entries: LogEntry[] = [];
  let before: LogRow | undefined;
  let inFailure = false;
  for (const row of rows) {
    if (before !== undefined && before.line.revision_id !== row.line.revision_id) {
      const ms = row.line.at_ms - before.line.at_ms;
      const number = numberOf(row.line.revision_id);
      const name = number === undefined ? 'Another revision' : `Revision #${number}`;
      const later = ms > 0 ? `, ${formatDuration(ms)} later` : '';
      entries.push({ kind: 'gap', key: `gap ${row.seq}`, text: `${name}${later}`, lines: 1 });
      inFailure = false;
    }
    const { message } = row.line;
    const isHead = isError(row);
    const isStack: boolean =
      !isHead &&
      ((inFailure && (CONTINUATION.test(message) || HEADLINE.test(message))) ||
        message.startsWith('Traceback (most recent call last)'));
    inFailure = isHead || isStack;
    const wraps = wrapAll || isHead || isStack || row.seq === chosen;
    const wrapped = wraps ? wrapRow(row, columns) : ONE_ROW;
    entries.push({
      kind: 'line',
      row,
      failure: isHead ? 'head' : isStack ? 'stack' : null,
      wraps,
      lines: wrapped.lines,
      breaks: wrapped.breaks,
    });
    before = row;
  }
  return entries;
}

/** Maximum number of rows of one entry. A longer message scrolls within its entry. */
const MAX_LINES = 200;

/** Width of a tab in characters, as in browsers. */
const TAB = 8;

/**
 * Wraps a displayed text between words, or within a word that is longer than a row.
 *
 * @returns The number of rows, at most `MAX_LINES`, and the indexes before which a row has to end. The browser itself
 *   ends the rows within long words, after `columns` characters.
 */
export function wrapWords(text: string, columns: number): { lines: number; breaks: number[] } {
  const breaks: number[] = [];
  let lines = 1;
  let column = 0;
  let isIndentation = true;
  for (const { 0: part, index } of text.matchAll(/[\n\t]|[^\S\n\t]+|\S+/g)) {
    if (lines >= MAX_LINES) break;
    if (part === '\n') {
      lines += 1;
      column = 0;
      isIndentation = true;
    } else if (part.trim() === '') {
      const end = part === '\t' ? column - (column % TAB) + TAB : column + part.length;
      // Spaces at the end of a row do not begin another row.
      column = Math.min(end, columns);
    } else {
      if (!isIndentation && column + part.length > columns) {
        breaks.push(index);
        lines += 1;
        column = 0;
      }
      const last = column + part.length - 1;
      lines += Math.floor(last / columns);
      column = (last % columns) + 1;
      isIndentation = false;
    }
  }
  return { lines: Math.min(lines, MAX_LINES), breaks };
}

type Wrapped = ReturnType<typeof wrapWords>;

const ONE_ROW: Wrapped = { lines: 1, breaks: [] };

/** Wrapped messages. Each new line lays out the whole log, so the results for the earlier lines are kept. */
const wrappedRows = new WeakMap<LogRow, Wrapped & { columns: number }>();

function wrapRow(row: LogRow, columns: number): Wrapped {
  const known = wrappedRows.get(row);
  if (known?.columns === columns) return known;
  const wrapped = { ...wrapWords(visibleText(row.line.message), columns), columns };
  wrappedRows.set(row, wrapped);
  return wrapped;
}

/** Returns the start of each entry in rows, followed by the total number of rows. */
export function offsetsOf(entries: readonly LogEntry[]): number[] {
  const offsets = [0];
  for (const { lines } of entries) offsets.push((offsets.at(-1) ?? 0) + lines);
  return offsets;
}

/** Returns the index of the entry at a given row. */
export function entryAt(offsets: readonly number[], row: number): number {
  let [low, high] = [0, Math.max(offsets.length - 2, 0)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** One bar of the density strip, for the lines of one period. */
export interface DensityBar {
  count: number;
  errors: number;
  /** Number of the first error in the period, or else of its first line. */
  seq: number | null;
}

/** Counts the lines and errors of each period, where all periods have equal length. */
export function logDensity(rows: readonly LogRow[], bars: number): DensityBar[] {
  const counts = Array.from({ length: bars }, (): DensityBar => ({ count: 0, errors: 0, seq: null }));
  const from = rows[0]?.line.at_ms ?? 0;
  const span = Math.max((rows.at(-1)?.line.at_ms ?? 0) - from, 1);
  for (const row of rows) {
    const place = Math.floor(((row.line.at_ms - from) / span) * bars);
    const bar = counts[Math.min(Math.max(place, 0), bars - 1)];
    if (bar === undefined) continue;
    bar.count += 1;
    if (isError(row)) {
      if (bar.errors === 0) bar.seq = row.seq;
      bar.errors += 1;
    }
    bar.seq ??= row.seq;
  }
  return counts;
}

/**
 * Returns the next error after the line `from`, or, with the direction -1, the previous error before it. If no such
 * error exists or `from` is null, returns the first error of the log, or, with the direction -1, the last error.
 */
export function nextError(
  rows: readonly LogRow[],
  from: number | null,
  direction: 1 | -1,
): LogRow | undefined {
  const errors = rows.filter(isError);
  if (direction === 1) return errors.find(({ seq }) => from === null || seq > from) ?? errors[0];
  return errors.findLast(({ seq }) => from === null || seq < from) ?? errors.at(-1);
}
