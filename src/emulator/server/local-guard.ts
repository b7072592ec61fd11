import type { IncomingHttpHeaders } from 'node:http';
import { HttpError } from './http-error.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Keeps web pages away from `/_local` (DESIGN §3): a page of another site, or one whose name was rebound to this
 * machine, sends a foreign `Origin` or `Host`. `allowed` are the host names this server is known by beside loopback.
 * Throws 403.
 */
export function refuseForeign(headers: IncomingHttpHeaders, allowed: ReadonlySet<string>): void {
  const known = (name: string | undefined) => name !== undefined && (LOOPBACK.has(name) || allowed.has(name));
  if (!known(hostName(headers.host))) {
    throw new HttpError(403, 'Foreign Host header: call this address by its loopback name.');
  }
  const { origin } = headers;
  if (origin !== undefined && !known(originHost(origin))) {
    throw new HttpError(403, 'Foreign Origin header: this address is not for web pages of other sites.');
  }
}

/** The host name of a `Host` header, lower case, without its port. */
function hostName(host: string | undefined): string | undefined {
  if (host === undefined) return undefined;
  return /^(\[[0-9a-f:.]+\]|[^:/@\s]+)(:\d+)?$/.exec(host.toLowerCase())?.[1];
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).hostname.toLowerCase() : undefined;
}
