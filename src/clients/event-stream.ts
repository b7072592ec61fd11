import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Dispatcher } from 'undici';
import type { Clock } from './clock.ts';
import type { ApiError } from './errors.ts';
import { exchange } from './exchange.ts';
import { toApiError } from './failure.ts';
import { parseRetryAfter } from './retry-after.ts';

/** A request whose response is a stream of events. The request is sent only once. */
export interface StreamCall {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  json?: unknown;
  /** Time limit in milliseconds of wall-clock time until the response's headers arrive. */
  headTimeoutMs: number;
  /** Maximum time in real milliseconds without data or heartbeats, after which a stream counts as broken. */
  silenceMs: number;
  signal: AbortSignal;
}

/**
 * Result of a stream. `ended` means that the server closed the stream normally. `failed` means that the request failed.
 * `opened` is true if the stream opened before the failure. `retryAfterMs` is set if the server requested a retry.
 */
export type StreamEnd =
  | { kind: 'ended' }
  | { kind: 'failed'; opened: boolean; error: ApiError; retryAfterMs: number | undefined };

export interface StreamHead {
  status: number;
  location: string | undefined;
  contentLocation: string | undefined;
}

export interface StreamListener {
  opened(head: StreamHead): void;
  event(message: EventSourceMessage): void;
}

/** Maximum length of an event in characters. A longer event ends the stream. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** Maximum size of an error response in bytes. */
const MAX_BYTES = 256 * 1024;

/** Sends a request once and reads the events of its response. Rejects only with the signal's reason. */
export async function callStream(
  dispatcher: Dispatcher,
  { json, headTimeoutMs, silenceMs, ...call }: StreamCall,
  watch: StreamListener,
  { clock, redact }: { clock: Clock; redact: (text: string) => string },
): Promise<StreamEnd> {
  const decoder = new TextDecoder();
  const parser = createParser({
    maxBufferSize: MAX_CHARACTERS,
    onEvent: (message) => watch.event(message),
    // Unknown fields are ignored. An event that is too large ends the stream, because the parser cannot continue.
    onError: (error) => {
      if (error.type !== 'max-buffer-size-exceeded') return;
      throw Object.assign(new Error('an event is too large', { cause: error }), { code: 'EVENT_TOO_LARGE' });
    },
  });
  const headers = {
    accept: 'text/event-stream',
    'cache-control': 'no-store',
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...call.headers,
  };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  let opened = false;
  const result = await exchange(
    dispatcher,
    { ...call, ...body, headers, timeoutMs: headTimeoutMs, maxBytes: MAX_BYTES },
    {
      silenceMs,
      opened({ status, location, headers: all }) {
        opened = true;
        const [, contentLocation] = all.find(([name]) => name === 'content-location') ?? [];
        watch.opened({ status, location, contentLocation });
      },
      read: (chunk) => parser.feed(decoder.decode(chunk, { stream: true })),
    },
  );
  if (opened && result.kind === 'answer') return { kind: 'ended' };
  const retryAfter = result.kind === 'answer' ? result.answer.retryAfter : undefined;
  const error = toApiError(result, {
    method: call.method,
    path: call.url.pathname,
    attempts: 1,
    repeatable: call.method === 'GET',
    timeoutMs: opened ? silenceMs : headTimeoutMs,
    maxBytes: MAX_BYTES,
    redact,
  });
  return {
    kind: 'failed',
    opened,
    error,
    retryAfterMs: retryAfter === undefined ? undefined : parseRetryAfter(retryAfter, clock.now()),
  };
}
