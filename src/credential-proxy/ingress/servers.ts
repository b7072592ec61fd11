import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { handleUpgrade } from '../tunnel/websocket.ts';
import { connectionOf } from './connection.ts';
import { handleConnect, type ConnectPorts } from './connect.ts';
import { type ProxyContext, runGuarded, AuditRecord } from './core.ts';
import { handleTunneledRequest, handlePlainRequest, handleUnknownExpectation } from './requests.ts';
import { refusalBytes, type RefusalReason } from './refusal.ts';

export interface HttpServers {
  /** Reads requests from a client's connection. */
  serve(socket: Socket): void;
  close(): void;
}

/** The two HTTP servers of a relay, which listen nowhere: one for what clients say to the proxy, one for what is inside. */
export function createServers(core: ProxyContext): HttpServers {
  const outer = newServer(core);
  const inner = newServer(core);
  const ports: ConnectPorts = {
    readAgain: (socket) => void outer.emit('connection', socket),
    serveInner: (socket) => void inner.emit('connection', socket),
  };
  for (const server of [outer, inner]) {
    const isInner = server === inner;
    const scheme = isInner ? 'https' : 'http';
    const onRequest = isInner ? handleTunneledRequest : handlePlainRequest;
    const guard = (socket: Socket, work: () => void) => runGuarded(core, socket, scheme, work);
    server.on('request', (request, response) =>
      guard(request.socket, () => onRequest(core, request, response, false)),
    );
    server.on('checkContinue', (request, response) =>
      guard(request.socket, () => onRequest(core, request, response, true)),
    );
    server.on('checkExpectation', (request, response) =>
      guard(request.socket, () => handleUnknownExpectation(core, scheme, request, response)),
    );
    server.on('connect', (request, stream, head) => {
      const socket = toSocket(stream);
      guard(socket, () => {
        if (isInner) refuseRaw(core, socket, 'method-not-allowed', scheme);
        else handleConnect(core, ports, request, socket, head);
      });
    });
    server.on('upgrade', (request, stream, head) => {
      const socket = toSocket(stream);
      guard(socket, () => handleUpgrade(core, request, socket, head));
    });
    server.on('clientError', (error: Error, stream) => {
      const socket = toSocket(stream);
      guard(socket, () => onClientError(core, error, socket, scheme));
    });
  }
  return {
    serve: (socket) => void outer.emit('connection', socket),
    close: () => {
      outer.close();
      inner.close();
    },
  };
}

function newServer({ limits }: ProxyContext): Server {
  const server = createServer({
    maxHeaderSize: 32_768,
    insecureHTTPParser: false,
    headersTimeout: limits.headMs,
    // Uploads take as long as they take; one that stands still is ended by `timeout`.
    requestTimeout: 0,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: Math.min(1000, limits.headMs),
    // We look ourselves, and answer in our own words.
    requireHostHeader: false,
    noDelay: true,
  });
  server.timeout = limits.stalledMs;
  // Beyond this number headers would be dropped silently; their size is bounded anyway.
  server.maxHeadersCount = 0;
  // Node watches for heads that come too slowly from here on; a server that never listens is never told to.
  server.emit('listening');
  return server;
}

function refuseRaw(
  core: ProxyContext,
  socket: Socket,
  reason: RefusalReason,
  scheme: 'http' | 'https',
): void {
  socket.on('error', () => undefined);
  const connection = connectionOf(socket);
  if (!connection.closing) {
    const record = new AuditRecord(core, scheme, null);
    if (connection.tunnel !== null) {
      record.forAuthority(connection.tunnel.authority).set({ sandbox: connection.tunnel.sandboxId });
    }
    record.refused(reason);
  }
  const isFree = !connection.closing && !connection.busy;
  connection.closing = true;
  // In the middle of another answer, bytes of ours would be taken for its own.
  if (isFree && socket.writable) socket.end(refusalBytes(reason));
  socket.destroySoon();
}

const BY_CODE: { [code: string]: RefusalReason } = {
  HPE_HEADER_OVERFLOW: 'head-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** A request that did not parse: nothing of it went anywhere. */
function onClientError(core: ProxyContext, error: Error, socket: Socket, scheme: 'http' | 'https'): void {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code.startsWith('HPE_') || code in BY_CODE) {
    return refuseRaw(core, socket, BY_CODE[code] ?? 'ambiguous-request', scheme);
  }
  socket.destroy();
}

/** Our servers are handed sockets only. */
function toSocket(stream: Duplex): Socket {
  return stream as Socket;
}
