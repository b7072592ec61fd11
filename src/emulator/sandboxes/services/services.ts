import type { IncomingMessage, ServerResponse } from 'node:http';
import { memoizeAsync } from '../../../clients/memoize.ts';
import { SERVICE_TOKEN_HEADER, type ServiceUrlResponse } from '../../../contract/sandbox.ts';
import { isoTime } from '../../ports/clock.ts';
import type { EmulatorContext } from '../../ports/context.ts';
import { bearerTokenOf } from '../../server/authenticate.ts';
import { createConnectionWatcher } from '../../server/client-connection.ts';
import { HttpError } from '../../server/http-error.ts';
import { type HttpServer, isWebSocket, listen, REQUEST_LIMITS } from '../../server/http-server.ts';
import { drainRequest } from '../../server/request.ts';
import { errorResponse, sendResponse } from '../../server/respond.ts';
import { isLoopback, isWildcard, urlHost } from '../../server/server-origins.ts';
import type { RunningBox } from '../lifecycle/context.ts';
import { refusal } from '../refusal.ts';
import { forwardToBox, MAX_BYTES } from './forward.ts';
import { type ServiceGrant, ServiceGrants } from './grants.ts';
import { cookieToken, TOKEN_COOKIE } from './headers.ts';

/** URLs of servers inside boxes, on a separate port that opens for the first URL. */
export interface SandboxServices {
  /**
   * Issues a URL with a token. `origin` is the emulator's URL as the client called it.
   * @throws HttpError 501 if browsers would treat the URL's pages like the emulator's pages; 429 if the box has too
   * many tokens.
   */
  open(
    running: RunningBox,
    service: { sandboxName: string; port: number; seconds: number; origin: string },
  ): Promise<ServiceUrlResponse>;
  close(): Promise<void>;
}

/** Path prefix that is never forwarded to the box. */
const RESERVED = '/.agent-deploy/';
const OPEN_PATH = `${RESERVED}open`;

/** Maximum time that requests may continue during a shutdown, in milliseconds. */
const CLOSE_MS = 0;

/** @param isApiKey Returns whether `text` is an API key of the emulator. */
export function createServices(
  { config, clock, log, addSecrets }: Pick<EmulatorContext, 'config' | 'clock' | 'log' | 'addSecrets'>,
  isApiKey: (text: string) => Promise<boolean>,
): SandboxServices {
  const grants = new ServiceGrants(() => clock.now());
  const closing = new AbortController();
  const watch = createConnectionWatcher(closing.signal);
  let server: HttpServer | undefined;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { signal } = watch(response);
    try {
      const path = request.url ?? '';
      if (!path.startsWith('/')) throw new HttpError(400, 'The target of the request must be a path.');
      if (path.startsWith(RESERVED)) return openInBrowser(request, response, { grants, now: clock.now() });
      const { grant, isOwnHost } = authorize(request, grants);
      const bearer = bearerTokenOf(request.headers);
      const hasOurKey = bearer !== undefined && (await isApiKey(bearer));
      await forwardToBox(request, response, grant, { isOwnHost, hasOurKey, signal, maxBytes: MAX_BYTES });
    } catch (error) {
      if (!(error instanceof HttpError) && !signal.aborted) {
        log(`a request to a service URL failed: ${String(error)}`);
      }
      if (response.headersSent || response.destroyed) {
        response.destroy();
        return;
      }
      for (const [name, value] of Object.entries(OF_REFUSALS)) response.setHeader(name, value);
      // The connection is closed after the response, because the unread rest of the body would be mistaken for the next
      // request.
      if (!request.complete) response.setHeader('connection', 'close');
      await sendResponse(response, errorResponse(error));
      drainRequest(request);
    }
  };
  const handler = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch(() => response.destroy());
  };
  const opened = memoizeAsync(async () => {
    server = await listen(handler, { host: config.host, port: 0 }, undefined, REQUEST_LIMITS, isWebSocket);
    // The emulator might have started its shutdown while the port was opening.
    if (closing.signal.aborted) await server.close(CLOSE_MS);
    return server;
  });

  return {
    async open(running, { sandboxName, port, seconds, origin }) {
      refuseUnreachable(config);
      const { port: own } = await opened();
      const issued = grants.issue(running, { sandboxName, port, seconds });
      if (issued === undefined) {
        throw refusal(
          429,
          'TooManyTokens',
          'The sandbox has the maximum number of service URL tokens: use an existing token until it expires.',
        );
      }
      const { token, grant } = issued;
      addSecrets([token]);
      const host = isWildcard(config.host) ? new URL(origin).hostname : urlHost(config.host);
      return {
        token,
        service_url: `http://${host}:${own}`,
        browser_url: `http://${grant.label}.localhost:${own}${OPEN_PATH}?token=${token}`,
        expires_at: isoTime(grant.expiresAt),
      };
    },
    async close() {
      closing.abort(new Error('the emulator is closing'));
      await server?.close(CLOSE_MS);
    },
  };
}

