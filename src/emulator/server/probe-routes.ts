import { OkResponse } from '../../contract/primitives.ts';
import { PROBE_PATHS } from './router.ts';
import { route, type Route } from './route.ts';

/**
 * Creates the routes `GET /ok` and `GET /health` of the emulator itself, also below `/api-host`. They need no key and
 * only show that the emulator responds.
 */
export function probeRoutes(): Route[] {
  return PROBE_PATHS.map((path) =>
    route({
      surface: 'probe',
      method: 'GET',
      path,
      summary: 'Health check of this server',
      auth: 'none',
      responses: { 200: { description: 'It does', schema: OkResponse } },
      handler: () => ({ status: 200, body: { ok: true } }),
    }),
  );
}
