import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { UsageError } from '../ports/usage-error.ts';

export interface HttpServer {
  port: number;
  /**
   * Stops accepting connections, waits up to `graceMs` milliseconds for running requests, and then closes all
   * connections.
   */
  close(graceMs: number): Promise<void>;
}

/** Time in milliseconds that an idle connection stays open. Clients close their idle connections earlier. */
const KEEP_ALIVE_MS = 75_000;

interface ServerAddress {
  host: string;
  port: number;
  orNext?: boolean;
  /** Flag that sets the port, for error messages (default `--port`). */
  flag?: string;
}

/** Number of further ports to try if a port is in use. */
const NEXT_PORTS = 100;

/** Time limits for receiving a request, in milliseconds. */
export interface RequestLimits {
  headersMs: number;
  /** Maximum time for the head and the body of a request together. */
  requestMs: number;
  /** Interval in milliseconds between two checks of connections against the limits. */
  checkMs: number;
}

/**
 * Time limits of requests. `requestMs` allows the largest upload, 2 GiB of a build's archives, because an interrupted
 * upload starts over. `requestMs` is shorter than the time after which an unfinished upload is deleted. Bodies that are
 * read into memory have a shorter limit.
 */
export const REQUEST_LIMITS: RequestLimits = {
  headersMs: 60_000,
  requestMs: 14 * 60_000,
  checkMs: 30_000,
};

/** Returns whether a request is for a WebSocket. */
export const isWebSocket = ({ headers, method }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Only sandboxes accept WebSockets on the main port. Any other upgrade request is handled like an ordinary request.
 */
const isBoxSocket = (request: IncomingMessage): boolean =>
  isWebSocket(request) && request.url?.startsWith('/s/') === true;

/**
 * Listens on `host` and `port`, where port 0 means any free port. With `orNext`, tries the following ports if the port
 * is in use. Rejects with a UsageError that contains advice. `describeHolder` can describe the process that uses the
 * port. `accepts` decides which requests can upgrade the connection.
 */
export async function listen(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  address: ServerAddress,
  describeHolder: (port: number) => string | undefined = () => undefined,
  limits: RequestLimits = REQUEST_LIMITS,
  accepts: (request: IncomingMessage) => boolean = isBoxSocket,
): Promise<HttpServer> {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      shouldUpgradeCallback: accepts,
    },
    handler,
  );
  server.on('upgrade', (request, socket, head) => handleUpgrade(request, socket, head, handler));
  const release = watchConnections(server);
  await opened(server, address, describeHolder);
  const { port } = server.address() as AddressInfo;
  return { port, close: (graceMs) => closed(server, release, graceMs) };
}

/**
 * Returns a function that closes unused connections immediately, and all other connections when their requests end. The
 * function is necessary because Node does not count a connection as idle before its first request.
 */
function watchConnections(server: Server): () => void {
  const silent = new Set<Socket>();
  let ending = false;
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('upgrade', ({ socket }) => silent.delete(socket));
  server.on('request', ({ socket }, response) => {
    silent.delete(socket);
    response.once('close', () => {
      if (ending) setImmediate(() => server.closeIdleConnections());
    });
  });
  return () => {
    ending = true;
    server.closeIdleConnections();
    for (const socket of silent) socket.destroy();
  };
}

async function opened(
  server: Server,
  { host, port, orNext = false, flag = '--port' }: ServerAddress,
  describeHolder: (port: number) => string | undefined,
): Promise<void> {
  const last = orNext ? Math.min(port + NEXT_PORTS, 65_535) : port;
  for (let at = port; ; at += 1) {
    const cause = await openedAt(server, host, at);
    if (cause === undefined) return;
    if (cause.code !== 'EADDRINUSE' || at >= last)
      throw new UsageError(why(cause, { host, port, flag }, describeHolder), { cause });
  }
}

/** Resolves to `undefined` once the server listens, or to the error if the server cannot listen. */
function openedAt(server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ host, port }, () => {
      server.removeAllListeners('error');
      resolve(undefined);
    });
  });
}

function why(
  cause: NodeJS.ErrnoException,
  { host, port, flag }: Required<Omit<ServerAddress, 'orNext'>>,
  describeHolder: (port: number) => string | undefined,
): string {
  switch (cause.code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use by ${describeHolder(port) ?? 'another process'}: stop that process, or set another port with ${flag} (${flag} 0 for any free port)`;
    case 'EACCES':
      return `this user may not open port ${port} on ${host}: set a port above 1023 with ${flag}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine: set another address with --host`;
    default:
      return `cannot listen on ${host}:${port}: ${cause.message}`;
  }
}

async function closed(server: Server, release: () => void, graceMs: number): Promise<void> {
  const done = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  release();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await done;
  clearTimeout(timer);
}

/** Upgrade request that has no response yet. */
export interface Upgrade {
  request: IncomingMessage;
  socket: Socket;
  /** Bytes that the client sent after its upgrade request. */
  head: Buffer;
}

const upgrades = new WeakMap<ServerResponse, Upgrade>();

/** Returns the upgrade that a response belongs to, or `undefined` for an ordinary request. */
export function upgradeOf(response: ServerResponse): Upgrade | undefined {
  return upgrades.get(response);
}

/**
 * Handles an upgrade request like any other request. The route of an upgrade request checks the key, and then either
 * takes over the connection or sends a response and closes the connection.
 */
function handleUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  socket.on('error', () => socket.destroy());
  if (!(socket instanceof Socket)) {
    socket.destroy();
    return;
  }
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.end());
  upgrades.set(response, { request, socket, head });
  answer(request, response);
}

/** Detaches the connection from its response for another protocol. Resolves once the connection is closed. */
export function switchProtocols(response: ServerResponse, { socket }: Upgrade): Promise<void> {
  response.detachSocket(socket);
  response.statusCode = 101;
  return new Promise((resolve) => {
    socket.once('close', () => {
      response.emit('close');
      resolve();
    });
  });
}