/** Headers of error responses, which must neither be cached nor be used as a page. */
const OF_REFUSALS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

function refuseUnreachable({ host, publicUrl }: EmulatorContext['config']): void {
  if (publicUrl === undefined && (isLoopback(host) || isWildcard(host))) return;
  throw refusal(
    501,
    'NotImplemented',
    'Service URLs need a separate port and host names below localhost, so they work only on the emulator’s machine and without --public-url. Use a tunnel instead.',
  );
}

/** Returns the grant for the token of a request, which is in a header, or in a cookie on the port's own host name. */
function authorize(
  request: IncomingMessage,
  grants: ServiceGrants,
): { grant: ServiceGrant; isOwnHost: boolean } {
  const { host, label } = hostOf(request);
  const inHeader = request.headers[SERVICE_TOKEN_HEADER];
  if (inHeader !== undefined) {
    const grant = grants.find(String(inHeader)) ?? refuseToken();
    if (label !== undefined && label !== grant.label) refuseToken();
    return { grant, isOwnHost: label !== undefined };
  }
  if (label === undefined) return refuseToken();
  const grant = grants.find(cookieToken(request) ?? '') ?? refuseToken();
  if (label !== grant.label) refuseToken();
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
  const isOfAnotherPage =
    site !== undefined && site !== 'same-origin' && site !== 'none' && mode !== 'navigate';
  if (isOfAnotherPage || (origin !== undefined && origin.toLowerCase() !== `http://${host}`)) {
    throw refusal(403, 'Forbidden', 'Pages of another origin cannot use the cookie of this service URL.');
  }
  return { grant, isOwnHost: true };
}

function refuseToken(): never {
  throw refusal(
    401,
    'Unauthorized',
    `The token of this service URL is missing, wrong, expired or revoked: request a new one and send it as ${SERVICE_TOKEN_HEADER}, or open its browser_url.`,
  );
}

/** Returns the host of a request, and the host name's label that identifies a port of a box. */
function hostOf({ headers, headersDistinct }: IncomingMessage): { host: string; label: string | undefined } {
  if ((headersDistinct['host'] ?? []).length > 1)
    throw new HttpError(400, 'The request has more than one Host header.');
  const host = headers.host?.toLowerCase() ?? '';
  return { host, label: /^(box-[0-9a-f]{32})\.localhost:\d+$/.exec(host)?.[1] };
}

/** Stores the token of a URL for browsers in a cookie for this host name, and redirects to the server's start page. */
function openInBrowser(
  request: IncomingMessage,
  response: ServerResponse,
  { grants, now }: { grants: ServiceGrants; now: number },
): void {
  const { label } = hostOf(request);
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  if (pathname !== OPEN_PATH || request.method !== 'GET') throw new HttpError(404, 'Not Found');
  const token = searchParams.get('token') ?? '';
  const grant = grants.find(token) ?? refuseToken();
  if (label !== grant.label) refuseToken();
  const seconds = Math.ceil((grant.expiresAt - now) / 1_000);
  response.writeHead(303, {
    ...OF_REFUSALS,
    location: '/',
    // The URL of this page contains the token, so the browser must not send it as referrer.
    'referrer-policy': 'no-referrer',
    'set-cookie': `${TOKEN_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}`,
  });
  response.end();
}
