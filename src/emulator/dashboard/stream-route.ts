import { DASHBOARD_API, SESSION_HEADER } from '../../contract/dashboard/session.ts';
import { StreamFrame, StreamQuery } from '../../contract/dashboard/stream.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import { HttpError } from '../server/http-error.ts';
import { NDJSON, type Route, route } from '../server/route.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { streamDashboard } from './stream.ts';

/** Maximum number of open streams. */
const MAX_STREAMS = 16;

/** Creates the route that streams changes. */
export function streamRoute(dependencies: DashboardDependencies): Route {
  const { host } = dependencies;
  return route({
    surface: 'dashboard',
    method: 'GET',
    path: `${DASHBOARD_API}/stream`,
    summary: 'Changes as lines of JSON, until the page disconnects',
    auth: 'session',
    // The request waits for changes until the response ends.
    unsafeGet: true,
    query: StreamQuery,
    responses: {
      200: { description: 'Lines of JSON', schema: StreamFrame, type: NDJSON },
      429: { description: 'Too many tabs have a stream', schema: DetailError },
    },
    handler({ query, headers, signal }) {
      if (host.streams.size >= MAX_STREAMS) {
        throw new HttpError(429, `${MAX_STREAMS} tabs of the dashboard are open: close one.`);
      }
      const session = host.sessions.signalOf(String(headers[SESSION_HEADER]));
      const own = Symbol('stream');
      host.streams.add(own);
      return {
        stream: (response) =>
          streamDashboard(response, query, dependencies, { signal, session }).finally(() =>
            host.streams.delete(own),
          ),
      };
    },
  });
}
