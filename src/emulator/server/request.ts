import type { IncomingMessage } from 'node:http';
import { createPacer } from '../../clients/pacer.ts';
import { parseExactJson, parseExactJsonPaced } from '../../contract/exact-json.ts';
import { JSON_LIMITS, JsonCounter, type JsonLimits } from '../../contract/json-safety.ts';
import type { AgentRequest, HeaderList } from '../ports/agent-http.ts';
import type { ClientConnection } from './client-connection.ts';
import type { AgentCaller } from '../ports/agent-auth.ts';
import { HttpError, invalidField } from './http-error.ts';
import type { Caller, RouteRequest } from './route.ts';

interface ParsedRequest {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Context of a request before its route is found. */
export interface RequestContext {
  /** Base URL for absolute URLs in responses. */
  origin: string;
  connection: ClientConnection;
  /** Adds the JSON body to the journal in the client's spelling. */
  recordBody: (body: unknown) => void;
  /** Adds the responding route's pattern to the journal. */
  noteRoute: (pattern: string) => void;
  /** Purpose of a request from the agent's own code, or absent for a client's request. */
  fromAgent?: AgentRequest['purpose'] | undefined;
  /** True if only another port serves `/_local` and the dashboard. */
  isLocalClosed?: boolean | undefined;
  /** Lets virtual time advance during this request. */
  letTimePass: () => void;
  /** Adds headers to the response. Headers of the response itself take precedence. */
  addHeaders: (headers: HeaderList) => void;
}

/** Request that a handler receives. The signal is created only when the handler reads the signal. */
export class HandlerRequest implements RouteRequest<unknown, unknown, unknown> {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly sentBody: unknown;
  readonly caller: Caller;
  readonly agentCaller: AgentCaller | undefined;
  readonly deploymentId: string;
  readonly headers: IncomingMessage['headers'];
  readonly origin: string;
  readonly recordBody: (body: unknown) => void;
  readonly readBytes: (limit: number) => Promise<Buffer>;
  readonly bodyStream: () => AsyncIterable<Buffer>;
  readonly #connection: ClientConnection;

  constructor(
    request: IncomingMessage,
    { params, query, body }: ParsedRequest,
    sentBody: unknown,
    who: { workspaceId: string; deploymentId: string; agentCaller: AgentCaller | undefined },
    context: RequestContext,
  ) {
    this.params = params;
    this.query = query;
    this.body = body;
    this.sentBody = sentBody;
    this.caller = { workspaceId: who.workspaceId };
    this.agentCaller = who.agentCaller;
    this.deploymentId = who.deploymentId;
    this.headers = request.headers;
    this.origin = context.origin;
    this.recordBody = context.recordBody;
    this.readBytes = (limit) => readBytes(request, limit);
    this.bodyStream = () => bodyStream(request);
    this.#connection = context.connection;
  }

  get signal(): AbortSignal {
    return this.#connection.signal;
  }
}

/** Converts query parameters to an object for a schema. A repeated query parameter becomes an array. */
export function parseQuery(query: URLSearchParams): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  if (query.size === 0) return found;
  for (const key of new Set(query.keys())) {
    const values = query.getAll(key);
    found[key] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return found;
}

/** Maximum size of a JSON body in bytes. Uploads are read as streams and have separate limits. */
const MAX_JSON_BYTES = 16 * 1024 * 1024;

/**
 * Reads a JSON body, or returns `undefined` if the body is empty. Throws 422 for a body that is not JSON; 400 for too
 * deep nesting; 413 above `limit` bytes or above the numbers of values and keys in `jsonLimits`; 415 for another
 * content type. Without `explicitType`, a missing content type counts as JSON.
 */
export async function readJsonBody(
  request: IncomingMessage,
  options: { limit?: number; explicitType?: boolean; jsonLimits?: JsonLimits } = {},
): Promise<unknown> {
  const limit = options.limit ?? MAX_JSON_BYTES;
  const type = request.headers['content-type'];
  if (type === undefined ? options.explicitType === true : !isJson(type)) {
    if ((await readBytes(request, limit)).length === 0) return undefined;
    throw new HttpError(415, `Unsupported content type ${type ?? '(none)'}: send application/json.`);
  }
  const reader = new JsonTextReader(options.jsonLimits ?? JSON_LIMITS);
  await readChunks(request, limit, (chunk) => reader.add(chunk));
  const pacer = createPacer();
  const pause = async (): Promise<void> => {
    if (pacer.isDue) await pacer.pause();
  };
  const text = reader.end();
  if (isBlank(text)) return undefined;
  const value = await parseExactJsonPaced(text, pause).catch(refuseInvalidJson);
  await pause();
  return value;
}

/** Maximum time to receive a body that is read into memory, in milliseconds. */
const BUFFERED_MS = 5 * 60_000;

/**
 * Reads a raw body. Throws 413 if the body is longer than `limit` bytes. Closes the connection if the body takes longer
 * than `withinMs`, because the client might not be authenticated yet. Only streamed uploads can take longer than
 * `withinMs`.
 */
export async function readBytes(
  request: IncomingMessage,
  limit: number,
  withinMs = BUFFERED_MS,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await readChunks(request, limit, (chunk) => chunks.push(chunk), withinMs);
  return Buffer.concat(chunks);
}

/** Reads a raw body like `readBytes`, and passes each chunk on when it arrives. */
async function readChunks(
  request: IncomingMessage,
  limit: number,
  take: (chunk: Buffer) => void,
  withinMs = BUFFERED_MS,
): Promise<void> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limit) throw tooLarge(limit);
  const timer = request.complete ? undefined : setTimeout(() => request.destroy(), withinMs);
  timer?.unref();
  try {
    let size = 0;
    for await (const chunk of bodyStream(request)) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      take(chunk);
    }
  } finally {
    clearTimeout(timer);
  }
}

