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

/** The requests and WebSockets that a box may have open at a time. */
const MAX_CONNECTIONS = 256;
/** The bytes that one request, response, or direction of a WebSocket may have. */
export const MAX_BYTES = 2 * 1024 * 1024 * 1024;

/** What `forwardToBox` needs besides the request. */
interface Forwarding {
  /** Whether the client used the host name of this port alone. */
  isOwnHost: boolean;
  /** Whether the `Authorization` of the request is a key of the emulator. */
  hasOurKey: boolean;
  /** Aborted when the client leaves, or the emulator closes. */
  signal: AbortSignal;
  maxBytes: number;
}

/**
 * Forwards a request to a server in a box, and streams the response back. All ends when the box ends.
 * @throws HttpError 502 if nothing answers there, 403 if the port is not the box's, 413 and 503 for too much.
 */
export async function forwardToBox(
  request: IncomingMessage,
  response: ServerResponse,
  grant: ServiceGrant,
  forwarding: Forwarding,
): Promise<void> {
  const { box } = grant;
  if (Number(request.headers['content-length'] ?? 0) > forwarding.maxBytes) {
    throw refusal(413, 'PayloadTooLarge', `A body may have ${forwarding.maxBytes} bytes.`);
  }
  if (box.connections >= MAX_CONNECTIONS) {
    throw refusal(503, 'TooManyConnections', `A sandbox may have ${MAX_CONNECTIONS} requests open.`, {
      headers: { 'retry-after': '1' },
    });
  }
  box.connections += 1;
  try {
    await trackTransfer(box.running, async () => {
      const remote = await connect(grant);
      const signal = AbortSignal.any([forwarding.signal, box.ended]);
      // A close follows each error.
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
      `Nothing listens on port ${port} of the sandbox ${name}: start a server there, on 127.0.0.1 or on every address.`,
      { cause },
    );
  }
}

/** How the server in a box answered. */
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
    upstream.once('close', () => reject(new Error('the connection was closed without an answer')));
  });
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxBytes) upstream.destroy(new Error('the body is too long'));
  });
  // Not a pipeline: a server may answer before it has read all, and the client must still get its answer.
  request.pipe(upstream);
  const answer = await answered.catch((cause: unknown) => {
    throw unanswered(grant, received > maxBytes ? maxBytes : undefined, cause);
  });
  if (answer.kind === 'upgrade') {
    const isAsked = upgrade !== undefined && answer.message.headers.upgrade?.toLowerCase() === 'websocket';
    if (!isAsked)
      throw unanswered(grant, undefined, new Error('it changed the protocol without being asked'));
    return joinWebSocket(response, upgrade, { ...answer, isOwnHost: caller.isOwnHost, maxBytes });
  }
  const { message } = answer;
  response.writeHead(message.statusCode ?? 502, responseHeaders(message, caller));
  response.flushHeaders();
  try {
    await pipeline(message, (source: AsyncIterable<Buffer>) => limited(source, maxBytes), response);
  } catch {
    // Half a response must not look complete.
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
    return refusal(413, 'PayloadTooLarge', `A body may have ${limit} bytes.`, { cause });
  return refusal(
    502,
    'BadGateway',
    `The server on port ${port} of the sandbox ${JSON.stringify(sandboxName)} did not answer, or not by HTTP. Its output may say why.`,
    { cause },
  );
}

/** Answers the client's handshake as the server did, and passes bytes both ways until either side closes. */
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
