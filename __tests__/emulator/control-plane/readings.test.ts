import { describe, expect, test } from '@jest/globals';
import { Seed } from '../../../src/emulator/admin/seed.ts';
import { withImageDigests } from '../../../src/emulator/ports/store-control-plane.ts';
import { type Answer, gitDeployment, imageDeployment, startPlane } from '../server/plane.ts';

const PATH = '/v2/deployments';
const places = ({ body }: Answer) => body.detail.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.'));
const withSpec = (resource_spec: unknown) => imageDeployment({ source_config: { resource_spec } });

/** Tests of behavior that the API description does not specify (docs/departures.md). */
describe('the creation of a deployment, where the API specification is ambiguous', () => {
  test('rejects negative amounts', async () => {
    const { api } = await startPlane();
    for (const field of ['min_scale', 'memory_mb', 'db_cpu', 'db_storage_gi', 'orchestrator_cpu']) {
      expect((await api('POST', PATH, withSpec({ [field]: 0 }))).status).toBe(201);
      const answer = await api('POST', PATH, withSpec({ [field]: -1 }));
      expect([answer.status, places(answer)]).toEqual([422, [`source_config.resource_spec.${field}`]]);
    }
  });

  // docs/departures.md#fields-texts
  test('rejects empty names, URLs, paths and commands', async () => {
    const { api } = await startPlane();
    const answer = await api(
      'POST',
      PATH,
      gitDeployment({
        name: '',
        source_config: { repo_url: '', install_command: '', build_command: '' },
        source_revision_config: { repo_ref: '', graph_config_path: '' },
        secrets: [{ name: '', value: '' }],
      }),
    );
    expect([answer.status, places(answer).toSorted()]).toEqual([
      422,
      [
        'name',
        'secrets.0.name',
        'source_config.build_command',
        'source_config.install_command',
        'source_config.repo_url',
        'source_revision_config.graph_config_path',
        'source_revision_config.repo_ref',
      ],
    ]);
  });

  // docs/departures.md#secretreference-resourcespec-same-create
  test('does not check the resources of the cluster until a revision starts', async () => {
    const seed = Seed.parse({
      workspaces: [
        {
          id: '11111111-1111-4111-8111-111111111111',
          cluster_secrets: { prod: { db: { password: 'a-cluster-password' } } },
          service_accounts: ['runner'],
          registry_secrets: ['registry'],
        },
      ],
    });
    const { api } = await startPlane({ seed });
    const body = {
      ...withSpec({ service_account_name: 'other', image_pull_secrets: [{ name: 'other' }] }),
      secret_references: [{ name: 'PASSWORD', secret_name: 'other', secret_key: 'other' }],
    };
    expect((await api('POST', PATH, body)).status).toBe(201);
  });

  // docs/departures.md#deployment-unset-fields
  test('returns unset fields as null, and adds no limits that the client did not set', async () => {
    const { create } = await startPlane();
    const { source_config: config, ...deployment } = await create({
      source_config: { resource_spec: { redis_memory_mb: 64 } },
    });
    expect(deployment).toMatchObject({ secret_references: null, image_version: null, url: null });
    expect(config).toMatchObject({ repo_url: null, build_on_push: null, listener_config: null });
    expect(config?.['resource_spec']).toEqual({ redis_memory_mb: 64, redis_memory_limit_mb: 64 });
  });

  // docs/conformance.md#resourcespec-limits-rounding
  // docs/departures.md#resourcespec-rounding-half
  test('rounds amounts of CPU to one decimal place, half up, even for db_cpu', async () => {
    const { api } = await startPlane();
    const { body } = await api('POST', PATH, withSpec({ cpu: 0.15, redis_cpu: 1.25, db_cpu: 0.04 }));
    expect(body.source_config.resource_spec).toMatchObject({
      cpu: 0.2,
      cpu_limit: 0.4,
      redis_cpu: 1.3,
      redis_cpu_limit: 2.6,
      db_cpu: 0,
      db_cpu_limit: 0,
    });
  });
});

