import type { IncomingMessage } from 'node:http';
import type { Runtime } from '../ports/context.ts';
import { HttpError } from './http-error.ts';

/** Host names and origins of this server. Requests cannot add host names or origins. */
export interface ServerOrigins {
  /** Host names in lower case, with IPv6 addresses in brackets. */
  hosts: ReadonlySet<string>;
  /** Complete origins in the form that browsers send: scheme, host and port. */
  origins: ReadonlySet<string>;
}

/** Loopback names of a server that listens on this host. */
const LOOPBACK_OF: Readonly<Record<string, readonly string[]>> = {
  '127.0.0.1': ['127.0.0.1', 'localhost'],
  '::1': ['[::1]', 'localhost'],
  localhost: ['localhost', '127.0.0.1', '[::1]'],
  '0.0.0.0': ['127.0.0.1', 'localhost'],
  '::': ['[::1]', '127.0.0.1', 'localhost'],
};

/**
 * Returns the host names and origins of a server on this host and port. The result contains no other ports or loopback
 * addresses of this machine, because they belong to other programs.
 */
export function createServerOrigins(
  host: string,
  port: number,
  publicUrl: string | undefined,
): ServerOrigins {
  const listening = [host.includes(':') ? `[${host}]` : host, ...(LOOPBACK_OF[host] ?? [])];
  const urls = listening.map((name) => new URL(`http://${name}:${port}`));
  if (publicUrl !== undefined) urls.push(new URL(publicUrl));
  return {
    hosts: new Set(urls.map(({ hostname }) => hostname)),
    origins: new Set(urls.map(({ origin }) => origin)),
  };
}

/**
 * Returns the base of absolute URLs in a response: the public URL, or the client's origin if it belongs to this server,
 * or else the address of the connection. The response never contains an unknown `Host`, because an attacker could have
 * directed the client to this server under an unknown name.
 */
export function originFor(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  own: ServerOrigins,
  publicUrl: string | undefined,
): string {
  if (publicUrl !== undefined) return publicUrl;
  const named = `http://${headers.host?.toLowerCase() ?? ''}`;
  if (own.origins.has(named)) return named;
  // A request without a local port is an in-process request of an agent's code.
  if (socket.localPort === undefined) return [...own.origins][0] ?? 'http://localhost';
  const address = socket.localAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? '127.0.0.1';
  return `http://${address.includes(':') ? `[${address}]` : address}:${socket.localPort}`;
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** Returns whether only programs on this machine can reach a server on this host. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/**
 * Returns the URL of a deployment with its own port. If only the main port is reachable, the URL is a path below the
 * public URL. Deployments in agent pods have no separate port, because every replica forwards requests to the pods.
 */
export function deploymentUrl(
  { id, port, activeRevisionId }: { id: string; port: number | null; activeRevisionId: string | null },
  origin: string,
  { publicUrl, host, runtime }: { publicUrl: string | undefined; host: string; runtime: Runtime },
): string | null {
  if (runtime === 'kubernetes') return activeRevisionId === null ? null : `${publicUrl ?? origin}/d/${id}`;
  if (port === null) return null;
  if (publicUrl !== undefined) return `${publicUrl}/d/${id}`;
  return `http://${isWildcard(host) ? new URL(origin).hostname : urlHost(host)}:${port}`;
}

/** Returns whether a host means every address of the machine. */
export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Returns a host in the form that URLs contain. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Protects `/_local` from web pages. A page of another site, or a page whose host name was rebound to this machine,
 * sends an `Origin` or `Host` that does not belong to this server. Pages of other ports of this machine are also
 * untrusted, because an agent or another program might serve the pages. Throws 403 for an untrusted page, and 400 for
 * two `Host` headers.
 */
export function refuseUntrustedOrigin(
  { headers, headersDistinct }: Pick<IncomingMessage, 'headers' | 'headersDistinct'>,
  own: ServerOrigins,
): void {
  if ((headersDistinct['host'] ?? []).length > 1)
    throw new HttpError(400, 'The request has more than one Host header: send only one.');
  const name = hostName(headers.host);
  if (name === undefined || !(LOOPBACK_NAMES.has(name) || own.hosts.has(name))) {
    throw new HttpError(
      403,
      'The Host header does not belong to this server: use its loopback name, such as 127.0.0.1.',
    );
  }
  const { origin } = headers;
  if (origin !== undefined && !own.origins.has(origin.toLowerCase())) {
    throw new HttpError(
      403,
      'The Origin header does not belong to this server: only pages with the origin of this server, including its port, may call it. If the server has another public address, start the emulator with --public-url.',
    );
  }
}

/** Returns the host name of a `Host` header in lower case, without the port. */
function hostName(host: string | undefined): string | undefined {
  if (host === undefined) return undefined;
  return /^(\[[0-9a-f:.]+\]|[^:/@\s]+)(:\d+)?$/.exec(host.toLowerCase())?.[1];
}
