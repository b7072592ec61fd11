import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { RefusalReason } from '../ingress/refusal.ts';
import type { BodyMask, Masking } from '../upstream/masking.ts';
import { responseHead } from '../upstream/response-head.ts';
import { refusalReasonOf } from '../upstream/trouble.ts';

/** How a handshake ends: joined, answered with something else and closed, failed with nothing said yet, or left. */
export interface HandshakeCallbacks {
  joined: (upstream: Socket) => void;
  answered: (status: number, bytesDown: number) => void;
  failed: (reason: RefusalReason) => void;
  left: () => void;
}

type Controller = Dispatcher.DispatchController;

/** The upstream's answer to a WebSocket handshake, written to the client as it comes. */
export class WebSocketHandshake implements Dispatcher.DispatchHandler {
  readonly #client: Socket;
  readonly #masking: Masking | null;
  readonly #ends: HandshakeCallbacks;
  #body: BodyMask | null = null;
  #controller: Controller | null = null;
  #status: number | null = null;
  #bytesDown = 0;
  #isOver = false;

  constructor(client: Socket, masking: Masking | null, ends: HandshakeCallbacks) {
    this.#client = client;
    this.#masking = masking;
    this.#ends = ends;
    client.on('close', this.#onClose);
    client.on('drain', this.#onDrain);
    // Nobody reads what it sends before it is joined: its end would go unnoticed.
    client.on('readable', this.#onReadable).on('end', this.#onEnd);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#client.destroyed) controller.abort(new Error('the client has gone'));
  }

  onRequestUpgrade(controller: Controller, status: number, _headers: unknown, upstream: Duplex): void {
    const head = this.#head(controller);
    this.#isOver = true;
    this.#client.off('close', this.#onClose).off('drain', this.#onDrain);
    this.#client.off('readable', this.#onReadable).off('end', this.#onEnd);
    const isWebSocket = status === 101 && head !== null && upgradesTo(controller) === 'websocket';
    if (!isWebSocket || this.#client.destroyed) {
      upstream.on('error', () => undefined);
      upstream.destroy();
      if (!this.#client.destroyed) return this.#ends.failed('upstream-answer');
      return this.#ends.answered(status, 0);
    }
    this.#write(status, ['Connection', 'Upgrade', 'Upgrade', 'websocket', ...head.headers]);
    // The pool makes connections of ours, which are sockets.
    this.#ends.joined(upstream as Socket);
  }

  onResponseStart(controller: Controller, status: number): void {
    if (status < 200) return;
    const head = this.#head(controller);
    if (head === null) return controller.abort(new Error('the answer has two lengths'));
    this.#status = status;
    this.#body = this.#masking?.body(head) ?? null;
    this.#write(status, [...head.headers, 'Connection', 'close']);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#bytesDown += chunk.length;
    const out = this.#body === null ? chunk : this.#body.push(chunk);
    if (out.length > 0 && !this.#client.write(out)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const rest = this.#body?.end();
    if (rest !== undefined && rest.length > 0) this.#client.write(rest);
    this.#client.destroySoon();
    this.#ends.answered(this.#status ?? 0, this.#bytesDown);
  }

  onResponseError(_controller: Controller | null, error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#status === null && !this.#client.destroyed) return this.#ends.failed(refusalReasonOf(error));
    this.#client.destroy();
    this.#ends.answered(this.#status ?? 0, this.#bytesDown);
  }

  #head(controller: Controller) {
    const raw = Array.isArray(controller.rawHeaders) ? controller.rawHeaders : [];
    const masking = this.#masking;
    return responseHead(raw, (value) => (masking === null ? value : masking.text(value)));
  }

  #write(status: number, headers: readonly string[]): void {
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`];
    for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
    this.#client.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  }

  readonly #onDrain = () => this.#controller?.resume();

  readonly #onReadable = () => {
    // At the end there is nothing to read, and asking for it is what tells.
    if (this.#client.readableLength === 0) this.#client.read();
  };

  readonly #onEnd = () => void this.#client.destroy();

  readonly #onClose = () => {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#controller?.abort(new Error('the client has gone'));
    this.#ends.left();
  };
}

/** The one protocol that the upstream says it changes to, in lower case; another one was not asked for. */
function upgradesTo({ rawHeaders }: Controller): string {
  const raw = Array.isArray(rawHeaders) ? rawHeaders : [];
  const texts = raw.map((part) => part.toString().toLowerCase());
  return texts.filter((_, at) => at % 2 === 1 && texts[at - 1] === 'upgrade').join();
}
