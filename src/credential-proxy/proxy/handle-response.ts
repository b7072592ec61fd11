import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Dispatcher, Pool } from 'undici';
import { responseHead } from '../headers.ts';
import type { Masker, ResponseMasking } from '../masking.ts';
import { errorCode } from '../../os/errors.ts';
import { refusalAnswer, RefusalError, type RefusalReason } from '../refusal.ts';
import { countBodyBytes } from './splice.ts';

type Controller = Dispatcher.DispatchController;

/** A response of at most so many bytes goes out in one piece. */
const MAX_SINGLE_WRITE = 16_384;

const RETRYABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Sends one request upstream and its response back: both bodies are streamed, the slower side sets the pace, and a
 * failure on one side breaks the other, so that nothing cut short looks whole.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #upstreamRequest: UpstreamRequest;
  readonly #upstream: UpstreamPool;
  readonly #masking: ResponseMasking | null;
  readonly #onEnd: (result: ExchangeResult) => void;
  /** Kept because a body that fails loses its socket. */
  readonly #socket: Socket;
  #controller: Controller | null = null;
  #length: number | null = null;
  #body: Masker | null = null;
  #failure: ExchangeResult['failure'] = null;
  #bytesUp = 0;
  #bytesDown = 0;
  #isPacing = false;
  #isRetry = false;
  #isAborted = false;
  #isOver = false;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    upstreamRequest: UpstreamRequest,
    upstream: UpstreamPool,
    masking: ResponseMasking | null,
    onEnd: (result: ExchangeResult) => void,
  ) {
    this.#request = request;
    this.#response = response;
    this.#upstreamRequest = upstreamRequest;
    this.#upstream = upstream;
    this.#masking = masking;
    this.#onEnd = onEnd;
    this.#socket = request.socket;
  }

  start(): void {
    this.#response.on('close', this.#onClose);
    if (this.#response.destroyed) this.#onClose();
    else this.#dispatch();
  }

  /** Whether it has a connection, and so may have been sent. */
  get isSent(): boolean {
    return this.#controller !== null;
  }

  /** Ends it because it is no longer allowed: one that still waits for its connection is never sent. */
  abort(): void {
    this.#isAborted = true;
    if (this.isSent) this.#socket.destroy();
    else this.#fail('not-configured', null);
  }

  /** Abandons a request without a body that still waits for its connection: another exchange takes it over. */
  withdraw(): void {
    this.#isOver = true;
    this.#response.off('close', this.#onClose);
  }

  onRequestStart(controller: Controller): void {
    if (this.#isOver || this.#isAborted) return controller.abort(new Error('it is no longer allowed'));
    this.#controller = controller;
  }

  onBodySent(chunk: Buffer): void {
    this.#bytesUp += chunk.length;
    countBodyBytes(chunk.length);
  }

  onResponseStart(controller: Controller, status: number, _headers: unknown, message = ''): void {
    // Interim responses concern one hop; our own 100 Continue was sent already.
    if (status < 200) return;
    const masking = this.#masking;
    const raw = Array.isArray(controller.rawHeaders) ? controller.rawHeaders : [];
    const mask = masking === null ? String : (value: string) => masking.text(value);
    const head = responseHead(raw, mask);
    if (head === null) return this.#fail('upstream-answer', controller);
    this.#body = masking?.body(head) ?? null;
    const response = this.#response;
    response.sendDate = false;
    response.writeHead(status, mask(/^[\t\x20-\x7e]*$/.test(message) ? message : ''), head.headers);
    this.#length = head.length === null ? null : Number(head.length);
    // Head and first bytes are sent together if they arrive together; a head alone does not wait for the rest.
    flushSoon(this);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    const isAll = this.#bytesDown === 0 && chunk.length === this.#length && chunk.length <= MAX_SINGLE_WRITE;
    this.#bytesDown += chunk.length;
    countBodyBytes(chunk.length);
    const out = this.#body === null ? chunk : this.#body.push(chunk);
    if (isAll) {
      // As a string it joins the head in a single write: the whole cost of a small response.
      const rest = this.#body?.end();
      const all = rest === undefined || rest.length === 0 ? out : Buffer.concat([out, rest]);
      this.#response.end(all.toString('latin1'), 'latin1');
    } else if (out.length > 0 && !this.#response.write(out)) this.#pause(controller);
  }

  onResponseEnd(): void {
    if (this.#length === null && this.#upstream.isResetting()) return this.#fail('upstream-broken', null);
    if (this.#response.writableEnded) return;
    const rest = this.#body?.end();
    if (rest !== undefined && rest.length > 0) this.#response.end(rest);
    else this.#response.end();
  }

  onResponseError(controller: Controller | null, error: Error): void {
    if (this.#isOver || this.#isAborted) return;
    const { method, hasBody } = this.#upstreamRequest;
    const mayRetry = !this.#isRetry && !hasBody && RETRYABLE.has(method) && !this.#response.headersSent;
    if (mayRetry && isStaleConnection(error)) {
      this.#isRetry = true;
      this.#dispatch();
      return;
    }
    this.#fail(refusalReasonOf(error), controller);
  }

  #dispatch(): void {
    const { method, target, headers, hasBody } = this.#upstreamRequest;
    const body = hasBody ? this.#request : null;
    this.#upstream.pool.dispatch({ method, path: target, headers, body }, this);
  }

  #fail(reason: RefusalReason, controller: Controller | null): void {
    this.#failure ??= reason;
    controller?.abort(new Error(reason));
    const response = this.#response;
    if (response.headersSent || response.destroyed) {
      // Part of a response was sent: only a broken connection shows that it is not whole.
      this.#socket.destroy();
      return;
    }
    const { status, headers, body } = refusalAnswer(reason);
    response.sendDate = false;
    response.writeHead(status, headers);
    response.end(body);
  }

  /** Sends a head that no body has followed so far. */
  flushHead(): void {
    const response = this.#response;
    if (this.#bytesDown === 0 && !response.writableEnded && !response.destroyed) response.flushHeaders();
  }

  /** Waits for the client, which reads more slowly than the upstream sends. */
  #pause(controller: Controller): void {
    controller.pause();
    // Few responses ever wait: a listener for each one would slow down all of them.
    if (this.#isPacing) return;
    this.#isPacing = true;
    this.#response.on('drain', () => this.#controller?.resume());
  }

  readonly #onClose = () => {
    if (this.#isOver) return;
    this.#isOver = true;
    const response = this.#response;
    // A request as forwarded.
    if (!this.#request.complete) this.#socket.destroySoon();
    if (!response.writableFinished) {
      this.#failure ??= 'client-gone';
      this.#controller?.abort(new Error('the client has gone'));
    }
    this.#onEnd({
      status: response.headersSent ? response.statusCode : null,
      failure: this.#failure,
      bytesUp: this.#bytesUp,
      bytesDown: this.#bytesDown,
      masked: this.#masking?.count ?? 0,
      unsearched: this.#masking?.unsearched ?? false,
    });
  };
}

/** A request as forwarded. */
interface UpstreamRequest {
  method: string;
  /** The client's own bytes. */
  target: string;
  /** Name and value in turn, including the Host and injected headers. */
  headers: string[];
  hasBody: boolean;
}

/** The pool of a request: connections of its sandbox alone. */
interface UpstreamPool {
  pool: Pool;
  /** Whether one of them is breaking off this very moment. */
  isResetting: () => boolean;
}

/** How an exchange ended, for the audit. */
interface ExchangeResult {
  status: number | null;
  /** Null = answered in full; otherwise what went wrong. */
  failure: RefusalReason | 'client-gone' | null;
  bytesUp: number;
  bytesDown: number;
  masked: number;
  /** Whether the body could not be searched for the secrets that went out. */
  unsearched: boolean;
}

const REASON_BY_CODE: Record<string, RefusalReason> = {
  UND_ERR_HEADERS_TIMEOUT: 'upstream-timeout',
  UND_ERR_BODY_TIMEOUT: 'upstream-timeout',
  UND_ERR_HEADERS_OVERFLOW: 'upstream-answer',
  UND_ERR_INVALID_ARG: 'ambiguous-request',
  UND_ERR_NOT_SUPPORTED: 'ambiguous-request',
  UND_ERR_CLOSED: 'not-configured',
  UND_ERR_DESTROYED: 'not-configured',
};

/** Why a request to an upstream failed, as a reason that reveals nothing of what either side sent. */
export function refusalReasonOf(error: unknown): RefusalReason {
  if (error instanceof RefusalError) return error.reason;
  const code = errorCode(error) ?? '';
  return REASON_BY_CODE[code] ?? (code.startsWith('HPE_') ? 'upstream-answer' : 'upstream-broken');
}

/** Whether the upstream closed an idle connection just as it was reused: no byte of a response arrived. */
function isStaleConnection(error: unknown): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(errorCode(error) ?? '');
}

let withUnsentHead: Exchange[] = [];

/** Flushes a head once the available data was read: together for all, since a callback for each costs more. */
function flushSoon(exchange: Exchange): void {
  if (withUnsentHead.push(exchange) === 1) setImmediate(flushAll);
}

function flushAll(): void {
  const all = withUnsentHead;
  withUnsentHead = [];
  for (const exchange of all) exchange.flushHead();
}
