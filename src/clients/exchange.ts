import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { toError } from '../os/errors.ts';

export interface WireRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: URL;
  headers: Record<string, string>;
  body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /**
   * Time limit of the whole request and response, in milliseconds of wall-clock time, because sockets do not use
   * virtual time.
   */
  timeoutMs: number;
  /** Maximum size of the response's body in bytes. A longer body is truncated. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
}

export interface WireResponse {
  status: number;
  contentType: string;
  retryAfter: string | undefined;
  location: string | undefined;
  /** All response headers, with names in lower case. */
  headers: [string, string][];
  body: string;
}

/**
 * Result of one attempt. `sent` is false only if no byte was sent, because the request was still in the queue. `code`
 * is the error code of the system or of undici.
 */
export type AttemptResult =
  | { kind: 'answer'; answer: WireResponse }
  | { kind: 'too-large'; status: number }
  | { kind: 'broken'; sent: boolean; code: string; cause: Error }
  | { kind: 'timeout'; sent: boolean };

/** Receives the body of a successful response chunk by chunk. */
export interface BodyReader {
  /**
   * Maximum time without data after the headers, in milliseconds of wall-clock time. Replaces the limit of the whole
   * response.
   */
  silenceMs: number;
  opened(head: Omit<WireResponse, 'body'>): void;
  /** Receives a chunk of the body. If `read` throws, the result of the request is `broken`. */
  read(chunk: Buffer): void;
}

/**
 * Sends a request once. Rejects only with the signal's reason, and returns every other failure as a result. Returns
 * redirects like other responses.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: WireRequest,
  reader?: BodyReader,
): Promise<AttemptResult> {
  const { promise, resolve, reject } = Promise.withResolvers<AttemptResult>();
  let sent = false;
  let settled = false;
  let controller: Dispatcher.DispatchController | undefined;
  let head: Omit<WireResponse, 'body'> | undefined;
  let reading = false;
  const chunks: Buffer[] = [];
  let bytes = 0;

  const settle = (settlePromise: () => void, isOver = false) => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', onAbort);
    // The connection is closed if the rest of the response is not needed.
    if (!isOver) controller?.abort(new Error('no longer wanted'));
    settlePromise();
  };
  const end = (result: AttemptResult, isOver = false) => settle(() => resolve(result), isOver);
  const broken = (error: unknown, isOver = true) => {
    const cause = toError(error);
    end({ kind: 'broken', sent, code: faultCode(error), cause }, isOver);
  };
  const onAbort = () => settle(() => reject(request.signal?.reason));
  const onTimeout = () => end({ kind: 'timeout', sent });
  let timer = setTimeout(onTimeout, request.timeoutMs);
  const allowSilence = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(onTimeout, ms);
  };
  if (request.signal?.aborted) onAbort();
  else request.signal?.addEventListener('abort', onAbort, { once: true });
  if (settled) return promise;

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      // A request that was aborted in the queue is never sent.
      if (settled) started.abort(new Error('no longer wanted'));
      else sent = true;
    },
    onResponseStart(_controller, status, headers) {
      if (status < 200 || settled) return;
      head = {
        status,
        contentType: single(headers['content-type']) ?? '',
        retryAfter: single(headers['retry-after']),
        location: single(headers['location']),
        headers: Object.entries(headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        ),
      };
      if (reader === undefined || status >= 300) return;
      reading = true;
      allowSilence(reader.silenceMs);
      reader.opened(head);
    },
    onResponseData(_controller, chunk) {
      if (settled) return;
      if (reader !== undefined && reading) {
        allowSilence(reader.silenceMs);
        try {
          reader.read(chunk);
        } catch (error) {
          broken(error, false);
        }
        return;
      }
      bytes += chunk.length;
      if (bytes > request.maxBytes) end({ kind: 'too-large', status: head?.status ?? 0 });
      else chunks.push(chunk);
    },
    onResponseEnd() {
      if (head) {
        end({ kind: 'answer', answer: { ...head, body: Buffer.concat(chunks).toString('utf8') } }, true);
      }
    },
    onResponseError(_controller, error) {
      broken(error);
    },
  };
  try {
    dispatcher.dispatch(
      {
        origin: request.url.origin,
        path: `${request.url.pathname}${request.url.search}`,
        method: request.method,
        headers: request.headers,
        body: bodyOf(request.body),
      },
      handler,
    );
  } catch (error) {
    broken(error);
  }
  return promise;
}

/** Converts a body in chunks to the stream that undici expects. undici destroys the stream when the request ends. */
function bodyOf(body: WireRequest['body']): string | Uint8Array | Readable | null {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return body ?? null;
  const stream = Readable.from(body, { objectMode: false });
  // Later errors of the stream are ignored, because a failure of the source has already failed the request.
  stream.on('error', () => {});
  return stream;
}

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/**
 * Returns the code of an error or of its cause. If several addresses were tried, returns the code of the first address.
 */
function faultCode(error: unknown): string {
  // `instanceof` is not used, because the error might come from another realm.
  if (typeof error !== 'object' || error === null) return 'UNKNOWN';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if ('errors' in error && Array.isArray(error.errors)) return faultCode(error.errors[0]);
  return 'cause' in error ? faultCode(error.cause) : 'UNKNOWN';
}
