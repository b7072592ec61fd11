import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { createEmulator, type Emulator } from '../../../src/emulator/index.ts';
import { call } from './plane.ts';

interface Parameter {
  name: string;
  in: string;
  schema: unknown;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  description: string;
  responses: Record<string, unknown>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
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

describe('the API document of the emulator', () => {
  test('has a description and a success response for each operation', () => {
    for (const { where, operation } of operations()) {
      expect([where, operation.description.length > 20]).toEqual([where, true]);
      // A description is read without its neighbors, so it must not refer to another route's description.
      expect([where, /^(The same|One of them|It |Take it|Change it)/.test(operation.description)]).toEqual([
        where,
        false,
      ]);
      if (operation.description.startsWith('Refused: ')) continue;
      // The status of a successful WebSocket request is 101.
      const good = Object.keys(operation.responses).filter((status) => /^(101|[23]..)$/.test(status));
      expect([where, good.length > 0]).toEqual([where, true]);
    }
  });

  test('has no list of fixed length that ends with a boolean, because client generators cannot parse it', () => {
    const update = z.tuple([z.string(), z.unknown()]);
    expect(z.toJSONSchema(update)).toMatchObject({ prefixItems: [{}, {}], items: false });
    expect(JSON.stringify(document)).not.toMatch(/"items":(true|false)/);
    expect(JSON.stringify(document)).toContain('"minItems":2,"maxItems":2');
  });

  test('describes a form body with the content type of forms', () => {
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
  test("contains the routes of a deployment below the deployment's path", async () => {
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

describe('the API document compared with the API', () => {
  test('contains the smallest and greatest integers that queries accept', async () => {
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
      // The test checks only this parameter, so another parameter or an object may be missing. A route with the
      // parameter `timeout` would wait.
      if (name === 'timeout') continue;
      const target = `${path.replaceAll(/\{.+?\}/g, '99999999-9999-4999-8999-999999999999')}?${name}=${value}`;
      const { status, body } = await call(emulator, 'GET', target);
      const refused = status === 422 ? body.detail.map((one: { loc: string[] }) => one.loc[1]) : [];
      expect([target, status < 500, refused]).toEqual([target, true, expect.not.arrayContaining([name])]);
    }
  });
});
