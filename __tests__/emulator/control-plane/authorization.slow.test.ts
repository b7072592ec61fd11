import { describe, expect, test } from '@jest/globals';
import { Seed } from '../../../src/emulator/admin/seed.ts';
import { type Plane, startPlane } from '../server/plane.ts';

const OPEN = '11111111-1111-4111-8111-111111111111';
const CLOSED = '22222222-2222-4222-8222-222222222222';
const PLANLESS = '33333333-3333-4333-8333-333333333333';
const UNKNOWN = '99999999-9999-4999-8999-999999999999';
const seed = Seed.parse({
  workspaces: [
    { id: OPEN, api_keys: [{ key: 'organization-key', scope: 'organization' }] },
    { id: CLOSED, api_keys: [{ key: 'closed-key-abcdef' }], deployment_enabled: false },
    { id: PLANLESS, api_keys: [{ key: 'planless-key-abcdef' }], listeners_allowed: false },
  ],
});

interface Operation {
  method: string;
  path: string;
  open: boolean;
}

/** Returns every operation of the control plane in the API description. */
async function operations(plane: Plane): Promise<Operation[]> {
  const { paths } = (await plane.api('GET', '/openapi.json')).body;
  return Object.entries<Record<string, { tags: string[]; security?: unknown[] }>>(paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, { tags }]) => tags.includes('control-plane'))
        .map(([method, { security }]) => ({
          method: method.toUpperCase(),
          path,
          open: (security ?? []).length === 0,
        })),
  );
}

/** Returns the status and text of each operation's response to these headers. */
async function answers(headers: Record<string, string | null>): Promise<Map<string, [number, unknown]>> {
  const plane = await startPlane({ seed });
  const found = new Map<string, [number, unknown]>();
  for (const { method, path, open } of await operations(plane)) {
    if (open) continue;
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    for (const target of [path, `/api-host${path}`]) {
      const answer = await plane.api(method, target.replaceAll(/\{\w+\}/g, UNKNOWN), body, headers);
      found.set(`${method} ${target}`, [answer.status, answer.body.detail]);
    }
  }
  expect(found.size).toBeGreaterThan(60);
  return found;
}

/** Returns the operations whose response has a different status or text. */
const others = (found: Map<string, [number, unknown]>, status: number, text: RegExp) =>
  [...found].filter(([, [got, detail]]) => got !== status || !text.test(String(detail)));

test('a client without an API key can use only the API description, signed requests and sign-in callbacks', async () => {
  const known = [/\/openapi\.json$/, /\/webhook$/, /\/uploads\//, /\/auth\/callback\//];
  const open = (await operations(await startPlane())).filter((one) => one.open);
  expect(open.map(({ path }) => path).filter((path) => !known.some((form) => form.test(path)))).toEqual([]);
});

describe('every operation of the control plane, also below /api-host', () => {
  // docs/conformance.md#authentication-key
  test.each([
    ['no key', { 'x-api-key': null }],
    ['an unknown key', { 'x-api-key': 'wrong' }],
    ['an unknown bearer token', { 'x-api-key': null, authorization: 'Bearer wrong' }],
    ['only a tenant ID', { 'x-api-key': null, 'x-tenant-id': OPEN }],
  ])('returns 401 with %s', async (_what, headers) => {
    expect(others(await answers(headers), 401, /API key/)).toEqual([]);
  });

  // docs/conformance.md#authentication-workspace
  test('returns 403 with a hint for an organization key without a workspace', async () => {
    const found = await answers({ 'x-api-key': 'organization-key' });
    expect(others(found, 403, /requires workspace specification/)).toEqual([]);
  });

  test.each([
    ['the workspace of another owner', { 'x-api-key': 'closed-key-abcdef', 'x-tenant-id': OPEN }],
    ['a nonexistent workspace', { 'x-api-key': 'organization-key', 'x-tenant-id': UNKNOWN }],
    ['an invalid workspace ID', { 'x-api-key': 'organization-key', 'x-tenant-id': 'nonsense' }],
  ])('returns 403 for a key with %s', async (_what, headers) => {
    expect(others(await answers(headers), 403, /no access to the workspace/)).toEqual([]);
  });

  // docs/departures.md#authentication-deployment-enabled
  test.each([
    ['its own key', { 'x-api-key': 'closed-key-abcdef' }],
    ['a key of the organization', { 'x-api-key': 'organization-key', 'x-tenant-id': CLOSED }],
  ])('returns 403 if the workspace may not use deployments, with %s', async (_what, headers) => {
    const found = await answers(headers);
    expect(others(found, 403, /not enabled/i)).toEqual([]);
  });

  test('is allowed with an API key of its workspace, and causes no 5xx status', async () => {
    const found = await answers({ 'x-api-key': 'organization-key', 'x-tenant-id': OPEN });
    expect([...found].filter(([, [status]]) => status === 401 || status === 403 || status >= 500)).toEqual(
      [],
    );
  });
});

describe('a workspace that may not use deployments', () => {
  test('can still use the other APIs', async () => {
    const { api } = await startPlane({ seed });
    const answer = await api('GET', '/api/v1/sessions', undefined, { 'x-api-key': 'closed-key-abcdef' });
    expect(answer.status).toBe(200);
  });
});

describe('a billing plan without listeners', () => {
  const mine = { 'x-api-key': 'planless-key-abcdef' };

  // docs/departures.md#integrations-listeners-uploads-listeners-plans
  test('causes a 403 with the reason for every listener operation except the list, which is empty', async () => {
    const { api } = await startPlane({ seed });
    const one = `/v2/listeners/${UNKNOWN}`;
    for (const [method, path, body] of [
      ['POST', '/v2/listeners', { compute_type: 'k8s', compute_id: 'cluster' }],
      ['GET', one, undefined],
      ['PATCH', one, {}],
      ['DELETE', one, undefined],
    ] as const) {
      const answer = await api(method, path, body, mine);
      expect([method, answer.status, answer.body.detail]).toEqual([
        method,
        403,
        expect.stringContaining(`workspace ID '${PLANLESS}'`),
      ]);
      // Clients interpret this text in another way.
      expect(answer.body.detail).not.toMatch(/not enabled/i);
    }
    expect((await api('GET', '/v2/listeners', undefined, mine)).body).toEqual({ resources: [], offset: 0 });
  });
});
