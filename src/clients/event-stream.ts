import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Dispatcher } from 'undici';
import type { Clock } from './clock.ts';
import type { ApiError } from './errors.ts';
import { exchange } from './exchange.ts';
import { toApiError } from './failure.ts';
import { parseRetryAfter } from './retry-after.ts';

/** A request whose answer is a stream of events, sent once. */
export interface StreamCall {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Until the head of the answer, in real milliseconds. */
  headTimeoutMs: number;
  /** A stream that says nothing for longer, not even a heartbeat, counts as broken. Real milliseconds. */
  silenceMs: number;
  signal: AbortSignal;
}

/**
 * How a stream ended: `ended` by the server, in order; `failed` before its head, by an answer that is no success as well,
 * or, with `opened`, after it. `retryAfterMs`: the server asked to come again then.
 */
export type StreamEnd =
  | { kind: 'ended' }
  | { kind: 'failed'; opened: boolean; error: ApiError; retryAfterMs: number | undefined };

/** What a stream that was opened says of itself. */
export interface StreamHead {
  status: number;
  location: string | undefined;
  contentLocation: string | undefined;
}

export interface StreamWatch {
  opened(head: StreamHead): void;
  event(message: EventSourceMessage): void;
}

/** Longer events are not read: a state of this size is for no log. */
const MOST_CHARACTERS = 16 * 1024 * 1024;
/** Of an answer that is an error. */
const MOST_BYTES = 256 * 1024;

/** Sends a call once over a pool, and reads the events of its answer as they come. Rejects with the signal's reason alone. */
export async function callStream(
  dispatcher: Dispatcher,
  { json, headTimeoutMs, silenceMs, ...call }: StreamCall,
  watch: StreamWatch,
  { clock, redact }: { clock: Clock; redact: (text: string) => string },
): Promise<StreamEnd> {
  const decoder = new TextDecoder();
  const parser = createParser({
    maxBufferSize: MOST_CHARACTERS,
    onEvent: (message) => watch.event(message),
    // Fields that are not known say nothing; what is too large cannot be read on.
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
    { ...call, ...body, headers, timeoutMs: headTimeoutMs, maxBytes: MOST_BYTES },
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
  const asked = result.kind === 'answer' ? result.answer.retryAfter : undefined;
  const error = toApiError(result, {
    method: call.method,
    path: call.url.pathname,
    attempts: 1,
    repeatable: call.method === 'GET',
    timeoutMs: opened ? silenceMs : headTimeoutMs,
    maxBytes: MOST_BYTES,
    redact,
  });
  return {
    kind: 'failed',
    opened,
    error,
    retryAfterMs: asked === undefined ? undefined : parseRetryAfter(asked, clock.now()),
  };
}
