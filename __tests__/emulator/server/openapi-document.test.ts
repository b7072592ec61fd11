import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { createEmulator, type Emulator } from '../../../src/emulator/index.ts';
import { schemaProblems } from './json-schema.ts';
import { call, gitDeployment, imageDeployment } from './plane.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: unknown;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  description: string;
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
  security?: Record<string, unknown[]>[];
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
}

let emulator: Emulator;
let document: Document;
beforeAll(async () => {
  emulator = await createEmulator({ runtime: 'stub' });
  document = (await call(emulator, 'GET', '/openapi.json')).body;
});
afterAll(() => emulator.close());

function operations(): { where: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      where: `${method} ${path}`,
      path,
      operation,
    })),
  );
}

/** Every schema of the document, with its place. */
function schemas(): [place: string, schema: unknown][] {
  const contents = (where: string, content: Record<string, { schema: unknown }> = {}) =>
    Object.entries(content).map(([type, { schema }]): [string, unknown] => [`${where} ${type}`, schema]);
  return [
    ...Object.entries(document.components.schemas),
    ...operations().flatMap(({ where, operation }) => [
      ...(operation.parameters ?? []).map((one): [string, unknown] => [`${where} ${one.name}`, one.schema]),
      ...contents(`${where} request`, operation.requestBody?.content),
      ...Object.entries(operation.responses).flatMap(([status, { content }]) =>
        contents(`${where} ${status}`, content),
      ),
    ]),
  ];
}

/** The schema of one answer, made to check values again. */
function published(path: string, method: string, status: string): z.ZodType {
  const schema = document.paths[path]?.[method]?.responses[status]?.content?.['application/json']?.schema;
  const text = JSON.stringify({ ...(schema as object), $defs: document.components.schemas });
  return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));
}

describe('the API document, as a document', () => {
  test('every schema in it is a valid JSON Schema whose references lead somewhere', () => {
    const names = new Set(Object.keys(document.components.schemas));
    const all = schemas();
    expect(all.length).toBeGreaterThan(150);
    expect(all.flatMap(([place, schema]) => schemaProblems(schema, place, names))).toEqual([]);
  });

  test('the check of schemas finds what is wrong', () => {
    const wrong = {
      type: 'objekt',
      minimum: '1',
      required: ['a', 'a'],
      $ref: '#/nowhere',
      anyOf: [],
      odd: 1,
    };
    expect(schemaProblems(wrong, '#', new Set())).toHaveLength(8);
    expect(schemaProblems({ properties: { a: { pattern: '(' } } }, '#', new Set())).toEqual([
      '#/properties/a/pattern cannot be "("',
    ]);
  });

  test('each operation declares the parameters of its path, all of them required, and no other', () => {
    for (const { where, path, operation } of operations()) {
      const declared = (operation.parameters ?? []).filter((one) => one.in === 'path');
      const wanted = [...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => name);
      expect([where, declared.map(({ name }) => name).toSorted()]).toEqual([where, wanted.toSorted()]);
      expect(declared.every(({ required }) => required)).toBe(true);
    }
  });

  test('each answer says what it is; names of components and security schemes are allowed and known', () => {
    const { schemas: named, securitySchemes } = document.components;
    for (const name of [...Object.keys(named), ...Object.keys(securitySchemes)]) {
      expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
    }
    for (const { operation } of operations()) {
      const answers = Object.values(operation.responses);
      expect(answers.length).toBeGreaterThan(0);
      expect(answers.every(({ description }) => description !== '')).toBe(true);
      for (const alternative of operation.security ?? []) {
        expect(Object.keys(securitySchemes)).toEqual(expect.arrayContaining(Object.keys(alternative)));
      }
    }
  });

  test('each operation says what it does, and has an answer for when all goes well', () => {
    for (const { where, operation } of operations()) {
      expect([where, operation.description.length > 20]).toEqual([where, true]);
      // It is read alone: what stands beside it in the table of routes says nothing there.
      expect([where, /^(The same|One of them|It |Take it|Change it)/.test(operation.description)]).toEqual([
        where,
        false,
      ]);
      // A WebSocket is answered 101.
      const good = Object.keys(operation.responses).filter((status) => /^(101|[23]..)$/.test(status));
      expect([where, good.length > 0]).toEqual([where, true]);
    }
  });

  test('no list of fixed length in it ends with a boolean, which generators of clients cannot read', () => {
    const update = z.tuple([z.string(), z.unknown()]);
    expect(z.toJSONSchema(update)).toMatchObject({ prefixItems: [{}, {}], items: false });
    expect(JSON.stringify(document)).not.toMatch(/"items":(true|false)/);
    expect(JSON.stringify(document)).toContain('"minItems":2,"maxItems":2');
  });

  test('a form is described as a form', () => {
    const { requestBody } = document.paths['/v2/auth/callback/{provider_id}']?.['post'] ?? {};
    expect(requestBody?.content).toEqual({
      'application/x-www-form-urlencoded': {
        schema: expect.objectContaining({
          properties: expect.objectContaining({ code: { type: 'string' }, state: { type: 'string' } }),
        }),
      },
    });
  });

  // docs/departures.md#versions-api-description
  test('what a deployment serves is in it below the deployment’s path', async () => {
    const served = Object.keys(document.paths).filter((path) => path.startsWith('/d/{deployment_id}/'));
    expect(served).toEqual(
      expect.arrayContaining([
        '/d/{deployment_id}/ok',
        '/d/{deployment_id}/info',
        '/d/{deployment_id}/threads',
        '/d/{deployment_id}/threads/{thread_id}/runs',
        '/d/{deployment_id}/threads/{thread_id}/runs/{run_id}/join',
        '/d/{deployment_id}/threads/{thread_id}/state',
      ]),
    );
  });
});

