import * as z from 'zod';
import { Explanation } from '../../credential-proxy/messages.ts';
import { type Route, routesOf } from '../server/route.ts';
import type { SandboxDependencies } from './dependencies.ts';
import { executionRoutes } from './execution/routes.ts';
import type { SandboxManager } from './lifecycle/manager.ts';
import { sharedErrorResponse, refusedAnswer } from './declared-refusals.ts';
import { notFound, refusal } from './refusal.ts';
import { sandboxRoutes } from './routes.ts';
import { serviceRoutes } from './services/routes.ts';
import { snapshotRoutes } from './snapshots.ts';
import { templateRoutes } from './templates.ts';
import { secretRoutes } from './workspace-secrets.ts';

const api = routesOf('local', 'local');

/** Path prefixes of all sandbox routes. Older clients omit `/api`. */
const PREFIXES = ['/api/v2/sandboxes', '/v2/sandboxes'];

/** Creates all routes of sandboxes, and the controls of their proxy. */
export function surfaceRoutes(dependencies: SandboxDependencies): Route[] {
  const boxes = [
    ...PREFIXES.flatMap((prefix) => [
      ...sandboxRoutes(prefix, dependencies),
      ...snapshotRoutes(prefix, dependencies),
      ...serviceRoutes(prefix, dependencies),
    ]),
    ...executionRoutes(dependencies),
  ];
  return [
    ...PREFIXES.flatMap((prefix) => templateRoutes(prefix, dependencies)),
    ...(dependencies.runsBoxes ? boxes : boxes.map(withoutBoxes)),
    ...secretRoutes(dependencies),
    ...proxyAdminRoutes(dependencies.manager),
  ];
}

/** Returns a route that refuses to run or change boxes, or the unchanged route if it reads or deletes boxes. */
function withoutBoxes(route: Route): Route {
  const isOfRecord = !route.path.startsWith('/s/') && (route.method === 'GET' || /delete$/i.test(route.path));
  if (isOfRecord || route.method === 'DELETE') return route;
  return {
    ...route,
    responses: { ...route.responses, 501: refusedAnswer('This emulator runs no sandboxes') },
    handler: () => {
      throw refusal(
        501,
        'NotImplemented',
        'Sandboxes do not run with --runtime kubernetes: start another emulator with --runtime process for them.',
      );
    },
  };
}

/**
 * Creates the routes for the credential proxy's metrics and rule tests, whose responses never contain a header's value.
 */
export function proxyAdminRoutes(manager: Pick<SandboxManager, 'explain' | 'metrics'>): Route[] {
  return [
    api.get('/_local/sandboxes/metrics', {
      summary:
        "Get the credential proxy's metrics in the Prometheus text format; empty until a sandbox needs the proxy",
      responses: { 200: { description: 'Prometheus text', type: 'text/plain' } },
      handler: async () => ({ status: 200, body: await manager.metrics() }),
    }),
    api.get('/_local/sandboxes/{id}/explain', {
      summary:
        'Get the rule that a GET of this URL would match in a sandbox, and the reason; nothing is sent',
      params: z.object({ id: z.guid().toLowerCase() }),
      query: z.object({ url: z.string().min(1).max(8192) }),
      responses: {
        200: { description: 'Rule and reason', schema: Explanation },
        404: sharedErrorResponse('No sandbox with this ID is running'),
      },
      handler: async ({ params, query }) => {
        const explanation = await manager.explain(params.id, query.url);
        if (explanation === undefined) throw notFound('running sandbox', params.id);
        return { status: 200, body: explanation };
      },
    }),
  ];
}
