import * as z from 'zod';
import type { ApiDocument } from './lazy-document.ts';
import { type Route, route } from './route.ts';

/** Creates `GET /openapi.json`. The document's server is the public URL, or else the address of the request. */
export function openApiRoute(document: () => Promise<ApiDocument>): Route {
  return route({
    surface: 'control-plane',
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    auth: 'none',
    responses: { 200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }) } },
    handler: async ({ origin }) => ({
      status: 200,
      body: { ...(await document()), servers: [{ url: origin }] },
    }),
  });
}
