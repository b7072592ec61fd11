import * as z from 'zod';
import { type Route, route } from './route.ts';

/** `GET /openapi.json`: the document of `routes()`, made at the first call. */
export function openApiRoute(routes: () => readonly Route[]): Route {
  let document: Promise<unknown> | undefined;
  const make = async () => {
    const [{ openApiDocument }, { components }] = await Promise.all([
      import('./openapi.ts'),
      import('./components.ts'),
    ]);
    return openApiDocument(routes(), components);
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
