import type { RateLimits } from '../rate-limit.ts';
import { ApiError, notFound } from '../server/http.ts';
import { globalRoute, repositoryRoute, type Route } from '../server/route.ts';
import { fullRepositoryBody, type RateLimitBody, userBody } from '../wire/repository.ts';

const NO_PERMISSION = 'allows_permissionless_access=true';

/** What is no resource of its own: the repository, the caller, and the service itself. */
export const globalRoutes: Route[] = [
  repositoryRoute({
    method: 'GET',
    path: '',
    docs: 'repos/repos#get-a-repository',
    permissions: 'metadata=read',
    handle({ links, repository, viewer }) {
      const writes = viewer.kind === 'classic' || viewer.permissions.get('contents') === 'write';
      const permissions = {
        admin: viewer.kind === 'classic',
        maintain: viewer.kind === 'classic',
        push: writes,
        triage: writes,
        pull: true,
      };
      return {
        status: 200,
        body: fullRepositoryBody(links, repository, viewer.kind === 'anonymous' ? null : permissions),
      };
    },
  }),
  globalRoute({
    method: 'GET',
    path: '/user',
    docs: 'users/users#get-the-authenticated-user',
    permissions: NO_PERMISSION,
    handle({ links, viewer, state }) {
      if (viewer.actor === null) throw new ApiError(401, 'Requires authentication');
      // A bot that acts through an App is no user.
      if (viewer.actor.app !== null) throw new ApiError(403, 'Resource not accessible by integration');
      const at = state.stamp();
      return {
        status: 200,
        body: {
          ...userBody(links, viewer.actor.account),
          name: null,
          email: null,
          created_at: at,
          updated_at: at,
        },
      };
    },
  }),
  globalRoute({
    method: 'GET',
    path: '/users/{username}',
    docs: 'users/users#get-a-user',
    permissions: NO_PERMISSION,
    handle({ links, params, state }) {
      const account = state.findAccount(params['username'] ?? '');
      if (account === undefined) throw notFound();
      return { status: 200, body: userBody(links, account) };
    },
  }),
  globalRoute({
    method: 'GET',
    path: '/app',
    docs: 'apps/apps#get-the-authenticated-app',
    permissions: NO_PERMISSION,
    handle() {
      throw new ApiError(401, 'A JSON web token could not be decoded');
    },
  }),
  globalRoute({
    method: 'GET',
    path: '/meta',
    docs: 'meta/meta#get-github-meta-information',
    permissions: NO_PERMISSION,
    handle: ({ enterpriseVersion }) => ({
      status: 200,
      body:
        enterpriseVersion === null
          ? {
              verifiable_password_authentication: false,
              hooks: ['192.30.252.0/22', '185.199.108.0/22'],
              actions: ['4.148.0.0/16'],
            }
          : { verifiable_password_authentication: true, installed_version: enterpriseVersion },
    }),
  }),
];

/** What the service tells about itself. `rateLimits` is null where limits are off, as on an Enterprise Server. */
export function serviceRoutes(rateLimits: RateLimits | null, versions: readonly string[]): Route[] {
  return [
    globalRoute({
      method: 'GET',
      path: '/rate_limit',
      docs: 'rate-limit/rate-limit#get-rate-limit-status-for-the-authenticated-user',
      permissions: NO_PERMISSION,
      handle({ viewer }) {
        if (rateLimits === null) throw notFound('Rate limiting is not enabled.');
        const core = rateLimits.window(viewer);
        const other = (limit: number) => ({ limit, used: 0, remaining: limit, reset: core.reset });
        const body: RateLimitBody = {
          resources: { core, search: other(30), graphql: other(5_000) },
          rate: core,
        };
        return { status: 200, body };
      },
    }),
    globalRoute({
      method: 'GET',
      path: '/versions',
      docs: 'meta/meta#get-all-api-versions',
      permissions: NO_PERMISSION,
      handle: () => ({ status: 200, body: versions }),
    }),
  ];
}
