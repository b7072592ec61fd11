import type { Clock } from '../../clients/clock.ts';
import type { Exchange } from '../server/exchange.ts';
import type { Redactor } from '../server/redact.ts';
import type { SurfaceName } from '../server/route.ts';
import {
  bodyLength,
  recordExchange,
  type RecordedExchange,
  toJournalEntry,
  withoutBodies,
} from './kept-exchange.ts';
import type { RecordedEntry } from './match.ts';

/** One exchange as kept and shown (DESIGN §8 "journal"): bodies without secrets. */
export interface JournalEntry {
  /** 1, 2, 3 … over the life of the emulator. */
  seq: number;
  /** When it ended, ISO 8601. */
  at: string;
  surface: SurfaceName;
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
  lastSeq(): number;
  /** The entries after this number, with their place in the order of everything and their bodies whole. */
  spans(seq: number): RecordedEntry[];
  /** The newest number that is forgotten for want of room; 0 when none is. */
  droppedUpTo(): number;
  /** Forgets all entries; numbers go on. */
  clear(): void;
}

/** Older entries are forgotten beyond this many. */
const KEPT = 10_000;
/** Characters of bodies kept in all: beyond them the oldest bodies go, and their entries stay. */
const KEPT_CHARACTERS = 32_000_000;

/** Paths whose latest exchange is remembered, at most; then all are forgotten. */
const PATHS = 1_000;

/**
 * An empty journal. What is recorded is kept as it was, in this process alone; secrets are taken out of it as it is
 * read, so that one that is learned later is hidden in what came before, too.
 */
export function createJournal(
  redactor: Redactor,
  clock: Clock,
  limits = { entries: KEPT, characters: KEPT_CHARACTERS },
): Journal {
  let entries: RecordedExchange[] = [];
  const latest = new Map<string, RecordedExchange>();
  /** So many of them, from the first, have lost their bodies. */
  let bare = 0;
  let characters = 0;
  let seq = 0;
  let forgotten = 0;
  const shorten = () => {
    while (characters > limits.characters) {
      const oldest = entries[bare];
      if (oldest === undefined) return;
      characters -= bodyLength(oldest);
      entries[bare] = withoutBodies(oldest, redactor);
      bare += 1;
    }
    // Some at a time, so that each costs little.
    if (entries.length <= limits.entries * 1.1) return;
    const surplus = entries.length - limits.entries;
    for (const entry of entries.slice(0, surplus)) {
      characters -= bodyLength(entry);
      forgotten = entry.seq;
    }
    entries = entries.slice(surplus);
    bare = Math.max(bare - surplus, 0);
  };
  /** Numbers have no gaps: the first after this one stands where it must. */
  const since = (from: number, limit = entries.length): RecordedExchange[] => {
    const start = Math.max(from + 1 - (entries[0]?.seq ?? 0), 0);
    return entries.slice(start, start + limit);
  };
  return {
    record(exchange) {
      seq += 1;
      // Whatever is written down from now on must not hold them.
      redactor.addSecretsFrom(exchange.request?.value);
      redactor.addSecretsFrom(exchange.response?.value);
      const entry = recordExchange(exchange, seq, clock.now(), latest.get(exchange.path));
      if (latest.size >= PATHS) latest.clear();
      latest.set(entry.path, entry);
      entries.push(entry);
      characters += bodyLength(entry);
      shorten();
    },
    after(from, limit) {
      const found = since(from, limit).map((entry) => toJournalEntry(entry, redactor).item);
      return { entries: found, next: found.at(-1)?.seq ?? Math.max(from, 0) };
    },
    lastSeq: () => seq,
    spans: (from) => since(from).map((entry) => toJournalEntry(entry, redactor, true)),
    droppedUpTo: () => forgotten,
    clear() {
      entries = [];
      latest.clear();
      bare = 0;
      characters = 0;
      forgotten = 0;
    },
  };
}
