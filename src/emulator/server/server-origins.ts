import type { IncomingMessage } from 'node:http';

/** By which names and origins this server is itself: nothing that a client says adds to them. */
export interface ServerOrigins {
  /** Host names, lower case, IPv6 in brackets. */
  hosts: ReadonlySet<string>;
  /** Whole origins as browsers write them: scheme, host and port. */
  origins: ReadonlySet<string>;
}

/** The loopback names that lead to what listens on this host. */
const LOOPBACK_OF: Readonly<Record<string, readonly string[]>> = {
  '127.0.0.1': ['127.0.0.1', 'localhost'],
  '::1': ['[::1]', 'localhost'],
  localhost: ['localhost', '127.0.0.1', '[::1]'],
  '0.0.0.0': ['127.0.0.1', 'localhost'],
  '::': ['[::1]', '127.0.0.1', 'localhost'],
};

/**
 * The names of a server that listens on this host and port. Another port of this machine, or another loopback address, is
 * another program's.
 */
export function serverOriginsOf(host: string, port: number, publicUrl: string | undefined): ServerOrigins {
  const listening = [host.includes(':') ? `[${host}]` : host, ...(LOOPBACK_OF[host] ?? [])];
  const urls = listening.map((name) => new URL(`http://${name}:${port}`));
  if (publicUrl !== undefined) urls.push(new URL(publicUrl));
  return {
    hosts: new Set(urls.map(({ hostname }) => hostname)),
    origins: new Set(urls.map(({ origin }) => origin)),
  };
}

/**
 * What absolute URLs in an answer begin with: the public URL, or one of our own origins when the client named it, else
 * the address that its connection came in at. A `Host` that is none of ours is never repeated: a client that was led here
 * under another name would be handed addresses of that name.
 */
export function originFor(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  own: ServerOrigins,
  publicUrl: string | undefined,
): string {
  if (publicUrl !== undefined) return publicUrl;
  const named = `http://${headers.host?.toLowerCase() ?? ''}`;
  if (own.origins.has(named)) return named;
  const address = socket.localAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? '127.0.0.1';
  return `http://${address.includes(':') ? `[${address}]` : address}:${socket.localPort}`;
}
