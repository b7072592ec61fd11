import { HttpError } from './http-error.ts';
import type { Route, RouteResponse } from './route.ts';

/** By this a browser lets a page of any origin read the answer. */
const READABLE = { 'access-control-allow-origin': '*' };

/** What a browser is told before a page sends JSON to a row that is for pages. */
export function corsPreflight(allow: string): Record<string, string> {
  return {
    ...READABLE,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '600',
  };
}

/** Does the work of a row; where the row is for pages, they can read what comes of it, refusals too. */
export async function withCors(route: Route, work: () => Promise<RouteResponse>): Promise<RouteResponse> {
  if (route.cors !== true) return work();
  try {
    const answer = await work();
    return 'stream' in answer ? answer : { ...answer, headers: { ...READABLE, ...answer.headers } };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const headers = { ...READABLE, ...error.headers };
    throw new HttpError(error.status, error.detail, { cause: error, headers });
  }
}
