import { describe, expect, test } from '@jest/globals';
import { Seed } from '../../../src/emulator/local/seed.ts';
import { imageDeployment, startPlane } from '../server/plane.ts';

const PATH = '/v2/listeners';
const WORKSPACE = '11111111-1111-4111-8111-111111111111';
const LISTENER = '44444444-4444-4444-8444-444444444444';
const body = (compute_id = 'cluster', k8s_namespaces = ['one', 'two']) => ({
  compute_type: 'k8s',
  compute_id,
  compute_config: { k8s_namespaces },
});

describe('/v2/listeners', () => {
  test('there is none until POST makes one, which is then listed and read', async () => {
    const { api } = await startPlane();
    expect((await api('GET', PATH)).body).toEqual({ resources: [], offset: 0 });
    const made = await api('POST', PATH, body());
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ id: expect.any(String), ...body() });
    expect((await api('GET', PATH)).body).toEqual({ resources: [made.body], offset: 1 });
    expect((await api('GET', `${PATH}/${made.body.id}`)).body).toEqual(made.body);
  });

  test('one per compute ID; unknown is 404; pages', async () => {
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

describe('a create against the workspace’s listeners (spec §2.7)', () => {
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

  test('needs one of them, and the refusal names those there are', async () => {
    for (const config of [{}, { listener_id: '99999999-9999-4999-8999-999999999999' }]) {
      const { status, body: answer } = await create(config);
      expect(status).toBe(400);
      expect(answer.detail).toMatch(/^Source configuration error: .*source_config\.listener_id/);
      expect(answer.detail).toContain(LISTENER);
    }
  });

  test('the namespace must be one of the listener’s', async () => {
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

  test('without listeners neither is taken', async () => {
    expect((await create({ listener_id: LISTENER }, false)).status).toBe(400);
    expect((await create({ listener_config: { k8s_namespace: 'one' } }, false)).status).toBe(422);
  });

  test('other sources need none', async () => {
    const { api } = await startPlane({ seed });
    const internal = imageDeployment({ source: 'internal_docker', source_revision_config: {} });
    expect((await api('POST', '/v2/deployments', internal)).status).toBe(201);
  });
});
