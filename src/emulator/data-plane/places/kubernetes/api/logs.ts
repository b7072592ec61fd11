import { type Connection, pathOf } from './connection.ts';
import type { Outcome, RequestTarget } from './problems.ts';

/** Container whose log is read. */
export interface LogSource {
  namespace: string;
  pod: string;
  container: string;
}

export interface LogLine {
  /** Time of the line according to the node, in RFC 3339 with nanoseconds. */
  at: string;
  text: string;
}

export interface ReadLogOptions {
  /** True to read the log that ended with the container's last restart. */
  previous?: boolean;
  tailLines?: number | undefined;
  /** Time of the first line in RFC 3339 without fractions. */
  sinceTime?: string | undefined;
  /** True if each line begins with its time; see `parseLogLine`. */
  timestamps?: boolean;
}

/** Maximum size of a response in bytes. */
export const MAX_LOG_BYTES = 1024 * 1024;

/** Matches the time of a log line: `2026-01-02T03:04:05.123456789Z text`. */
const STAMPED = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})) ?/;

/** Parses a log line, or returns `undefined` if the line has no timestamp. */
export function parseLogLine(line: string): LogLine | undefined {
  const at = STAMPED.exec(line);
  return at?.[1] === undefined ? undefined : { at: at[1], text: line.slice(at[0].length) };
}

/** Reads the current log of a container. */
export function readLog(
  connection: Connection,
  source: LogSource,
  signal: AbortSignal,
  { previous = false, timestamps = false, tailLines, sinceTime }: ReadLogOptions = {},
): Promise<Outcome<string>> {
  const query = {
    container: source.container,
    limitBytes: MAX_LOG_BYTES,
    tailLines,
    sinceTime,
    ...(previous && { previous: 'true' }),
    ...(timestamps && { timestamps: 'true' }),
  };
  return connection.send({ target: targetOf(source), method: 'GET', path: logPath(source), query, signal });
}

/** Parses the log of a container, whose lines begin with their times. */
export function parseLog(text: string): LogLine[] {
  const lines: LogLine[] = [];
  for (const one of text.split('\n')) {
    const line = parseLogLine(one);
    const last = lines.at(-1);
    if (line !== undefined) lines.push(line);
    // A line without a time is the rest of an overlong line, or a message of the node.
    else if (one !== '' && last !== undefined) lines.push({ at: last.at, text: one });
  }
  return lines;
}

/** Position in the log of a container: the time of the last line, and the number of lines with this time. */
export interface LogPosition {
  last: string | null;
  atLast: number;
}

/** Returns the time from which the log must be read again, in whole seconds, because the API accepts no fractions. */
export function secondOf({ last }: LogPosition): string | undefined {
  return last === null ? undefined : new Date(Math.floor(Date.parse(last) / 1000) * 1000).toISOString();
}

/** Returns the second after the last line, for a second with more output than the cluster returns in one response. */
export function nextSecondOf({ last }: LogPosition): string | undefined {
  return last === null ? undefined : new Date((Math.floor(Date.parse(last) / 1000) + 1) * 1000).toISOString();
}

/**
 * Returns the lines after a position, and the position after them. `lines` must begin at the second of the position or
 * earlier. Several lines may have equal times, so as many lines with the last time are skipped as were read before. All
 * lines after the skipped lines are new, even if the node's clock goes back.
 */
export function linesAfter(
  lines: readonly LogLine[],
  { last, atLast }: LogPosition,
): { fresh: LogLine[]; position: LogPosition } {
  const fresh = last === null ? [...lines] : lines.slice(firstNew(lines, last, atLast));
  const newest = fresh.at(-1)?.at ?? last;
  if (newest === null) return { fresh, position: { last, atLast } };
  const before = fresh.findLastIndex(({ at }) => compareTimes(at, newest) !== 0);
  const isSame = before === -1 && last !== null && compareTimes(newest, last) === 0;
  const count = fresh.length - 1 - before + (isSame ? atLast : 0);
  return { fresh, position: { last: newest, atLast: count } };
}

/** Returns the index of the first line after `atLast` lines with the time `last`. */
function firstNew(lines: readonly LogLine[], last: string, atLast: number): number {
  let skipped = 0;
  for (const [index, { at }] of lines.entries()) {
    const order = compareTimes(at, last);
    if (order > 0) return index;
    if (order === 0) skipped += 1;
    if (skipped === atLast) return index + 1;
  }
  return lines.length;
}

/** Compares two RFC 3339 times to the nanosecond, because a conversion to milliseconds would lose digits. */
function compareTimes(one: string, other: string): number {
  const seconds = Math.floor(Date.parse(one) / 1000) - Math.floor(Date.parse(other) / 1000);
  return seconds === 0 ? nanosecondsOf(one) - nanosecondsOf(other) : seconds;
}

function nanosecondsOf(time: string): number {
  const digits = /\.(\d+)/.exec(time)?.[1] ?? '';
  return Number(digits.slice(0, 9).padEnd(9, '0'));
}

function targetOf({ namespace, pod }: LogSource): RequestTarget {
  return { verb: 'get', group: '', resource: 'pods/log', namespace, name: pod };
}

function logPath({ namespace, pod }: LogSource): string {
  return pathOf('api', 'v1', 'namespaces', namespace, 'pods', pod, 'log');
}
