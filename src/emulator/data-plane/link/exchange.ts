import { createWakeUp } from '../../../clients/listeners.ts';
import { toError, errorMessage } from '../../../os/errors.ts';
import type { AgentRequest, HeaderList } from '../../ports/agent-http.ts';
import { type FrameParts, MAX_MESSAGE_BYTES } from './frames.ts';

// This module sends HTTP requests over a link in both directions: the emulator calls the agent's application, and the
// agent's code calls the API of its deployment. A body is sent in pieces, each of which the receiver must allow first.

/** HTTP request without its body. */
interface HttpHead {
  /**
   * Receiver of the request: `app` is the agent's application, and any other value means the API of the deployment.
   */
  purpose: 'app' | AgentRequest['purpose'];
  method: string;
  path: string;
  /** Query string without the question mark. */
  query: string;
  headers: HeaderList;
  hasBody: boolean;
  isBuiltIn?: boolean | undefined;
  isOwn?: boolean | undefined;
}
type BodySide = 'request' | 'response';

/**
 * Messages of one HTTP exchange. The requester chooses `id`, which is even if the emulator is the requester, and odd if
 * the worker is.
 */
export type HttpMessage =
  | ({ type: 'http'; id: number } & HttpHead)
  | { type: 'head'; id: number; status: number; headers: HeaderList }
  /**
   * Reports that the application has no route for the request. The control plane handles the request, and adds these
   * headers to its response. The request body follows if `hasBody` is true.
   */
  | { type: 'pass'; id: number; headers: HeaderList; hasBody: boolean }
  /** Sends a piece of a body. `bytes` is the index of a part of the message. */
  | { type: 'data'; id: number; side: BodySide; bytes: number }
  /**
   * Permits the sender of a body to send `count` more pieces. Without permission, only the first `RESPONSE_CREDIT`
   * pieces of a response and no piece of a request may be sent, because a request's body may stay unread.
   */
  | { type: 'more'; id: number; side: BodySide; count: number }
  /** Reports that the body is complete. The end of a response's body ends the exchange. */
  | { type: 'end'; id: number; side: BodySide }
  /** Ends the exchange early, because the requester no longer waits or the response is incomplete. */
  | { type: 'reset'; id: number; message: string };

const TYPES: ReadonlySet<string> = new Set<HttpMessage['type']>([
  'http',
  'head',
  'pass',
  'data',
  'more',
  'end',
  'reset',
]);
export const isHttpMessage = (message: { type: string }): message is HttpMessage => TYPES.has(message.type);

/** Maximum length of one piece of a body, in bytes. */
const MAX_CHUNK_BYTES = 256 * 1024;
/** Number of pieces of a response that may be sent before the first piece is read. */
const RESPONSE_CREDIT = 8;

type Body = AsyncIterable<Uint8Array>;
export type ExchangeAnswer =
  | { kind: 'response'; status: number; headers: HeaderList; body: Body | undefined }
  | { kind: 'pass'; headers: HeaderList; body: Body | undefined };
export interface ExchangeRequest extends HttpHead {
  body: Body | undefined;
  /** Aborts when the requester no longer waits for the response. */
  signal: AbortSignal;
}

export interface Exchanges {
  /**
   * Sends a request and resolves with the beginning of the response. Rejects if the exchange ends before the response
   * begins.
   */
  request(request: ExchangeRequest): Promise<ExchangeAnswer>;
  receive(message: HttpMessage, parts: FrameParts): void;
  /** Fails all pending exchanges; called when the other end of the link is gone. */
  end(error: Error): void;
}

/**
 * Creates one end of the HTTP exchanges on a link. `answer` handles requests from the other end. `firstId` is 2 for the
 * emulator and 1 for a worker.
 */
