import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Dispatcher, Pool } from 'undici';
import { responseHead } from '../headers.ts';
import type { Masker, ResponseMasking } from '../masking.ts';
import { errorCode } from '../../os/errors.ts';
import { MAX_REPLACED_BODY } from '../placeholders/body.ts';
import { refusalAnswer, RefusalError, type RefusalReason } from '../refusal.ts';
import type { BodyReservation } from './body-memory.ts';
import type { BodyWork } from './evaluate-request.ts';
import { readBody, replacedBody, searchedBody } from './request-body.ts';
import { countBodyBytes } from './splice.ts';

type Controller = Dispatcher.DispatchController;

/** Maximum size of a body that is read completely for its signature, in bytes. */
const MAX_SIGNED_BODY = 32 * 1024 * 1024;

/** Maximum size of a response that is sent in a single write, in bytes. */
const MAX_SINGLE_WRITE = 16_384;

const RETRYABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Sends one request upstream and passes the response to the client. Streams both bodies at the speed of the slower
 * connection. If one connection fails, the other connection is aborted, because a truncated message must never look
 * complete.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #upstreamRequest: UpstreamRequest;
  readonly #upstream: UpstreamPool;
  readonly #masking: ResponseMasking | null;
  readonly #onEnd: (result: ExchangeResult) => void;
  /** Socket of the client, stored here because the request loses its socket when its body fails. */
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
  /** Body that was read completely, after the replacement of sentinels, or null if the client's body is streamed. */
  #ownBody: Buffer | null = null;
  #replaced: readonly string[] = [];

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
    else if (this.#mustReadBody()) void this.#readAndDispatch();
    else this.#dispatch();
  }

  /** True if the request has an upstream connection, and might therefore have been sent. */
  get isSent(): boolean {
    return this.#controller !== null;
  }

  /** Aborts an exchange that is no longer allowed. An exchange that still waits for a connection will never be sent. */
  abort(): void {
    this.#isAborted = true;
    if (this.isSent) this.#socket.destroy();
    else this.#fail('not-configured', null);
  }

  /**
   * Withdraws a request without a body that still waits for a connection. Another exchange can then send the withdrawn
   * request.
   */
  withdraw(): void {
    this.#isOver = true;
    this.#response.off('close', this.#onClose);
  }

  onRequestStart(controller: Controller): void {
    if (!this.#isOver && !this.#isAborted && this.#upstreamRequest.isExpired()) {
      this.#isAborted = true;
      this.#fail('rule-expired', null);
    }
    if (this.#isOver || this.#isAborted)
      return controller.abort(new Error('the request is no longer allowed'));
    this.#controller = controller;
  }

  onBodySent(chunk: Buffer): void {
    this.#bytesUp += chunk.length;
    countBodyBytes(chunk.length);
  }

  onResponseStart(controller: Controller, status: number, _headers: unknown, message = ''): void {
    // Interim responses are dropped, because they are meant for the proxy only, and the proxy has already sent its own
    // 100 Continue.
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
    // The head is sent together with body bytes that have already arrived, without a wait for further bytes.
    flushSoon(this);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    const isAll = this.#bytesDown === 0 && chunk.length === this.#length && chunk.length <= MAX_SINGLE_WRITE;
    this.#bytesDown += chunk.length;
    countBodyBytes(chunk.length);
    const out = this.#body === null ? chunk : this.#body.push(chunk);
    if (isAll) {
      // A string is sent with the head in a single write, because the number of writes dominates the cost of small
      // responses.
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
    const { method, target, headers, hasBody, signer } = this.#upstreamRequest;
    let signed: readonly string[] = [];
    try {
      signed = signer?.sign(this.#ownBody ?? NO_BODY) ?? [];
    } catch {
      // The error could contain parts of the request, so its message is discarded.
      return this.#fail('internal-error', null);
    }
    const body = hasBody ? this.#bodyToSend() : null;
    const all = signed.length === 0 ? headers : [...headers, ...signed];
    this.#upstream.pool.dispatch({ method, path: target, headers: all, body }, this);
  }

  #mustReadBody(): boolean {
    const { hasBody, body, signer } = this.#upstreamRequest;
    return hasBody && ((body?.replacement ?? null) !== null || signer?.needsBody === true);
  }

  /** Returns the body to send upstream. A streamed body is searched for sentinels that no rule replaces. */
  #bodyToSend() {
    const { body } = this.#upstreamRequest;
    if (this.#ownBody !== null) return this.#ownBody;
    return body === null ? this.#request : searchedBody(this.#request, body.search, this.#onSentinel);
  }

  readonly #onSentinel = (env: string) => {
    this.#replaced = [env];
  };

  /** Reads the whole body, replaces its sentinels, and sends the request with the new length. Never rejects. */
  async #readAndDispatch(): Promise<void> {
    const { body: work, memory, isExpired } = this.#upstreamRequest;
    const isReplaced = (work?.replacement ?? null) !== null;
    const given = await readBody(this.#request, isReplaced ? MAX_REPLACED_BODY : MAX_SIGNED_BODY, memory);
    // If the client disconnected, `onClose` ends the exchange.
    if (this.#isOver || this.#isAborted || given === 'incomplete') return;
    if (given === 'too-large') {
      return this.#fail(isReplaced ? 'body-too-large' : 'signed-body-too-large', null);
    }
    if (given === 'no-memory') return this.#fail('too-much-body', null);
    if (isExpired()) return this.#fail('rule-expired', null);
    const result =
      work === null ? { kind: 'replaced' as const, body: given, replaced: [] } : replacedBody(given, work);
    this.#replaced = result.replaced;
    if (result.kind === 'refused') return this.#fail(result.reason, null);
    this.#ownBody = result.body;
    this.#upstreamRequest.headers = withLength(this.#upstreamRequest.headers, result.body.length);
    this.#dispatch();
  }

  #fail(reason: RefusalReason, controller: Controller | null): void {
    this.#failure ??= reason;
    controller?.abort(new Error(reason));
    const response = this.#response;
    if (response.headersSent || response.destroyed) {
      // Part of the response was already sent, so only a broken connection shows that the response is incomplete.
      this.#socket.destroy();
      return;
    }
    const { status, headers, body } = refusalAnswer(reason);
    response.sendDate = false;
    response.writeHead(status, headers);
    response.end(body);
  }

  /** Sends the head, if no bytes of the body have arrived yet. */
  flushHead(): void {
    const response = this.#response;
    if (this.#bytesDown === 0 && !response.writableEnded && !response.destroyed) response.flushHeaders();
  }

  /** Pauses the upstream until the client has read the pending data. */
  #pause(controller: Controller): void {
    controller.pause();
    // The listener is added only for responses that must wait for the client, because most responses never wait.
    if (this.#isPacing) return;
    this.#isPacing = true;
    this.#response.on('drain', () => this.#controller?.resume());
  }

  readonly #onClose = () => {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ownBody = null;
    this.#upstreamRequest.memory.release();
    const response = this.#response;
    // The client's connection is closed if its request body was not read completely.
    if (!this.#request.complete) this.#socket.destroySoon();
    if (!response.writableFinished) {
      this.#failure ??= 'client-gone';
      this.#controller?.abort(new Error('the client disconnected'));
    }
    this.#onEnd({
      status: response.headersSent ? response.statusCode : null,
      failure: this.#failure,
      bytesUp: this.#bytesUp,
      bytesDown: this.#bytesDown,
      masked: this.#masking?.count ?? 0,
      unsearched: this.#masking?.unsearched ?? false,
      replaced: this.#replaced,
    });
  };
}