function bodyStream(request: IncomingMessage): AsyncIterable<Buffer> {
  // If a body is refused early, the connection must stay open until the client has read the response.
  return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

/** Time in milliseconds for which a client can continue to send an unread body after the response. */
const REST_MS = 30_000;

/**
 * Discards the rest of a body after the response, so the client can read the response and reuse the connection. If the
 * connection were closed instead, the client would lose the response.
 */
export function drainRequest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.destroy(), REST_MS);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
  // Errors of the body are ignored, because the body is discarded.
  request.on('error', () => undefined);
  request.resume();
}

function tooLarge(limit: number): HttpError {
  return new HttpError(413, `The request body is larger than ${limit} bytes.`);
}

function isJson(type: string): boolean {
  const media = (type.split(';')[0] ?? '').trim().toLowerCase();
  return media === 'application/json' || (media.startsWith('application/') && media.endsWith('+json'));
}

/** Decodes and counts a JSON body chunk by chunk, so too many values are refused early. */
class JsonTextReader {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #counter: JsonCounter;
  readonly #pieces: string[] = [];

  constructor(limits: JsonLimits) {
    this.#counter = new JsonCounter(limits);
  }

  /** Adds a chunk. @throws HttpError 400 for invalid UTF-8 or too deep nesting; 413 for too many values or keys. */
  add(chunk: Uint8Array): void {
    this.#take(() => this.#decoder.decode(chunk, { stream: true }));
  }

  /** Returns the whole body as a string. @throws HttpError 400 if the body ends within a character. */
  end(): string {
    this.#take(() => this.#decoder.decode());
    return this.#pieces.join('');
  }

  #take(decode: () => string): void {
    let text: string;
    try {
      text = decode();
    } catch (cause) {
      throw new HttpError(400, 'The request body is not UTF-8 text.', { cause });
    }
    const excess = this.#counter.add(text);
    if (excess !== undefined)
      throw new HttpError(excess.limit === 'levels' ? 400 : 413, `The request body ${excess.phrase}.`);
    this.#pieces.push(text);
  }
}

/**
 * Parses a JSON body, or returns `undefined` if the body contains only white space. Throws 422 for a body that is not
 * JSON; 400 for too deep nesting; 413 for more values or keys than the limits allow.
 */
export function parseJsonBody(bytes: Uint8Array, limits = JSON_LIMITS): unknown {
  const reader = new JsonTextReader(limits);
  reader.add(bytes);
  const text = reader.end();
  if (isBlank(text)) return undefined;
  try {
    return parseExactJson(text);
  } catch {
    return refuseInvalidJson();
  }
}

const isBlank = (text: string): boolean => text.trim() === '';

/** Throws a 422 without the parser's message, which quotes the body and might contain a secret. */
function refuseInvalidJson(): never {
  throw invalidField(['body'], 'The request body is not valid JSON.', 'json_invalid');
}
