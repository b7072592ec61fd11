import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, realClock } from '../../clients/clock.ts';
import type { HttpFault } from '../ports/faults.ts';
import type { PlainResponse } from './respond.ts';

export type NoResponse =
  | 'cut'
  /** The connection is reset. */
  | 'reset'
  /** The connection remains open until the client disconnects. */
  | 'hang';

/**
 * Returns how a fault withholds the response and whether the request is processed, or `undefined` if the response is
 * sent.
 */
export function plannedNoResponse(
  fault: HttpFault | undefined,
): { how: NoResponse; done: boolean } | undefined {
  const done = fault?.dropAnswer === true;
  if (fault?.hang === true) return { how: 'hang', done };
  if (fault?.reset === true) return { how: 'reset', done };
  return done ? { how: 'cut', done } : undefined;
}

/** Ends a request without a response. Resolves once the connection is closed or the server closes. */
export async function endWithoutResponse(
  request: IncomingMessage,
  response: ServerResponse,
  how: NoResponse,
  signal: AbortSignal,
): Promise<void> {
  if (how === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  if (how === 'hang' && !signal.aborted) {
    // Reads the rest of the request, because a client sends the whole request before it waits for the response.
    request.resume();
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
  response.destroy();
}

/** Returns the response that a fault sends instead of the handler's response, if any, dated by `clock`. */
export function faultResponse(fault: HttpFault | undefined, clock: Clock): PlainResponse | undefined {
  if (fault?.status === undefined) return undefined;
  const { contentType } = fault;
  return {
    status: fault.status,
    body: 'body' in fault ? fault.body : { detail: 'Injected by a fault rule.' },
    headers: {
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      ...retryAfter(fault.retryAfter, clock),
    },
  };
}

function retryAfter(given: HttpFault['retryAfter'], clock: Clock): Record<string, string> {
  if (given === undefined) return {};
  if (typeof given === 'string') return { 'retry-after': given };
  const now = clock.now();
  // HTTP dates have whole seconds. Rounding up prevents compliant clients from retrying too early.
  const then = new Date(Math.ceil((now + given.dateInS * 1000) / 1000) * 1000);
  return { date: new Date(now).toUTCString(), 'retry-after': then.toUTCString() };
}

/** Truncates or slows down the response body as the fault specifies. */
export function applyBodyFault(response: ServerResponse, fault: HttpFault, signal: AbortSignal): void {
  if (fault.truncateAt !== undefined) truncateBody(response, fault.truncateAt);
  if (fault.slow !== undefined) slowBody(response, fault.slow, signal);
}

/**
 * Sends `limit` bytes of the body and closes the connection at the next byte. If the body is shorter, the connection is
 * closed at the body's end, so the client always receives an incomplete response.
 */
function truncateBody(response: ServerResponse, limit: number): void {
  let left = limit;
  const write = response.write.bind(response);
  const cut = (): false => {
    response.socket?.destroySoon();
    return false;
  };
  const pass = (chunk: unknown): boolean => {
    const bytes = bytesOf(chunk);
    if (bytes === undefined) return true;
    const part = bytes.subarray(0, left);
    left -= part.length;
    response.flushHeaders();
    if (part.length > 0) write(part);
    return part.length === bytes.length;
  };
  response.write = (chunk: unknown): boolean => pass(chunk) || cut();
  response.end = (chunk?: unknown): typeof response => {
    response.flushHeaders();
    pass(chunk);
    cut();
    return response;
  };
}

/** Sends each write in several chunks with a delay between them. An abort of `signal` ends the delays. */
function slowBody(
  response: ServerResponse,
  { chunks, delayMs }: { chunks: number; delayMs: number },
  signal: AbortSignal,
): void {
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  let first = true;
  let last: Promise<void> = Promise.resolve();
  const add = (chunk: unknown) => {
    const bytes = bytesOf(chunk);
    if (bytes === undefined) return;
    last = last.then(async () => {
      const size = Math.ceil(bytes.length / chunks);
      for (let at = 0; at < bytes.length; at += size) {
        if (!first) await realClock.sleep(delayMs, signal);
        first = false;
        write(bytes.subarray(at, at + size));
      }
    });
    // After an abort, the response is destroyed, because the client has disconnected and will not read the rest.
    last.catch(() => response.destroy());
  };
  response.write = (chunk: unknown): boolean => {
    add(chunk);
    return true;
  };
  response.end = (chunk?: unknown): typeof response => {
    add(chunk);
    void last.then(
      () => end(),
      () => undefined,
    );
    return response;
  };
}

function bytesOf(chunk: unknown): Uint8Array | undefined {
  const bytes =
    typeof chunk === 'string' ? Buffer.from(chunk) : chunk instanceof Uint8Array ? chunk : undefined;
  return bytes === undefined || bytes.length === 0 ? undefined : bytes;
}
