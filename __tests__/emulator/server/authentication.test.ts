import { describe, expect, test } from '@jest/globals';
import { Seed } from '../../../src/emulator/admin/seed.ts';
import { startPlane } from './plane.ts';

const FIRST = '11111111-1111-4111-8111-111111111111';
const SECOND = '22222222-2222-4222-8222-222222222222';
const seed = Seed.parse({
  workspaces: [
    { id: FIRST, name: 'first', api_keys: [{ key: 'first-key-abcdef' }] },
    {
      id: SECOND,
      name: 'second',
      api_keys: [{ key: 'second-key-abcdef' }, { key: 'organization-key', scope: 'organization' }],
    },
  ],
});
const LIST = '/v2/deployments';

describe('the authentication of the control plane', () => {
  test('accepts an API key in X-Api-Key or as a bearer token', async () => {
    const { api, emulator } = await startPlane();
    expect((await api('GET', LIST)).status).toBe(200);
    expect(
      (await api('GET', LIST, undefined, { 'x-api-key': null, authorization: `Bearer ${emulator.apiKey}` }))
        .status,
    ).toBe(200);
  });

  test.each([
    [{ 'x-api-key': null }],
    [{ 'x-api-key': 'wrong' }],
    [{ 'x-api-key': null, authorization: 'Bearer wrong' }],
    [{ 'x-api-key': null, authorization: 'Basic d3Jvbmc6d3Jvbmc=' }],
    [{ 'x-api-key': null, 'x-tenant-id': FIRST }],
  ])('responds with 401 to a missing or wrong API key: %j', async (headers) => {
    const { api } = await startPlane({ seed });
    const answer = await api('GET', LIST, undefined, headers);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ detail: expect.stringMatching(/API key/) });
  });

  // docs/departures.md#authentication-scheme
  test('uses the tenant ID only to select a workspace, never to authenticate', async () => {
    const { api } = await startPlane({ seed });
    const ask = async (key: string, tenant: string | null) => {
      const answer = await api('GET', LIST, undefined, { 'x-api-key': key, 'x-tenant-id': tenant });
      return [answer.status, answer.body.detail];
    };
    expect(await ask('first-key-abcdef', null)).toEqual([200, undefined]);
    expect(await ask('first-key-abcdef', FIRST.toUpperCase())).toEqual([200, undefined]);
    expect((await ask('first-key-abcdef', SECOND))[0]).toBe(403);
    expect(await ask('organization-key', null)).toEqual([
      403,
      expect.stringContaining('requires workspace specification'),
    ]);
    expect((await ask('organization-key', FIRST))[0]).toBe(200);
    expect((await ask('organization-key', '33333333-3333-4333-8333-333333333333'))[0]).toBe(403);
    expect((await ask('organization-key', 'nonsense'))[0]).toBe(403);
  });

  // docs/departures.md#authentication-another-workspaces-deployment
  test('separates workspaces from each other', async () => {
    const plane = await startPlane({ seed });
    const { api } = plane;
    const mine = { 'x-api-key': 'first-key-abcdef' };
    const theirs = { 'x-api-key': 'second-key-abcdef' };
    const deployment = await plane.create({ name: 'shared-name' });
    const path = `${LIST}/${deployment.id}`;
    expect((await api('GET', path, undefined, mine)).status).toBe(200);
    for (const [method, target, body] of [
      ['GET', path],
      ['PATCH', path, {}],
      ['DELETE', path],
      ['GET', `${path}/revisions`],
      ['GET', `${path}/revisions/${deployment.latest_revision_id}`],
      ['POST', `${path}/revisions/${deployment.latest_revision_id}/redeploy`],
      ['GET', `${path}/revisions/${deployment.latest_revision_id}/logs?type=build`],
    ] as const) {
      const answer = await api(method, target, body, theirs);
      expect([method, target, answer.status]).toEqual([method, target, 404]);
    }
    expect((await api('GET', LIST, undefined, theirs)).body.resources).toEqual([]);
    expect((await api('GET', '/api/v1/sessions', undefined, theirs)).body).toEqual([]);
    // The name is still free in the other workspace.
    const { secrets, ...copy } = { name: 'shared-name', secrets: [] };
    expect(
      (
        await api(
          'POST',
          LIST,
          {
            ...copy,
            secrets,
            source: 'external_docker',
            source_config: {},
            source_revision_config: { image_uri: 'i' },
          },
          theirs,
        )
      ).status,
    ).toBe(201);
  });

  test('lets only callers of the workspace use a deployment, with an API key except on open routes', async () => {
    const plane = await startPlane({ seed });
    const { id } = await plane.create();
    const ask = async (headers: Record<string, string | null>, target = id) =>
      (await plane.api('GET', `/d/${target}/nothing`, undefined, headers)).status;
    // The control plane of this test has no agent server, so an allowed caller gets a 404 for an unknown path.
    expect(await ask({})).toBe(404);
  });

  test('does not store API keys in plain text', async () => {
    const { store } = await startPlane({ seed });
    const { hashKey } = await import('../../../src/emulator/server/authenticate.ts');
    expect(await store.workspaces.findKey(hashKey('first-key-abcdef'))).toBeUndefined();
  });
});
