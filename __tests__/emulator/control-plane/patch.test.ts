import { describe, expect, test } from '@jest/globals';
import { type Answer, gitDeployment, imageDeployment, type Plane, startPlane } from '../server/plane.ts';
import { uploaded } from './uploads/support.ts';

const PATH = '/v2/deployments';

async function begin(body: Record<string, unknown>): Promise<{
  plane: Plane;
  path: string;
  created: Answer['body'];
  patch(change: Record<string, unknown>): Promise<Answer>;
  revisions(): Promise<Answer['body'][]>;
}> {
  const plane = await startPlane();
  const created = (await plane.api('POST', PATH, body)).body;
  const path = `${PATH}/${created.id}`;
  return {
    plane,
    path,
    created,
    patch: (change) => plane.api('PATCH', path, change),
    revisions: async () => (await plane.api('GET', `${path}/revisions`)).body.resources,
  };
}

const git = () => gitDeployment({ secrets: [{ name: 'A', value: 'value-of-a' }] });

describe('a PATCH of a deployment', () => {
  // docs/conformance.md#sourcerevisionconfig-secret-resourcespec-revision
  // docs/departures.md#revision-triggers-equal-empty
  test.each([
    ['repo_ref', git(), { source_revision_config: { repo_ref: 'next' } }],
    ['the same repo_ref', git(), { source_revision_config: { repo_ref: 'main' } }],
    ['graph_config_path', git(), { source_revision_config: { graph_config_path: 'other.json' } }],
    ['secrets', git(), { secrets: [{ name: 'B', value: 'value-of-b' }] }],
    ['empty secrets', git(), { secrets: [] }],
    ['image_uri', imageDeployment(), { source_revision_config: { image_uri: 'registry.example/agent:2' } }],
    ['resource_spec', imageDeployment(), { source_config: { resource_spec: { cpu: 1 } } }],
    ['an empty resource_spec', imageDeployment(), { source_config: { resource_spec: {} } }],
  ])('creates a revision if it changes %s', async (_field, body, change) => {
    const { plane, created, patch, revisions } = await begin(body);
    const { status, body: patched } = await patch(change);
    expect(status).toBe(200);
    expect(patched.latest_revision_id).not.toBe(created.latest_revision_id);
    expect((await revisions()).map(({ id }) => id)).toEqual([
      patched.latest_revision_id,
      created.latest_revision_id,
    ]);
    expect(plane.pokes).toBe(2);
  });

  // docs/conformance.md#sourcerevisionconfig-revision-triggers-what
  // docs/departures.md#revision-triggers-fields-list
  test.each([
    ['nothing', {}],
    ['nulls', { source_revision_config: { repo_ref: null, graph_config_path: null }, secrets: null }],
    ['null objects', { source_config: null, source_revision_config: null, secret_references: null }],
    ['build_on_push', { source_config: { build_on_push: true } }],
    ['commands', { source_config: { install_command: 'npm ci', build_command: 'npm run build' } }],
    ['image_version', { image_version: '3.12' }],
    ['read-only fields', { status: 'UNUSED', id: 'x', source_revision_config: { repo_commit_sha: 'f' } }],
    ['read-only fields with any value', { id: [], source_revision_config: { repo_commit_sha: 5 } }],
    ['immutable fields that keep their value', { name: 'same-name', source: 'git_host' }],
  ])('creates no revision if it contains only %s', async (_what, change) => {
    const { plane, created, patch, revisions } = await begin({ ...git(), name: 'same-name' });
    const { status, body } = await patch(change);
    expect([status, body.latest_revision_id]).toEqual([200, created.latest_revision_id]);
    expect(await revisions()).toHaveLength(1);
    expect(body.source_revision_config.repo_commit_sha).toBeNull();
    expect(plane.pokes).toBe(1);
  });
});