describe('the change of a deployment, where the API specification is ambiguous', () => {
  // docs/departures.md#patch-null
  test('cannot clear a value, because null means unchanged', async () => {
    const plane = await startPlane();
    const { id } = await plane.create({
      image_version: '3.11',
      source_config: { custom_url: 'https://agent.example', resource_spec: { cpu: 1 } },
      secret_references: [{ name: 'A', secret_name: 'b', secret_key: 'c' }],
    });
    const before = (await plane.api('GET', `${PATH}/${id}`)).body;
    const { status, body } = await plane.api('PATCH', `${PATH}/${id}`, {
      image_version: null,
      source_config: { custom_url: null, resource_spec: null },
      secret_references: null,
    });
    expect([status, { ...body, updated_at: '' }]).toEqual([200, { ...before, updated_at: '' }]);
  });

  // docs/departures.md#patch-secrets
  test('must contain the actual values of secrets that the API hides', async () => {
    const id = '11111111-1111-4111-8111-111111111111';
    const plane = await startPlane({
      seed: Seed.parse({ workspaces: [{ id, redact_secret_values: true }] }),
    });
    const created = await plane.create({ secrets: [{ name: 'A', value: 'value-of-a' }] });
    const answer = await plane.api('PATCH', `${PATH}/${created.id}`, { secrets: created.secrets });
    expect([answer.status, places(answer)]).toEqual([422, ['secrets.0.value']]);
  });
});

test("redeploying an old revision does not restore the deployment's old resource spec", async () => {
  const plane = await startPlane();
  const created = await plane.create({ source_config: { resource_spec: { cpu: 1 } } });
  const path = `${PATH}/${created.id}`;
  await plane.api('PATCH', path, { source_config: { resource_spec: { cpu: 2 } } });
  const { body } = await plane.api('POST', `${path}/revisions/${created.latest_revision_id}/redeploy`);
  expect(body.source_config.resource_spec.cpu).toBe(2);
});

// docs/departures.md#image-digests
test('a redeploy keeps the recorded digests of images, and a PATCH does not', async () => {
  const plane = await startPlane();
  const { id, latest_revision_id: first } = await plane.create(imageDeployment());
  const path = `${PATH}/${id}`;
  const row = await plane.store.revisions.findById(first);
  if (row === undefined) throw new Error('the revision was not stored');
  const image = row.config.image_uri ?? '';
  const digests = { [image]: `sha256:${'1'.repeat(64)}` };
  const digestsOf = async (revision: string) =>
    (await plane.api('GET', `${path}/revisions/${revision}`)).body.source_revision_config.image_digests;
  expect(await digestsOf(first)).toBeUndefined();
  await plane.store.revisions.update(first, { config: withImageDigests(row, digests) });
  expect(await digestsOf(first)).toEqual(digests);
  const patch = { source_revision_config: { image_uri: image, image_digests: digests } };
  const patched = (await plane.api('PATCH', path, patch)).body.latest_revision_id;
  expect(await digestsOf(patched)).toBeUndefined();
  const again = (await plane.api('POST', `${path}/revisions/${first}/redeploy`)).body.latest_revision_id;
  expect(await digestsOf(again)).toEqual(digests);
  // A replica of an earlier version copies the configuration of the latest revision for a PATCH.
  await plane.store.revisions.update(patched, { config: withImageDigests(row, digests) });
  expect(await digestsOf(patched)).toBeUndefined();
});

// docs/departures.md#redeploy
test('a revision keeps the settings from its creation, but a redeploy uses the current settings', async () => {
  const plane = await startPlane();
  const reference = { name: 'KEY', secret_name: 'store', secret_key: 'old' };
  const { id, latest_revision_id: first } = await plane.create({
    source_config: { resource_spec: { cpu: 1 } },
    secret_references: [reference],
  });
  await plane.api('PATCH', `${PATH}/${id}`, {
    source_config: { resource_spec: { cpu: 2 } },
    source_revision_config: { image_uri: 'registry.example/agent:2' },
    secret_references: [{ ...reference, secret_key: 'new' }],
  });
  await plane.api('POST', `${PATH}/${id}/revisions/${first}/redeploy`);
  const kept = (await plane.store.revisions.list(id, { limit: 9, offset: 0 })).map(({ settings }) => [
    settings?.resource_spec?.cpu,
    settings?.secret_references?.[0]?.secret_key,
  ]);
  expect(kept).toEqual([
    [2, 'new'],
    [2, 'new'],
    [1, 'old'],
  ]);
});

// docs/departures.md#deployment-status-status-filter
test('a filter by status uses the stored status, not a status that a fault rule shows', async () => {
  const plane = await startPlane();
  const { name } = await plane.create();
  await plane.settle();
  plane.emulator.faults.set({
    rules: [{ match: { deployment: name, stage: 'READY' }, then: { status: 'UNUSED' } }],
  });
  expect((await plane.api('GET', `${PATH}?status=READY`)).body.resources).toMatchObject([
    { name, status: 'UNUSED' },
  ]);
  expect((await plane.api('GET', `${PATH}?status=UNUSED`)).body.resources).toEqual([]);
});
