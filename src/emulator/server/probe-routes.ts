import { OkResponse } from '../../contract/primitives.ts';
import { PROBE_PATHS } from './router.ts';
import { routesOf, type Route } from './route.ts';

const api = routesOf('probe', 'none');

/**
 * Creates the routes `GET /ok` and `GET /health`, also below `/api-host`. The routes need no key and only show that the
 * emulator responds.
 */
export function probeRoutes(): Route[] {
  return PROBE_PATHS.map((path) =>
    api.get(path, {
      summary: 'Health check of this server',
      responses: { 200: { description: 'It does', schema: OkResponse } },
      handler: () => ({ status: 200, body: { ok: true } }),
    }),
  );
}
