import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { isDiskFull, isUnavailable, isUncertain, isUnsealError, StoreError } from '../ports/store-errors.ts';
import { HttpError } from './http-error.ts';
import type { RouteResponse } from './route.ts';

const NO_ROOM =
  "There is no room left on the disk that holds the emulator's data: nothing of this request was done. Make room there and send it again.";

const AWAY =
  'The database cannot be reached, or has no time for this: nothing of this request was done. Send it again.';
const UNCERTAIN =
  'The database went away while this request was carried out: part of it, or all of it, may have been kept. Look before you send it again.';
const AGAIN_S = 1;

/** An answer about to be written. */
export interface PlainResponse {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * What a failure says to the client: an HttpError its own detail, a full disk that it is full (507: nothing was done,
 * and sending it again helps once there is room), a kept secret that cannot be opened which one, a database that is away
 * that it is (503 with Retry-After: nothing was done), anything else a 500 that tells nothing. `kept`: something was
 * written for the request already, so that it must not be sent again as it is.
 */
export function errorResponse(error: unknown, kept = false): PlainResponse {
  if (error instanceof HttpError) {
    return { status: error.status, body: { detail: error.detail }, headers: error.headers };
  }
  if (isDiskFull(error)) return { status: 507, body: { detail: NO_ROOM } };
  if (error instanceof StoreError && error.code === 'too-long') {
    return { status: 422, body: { detail: [{ loc: ['body'], msg: error.message, type: 'too_long' }] } };
  }
  // Nothing a client sends brings it about: what is kept was altered. Its message names the place and the cure.
  if (isUnsealError(error)) return { status: 500, body: { detail: error.message } };
  if (isUncertain(error) || (isUnavailable(error) && kept))
    return { status: 500, body: { detail: UNCERTAIN } };
  if (isUnavailable(error)) {
    return { status: 503, body: { detail: AWAY }, headers: { 'retry-after': String(AGAIN_S) } };
  }
  return { status: 500, body: { detail: 'Internal Server Error' } };
}

/** An answer whose body is text already. */
export interface SerializedResponse extends PlainResponse {
  /** The body as it goes over the wire; undefined when there is none. */
  text: string | undefined;
}

/** Puts the body of an answer into words: JSON, or text as it is. */
export function serializeResponse(answer: PlainResponse): SerializedResponse {
  const { status, body } = answer;
  const isEmpty = body === undefined || status === 204 || status === 304;
  return { ...answer, text: isEmpty ? undefined : typeof body === 'string' ? body : toJson(body) };
}

/**
 * Sends an answer, with its length; nothing after the head for 204 and HEAD. Resolves once it is handed to the socket,
 * or the socket is gone.
 */
export function sendResponse(response: ServerResponse, answer: PlainResponse): Promise<void> {
  return sendSerialized(response, serializeResponse(answer));
}

/** The same for an answer that is text already. */
export function sendSerialized(response: ServerResponse, answer: SerializedResponse): Promise<void> {
  if (response.headersSent || response.destroyed) {
    // A stream failed half-way: all that is left to say is that it did not end well.
    response.destroy();
    return Promise.resolve();
  }
  response.writeHead(answer.status, responseHeaders(answer));
  return new Promise((resolve) => {
    // Comes after the end of the answer as well as of the connection.
    response.once('close', resolve);
    response.end(answer.text);
  });
}

/** The head of an answer. Names in lower case, as everywhere here: those of the answer itself come last. */
export function responseHeaders({ status, text, body, headers }: SerializedResponse): OutgoingHttpHeaders {
  return { ...bodyHeaders(status, text, typeof body === 'string'), ...headers };
}

function bodyHeaders(status: number, text: string | undefined, isPlain: boolean): OutgoingHttpHeaders {
  if (text !== undefined) {
    const type = isPlain ? 'text/plain; charset=utf-8' : 'application/json';
    return { 'content-type': type, 'content-length': Buffer.byteLength(text) };
  }
  return status === 204 || status === 304 ? {} : { 'content-length': 0 };
}

const texts = new WeakMap<object, string>();

/**
 * Freezes the body of an answer, plain data, all the way down: given again, it need not be put into words again. For
 * what is asked for over and over and seldom changes.
 */
export function serializeOnce<T extends object>(body: T): T {
  freeze(body);
  texts.set(body, JSON.stringify(body));
  return body;
}

/** The JSON of a body. */
function toJson(body: unknown): string {
  return (typeof body === 'object' && body !== null ? texts.get(body) : undefined) ?? JSON.stringify(body);
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

/** A list that is read page by page while it is sent. */
interface PagedArray {
  pages: AsyncGenerator<readonly unknown[], void>;
  /** Aborted when the client leaves, or the server closes. */
  signal: AbortSignal;
  /** The list is this field of an object, and not the whole answer. */
  field?: string;
  headers?: Record<string, string>;
}

/**
 * Answers with a JSON list, no faster than it is read: only a page or two of it is in memory at a time. What
 * fails before the first page is an answer of its own; a list that fails later is cut, and is no JSON.
 */
export async function streamJsonArray({ pages, signal, field, headers }: PagedArray): Promise<RouteResponse> {
  const whole = (list: readonly unknown[]): RouteResponse => ({
    status: 200,
    body: field === undefined ? list : { [field]: list },
    ...(headers && { headers }),
  });
  const [opening, closing] = field === undefined ? ['[', ']'] : [`{${JSON.stringify(field)}:[`, ']}'];
  const first = await pages.next();
  if (first.done === true) return whole([]);
  const second = await pages.next();
  if (second.done === true) return whole(first.value);
  return {
    async stream(response: ServerResponse) {
      try {
        response.writeHead(200, { ...headers, 'content-type': 'application/json' });
        let begun = false;
        const write = async (page: readonly unknown[]): Promise<void> => {
          for (const element of page) {
            const text = `${begun ? ',' : opening}${JSON.stringify(element)}`;
            begun = true;
            if (!response.write(text)) await once(response, 'drain', { signal });
          }
        };
        await write(first.value);
        await write(second.value);
        for await (const page of pages) await write(page);
        response.end(begun ? closing : opening + closing);
      } catch (error) {
        response.destroy();
        if (!signal.aborted) throw error;
      } finally {
        await pages.return();
      }
    },
  };
}
