import type { IncomingMessage } from 'node:http';
import { DASHBOARD_API, DASHBOARD_PATH, SESSION_HEADER } from '../../contract/dashboard/session.ts';
import { HttpError } from '../server/http-error.ts';
import type { DashboardGate } from '../server/middleware.ts';
import { refuseForeignOrigin, type ServerOrigins } from '../server/server-origins.ts';
import type { DashboardFiles } from './files.ts';
import type { DashboardSessions } from './sessions.ts';

/** Nothing of another origin is loaded or asked, no text becomes a program, and no page has this one in a frame. */
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

/** What every request to the dashboard passes before its route is looked up, files of the page included. */
export function createDashboardGate(dependencies: {
  origins: ServerOrigins;
  sessions: Pick<DashboardSessions, 'use'>;
  files: DashboardFiles;
}): DashboardGate {
  return {
    headers: HEADERS,
    async open(request, path) {
      refuseForeignOrigin(request, dependencies.origins);
      refuseForeignSite(request);
      if (path === DASHBOARD_API || path.startsWith(`${DASHBOARD_API}/`)) return undefined;
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        throw new HttpError(405, 'Method Not Allowed', { headers: { allow: 'GET, HEAD' } });
      }
      // The names of its files and places are relative to it.
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
 * A request that a browser sent for a page of another port or site is refused, even one without an `Origin`. Only a person
 * may come from nowhere (`none`), and only to a document.
 */
function refuseForeignSite({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin') return;
  if (site === 'none' && headers['sec-fetch-mode'] === 'navigate') return;
  throw new HttpError(403, 'The dashboard is for its own page alone: open its link in a tab of its own.');
}
