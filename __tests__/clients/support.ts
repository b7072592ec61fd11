import {
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { TlsIdentity } from './support-tls.ts';
import type { Clock } from '../../src/clients/clock.ts';
import { ApiError } from '../../src/clients/errors.ts';
import { createTransport, type Transport, type TransportOptions } from '../../src/clients/transport.ts';

/** A clock whose sleeps pass at once: time is the sum of what was slept. */
export interface FakeClock extends Clock {
  slept: number[];
}
export function fakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let now = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      now += ms;
    },
  };
}

export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** One local server; every request it got is kept. */
export interface LocalServer extends AsyncDisposable {
  url: URL;
  port: number;
  requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[];
  connections: () => number;
}

export async function serve(handler: Handler, tls?: TlsIdentity): Promise<LocalServer> {
  const requests: LocalServer['requests'] = [];
  let connections = 0;
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const { method = '', url = '', headers } = request;
      requests.push({ method, path: url, headers, body });
      handler(request, response, body);
    });
  };
  const server = tls ? createSecureServer(tls, listener) : createServer(listener);
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listen(server);
  return {
    url: new URL(`${tls ? 'https' : 'http'}://127.0.0.1:${port}/`),
    port,
    requests,
    connections: () => connections,
    [Symbol.asyncDispose]: () => shut(server),
  };
}

/** A proxy whose every request ends at `targetPort` of this machine, for any name. */
export interface LocalProxy extends AsyncDisposable {
  port: number;
  /** CONNECT requests. */
  tunnels: { target: string; authorization: string | undefined }[];
  /** Plain requests with a whole URL. */
  forwarded: { target: string; authorization: string | undefined }[];
}

export async function startProxy(targetPort: number, refuseWith?: number): Promise<LocalProxy> {
  const tunnels: LocalProxy['tunnels'] = [];
  const forwarded: LocalProxy['forwarded'] = [];
  const server = createServer((incoming, response) => {
    const { 'proxy-authorization': authorization, ...headers } = incoming.headers;
    forwarded.push({ target: incoming.url ?? '', authorization });
    if (refuseWith !== undefined) {
      response.writeHead(refuseWith).end();
      return;
    }
    const { pathname, search } = new URL(incoming.url ?? '');
    const upstream = request(
      { port: targetPort, host: '127.0.0.1', path: pathname + search, method: incoming.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    upstream.on('error', () => response.destroy());
    incoming.pipe(upstream);
  });
  server.on('connect', (request, socket) => {
    tunnels.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] });
    socket.on('error', () => {});
    if (refuseWith !== undefined) {
      socket.end(`HTTP/1.1 ${refuseWith} Refused\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const upstream = connect(targetPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  });
  const port = await listen(server);
  return { port, tunnels, forwarded, [Symbol.asyncDispose]: () => shut(server) };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function shut(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/** A port of this machine on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await shut(server);
  return port;
}

export type TestTransport = Transport & AsyncDisposable & { clock: FakeClock };

/** A transport without proxies on a fake clock, closed when the test ends. */
export function testTransport(options: Partial<TransportOptions> = {}): TestTransport {
  const clock = fakeClock();
  const transport = createTransport({
    env: {},
    redact: (text) => text,
    clock,
    random: () => 0.5,
    ...options,
  });
  return { ...transport, clock, [Symbol.asyncDispose]: () => transport.close() };
}

export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** The error a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

/** The ApiError a promise rejects with. */
export async function apiError(promise: Promise<unknown>): Promise<ApiError> {
  const error = await rejection(promise);
  if (!(error instanceof ApiError)) throw error;
  return error;
}
