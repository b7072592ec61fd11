import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createEmulator, type Emulator } from '../../../src/emulator/index.ts';
import { call } from './plane.ts';

// Every known endpoint of the control plane, by its path in the API document. For an endpoint that the emulator does
// not have, docs/departures.md contains the quoted text.
const DEPLOYMENT = '/v2/deployments/{deployment_id}';
const REVISION = `${DEPLOYMENT}/revisions/{revision_id}`;
const SERVED = [
  'GET /v2/deployments',
  'POST /v2/deployments',
  'DELETE /v2/deployments',
  'GET /v2/deployments/free-count',
  `GET ${DEPLOYMENT}`,
  `PATCH ${DEPLOYMENT}`,
  `DELETE ${DEPLOYMENT}`,
  `GET ${DEPLOYMENT}/revisions`,
  `POST ${DEPLOYMENT}/revisions`,
  `GET ${REVISION}`,
  `POST ${REVISION}/redeploy`,
  `POST ${REVISION}/interrupt`,
  `POST ${REVISION}/interruption`,
  `GET ${REVISION}/logs`,
  `GET ${DEPLOYMENT}/logs`,
  `POST ${DEPLOYMENT}/upload-url`,
  `POST ${DEPLOYMENT}/push-token`,
  'GET /v2/deployment-logs',
  'DELETE /v1/projects/{project_id}',
  'POST /v1/projects/{project_id}/revisions/{revision_id}/build_logs',
  'POST /v1/projects/{project_id}/revisions/{revision_id}/deploy_logs',
  'POST /v1/projects/{project_id}/deploy_logs',
  'GET /v1/integrations/github/install',
  'GET /v1/integrations/github/{integration_id}/repos',
  'POST /v2/integrations/github/installation-link',
  'GET /v2/listeners',
  'POST /v2/listeners',
  'GET /v2/listeners/{listener_id}',
  'PATCH /v2/listeners/{listener_id}',
  'DELETE /v2/listeners/{listener_id}',
  'GET /v2/auth/providers',
  'POST /v2/auth/providers',
  'GET /v2/auth/providers/{provider_id}',
  'PATCH /v2/auth/providers/{provider_id}',
  'DELETE /v2/auth/providers/{provider_id}',
  'POST /v2/auth/authenticate',
  'GET /v2/auth/wait/{auth_id}',
  'GET /v2/auth/callback/{provider_id}',
  'POST /v2/auth/callback/{provider_id}',
];
const ABSENT = [
  `PATCH ${DEPLOYMENT}/resource-tiers`,
  `PATCH ${DEPLOYMENT}/deployment-tier`,
  'POST /v2/auth/providers/mcp-discover',
  'GET /v2/auth/tokens',
  'DELETE /v2/auth/tokens',
  'GET /v2/auth/tokens/workspace/slack',
  'POST /v2/auth/setup/{provider}',
  'GET /v2/auth/token-events',
  'GET /v2/auth/agents/{agent_id}/connections',
  'GET /v2/auth/agents/{agent_id}/providers/{provider}/tokens',
];
const SOME_ID = '99999999-9999-4999-8999-999999999999';

let emulator: Emulator;
let paths: Record<string, Record<string, { requestBody?: unknown }>>;
beforeAll(async () => {
  emulator = await createEmulator({ runtime: 'stub' });
  paths = (await call(emulator, 'GET', '/openapi.json')).body.paths;
});
afterAll(() => emulator.close());

const split = (endpoint: string): [method: string, path: string] => {
  const [method = '', where = ''] = endpoint.split(' ');
  return [method, where];
};
const concrete = (where: string) => where.replaceAll(/\{.+?\}/g, SOME_ID);

/** Returns the methods that a path accepts. */
async function allowed(where: string): Promise<string[]> {
  const answer = await call(emulator, 'OPTIONS', concrete(where));
  return (answer.headers.get('allow') ?? '').split(', ');
}

describe('the endpoints of the control plane', () => {
  test.each(SERVED)(
    'include %s, which is implemented, documented, and available below /api-host',
    async (endpoint) => {
      const [method, where] = split(endpoint);
      expect(await allowed(where)).toContain(method);
      expect(await allowed(`/api-host${where}`)).toContain(method);
      expect(Object.keys(paths[where] ?? {})).toContain(method.toLowerCase());
    },
  );

  // docs/departures.md#endpoints-later-versions-service
  test('return 404 or 405 if they are not implemented, and are then listed as departures', async () => {
    const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/departures.md'), 'utf8');
    for (const endpoint of ABSENT) {
      const [method, where] = split(endpoint);
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const { status, body: answer } = await call(emulator, method, concrete(where), body);
      expect([endpoint, [404, 405].includes(status), typeof answer.detail]).toEqual([
        endpoint,
        true,
        'string',
      ]);
      expect([endpoint, Object.keys(paths[where] ?? {})]).toEqual([
        endpoint,
        expect.not.arrayContaining([method.toLowerCase()]),
      ]);
      const named = `\`${where.replace('{deployment_id}', '{id}')}\``;
      expect([endpoint, page.includes(named)]).toEqual([endpoint, true]);
    }
  });

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