export function createExchanges(
  send: (message: HttpMessage, parts?: FrameParts) => void,
  answer: (request: ExchangeRequest) => Promise<ExchangeAnswer>,
  firstId: 1 | 2,
): Exchanges {
  const open = createOpenExchanges(send);
  let lastId = firstId - 2;

  const sendRequestBody = async (id: number, exchange: Exchange, body: Body): Promise<void> => {
    const sendChunk = (piece: Uint8Array) => send({ type: 'data', id, side: 'request', bytes: 0 }, [piece]);
    try {
      if (await sendBody(exchange, body, sendChunk)) send({ type: 'end', id, side: 'request' });
    } catch (error) {
      open.reset(id, exchange, toError(error));
    }
  };

  const serve = async ({ type: _, id, ...head }: HttpMessage & { type: 'http' }): Promise<void> => {
    const exchange = open.begin(id, 'response');
    const { signal } = exchange.leaving;
    const sendChunk = (piece: Uint8Array) => send({ type: 'data', id, side: 'response', bytes: 0 }, [piece]);
    try {
      const given = await answer({ ...head, body: head.hasBody ? exchange.received : undefined, signal });
      if (signal.aborted) return void given.body?.[Symbol.asyncIterator]().return?.();
      const { headers, body } = given;
      if (given.kind === 'pass') send({ type: 'pass', id, headers, hasBody: body !== undefined });
      else send({ type: 'head', id, status: given.status, headers });
      const isComplete = body === undefined || (await sendBody(exchange, body, sendChunk));
      if (isComplete && open.complete(id, exchange)) send({ type: 'end', id, side: 'response' });
    } catch (error) {
      open.reset(id, exchange, toError(error));
    }
  };

  return {
    request({ body, signal, ...head }) {
      lastId += 2;
      const id = lastId;
      const exchange = open.begin(id, 'request');
      const left = new Error('the client left');
      const leave = (): void => open.reset(id, exchange, left);
      if (signal.aborted) {
        open.fail(id, exchange, left);
        return exchange.answer.promise;
      }
      signal.addEventListener('abort', leave, { once: true });
      exchange.leaving.signal.addEventListener('abort', () => signal.removeEventListener('abort', leave));
      send({ type: 'http', id, ...head, hasBody: body !== undefined });
      if (body) void sendRequestBody(id, exchange, body);
      return exchange.answer.promise;
    },
    receive(message, parts) {
      const { id } = message;
      if (message.type === 'http') return void serve(message);
      const exchange = open.get(id);
      if (exchange === undefined) return;
      switch (message.type) {
        case 'head': {
          const { status, headers } = message;
          return exchange.answer.resolve({ kind: 'response', status, headers, body: exchange.received });
        }
        case 'pass': {
          const body = message.hasBody ? exchange.received : undefined;
          return exchange.answer.resolve({ kind: 'pass', headers: message.headers, body });
        }
        case 'data':
          if (exchange.received.push(parts[message.bytes] ?? new Uint8Array())) return;
          return open.reset(
            id,
            exchange,
            new Error('it sent a larger part of the body than it was allowed to send'),
          );
        case 'more':
          return exchange.credit.add(message.count);
        case 'end':
          exchange.received.end();
          if (message.side === 'response')
            open.fail(id, exchange, new Error('it ended the response without a status'));
          return;
        case 'reset':
          return void open.fail(id, exchange, new Error(message.message));
      }
    },
    end: (error) => open.failAll(error),
  };
}

interface Exchange {
  answer: PromiseWithResolvers<ExchangeAnswer>;
  received: Inbound;
  /** Number of pieces that this end may still send. */
  credit: Credit;
  /** Aborts when the exchange has ended. */
  leaving: AbortController;
}

/** Creates the list of open exchanges, by their IDs. */
function createOpenExchanges(send: (message: HttpMessage) => void) {
  const open = new Map<number, Exchange>();

  /** Ends an exchange at this end only, and returns whether the exchange was still open. */
  const fail = (id: number, exchange: Exchange, error: Error): boolean => {
    if (open.get(id) !== exchange) return false;
    open.delete(id);
    exchange.answer.reject(error);
    exchange.received.fail(error);
    exchange.credit.end();
    exchange.leaving.abort(error);
    return true;
  };
  /** Ends an exchange at both ends. */
  const reset = (id: number, exchange: Exchange, error: Error): void => {
    if (fail(id, exchange, error)) send({ type: 'reset', id, message: errorMessage(error) });
  };

  return {
    fail,
    reset,
    get: (id: number) => open.get(id),
    /** Adds an exchange; `side` states whether this end sends the body of the request or of the response. */
    begin(id: number, side: BodySide): Exchange {
      const received = side === 'request' ? 'response' : 'request';
      const exchange: Exchange = {
        answer: Promise.withResolvers(),
        received: createInbound(received, {
          allow: (count) => {
            if (open.get(id) === exchange) send({ type: 'more', id, side: received, count });
          },
          leave: () => reset(id, exchange, new Error('the client left')),
        }),
        credit: createCredit(side === 'request' ? 0 : RESPONSE_CREDIT),
        leaving: new AbortController(),
      };
      exchange.answer.promise.catch(() => undefined);
      open.set(id, exchange);
      return exchange;
    },
    /** Removes an exchange whose response is complete, and returns whether the exchange was open. */
    complete: (id: number, exchange: Exchange): boolean => open.get(id) === exchange && open.delete(id),
    failAll(error: Error): void {
      for (const [id, exchange] of open) fail(id, exchange, error);
    },
  };
}

