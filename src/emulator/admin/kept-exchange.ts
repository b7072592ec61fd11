import type { Exchange } from '../server/exchange.ts';
import type { OnMatch, Redactor } from '../server/redact.ts';
import type { RecordedEntry } from './match.ts';

/** One exchange in memory. Its texts hold secrets: nothing of it is shown but by `shown`. */
export interface RecordedExchange extends Omit<Exchange, 'request' | 'response'> {
  seq: number;
  /** Epoch milliseconds. */
  at: number;
  request: KeptBody;
  response: KeptBody;
  /** Secrets that were hidden in bodies that are gone. */
  redactedBefore: readonly string[];
}
/** Its JSON; or only how long that was; or that there was none. */
type KeptBody = string | { characters: number } | undefined;

/** What is shown of a body at most, in characters of JSON. */
const MAX_SHOWN = 65_536;

const NONE: readonly string[] = [];

/** An exchange as it is kept. What is equal to the one before on its path takes no memory again: polling repeats itself. */
export function recordExchange(
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

/** How much its bodies take. */
export function bodyLength({ request, response }: RecordedExchange): number {
  return lengthOf(request) + lengthOf(response);
}

function lengthOf(body: KeptBody): number {
  return typeof body === 'string' ? body.length : 0;
}

/** The same without its bodies. Which secrets stood in them is still known. */
export function withoutBodies(kept: RecordedExchange, redactor: Redactor): RecordedExchange {
  const { redacted: hidden } = toJournalEntry(kept, redactor);
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

/** An exchange as it is shown, without any secret known by now. `whole`: with its bodies however long they are. */
export function toJournalEntry(kept: RecordedExchange, redactor: Redactor, whole = false): RecordedEntry {
  const hidden: string[] = [...kept.redactedBefore];
  const met = (secret: string) => void hidden.push(secret);
  // Either body may show that a text in the other is a secret.
  const [request, response] = redactor.redactAll([valueOf(kept.request), valueOf(kept.response)], met);
  return {
    item: {
      seq: kept.seq,
      at: new Date(kept.at).toISOString(),
      surface: kept.surface,
      method: kept.method,
      path: shownText(kept.path, decoded(kept.path), redactor, met),
      ...(kept.query === ''
        ? {}
        : { query: shownText(kept.query, decoded(kept.query.replaceAll('+', ' ')), redactor, met) }),
      status: kept.status,
      ms: Math.round(kept.ms * 1000) / 1000,
      request: capped(kept.request, request, whole),
      response: capped(kept.response, response, whole),
    },
    began: kept.began,
    ended: kept.ended,
    redacted: hidden,
    bodiesDropped: isGone(kept.request) || isGone(kept.response),
  };
}

function valueOf(body: KeptBody): unknown {
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : null;
}

function isGone(body: KeptBody): boolean {
  return typeof body === 'object';
}

function capped(body: KeptBody, clean: unknown, whole: boolean): unknown {
  if (body === undefined) return null;
  const characters = typeof body === 'string' ? body.length : body.characters;
  const isShown = typeof body === 'string' && (whole || characters <= MAX_SHOWN);
  return isShown ? clean : { truncated: true, characters };
}

/** A client may encode any sign in its own way: what is secret is looked for in what a text means, too. */
function shownText(text: string, meant: string, redactor: Redactor, met: OnMatch): string {
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
