import type { IncomingMessage } from 'node:http';
import { SERVICE_TOKEN_HEADER } from '../../../contract/sandbox.ts';
import { bodyFraming, withoutHops } from '../../server/reverse-proxy.ts';

/** Name of the cookie with a browser's token. */
export const TOKEN_COOKIE = 'agent-deploy-service';

type Headers = Record<string, string | string[]>;

/** Headers with the emulator's credentials, and headers about the client that only the emulator may set. */
const OURS = /^(?:x-api-key|x-langsmith-user-.*|forwarded|x-forwarded-.*)$/;

/**
 * Returns the request headers for the server in a box, without the token and the emulator's keys. Cookies are removed
 * unless the host name belongs only to this port of the box (`isOwnHost`), because all servers of a host share its
 * cookies.
 */
export function requestHeaders(
  request: IncomingMessage,
  { isOwnHost, hasOurKey }: { isOwnHost: boolean; hasOurKey: boolean },
): Headers {
  const headers = withoutHops(request);
  for (const name of Object.keys(headers)) {
    if (OURS.test(name) || name === SERVICE_TOKEN_HEADER) delete headers[name];
  }
  if (hasOurKey) delete headers['authorization'];
  delete headers['cookie'];
  const cookies = isOwnHost ? cookiesOf(request).filter(([name]) => name !== TOKEN_COOKIE) : [];
  if (cookies.length > 0) headers['cookie'] = cookies.map(([, pair]) => pair).join('; ');
  const { host } = request.headers;
  if (host !== undefined) headers['x-forwarded-host'] = host;
  headers['x-forwarded-for'] = request.socket.remoteAddress ?? '';
  headers['x-forwarded-proto'] = 'http';
  return { ...headers, ...bodyFraming(request, headers['content-length'] !== undefined) };
}

/**
 * Returns the token in the request's cookie, or `undefined` if the cookie is missing or has several different values.
 */
export function cookieToken(request: IncomingMessage): string | undefined {
  const own = cookiesOf(request).filter(([name]) => name === TOKEN_COOKIE);
  const tokens = new Set(own.map(([name, pair]) => pair.slice(name.length + 1)));
  return tokens.size === 1 ? [...tokens][0] : undefined;
}

/** Returns the name and the `name=value` pair of each cookie of a request. */
function cookiesOf({ headers }: IncomingMessage): [string, string][] {
  return (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => [pair.split('=', 1)[0] ?? '', pair]);
}

/** Response headers that a box must not set, because they affect other origins or the emulator's connections. */
const NOT_FOR_A_BOX = ['clear-site-data', 'strict-transport-security', 'alt-svc', 'content-security-policy'];

/**
 * Returns the response headers for the client. Cookies are limited to the host name of the box's port, and dropped on a
 * shared host name. Pages of other origins cannot show the response in a frame.
 */
export function responseHeaders(answer: IncomingMessage, { isOwnHost }: { isOwnHost: boolean }): Headers {
  const { 'set-cookie': cookies, 'content-security-policy': policy, ...headers } = withoutHops(answer);
  for (const name of NOT_FOR_A_BOX) delete headers[name];
  const kept = isOwnHost ? [cookies ?? []].flat().flatMap(ownCookie) : [];
  return {
    ...headers,
    ...(kept.length === 0 ? {} : { 'set-cookie': kept }),
    // The response can contain several policies, all of which browsers enforce, so the box's policy cannot weaken this
    // policy.
    'content-security-policy': [...[policy ?? []].flat(), "frame-ancestors 'self'"],
  };
}

/** Limits a cookie to its own host name. Drops a cookie without a name or with the token cookie's name. */
function ownCookie(line: string): string[] {
  const [pair = '', ...attributes] = line.split(';');
  const name = pair.includes('=') ? pair.slice(0, pair.indexOf('=')).trim() : '';
  if (name === '' || name === TOKEN_COOKIE) return [];
  return [[pair, ...attributes.filter((one) => !/^\s*domain\s*(?:=|$)/i.test(one))].join(';')];
}
