import * as z from 'zod';
import { type AppDocument, DEFAULT_HTTP, type HttpSettings } from '../../ports/agent-http.ts';
import type { LiveWorkers } from '../../ports/worker.ts';
import { isDisabled } from '../../server/agent-app.ts';
import { type ApiDocument, lazyDocument } from '../../server/lazy-document.ts';
import type { Route } from '../../server/route.ts';
import { servingWorker } from '../query-graph.ts';
import { agentRoutes } from './responses.ts';
import { DEPLOYMENT_PREFIX } from '../../server/router.ts';
import { renderApiPage } from '../api-page.ts';

const PREFIX = `${DEPLOYMENT_PREFIX}/{deployment_id}`;
const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({})).optional(),
});
const Operations = z.record(z.string(), Operation);
const Paths = z.record(z.string(), Operations);

/**
 * Creates a deployment's `GET /openapi.json` and `GET /docs`. Paths in the OpenAPI document are relative to the
 * deployment's URL. `GET /docs` renders the OpenAPI document as a page.
 */
export function documentRoutes(
  routes: () => Promise<readonly Route[]>,
  live: Pick<LiveWorkers, 'acquire' | 'httpSettings'>,
): Route[] {
  const document = lazyDocument(routes, {
    title: 'Agent Server API',
    description: 'The API of a deployment by paths below its URL: assistants, threads, runs and the store.',
  });
  const documentOf = async (deploymentId: string): Promise<ApiDocument> => {
    const worker = servingWorker(live, deploymentId);
    const security = worker?.auth?.openapi ?? {};
    const settings = live.httpSettings(deploymentId) ?? DEFAULT_HTTP;
    const served = withSecurity(ofDeployment(await document(), settings), security);
    return withApp(served, worker?.appDocument());
  };
  return [
    agentRoutes.get('/openapi.json', {
      auth: 'none',
      summary: 'The API of a deployment by paths below its URL',
      responses: { 200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }) } },
      handler: async ({ deploymentId }) => ({ status: 200, body: await documentOf(deploymentId) }),
    }),
    agentRoutes.get('/docs', {
      auth: 'none',
      summary: 'The API of a deployment as a page that loads nothing and runs no script',
      responses: { 200: { description: 'The page', type: 'text/html' } },
      handler: async ({ deploymentId }) => ({
        status: 200,
        body: renderApiPage(await documentOf(deploymentId)),
        headers: PAGE_HEADERS,
      }),
    }),
  ];
}

/** The API documentation's page is sandboxed and loads nothing, because other pages share the main port's origin. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Reduces the emulator's OpenAPI document to the routes of a deployment with these settings. */
function ofDeployment(document: ApiDocument, settings: HttpSettings): ApiDocument {
  const paths = Object.entries(Paths.parse(document['paths']))
    .map(([path, operations]) => ({
      path: path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path,
      operations,
    }))
    .filter((row) => !isDisabled(row, settings))
    .map(({ path, operations }) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, withoutPrefix(operation)]),
      ),
    ]);
  // A relative server URL works on the deployment's own port and below the main port.
  return { ...document, servers: [{ url: '.' }], paths: Object.fromEntries(paths) };
}

const SCHEMAS = '#/components/schemas/';
/** Prefix for schema names of an agent's HTTP application, which could otherwise equal the emulator's names. */
const OF_APP = 'app.';

/** Adds the routes of the agent's HTTP application, which take precedence over the emulator's routes. */
function withApp(document: ApiDocument, app: AppDocument | undefined): ApiDocument {
  if (app === undefined) return document;
  const components = Components.parse(document['components'] ?? {});
  const schemas: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(app.components?.schemas ?? {})) {
    schemas[`${OF_APP}${name}`] = withOwnReferences(schema);
  }
  return {
    ...document,
    paths: { ...Paths.parse(document['paths']), ...AnyPaths.parse(withOwnReferences(app.paths)) },
    components: { ...components, schemas: { ...components.schemas, ...schemas } },
  };
}

const AnyPaths = z.record(z.string(), z.unknown());
const Components = z.looseObject({ schemas: z.record(z.string(), z.unknown()).optional() });

function withOwnReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOwnReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' && inner.startsWith(SCHEMAS)
        ? `${SCHEMAS}${OF_APP}${inner.slice(SCHEMAS.length)}`
        : withOwnReferences(inner),
    ]),
  );
}

const Security = z.looseObject({
  securitySchemes: z.record(z.string(), z.unknown()).optional(),
  security: z.array(z.unknown()).optional(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});

/** Replaces the document's security schemes with the schemes of the agent. */
function withSecurity(document: ApiDocument, described: Record<string, unknown>): ApiDocument {
  const { securitySchemes, security, paths = {} } = Security.parse(described);
  if (securitySchemes === undefined && security === undefined && Object.keys(paths).length === 0)
    return document;
  const known = Object.entries(Paths.parse(document['paths'])).map(([path, operations]) => {
    const own = new Map(Object.entries(Object.hasOwn(paths, path) ? (paths[path] ?? {}) : {}));
    const lower = new Map([...own].map(([method, value]) => [method.toLowerCase(), value]));
    const all = Object.entries(operations).map(([method, operation]): [string, unknown] => {
      const { security: ours, ...rest } = operation;
      const isOpen = Array.isArray(ours) && ours.length === 0;
      const theirs = lower.get(method) ?? (security === undefined || isOpen ? ours : undefined);
      return [method, { ...rest, ...(theirs !== undefined && { security: theirs }) }];
    });
    return [path, Object.fromEntries(all)];
  });
  const components = z.looseObject({}).parse(document['components'] ?? {});
  return {
    ...document,
    paths: Object.fromEntries(known),
    components: { ...components, ...(securitySchemes && { securitySchemes }) },
    ...(security && { security }),
  };
}

function withoutPrefix({ parameters, operationId, ...operation }: z.infer<typeof Operation>): object {
  const own = (parameters ?? []).filter(({ name }) => name !== 'deployment_id');
  return {
    operationId: operationId.replace('_d_deployment_id', ''),
    ...operation,
    ...(own.length > 0 && { parameters: own }),
  };
}
