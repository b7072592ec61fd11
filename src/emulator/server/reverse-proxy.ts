import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ConnectionOptions } from 'node:tls';
import { HOP_BY_HOP } from '../../contract/hop-by-hop.ts';
import { apiKeyOf, bearerTokenOf } from './authenticate.ts';
import { affectsServer } from './agent-app.ts';
import type { SandboxScope } from './router.ts';
import { HttpError } from './http-error.ts';

/** Servers inside deployments. The servers receive requests unchanged. */
export interface Upstreams {
  /** Returns whether a deployment has its own server, even if the server does not run. */
  has(deploymentId: string): Promise<boolean>;
  /**
   * Acquires the server, so a switch of revisions waits for the response. Throws HttpError 503 if the server is down.
   */
  acquire(deploymentId: string, signal: AbortSignal): Promise<Upstream> | Upstream;
  /**
   * True if the server responds to health checks. If false, the agent server checks the server and responds to health
   * checks.
   */
  readonly answersHealth?: boolean;
}

/** Connection to a deployment's server. */
export interface Upstream {
  /** URL of the server without a trailing slash. The URL can include a path. */
  address: string;
  tls?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername' | 'rejectUnauthorized'> | undefined;
  /** Credentials for a cluster's API server that forwards the request, instead of the client's credentials. */
  authorization?: string | undefined;
  release(): void;
}

/**
 * Forwards a request to its deployment's server and streams the response back. Bodies and event streams are not
 * buffered. The key that authenticated the request is removed. `path` includes the query. With `allowsPages`, the
 * deployment's server decides which web pages can read the response. Without `allowsPages`, no web page can read the
 * response, because other responses have the same origin.
 * @throws HttpError 502 if the server cannot be reached or disconnects before the response begins.
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
    /** Scope of the response's sandbox, set if browsers must not show the response as a page of this server. */
    sandbox?: SandboxScope | undefined;
  },
): Promise<void> {
  const { protocol, hostname, port, pathname } = new URL(to.address);
  // With a `..` segment, a client could use the credentials to reach other resources of the cluster's API server.
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
    // A new connection is opened, because the server might close a reused connection when the request is sent.
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
    // The server can close the connection without a response, for example after an unrequested protocol switch.
    upstream.once('close', () => reject(new Error('the connection was closed without a response')));
  });
  // With `pipe` instead of `pipeline`, the client receives a response even if the request cannot be forwarded
  // completely.
  request.pipe(upstream);
  let answer: IncomingMessage;
  try {
    answer = await answered;
    // Removes headers that were set for the emulator's own responses.
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    const headers = allowsPages ? withoutHops(answer) : withoutCors(withoutHops(answer));
    delete headers['clear-site-data'];
    response.writeHead(answer.statusCode ?? 0, sandbox ? inSandbox(headers, sandbox) : headers);
  } catch (cause) {
    upstream.destroy();
    throw new HttpError(502, 'The server of this deployment sent no HTTP response. Read its deploy log.', {
      cause,
    });
  }
  response.flushHeaders();
  try {
    await pipeline(answer, response);
  } catch {
    // A destroyed connection shows the client that the response is incomplete.
    response.destroy();
  }
}

/** Matches a `.` or `..` segment before the query, in any encoding of the dots and slashes. */
const DOT_SEGMENT = /^[^?]*(?:\/|\\|%2f|%5c)(?:\.|%2e){1,2}(?=$|[/\\?;]|%2f|%5c|%3b)/i;

/** Headers that a cluster's API server would interpret: the host, the credentials, and the impersonated user. */
const TAKEN_ON_THE_WAY = /^(?:host$|authorization$|impersonate-|x-remote-)/;

/** Returns a request's headers for the deployment's server, without the key and with the caller. */
function forwardedHeaders(request: IncomingMessage): Record<string, string | string[]> {
  const headers = withoutHops(request);
  // The key can be in `x-api-key` or `authorization`, so both headers are removed. A bearer token that differs from the
  // key is for the agent, and is forwarded.
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

/** Adds the sandbox policy to headers. The response's own policy can only make the sandbox stricter. */
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

/** Headers of a single connection, including `expect`, because this server has already responded to it. */
const OF_ONE_HOP: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'expect',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
]);

/**
 * Returns a function that recognizes headers that are not forwarded: hop-by-hop headers, and headers that the
 * `Connection` header lists. Names of headers are in lower case.
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
 * Returns the headers that delimit a forwarded body. With `keepsLength`, the headers include the body's
 * `content-length`. Without framing headers, the chunked body of a GET or DELETE would look like another request.
 */
export function bodyFraming(
  { headers }: Pick<IncomingMessage, 'headers'>,
  keepsLength: boolean,
): { 'transfer-encoding'?: 'chunked' } {
  const hasBody = headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
  return hasBody && !keepsLength ? { 'transfer-encoding': 'chunked' } : {};
}
