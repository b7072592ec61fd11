import { stripVTControlCharacters } from 'node:util';
import type { Clock } from '../../../clients/clock.ts';
import { createRedactor } from '../../../redaction/redactor.ts';
import type { LogKind, LogLine, Logs } from '../../ports/store.ts';

/** The two logs of one revision. Secrets are taken out before anything is kept. */
export interface RevisionLog {
  write(kind: LogKind, message: string, level?: LogLine['level']): void;
  /** A text without the revision's secrets, for status messages. */
  redact(text: string): string;
  /** These values must never be seen in it from now on. */
  addSecrets(values: Iterable<string>): void;
  /** Resolves when all that was written is in the store. */
  flush(): Promise<void>;
}
export interface RevisionLogs {
  /** Opens, or finds again, a revision's log; `secrets` are values that must never be seen in it. */
  open(revisionId: string, secrets: Iterable<string>): RevisionLog;
  flush(): Promise<void>;
}

/** Lines gather this long before they are written together. */
const GATHER_MS = 40;
const GATHER_LINES = 200;
/** A talkative agent may write this many lines at once, and then so many a second. */
const BURST_LINES = 20_000;
const LINES_PER_SECOND = 100;

/** Logs of all revisions, over the store. `log` is the emulator's own, for when the store refuses. */
export function createRevisionLogs(deps: {
  logs: Pick<Logs, 'append'>;
  clock: Clock;
  log: (line: string) => void;
}): RevisionLogs {
  // A log knows the secrets of its revision: it lives as long as something can write to it, and not for ever.
  const open = new Map<string, WeakRef<RevisionLog>>();
  const gone = new FinalizationRegistry((revisionId: string) => {
    if (open.get(revisionId)?.deref() === undefined) open.delete(revisionId);
  });
  /** Logs with lines that are not in the store yet. */
  const unwritten = new Set<RevisionLog>();
  return {
    open(revisionId, secrets) {
      let log = open.get(revisionId)?.deref();
      if (log === undefined) {
        log = createLog(revisionId, deps, unwritten);
        open.set(revisionId, new WeakRef(log));
        gone.register(log, revisionId);
      }
      log.addSecrets(secrets);
      return log;
    },
    flush: async () => void (await Promise.all([...unwritten].map((log) => log.flush()))),
  };
}

function createLog(
  revisionId: string,
  { logs, clock, log }: { logs: Pick<Logs, 'append'>; clock: Clock; log: (line: string) => void },
  unwritten: Set<RevisionLog>,
): RevisionLog {
  const redactor = createRedactor();
  const allowance = createAllowance();
  let waiting: Omit<LogLine, 'id'>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  /** Batches on their way into the store. */
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
        // The deployment may be gone by now, its logs with it.
        .catch((error: unknown) => log(`log of revision ${revisionId} was not kept: ${String(error)}`))
        .then(() => {
          pending -= 1;
          if (pending === 0 && waiting.length === 0) unwritten.delete(own);
        });
    }
    return writing;
  };
  const add = (kind: LogKind, message: string, level: LogLine['level']) => {
    unwritten.add(own);
    waiting.push({ revisionId, kind, level, at: clock.now(), message });
    if (waiting.length >= GATHER_LINES) void write();
    else timer ??= setTimeout(() => void write(), GATHER_MS);
  };
  const own: RevisionLog = {
    addSecrets: (values) => {
      for (const value of values) redactor.addSecret(value);
    },
    redact: (text) => redactor.redact(text),
    write(kind, message, level = 'INFO') {
      const { allowed, dropped } = allowance();
      if (!allowed) return;
      if (dropped > 0)
        add(kind, `${dropped} lines are not kept: the agent writes faster than the log takes.`, 'WARNING');
      add(kind, redactor.redact(stripVTControlCharacters(message)), level);
    },
    flush: write,
  };
  return own;
}

/** Says of each line whether it may be kept, and how many were not since the last one that was. */
function createAllowance(): () => { allowed: boolean; dropped: number } {
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
    const told = { allowed: true, dropped };
    dropped = 0;
    return told;
  };
}