describe('the API document, against the API', () => {
  test('whole numbers in queries are taken from the least to the greatest that it names', async () => {
    const bounded = operations().flatMap(({ where, path, operation }) =>
      (operation.parameters ?? []).flatMap(({ in: place, name, schema }) => {
        const { type, minimum, maximum } = schema as { type?: string; minimum?: number; maximum?: number };
        return place === 'query' && type === 'integer' && where.startsWith('get ')
          ? [minimum, maximum].map((value) => ({ path, name, value }))
          : [];
      }),
    );
    expect(bounded.length).toBeGreaterThan(20);
    for (const { path, name, value } of bounded) {
      expect([path, name, value]).toEqual([path, name, expect.any(Number)]);
      // Another parameter, or what is asked for, may be missing: only this one is looked at. A wait is not waited for.
      if (name === 'timeout') continue;
      const target = `${path.replaceAll(/\{.+?\}/g, '99999999-9999-4999-8999-999999999999')}?${name}=${value}`;
      const { status, body } = await call(emulator, 'GET', target);
      const refused = status === 422 ? body.detail.map((one: { loc: string[] }) => one.loc[1]) : [];
      expect([target, status < 500, refused]).toEqual([target, true, expect.not.arrayContaining([name])]);
    }
  });

  test('every path in it is served, with its methods', async () => {
    const id = '99999999-9999-4999-8999-999999999999';
    for (const [path, methods] of Object.entries(document.paths)) {
      const answer = await call(emulator, 'OPTIONS', path.replaceAll(/\{.+?\}/g, id));
      const allowed = (answer.headers.get('allow') ?? '').split(', ');
      const described = Object.keys(methods).map((method) => method.toUpperCase());
      expect([path, allowed]).toEqual([path, expect.arrayContaining(described)]);
    }
  });

  test('answers are what their published schemas say', async () => {
    const list = '/v2/deployments';
    const one = `${list}/{deployment_id}`;
    const spec = { cpu: 1.26, memory_mb: 512, labels: { a: 'b' } };
    const created = await call(
      emulator,
      'POST',
      list,
      imageDeployment({
        source_config: { resource_spec: spec },
        secrets: [{ name: 'A', value: 'value-of-a' }],
      }),
    );
    await call(emulator, 'POST', list, gitDeployment());
    const { id } = created.body;
    const seen: [string, string, string, unknown][] = [
      [list, 'post', '201', created.body],
      [list, 'get', '200', (await call(emulator, 'GET', list)).body],
      [one, 'get', '200', (await call(emulator, 'GET', `${list}/${id}`)).body],
      [one, 'patch', '200', (await call(emulator, 'PATCH', `${list}/${id}`, { secrets: [] })).body],
      [one, 'get', '422', (await call(emulator, 'GET', `${list}/nothing`)).body],
      [one, 'get', '401', (await call(emulator, 'GET', list, undefined, { 'x-api-key': null })).body],
      [`${one}/revisions`, 'get', '200', (await call(emulator, 'GET', `${list}/${id}/revisions`)).body],
      ['/v2/listeners', 'get', '200', (await call(emulator, 'GET', '/v2/listeners')).body],
      ['/_local/journal', 'get', '200', (await call(emulator, 'GET', '/_local/journal')).body],
    ];
    for (const [path, method, status, body] of seen) {
      const result = published(path, method, status).safeParse(body);
      expect([`${method} ${path} ${status}`, result.error?.issues ?? []]).toEqual([
        `${method} ${path} ${status}`,
        [],
      ]);
    }
    // The schemas tell wrong from right.
    expect(published(one, 'get', '200').safeParse({ ...created.body, id: 'nothing' }).success).toBe(false);
  });
});
