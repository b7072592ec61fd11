import { memoizeAsync } from '../../clients/memoize.ts';
import type { ResponseCheck } from './response-check.ts';
import type { DocumentTitle } from './openapi.ts';
import type { Route } from './route.ts';

export type ApiDocument = Record<string, unknown>;

/** API documents, keyed by a description of their routes. Emulators with the same start options share a document. */
const documents = new Map<string, () => Promise<ApiDocument>>();

/** Wraps `routes` in a function that loads the dependencies and creates the OpenAPI document at its first call. */
export function lazyDocument(
  routes: () => Promise<readonly Route[]>,
  about: DocumentTitle,
): () => Promise<ApiDocument> {
  const make = async (rows: readonly Route[]) => {
    const { components, openApiDocument } = await import('./openapi.ts');
    return openApiDocument(rows, components, about);
  };
  const find = async () => {
    const rows = await routes();
    const key = JSON.stringify([about, ...rows.map(describeRoute)]);
    const known = documents.get(key) ?? memoizeAsync(() => make(rows));
    documents.set(key, known);
    return known();
  };
  return memoizeAsync(find);
}

/**
 * Returns the fields of a route that determine its part of the document, without the contents of schemas. Start options
 * add routes and change statuses and strings, but no schema.
 */
function describeRoute(route: Route): unknown {
  const { surface, method, path, summary, auth, cors, unsafeGet, rawBody, bodyType } = route;
  const schemas = [route.params, route.query, route.body].map((schema) => schema !== undefined);
  const responses = Object.entries(route.responses).map(([status, { schema, ...response }]) => [
    status,
    schema !== undefined,
    response,
  ]);
  return { surface, method, path, summary, auth, cors, unsafeGet, rawBody, bodyType, schemas, responses };
}

/** Creates the check of responses at the first call. All emulators of a process share the check. */
export const loadResponseCheck: () => Promise<ResponseCheck> = memoizeAsync(async () => {
  const { createResponseCheck } = await import('./published-responses.ts');
  return createResponseCheck();
});
