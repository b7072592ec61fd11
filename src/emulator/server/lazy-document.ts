import { memoizeAsync } from '../../clients/memoize.ts';
import type { ResponseCheck } from './response-check.ts';
import type { DocumentTitle } from './openapi.ts';
import type { Route } from './route.ts';

export type ApiDocument = Record<string, unknown>;

/**
 * Documents and their checks by the routes they describe, because all emulators of a process describe the same
 * routes.
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
    // A route's path and statuses determine its schemas. Start options add routes and statuses, and change no schema.
    const key = [
      about.title,
      ...rows.map(
        ({ surface, method, path, responses }) =>
          `${surface} ${method} ${path} ${Object.keys(responses).join(' ')}`,
      ),
    ].join('\n');
    const known = documents.get(key) ?? memoizeAsync(() => make(rows));
    documents.set(key, known);
    return known();
  };
  return memoizeAsync(find);
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
