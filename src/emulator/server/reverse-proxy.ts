import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ConnectionOptions } from 'node:tls';
import { HOP_BY_HOP } from '../../contract/hop-by-hop.ts';
import { apiKeyOf, bearerTokenOf } from './authenticate.ts';
import { reachesServer } from './agent-app.ts';
import { HttpError } from './http-error.ts';

/** The servers of deployments: requests are forwarded to them unchanged. */
export interface Upstreams {
  /** Whether a deployment has a server of its own, up or not. */
  has(deploymentId: string): Promise<boolean>;
  /** Holds that server, so that a switch waits for the response. Throws HttpError 503 when none is up. */
  acquire(deploymentId: string, signal: AbortSignal): Promise<Upstream> | Upstream;
  /** Whether it answers health checks as well; absent: ours do, by asking it. */
  readonly answersHealth?: boolean;
}

/** Where a deployment's server is reached. */
export interface Upstream {
  /** Without a slash at its end; it may have a path. */
  address: string;
  /** Of an address with TLS. */
  tls?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername' | 'rejectUnauthorized'> | undefined;
  /** Credentials of what is asked on the way, instead of the caller's. */
  authorization?: string | undefined;
  release(): void;
}

/**
 * Forwards a request to its deployment's server, and streams the response back: bodies and event streams are not
 * buffered. The key that authenticated it stays here. `path` includes the query. `allowsPages`: which web pages may read
 * the response is for that server to say; else none may, since the address is not its own.
 * @throws HttpError 502 when the server cannot be reached, or disconnects before its response begins.
 */
export async function reverseProxy(
  request: IncomingMessage,
  response: ServerResponse,
  {
    upstream: to,
    path,
    signal,
    allowsPages,
    isSandboxed = false,
  }: {
    upstream: Pick<Upstream, 'address' | 'tls' | 'authorization'>;
    path: string;
    signal: AbortSignal;
    allowsPages: boolean;
    /** It must not become a page of this server. */
    isSandboxed?: boolean;
  },
): Promise<void> {
  const { protocol, hostname, port, pathname } = new URL(to.address);
  // Below another path, a step back would leave it, and ask the way for something else with its credentials.
  if (pathname !== '/' && DOT_SEGMENT.test(path)) {
    throw new HttpError(400, 'The path must not contain "." or ".." as a segment.');
  }
  const open = protocol === 'https:' ? (await import('node:https')).request : httpRequest;
  const headers = forwardedHeaders(request);
  if (pathname !== '/') {
    for (const name of Object.keys(headers)) if (TAKEN_ON_THE_WAY.test(name)) delete headers[name];
  }
  if (to.authorization !== undefined) headers['authorization'] = to.authorization;
  const upstream = open({
    ...to.tls,
    // The other side may close a kept connection just when it is reused.
    agent: false,
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: pathname === '/' ? path : pathname + path,
    method: request.method ?? 'GET',
    headers,
    signal,
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    upstream.once('response', resolve);
    upstream.on('error', reject);
    // Such as after a response that switches the protocol unasked.
    upstream.once('close', () => reject(new Error('the connection was closed without an answer')));
  });
  // Not a pipeline: the client must still get a response when this end of it fails.
  request.pipe(upstream);
  let answer: IncomingMessage;
  try {
    answer = await answered;
    // So far they hold what goes with our own refusals.
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    const headers = allowsPages ? withoutHops(answer) : withoutCors(withoutHops(answer));
    delete headers['clear-site-data'];
    response.writeHead(answer.statusCode ?? 0, isSandboxed ? inSandbox(headers) : headers);
  } catch (cause) {
    upstream.destroy();
    throw new HttpError(
      502,
      'The server of this deployment did not answer, or not by HTTP. Its deploy log may say why.',
      { cause },
    );
  }
  response.flushHeaders();
  try {
    await pipeline(answer, response);
  } catch {
    // Half a response must not look complete.
    response.destroy();
  }
}

/** `.` or `..` between slashes, however its dots and the slashes are spelled, before a query. */
const DOT_SEGMENT = /^[^?]*(?:\/|\\|%2f|%5c)(?:\.|%2e){1,2}(?=$|[/\\?;]|%2f|%5c|%3b)/i;

/** What is taken for a word to the API server on the way: which one is asked, with whose credentials, and on whose behalf. */
const TAKEN_ON_THE_WAY = /^(?:host$|authorization$|impersonate-|x-remote-)/;

/** A request's headers for the container: without the key, and with the caller. */
function forwardedHeaders(request: IncomingMessage): Record<string, string | string[]> {
  const headers = withoutHops(request);
  // The header that carried the key, or both; another bearer token is the agent's.
  if (bearerTokenOf(request.headers) === apiKeyOf(request.headers)) delete headers['authorization'];
  delete headers['x-api-key'];
  const { host } = request.headers;
  if (host !== undefined) headers['x-forwarded-host'] = host;
  headers['x-forwarded-for'] = request.socket.remoteAddress ?? '';
  return { ...headers, ...bodyFraming(request, headers['content-length'] !== undefined) };
}

/** The headers of a message without those of its connection. */
export function withoutHops(message: IncomingMessage): Record<string, string | string[]> {
  const isOfHop = hopByHopOf(message);
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined && !isOfHop(name)) kept[name] = value;
  }
  return kept;
}

/** Its own policy can only add to ours. */
function inSandbox(headers: Record<string, string | string[]>): Record<string, string | string[]> {
  const own = headers['content-security-policy'] ?? [];
  const kept = Object.entries(headers)
    .map(([name, value]): [string, string[]] => [
      name,
      [value].flat().filter((one) => !reachesServer([name, one])),
    ])
    .filter(([, values]) => values.length > 0);
  return {
    ...Object.fromEntries(kept),
    'content-security-policy': [...[own].flat(), 'sandbox'],
    'x-content-type-options': 'nosniff',
  };
}

function withoutCors<T>(headers: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('access-control-')));
}

/** Headers of one connection alone; a proxy's too, and `expect`, which was answered. */
const OF_ONE_HOP: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'expect',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
]);

/** Which headers (lower case) of a message are not forwarded: those of any hop, and those its `Connection` names. */
function hopByHopOf({ headers }: Pick<IncomingMessage, 'headers'>): (name: string) => boolean {
  const named = new Set(
    (headers.connection ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );
  return (name) => OF_ONE_HOP.has(name) || named.has(name);
}

/**
 * The framing of a forwarded body besides its `content-length`, if that is forwarded (`keepsLength`). Without it, the
 * chunked body of a GET or a DELETE would follow the headers as if it were a request.
 */
export function bodyFraming(
  { headers }: Pick<IncomingMessage, 'headers'>,
  keepsLength: boolean,
): { 'transfer-encoding'?: 'chunked' } {
  const hasBody = headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
  return hasBody && !keepsLength ? { 'transfer-encoding': 'chunked' } : {};
}
