import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BoxFileError } from '../../../box/box.ts';
import { onAbort } from '../../server/client-connection.ts';
import type { HttpError } from '../../server/http-error.ts';
import { switchProtocols, type Upgrade, upgradeOf } from '../../server/http-server.ts';
import { trackTransfer } from '../lifecycle/context.ts';
import { refusal } from '../refusal.ts';
import type { ServiceGrant } from './grants.ts';
import { requestHeaders, responseHeaders } from './headers.ts';

/** Maximum number of simultaneous requests and WebSockets per box. */
const MAX_CONNECTIONS = 256;
/** Maximum number of bytes of a request, a response, or one direction of a WebSocket. */
export const MAX_BYTES = 2 * 1024 * 1024 * 1024;

/** Options of `forwardToBox`. */
interface Forwarding {
  /** True if the client used the host name that belongs only to this port of the box. */
  isOwnHost: boolean;
  /** True if the `Authorization` header contains an API key of the emulator. */
  hasOurKey: boolean;
  /** Aborted when the client disconnects or the emulator shuts down. */
  signal: AbortSignal;
  maxBytes: number;
}

/**
 * Forwards a request to a server in a box and streams the response back. Aborts the request when the box ends.
 * @throws HttpError 502 if no server responds; 403 if another program owns the port; 413 or 503 if a limit is
 * exceeded.
 */
export async function forwardToBox(
  request: IncomingMessage,
  response: ServerResponse,
  grant: ServiceGrant,
  forwarding: Forwarding,
): Promise<void> {
  const { box } = grant;
  if (Number(request.headers['content-length'] ?? 0) > forwarding.maxBytes) {
    throw refusal(413, 'PayloadTooLarge', `The body exceeds the maximum of ${forwarding.maxBytes} bytes.`);
  }
  if (box.connections >= MAX_CONNECTIONS) {
    throw refusal(
      503,
      'TooManyConnections',
      `The sandbox has the maximum of ${MAX_CONNECTIONS} open requests.`,
      {
        headers: { 'retry-after': '1' },
      },
    );
  }
  box.connections += 1;
  try {
    await trackTransfer(box.running, async () => {
      const remote = await connect(grant);
      const signal = AbortSignal.any([forwarding.signal, box.ended]);
      // The error is ignored, because a `close` event follows each error.
      remote.on('error', () => undefined);
      onAbort(signal, () => remote.destroy());
      try {
        await exchange(request, response, grant, { ...forwarding, signal, remote });
      } finally {
        remote.destroy();
      }
    });
  } finally {
    box.connections -= 1;
  }
}

async function connect({ box, port, sandboxName }: ServiceGrant): Promise<Duplex> {
  try {
    return await box.running.box.connect(port);
  } catch (cause) {
    const name = JSON.stringify(sandboxName);
    if (cause instanceof BoxFileError && cause.code === 'denied') {
      throw refusal(
        403,
        'PortNotAllowed',
        `Port ${port} belongs to a program outside the sandbox ${name}: start the server in the sandbox, on a free port.`,
        { cause },
      );
    }
    throw refusal(
      502,
      'BadGateway',
      `Nothing listens on port ${port} of the sandbox ${name}: start a server there, on 127.0.0.1 or all addresses.`,
      { cause },
    );
  }
}

/** Response of the server in a box. */
type Answer =
  | { kind: 'response'; message: IncomingMessage }
  | { kind: 'upgrade'; message: IncomingMessage; socket: Duplex; head: Buffer };

async function exchange(
  request: IncomingMessage,
  response: ServerResponse,
  grant: ServiceGrant,
  { remote, maxBytes, signal, ...caller }: Forwarding & { remote: Duplex },
): Promise<void> {
  const upgrade = upgradeOf(response);
  const upstream = httpRequest({
    createConnection: () => remote,
    path: request.url ?? '/',
    method: request.method ?? 'GET',
    headers: {
      ...requestHeaders(request, caller),
      ...(upgrade === undefined ? { connection: 'close' } : { connection: 'Upgrade', upgrade: 'websocket' }),
    },
  });
  const answered = new Promise<Answer>((resolve, reject) => {
    upstream.once('response', (message) => resolve({ kind: 'response', message }));
    upstream.once('upgrade', (message, socket, head) => resolve({ kind: 'upgrade', message, socket, head }));
    upstream.on('error', reject);
    upstream.once('close', () => reject(new Error('the connection was closed without a response')));
  });
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxBytes) upstream.destroy(new Error('the body is too long'));
  });
  // `pipe` is used instead of `pipeline`, so that the client also receives a response that arrives before the whole
  // request is read.
  request.pipe(upstream);
  const answer = await answered.catch((cause: unknown) => {
    throw unanswered(grant, received > maxBytes ? maxBytes : undefined, cause);
  });
  if (answer.kind === 'upgrade') {
    const isAsked = upgrade !== undefined && answer.message.headers.upgrade?.toLowerCase() === 'websocket';
    if (!isAsked)
      throw unanswered(grant, undefined, new Error('the server switched protocols without a request'));
    return joinWebSocket(response, upgrade, { ...answer, isOwnHost: caller.isOwnHost, maxBytes });
  }
  const { message } = answer;
  response.writeHead(message.statusCode ?? 502, responseHeaders(message, caller));
  response.flushHeaders();
  try {
    await pipeline(message, (source: AsyncIterable<Buffer>) => limited(source, maxBytes), response);
  } catch {
    // Destroying the connection shows the client that the response is incomplete.
    response.destroy();
  }
  if (signal.aborted) response.destroy();
}

function unanswered(
  { port, sandboxName }: ServiceGrant,
  limit: number | undefined,
  cause: unknown,
): HttpError {
  if (limit !== undefined)
    return refusal(413, 'PayloadTooLarge', `The body exceeds the maximum of ${limit} bytes.`, { cause });
  return refusal(
    502,
    'BadGateway',
    `The server on port ${port} of the sandbox ${JSON.stringify(sandboxName)} sent no valid HTTP response. Check the server's output.`,
    { cause },
  );
}

/**
 * Completes the client's handshake, and forwards bytes in both directions until the client or the server closes the
 * connection.
 */
async function joinWebSocket(
  response: ServerResponse,
  upgrade: Upgrade,
  given: { message: IncomingMessage; socket: Duplex; head: Buffer; isOwnHost: boolean; maxBytes: number },
): Promise<void> {
  const { message, socket, head, maxBytes } = given;
  const closed = switchProtocols(response, upgrade);
  const client = upgrade.socket;
  const headers = Object.entries(responseHeaders(message, given));
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'connection: Upgrade',
    'upgrade: websocket',
    ...headers.flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`)),
  ];
  client.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (head.length > 0) socket.unshift(head);
  if (upgrade.head.length > 0) client.unshift(upgrade.head);
  const end = () => {
    client.destroy();
    socket.destroy();
  };
  const pass = (from: Duplex, to: Duplex) =>
    pipeline(from, (source: AsyncIterable<Buffer>) => limited(source, maxBytes), to).catch(end);
  socket.once('close', () => client.destroySoon());
  client.once('close', () => socket.destroy());
  await Promise.all([pass(client, socket), pass(socket, client), closed]);
}

async function* limited(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error('more bytes than one connection may carry');
    yield chunk;
  }
}
