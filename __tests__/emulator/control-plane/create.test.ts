import { describe, expect, test } from '@jest/globals';
import { Deployment } from '../../../src/contract/deployment.ts';
import { gitDeployment, imageDeployment, startPlane } from '../server/plane.ts';

const PATH = '/v2/deployments';
const UNKNOWN = '99999999-9999-4999-8999-999999999999';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('the route POST /v2/deployments', () => {
  test('refuses 20,000 variables, and the journal entry of the request remains readable', async () => {
    const { api } = await startPlane();
    const secrets = Array.from({ length: 20_000 }, (_, at) => ({
      name: `V${at}`,
      value: `secret-value-${at}`,
    }));
    const { status, body } = await api('POST', PATH, gitDeployment({ name: 'my-agent', secrets }));
    expect(status).toBe(413);
    expect(body).toEqual({ detail: 'The request body contains more than 20,000 keys.' });
    const fewer = gitDeployment({ name: 'my-agent', secrets: secrets.slice(0, 1_001) });
    expect(await api('POST', PATH, fewer)).toMatchObject({
      status: 422,
      body: {
        detail: [{ loc: ['body', 'secrets'], msg: 'List should have at most 1000 items', type: 'too_long' }],
      },
    });
    const journal = await api('GET', '/_local/journal');
    expect(journal.status).toBe(200);
    expect(JSON.stringify(journal.body)).not.toContain('secret-value-');
  });

  // docs/conformance.md#create
  test('creates the deployment, its first revision and a tracing project of the same name', async () => {
    const { api, emulator, ...plane } = await startPlane();
    const sent = gitDeployment({
      name: 'my-agent',
      secrets: [{ name: 'TOKEN', value: 'a-secret-value' }],
      image_version: '3.11',
    });
    const { status, body } = await api('POST', PATH, sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(UUID),
      name: 'my-agent',
      source: 'git_host',
      tenant_id: emulator.workspaceId,
      status: 'AWAITING_DATABASE',
      latest_revision_id: expect.stringMatching(UUID),
      active_revision_id: null,
      image_version: '3.11',
      secrets: [{ name: 'TOKEN', value: 'a-secret-value' }],
      secret_references: null,
      url: null,
      source_config: { repo_url: 'https://git.example/owner/agent', build_on_push: null, custom_url: null },
      source_revision_config: {
        repo_ref: 'main',
        graph_config_path: 'langgraph.json',
        langgraph_config_path: 'langgraph.json',
        image_uri: null,
        source_tarball_path: null,
        repo_commit_sha: null,
      },
    });
    expect(Date.parse(body.created_at)).not.toBeNaN();
    expect(Deployment.parse(body).name).toBe('my-agent');
    expect((await api('GET', `${PATH}/${body.id}`)).body).toEqual(body);
    const revisions = (await api('GET', `${PATH}/${body.id}/revisions`)).body;
    expect(revisions).toMatchObject({
      resources: [{ id: body.latest_revision_id, status: 'CREATING', source: 'git_host' }],
      offset: 1,
    });
    expect((await api('GET', '/api/v1/sessions')).body).toMatchObject([
      { name: 'my-agent', tenant_id: emulator.workspaceId },
    ]);
    expect(plane).toBeDefined();
  });

  test('notifies the data plane', async () => {
    const plane = await startPlane();
    await plane.create();
    expect(plane.pokes).toBe(1);
  });

  // docs/conformance.md#sourceconfig-custom-url
  // docs/departures.md#deployment-other-fields
  // docs/departures.md#sourceconfig-custom-url
  test("returns the deployment's URL, or the custom URL of an external image", async () => {
    const plane = await startPlane();
    const git = (
      await plane.api(
        'POST',
        PATH,
        gitDeployment({ source_config: { repo_url: 'r', custom_url: 'http://mine' } }),
      )
    ).body;
    const image = await plane.create({ source_config: { custom_url: 'https://agent.example' } });
    await plane.settle();
    expect((await plane.api('GET', `${PATH}/${git.id}`)).body).toMatchObject({
      status: 'READY',
      url: 'http://127.0.0.1:40000',
      source_config: { custom_url: 'http://127.0.0.1:40000' },
      active_revision_id: git.latest_revision_id,
    });
    expect((await plane.api('GET', `${PATH}/${image.id}`)).body.source_config.custom_url).toBe(
      'https://agent.example',
    );
  });

  test('returns a public URL instead of the URL with the internal port', async () => {
    const plane = await startPlane({ publicUrl: 'https://cloud.example/emu' });
    const { id } = await plane.create();
    await plane.settle();
    expect((await plane.api('GET', `${PATH}/${id}`)).body.url).toBe(`https://cloud.example/emu/d/${id}`);
  });

  // docs/departures.md#resourcespec-derived-defaults
  test('calculates derived amounts of resources from rounded amounts', async () => {
    const plane = await startPlane();
    const { source_config: config } = await plane.create({
      source_config: { resource_spec: { cpu: 1.26, memory_mb: 512, min_scale: 1, max_scale: 2 } },
    });
    expect(config).toMatchObject({
      resource_spec: {
        cpu: 1.3,
        cpu_limit: 2.6,
        memory_limit_mb: 1024,
        queue_cpu: 1.3,
        queue_cpu_limit: 2.6,
        queue_min_scale: 1,
        queue_max_scale: 2,
        queue_memory_mb: 512,
      },
    });
  });

  // docs/conformance.md#deployment-read-only-fields
  // docs/departures.md#post-deployment-read-only
  test('ignores read-only and unknown fields', async () => {
    const plane = await startPlane();
    const created = await plane.create({
      id: UNKNOWN,
      status: 'READY',
      tenant_id: UNKNOWN,
      surprise: true,
      source_revision_config: { image_uri: 'i', repo_commit_sha: { not: 'a text' } },
    });
    expect(created.id).not.toBe(UNKNOWN);
    expect(created).toMatchObject({
      status: 'AWAITING_DATABASE',
      source_revision_config: { repo_commit_sha: null },
    });
  });

  // docs/departures.md#deployment-name
  test.each(['my_deployment', 'a', 'A-1_b'])('accepts the name %s', async (name) => {
    const { api } = await startPlane();
    const created = await api('POST', PATH, imageDeployment({ name }));
    expect([created.status, created.body.name]).toEqual([201, name]);
  });

  const loc = (...path: (string | number)[]) => ['body', ...path];
  // docs/departures.md#deployment-name
  // docs/departures.md#sourceconfig-integration-id
  test.each([
    ['a name with a space', imageDeployment({ name: 'a b' }), loc('name')],
    ['a name that ends with an underscore', imageDeployment({ name: 'a_' }), loc('name')],
    ['a name that begins with an underscore', imageDeployment({ name: '_a' }), loc('name')],
    ['a missing field', { ...imageDeployment(), secrets: undefined }, loc('secrets')],
    ['an unknown source', imageDeployment({ source: 'zip' }), loc('source')],
    [
      'no graph configuration',
      gitDeployment({ source_revision_config: { repo_ref: 'main' } }),
      loc('source_revision_config', 'graph_config_path'),
    ],
    [
      'a graph configuration for an image',
      imageDeployment({ source_revision_config: { image_uri: 'i', graph_config_path: 'x.json' } }),
      loc('source_revision_config', 'graph_config_path'),
    ],
    [
      'build_on_push with a tag',
      gitDeployment({
        source_config: { repo_url: 'r', build_on_push: true },
        source_revision_config: { repo_ref: 'refs/tags/v1', graph_config_path: 'x.json' },
      }),
      loc('source_config', 'build_on_push'),
    ],
    [
      'too much CPU',
      imageDeployment({ source_config: { resource_spec: { cpu: 8.01 } } }),
      loc('source_config', 'resource_spec', 'cpu'),
    ],
    [
      'a reserved secret',
      gitDeployment({ secrets: [{ name: 'POSTGRES_URI', value: 'x' }] }),
      loc('secrets', 0, 'name'),
    ],
    [
      'an integration of another workspace',
      gitDeployment({ source_config: { repo_url: 'r', integration_id: UNKNOWN } }),
      loc('source_config', 'integration_id'),
    ],
    ['a body that is not an object', [], loc()],
  ])("returns 422 with the field's name for %s", async (_what, body, where) => {
    const { api } = await startPlane();
    const answer = await api('POST', PATH, body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail.map((item: { loc: unknown }) => item.loc)).toContainEqual(where);
  });

  // docs/conformance.md#sourceconfig-integration-id
  test('accepts an integration of the workspace', async () => {
    const { api } = await startPlane();
    const [integration] = (await api('GET', '/v1/integrations/git_host/install')).body;
    const answer = await api(
      'POST',
      PATH,
      gitDeployment({ source_config: { repo_url: 'r', integration_id: integration.id.toUpperCase() } }),
    );
    expect(answer.status).toBe(201);
  });

  // docs/departures.md#create-tracing-project
  // docs/api/threads-and-runs.md#tracing-projects
  test('returns 409 if the name is used by a deployment or by a remaining tracing project', async () => {
    const plane = await startPlane();
    const { id } = await plane.create({ name: 'twice' });
    const again = await plane.api('POST', PATH, imageDeployment({ name: 'twice' }));
    expect([again.status, again.body.detail]).toEqual([
      409,
      'A deployment named twice already exists in this workspace.',
    ]);
    await plane.api('DELETE', `${PATH}/${id}`);
    expect((await plane.api('POST', PATH, imageDeployment({ name: 'twice' }))).status).toBe(409);
    await plane.settle();
    const left = await plane.api('POST', PATH, imageDeployment({ name: 'twice' }));
    expect([left.status, left.body.detail]).toEqual([
      409,
      expect.stringContaining('tracing project of the same name'),
    ]);
    const [project] = (await plane.api('GET', '/api/v1/sessions?name=twice')).body;
    // The response explains how to free the name.
    const [, way = ''] = /Delete it with DELETE (\S+), or/.exec(left.body.detail) ?? [];
    expect(way).toBe(`/api/v1/sessions/${project.id}`);
    expect((await plane.api('DELETE', way)).status).toBe(204);
    expect((await plane.api('POST', PATH, imageDeployment({ name: 'twice' }))).status).toBe(201);
  });

  // docs/departures.md#post-deployment-name-twice
  test('accepts only one of two concurrent requests with the same name', async () => {
    const { api } = await startPlane();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => api('POST', PATH, imageDeployment({ name: 'race' }))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
  });

  // docs/conformance.md#post-deployment-post
  test('stores nothing if it rejects the request', async () => {
    const { api } = await startPlane();
    await api('POST', PATH, gitDeployment({ secrets: [{ name: 'POSTGRES_URI', value: 'x' }] }));
    expect((await api('GET', PATH)).body.resources).toEqual([]);
    expect((await api('GET', '/api/v1/sessions')).body).toEqual([]);
  });
});

