import { BACKOFF, backoffMs } from '../../../../../clients/retry.ts';
import { createLineSplitter } from '../../process/lines.ts';
import { type Connection, pathOf } from './connection.ts';
import type { ClusterProblem, Outcome, RequestTarget } from './problems.ts';

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

export interface LogSink {
  line(line: LogLine): void;
  /** Called when an attempt has failed. The next attempt begins after `retryMs` milliseconds. */
  interrupted?(problem: ClusterProblem, retryMs: number): void;
}

export interface ReadLogOptions {
  /** True to read the log that ended with the container's last restart. */
  previous?: boolean;
  tailLines?: number;
  /** True if each line begins with its time; see `parseLogLine`. */
  timestamps?: boolean;
}

const HEALTHY_MS = 30_000;
const MAX_BYTES = 1024 * 1024;

export interface FollowLogsOptions {
  /** Time of the last line that was read, possibly by another process. Earlier lines are skipped. */
  after?: string;
}

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
  { previous = false, timestamps = false, tailLines }: ReadLogOptions = {},
): Promise<Outcome<string>> {
  const query = {
    container: source.container,
    limitBytes: MAX_BYTES,
    tailLines,
    ...(previous && { previous: 'true' }),
    ...(timestamps && { timestamps: 'true' }),
  };
  return connection.send({ target: targetOf(source), method: 'GET', path: logPath(source), query, signal });
}

/**
 * Follows the log of a container until the pod is gone or the signal aborts. Reports every line once: a new stream
 * starts at the second of the last line, and lines that were already reported are skipped.
 */
export async function followLogs(
  connection: Connection,
  source: LogSource,
  sink: LogSink,
  signal: AbortSignal,
  { after }: FollowLogsOptions = {},
): Promise<void> {
  const { clock, random } = connection;
  const seen = createSeenLines(after);
  let failures = 0;
  try {
    while (!signal.aborted) {
      const startedAt = clock.now();
      const before = seen.count();
      const lines = createLineSplitter((text) => readLine(text, seen, sink));
      seen.reopen();
      const end = await connection.stream({
        target: targetOf(source),
        method: 'GET',
        path: logPath(source),
        query: {
          container: source.container,
          follow: 'true',
          timestamps: 'true',
          sinceTime: seen.second(),
        },
        silenceMs: connection.logSilenceMs,
        read: (chunk) => lines.push(chunk),
        signal,
      });
      // An incomplete line at the end of an interrupted stream is dropped, because the next stream repeats it.
      if (end.kind === 'ended') lines.end();
      const problem = end.kind === 'failed' ? end.problem : undefined;
      if (problem?.kind === 'not-found') return;
      const worked = seen.count() > before || clock.now() - startedAt >= HEALTHY_MS;
      failures = worked ? 1 : failures + 1;
      const asked = problem?.kind === 'busy' ? (problem.retryAfterMs ?? 0) : 0;
      const delayMs = Math.max(asked, backoffMs(failures, random, BACKOFF.clusterStream));
      if (problem !== undefined && !isNotStarted(problem)) sink.interrupted?.(problem, delayMs);
      await clock.sleep(delayMs, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Returns whether a log request failed with status 400 because the container has not started yet. */
function isNotStarted(problem: ClusterProblem): boolean {
  return problem.kind === 'invalid' && /is waiting to start/.test(problem.message);
}

function readLine(text: string, seen: SeenLines, sink: LogSink): void {
  const line = parseLogLine(text);
  // A line without a timestamp is the rest of an overlong line, or a message of the node.
  if (line === undefined) {
    const last = seen.last();
    if (last !== undefined && seen.isPassing()) sink.line({ at: last, text });
    return;
  }
  if (seen.isNew(line.at)) sink.line(line);
}

interface SeenLines {
  /** Prepares for a new stream, which may contain earlier lines again. */
  reopen(): void;
  /** Records a line with this time, and returns whether the line is new. */
  isNew(at: string): boolean;
  /** Returns whether the previous line was new. */
  isPassing(): boolean;
  last(): string | undefined;
  /** Returns the time of the last line in whole seconds, because the API does not accept fractions of a second. */
  second(): string | undefined;
  count(): number;
}

/**
 * Creates the filter that finds the new lines of a stream by their times. Several lines may have equal times, so the
 * filter skips as many lines with the last time as the previous stream contained. All lines after the skipped lines are
 * new, even if the node's clock goes back.
 */
function createSeenLines(after: string | undefined): SeenLines {
  let last = after;
  let atLast = after === undefined ? 0 : Number.POSITIVE_INFINITY;
  let toSkip = 0;
  let passing = false;
  let count = 0;
  return {
    reopen() {
      toSkip = atLast;
      passing = last === undefined;
    },
    isNew(at) {
      const order = last === undefined ? 1 : compareTimes(at, last);
      if (!passing && (order < 0 || (order === 0 && toSkip > 0))) {
        if (order === 0) toSkip -= 1;
        return false;
      }
      passing = true;
      atLast = order === 0 ? atLast + 1 : 1;
      last = at;
      count += 1;
      return true;
    },
    isPassing: () => passing,
    last: () => last,
    second: () =>
      last === undefined ? undefined : new Date(Math.floor(Date.parse(last) / 1000) * 1000).toISOString(),
    count: () => count,
  };
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