/** Sends a body in pieces, as far as the receiver allows. Returns whether the whole body was sent. */
async function sendBody(
  { credit, leaving }: Exchange,
  body: Body,
  send: (piece: Uint8Array) => void,
): Promise<boolean> {
  const iterator = body[Symbol.asyncIterator]();
  const leave = (): void => void Promise.resolve(iterator.return?.()).catch(() => undefined);
  leaving.signal.addEventListener('abort', leave, { once: true });
  try {
    let isAllowed = await credit.take();
    while (isAllowed) {
      const next = await iterator.next();
      if (leaving.signal.aborted) return false;
      if (next.done === true) return true;
      for (let at = 0; at < next.value.length && isAllowed; at += MAX_CHUNK_BYTES) {
        send(next.value.subarray(at, at + MAX_CHUNK_BYTES));
        isAllowed = await credit.take();
      }
    }
    return false;
  } finally {
    leaving.signal.removeEventListener('abort', leave);
  }
}

interface Inbound extends Body {
  /** Appends a piece. Returns false if the receiver had not allowed the piece. */
  push(piece: Uint8Array): boolean;
  end(): void;
  /** Makes the reader fail once it has read the arrived pieces. Does nothing if the body is complete. */
  fail(error: Error): void;
}

/**
 * Creates an arriving body. Calls `allow` with the number of further pieces that the sender may send, and `leave` when
 * the reader stops before the end.
 */
function createInbound(
  side: BodySide,
  { allow, leave }: { allow: (count: number) => void; leave: () => void },
): Inbound {
  const waiting: Uint8Array[] = [];
  let allowed = side === 'response' ? RESPONSE_CREDIT : 0;
  let finished: { error?: Error } | undefined;
  const arrived = createWakeUp();
  const finish = (how: { error?: Error }): void => {
    finished ??= how;
    arrived.wake();
  };
  const allowOne = (): void => {
    allowed += 1;
    allow(1);
  };
  return {
    push(piece) {
      if (allowed === 0) return false;
      allowed -= 1;
      waiting.push(piece);
      arrived.wake();
      return true;
    },
    end: () => finish({}),
    fail: (error) => finish({ error }),
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          const next = waiting.shift();
          if (next !== undefined) {
            yield next;
            if (side === 'response' && finished === undefined) allowOne();
          } else if (finished !== undefined) {
            if (finished.error) throw finished.error;
            return;
          } else {
            // The sender of a request can send the next piece only when all earlier pieces are read.
            if (allowed === 0) allowOne();
            await arrived.wait();
          }
        }
      } finally {
        // A reader that stops early ends the exchange only if it reads a response, because an application may respond
        // without reading the whole request.
        if (side === 'response' && finished === undefined) leave();
      }
    },
  };
}

interface Credit {
  /** Resolves to true when one piece may be sent, or to false if the exchange has ended. */
  take(): Promise<boolean>;
  add(count: number): void;
  end(): void;
}

function createCredit(initial: number): Credit {
  let left = initial;
  let isOver = false;
  const changed = createWakeUp();
  return {
    async take() {
      for (;;) {
        if (isOver) return false;
        if (left > 0) {
          left -= 1;
          return true;
        }
        await changed.wait();
      }
    },
    add(count) {
      left += count;
      changed.wake();
    },
    end() {
      isOver = true;
      changed.wake();
    },
  };
}

/** Returns all bytes of a body. @throws Error if the body is incomplete, or exceeds the maximum size of a message. */
export async function readWhole(body: Body | undefined): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > MAX_MESSAGE_BYTES)
      throw new Error(`the body is larger than the limit of ${MAX_MESSAGE_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length);
}
