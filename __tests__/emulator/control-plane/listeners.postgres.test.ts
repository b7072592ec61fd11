import { describe, expect, test } from '@jest/globals';
import { Seed } from '../../../src/emulator/admin/seed.ts';
import { imageDeployment, startPlane } from '../server/plane.ts';

const PATH = '/v2/listeners';
const WORKSPACE = '11111111-1111-4111-8111-111111111111';
const LISTENER = '44444444-4444-4444-8444-444444444444';
const body = (compute_id = 'cluster', k8s_namespaces = ['one', 'two']) => ({
  compute_type: 'k8s',
  compute_id,
  compute_config: { k8s_namespaces },
});

describe('the route /v2/listeners', () => {
  // docs/conformance.md#integrations-listeners-uploads-listeners
  test('returns an empty list until a POST creates a listener, which can then be listed and read', async () => {
    const { api } = await startPlane();
    expect((await api('GET', PATH)).body).toEqual({ resources: [], offset: 0 });
    const made = await api('POST', PATH, body());
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ id: expect.any(String), ...body() });
    expect((await api('GET', PATH)).body).toEqual({ resources: [made.body], offset: 1 });
    expect((await api('GET', `${PATH}/${made.body.id}`)).body).toEqual(made.body);
  });

  test('allows only one listener for each compute ID, returns 404 for unknown listeners, and supports pages', async () => {
    const { api } = await startPlane();
    for (const id of ['a', 'b', 'c']) expect((await api('POST', PATH, body(id))).status).toBe(201);
    expect((await api('POST', PATH, body('a'))).status).toBe(409);
    expect((await api('GET', `${PATH}?limit=2&offset=2`)).body).toMatchObject({
      resources: [{ compute_id: 'c' }],
      offset: 3,
    });
    const unknown = await api('GET', `${PATH}/${LISTENER}`);
    expect([unknown.status, unknown.body.detail]).toEqual([404, `Listener ID ${LISTENER} not found.`]);
    expect((await api('POST', PATH, { ...body('d'), compute_type: 'vm' })).status).toBe(422);
  });
});

describe('a listener', () => {
  const change = (given: object) => ({ status: 200, ...given });

  // docs/departures.md#integrations-listeners-uploads-listeners
  test('is changed by PATCH, except for fields that are null or absent', async () => {
    const { api } = await startPlane();
    const made = (await api('POST', PATH, { ...body(), version: '0.1' })).body;
    expect(made.version).toBe('0.1');
    const path = `${PATH}/${made.id}`;
    const patched = await api('PATCH', path, { version: '0.2' });
    expect(patched).toMatchObject(change({ body: { ...body(), id: made.id, version: '0.2' } }));
    const fewer = { compute_config: { k8s_namespaces: ['two', 'three'] } };
    expect((await api('PATCH', path, fewer)).body).toMatchObject({ ...fewer, version: '0.2' });
    const nothing = { version: null, compute_config: { k8s_namespaces: null }, unknown: 1 };
    expect((await api('PATCH', path, nothing)).body).toMatchObject({ ...fewer, version: '0.2' });
    expect((await api('GET', path)).body).toMatchObject({ ...fewer, created_at: made.created_at });
  });

  test('belongs to one cluster, so a change of its compute type or ID causes a 422 with the field', async () => {
    const { api } = await startPlane();
    const made = (await api('POST', PATH, body())).body;
    for (const [field, value] of [
      ['compute_id', 'another'],
      ['compute_type', 'vm'],
    ]) {
      const answer = await api('PATCH', `${PATH}/${made.id}`, { [String(field)]: value, version: '9' });
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', field]]);
    }
    expect((await api('PATCH', `${PATH}/${made.id}`, body())).status).toBe(200);
    expect((await api('GET', `${PATH}/${made.id}`)).body.version).toBeNull();
  });

  test('can be deleted only once, and its compute ID can then be used again', async () => {
    const { api } = await startPlane();
    const { id } = (await api('POST', PATH, body())).body;
    expect((await api('DELETE', `${PATH}/${id.toUpperCase()}`)).status).toBe(204);
    for (const [method, given] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
      const answer = await api(method, `${PATH}/${id}`, given);
      expect([answer.status, answer.body.detail]).toEqual([404, `Listener ID ${id} not found.`]);
    }
    expect((await api('POST', PATH, body())).status).toBe(201);
  });

  // docs/departures.md#integrations-listeners-uploads-listeners-use
  test('cannot be deleted while deployments use it, and the error states how many', async () => {
    const plane = await startPlane();
    const { id } = (await plane.api('POST', PATH, body())).body;
    const path = `${PATH}/${id}`;
    const first = await plane.create({ name: 'first', source_config: { listener_id: id.toUpperCase() } });
    const alone = await plane.api('DELETE', path);
    expect([alone.status, alone.body.detail]).toEqual([
      409,
      `Listener ID ${id} is in use by the deployment first: delete it first.`,
    ]);
    const second = await plane.create({ source_config: { listener_id: id } });
    expect((await plane.api('DELETE', path)).body.detail).toContain('in use by 2 deployments');
    for (const one of [first, second]) await plane.api('DELETE', `/v2/deployments/${one.id}`);
    expect((await plane.api('DELETE', path)).status).toBe(409);
    await plane.settle();
    expect((await plane.api('DELETE', path)).status).toBe(204);
  });

  test('keeps namespaces with deployments, while other namespaces can be added and removed', async () => {
    const plane = await startPlane();
    const { id } = (await plane.api('POST', PATH, body())).body;
    const k8s = (...k8s_namespaces: string[]) => ({ compute_config: { k8s_namespaces } });
    const patch = (given: object) => plane.api('PATCH', `${PATH}/${id}`, given);
    await plane.create({
      name: 'living',
      source_config: { listener_id: id, listener_config: { k8s_namespace: 'one' } },
    });
    const answer = await patch(k8s('two'));
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      'one cannot be removed: in use by the deployment living.',
    ]);
    expect((await patch(k8s('one', 'three'))).body).toMatchObject(k8s('one', 'three'));
    expect((await patch(k8s('one', 'One'))).status).toBe(422);
    expect((await patch(k8s('one', 'one'))).status).toBe(422);
  });

  test('is only visible in its workspace', async () => {
    const seed = Seed.parse({
      workspaces: [
        { id: WORKSPACE, listeners: [{ id: LISTENER, compute_id: 'cluster', version: '1.0' }] },
        { id: '22222222-2222-4222-8222-222222222222', api_keys: [{ key: 'other-key-abcdef' }] },
      ],
    });
    const { api } = await startPlane({ seed });
    const theirs = { 'x-api-key': 'other-key-abcdef' };
    for (const [method, given] of [['GET'], ['PATCH', { version: '2' }], ['DELETE']] as const) {
      expect((await api(method, `${PATH}/${LISTENER}`, given, theirs)).status).toBe(404);
    }
    expect((await api('POST', PATH, body(), theirs)).status).toBe(201);
    expect((await api('GET', `/api-host${PATH}/${LISTENER}`)).body).toMatchObject({ version: '1.0' });
  });
});

