import { parseExactJson } from '../../contract/exact-json.ts';
import { createListeners } from '../../clients/listeners.ts';
import { isoTime } from '../ports/clock.ts';
import type { Clock } from '../../clients/clock.ts';
import type { FaultMark } from '../ports/faults.ts';
import type { Exchange } from '../server/journal-entry.ts';
import type { HeaderList } from '../ports/agent-http.ts';
import { type OnMatch, REDACTED, type Redactor } from '../server/journal-redactor.ts';
import type { SurfaceName } from '../server/route.ts';

/** A recorded request and its response, without secrets. */
export interface JournalEntry {
  /** Sequence number of the entry (1, 2, 3 …) over the lifetime of the emulator. */
  seq: number;
  /** Time when the exchange ended, in ISO 8601. */
  at: string;
  surface: SurfaceName;
  method: string;
  /** Path of the request without the query. */
  path: string;
  /** Query as sent, without the question mark, or absent if the URL had no query. */
  query?: string;
  /** Status code of the response, or 0 if the connection was closed without a response. */
  status: number;
  /** Duration in milliseconds. */
  ms: number;
  request: unknown;
  response: unknown;
}

/** A journal entry with its position in the order of all recorded spans. */
export interface RecordedEntry extends Span<JournalEntry> {
  /** True if a body was discarded to save memory, so its content is unknown. */
  bodiesDropped?: boolean;
  /** Secrets that were redacted from fields where no secret is expected. */
  redacted: readonly string[];
}

/** A journal entry without its bodies. */
export interface JournalSummary extends Omit<JournalEntry, 'request' | 'response' | 'at'> {
  /** Time when the exchange ended, in epoch milliseconds. */
  at: number;
  began: number;
  ended: number;
  deploymentId: string | undefined;
  fault: FaultMark | undefined;
  /** Sequence number of the request that this request replays. */
  replayOf: number | undefined;
  /** Parts of `ms`: the delay of a fault rule, and the time until the response was decided. */
  times: { held: number; decided: number } | undefined;
  /** Status of a response that a fault rule withheld from the client. */
  withheldStatus: number | undefined;
}

/** A recorded request in its original form, with secrets, for replays only. */
export interface RecordedRequest {
  method: string;
  path: string;
  query: string;
  headers: HeaderList;
  /** JSON of the body, or `undefined` if the request had no body or the body was not recorded. */
  body: string | undefined;
  /** True if the request had a body that is not stored, because the body was not JSON or was dropped to save memory. */
  isBodyLost: boolean;
  surface: SurfaceName;
  deploymentId: string | undefined;
  onOwnPort: boolean;
}

/** Recorded requests and responses, oldest first. */
export interface Journal {
  record(exchange: Exchange): void;
  /** Returns at most `limit` entries after `seq`, and as `next` the value of `after` for the next page. */
  after(seq: number, limit?: number): { entries: JournalEntry[]; next: number };
  /** Returns the sequence number of the newest entry, or 0 if no entry exists. */
  lastSeq(): number;
  /** Returns the sequence number of the oldest stored entry, or of the next entry if no entry is stored. */
  firstSeq(): number;
  /** Returns the stored entries after the number `after`, up to and including `upTo`, without reading bodies. */
  summaries(after: number, upTo: number): JournalSummary[];
  /** Returns the stored entries after the number `after` that a fault rule changed, oldest first. */
  marked(after: number): { seq: number; rule: string }[];
  /** Returns the entry with this number, or `undefined` if the entry is not stored. */
  entry(seq: number): JournalEntry | undefined;
  /** Returns the request with this number in its original form, or `undefined` if the request is not stored. */
  request(seq: number): RecordedRequest | undefined;
  /** Returns the headers of a request without secrets. */
  headers(seq: number): HeaderList;
  /** Calls `notify` after each new entry. The returned function unsubscribes `notify`. */
  onRecord(notify: () => void): () => void;
  /** Returns the entries after `seq` with complete bodies and their positions in the order of all recorded spans. */
  spans(seq: number): RecordedEntry[];
  /** Returns the sequence number of the newest dropped entry, or 0 if no entry was dropped. */
  droppedUpTo(): number;
  /** Removes all entries. The sequence numbers of later entries continue. */
  clear(): void;
}

/** Maximum number of stored entries, above which the oldest entries are dropped. */
const KEPT = 10_000;
/**
 * Maximum number of characters of all stored bodies together. Above the maximum, the oldest entries lose their bodies.
 */
const KEPT_CHARACTERS = 32_000_000;

/** Maximum number of paths whose latest exchange is remembered. Above the maximum, all paths are forgotten. */
const PATHS = 1_000;

/**
 * Creates an empty journal. The process's memory contains the entries without redaction. Secrets are removed when
 * entries are read, so that a secret that becomes known later is also removed from earlier entries.
 */
