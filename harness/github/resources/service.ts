import type { RateLimits } from '../access/rate-limit.ts';
import { notFound } from '../server/answer.ts';
import { globalRoute, type Route } from '../server/route.ts';
import type { RateLimitBody } from '../wire/types.ts';

const NO_PERMISSION = 'allows_permissionless_access=true';

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
