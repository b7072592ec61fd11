import type { IncomingMessage } from 'node:http';
import { SERVICE_TOKEN_HEADER } from '../../../contract/sandbox.ts';
import { bodyFraming, withoutHops } from '../../server/reverse-proxy.ts';

/** The cookie that holds the token of a browser. */
export const TOKEN_COOKIE = 'agent-deploy-service';

type Headers = Record<string, string | string[]>;

/** Credentials of this server, and what only it may say of the caller. */
const OURS = /^(?:x-api-key|x-langsmith-user-.*|forwarded|x-forwarded-.*)$/;

/**
 * The headers of a request as the server in a box gets them: without the token and without keys of the emulator.
 * `isOwnHost`: the host name is that of this port alone. Otherwise its cookies are those of every server of the host.
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

/** The token in the cookie of a request; undefined if it has none, or several that differ. */
export function cookieToken(request: IncomingMessage): string | undefined {
  const own = cookiesOf(request).filter(([name]) => name === TOKEN_COOKIE);
  const tokens = new Set(own.map(([name, pair]) => pair.slice(name.length + 1)));
  return tokens.size === 1 ? [...tokens][0] : undefined;
}

/** Each cookie of a request: its name, and the whole pair. */
function cookiesOf({ headers }: IncomingMessage): [string, string][] {
  return (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => [pair.split('=', 1)[0] ?? '', pair]);
}

/** Speak of more than one origin, or of connections that are ours. */
const NOT_FOR_A_BOX = ['clear-site-data', 'strict-transport-security', 'alt-svc', 'content-security-policy'];

/**
 * The headers of a response as the client gets them. Its cookies stay with the host name of this port: on a shared one they
 * are dropped. Pages of other origins cannot show it in a frame.
 */
export function responseHeaders(answer: IncomingMessage, { isOwnHost }: { isOwnHost: boolean }): Headers {
  const { 'set-cookie': cookies, 'content-security-policy': policy, ...headers } = withoutHops(answer);
  for (const name of NOT_FOR_A_BOX) delete headers[name];
  const kept = isOwnHost ? [cookies ?? []].flat().flatMap(ownCookie) : [];
  return {
    ...headers,
    ...(kept.length === 0 ? {} : { 'set-cookie': kept }),
    // A browser enforces every policy of a response, so the policy of the box cannot allow what ours forbids.
    'content-security-policy': [...[policy ?? []].flat(), "frame-ancestors 'self'"],
  };
}

/** A cookie for its own host name only; none for one that takes the place of the token, or that has no name. */
function ownCookie(line: string): string[] {
  const [pair = '', ...attributes] = line.split(';');
  const name = pair.includes('=') ? pair.slice(0, pair.indexOf('=')).trim() : '';
  if (name === '' || name === TOKEN_COOKIE) return [];
  return [[pair, ...attributes.filter((one) => !/^\s*domain\s*(?:=|$)/i.test(one))].join(';')];
}
