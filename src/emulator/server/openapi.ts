import { isJsonObject } from '../../contract/json-safety.ts';
import * as z from 'zod';
import { Assistant } from '../../contract/assistant.ts';
import { DeploymentCreate, DeploymentPatch, DeploymentResponse } from '../../contract/deployment.ts';
import { RevisionResponse } from '../../contract/revision.ts';
import { DetailError, HTTPValidationError, ValidationError } from '../../contract/error-bodies.ts';
import { Integration } from '../../contract/integration.ts';
import { DOCUMENT_VERSION } from '../../contract/limits.ts';
import { Listener, ListenerCreate } from '../../contract/listener.ts';
import { LogEntry, LogPage } from '../../contract/logs.ts';
import {
  Container,
  EnvVar,
  LocalObjectReference,
  ResourceRequirements,
  Volume,
  VolumeMount,
} from '../../contract/pod.ts';
import { DEPRECATED_SCHEMAS, ResourceSpec } from '../../contract/resource-spec.ts';
import { Run, RunCreate, StreamMode } from '../../contract/run.ts';
import {
  ListenerConfig,
  Secret,
  SecretReference,
  SourceConfig,
  SourceRevisionConfig,
} from '../../contract/source.ts';
import { PartialThreadState, Thread } from '../../contract/thread.ts';
import { TracingProject } from '../../contract/tracing.ts';
import type { Route, SurfaceName } from './route.ts';
import { routeScope } from './route-scopes.ts';
import { DEPLOYMENT_PREFIX, parameterNames } from './router.ts';

type Json = Record<string, unknown>;

/** Authentication schemes of the OpenAPI document. Names of components in the document cannot contain spaces. */
const SECURITY_SCHEMES = {
  ApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  TenantId: { type: 'apiKey', in: 'header', name: 'X-Tenant-Id' },
  BearerAuth: { type: 'http', scheme: 'bearer' },
};
/** Authentication scheme that only the dashboard uses. */
const SESSION_SCHEME = { UiSession: { type: 'apiKey', in: 'header', name: 'X-Ui-Session' } };
const REF = '#/components/schemas/';

/** Descriptions of the surfaces, because the document groups operations by surface. */
const TAGS: Record<SurfaceName, string> = {
  'control-plane': 'Deployments with their revisions and logs, and the sources that they are built from.',
  sandboxes: 'Sandboxes and their credential proxy.',
  tracing: 'Tracing projects and feedback.',
  'agent-server':
    'The API of a deployment: threads, runs and health. Also served at the root of its own URL.',
  'agent-pods': 'Requests that agent pods send to fetch the revision that they run.',
  dashboard: 'Routes that the dashboard uses.',
  local: "The emulator's own API, which the hosted service does not have.",
  probe: 'Health check of this server, without a key.',
};

export interface DocumentTitle {
  title: string;
  description: string;
}

