import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificateAuthority } from '../../harness/credential-proxy/certificate-authority.ts';
import { startForwardProxy } from '../../harness/forward-proxy.ts';
import type { Clock } from '../../src/clients/clock.ts';
import { ApiError } from '../../src/clients/errors.ts';
import { createTransport, type Transport, type TransportOptions } from '../../src/clients/transport.ts';

/** A clock whose sleeps end immediately, and whose time is the sum of all sleeps. */
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

/** A local server that records every request. */
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

/** A proxy that forwards every request to `targetPort` of this machine, for any host name. */
export async function startProxy(targetPort: number, refuse?: number) {
  const proxy = await startForwardProxy({
    route: ({ pathname, search }) => new URL(`http://127.0.0.1:${targetPort}${pathname}${search}`),
    ...(refuse !== undefined && { refuse }),
  });
  return { ...proxy, port: Number(new URL(proxy.url).port), [Symbol.asyncDispose]: () => proxy.close() };
}

/** Creates a certificate for one name, from an authority that no client trusts yet. */
export async function identityOf(name: string): Promise<TlsIdentity> {
  const authority = await createCertificateAuthority('an authority of a test');
  return { ...(await authority.issue([name])), ca: authority.caPem };
}
export interface TlsIdentity {
  cert: string;
  key: string;
  /** Certificate of the authority. A client that trusts the authority accepts `cert`. */
  ca: string;
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

export type TestTransport = Transport & AsyncDisposable & { clock: FakeClock };

/** Returns a transport without proxies on a fake clock, which is closed when the test ends. */
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

/** Returns a handler that responds to every request with this response. */
export const replying =
  (...answer: [status: number, body: unknown, headers?: Record<string, string>]): Handler =>
  (_request, response) =>
    json(response, ...answer);

/** Returns the error with which a promise rejects. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

/** Returns the ApiError with which a promise rejects. */
export async function apiError(promise: Promise<unknown>): Promise<ApiError> {
  const error = await rejection(promise);
  if (!(error instanceof ApiError)) throw error;
  return error;
}
