import { ANSWER_JSON_LIMITS, findJsonExcess } from '../contract/json-safety.ts';
import { BACKOFF, type BackoffOptions, decideRetry } from './retry.ts';
import { type Clock, realClock } from './clock.ts';
import type { Dispatcher } from './dispatcher.ts';
import { BodyStreamError } from './errors.ts';
import { exchange, type AttemptResult, type WireResponse, type WireRequest } from './exchange.ts';
import type { StreamCall, StreamEnd, StreamListener } from './event-stream.ts';
import { describeAttempt, type FailedRequest, toApiError, unusableAnswerError } from './failure.ts';
import { memoizeAsync } from './memoize.ts';
import { proxySettings } from './network-environment.ts';

export interface TransportOptions {
  /** Environment with the proxy variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
  env: Readonly<Record<string, string | undefined>>;
  /** Redacts texts in responses before they become part of an error. */
  redact: (text: string) => string;
  clock?: Clock;
  random?: () => number;
  attemptTimeoutMs?: number;
  /** Time limit of a call with all its attempts, in milliseconds of the injected clock. */
  totalTimeoutMs?: number;
  connectTimeoutMs?: number;
  ca?: string;
  maxBytes?: number;
  backoff?: BackoffOptions;
  /** Called with a line about each retry, without secrets. */
  log?: (line: string) => void;
}

export interface Call {
  method: WireRequest['method'];
  url: URL;
  headers?: Record<string, string>;
  json?: unknown;
  /** Body that is sent unchanged. The caller sets the content type in the headers. */
  bytes?: Uint8Array;
  /** Body of exactly `length` bytes that is streamed with back-pressure. `open` is called for every attempt. */
  stream?: { length: number; open: () => AsyncIterable<Uint8Array> };
  /** Path that errors and events contain, if the real path might contain a secret. */
  shownPath?: string;
  ignoreBody?: boolean;
  /** Statuses that count as success, by default every 2xx status. */
  expect?: readonly number[];
  /** True if the call can be sent again after a lost response. The default is true for GET and DELETE. */
  repeatable?: boolean;
  /** Deadline of the call in epoch milliseconds of the injected clock. The default is `totalTimeoutMs` from now. */
  deadlineAt?: number | undefined;
  attemptTimeoutMs?: number;
  signal?: AbortSignal | undefined;
}

export interface Answer {
  status: number;
  /** The parsed body, or `undefined` if the body was empty. */
  json: unknown;
  attempts: number;
  /** Returns the value of a response header, or `undefined`. The name is in lower case. */
  header(name: string): string | undefined;
  /**
   * Returns the error for a response that cannot be used because of the problem `what`. The error of a write has the
   * kind `ambiguous`. The error contains no part of the response.
   */
  unusable(what: string, cause?: unknown): Error;
}

export interface Transport {
  /**
   * Sends a call, and retries the call if retries are allowed. Throws ApiError if the call fails, or the signal's
   * reason.
   */
  call(call: Call): Promise<Answer>;
  /**
   * Sends a call once and streams the events of its response. Throws only the signal's reason, and returns every other
   * failure as a result.
   */
  stream(call: StreamCall, watch: StreamListener): Promise<StreamEnd>;
  /** Returns the connection pool, which the first call opens, for clients with separate HTTP code. */
  dispatcher(): Promise<Dispatcher>;
  close(): Promise<void>;
}

/** Minimum of the time limit of an attempt, in milliseconds of wall-clock time. */
const LAST_TRY_MS = 5000;