/** Creates the OpenAPI 3.1 document for a table of routes. All schemas except `components` are inline. */
export function openApiDocument(
  routes: readonly Route[],
  components: Record<string, z.ZodType>,
  about: DocumentTitle,
): Json {
  const { schemas, describe } = describeSchemas(components);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const operations = (paths[documentPath(route)] ??= {});
    operations[route.method.toLowerCase()] = operation(route, describe);
  }
  return relink({
    openapi: '3.1.0',
    info: {
      ...about,
      version: DOCUMENT_VERSION,
      contact: { name: 'Agent Deploy' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: Object.entries(TAGS)
      .filter(([name]) => routes.some(({ surface }) => surface === name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: referredTo(schemas, paths),
      securitySchemes: {
        ...SECURITY_SCHEMES,
        ...(routes.some(({ auth }) => auth === 'session') && SESSION_SCHEME),
      },
    },
  });
}

interface DescribedSchemas {
  /** Schemas that are referenced by name. */
  schemas: Record<string, Json>;
  /** Returns a schema inline, or a reference to a named schema. */
  describe: (schema: z.ZodType) => Json;
}

/** Converts `components`, and other schemas on demand, to JSON Schemas. {@link relink} completes the JSON Schemas. */
export function describeSchemas(components: Record<string, z.ZodType>): DescribedSchemas {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({
    ...components,
    ValidationError,
    HTTPValidationError,
    DetailError,
  })) {
    names.add(schema, { id });
  }
  // The conversion describes the input of each schema. The description also fits responses, because the schemas of
  // responses transform nothing.
  const options = {
    io: 'input',
    unrepresentable: 'any',
    metadata: names,
    target: 'draft-2020-12',
    override: complete,
  } as const;
  const describe = (schema: z.ZodType): Json => {
    const id = names.get(schema)?.id;
    if (id !== undefined) return { $ref: REF + id };
    const { $schema: _, $defs: __, ...own } = z.toJSONSchema(schema, options);
    return own;
  };
  const { schemas } = z.toJSONSchema(names, { ...options, uri: (id) => REF + id });
  return { schemas: withoutSchemaIds(schemas), describe };
}

/**
 * Adds details that the conversion omits: the mark of deprecated fields, and the metadata of a schema. Replaces a
 * fixed-length list that ends with `items: false`, because many generators cannot read such a list.
 */
function complete({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void {
  if (DEPRECATED_SCHEMAS.has(zodSchema)) jsonSchema['deprecated'] = true;
  Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
  const { prefixItems } = jsonSchema;
  if (Array.isArray(prefixItems) && jsonSchema['items'] === false) {
    Object.assign(jsonSchema, { items: {}, minItems: prefixItems.length, maxItems: prefixItems.length });
  }
}

/** Returns the path of a route in the document. The path of a deployment's route is the path on the main port. */
function documentPath({ surface, path }: Pick<Route, 'surface' | 'path'>): string {
  return surface === 'agent-server' ? `${DEPLOYMENT_PREFIX}/{deployment_id}${path}` : path;
}

function operation(route: Route, describe: (schema: z.ZodType) => Json): Json {
  const described = parametersOf(route.params, 'path', describe);
  const parameters = [
    ...parameterNames(documentPath(route))
      .filter((name) => !described.some((parameter) => parameter['name'] === name))
      .map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...described,
    ...parametersOf(route.query, 'query', describe),
  ];
  return {
    operationId: `${route.method.toLowerCase()}${documentPath(route)
      .replaceAll(/[^A-Za-z0-9]+/g, '_')
      .replace(/_$/, '')}`,
    summary: route.summary,
    description: operationDescription(route),
    tags: [route.surface],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(route, describe),
    responses: describeResponses(route, describe),
    security: securityOf(route.auth),
    ...scopeExtension(route),
  };
}

/** Describes the responses that a route declares, keyed by status, including its error responses. */
export function describeResponses(
  route: Route,
  describe: DescribedSchemas['describe'],
): Record<string, Json> {
  const content = (schema: z.ZodType, type = 'application/json') => ({
    [type]: { schema: describe(schema) },
  });
  const ofText = (media: string) => ({ [media]: { schema: { type: 'string' } } });
  const responses: Record<string, Json> = {};
  for (const [status, declared] of Object.entries({ ...commonAnswers(route), ...route.responses })) {
    const { description, schema, type, textType } = declared;
    const described = schema === undefined ? (type === undefined ? {} : ofText(type)) : content(schema, type);
    const all = { ...described, ...(textType !== undefined && ofText(textType)) };
    responses[status] = { description, ...(Object.keys(all).length > 0 && { content: all }) };
  }
  return responses;
}

/** Returns the description of a request body: JSON, or another type. A binary body has no schema (OpenAPI 3.1). */
function requestBodyOf({ body, bodyType }: Route, describe: (schema: z.ZodType) => Json): Json {
  if (bodyType !== undefined) {
    const schema = body === undefined ? {} : describe(body);
    return { requestBody: { required: true, content: { [bodyType]: { schema } } } };
  }
  if (body === undefined) return {};
  const content = { 'application/json': { schema: describe(body) } };
  return { requestBody: { required: !body.safeParse(undefined).success, content } };
}

/** Returns the error responses that result from a route's key, parameters or body, or from its deployment. */
function commonAnswers(route: Route): Route['responses'] {
  const asksForBody = route.body !== undefined && route.rawBody !== true;
  const refused = (description: string) => ({ description, schema: DetailError });
  return {
    ...(asksForBody && {
      400: refused('The body is not valid JSON'),
      413: refused('The body is too large'),
      415: refused('The content type of the body is not supported'),
    }),
    ...(route.auth !== 'none' && {
      401: refused('Missing or wrong API key'),
      403: refused('The key has no access, or must specify a workspace'),
    }),
    ...(route.surface === 'agent-server' && { 404: refused('No deployment is served at this address') }),
    ...((route.query !== undefined || route.params !== undefined || asksForBody) && {
      422: { description: 'A part of the request is invalid', schema: HTTPValidationError },
    }),
  };
}

/** Returns the extension with the scope that the key of the request needs, or an empty object without a scope. */
function scopeExtension(route: Route): Json {
  const scope = routeScope(route);
  return scope === undefined ? {} : { 'x-required-scope': scope };
}

/** Returns the security requirements of a route. An empty list means that the route needs no authentication. */
function securityOf(auth: Route['auth']): Json[] {
  if (auth === 'none') return [];
  if (auth === 'session') return [{ UiSession: [] }];
  const names = auth === 'local' ? ['ApiKey'] : Object.keys(SECURITY_SCHEMES);
  return names.map((name) => ({ [name]: [] }));
}

function parametersOf(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  describe: (schema: z.ZodType) => Json,
): Json[] {
  if (schema === undefined) return [];
  const { properties, required } = describe(schema);
  const needed = new Set(Array.isArray(required) ? required : []);
  // The defaults are computed, because the JSON schema of a converted field does not contain the default.
  const defaults: unknown = schema.safeParse({}).data;
  return Object.entries((properties ?? {}) as Json).map(([name, described]) => ({
    name,
    in: place,
    required: place === 'path' || needed.has(name),
    schema: withDefault(described, defaults, name),
  }));
}

function withDefault(described: unknown, defaults: unknown, name: string): unknown {
  if (typeof described !== 'object' || typeof defaults !== 'object' || defaults === null) return described;
  const value: unknown = Reflect.get(defaults, name);
  return value === undefined ? described : { ...described, default: value };
}

/** Removes the IDs in the schemas, because references use positions in the document. */
function withoutSchemaIds(schemas: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $id: _, $schema: __, id: ___, ...schema }]) => [name, schema]),
  );
}

