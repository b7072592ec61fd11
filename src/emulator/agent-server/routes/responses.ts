import * as z from 'zod';
import { DetailError, HTTPValidationError } from '../../../contract/error-bodies.ts';
import { uuid } from '../../../contract/primitives.ts';
import { type Route, routesOf } from '../../server/route.ts';

/** Functions that create deployments' routes. By default, a route requires the API key of a workspace. */
export const agentRoutes = routesOf('agent-server', 'workspace');

/** UUID in lower case, because IDs are stored and compared in lower case. */
export const uuidAnyCase = uuid.toLowerCase();
export const ThreadPath = z.object({ thread_id: uuidAnyCase });
/** Path with the ID of an assistant. Only the routes that draw graphs and create runs also accept a graph's name. */
export const AssistantPath = z.object({ assistant_id: uuidAnyCase });
export const RunPath = z.object({ thread_id: uuidAnyCase, run_id: uuidAnyCase });

/** Declares error responses with bodies of the form `{detail}` (docs/api.md#error-bodies). */
export const errorResponses = (...statuses: (400 | 404 | 409 | 500 | 503)[]): Route['responses'] => ({
  ...Object.fromEntries(
    statuses.map((status) => [status, { description: MEANING[status], schema: DetailError }]),
  ),
  422: { description: 'The request is malformed', schema: HTTPValidationError },
});

const MEANING = {
  400: 'The fields of the request are mutually exclusive',
  404: 'The resource does not exist in this deployment',
  409: 'The resource already exists, is busy, or was written by graphs of another language',
  500: 'The store does not respond',
  503: 'No revision is serving',
} as const;

/** Returns only the selected fields of a resource, or all fields if the request selects none. */
export function selectFields<T extends object>(
  resource: T,
  select: readonly (keyof T)[] | null | undefined,
): Partial<T> {
  if (!select) return resource;
  const selected: Partial<T> = {};
  for (const field of select) if (field in resource) selected[field] = resource[field];
  return selected;
}

/** Returns the pagination headers of a page. `total` is the number of results on all pages. */
export function paginationHeaders(page: {
  offset: number;
  shown: number;
  total: number;
}): Record<string, string> {
  const next = page.offset + page.shown;
  return {
    'x-pagination-total': String(page.total),
    ...(page.shown > 0 && next < page.total && { 'x-pagination-next': String(next) }),
  };
}
