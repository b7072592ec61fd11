import {
  DASHBOARD_API,
  DashboardInfo,
  DashboardLink,
  SESSION_HEADER,
  SignedIn,
  SignIn,
} from '../../contract/dashboard/session.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import { isoTime } from '../ports/clock.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, routesOf } from '../server/route.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { SESSION_IDLE_MS } from './sessions.ts';

const api = routesOf('dashboard', 'session');

/** Creates the routes for signing in and out, and for the data that the page loads first. */
export function sessionRoutes({ host, context, workspaceId, clockControl }: DashboardDependencies): Route[] {
  const { store, config, origin, clock } = context;
  return [
    api.post(`${DASHBOARD_API}/links`, {
      auth: 'local',
      summary: 'Create a link to the dashboard that signs in once',
      responses: { 201: { description: 'The link', schema: DashboardLink } },
      handler: () => {
        const { url, expiresAt } = host.link();
        return { status: 201, body: { url, expires_at: isoTime(expiresAt) } };
      },
    }),
    api.post(`${DASHBOARD_API}/session`, {
      auth: 'none',
      summary: 'Sign in with the token of a link. The token is valid only once',
      body: SignIn,
      responses: {
        201: { description: 'The session', schema: SignedIn },
        401: { description: 'The link was used, or is too old', schema: DetailError },
        403: { description: 'The request comes from another page', schema: DetailError },
      },
      handler: ({ body }) => {
        const session = host.sessions.signIn(body.token);
        if (session === undefined) {
          throw new HttpError(
            401,
            'This link was used before, or is older than ten minutes: start the emulator again, or ask for another link.',
          );
        }
        return { status: 201, body: { session, idle_ms: SESSION_IDLE_MS } };
      },
    }),
    api.delete(`${DASHBOARD_API}/session`, {
      summary: 'Sign out, in every tab',
      responses: { 204: { description: 'Done' } },
      handler: ({ headers }) => {
        const session = headers[SESSION_HEADER];
        if (typeof session === 'string') host.sessions.signOut(session);
        return { status: 204 };
      },
    }),
    api.get(`${DASHBOARD_API}/info`, {
      summary: 'Facts about this emulator, and its current time',
      responses: { 200: { description: 'The emulator', schema: DashboardInfo } },
      handler: async () => {
        const workspaces = (await store.workspaces.list()).map(({ id, name }) => ({
          id,
          name,
          own: id === workspaceId,
        }));
        const body: DashboardInfo = {
          epoch: host.epoch,
          generation: host.generation(),
          runtime: config.runtime,
          clock: clockControl.clock.mode,
          now_ms: clock.now(),
          origin,
          workspaces,
        };
        return { status: 200, body };
      },
    }),
  ];
}
