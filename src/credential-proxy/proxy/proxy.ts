import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { refusalBytes, type RefusalReason } from '../refusal.ts';
import { DEFAULT_LIMITS, machinePorts, type ProxyLimits, type ProxyPorts } from '../upstream/ports.ts';
import { UpstreamsBySandbox } from '../upstream/upstreams.ts';
import {
  ActiveConnections,
  AuditRecord,
  ConnectionLimiter,
  connectionOf,
  type Ingress,
  type ProxyContext,
  type ProxyHost,
  registerConnection,
  runGuarded,
  schemeOf,
} from './context.ts';
import { handleConnect } from './handle-connect.ts';
import { handleRequest } from './handle-request.ts';
import { handleUpgrade } from './handle-upgrade.ts';

/** Serves the connections of all sandboxes. */
export interface ForwardProxy {
  /** Takes a connection that was accepted; the proxy owns it from here on, errors included. */
  accept(socket: Socket, ingress: Ingress): void;
  /**
   * The sandbox has another snapshot, or none: its open connections are evaluated again, and its upstream pools retire.
   */
  configChanged(sandboxId: string): void;
  gauges(): ProxyGauges;
  /** Aborts everything and resolves when nothing is left open. */
  close(): Promise<void>;
}

export interface ProxyGauges {
  connections: number;
  tunnels: number;
  upstreamConnections: number;
}

export interface ForwardProxyOptions {
  ports?: Partial<ProxyPorts>;
  limits?: Partial<ProxyLimits>;
}

/**
 * Makes the proxy that the connections of sandboxes pass through. It listens nowhere itself: sockets are handed to it.
 * Ports and limits default to the machine's and to `DEFAULT_LIMITS`. A connection begins with CONNECT (`handleConnect`)
 * or with a request for an http:// URL (`handleRequest`). CONNECT leads to a blind tunnel, or to TLS whose requests
 * return to `handleRequest` with the tunnel as their authority. A request that a rule matches is sent upstream with the
 * rule's headers, and its response returns through `Exchange`.
 */
export function createForwardProxy(host: ProxyHost, options: ForwardProxyOptions = {}): ForwardProxy {
  const ports = { ...machinePorts(), ...options.ports };
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const server = createHttpServer(limits);
  const context: ProxyContext = {
    host,
    ports,
    limits,
    activeConnections: new ActiveConnections(),
    connectionLimiter: new ConnectionLimiter(limits),
    upstreams: new UpstreamsBySandbox(ports, limits, () => host.ownPorts()),
    serve: (socket) => void server.emit('connection', socket),
  };
  addHandlers(server, context);
  const sockets = new Set<Socket>();
  let isClosed = false;
  return {
    accept(socket, ingress) {
      if (isClosed) return void socket.destroy();
      sockets.add(socket);
      const connection = registerConnection(socket, ingress);
      const isAdmitted = context.connectionLimiter.admit(connection);
      socket.on('close', () => {
        sockets.delete(socket);
        context.connectionLimiter.release(connection);
      });
      // Each direction of a tunnel ends on its own.
      socket.allowHalfOpen = true;
      // A server that listens nowhere does not do so itself, and a first answer would wait 40 ms for the client's ACK.
      socket.setNoDelay(true);
      if (isAdmitted) return context.serve(socket);
      socket.on('error', () => undefined);
      socket.end(refusalBytes('too-many-connections'));
      socket.destroySoon();
    },
    configChanged(sandboxId) {
      const snapshot = host.sandboxes.current(sandboxId);
      context.upstreams.retire(sandboxId);
      context.activeConnections.reevaluate(sandboxId, snapshot);
    },
    gauges: () => ({
      connections: sockets.size,
      tunnels: context.activeConnections.count('tunnel', 'websocket'),
      upstreamConnections: context.upstreams.connections,
    }),
    async close() {
      isClosed = true;
      const allEnded = context.activeConnections.abortAll();
      for (const socket of sockets) socket.destroy();
      await Promise.all([allEnded, context.upstreams.abortAll()]);
      server.close();
    },
  };
}

/** The server that reads requests from connections and from inside intercepted tunnels; it listens nowhere. */
function createHttpServer(limits: ProxyLimits): Server {
  const server = createServer({
    maxHeaderSize: 32_768,
    insecureHTTPParser: false,
    headersTimeout: limits.headTimeoutMs,
    // Uploads take as long as they take; `timeout` ends a stalled one.
    requestTimeout: 0,
    keepAliveTimeout: limits.idleTimeoutMs,
    connectionsCheckingInterval: Math.min(1000, limits.headTimeoutMs),
    // Checked by `checkRequestHead`, and refused in our own words.
    requireHostHeader: false,
    noDelay: true,
  });
  server.timeout = limits.stallTimeoutMs;
  // Beyond this number headers would be dropped silently; their size is bounded anyway.
  server.maxHeadersCount = 0;
  // Node watches for slow heads from this event on, which a server that never listens does not emit.
  server.emit('listening');
  return server;
}

function addHandlers(server: Server, context: ProxyContext): void {
  const guard = (socket: Socket, work: () => void) => runGuarded(context, socket, work);
  server.on('request', (request, response) =>
    guard(request.socket, () => handleRequest(context, request, response, 'nothing')),
  );
  server.on('checkContinue', (request, response) =>
    guard(request.socket, () => handleRequest(context, request, response, 'continue')),
  );
  server.on('checkExpectation', (request, response) =>
    guard(request.socket, () => handleRequest(context, request, response, 'unknown')),
  );
  server.on('connect', (request, stream, head) => {
    const socket = toSocket(stream);
    guard(socket, () => {
      if (connectionOf(socket).tunnel !== null) refuseUnparsed(context, socket, 'method-not-allowed');
      else handleConnect(context, request, socket, head);
    });
  });
  server.on('upgrade', (request, stream, head) => {
    const socket = toSocket(stream);
    guard(socket, () => handleUpgrade(context, request, socket, head));
  });
  server.on('clientError', (error: Error, stream) => {
    const socket = toSocket(stream);
    guard(socket, () => handleParseError(context, error, socket));
  });
}

/** The server is handed sockets only. */
function toSocket(stream: Duplex): Socket {
  return stream as Socket;
}

const REASON_BY_CODE: { [code: string]: RefusalReason } = {
  HPE_HEADER_OVERFLOW: 'head-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** A request that did not parse: no byte of it was forwarded. */
function handleParseError(context: ProxyContext, error: Error, socket: Socket): void {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code.startsWith('HPE_') || code in REASON_BY_CODE) {
    return refuseUnparsed(context, socket, REASON_BY_CODE[code] ?? 'ambiguous-request');
  }
  socket.destroy();
}

function refuseUnparsed(context: ProxyContext, socket: Socket, reason: RefusalReason): void {
  socket.on('error', () => undefined);
  const connection = connectionOf(socket);
  if (!connection.closing) {
    const record = new AuditRecord(context, schemeOf(socket), null);
    if (connection.tunnel !== null) {
      record.forAuthority(connection.tunnel.authority).set({ sandbox: connection.tunnel.sandboxId });
    }
    record.refused(reason);
  }
  const isFree = !connection.closing && !connection.busy;
  connection.closing = true;
  // In the middle of another answer, our bytes would be taken for its own.
  if (isFree && socket.writable) socket.end(refusalBytes(reason));
  socket.destroySoon();
}
