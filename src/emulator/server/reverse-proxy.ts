import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ConnectionOptions } from 'node:tls';
import { HOP_BY_HOP } from '../../contract/hop-by-hop.ts';
import { apiKeyOf, bearerTokenOf } from './authenticate.ts';
import { affectsServer } from './agent-app.ts';
import type { SandboxScope } from './router.ts';
import { HttpError } from './http-error.ts';

/** Servers that deployments include themselves. Requests are forwarded to them unchanged. */
export interface Upstreams {
  /** Returns whether a deployment includes its own server, running or not. */
  has(deploymentId: string): Promise<boolean>;
  /** Holds that server, so that a switch waits for the response. Throws HttpError 503 if it is not up. */
  acquire(deploymentId: string, signal: AbortSignal): Promise<Upstream> | Upstream;
  /** Whether that server also responds to health checks. If absent, the agent server responds after checking it. */
  readonly answersHealth?: boolean;
}

/** Address of a deployment's server. */
export interface Upstream {
  /** URL without a trailing slash; it may include a path. */
  address: string;
  /** TLS options of the address. */
  tls?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername' | 'rejectUnauthorized'> | undefined;
  /** Credentials for the API server in between, sent instead of the caller's. */
  authorization?: string | undefined;
  release(): void;
}

/**
 * Forwards a request to its deployment's server and streams the response back, without buffering bodies or event
 * streams. The key that authenticated the request is removed. `path` includes the query. `allowsPages`: that server
 * decides which web pages may read the response; otherwise no page may, because the origin is shared.
 * @throws HttpError 502 if the server cannot be reached, or disconnects before its response begins.
 */
export async function reverseProxy(
  request: IncomingMessage,
  response: ServerResponse,
  {
    upstream: to,
    path,
    signal,
    allowsPages,
    sandbox,
  }: {
    upstream: Pick<Upstream, 'address' | 'tls' | 'authorization'>;
    path: string;
    signal: AbortSignal;
    allowsPages: boolean;
    /** Set if browsers must not show the response as a page of this server. */
    sandbox?: SandboxScope | undefined;
  },
): Promise<void> {
  const { protocol, hostname, port, pathname } = new URL(to.address);
  // Below another path, `..` would leave it and reach other resources of the API server with its credentials.
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
    // Opens a new connection, because the other side may close a kept one just when it is reused.
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
    // This happens, for example, after a response that switches the protocol without a request to do so.
    upstream.once('close', () => reject(new Error('the connection was closed without an answer')));
  });
  // `pipeline` is not used, because the client must still get a response if this side fails.
  request.pipe(upstream);
  let answer: IncomingMessage;
  try {
    answer = await answered;
    // Removes the headers set so far, which belong to the emulator's own refusals.
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    const headers = allowsPages ? withoutHops(answer) : withoutCors(withoutHops(answer));
    delete headers['clear-site-data'];
    response.writeHead(answer.statusCode ?? 0, sandbox ? inSandbox(headers, sandbox) : headers);
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
    // An incomplete response must not look complete.
    response.destroy();
  }
}

/** Matches `.` or `..` as a segment before the query, in any spelling of the dots and slashes. */
const DOT_SEGMENT = /^[^?]*(?:\/|\\|%2f|%5c)(?:\.|%2e){1,2}(?=$|[/\\?;]|%2f|%5c|%3b)/i;

/** Headers that the API server in between would interpret: the host, the credentials, and the impersonated user. */
const TAKEN_ON_THE_WAY = /^(?:host$|authorization$|impersonate-|x-remote-)/;

/** Returns a request's headers for the container: without the key, and with the caller. */
function forwardedHeaders(request: IncomingMessage): Record<string, string | string[]> {
  const headers = withoutHops(request);
  // Removes the header that contained the key, or both. A different bearer token is for the agent.
  if (bearerTokenOf(request.headers) === apiKeyOf(request.headers)) delete headers['authorization'];
  delete headers['x-api-key'];
  const { host } = request.headers;
  if (host !== undefined) headers['x-forwarded-host'] = host;
  headers['x-forwarded-for'] = request.socket.remoteAddress ?? '';
  return { ...headers, ...bodyFraming(request, headers['content-length'] !== undefined) };
}

/** Returns the headers of a message without hop-by-hop headers. */
export function withoutHops(message: IncomingMessage): Record<string, string | string[]> {
  const isOfHop = hopByHopOf(message);
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined && !isOfHop(name)) kept[name] = value;
  }
  return kept;
}

/** The response's own policy can only be stricter than ours. */
function inSandbox(
  headers: Record<string, string | string[]>,
  sandbox: SandboxScope,
): Record<string, string | string[]> {
  const own = headers['content-security-policy'] ?? [];
  const kept = Object.entries(headers)
    .map(([name, value]): [string, string[]] => [
      name,
      [value].flat().filter((one) => !affectsServer([name, one], sandbox)),
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

/** Headers of a single connection, including a proxy's, and `expect`, which was already answered. */
const OF_ONE_HOP: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'expect',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
]);

/**
 * Returns which headers (lower case) of a message are not forwarded: hop-by-hop headers, and those listed in its
 * `Connection` header.
 */
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
 * Returns the framing headers of a forwarded body in addition to its `content-length`, which is kept if
 * `keepsLength`. Without them, the chunked body of a GET or DELETE would look like another request.
 */
export function bodyFraming(
  { headers }: Pick<IncomingMessage, 'headers'>,
  keepsLength: boolean,
): { 'transfer-encoding'?: 'chunked' } {
  const hasBody = headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
  return hasBody && !keepsLength ? { 'transfer-encoding': 'chunked' } : {};
}
