import { stripVTControlCharacters } from 'node:util';
import type { Clock } from '../../../clients/clock.ts';
import { createRedactor } from '../../../redaction/redactor.ts';
import type { RevisionLine } from '../../ports/context.ts';
import type { LogKind, LogLine, Logs } from '../../ports/store.ts';

/** The build log and the deploy log of one revision, which store messages only after secrets are redacted. */
export interface RevisionLog {
  /**
   * Writes a message to the build log or the deploy log. `at` is the time of the message in epoch milliseconds
   * (default: now).
   */
  write(kind: LogKind, message: string, level?: LogLine['level'], source?: 'agent', at?: number): void;
  /** Returns a message in the form in which the log stores messages. */
  render(message: string): string;
  /** Redacts the revision's secrets in a status message. */
  redact(text: string): string;
  /** Adds secrets that the log redacts in all later messages. */
  addSecrets(values: Iterable<string>): void;
  /** Resolves once the store contains all messages that were written before the call. */
  flush(): Promise<void>;
}

/** A log whose caller stores the lines of the agent's output itself, together with a position. */
export interface OutputLog extends RevisionLog {
  /** Returns a line of the agent's output in the form in which the deploy log stores lines. */
  toAgentLine(message: string, at: number): Omit<LogLine, 'id'>;
  /** Reports lines of the agent's output that the caller has stored itself. */
  report(lines: readonly Omit<LogLine, 'id'>[]): void;
}

export interface RevisionLogs {
  /** Opens the log of a revision, or returns the open log. The log redacts `secrets`. */
  open(deployment: string, revisionId: string, secrets: Iterable<string>): OutputLog;
  flush(): Promise<void>;
}

/** Milliseconds for which log lines are collected before they are stored together. */
const GATHER_MS = 40;
const GATHER_LINES = 200;
/** Number of lines that a log accepts in one burst. Further lines are accepted at a rate of `LINES_PER_SECOND`. */
const BURST_LINES = 20_000;
const LINES_PER_SECOND = 100;

interface RevisionLogDependencies {
  logs: Pick<Logs, 'append'>;
  clock: Clock;
  /** Writes a line about a failure of the store to the emulator's own log. */
  log: (line: string) => void;
  onRevisionLine: (line: RevisionLine) => void;
  /** Values that every log redacts, in addition to the secrets of its revision. */
  ownSecrets: readonly string[];
}

/** Creates the component that writes the logs of all revisions to the store. */
export function createRevisionLogs(dependencies: RevisionLogDependencies): RevisionLogs {
  // The references are weak, because a log holds secrets and must be garbage-collected once no program can write to the
  // log.
  const open = new Map<string, WeakRef<OutputLog>>();
  const finalized = new FinalizationRegistry((revisionId: string) => {
    if (open.get(revisionId)?.deref() === undefined) open.delete(revisionId);
  });
  /** Logs with lines that are not stored yet. */
  const unwritten = new Set<RevisionLog>();
  return {
    open(deployment, revisionId, secrets) {
      let log = open.get(revisionId)?.deref();
      if (log === undefined) {
        log = createLog({ deployment, revisionId }, dependencies, unwritten);
        open.set(revisionId, new WeakRef(log));
        finalized.register(log, revisionId);
      }
      log.addSecrets(secrets);
      return log;
    },
    flush: async () => void (await Promise.all([...unwritten].map((log) => log.flush()))),
  };
}

function createLog(
  { deployment, revisionId }: { deployment: string; revisionId: string },
  { logs, clock, log, onRevisionLine, ownSecrets }: RevisionLogDependencies,
  unwritten: Set<RevisionLog>,
): OutputLog {
  const redactor = createRedactor(ownSecrets);
  const rateLimit = createRateLimit();
  let waiting: Omit<LogLine, 'id'>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  /** Number of batches that are being stored. */
  let pending = 0;

  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = [];
    if (lines.length > 0) {
      pending += 1;
      writing = writing
        .then(() => logs.append(lines))
        // Storing fails if the deployment was removed with its logs.
        .catch((error: unknown) =>
          log(`log lines of revision ${revisionId} could not be stored: ${String(error)}`),
        )
        .then(() => {
          pending -= 1;
          if (pending === 0 && waiting.length === 0) unwritten.delete(own);
        });
    }
    return writing;
  };
  const render = (message: string) => redactor.redact(stripVTControlCharacters(message));
  const add = (
    kind: LogKind,
    message: string,
    level: LogLine['level'],
    fromAgent = false,
    at = clock.now(),
  ) => {
    unwritten.add(own);
    onRevisionLine({ deployment, revisionId, level, message, fromAgent });
    waiting.push({ revisionId, kind, level, at, message });
    if (waiting.length >= GATHER_LINES) void write();
    else timer ??= setTimeout(() => void write(), GATHER_MS);
  };
  const own: OutputLog = {
    addSecrets: (values) => {
      for (const value of values) redactor.addSecret(value);
    },
    redact: (text) => redactor.redact(text),
    render,
    write(kind, message, level = levelOfLine(message), source, at) {
      const { allowed, dropped } = rateLimit();
      if (!allowed) return;
      if (dropped > 0)
        add(
          kind,
          `${dropped} lines were dropped, because the agent wrote more lines than the limit allows.`,
          'WARNING',
        );
      const isFailure = source === 'agent' && EXCEPTION.test(message);
      add(kind, render(message), isFailure ? 'ERROR' : level, source === 'agent', at);
    },
    toAgentLine: (message, at) => ({
      revisionId,
      kind: 'deploy',
      level: EXCEPTION.test(message) ? 'ERROR' : levelOfLine(message),
      at,
      message: render(message),
    }),
    report(lines) {
      for (const { level, message } of lines)
        onRevisionLine({ deployment, revisionId, level, message, fromAgent: true });
    },
    flush: write,
  };
  return own;
}

/**
 * Creates a rate limit for lines. The returned function must be called for each line, and returns whether the line is
 * allowed, and the number of lines that were dropped since the last allowed line.
 */
function createRateLimit(): () => { allowed: boolean; dropped: number } {
  let left = BURST_LINES;
  let since = performance.now();
  let dropped = 0;
  return () => {
    const now = performance.now();
    left = Math.min(BURST_LINES, left + ((now - since) / 1000) * LINES_PER_SECOND);
    since = now;
    if (left < 1) {
      dropped += 1;
      return { allowed: false, dropped };
    }
    left -= 1;
    const decision = { allowed: true, dropped };
    dropped = 0;
    return decision;
  };
}

/** Matches the first line that reports an exception of the agent's code, such as `KeyError: 'order'`. */
const EXCEPTION =
  /^(?:Uncaught )?(?:[A-Za-z_$][\w$]{0,100}\.){0,20}[A-Za-z_$][\w$]{0,100}(?:Error|Exception)(?: \[\w{1,60}\])?(?::\s|$)/;
/** Matches the beginning of an error line of uv, pip, npm, git or a compiler. */
const ERROR =
  /^\s*(?:(?:error|fatal)(?:\[[\w-]{1,40}\])?:\s|(?:ERROR|CRITICAL|FATAL)\b|npm (?:ERR!|error)|×\s)/i;
const WARNING = /^\s*(?:warn(?:ing)?(?:\[[\w-]{1,40}\])?:\s|WARN(?:ING)?\b|npm warn\b)/i;

/** Returns the level of a line that a program printed without a level. */
export function levelOfLine(line: string): LogLine['level'] {
  if (ERROR.test(line)) return 'ERROR';
  return WARNING.test(line) ? 'WARNING' : 'INFO';
}
