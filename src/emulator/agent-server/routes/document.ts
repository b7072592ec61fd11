import * as z from 'zod';
import { type ApiDocument, lazyDocument } from '../../server/openapi-route.ts';
import { type Route, route } from '../../server/route.ts';
import { DEPLOYMENT_PREFIX } from '../../server/target.ts';

const PLACE = `${DEPLOYMENT_PREFIX}/{deployment_id}`;
const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({})).optional(),
});
const Operations = z.record(z.string(), Operation);
const Paths = z.record(z.string(), Operations);

/** `GET /openapi.json` of a deployment: what it serves, by the paths below its own URL. */
export function documentRoute(routes: () => readonly Route[]): Route {
  const document = lazyDocument(routes, {
    title: 'Agent Server API',
    description:
      'What a deployment serves, by the paths below its URL: assistants, threads, runs and the store.',
  });
  return route({
    surface: 'agent-server',
    method: 'GET',
    path: '/openapi.json',
    summary: 'What a deployment serves, by the paths below its URL',
    auth: 'none',
    anyInstance: true,
    responses: { 200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }) } },
    handler: async () => ({ status: 200, body: ofDeployment(await document()) }),
  });
}

/** The emulator's description of deployments, as one deployment says it of itself. */
function ofDeployment(document: ApiDocument): ApiDocument {
  const paths = Object.entries(Paths.parse(document['paths'])).map(([path, operations]) => [
    path.startsWith(PLACE) ? path.slice(PLACE.length) : path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [method, withoutPlace(operation)]),
    ),
  ]);
  // By a relative address, for it is served at a deployment's own port and below the main one.
  return { ...document, servers: [{ url: '.' }], paths: Object.fromEntries(paths) };
}

function withoutPlace({ parameters, operationId, ...operation }: z.infer<typeof Operation>): object {
  const own = (parameters ?? []).filter(({ name }) => name !== 'deployment_id');
  return {
    operationId: operationId.replace('_d_deployment_id', ''),
    ...operation,
    ...(own.length > 0 && { parameters: own }),
  };
}