describe('the changes of a PATCH', () => {
  // docs/conformance.md#deployment-source-revision-config
  test('affect only the given fields of nested objects', async () => {
    const { patch, created } = await begin(git());
    const { body } = await patch({
      source_config: { install_command: 'npm ci' },
      source_revision_config: { repo_ref: 'next' },
    });
    expect(body).toMatchObject({
      source_config: { repo_url: 'https://git.example/owner/agent', install_command: 'npm ci' },
      source_revision_config: { repo_ref: 'next', graph_config_path: 'langgraph.json' },
      secrets: [{ name: 'A', value: 'value-of-a' }],
    });
    expect(Date.parse(body.updated_at)).toBeGreaterThanOrEqual(Date.parse(created.updated_at));
    expect(body.created_at).toBe(created.created_at);
  });

  test('replace all secrets if they contain secrets, remove all with [], and otherwise keep all', async () => {
    const { patch } = await begin(git());
    const given = [
      { name: 'B', value: 'value-of-b' },
      { name: 'C', value: '' },
    ];
    expect((await patch({ secrets: given })).body.secrets).toEqual(given);
    expect((await patch({ source_revision_config: { repo_ref: 'x' } })).body.secrets).toEqual(given);
    expect((await patch({ secrets: [] })).body.secrets).toEqual([]);
  });

  // docs/conformance.md#secret-secrets
  test('do not affect the environment of earlier revisions', async () => {
    const { plane, patch, created } = await begin(git());
    const { body } = await patch({ secrets: [{ name: 'B', value: 'value-of-b' }] });
    const { revisions } = plane.store;
    expect(await revisions.secrets(created.latest_revision_id)).toEqual([{ name: 'A', value: 'value-of-a' }]);
    expect(await revisions.secrets(body.latest_revision_id)).toEqual([{ name: 'B', value: 'value-of-b' }]);
  });

  // docs/conformance.md#resourcespec-resource-spec-patch
  test('replace a resource spec as a whole, including the defaults that are derived from it', async () => {
    const { patch } = await begin(
      imageDeployment({ source_config: { resource_spec: { cpu: 2, memory_mb: 512 } } }),
    );
    const { resource_spec: spec } = (await patch({ source_config: { resource_spec: { cpu: 0.5 } } })).body
      .source_config;
    expect(spec).toMatchObject({ cpu: 0.5, cpu_limit: 1 });
    expect(spec.memory_mb ?? null).toBeNull();
  });

  test('are empty if a client sends back a response unchanged', async () => {
    for (const body of [
      git(),
      imageDeployment({ source_config: { resource_spec: { cpu: 1 }, custom_url: 'https://a.example' } }),
      imageDeployment({ source: 'internal_docker', source_revision_config: { image_uri: 'i' } }),
    ]) {
      const { plane, path, patch } = await begin(body);
      await plane.settle();
      const read = (await plane.api('GET', path)).body;
      const { status, body: answer } = await patch(read);
      expect([status, answer.detail]).toEqual([200, undefined]);
      expect(answer.source_config).toEqual(read.source_config);
    }
  });

  // docs/conformance.md#sourceconfig-integration-id-repo
  // docs/departures.md#patch-immutable-fields
  test.each([
    ['name', { name: 'other' }, ['name']],
    ['source', { source: 'external_docker' }, ['source']],
    ['repo_url', { source_config: { repo_url: 'https://git.example/other' } }, ['source_config', 'repo_url']],
    ['deployment_type', { source_config: { deployment_type: 'dev' } }, ['source_config', 'deployment_type']],
    [
      'integration_id',
      { source_config: { integration_id: '99999999-9999-4999-8999-999999999999' } },
      ['source_config', 'integration_id'],
    ],
  ])(
    'are refused with a 422 that names the field if they contain another %s',
    async (_field, change, loc) => {
      const { plane, path, patch } = await begin(git());
      const before = (await plane.api('GET', path)).body;
      const { status, body } = await patch({ ...change, secrets: [] });
      expect(status).toBe(422);
      expect(body.detail.map((item: { loc: unknown }) => item.loc)).toContainEqual(['body', ...loc]);
      expect((await plane.api('GET', path)).body).toEqual(before);
    },
  );

  // docs/conformance.md#sourceconfig-listener-id-listenerconfig
  test('cannot set another listener or namespace', async () => {
    const plane = await startPlane();
    const listener = (
      await plane.api('POST', '/v2/listeners', {
        compute_type: 'k8s',
        compute_id: 'cluster',
        compute_config: { k8s_namespaces: ['one', 'two'] },
      })
    ).body;
    const { id } = await plane.create({
      source_config: { listener_id: listener.id, listener_config: { k8s_namespace: 'one' } },
    });
    for (const config of [
      { listener_id: '99999999-9999-4999-8999-999999999999' },
      { listener_config: { k8s_namespace: 'two' } },
    ]) {
      expect((await plane.api('PATCH', `${PATH}/${id}`, { source_config: config })).status).toBe(422);
    }
    const same = { source_config: { listener_id: listener.id, listener_config: { k8s_namespace: 'one' } } };
    expect((await plane.api('PATCH', `${PATH}/${id}`, same)).status).toBe(200);
  });

  test('are validated together with stored values: build_on_push requires a branch', async () => {
    const { patch } = await begin(git());
    expect((await patch({ source_revision_config: { repo_ref: 'refs/tags/v1' } })).status).toBe(200);
    const { status, body } = await patch({ source_config: { build_on_push: true } });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'source_config', 'build_on_push']]);
  });

  // docs/departures.md#patch-deployment-being-deleted
  test('cause a 404 for an unknown deployment, and a 409 during a deletion', async () => {
    const { plane, path, patch } = await begin(git());
    const unknown = `${PATH}/99999999-9999-4999-8999-999999999999`;
    expect((await plane.api('PATCH', unknown, {})).status).toBe(404);
    await plane.api('DELETE', path);
    expect((await patch({ secrets: [] })).status).toBe(409);
  });

  test('are all applied if several requests arrive at the same time', async () => {
    const { patch, revisions } = await begin(git());
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((ref) => patch({ source_revision_config: { repo_ref: ref } })),
    );
    const refs = (await revisions()).map((revision) => revision.source_revision_config.repo_ref);
    expect(refs.toSorted()).toEqual(['a', 'b', 'c', 'd', 'main']);
  });
});

describe('a source that is added to a deployment later', () => {
  // docs/departures.md#sourcerevisionconfig-sources-come-later
  test('changes the waiting first revision from CREATING to SKIPPED', async () => {
    const { plane, path, created, patch } = await begin(
      imageDeployment({
        source: 'internal_source',
        source_revision_config: { graph_config_path: 'langgraph.json' },
      }),
    );
    const status = async (id: string) => (await plane.api('GET', `${path}/revisions/${id}`)).body.status;
    await plane.settle();
    expect(await status(created.latest_revision_id)).toBe('CREATING');
    const tarball = await uploaded(plane, created.id);
    const { body } = await patch({ source_revision_config: { source_tarball_path: tarball } });
    expect(await status(created.latest_revision_id)).toBe('SKIPPED');
    expect(body.source_revision_config).toMatchObject({
      source_tarball_path: tarball,
      graph_config_path: 'langgraph.json',
    });
    await plane.settle();
    expect(await status(body.latest_revision_id)).toBe('DEPLOYED');
  });

  test('does not skip a revision that already has its source', async () => {
    const { plane, path, created, patch } = await begin(git());
    await patch({ secrets: [] });
    const first = await plane.api('GET', `${path}/revisions/${created.latest_revision_id}`);
    expect(first.body.status).toBe('CREATING');
  });
});
