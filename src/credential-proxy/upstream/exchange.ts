import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { refusalAnswer, type RefusalReason } from '../ingress/refusal.ts';
import type { ExchangeResult, UpstreamRequest, UpstreamPool } from './outgoing.ts';
import { countBodyBytes } from './body-garbage.ts';
import { flushSoon } from './flush-soon.ts';
import type { BodyMask, Masking } from './masking.ts';
import { responseHead } from './response-head.ts';
import { isStaleConnection, refusalReasonOf } from './trouble.ts';

type Controller = Dispatcher.DispatchController;

/** Bytes of an answer that goes out in one piece. */
const SMALL = 16_384;

const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Carries one request to an upstream and its answer back: both bodies streamed, the slower side sets the pace, and what
 * breaks on one side is broken on the other, never cut short as if it were whole.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #outgoing: UpstreamRequest;
  readonly #way: UpstreamPool;
  readonly #masking: Masking | null;
  readonly #ended: (ended: ExchangeResult) => void;
  /** Kept, for a body that fails loses its socket. */
  readonly #socket: Socket;
  #controller: Controller | null = null;
  #length: number | null = null;
  #body: BodyMask | null = null;
  #trouble: ExchangeResult['failure'] = null;
  #bytesUp = 0;
  #bytesDown = 0;
  #isPacing = false;
  #isRepeat = false;
  #isCut = false;
  #isOver = false;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    outgoing: UpstreamRequest,
    way: UpstreamPool,
    masking: Masking | null,
    ended: (ended: ExchangeResult) => void,
  ) {
    this.#request = request;
    this.#response = response;
    this.#outgoing = outgoing;
    this.#way = way;
    this.#masking = masking;
    this.#ended = ended;
    this.#socket = request.socket;
  }

  start(): void {
    this.#response.on('close', this.#onClose);
    if (this.#response.destroyed) this.#onClose();
    else this.#dispatch();
  }

  /** Whether it has a connection, and so may have gone out. */
  get isSent(): boolean {
    return this.#controller !== null;
  }

  /** Ends it from our side, because it may not go on: one that is still waiting for its connection never goes out. */
  abort(): void {
    this.#isCut = true;
    if (this.isSent) this.#socket.destroy();
    else this.#fail('not-configured', null);
  }

  /** Lets go of a request without a body that is still waiting for its connection: another exchange takes it over. */
  withdraw(): void {
    this.#isOver = true;
    this.#response.off('close', this.#onClose);
  }

  onRequestStart(controller: Controller): void {
    if (this.#isOver || this.#isCut) return controller.abort(new Error('it may not go out any more'));
    this.#controller = controller;
  }

  onBodySent(chunk: Buffer): void {
    this.#bytesUp += chunk.length;
    countBodyBytes(chunk.length);
  }

  onResponseStart(controller: Controller, status: number, _headers: unknown, message = ''): void {
    // Interim answers are of the hop; ours to Expect was given already.
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
    // Head and first bytes leave together where they came together; a head alone does not wait for what follows.
    flushSoon(this);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    const isAll = this.#bytesDown === 0 && chunk.length === this.#length && chunk.length <= SMALL;
    this.#bytesDown += chunk.length;
    countBodyBytes(chunk.length);
    const out = this.#body === null ? chunk : this.#body.push(chunk);
    if (isAll) {
      // As a string it joins the head in a single write, which is what a small answer costs.
      const rest = this.#body?.end();
      const all = rest === undefined || rest.length === 0 ? out : Buffer.concat([out, rest]);
      this.#response.end(all.toString('latin1'), 'latin1');
    } else if (out.length > 0 && !this.#response.write(out)) this.#pause(controller);
  }

  onResponseEnd(): void {
    if (this.#length === null && this.#way.isResetting()) return this.#fail('upstream-broken', null);
    if (this.#response.writableEnded) return;
    const rest = this.#body?.end();
    if (rest !== undefined && rest.length > 0) this.#response.end(rest);
    else this.#response.end();
  }

  onResponseError(controller: Controller | null, error: Error): void {
    if (this.#isOver || this.#isCut) return;
    const { method, hasBody } = this.#outgoing;
    const mayRepeat = !this.#isRepeat && !hasBody && REPEATABLE.has(method) && !this.#response.headersSent;
    if (mayRepeat && isStaleConnection(error)) {
      this.#isRepeat = true;
      this.#dispatch();
      return;
    }
    this.#fail(refusalReasonOf(error), controller);
  }

  #dispatch(): void {
    const { method, target, headers, hasBody } = this.#outgoing;
    const body = hasBody ? this.#request : null;
    this.#way.pool.dispatch({ method, path: target, headers, body }, this);
  }

  #fail(reason: RefusalReason, controller: Controller | null): void {
    this.#trouble ??= reason;
    controller?.abort(new Error(reason));
    const response = this.#response;
    if (response.headersSent || response.destroyed) {
      // Half an answer has gone out: only a broken connection says so.
      this.#socket.destroy();
      return;
    }
    const { status, headers, body } = refusalAnswer(reason);
    response.sendDate = false;
    response.writeHead(status, headers);
    response.end(body);
  }

  /** Sends a head that nothing has followed so far. */
  flushHead(): void {
    const response = this.#response;
    if (this.#bytesDown === 0 && !response.writableEnded && !response.destroyed) response.flushHeaders();
  }

  /** Waits for the client, who takes more slowly than the upstream gives. */
  #pause(controller: Controller): void {
    controller.pause();
    // Few answers are ever waited for: a listener for each one would cost all of them.
    if (this.#isPacing) return;
    this.#isPacing = true;
    this.#response.on('drain', () => this.#controller?.resume());
  }

  readonly #onClose = () => {
    if (this.#isOver) return;
    this.#isOver = true;
    const response = this.#response;
    // What is left of a body that nobody waits for would be read as the next request, or never.
    if (!this.#request.complete) this.#socket.destroySoon();
    if (!response.writableFinished) {
      this.#trouble ??= 'client-gone';
      this.#controller?.abort(new Error('the client has gone'));
    }
    this.#ended({
      status: response.headersSent ? response.statusCode : null,
      failure: this.#trouble,
      bytesUp: this.#bytesUp,
      bytesDown: this.#bytesDown,
      masked: this.#masking?.count ?? 0,
      unsearched: this.#masking?.unsearched ?? false,
    });
  };
}