/** Creates the process's only HTTP transport, with pooled connections, proxies, deadlines, retries and typed errors. */
export function createTransport(options: TransportOptions): Transport {
  const {
    redact,
    clock = realClock,
    random = Math.random,
    attemptTimeoutMs = 30_000,
    totalTimeoutMs = 120_000,
    connectTimeoutMs = 10_000,
    maxBytes = 16 * 1024 * 1024,
    backoff = BACKOFF.request,
    log = () => {},
  } = options;
  const reached = new Set<string>();
  // The first request loads the connection pool, so a run that fails earlier loads no HTTP client.
  const dispatcher = memoizeAsync(async () => {
    const { openDispatcher } = await import('./dispatcher.ts');
    return openDispatcher({ proxies: proxySettings(options.env), connectTimeoutMs, ca: options.ca });
  });

  async function call(request: Call): Promise<Answer> {
    const { method, url, signal } = request;
    const about: FailedRequest = {
      method,
      path: request.shownPath ?? url.pathname,
      attempts: 0,
      repeatable: request.repeatable ?? (method === 'GET' || method === 'DELETE'),
      timeoutMs: request.attemptTimeoutMs ?? attemptTimeoutMs,
      maxBytes,
      redact,
    };
    const deadlineAt = request.deadlineAt ?? clock.now() + totalTimeoutMs;
    const wire = wireRequest(request, maxBytes);
    const tryMs = about.timeoutMs;

    for (;;) {
      about.attempts += 1;
      // Even the last attempt before the deadline has enough time for a response.
      about.timeoutMs = Math.max(Math.min(tryMs, deadlineAt - clock.now()), Math.min(tryMs, LAST_TRY_MS));
      const body = request.stream && { body: request.stream.open() };
      const result = await exchange(await dispatcher(), { ...wire, ...body, timeoutMs: about.timeoutMs });
      // A failed source of the body would fail another attempt too.
      if (result.kind === 'broken' && result.cause instanceof BodyStreamError) throw result.cause.cause;
      if (result.kind === 'answer' || result.kind === 'too-large') reached.add(url.origin);
      const decision = decideRetry({
        result,
        repeatable: about.repeatable,
        attempt: about.attempts,
        now: clock.now(),
        deadlineAt,
        reached: reached.has(url.origin),
        random,
        backoff,
      });
      if (decision.kind !== 'retry') return finish(result, request, about);
      const outcome = describeAttempt(result, about.timeoutMs);
      log(`${method} ${about.path}: ${outcome}; retrying in ${(decision.delayMs / 1000).toFixed(1)}s`);
      await clock.sleep(decision.delayMs, signal);
    }
  }

  return {
    call,
    async stream(request, watch) {
      // The code for streams is loaded on demand, because few runs use streams.
      const { callStream } = await import('./event-stream.ts');
      return callStream(await dispatcher(), request, watch, { clock, redact });
    },
    dispatcher,
    async close() {
      await (await dispatcher.current())?.destroy();
    },
  };
}

function wireRequest(request: Call, maxBytes: number): Omit<WireRequest, 'timeoutMs'> {
  const json = request.json === undefined ? undefined : JSON.stringify(request.json);
  const body = json ?? request.bytes;
  return {
    method: request.method,
    url: request.url,
    headers: {
      accept: 'application/json',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(request.stream && { 'content-length': String(request.stream.length) }),
      ...request.headers,
    },
    ...(body !== undefined && { body }),
    maxBytes,
    signal: request.signal,
  };
}

function finish(result: AttemptResult, request: Call, about: FailedRequest): Answer {
  if (result.kind !== 'answer' || result.answer.status >= 300) throw toApiError(result, about);
  const { status, headers } = result.answer;
  const header = (name: string) => headers.find(([one]) => one === name)?.[1];
  const unusable = (what: string, cause?: unknown) => unusableAnswerError(status, what, about, cause);
  if (request.expect && !request.expect.includes(status)) {
    throw unusable(`${status} instead of ${request.expect.join(' or ')}`);
  }
  const json = request.ignoreBody ? undefined : parseBody(result.answer, unusable);
  return { status, json, attempts: about.attempts, header, unusable };
}

function parseBody(answer: WireResponse, unusable: (what: string) => Error): unknown {
  if (answer.body === '') return undefined;
  const excess = findJsonExcess(answer.body, ANSWER_JSON_LIMITS);
  if (excess !== undefined) throw unusable(`${answer.status} with a body that ${excess}`);
  try {
    return JSON.parse(answer.body);
  } catch {
    // The parser's message is not used, because it contains a part of the body.
    throw unusable(`${answer.status} with a body that is not JSON`);
  }
}
