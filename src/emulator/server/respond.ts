import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { stringifyExactJson } from '../../contract/exact-json.ts';
import { splitText } from '../../contract/split-text.ts';
import { isDiskFull, isUnavailable, isUncertain, isUnsealError, StoreError } from '../ports/store-errors.ts';
import { HttpError } from './http-error.ts';
import type { RouteResponse } from './route.ts';

const NO_ROOM =
  "The disk with the emulator's data is full, so this request changed nothing. Free some space, and send the request again.";

const AWAY =
  'The database is unreachable or overloaded, so this request changed nothing. Send the request again.';
const UNCERTAIN =
  'The connection to the database was lost during this request: part of it, or all of it, may have been stored. Check before you send it again.';
const AGAIN_S = 1;

export interface PlainResponse {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Converts an error to a response. An HttpError determines the status and detail of the response. A full disk causes a
 * 507: nothing was done, and a retry works once space is free. A stored secret that cannot be decrypted causes a 500
 * that identifies the secret. An unreachable database causes a 503 with Retry-After: nothing was done. Any other error
 * causes a 500 without details. `kept` means that the request has already written data and must not be repeated
 * unchanged.
 */
export function errorResponse(error: unknown, kept = false): PlainResponse {
  if (error instanceof HttpError) {
    return { status: error.status, body: { detail: error.detail }, headers: error.headers };
  }
  if (isDiskFull(error)) return { status: 507, body: { detail: NO_ROOM } };
  if (error instanceof StoreError && error.code === 'too-long') {
    return { status: 422, body: { detail: [{ loc: ['body'], msg: error.message, type: 'too_long' }] } };
  }
  // No client can cause this error about altered data, so the response contains the location and advice.
  if (isUnsealError(error)) return { status: 500, body: { detail: error.message } };
  if (isUncertain(error) || (isUnavailable(error) && kept))
    return { status: 500, body: { detail: UNCERTAIN } };
  if (isUnavailable(error)) {
    return { status: 503, body: { detail: AWAY }, headers: { 'retry-after': String(AGAIN_S) } };
  }
  return { status: 500, body: { detail: 'Internal Server Error' } };
}

/** Response whose body is already a string. */
export interface SerializedResponse extends PlainResponse {
  /** The body as a string, or `undefined` without a body. */
  text: string | undefined;
}

/** Response that is ready to be sent. */
export type Reply = SerializedResponse | Extract<RouteResponse, { stream: unknown }>;

/** Serializes the body of a response to JSON. A string body stays unchanged. */
export function serializeResponse(answer: PlainResponse): SerializedResponse {
  const { status, body } = answer;
  const isEmpty = body === undefined || status === 204 || status === 304;
  return { ...answer, text: isEmpty ? undefined : typeof body === 'string' ? body : toJson(body) };
}

/**
 * Sends a response, or only its head for 204 and HEAD. Resolves once the response was sent or the connection has ended.
 */
export function sendResponse(response: ServerResponse, answer: PlainResponse): Promise<void> {
  return sendSerialized(response, serializeResponse(answer));
}

/** Sends a serialized response, and resolves in the same way as `sendResponse`. */
export function sendSerialized(response: ServerResponse, answer: SerializedResponse): Promise<void> {
  if (response.headersSent || response.destroyed) {
    // The response of a failed stream has already begun, so only a broken connection can show the failure.
    response.destroy();
    return Promise.resolve();
  }
  response.writeHead(answer.status, responseHeaders(answer));
  return new Promise((resolve) => {
    // Node emits `close` after the response was sent, or when the connection ends earlier.
    response.once('close', resolve);
    response.end(answer.text);
  });
}

/** Returns the headers of a response with lower-case names. Headers of the response override the defaults. */
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

/** Deep-freezes a body, which is then serialized only once, for frequent responses that rarely change. */
export function serializeOnce<T extends object>(body: T): T {
  freeze(body);
  texts.set(body, stringifyExactJson(body));
  return body;
}

function toJson(body: unknown): string {
  return (
    (typeof body === 'object' && body !== null ? texts.get(body) : undefined) ?? stringifyExactJson(body)
  );
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

/** Number of characters that are sent at a time. */
const PIECE = 256 * 1024;

/** Responds with a JSON object and a field whose JSON text already exists. Other requests run during the response. */
export function streamJsonWith(
  fields: Record<string, unknown>,
  { field, text, signal }: { field: string; text: string; signal: AbortSignal },
): RouteResponse {
  return {
    async stream(response: ServerResponse) {
      try {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write(JSON.stringify({ ...fields, [field]: null }).slice(0, -'null}'.length));
        for (const piece of splitText(text, PIECE)) {
          if (!response.write(piece)) await once(response, 'drain', { signal });
          await setImmediate(undefined, { signal });
        }
        response.end('}');
      } catch (error) {
        response.destroy();
        if (!signal.aborted) throw error;
      }
    },
  };
}

/** List that is read page by page while the response is sent. */
interface PagedArray {
  pages: AsyncGenerator<readonly unknown[], void>;
  /** Signal that is aborted when the client disconnects or the server closes. */
  signal: AbortSignal;
  /** Name of the object's field that contains the list, or absent if the list is the whole response. */
  field?: string;
  headers?: Record<string, string>;
}

/**
 * Responds with a JSON list, with at most two pages in memory. A failure before the first page becomes an error
 * response. A later failure truncates the list, so the response's JSON is invalid.
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
            const text = `${begun ? ',' : opening}${stringifyExactJson(element)}`;
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
