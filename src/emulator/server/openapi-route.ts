import * as z from 'zod';
import type { ApiDocument } from './lazy-document.ts';
import { type Route, routesOf } from './route.ts';

const api = routesOf('control-plane', 'none');

/** Creates `GET /openapi.json`. The server in the document is the public URL, or else the address of the request. */
export function openApiRoute(document: () => Promise<ApiDocument>): Route {
  return api.get('/openapi.json', {
    summary: 'This document',
    responses: { 200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }) } },
    handler: async ({ origin }) => ({
      status: 200,
      body: { ...(await document()), servers: [{ url: origin }] },
    }),
  });
}