const NO_BODY = Buffer.alloc(0);

/** Creates the headers with the signature of a request. */
export interface RequestSigner {
  /** True if the signature depends on the body. */
  readonly needsBody: boolean;
  /** Returns alternating names and values of headers for a request with this body. */
  sign(body: Buffer): readonly string[];
}

/** A request in the form that is sent upstream. */
interface UpstreamRequest {
  method: string;
  /** Request target in the client's spelling. */
  target: string;
  /** Alternating names and values, including Host and the injected headers. */
  headers: string[];
  hasBody: boolean;
  /** Search or replacement of sentinels in the body, or null if the body is forwarded unread. */
  body: BodyWork | null;
  /** Signer of the request, or null if no rule signs the request. */
  signer: RequestSigner | null;
  /** Returns whether the rule has expired, which can happen while the body is read or a connection is awaited. */
  isExpired: () => boolean;
  /** Memory for a body that is read completely. */
  memory: BodyReservation;
}

/** Connection pool for requests of one sandbox. */
interface UpstreamPool {
  pool: Pool;
  /** Returns true while a connection of the pool is being reset. */
  isResetting: () => boolean;
}

/** Result of an exchange, for the audit log. */
interface ExchangeResult {
  status: number | null;
  /** Reason why the response is incomplete, or null if it is complete. */
  failure: RefusalReason | 'client-gone' | null;
  bytesUp: number;
  bytesDown: number;
  masked: number;
  /** True if the response body could not be searched for the injected secrets. */
  unsearched: boolean;
  /** Names of variables whose sentinels were replaced in the body, or because of which the body was refused. */
  replaced: readonly string[];
}

/** Returns the headers with the length of the body that is sent. */
function withLength(headers: readonly string[], length: number): string[] {
  const others = headers.filter(
    (_, index) => headers[index - (index % 2)]?.toLowerCase() !== 'content-length',
  );
  return [...others, 'Content-Length', `${length}`];
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

/**
 * Returns the reason code of a failed upstream request. The reason code contains no data of the client or the upstream.
 */
export function refusalReasonOf(error: unknown): RefusalReason {
  if (error instanceof RefusalError) return error.reason;
  const code = errorCode(error) ?? '';
  return REASON_BY_CODE[code] ?? (code.startsWith('HPE_') ? 'upstream-answer' : 'upstream-broken');
}

/** Returns true if the upstream closed an idle connection just when it was reused, before any byte of a response. */
function isStaleConnection(error: unknown): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(errorCode(error) ?? '');
}

let withUnsentHead: Exchange[] = [];

/**
 * Sends the head of a response once the body bytes that have already arrived were processed, so head and body are sent
 * together. One callback serves all exchanges, because a callback per exchange would cost more.
 */
function flushSoon(exchange: Exchange): void {
  if (withUnsentHead.push(exchange) === 1) setImmediate(flushAll);
}

function flushAll(): void {
  const all = withUnsentHead;
  withUnsentHead = [];
  for (const exchange of all) exchange.flushHead();
}
