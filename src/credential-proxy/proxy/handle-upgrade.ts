import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';
import { responseHead } from '../headers.ts';
import { type Masker, maskingFor, type ResponseMasking } from '../masking.ts';
import { refusalBytes, type RefusalReason } from '../refusal.ts';
import { allowsSameEgress } from '../upstream/upstreams.ts';
import { AuditRecord, connectionOf, type ProxyContext, schemeOf } from './context.ts';
import { evaluateRequest, isSamePlan } from './evaluate-request.ts';
import {
  auditPath,
  chargePlan,
  readRequest,
  recordPlaceholder,
  recordPlan,
  signerFor,
} from './handle-request.ts';
import { refusalReasonOf } from './handle-response.ts';
import { splice } from './splice.ts';

/**
 * Handles a WebSocket handshake. The handshake is evaluated like any request and receives the rule's headers; after the
 * handshake, bytes are forwarded unread. Refuses upgrades to other protocols, and upgrades while other requests are
 * pending.
 */
export function handleUpgrade(
  context: ProxyContext,
  request: IncomingMessage,
  socket: Socket,
  early: Buffer,
): void {
  const connection = connectionOf(socket);
  socket.on('error', () => undefined);
  if (connection.closing || connection.busy) return void socket.destroy();
  connection.closing = true;
  const record = new AuditRecord(context, schemeOf(socket), request.method ?? null);
  const refuse = (reason: RefusalReason, detail: string = reason) => {
    record.refused(reason, detail);
    socket.end(refusalBytes(reason));
    socket.destroySoon();
  };
  const read = readRequest(context, connection, request, record);
  if (read.kind === 'refused') return refuse(read.reason);
  const { snapshot, proxyRequest } = read;
  record.forAuthority(proxyRequest.authority).set({ path: auditPath(proxyRequest.target) });
  const { upgrade, body } = proxyRequest.framing;
  if (proxyRequest.head.method !== 'GET' || upgrade?.toLowerCase() !== 'websocket' || body !== null) {
    return refuse('upgrade-refused');
  }
  const plan = evaluateRequest(snapshot.policy, proxyRequest);
  if (plan.kind === 'refused') {
    recordPlaceholder(record, plan);
    return refuse(plan.reason, plan.detail);
  }
  const spent = chargePlan(context, snapshot, plan);
  if (spent?.kind === 'refused') {
    record.set({ rule: plan.rule?.name ?? null });
    return refuse(spent.reason);
  }
  if (early.length > 0) socket.unshift(early);
  recordPlan(record, plan);
  record.set({ usesLeft: spent?.usesLeft ?? null });

  let isAborted = false;
  const leave = context.activeConnections.add({
    sandboxId: snapshot.sandboxId,
    kind: 'websocket',
    // An open WebSocket is closed when its rules or credentials change, because it can be open for a long time.
    stillAllowed: (next) =>
      allowsSameEgress(next, snapshot) && isSamePlan(evaluateRequest(next.policy, proxyRequest), plan),
    abort: () => {
      isAborted = true;
      record.set({ reason: 'configuration-changed' });
      socket.destroy();
    },
  });
  destroyAt(socket, plan.rule?.budget?.until ?? null, context.ports.now().getTime(), () => {
    isAborted = true;
    record.set({ reason: 'rule-expired' });
  });
  const masking = plan.rule === null ? null : maskingFor(plan.rule);
  const ended = (part: Parameters<AuditRecord['write']>[0]) => {
    leave();
    record.write({ ...part, masked: masking?.count ?? 0, unsearched: masking?.unsearched ?? false });
  };
  const handshake = new WebSocketHandshake(socket, masking, {
    joined: (upstream) => {
      splice(socket, upstream, context.limits.stallTimeoutMs)
        .then((bytes) => ended({ ...bytes, status: 101 }))
        .catch(() => undefined);
    },
    answered: (status, bytesDown) => ended({ status, bytesDown }),
    clientGone: () => ended(isAborted ? {} : { reason: 'client-gone' }),
    failed: (reason) => {
      leave();
      refuse(reason);
    },
  });
  const pool = context.upstreams.of(snapshot).pool(proxyRequest.scheme, proxyRequest.authority, true);
  const signed = signerFor(context, 'GET', plan, masking)?.sign(Buffer.alloc(0)) ?? [];
  const headers = [...plan.headers, ...signed];
  pool.dispatch({ method: 'GET', path: plan.target, headers, upgrade: 'websocket' }, handshake);
}

