import { type ClientRequest, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { Peer } from '../ports/fleet.ts';
import { bodyFraming, hopByHopOf } from './body-framing.ts';
import { HttpError } from './http-error.ts';
import type { ClientConnection } from './client-connection.ts';
import { DEPLOYMENT_PREFIX, type RequestTarget } from './target.ts';

/** Says that a request was passed on already, and by whom: it is not passed on again. */
export const FORWARDED_BY = 'x-emulator-passed-on-by';

/** How long another emulator may take to take a connection, in milliseconds. */
const CONNECT_MS = 3_000;

/**
 * Passes a request for a deployment on to the emulator that runs it, as the caller sent it and with the caller's own
 * credentials, and its answer back: bodies and streams as they come, in both directions. Whoever leaves ends both.
 * Nothing is passed on twice. @throws HttpError 503 with Retry-After while the other cannot be reached.
 */
export async function forwardToPeer(
  request: IncomingMessage,
  response: ServerResponse,
  how: { target: RequestTarget; peer: Peer; from: string; presence: ClientConnection },
): Promise<void> {
  const { target, peer, presence } = how;
  const { signal } = presence;
  const over = AbortSignal.any([signal, peer.gone]);
  const url = new URL(peer.instance.url);
  const query = target.query.toString();
  const sent = endToEnd(request);
  const onward = ask({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 80 : url.port,
    method: request.method,
    path: `${DEPLOYMENT_PREFIX}/${target.deploymentId ?? ''}${target.path}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...sent,
      ...bodyFraming(request, sent['content-length'] !== undefined),
      [FORWARDED_BY]: how.from,
    },
    // One connection each: a kept one may be closed at the very moment it is used.
    agent: false,
    signal: over,
  });
  try {
    const answer = await answered(request, onward);
    response.writeHead(answer.statusCode ?? 502, endToEnd(answer));
    response.flushHeaders();
    await passBack(answer, response, over);
  } catch (cause) {
    onward.destroy();
    if (response.headersSent || signal.aborted) throw cause;
    throw unreachable(cause);
  }
}

/** @throws HttpError 503 for a request that was passed on to us, and would have to be passed on again. */
export function refuseForwarded(request: IncomingMessage): void {
  if (request.headers[FORWARDED_BY] !== undefined) throw unreachable(undefined);
}

function unreachable(cause: unknown): HttpError {
  return new HttpError(
    503,
    'The emulator that runs this deployment cannot be reached: another one takes over within seconds. Send the request again.',
    { headers: { 'retry-after': '1' }, cause },
  );
}

function answered(request: IncomingMessage, onward: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => onward.destroy(new Error('no connection in time')), CONNECT_MS);
    onward.once('socket', (socket) => socket.once('connect', () => clearTimeout(timer)));
    onward.once('response', resolve);
    onward.once('close', () => clearTimeout(timer));
    onward.on('error', reject);
    request.once('error', reject);
    request.pipe(onward);
  });
}

function passBack(answer: IncomingMessage, response: ServerResponse, over: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cut = () => {
      // That its client is done with it is how a whole answer ends, too.
      if (response.writableFinished) return resolve();
      answer.destroy();
      reject(new Error('the answer was cut short'));
    };
    over.addEventListener('abort', cut, { once: true });
    answer.once('aborted', cut);
    answer.once('error', cut);
    response.once('close', () => {
      over.removeEventListener('abort', cut);
      resolve();
    });
    answer.pipe(response);
  });
}

/** The headers that are for the other end. */
function endToEnd(message: IncomingMessage): Record<string, string | string[]> {
  const { rawHeaders } = message;
  const isOfHop = hopByHopOf(message);
  const kept: Record<string, string | string[]> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (isOfHop(name) || name === FORWARDED_BY) continue;
    const value = rawHeaders[at + 1] ?? '';
    const before = kept[name];
    kept[name] = before === undefined ? value : [before, value].flat();
  }
  return kept;
}