/** Returns the schemas that the paths refer to, directly or indirectly. The document contains no other schemas. */
function referredTo(schemas: Record<string, Json>, paths: unknown): Record<string, Json> {
  const used = new Set<string>();
  const visit = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(
      /"#\/(?:components\/schemas|\$defs)\/([^"]+)"/g,
    )) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name] ?? {});
    }
  };
  visit(paths);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

/**
 * Changes references within a schema's own document to references within the whole document. Changes a nested `anyOf`
 * or a list of types to a flat `anyOf`, because every client generator can read a flat `anyOf`.
 */
export function relink(document: Json): Json {
  const text = JSON.stringify(document).replaceAll('"#/$defs/', `"${REF}`);
  return JSON.parse(text, (_key, value: unknown) =>
    isJsonObject(value) ? withFlatAlternatives(value) : value,
  ) as Json;
}

function withFlatAlternatives(schema: Json): Json {
  const { type, ...rest } = schema;
  if (Array.isArray(type) && type.filter((one) => one !== 'null').length > 1 && !('anyOf' in rest)) {
    return { ...rest, anyOf: type.map((one: unknown) => ({ type: one })) };
  }
  const alternatives: unknown = schema['anyOf'];
  if (!Array.isArray(alternatives)) return schema;
  const inner = (one: unknown): unknown[] =>
    isJsonObject(one) && Object.keys(one).length === 1 && Array.isArray(one['anyOf']) ? one['anyOf'] : [one];
  return { ...schema, anyOf: alternatives.flatMap(inner) };
}

const AUTHENTICATION: Record<Route['auth'], string> = {
  workspace: 'Requires an API key of the workspace, in `X-Api-Key` or as a bearer token.',
  local: 'Requires the key of the ready line in `X-Api-Key`, and a host and origin of this machine.',
  session:
    'Requires the session of the dashboard in `X-Ui-Session`, and the host and origin of the emulator.',
  none: 'Needs no key.',
};

/** Returns the description of an operation: its summary, and notes about its kind of route. */
function operationDescription(route: Route): string {
  const sentences = [
    `${route.summary}.`,
    AUTHENTICATION[route.auth],
    ...(isPaged(route)
      ? [
          'The list is returned in pages: set `offset` to the number of items read so far, until a page is empty.',
        ]
      : []),
    ...(route.method === 'GET' && route.unsafeGet !== true
      ? ['HEAD returns the same response without the body.']
      : []),
    ...(route.cors === true ? ['Web pages of any origin may call this endpoint.'] : []),
  ];
  return sentences.join(' ');
}

function isPaged({ method, query }: Route): boolean {
  if (method !== 'GET' || !(query instanceof z.ZodObject)) return false;
  return 'limit' in query.shape && 'offset' in query.shape;
}

/** Schemas that the API document references by name. */
export const components: Record<string, z.ZodType> = {
  Deployment: DeploymentResponse,
  DeploymentCreate,
  DeploymentPatch,
  SourceConfig,
  SourceRevisionConfig,
  ListenerConfig,
  ResourceSpec,
  Secret,
  SecretReference,
  Revision: RevisionResponse,
  LocalObjectReference,
  Volume,
  VolumeMount,
  Container,
  EnvVar,
  ResourceRequirements,
  Integration,
  Listener,
  ListenerCreate,
  LogEntry,
  LogPage,
  TracingProject,
  Assistant,
  Thread,
  ThreadState: PartialThreadState,
  StreamMode,
  Run,
  RunCreate,
};
