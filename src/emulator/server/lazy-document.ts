import { memoizeAsync } from '../../clients/memoize.ts';
import type { ResponseCheck } from './response-check.ts';
import type { DocumentTitle } from './openapi.ts';
import type { Route } from './route.ts';

export type ApiDocument = Record<string, unknown>;

/**
 * Documents by the routes that they describe, and the checks of documents: emulators of a process that were started
 * with the same options share them.
 */
const documents = new Map<string, () => Promise<ApiDocument>>();
const checks = new WeakMap<ApiDocument, ResponseCheck>();

/** Returns the document of `routes()`, created at the first call. Its dependencies are loaded only then. */
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
 * Returns everything that the document says of a route, except the contents of its schemas. Start options add routes
 * and change their statuses and texts, but no schema.
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

/** Returns the check of responses by that document, created at the first call. */
export function lazyResponseCheck(document: () => Promise<ApiDocument>): () => Promise<ResponseCheck> {
  const make = async () => {
    const { responseCheckOf } = await import('./published-responses.ts');
    const published = await document();
    const known = checks.get(published) ?? responseCheckOf(published);
    checks.set(published, known);
    return known;
  };
  return memoizeAsync(make);
}
