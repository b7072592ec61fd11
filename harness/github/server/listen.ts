import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { faultAnswer, type FaultEffect, type Faults } from '../faults.ts';
import type { Journal } from '../journal.ts';
import type { RateLimits } from '../rate-limit.ts';
import { ANONYMOUS, authenticate, tokenOf, type Tokens } from '../tokens.ts';
import type { Viewer } from './route.ts';
import { type Answer, ApiError, SPOKEN_VERSION } from './http.ts';
import { newTrace, type Pipeline, type Trace } from './pipeline.ts';

/** How an exchange ends: with an answer, whole or cut off after so many bytes, or with the connection cut. */
export type Ending =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'truncated'; answer: Answer; bytes: number }
  | { kind: 'cut' };

interface Listener {
  readonly origin: string;
  /** Requests that came in and were not answered yet. */
  pending(): number;
  /** Ends it and every connection. */
  close(): Promise<void>;
}

/** Serves on a free port of this machine. What `exchange` throws ends the connection. */
export async function listen(
  exchange: (request: IncomingMessage, body: string) => Promise<Ending>,
  port = 0,
): Promise<Listener> {
  let pending = 0;
  let closed: Promise<void> | undefined;
  const server = createServer((request, response) => {
    pending += 1;
    response.once('close', () => {
      pending -= 1;
    });
    readBody(request)
      .then((body) => exchange(request, body))
      .then((ending) => finish(response, ending))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    pending: () => pending,
    close: () => (closed ??= close(server)),
  };
}

function portOf(server: Server): number {
  // A server that listens on TCP has such an address.
  return (server.address() as AddressInfo).port;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function finish(response: ServerResponse, ending: Ending): void {
  if (ending.kind === 'cut') {
    response.socket?.resetAndDestroy();
    return;
  }
  const { answer } = ending;
  const bytes = bytesOf(answer);
  response.statusCode = answer.status;
  response.setHeader('Server', 'github.com');
  response.setHeader('X-GitHub-Request-Id', randomUUID().toUpperCase());
  response.setHeader('Vary', 'Accept, Authorization, Cookie, X-GitHub-OTP, Accept-Encoding');
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (bytes === null) {
    response.end();
    return;
  }
  response.setHeader('Content-Type', answer.raw?.type ?? 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes.length);
  if (ending.kind === 'answer') {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, ending.bytes), () => response.socket?.resetAndDestroy());
}

function bytesOf({ body, raw, status }: Answer): Buffer | null {
  if (status === 204 || status === 304) return null;
  if (raw !== undefined) return Buffer.from(raw.content);
  return body === undefined ? null : Buffer.from(JSON.stringify(body));
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => {
      if (error === undefined) resolve();
      else reject(error);
    });
    server.closeAllConnections();
  });
}

interface ExchangeOptions {
  pipeline: Pipeline;
  tokens: Tokens;
  faults: Faults;
  journal: Journal;
  rateLimits: RateLimits | null;
  now(): number;
  /** `/api/v3` on an Enterprise Server, else empty. */
  prefix: string;
  enterpriseVersion: string | null;
  /** Base of the web pages; `null`: the host that was asked. */
  htmlUrl: string | null;
  /** Ends when the double is closed: a delayed answer is not waited for then. */
  closing: AbortSignal;
}

/** One request: the fault rules first, then GitHub; written into the journal with any outcome. */
export function createExchange(options: ExchangeOptions) {
  const { pipeline, tokens, faults, journal, rateLimits, prefix } = options;

  const withHeaders = (answer: Answer, trace: Trace): Answer => ({
    ...answer,
    headers: {
      'X-GitHub-Media-Type': 'github.v3; format=json',
      'X-GitHub-Api-Version-Selected': SPOKEN_VERSION,
      ...(options.enterpriseVersion === null
        ? {}
        : { 'X-GitHub-Enterprise-Version': options.enterpriseVersion }),
      ...trace.headers,
      ...rateLimits?.headers(trace.viewer),
      ...answer.headers,
    },
  });

  const ask = async (request: IncomingMessage, url: URL, body: string, trace: Trace): Promise<Answer> => {
    const origin = `http://${request.headers.host ?? '127.0.0.1'}`;
    const links = { api: `${origin}${prefix}`, html: options.htmlUrl ?? origin };
    try {
      if (!`${url.pathname}/`.startsWith(`${prefix}/`)) {
        throw new ApiError(404, `the API of this double is below ${prefix}, not at ${url.pathname}`);
      }
      url.pathname = url.pathname.slice(prefix.length);
      return await pipeline.answer(
        { method: request.method ?? 'GET', url, headers: request.headers, body, links },
        trace,
      );
    } catch (error) {
      if (error instanceof ApiError) return pipeline.refuse(error, trace);
      // A bug of the double's: never to be taken for an answer of GitHub's.
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { status: 501, body: { message: `the GitHub double failed: ${text}` } };
    }
  };

  return async (request: IncomingMessage, body: string): Promise<Ending> => {
    const url = new URL(request.url ?? '/', 'http://double');
    const method = request.method ?? 'GET';
    const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname;
    const query = url.search.slice(1);
    const at = options.now();
    const trace = newTrace();
    const effect = faults.decide(method, path);
    if (effect?.delay_ms !== undefined) {
      await pause(effect.delay_ms, undefined, { signal: options.closing });
    }
    const ending = await end(request, url, body, trace, effect);
    const answer = ending.kind === 'cut' ? null : ending.answer;
    journal.record({
      at,
      method,
      path,
      query,
      operation: trace.operation,
      status: answer?.status ?? null,
      by: nameOf(tokens, trace.viewer, request.headers.authorization),
      request: redacted(tokens, body),
      response: redacted(tokens, JSON.stringify(answer?.body ?? null)),
      fault: effect !== undefined,
    });
    return ending;
  };

  async function end(
    request: IncomingMessage,
    url: URL,
    body: string,
    trace: Trace,
    effect: FaultEffect | undefined,
  ): Promise<Ending> {
    if (effect === undefined) {
      return { kind: 'answer', answer: withHeaders(await ask(request, url, body, trace), trace) };
    }
    if (effect.reset === true) return { kind: 'cut' };
    trace.viewer = viewerOf(tokens, request.headers.authorization);
    const instead = faultAnswer(effect, trace.viewer);
    if (instead !== null) {
      const answer = instead instanceof ApiError ? pipeline.refuse(instead, trace) : instead;
      return { kind: 'answer', answer: withHeaders(answer, trace) };
    }
    const done = withHeaders(await ask(request, url, body, trace), trace);
    const answer: Answer = { ...done, headers: { ...done.headers, ...effect.headers } };
    if (effect.drop_answer === true) return { kind: 'cut' };
    if (effect.truncate_at === undefined) return { kind: 'answer', answer };
    return { kind: 'truncated', answer, bytes: effect.truncate_at };
  }
}

function viewerOf(tokens: Tokens, header: string | undefined): Viewer {
  try {
    return authenticate(tokens, header);
  } catch {
    return ANONYMOUS;
  }
}

function nameOf(tokens: Tokens, viewer: Viewer, header: string | undefined): string {
  if (viewer.actor !== null) return viewer.actor.account.login;
  const token = tokenOf(header);
  if (token === null) return 'anonymous';
  return tokens.find(token)?.actor?.account.login ?? 'unknown token';
}

/** JSON as it was sent, without tokens; text when it is no JSON. */
function redacted(tokens: Tokens, text: string): unknown {
  if (text === '') return null;
  const clean = tokens.redact(text);
  try {
    return JSON.parse(clean);
  } catch {
    return clean;
  }
}
