import type { Dispatcher } from 'undici';
import type { Clock } from './clock.ts';
import type { ApiError } from './errors.ts';
import { type StreamWatch, streamEvents } from './event-stream.ts';
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