export function createJournal(
  redactor: Redactor,
  clock: Clock,
  limits = { entries: KEPT, characters: KEPT_CHARACTERS },
): Journal {
  let entries: RecordedExchange[] = [];
  const latest = new Map<string, RecordedExchange>();
  /** Number of oldest entries whose bodies were dropped. */
  let bare = 0;
  let characters = 0;
  let seq = 0;
  let forgotten = 0;
  const listeners = createListeners();
  const shorten = () => {
    while (characters > limits.characters) {
      const oldest = entries[bare];
      if (oldest === undefined) return;
      characters -= bodyLength(oldest);
      entries[bare] = withoutBodies(oldest, redactor);
      bare += 1;
    }
    // Entries are dropped in batches, because batches keep the average cost low.
    if (entries.length <= limits.entries * 1.1) return;
    const surplus = entries.length - limits.entries;
    for (const entry of entries.slice(0, surplus)) {
      characters -= bodyLength(entry);
      forgotten = entry.seq;
    }
    entries = entries.slice(surplus);
    bare = Math.max(bare - surplus, 0);
  };
  /** Sequence numbers have no gaps, so the index of an entry can be computed from its number. */
  const since = (from: number, limit = entries.length): RecordedExchange[] => {
    const start = Math.max(from + 1 - (entries[0]?.seq ?? 0), 0);
    return entries.slice(start, start + limit);
  };
  return {
    record(exchange) {
      seq += 1;
      // Registers the secrets in the exchange, so that log lines and later entries do not show them.
      redactor.addSecretsFrom(exchange.request?.value);
      redactor.addSecretsFrom(exchange.response?.value);
      const entry = recordExchange(exchange, seq, clock.now(), latest.get(exchange.path));
      if (latest.size >= PATHS) latest.clear();
      latest.set(entry.path, entry);
      entries.push(entry);
      characters += bodyLength(entry);
      shorten();
      exchange.replay?.onRecord(seq);
      listeners.notify();
    },
    after(from, limit) {
      const found = since(from, limit).map((entry) => toJournalEntry(entry, redactor).item);
      return { entries: found, next: found.at(-1)?.seq ?? Math.max(from, 0) };
    },
    lastSeq: () => seq,
    firstSeq: () => entries[0]?.seq ?? seq + 1,
    summaries: (from, upTo) =>
      since(from, Math.max(upTo - Math.max(from, (entries[0]?.seq ?? 1) - 1), 0)).map((entry) =>
        toSummary(entry, redactor),
      ),
    marked: (from) =>
      since(from).flatMap(({ seq: number, fault }) =>
        fault === undefined ? [] : [{ seq: number, rule: fault.rule }],
      ),
    entry(number) {
      const found = since(number - 1, 1)[0];
      return found?.seq === number ? toJournalEntry(found, redactor).item : undefined;
    },
    request(number) {
      const found = since(number - 1, 1)[0];
      return found?.seq === number ? toRecordedRequest(found) : undefined;
    },
    headers(number) {
      const found = since(number - 1, 1)[0];
      return found?.seq === number ? toShownHeaders(found.headers ?? [], redactor) : [];
    },
    onRecord: listeners.add,
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

/**
 * An exchange in memory. The texts of the exchange contain secrets, so only `toJournalEntry` and `toSummary` may
 * display them.
 */
interface RecordedExchange extends Omit<Exchange, 'request' | 'response'> {
  seq: number;
  at: number;
  request: KeptBody;
  response: KeptBody;
  /** Secrets that were found in the exchange's bodies before the bodies were dropped. */
  redactedBefore: readonly string[];
}
/** JSON of a body, or the length of a dropped body, or `undefined` if the message had no body. */
type KeptBody = string | { characters: number } | undefined;

/** Maximum length of a displayed body, in characters of JSON. */
const MAX_SHOWN = 65_536;

const NONE: readonly string[] = [];

/**
 * Returns the stored form of an exchange. If the response equals the previous response on the same path, both share
 * memory, because polling clients receive the same response many times.
 */
function recordExchange(
  exchange: Exchange,
  seq: number,
  at: number,
  before: RecordedExchange | undefined,
): RecordedExchange {
  const response = exchange.response?.json;
  return {
    ...exchange,
    seq,
    at,
    path: before?.path === exchange.path ? before.path : exchange.path,
    request: exchange.request?.json,
    response: before?.response === response ? before?.response : response,
    redactedBefore: NONE,
  };
}

function bodyLength({ request, response }: RecordedExchange): number {
  return lengthOf(request) + lengthOf(response);
}

function lengthOf(body: KeptBody): number {
  return typeof body === 'string' ? body.length : 0;
}

/** Returns the exchange without its bodies. Secrets are first collected from small bodies. */
function withoutBodies(kept: RecordedExchange, redactor: Redactor): RecordedExchange {
  // Large bodies are not searched for secrets, because the search would delay the current request.
  const isLarge = bodyLength(kept) > MAX_SHOWN;
  const hidden = isLarge ? kept.redactedBefore : toJournalEntry(kept, redactor).redacted;
  return {
    ...kept,
    request: lengthAlone(kept.request),
    response: lengthAlone(kept.response),
    redactedBefore: hidden,
  };
}

function lengthAlone(body: KeptBody): KeptBody {
  return typeof body === 'string' ? { characters: body.length } : body;
}

/**
 * Returns an exchange for display, without any known secret. If `whole` is set, the displayed exchange includes bodies
 * of any length.
 */
function toJournalEntry(kept: RecordedExchange, redactor: Redactor, whole = false): RecordedEntry {
  const hidden: string[] = [...kept.redactedBefore];
  const met = (secret: string) => void hidden.push(secret);
  // The two bodies are redacted together, because one body might reveal which text in the other body is a secret.
  const shown = [kept.request, kept.response].map((body) => (whole || isShown(body) ? body : undefined));
  const [request, response] = redactor.redactAll(shown.map(valueOf), met);
  return {
    item: {
      seq: kept.seq,
      at: isoTime(kept.at),
      surface: kept.surface,
      method: kept.method,
      path: shownText(kept.path, decoded(kept.path), redactor, met),
      ...(kept.query === ''
        ? {}
        : { query: shownText(kept.query, decoded(kept.query.replaceAll('+', ' ')), redactor, met) }),
      status: kept.status,
      ms: roundedMs(kept.ms),
      request: capped(kept.request, request, whole),
      response: capped(kept.response, response, whole),
    },
    began: kept.began,
    ended: kept.ended,
    redacted: hidden,
    bodiesDropped: isGone(kept.request) || isGone(kept.response),
  };
}

function toSummary(kept: RecordedExchange, redactor: Redactor): JournalSummary {
  const { query } = kept;
  return {
    seq: kept.seq,
    at: kept.at,
    surface: kept.surface,
    method: kept.method,
    path: shownText(kept.path, decoded(kept.path), redactor),
    ...(query === '' ? {} : { query: shownText(query, decoded(query.replaceAll('+', ' ')), redactor) }),
    status: kept.status,
    ms: roundedMs(kept.ms),
    began: kept.began,
    ended: kept.ended,
    deploymentId: kept.deploymentId,
    fault: kept.fault,
    replayOf: kept.replay?.of,
    times:
      kept.decidedMs === undefined
        ? undefined
        : { held: roundedMs(kept.heldMs ?? 0), decided: roundedMs(kept.decidedMs) },
    withheldStatus: kept.withheldStatus,
  };
}

function toRecordedRequest(kept: RecordedExchange): RecordedRequest {
  const { request, headers = [] } = kept;
  const lengthOfBody = Number(headers.find(([name]) => name === 'content-length')?.[1] ?? 0);
  const isChunked = headers.some(([name]) => name === 'transfer-encoding');
  return {
    method: kept.method,
    path: kept.path,
    query: kept.query,
    headers,
    body: typeof request === 'string' ? request : undefined,
    isBodyLost: isGone(request) || (request === undefined && (lengthOfBody > 0 || isChunked)),
    surface: kept.surface,
    deploymentId: kept.deploymentId,
    onOwnPort: kept.onOwnPort === true,
  };
}

/** Names of headers that contain credentials. */
const SECRET_HEADER =
  /^(?:authorization|proxy-authorization|cookie)$|key|token|secret|password|signature|credential/;

function toShownHeaders(headers: HeaderList, redactor: Redactor): HeaderList {
  return headers.map(([name, value]) => [
    name,
    SECRET_HEADER.test(name) ? REDACTED : shownText(value, decoded(value), redactor),
  ]);
}

function roundedMs(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function valueOf(body: KeptBody): unknown {
  return typeof body === 'string' ? parseExactJson(body) : null;
}

/**
 * Returns whether a body is short enough for display. A longer body need not be searched for secrets, because `record`
 * has already registered its secrets.
 */
function isShown(body: KeptBody): boolean {
  return lengthOf(body) <= MAX_SHOWN;
}

function isGone(body: KeptBody): boolean {
  return typeof body === 'object';
}

function capped(body: KeptBody, clean: unknown, whole: boolean): unknown {
  if (body === undefined) return null;
  const characters = typeof body === 'string' ? body.length : body.characters;
  const isComplete = typeof body === 'string' && (whole || isShown(body));
  return isComplete ? clean : { truncated: true, characters };
}

/** Searches the decoded text for secrets too, because a client can escape any character. */
function shownText(text: string, meant: string, redactor: Redactor, met?: OnMatch): string {
  const shown = redactor.redactText(text, met);
  if (meant === text) return shown;
  const hidden = redactor.redactText(meant, met);
  return hidden === meant ? shown : hidden;
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A span of the recording: an exchange from request to response, or an event, which has no duration. */
export interface Span<T> {
  item: T;
  /** Moment when the span began, numbered across all spans. An event begins and ends at the same moment. */
  began: number;
  /** Moment when the span ended. An exchange ends when its response is decided, before the first byte is sent. */
  ended: number;
}

/** Counter that numbers moments, so that requests and events are ordered without comparing clocks. */
export interface SequenceCounter {
  next(): number;
}

/** Creates a counter whose first number is 1. */
export function createSequenceCounter(): SequenceCounter {
  let last = 0;
  return {
    next() {
      last += 1;
      return last;
    },
  };
}
