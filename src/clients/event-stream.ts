import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Dispatcher } from 'undici';
import type { Clock } from './clock.ts';
import type { ApiError } from './errors.ts';
import type { AttemptResult, WireAnswer } from './exchange.ts';
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

/** Streams one call over a pool. Never rejects. */
export async function callStream(
  dispatcher: Dispatcher,
  { json, ...call }: StreamCall,
  watch: StreamWatch,
  { clock, redact }: { clock: Clock; redact: (text: string) => string },
): Promise<StreamEnd> {
  const headers = {
    accept: 'text/event-stream',
    'cache-control': 'no-store',
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...call.headers,
  };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const end = await streamEvents(dispatcher, { ...call, ...body, headers }, watch);
  if (end.kind === 'ended') return end;
  const { result, opened } = end;
  const asked = result.kind === 'answer' ? result.answer.retryAfter : undefined;
  const error = toApiError(result, {
    method: call.method,
    path: call.url.pathname,
    attempts: 1,
    repeatable: call.method === 'GET',
    timeoutMs: opened ? call.silenceMs : call.headTimeoutMs,
    maxBytes: 0,
    redact,
  });
  return {
    kind: 'failed',
    opened,
    error,
    retryAfterMs: asked === undefined ? undefined : parseRetryAfter(asked, clock.now()),
  };
}

/** As it goes on the wire. */
interface StreamRequest extends Omit<StreamCall, 'json'> {
  body?: string;
}

/**
 * How it ended: `ended` by the server, in order; `failed` in any of the ways of another request, before its head (an
 * answer that is no success, too) or, with `opened`, after it.
 */
export type WireStreamEnd = { kind: 'ended' } | { kind: 'failed'; opened: boolean; result: AttemptResult };

/** Longer events are not read: a state of this size is for no log. */
const MOST_CHARACTERS = 16 * 1024 * 1024;
/** Of an answer that is an error. */
const MOST_BYTES = 256 * 1024;

/** Sends a request once and reads the events of its answer as they come. Never rejects: every way to end is a result. */
export function streamEvents(
  dispatcher: Dispatcher,
  request: StreamRequest,
  watch: StreamWatch,
): Promise<WireStreamEnd> {
  const { promise, resolve } = Promise.withResolvers<WireStreamEnd>();
  const decoder = new TextDecoder();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let sent = false;
  let opened = false;
  let settled = false;
  let head: Omit<WireAnswer, 'body'> | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  let timer: NodeJS.Timeout | undefined;

  const settle = (end: WireStreamEnd) => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    request.signal.removeEventListener('abort', onAbort);
    if (end.kind === 'failed' && end.result.kind !== 'broken')
      controller?.abort(new Error('no longer wanted'));
    resolve(end);
  };
  const fail = (result: AttemptResult) => settle({ kind: 'failed', opened, result });
  const broken = (code: string, cause: Error) => fail({ kind: 'broken', sent, code, cause });
  const onAbort = () => fail({ kind: 'aborted', sent, cause: request.signal.reason });
  const allow = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => fail({ kind: 'timeout', sent }), ms);
  };
  const parser = createParser({
    maxBufferSize: MOST_CHARACTERS,
    onEvent: (message) => {
      if (!settled) watch.event(message);
    },
    // Fields that are not known say nothing; what is too large cannot be read on.
    onError: (error) => {
      if (error.type !== 'max-buffer-size-exceeded') return;
      broken('EVENT_TOO_LARGE', error);
      controller?.abort(error);
    },
  });
  const read = (chunk: Buffer) => {
    try {
      parser.feed(decoder.decode(chunk, { stream: true }));
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      broken('UNREADABLE', cause);
      controller?.abort(cause);
    }
  };

  if (request.signal.aborted) {
    onAbort();
    return promise;
  }
  request.signal.addEventListener('abort', onAbort, { once: true });
  allow(request.headTimeoutMs);
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (settled) started.abort(new Error('no longer wanted'));
      else sent = true;
    },
    onResponseStart(_controller, status, headers) {
      if (status < 200 || settled) return;
      const one = (name: string) => [headers[name] ?? []].flat()[0];
      head = {
        status,
        contentType: one('content-type') ?? '',
        retryAfter: one('retry-after'),
        location: one('location'),
        headers: [],
      };
      if (status >= 300) return;
      opened = true;
      allow(request.silenceMs);
      watch.opened({ status, location: head.location, contentLocation: one('content-location') });
    },
    onResponseData(_controller, chunk) {
      if (settled) return;
      if (opened) {
        allow(request.silenceMs);
        read(chunk);
        return;
      }
      bytes += chunk.length;
      if (bytes > MOST_BYTES) fail({ kind: 'too-large', status: head?.status ?? 0 });
      else chunks.push(chunk);
    },
    onResponseEnd() {
      if (opened) settle({ kind: 'ended' });
      else if (head)
        fail({ kind: 'answer', answer: { ...head, body: Buffer.concat(chunks).toString('utf8') } });
    },
    onResponseError(_controller, error) {
      const code: unknown = Reflect.get(error, 'code');
      broken(typeof code === 'string' ? code : 'UNKNOWN', error);
    },
  };
  try {
    dispatcher.dispatch(
      {
        origin: request.url.origin,
        path: `${request.url.pathname}${request.url.search}`,
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
      },
      handler,
    );
  } catch (error) {
    broken('UNKNOWN', error instanceof Error ? error : new Error(String(error)));
  }
  return promise;
}
