import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { isLoopback } from '../../src/clients/base-url.ts';
import type { Decision, Guard, Surface } from './guard.ts';

/** A host name of the service that the action uses, and the URL to which the wire forwards its requests. */
export interface ServiceHost {
  host: string;
  surface: Surface;
  /** URL of the service without a trailing slash, or of an emulator. */
  upstream: string;
}

/** A request of the action or of a probe, with its response. */
export interface Exchange {
  surface: Surface;
  method: string;
  path: string;
  query: URLSearchParams;
  requestJson: unknown;
  /** Status of the response, or `null` if the service did not respond. */
  status: number | null;
  /** Parsed JSON of the response, or `undefined` if the body is empty or not JSON. */
  json: unknown;
  text: string;
  headers: Headers;
  startedAt: number;
  durationMs: number;
}

interface WireRequest {
  surface: Surface;
  method: string;
  /** Path with its query. */
  target: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Connection of a run to the service: every request passes through the guard. */
export interface Wire {
  /** URL of a proxy that the action uses for http and https. */
  readonly proxyUrl: string;
  /** Sends one request through the guard. Throws {@link RefusedRequest} if the guard refuses the request. */
  send(request: WireRequest): Promise<Exchange>;
  /** Waits until every write that was sent has its response, or failed. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface WireOptions {
  hosts: readonly ServiceHost[];
  guard: Guard;
  onExchange: (exchange: Exchange) => void;
  /** Called if the guard refuses a request, or if a budget is used up. */
  onRefused: (decision: Exclude<Decision, { kind: 'send' }>) => void;
  /** Milliseconds until a request without a response fails. */
  timeoutMs: number;
}

/** A request that the guard refused. */
class RefusedRequest extends Error {}

/** Headers that are not forwarded: they describe one connection, or an encoding that `fetch` has already decoded. */
const PER_CONNECTION =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|content-encoding|host|expect)$/i;

/**
 * Opens the wire. Requests to the hosts of the service arrive unencrypted on loopback, pass the guard, are recorded, and
 * continue to the service with https. The action addresses the real names, so it chooses names and limits as for the
 * real service. Connections to all other hosts, such as the agent and the storage of uploads, pass through unread.
 */
export async function openWire(options: WireOptions): Promise<Wire> {
  const { guard } = options;
  const sockets = new Set<Socket>();
  const writes = new Set<Promise<unknown>>();
  const hostNamed = (text = '') => {
    const name = text.toLowerCase().replace(/\.$/, '');
    return options.hosts.find(({ host }) => host === name);
  };
  const bySurface = (surface: Surface) => {
    const found = options.hosts.find((host) => host.surface === surface);
    if (found === undefined) throw new Error(`the service has no host of the surface ${surface}`);
    return found;
  };

  const send = async (request: WireRequest): Promise<Exchange> => {
    const { upstream } = bySurface(request.surface);
    const url = new URL(`${upstream}${request.target}`);
    const shown = new URL(request.target, 'http://service');
    // The guard must decide about the path that the service receives.
    if (shown.host !== 'service') throw new RefusedRequest(`${request.target} is not a path of the service`);
    const exchange = {
      surface: request.surface,
      method: request.method,
      path: shown.pathname,
      query: shown.searchParams,
      requestJson: parseJson(request.body?.toString() ?? ''),
    };
    const guarded = { ...exchange, json: guardedJson(exchange.requestJson, request.body) };
    const decision = guard.decide(guarded);
    if (decision.kind !== 'send') {
      options.onRefused(decision);
      throw new RefusedRequest(decision.problem);
    }
    const startedAt = performance.now();
    const end = (rest: Pick<Exchange, 'status' | 'text' | 'headers'>): Exchange => {
      const json = parseJson(rest.text);
      const whole = { ...exchange, ...rest, json, startedAt, durationMs: performance.now() - startedAt };
      guard.learn(json);
      guard.settle(guarded, rest.status);
      options.onExchange(whole);
      return whole;
    };
    let answer: Response;
    let text: string;
    const { promise: over, resolve: isOver } = Promise.withResolvers<undefined>();
    if (request.method !== 'GET') writes.add(over);
    try {
      answer = await fetch(url, {
        method: request.method,
        headers: request.headers ?? {},
        ...(request.body !== undefined && request.body.length > 0 && { body: request.body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(options.timeoutMs),
      });
      text = await answer.text();
    } catch (error) {
      end({ status: null, text: '', headers: new Headers() });
      throw error;
    } finally {
      writes.delete(over);
      isOver(undefined);
    }
    return end({ status: answer.status, text, headers: answer.headers });
  };

  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const found = hostNamed((request.headers.host ?? '').split(':')[0]);
    if (found === undefined) return void response.writeHead(502).end();
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        PER_CONNECTION.test(name) || value === undefined ? [] : [[name, String(value)]],
      ),
    );
    const target =
      URL.parse(request.url ?? '/')?.pathname === undefined ? (request.url ?? '/') : pathOf(request.url);
    try {
      const exchange = await send({
        surface: found.surface,
        method: request.method ?? 'GET',
        target,
        headers,
        body: await buffer(request),
      });
      response.statusCode = exchange.status ?? 502;
      for (const [name, value] of exchange.headers) {
        if (!PER_CONNECTION.test(name)) response.setHeader(name, value);
      }
      response.end(exchange.text);
    } catch (error) {
      if (!(error instanceof RefusedRequest)) return void response.destroy();
      response.writeHead(403, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ detail: `The live tier did not send this request. ${error.message}` }));
    }
  };

  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const [host = '', port = '443'] = (request.url ?? '').split(':');
    socket.on('error', () => socket.destroy());
    if (hostNamed(host) !== undefined) {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      // The tunnel contains plain HTTP, because the wire's URL of the service begins with http.
      server.emit('connection', socket);
      return;
    }
    // The actions accept URLs with http, so the wire must prevent requests that send the key unencrypted.
    if (port !== '443' && !isLoopback(host)) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    sockets.add(target);
    target.on('close', () => {
      sockets.delete(target);
      socket.destroy();
    });
    target.on('error', () => socket.destroy());
    socket.on('close', () => target.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    proxyUrl: `http://127.0.0.1:${port}`,
    send,
    async settled() {
      await Promise.all(writes);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the path and query of an absolute URL. */
function pathOf(text: string | undefined): string {
  const url = new URL(text ?? '/');
  return `${url.pathname}${url.search}`;
}

/** Returns the JSON body for the guard. */
function guardedJson(json: unknown, body: WireRequest['body']): unknown {
  return json === undefined && body?.includes('{') === true ? {} : json;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
