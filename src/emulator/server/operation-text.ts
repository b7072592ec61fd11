import * as z from 'zod';
import type { Route } from './route.ts';

const AUTHENTICATION: Record<Route['auth'], string> = {
  workspace: 'Needs an API key of the workspace, in `X-Api-Key` or as a bearer token.',
  local: "Needs the ready line's key in `X-Api-Key`, and a host and origin of this machine.",
  none: 'Needs no key.',
};

/** The description of an operation in the API document: its summary, and what holds for rows of its kind. */
export function operationDescription(route: Route): string {
  const sentences = [
    `${route.summary}.`,
    AUTHENTICATION[route.auth],
    ...(isPaged(route)
      ? ['A page at a time: pass the number of items read so far as `offset`, until a page comes back empty.']
      : []),
    ...(route.method === 'GET' && route.unsafeGet !== true ? ['HEAD gives the same without the body.'] : []),
    ...(route.cors === true ? ['Web pages of any origin may use it.'] : []),
  ];
  return sentences.join(' ');
}

function isPaged({ method, query }: Route): boolean {
  if (method !== 'GET' || !(query instanceof z.ZodObject)) return false;
  return 'limit' in query.shape && 'offset' in query.shape;
}
