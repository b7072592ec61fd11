import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A listening server. */
export interface HttpServer {
  /** The port it got. */
  port: number;
  /** Takes no new requests, lets running ones end for `graceMs`, then cuts what is left. Leaves no socket open. */
  close(graceMs: number): Promise<void>;
}

/** A client's idle connection is kept longer than any client's own limit, so that the client is the one to close it. */
const KEEP_ALIVE_MS = 75_000;

/**
 * Listens on `host` and `port` (0 = any). Rejects when that cannot be had, saying what to do about a port in use.
 */
export async function listen(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  address: { host: string; port: number },
): Promise<HttpServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, handler);
  const silent = trackSilent(server);
  await opened(server, address);
  const { port } = server.address() as AddressInfo;
  return { port, close: (graceMs) => closed(server, silent, graceMs) };
}

/** Connections that have not sent a request yet: the server itself does not count them as idle. */
function trackSilent(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    silent.delete(socket);
    response.once('close', () => setImmediate(() => server.emit('answered')));
  });
  return silent;
}

function opened(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(new Error(why(cause, host, port), { cause })),
    );
    server.listen({ host, port }, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function why(cause: NodeJS.ErrnoException, host: string, port: number): string {
  switch (cause.code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use: stop what listens there, choose another with --port, or --port 0 for any free one`;
    case 'EACCES':
      return `port ${port} on ${host} may not be opened by this user: choose one above 1023 with --port`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine: choose another with --host`;
    default:
      return `cannot listen on ${host}:${port}: ${cause.message}`;
  }
}

async function closed(server: Server, silent: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  const done = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A connection whose request ends from now on is of no more use.
  server.on('answered', () => server.closeIdleConnections());
  server.closeIdleConnections();
  for (const socket of silent) socket.destroy();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await done;
  clearTimeout(timer);
}
