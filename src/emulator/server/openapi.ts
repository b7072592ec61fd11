import * as z from 'zod';
import { DetailError, HTTPValidationError, ValidationError } from '../../contract/errors.ts';
import { DO_NOT_USE } from '../../contract/resource-spec.ts';
import { DOCUMENT_VERSION } from '../../contract/version.ts';
import type { Route } from './route.ts';
import { parameterNames } from './router.ts';

type Json = Record<string, unknown>;

/** The three alternatives of spec §5. Component names take no spaces. */
const SECURITY_SCHEMES = {
  ApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  TenantId: { type: 'apiKey', in: 'header', name: 'X-Tenant-Id' },
  BearerAuth: { type: 'http', scheme: 'bearer' },
};
const REF = '#/components/schemas/';

/**
 * The OpenAPI 3.1 document of a route table (spec §9). `components` names the schemas that are referred to; a schema
 * that is not among them stands where it is used.
 */
export function openApiDocument(routes: readonly Route[], components: Record<string, z.ZodType>): Json {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({
    ...components,
    ValidationError,
    HTTPValidationError,
    DetailError,
  })) {
    names.add(schema, { id });
  }
  // What a client may send; for answers it is the same, because theirs transform nothing.
  const options = {
    io: 'input',
    unrepresentable: 'any',
    metadata: names,
    target: 'draft-2020-12',
    override: flagDoNotUse,
  } as const;
  const describe = (schema: z.ZodType): Json => {
    const id = names.get(schema)?.id;
    if (id !== undefined) return { $ref: REF + id };
    const { $schema: _, $defs: __, ...own } = z.toJSONSchema(schema, options);
    return own;
  };
  const { schemas } = z.toJSONSchema(names, { ...options, uri: (id) => REF + id });
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const operations = (paths[route.path] ??= {});
    operations[route.method.toLowerCase()] = operation(route, describe);
  }
  return relink({
    openapi: '3.1.0',
    info: { title: 'Deployment Control Plane API', version: DOCUMENT_VERSION },
    paths,
    components: { schemas: withoutIds(schemas), securitySchemes: SECURITY_SCHEMES },
  });
}

/** Fields that the service marks do-not-use (spec §2.6). */
function flagDoNotUse({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: Json }): void {
  if (DO_NOT_USE.has(zodSchema)) jsonSchema['deprecated'] = true;
}

function operation(route: Route, describe: (schema: z.ZodType) => Json): Json {
  const described = parametersOf(route.params, 'path', describe);
  const parameters = [
    ...parameterNames(route.path)
      .filter((name) => !described.some((parameter) => parameter['name'] === name))
      .map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...described,
    ...parametersOf(route.query, 'query', describe),
  ];
  const content = (schema: z.ZodType) => ({ content: { 'application/json': { schema: describe(schema) } } });
  const responses: Record<string, Json> = {};
  for (const [status, { description, schema }] of Object.entries(route.responses)) {
    responses[status] = { description, ...(schema === undefined ? {} : content(schema)) };
  }
  if (route.auth !== 'none') {
    responses['401'] ??= { description: 'Missing or wrong API key', ...content(DetailError) };
    responses['403'] ??= { description: 'No access', ...content(DetailError) };
  }
  if (parameters.length > 0 || route.body !== undefined) {
    responses['422'] ??= { description: 'Validation Error', ...content(HTTPValidationError) };
  }
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replaceAll(/[^A-Za-z0-9]+/g, '_').replace(/_$/, '')}`,
    summary: route.summary,
    tags: [route.surface],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: !route.body.safeParse(undefined).success, ...content(route.body) } }),
    responses,
    ...(route.auth === 'none' ? {} : { security: securityOf(route.auth) }),
  };
}

function securityOf(auth: 'workspace' | 'local'): Json[] {
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
  // Defaults behind a conversion from text are not in the schema's description.
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

/** Component schemas carry their place in the document, not an address of their own. */
function withoutIds(schemas: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $id: _, $schema: __, id: ___, ...schema }]) => [name, schema]),
  );
}

/** References made inside one schema's own document, turned into references within this one. */
function relink(document: Json): Json {
  return JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', `"${REF}`)) as Json;
}