describe('the creation of a deployment in a workspace with listeners', () => {
  const seed = Seed.parse({
    workspaces: [
      {
        id: WORKSPACE,
        listeners: [
          { id: LISTENER, compute_id: 'cluster', compute_config: { k8s_namespaces: ['one', 'two'] } },
        ],
      },
    ],
  });
  const create = async (source_config: Record<string, unknown>, seeded = true) => {
    const { api } = await startPlane(seeded ? { seed } : {});
    return api('POST', '/v2/deployments', imageDeployment({ source_config }));
  };

  // docs/departures.md#sourceconfig-listener-id
  test('requires a listener, and the error lists the available listeners', async () => {
    for (const config of [{}, { listener_id: '99999999-9999-4999-8999-999999999999' }]) {
      const { status, body: answer } = await create(config);
      expect(status).toBe(400);
      expect(answer.detail).toMatch(/^Source configuration error: .*source_config\.listener_id/);
      expect(answer.detail).toContain(LISTENER);
    }
  });

  // docs/departures.md#listener-id-internal-sources
  test('fails without a required listener, with the text that the official command line tool recognizes', async () => {
    const { api } = await startPlane({ seed, compat: 'hosted', edition: 'self-hosted' });
    for (const source of ['external_docker', 'internal_source', 'internal_docker']) {
      const asked = imageDeployment({ source, source_config: {}, source_revision_config: {} });
      const { status, body: answer } = await api('POST', '/v2/deployments', asked);
      expect([source, status]).toEqual([source, 400]);
      expect(answer.detail).toContain("listener_id' is required");
    }
  });

  // docs/conformance.md#listenerconfig-k8s-namespace
  // docs/departures.md#listenerconfig-compute-types
  test('requires a namespace that the listener allows', async () => {
    const config = (k8s_namespace: string) => ({ listener_id: LISTENER, listener_config: { k8s_namespace } });
    expect((await create(config('one'))).status).toBe(201);
    expect((await create({ listener_id: LISTENER.toUpperCase() })).status).toBe(201);
    const { status, body: answer } = await create(config('three'));
    expect(status).toBe(422);
    expect(answer.detail[0]).toMatchObject({
      loc: ['body', 'source_config', 'listener_config', 'k8s_namespace'],
      msg: expect.stringContaining('three'),
    });
  });

  test('rejects a listener or namespace if the workspace has no listener', async () => {
    expect((await create({ listener_id: LISTENER }, false)).status).toBe(400);
    expect((await create({ listener_config: { k8s_namespace: 'one' } }, false)).status).toBe(422);
  });

  test('requires no listener for the source internal_docker', async () => {
    const { api } = await startPlane({ seed });
    const internal = imageDeployment({ source: 'internal_docker', source_revision_config: {} });
    expect((await api('POST', '/v2/deployments', internal)).status).toBe(201);
  });
});
