import type { Clock } from '../../clients/clock.ts';
import type { Exchange } from '../server/exchange.ts';
import type { Met, Redactor } from '../server/redact.ts';
import type { Surface } from '../server/route.ts';
import type { RecordedEntry } from './match.ts';

/** One exchange as kept and shown (DESIGN §8 "journal"): bodies without secrets. */
export interface JournalEntry {
  /** 1, 2, 3 … over the life of the emulator. */
  seq: number;
  /** When it ended, ISO 8601. */
  at: string;
  surface: Surface;
  method: string;
  /** Without the query. */
  path: string;
  /** As sent, without the question mark; only when there was one. */
  query?: string;
  /** 0: the connection was cut without an answer. */
  status: number;
  /** How long it took, in milliseconds. */
  ms: number;
  request: unknown;
  response: unknown;
}

/** What was asked and answered, oldest first. */
export interface Journal {
  record(exchange: Exchange): void;
  /** The entries after this number, at most `limit`; `next` is what to pass as `after` for those that follow. */
  after(seq: number, limit?: number): { entries: JournalEntry[]; next: number };
  /** The newest entry's number; 0 when there was none yet. */
  last(): number;
  /** The entries after this number, with their place in the order of everything. */
  moments(seq: number): RecordedEntry[];
  /** Forgets all entries; numbers go on. */
  clear(): void;
}

/** A client may encode any sign of a path in its own way: what is secret is looked for in what it means, too. */
function shownPath(path: string, redactor: Redactor, met: Met): string {
  const shown = redactor.text(path, met);
  const meant = path.includes('%') ? decoded(path) : path;
  if (meant === path) return shown;
  const hidden = redactor.text(meant, met);
  return hidden === meant ? shown : hidden;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Older entries are forgotten beyond this many. */
const KEPT = 10_000;

/** An empty journal. */
export function createJournal(redactor: Redactor, clock: Clock): Journal {
  let entries: RecordedEntry[] = [];
  let seq = 0;
  return {
    record(exchange) {
      seq += 1;
      // Either body may show that a text in the other is a secret.
      const hidden: string[] = [];
      const met = (secret: string) => void hidden.push(secret);
      const [request, response] = redactor.bodies([exchange.request ?? null, exchange.response ?? null], met);
      const what: JournalEntry = {
        seq,
        at: new Date(clock.now()).toISOString(),
        surface: exchange.surface,
        method: exchange.method,
        path: shownPath(exchange.path, redactor, met),
        ...(exchange.query === '' ? {} : { query: redactor.text(exchange.query, met) }),
        status: exchange.status,
        ms: Math.round(exchange.ms * 1000) / 1000,
        request,
        response,
      };
      entries.push({ what, began: exchange.began, ended: exchange.ended, hidden });
      if (entries.length > KEPT * 1.1) entries = entries.slice(-KEPT);
    },
    after(from, limit = KEPT) {
      const found = entries
        .map(({ what }) => what)
        .filter((entry) => entry.seq > from)
        .slice(0, limit);
      return { entries: found, next: found.at(-1)?.seq ?? Math.max(from, 0) };
    },
    last: () => seq,
    moments: (from) => entries.filter(({ what }) => what.seq > from),
    clear() {
      entries = [];
    },
  };
}
