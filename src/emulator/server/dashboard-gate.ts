import type { IncomingMessage } from 'node:http';
import type { RouteResponse } from './route.ts';

/** What stands before the routes of the dashboard. */
export interface DashboardGate {
  /** Of every response, refusals included. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Gives a file of the page; undefined for what has a route. @throws HttpError for a page that is not its own. */
  open(request: IncomingMessage, path: string): Promise<RouteResponse | undefined>;
  /** Whether a request carries a session that is open. */
  isSignedIn(headers: IncomingMessage['headers']): boolean;
}
