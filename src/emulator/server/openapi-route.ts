import * as z from 'zod';
import { type Route, route } from './route.ts';
import { DEPLOYMENT_PREFIX } from './target.ts';

/**
 * `GET /openapi.json`: the document of `routes()`, made at the first call. `agentRoutes` are in it as they are reached
 * on the main port, below each deployment's path.
 */
export function openApiRoute(routes: () => readonly Route[], agentRoutes: readonly Route[]): Route {
  let document: Promise<unknown> | undefined;
  const make = async () => {
    const [{ openApiDocument }, { components }] = await Promise.all([
      import('./openapi.ts'),
      import('./components.ts'),
    ]);
    const below = agentRoutes.map((row) => ({
      ...row,
      path: `${DEPLOYMENT_PREFIX}/{deployment_id}${row.path}`,
    }));
    return openApiDocument([...routes(), ...below], components);
  };
  return route({
    surface: 'control-plane',
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    auth: 'none',
    responses: { 200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }) } },
    handler: async () => {
      document ??= make();
      return { status: 200, body: await document };
    },
  });
}
