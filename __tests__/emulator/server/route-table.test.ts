import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operationKey, PUBLISHED_APIS } from '../../../scripts/readme/published-operations.ts';
import { createEmulator, type Emulator } from '../../../src/emulator/index.ts';
import { call } from './plane.ts';

// Compares the lists of published operations in docs/conformance with the routes of a running emulator.
/** Whole operations of an API of the service, with the base of the API in the emulator's API document. */
const OPERATIONS = PUBLISHED_APIS.flatMap(({ name, base, operations, absent }) =>
  operations.map((operation) => {
    const [method, where] = split(operation);
    return { api: name, operation, method, path: `${base}${where}`, isAbsent: operation in absent };
  }),
);
const SERVED = OPERATIONS.filter(({ isAbsent }) => !isAbsent);
const ABSENT = OPERATIONS.filter(({ isAbsent }) => isAbsent);
const DEPLOYMENT = '/v2/deployments/{deployment_id}';
const DOCS = path.resolve(import.meta.dirname, '../../../docs');
const SOME_ID = '99999999-9999-4999-8999-999999999999';

let emulator: Emulator;
let paths: Record<string, Record<string, { requestBody?: unknown }>>;
beforeAll(async () => {
  emulator = await createEmulator({ runtime: 'stub' });
  paths = (await call(emulator, 'GET', '/openapi.json')).body.paths;
});
afterAll(() => emulator.close());

const concrete = (where: string) => where.replaceAll(/\{.+?\}/g, SOME_ID);

/** Returns the methods that a path accepts. */
async function allowed(where: string): Promise<string[]> {
  const answer = await call(emulator, 'OPTIONS', concrete(where));
  return (answer.headers.get('allow') ?? '').split(', ');
}

/** Returns the operation of the API document with this method and path, regardless of the names of parameters. */
const documented = (): Set<string> =>
  new Set(
    Object.entries(paths).flatMap(([where, methods]) =>
      Object.keys(methods).map((method) => operationKey(`${method.toUpperCase()} ${where}`)),
    ),
  );

describe('the published operations', () => {
  test.each(SERVED)('of $api include $operation in the API document', ({ method, path: where }) => {
    expect(documented()).toContain(operationKey(`${method} ${where}`));
  });

  // docs/departures.md#endpoints-later-versions-service
  test.each(ABSENT)(
    'of $api without $operation return 404 or 405 for it, and the API document lacks it',
    async ({ api, method, path: where }) => {
      expect(documented()).not.toContain(operationKey(`${method} ${where}`));
      // An agent responds only if it is deployed; the tests of the agent server send its absent requests.
      if (api === 'agent-server') return;
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const { status, body: answer } = await call(emulator, method, concrete(where), body);
      expect([status === 404 || status === 405, typeof answer.detail]).toEqual([true, 'string']);
    },
  );

  test('have a reason or a row of the departures if they are absent or differ, and no other entries', () => {
    for (const { operations, differs, absent } of PUBLISHED_APIS) {
      expect(new Set(operations.map(operationKey)).size).toBe(operations.length);
      const explained = [...Object.keys(differs), ...Object.keys(absent)];
      expect(explained.filter((operation) => !operations.includes(operation))).toEqual([]);
      expect(Object.keys(differs).filter((operation) => operation in absent)).toEqual([]);
      for (const row of Object.values(differs).flat()) {
        const [page = '', id = ''] = row.split('#');
        expect(readFileSync(path.join(DOCS, page), 'utf8')).toContain(`<a id="${id}">`);
      }
    }
  });

  test('of the control plane that are absent are listed in the departures', () => {
    const page = readFileSync(path.join(DOCS, 'departures.md'), 'utf8');
    for (const { path: where } of ABSENT.filter(({ api }) => api === 'control-plane')) {
      expect(page).toContain(`\`${where.replace('{deployment_id}', '{id}')}\``);
    }
  });
});

describe('the endpoints of the control plane', () => {
  test.each(SERVED.filter(({ api }) => api === 'control-plane'))(
    'include $operation, which is implemented, and available below /api-host',
    async ({ method, path: where }) => {
      expect(await allowed(where)).toContain(method);
      expect(await allowed(`/api-host${where}`)).toContain(method);
    },
  );

  test('are exactly the documented endpoints at each path', async () => {
    for (const [where, methods] of Object.entries(paths)) {
      const described = Object.keys(methods).map((method) => method.toUpperCase());
      // HEAD is accepted with each GET (RFC 9110).
      const served = (await allowed(where)).filter((method) => method !== 'HEAD');
      expect([where, served.toSorted()]).toEqual([where, described.toSorted()]);
    }
  });

  // docs/departures.md#methods-fixed-path-beside
  test('respond to another method with 405 and the methods of the path', async () => {
    for (const [where, methods] of Object.entries(paths)) {
      const described = Object.keys(methods).map((method) => method.toUpperCase());
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !described.includes(one))) {
        const { status, headers } = await call(emulator, method, concrete(where));
        const allow = (headers.get('allow') ?? '').split(', ').filter((one) => one !== 'HEAD');
        expect([`${method} ${where}`, status, allow]).toEqual([
          `${method} ${where}`,
          405,
          described.toSorted(),
        ]);
      }
    }
  });

  test('require a gzip body for an upload', () => {
    expect(paths[`${DEPLOYMENT}/uploads/{upload_id}`]?.['put']?.requestBody).toEqual({
      required: true,
      content: { 'application/gzip': { schema: {} } },
    });
  });
});

function split(operation: string): [method: string, path: string] {
  const [method = '', where = ''] = operation.split(' ');
  return [method, where];
}