const MAX_TIMER_MS = 2 ** 31 - 1;

/** Destroys a socket at a time in epoch milliseconds. Times beyond the maximum of a timer have no effect. */
function destroyAt(socket: Socket, until: number | null, now: number, onTime: () => void): void {
  if (until === null || until - now > MAX_TIMER_MS) return;
  const timer = setTimeout(() => {
    onTime();
    socket.destroy();
  }, until - now);
  socket.on('close', () => clearTimeout(timer));
}

/** Callbacks for the outcome of a handshake: joined, another response, failed before any response, or abandoned. */
interface HandshakeCallbacks {
  joined: (upstream: Socket) => void;
  answered: (status: number, bytesDown: number) => void;
  failed: (reason: RefusalReason) => void;
  clientGone: () => void;
}

type Controller = Dispatcher.DispatchController;

/** Forwards the upstream's response to a WebSocket handshake to the client as the response arrives. */
class WebSocketHandshake implements Dispatcher.DispatchHandler {
  readonly #client: Socket;
  readonly #masking: ResponseMasking | null;
  readonly #callbacks: HandshakeCallbacks;
  #body: Masker | null = null;
  #controller: Controller | null = null;
  #status: number | null = null;
  #bytesDown = 0;
  #isOver = false;

  constructor(client: Socket, masking: ResponseMasking | null, callbacks: HandshakeCallbacks) {
    this.#client = client;
    this.#masking = masking;
    this.#callbacks = callbacks;
    client.on('close', this.#onClose);
    client.on('drain', this.#onDrain);
    // Until client and upstream are joined, no other code reads from the client, so the client's disconnect would not
    // be noticed.
    client.on('readable', this.#onReadable).on('end', this.#onEnd);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#client.destroyed) controller.abort(new Error('the client disconnected'));
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
      if (!this.#client.destroyed) return this.#callbacks.failed('upstream-answer');
      return this.#callbacks.answered(status, 0);
    }
    this.#write(status, ['Connection', 'Upgrade', 'Upgrade', 'websocket', ...head.headers]);
    // The cast is safe, because the pool contains only sockets that this process created.
    this.#callbacks.joined(upstream as Socket);
  }

  onResponseStart(controller: Controller, status: number): void {
    if (status < 200) return;
    const head = this.#head(controller);
    if (head === null) return controller.abort(new Error('the response has two lengths'));
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
    this.#callbacks.answered(this.#status ?? 0, this.#bytesDown);
  }

  onResponseError(_controller: Controller | null, error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#status === null && !this.#client.destroyed)
      return this.#callbacks.failed(refusalReasonOf(error));
    this.#client.destroy();
    this.#callbacks.answered(this.#status ?? 0, this.#bytesDown);
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
    // A read from an empty buffer makes the socket emit `end`.
    if (this.#client.readableLength === 0) this.#client.read();
  };

  readonly #onEnd = () => void this.#client.destroy();

  readonly #onClose = () => {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#controller?.abort(new Error('the client disconnected'));
    this.#callbacks.clientGone();
  };
}

/** Returns the lower-case name of the protocol that the upstream switches to. */
function upgradesTo({ rawHeaders }: Controller): string {
  const raw = Array.isArray(rawHeaders) ? rawHeaders : [];
  const texts = raw.map((part) => part.toString().toLowerCase());
  return texts.filter((_, at) => at % 2 === 1 && texts[at - 1] === 'upgrade').join();
}
