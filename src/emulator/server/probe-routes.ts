import { OkResponse } from '../../contract/primitives.ts';
import { LIVE_PATH, PROBE_PATHS } from './router.ts';
import { routesOf, type Route } from './route.ts';

const api = routesOf('probe', 'none');

/**
 * Creates the routes `GET /ok` and `GET /health`, also below `/api-host`, and `GET /_local/live`. The routes need no key.
 * While the emulator starts or has no database, `/ok` and `/health` return a 503, and `/_local/live` returns a 200.
 */
export function probeRoutes(): Route[] {
  return [
    ...PROBE_PATHS.map((path) => [path, 'Health check of this server'] as const),
    [LIVE_PATH, 'Check whether this process responds, with or without its database'] as const,
  ].map(([path, summary]) =>
    api.get(path, {
      summary,
      responses: { 200: { description: 'It does', schema: OkResponse } },
      handler: () => ({ status: 200, body: { ok: true } }),
    }),
  );
}