describe('the route POST /v2/deployments with the flag --edition or --compat', () => {
  test.each([
    ['cloud', 'external_docker', 422],
    ['cloud', 'git_host', 201],
    ['self-hosted', 'git_host', 422],
    ['self-hosted', 'external_docker', 201],
    ['any', 'git_host', 201],
    ['any', 'external_docker', 201],
  ] as const)(
    'with --edition %s and the source %s returns the status %i',
    async (edition, source, status) => {
      const { api } = await startPlane({ edition });
      const answer = await api('POST', PATH, source === 'git_host' ? gitDeployment() : imageDeployment());
      expect(answer.status).toBe(status);
      if (status === 422) expect(answer.body.detail[0].loc).toEqual(['body', 'source']);
    },
  );

  // docs/departures.md#sourcerevisionconfig-graph-config-path
  test.each([
    ['spec', 422],
    ['hosted', 201],
  ] as const)(
    'with --compat %s and an internal_source without graph_config_path returns the status %i',
    async (compat, status) => {
      const { api } = await startPlane({ compat });
      const body = imageDeployment({
        source: 'internal_source',
        source_config: compat === 'hosted' ? { deployment_type: 'dev' } : {},
        source_revision_config: {},
      });
      expect((await api('POST', PATH, body)).status).toBe(status);
    },
  );

  // docs/departures.md#deployment-type-values
  test.each([
    ['spec', 'serverless', 201],
    ['spec', 'dedicated', 201],
    ['spec', 'dev_zero', 422],
    ['hosted', 'serverless', 201],
    ['hosted', 'dev_zero', 201],
    ['hosted', 'of_next_year', 201],
  ] as const)(
    'with --compat %s and the deployment type %s returns the status %i',
    async (compat, type, status) => {
      const { api } = await startPlane({ compat });
      const body = gitDeployment({ source_config: { repo_url: 'r', deployment_type: type } });
      const answer = await api('POST', PATH, body);
      expect(answer.status).toBe(status);
      if (status === 422) {
        expect(answer.body.detail[0].loc).toEqual(['body', 'source_config', 'deployment_type']);
      } else {
        expect((await api('GET', `${PATH}/${answer.body.id}`)).body.source_config.deployment_type).toBe(type);
        expect((await api('GET', `${PATH}?deployment_type=${type}`)).body.resources).toHaveLength(1);
      }
    },
  );
});
