import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { CompiledRule } from '../policy/model.ts';
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
import { BodyMemory } from './body-memory.ts';
import { Budgets } from './budgets.ts';
import { handleConnect } from './handle-connect.ts';
import { handleRequest } from './handle-request.ts';
import { handleUpgrade } from './handle-upgrade.ts';

/** Serves the connections of all sandboxes. */
export interface ForwardProxy {
  /** Takes over an accepted connection and its errors. */
  accept(socket: Socket, ingress: Ingress): void;
  /**
   * Applies a changed or removed snapshot: rechecks the sandbox's open connections and retires its upstream pools.
   */
  configChanged(sandboxId: string): void;
  /** Returns the number of uses of a rule that are left, or null if the rule has no limit. */
  usesLeft(sandboxId: string, rule: CompiledRule): number | null;
  gauges(): ProxyGauges;
  /** Aborts all connections. Resolves when all connections are closed. */
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
 * Creates the proxy for the connections of sandboxes. The proxy does not listen; the caller passes accepted sockets to
 * it. The defaults of `options` are the ports of the machine and `DEFAULT_LIMITS`. A connection starts with CONNECT
 * (`handleConnect`) or with a request for an http:// URL (`handleRequest`). CONNECT opens a blind tunnel or an
 * intercepted tunnel. `handleRequest` also handles requests inside intercepted TLS, for the tunnel's authority.
 * `Exchange` sends a request that matches a rule upstream with the rule's headers, and returns the response.
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
    budgets: new Budgets(),
    bodyMemory: new BodyMemory(),
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
      // Each direction of a tunnel ends independently.
      socket.allowHalfOpen = true;
      // A listening server sets the option noDelay on its sockets, but this server does not listen. Without noDelay, a
      // first response would wait 40 ms for the client's ACK.
      socket.setNoDelay(true);
      if (isAdmitted) return context.serve(socket);
      socket.on('error', () => undefined);
      socket.end(refusalBytes('too-many-connections'));
      socket.destroySoon();
    },
    configChanged(sandboxId) {
      const snapshot = host.sandboxes.current(sandboxId);
      context.upstreams.retire(sandboxId);
      if (snapshot === null) context.budgets.forget(sandboxId);
      context.activeConnections.reevaluate(sandboxId, snapshot);
    },
    usesLeft: (sandboxId, rule) => context.budgets.left(sandboxId, rule),
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

/** Creates the HTTP server that parses requests on connections and in intercepted tunnels, without listening. */
function createHttpServer(limits: ProxyLimits): Server {
  const server = createServer({
    maxHeaderSize: 32_768,
    insecureHTTPParser: false,
    headersTimeout: limits.headTimeoutMs,
    // Uploads have no total time limit, but `timeout` ends stalled uploads.
    requestTimeout: 0,
    keepAliveTimeout: limits.idleTimeoutMs,
    connectionsCheckingInterval: Math.min(1000, limits.headTimeoutMs),
    // Instead of Node, `checkRequestHead` checks the Host header, so the client receives our own refusal.
    requireHostHeader: false,
    noDelay: true,
  });
  server.timeout = limits.stallTimeoutMs;
  // A limit on the number of headers would make Node silently drop headers above the limit. `maxHeaderSize` limits the
  // total size of the headers.
  server.maxHeadersCount = 0;
  // The event `listening` makes Node watch for slow request heads, and a server that never listens does not emit it.
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

/** The server receives only sockets, so the cast is safe. */
function toSocket(stream: Duplex): Socket {
  return stream as Socket;
}

const REASON_BY_CODE: { [code: string]: RefusalReason } = {
  HPE_HEADER_OVERFLOW: 'head-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** Refuses a request that could not be parsed, before any part of it was forwarded. */
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
  // While another response is being sent, the client would read our refusal as part of that response.
  if (isFree && socket.writable) socket.end(refusalBytes(reason));
  socket.destroySoon();
}
