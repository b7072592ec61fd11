import type { IncomingMessage } from 'node:http';
import { DASHBOARD_API, DASHBOARD_PATH, SESSION_HEADER } from '../../contract/dashboard/session.ts';
import { HttpError } from '../server/http-error.ts';
import type { DashboardGate } from '../server/middleware.ts';
import { refuseUntrustedOrigin, type ServerOrigins } from '../server/server-origins.ts';
import type { DashboardFiles } from './files.ts';
import type { DashboardSessions } from './sessions.ts';

/** Content security policy that forbids requests to other origins, inline scripts and frames. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = [
  ['content-security-policy', POLICY],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['cache-control', 'no-store'],
] as const;

/** Creates the check that every request to the dashboard passes before its route is looked up. */
export function createDashboardGate(dependencies: {
  origins: ServerOrigins;
  sessions: Pick<DashboardSessions, 'use'>;
  files: DashboardFiles;
}): DashboardGate {
  return {
    headers: HEADERS,
    async open(request, path) {
      refuseUntrustedOrigin(request, dependencies.origins);
      refuseForeignSite(request);
      if (path === DASHBOARD_API || path.startsWith(`${DASHBOARD_API}/`)) return undefined;
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        throw new HttpError(405, 'Method Not Allowed', { headers: { allow: 'GET, HEAD' } });
      }
      // Redirects to the path with the trailing slash, without which browsers would resolve the page's relative paths
      // incorrectly.
      if (path === DASHBOARD_PATH) return { status: 308, headers: { location: `${DASHBOARD_PATH}/` } };
      return dependencies.files(path.slice(DASHBOARD_PATH.length + 1));
    },
    isSignedIn: (headers) => {
      const session = headers[SESSION_HEADER];
      return typeof session === 'string' && dependencies.sessions.use(session);
    },
  };
}

/**
 * Rejects a request that a browser sent for a page of another port or site, even without an `Origin`. The site `none`
 * means that a person opened the URL, and is therefore accepted only for documents.
 */
function refuseForeignSite({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin') return;
  if (site === 'none' && headers['sec-fetch-mode'] === 'navigate') return;
  throw new HttpError(
    403,
    'Only the page of the dashboard may send this request. Open the link of the dashboard in a separate tab.',
  );
}
