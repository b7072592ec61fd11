import * as z from 'zod';
import {
  DASHBOARD_FORWARD,
  DASHBOARD_INSPECT,
  INNER_REQUESTS,
  type InnerRequest,
} from '../../contract/dashboard/inner.ts';
import { WHOLE_HEADER } from '../../contract/dashboard/clip.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, routesOf } from '../server/route.ts';
import { type SendInner, sendInnerAnswer } from './inner.ts';
import type { Redactor } from '../server/journal-redactor.ts';

/** Maximum size of a body that the page sends, in bytes. */
const MAX_BODY = 4 * 1024 * 1024;

const Query = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** Creates the routes that send the page's `INNER_REQUESTS` to the surfaces. */
export function innerRoutes(dependencies: {
  send: SendInner;
  redactor: Redactor;
  /** Returns the ID of a deployment's workspace, or `undefined` if the deployment does not exist. */
  workspaceOf: (deploymentId: string) => Promise<string | undefined>;
}): Route[] {
  return INNER_REQUESTS.map((request) => innerRoute(request, dependencies));
}

const api = routesOf('dashboard', 'session');
const CREATORS = { GET: api.get, POST: api.post, PUT: api.put, PATCH: api.patch, DELETE: api.delete };

function innerRoute(
  { via, method, path }: InnerRequest,
  { send, redactor, workspaceOf }: Parameters<typeof innerRoutes>[0],
): Route {
  const names = path.match(/\{\}/g)?.map((_, index) => `p${index + 1}`) ?? [];
  const pattern = withNames(path, (index) => `{p${index + 1}}`);
  return CREATORS[method](`${via === 'inspect' ? DASHBOARD_INSPECT : DASHBOARD_FORWARD}${pattern}`, {
    summary: via === 'inspect' ? `Read ${pattern}, unobserved` : `Send ${pattern} as a client does`,
    params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))),
    query: Query,
    rawBody: true,
    passesOn: true,
    responses: {
      200: { description: 'The response of the surface, without secrets, with long texts clipped' },
    },
    async handler({ params, query, readBytes, headers, signal }) {
      const values = names.map((name) => params[name] ?? '');
      // A segment `..` would make the request reach another path than the path that was checked.
      if (values.some((value) => value === '.' || value === '..')) throw new HttpError(404, 'Not Found');
      const [deploymentId = ''] = values;
      const workspaceId = await workspaceOf(deploymentId.toLowerCase());
      if (workspaceId === undefined) throw new HttpError(404, `Deployment ID ${deploymentId} not found.`);
      const body = method === 'GET' ? new Uint8Array() : await readBytes(MAX_BODY);
      const lastEvent = headers['last-event-id'];
      const answer = await send({
        isReadOnly: via === 'inspect',
        method,
        path: withNames(path, (index) => encodeURIComponent(values[index] ?? '')) + queryText(query),
        workspaceId,
        headers: [
          ...(body.length === 0 ? [] : ([['content-type', 'application/json']] as const)),
          ...(typeof lastEvent === 'string' ? ([['last-event-id', lastEvent]] as const) : []),
        ],
        body,
        signal,
      });
      const whole = headers[WHOLE_HEADER] === 'true';
      return { stream: (response) => sendInnerAnswer(response, answer, { redactor, signal, whole }) };
    },
  });
}

function withNames(path: string, nameOf: (index: number) => string): string {
  let index = -1;
  return path.replaceAll('{}', () => {
    index += 1;
    return nameOf(index);
  });
}

function queryText(query: z.infer<typeof Query>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}
