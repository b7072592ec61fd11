import type { IncomingMessage } from 'node:http';
import { HttpError } from './http-error.ts';
import type { ServerOrigins } from './server-origins.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Keeps web pages away from `/_local`: a page of another site, or one whose name was rebound to this machine, sends a
 * foreign `Origin` or `Host`. A page of another port of this machine is one of another site as well: an agent that is
 * being developed, or any program of the machine, may have served it. Throws 403; 400 for two `Host` lines.
 */
export function refuseForeignOrigin(
  { headers, headersDistinct }: Pick<IncomingMessage, 'headers' | 'headersDistinct'>,
  own: ServerOrigins,
): void {
  if ((headersDistinct['host'] ?? []).length > 1) throw new HttpError(400, 'More than one Host header.');
  const name = hostName(headers.host);
  if (name === undefined || !(LOOPBACK.has(name) || own.hosts.has(name))) {
    throw new HttpError(403, 'Foreign Host header: call this address by its loopback name.');
  }
  const { origin } = headers;
  if (origin !== undefined && !own.origins.has(origin.toLowerCase())) {
    throw new HttpError(
      403,
      'Foreign Origin header: this address is for pages of its own origin alone, port included. Behind another address, start the emulator with --public-url.',
    );
  }
}

/** The host name of a `Host` header, lower case, without its port. */
function hostName(host: string | undefined): string | undefined {
  if (host === undefined) return undefined;
  return /^(\[[0-9a-f:.]+\]|[^:/@\s]+)(:\d+)?$/.exec(host.toLowerCase())?.[1];
}
