import { describe, expect, test } from '@jest/globals';
import type { DeploymentCreate, DeploymentPatch } from '../../../src/contract/deployment.ts';
import { PREVIEW_MARKER } from '../../../src/action/inputs/secrets.ts';
import { apiError } from '../support/control-plane.ts';
import { createPreviewScenario, runToEnd, markerOf } from './support.ts';

const NAME = 'agents-pr-7';
const HEAD = '7'.repeat(40);

describe('a preview', () => {
  test('of a pull request is built from its head commit, with type dev and a marker', async () => {
    const scenario = createPreviewScenario({ secrets: 'A=given-to-the-preview' });
    const { code, host } = await scenario.run();
    expect([code, host.outputs]).toMatchObject([
      0,
      { outcome: 'deployed', 'deployment-name': NAME, 'pull-request': '7', 'commit-sha': HEAD },
    ]);
    const body = scenario.controlPlane.body<DeploymentCreate>('createDeployment');
    expect(body).toMatchObject({
      name: NAME,
      source_config: { deployment_type: 'dev', build_on_push: false },
      source_revision_config: { repo_ref: 'topic-7' },
    });
    expect(body.secrets).toEqual([{ name: 'A', value: 'given-to-the-preview' }, markerOf(7)]);
    expect(host.masks).not.toContain('acme/agents#7');
  });

  test('is updated by the next push, and unchanged without a push', async () => {
    const scenario = createPreviewScenario({
      secrets: 'A=given-to-the-preview',
      'secrets-strategy': 'replace',
    });
    await scenario.run();
    expect((await scenario.run()).host.outputs).toMatchObject({ outcome: 'unchanged' });
    scenario.gh.open(7, { commit: 'e'.repeat(40) });
    scenario.pullRequest(7, 'synchronize');
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': 'e'.repeat(40) });
    expect(scenario.controlPlane.body<DeploymentPatch>('patchDeployment').secrets).toBeUndefined();
    scenario.inputs['secrets'] = 'B=another-secret-now';
    await scenario.run();
    expect(scenario.named(NAME)?.secrets).toEqual([{ name: 'B', value: 'another-secret-now' }, markerOf(7)]);
  });

  // docs/security/pull-requests.md#preview-inherits-secret-address
  test("inherits its base deployment's settings except secrets, URL and build_on_push, unless inputs set them", async () => {
    const scenario = createPreviewScenario({ 'preview-from': 'my-agent', 'build-command': 'make ours' });
    scenario.controlPlane.add({
      name: 'my-agent',
      source_config: {
        repo_url: 'https://github.com/acme/agents',
        integration_id: '30000000-0000-4000-8000-000000000009',
        deployment_type: 'prod',
        build_on_push: true,
        install_command: 'npm ci',
        build_command: 'make theirs',
        custom_url: 'https://agent.acme.example',
      },
      source_revision_config: { repo_ref: 'main', graph_config_path: 'agents/a.json' },
      secrets: [{ name: 'PRODUCTION', value: 'never-in-a-preview' }],
    });
    const { code } = await scenario.run();
    expect(code).toBe(0);
    const body = scenario.controlPlane.body<DeploymentCreate>('createDeployment');
    expect(body.source_config).toEqual({
      integration_id: '30000000-0000-4000-8000-000000000009',
      repo_url: 'https://github.com/acme/agents',
      deployment_type: 'dev',
      build_on_push: false,
      install_command: 'npm ci',
      build_command: 'make ours',
    });
    expect(body.source_revision_config).toMatchObject({ graph_config_path: 'agents/a.json' });
    expect(body.secrets).toEqual([markerOf(7)]);
  });

  test("inherits a self-hosted base deployment's sizes, but no setting that grants permissions", async () => {
    const image = 'registry.example.org/team/agent:pr';
    const scenario = createPreviewScenario({ 'deployment-name': 'my-agent', 'image-uri': image });
    scenario.controlPlane.add({
      name: 'my-agent',
      source: 'external_docker',
      source_config: {
        listener_id: '40000000-0000-4000-8000-000000000001',
        listener_config: { k8s_namespace: 'agents' },
        custom_url: 'https://agent.acme.example',
        resource_spec: {
          cpu: 1,
          memory_mb: 512,
          service_account_name: 'production',
          volumes: [{ name: 'v', secret: { secretName: 'production' } }],
          sidecars: [{ name: 's', image: 'i', env: [{ name: 'K', value: 'sidecar-secret-value' }] }],
        },
      },
      source_revision_config: { image_uri: 'registry.example.org/team/agent:1' },
      secret_references: [{ name: 'A', secret_name: 's', secret_key: 'k' }],
    });
    expect((await scenario.run()).code).toBe(0);
    const body = scenario.controlPlane.body<DeploymentCreate>('createDeployment');
    expect(body).toMatchObject({ name: 'my-agent-pr-7', source: 'external_docker' });
    expect(body.source_config).toEqual({
      listener_id: '40000000-0000-4000-8000-000000000001',
      listener_config: { k8s_namespace: 'agents' },
      resource_spec: { cpu: 1, memory_mb: 512 },
    });
    expect(body.secret_references).toBeUndefined();
  });

  test('uses the same kind of image source as its base deployment', async () => {
    const scenario = createPreviewScenario({
      'deployment-name': 'my-agent',
      'image-uri': 'registry.example.org/a:1',
    });
    scenario.controlPlane.add({ name: 'my-agent', source: 'internal_docker', source_config: {} });
    await scenario.run();
    expect(scenario.controlPlane.body<DeploymentCreate>('createDeployment').source).toBe('internal_docker');
  });

  test('is created without a base deployment by default, but a base deployment that an input names must exist', async () => {
    const without = createPreviewScenario({ 'deployment-name': 'my-agent' });
    expect((await without.run()).host.outputs).toMatchObject({
      outcome: 'deployed',
      'deployment-name': 'my-agent-pr-7',
    });
    const named = createPreviewScenario({ 'preview-from': 'my-agnet' });
    const { code, host } = await named.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'deployment-not-found']);
    expect(named.controlPlane.count('createDeployment')).toBe(0);
  });

  // docs/security/pull-requests.md#preview-never-changes-deployment
  test.each([
    ['without a marker', []],
    ['of another pull request', [markerOf(8)]],
    ['of another repository', [markerOf(7, 'acme/others')]],
  ])("never changes a deployment %s that has the preview's name", async (_which, secrets) => {
    const scenario = createPreviewScenario();
    scenario.controlPlane.add({ name: NAME, secrets: [...secrets] }, HEAD);
    expect(await runToEnd(scenario)).toEqual([1, 'not-a-preview']);
    expect(
      scenario.controlPlane.count('patchDeployment') + scenario.controlPlane.count('deleteDeployment'),
    ).toBe(0);
  });

  test("never changes a deployment that another client creates with the preview's name at the same time", async () => {
    const scenario = createPreviewScenario();
    scenario.controlPlane.before(
      'findDeployments',
      1,
      () => void scenario.controlPlane.add({ name: NAME }, 'f'.repeat(40)),
    );
    expect((await scenario.run()).host.outputs['reason-code']).toBe('not-a-preview');
    expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
  });

  test('is never created without its marker, even if the existing preview is deleted during the run', async () => {
    const scenario = createPreviewScenario();
    await scenario.run();
    scenario.controlPlane.hideSecrets = true;
    scenario.controlPlane.before('findDeployments', 3, () => scenario.controlPlane.deployments.clear());
    expect((await scenario.run()).host.outputs['reason-code']).toBe('deployment-gone');
    expect(scenario.controlPlane.count('createDeployment')).toBe(1);
  });

  test("is updated despite a hidden marker if the preview is built from the run's repository", async () => {
    const scenario = createPreviewScenario();
    await scenario.run();
    scenario.controlPlane.hideSecrets = true;
    scenario.gh.open(7, { commit: 'e'.repeat(40) });
    scenario.pullRequest(7, 'synchronize');
    expect((await scenario.run()).host.outputs).toMatchObject({ outcome: 'deployed' });
    expect(scenario.named(NAME)?.secrets).toEqual([markerOf(7)]);
  });

  test('of an image is not updated if its marker is hidden, unless force is set', async () => {
    const scenario = createPreviewScenario({ 'image-uri': 'registry.example.org/a:1' });
    await scenario.run();
    scenario.controlPlane.hideSecrets = true;
    scenario.inputs['image-uri'] = 'registry.example.org/a:2';
    expect((await scenario.run()).host.outputs['reason-code']).toBe('not-a-preview');
    scenario.inputs['force'] = 'true';
    expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
  });
});

describe('the conditions for a preview', () => {
  test("exclude a closed pull request, even if a re-run's event shows it as open", async () => {
    const scenario = createPreviewScenario();
    scenario.gh.open(7, { state: 'closed' });
    expect((await scenario.run()).host.outputs).toMatchObject({
      outcome: 'skipped',
      'reason-code': 'pull-request-closed',
    });
    expect(scenario.controlPlane.calls).toEqual([]);
  });

  // docs/security/pull-requests.md#fork-pull-request-named
  test.each(['other/agents', null])(
    'exclude a pull request from a fork (%j), even if an input names its number',
    async (head) => {
      const scenario = createPreviewScenario({ action: 'preview', 'pull-request': '9' });
      scenario.dispatch();
      scenario.gh.open(9, { headRepository: head });
      expect(await runToEnd(scenario)).toEqual([0, 'fork']);
      expect(scenario.controlPlane.calls).toEqual([]);
    },
  );

  test('accept a pull request by the number in an input, and use its head commit', async () => {
    const scenario = createPreviewScenario({ action: 'preview', 'pull-request': '9' });
    scenario.dispatch();
    scenario.gh.open(9);
    scenario.controlPlane.heads.set('topic-9', '9'.repeat(40));
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': '9'.repeat(40) });
    expect(
      scenario.controlPlane.body<DeploymentCreate>('createDeployment').source_revision_config.repo_ref,
    ).toBe('topic-9');
  });

  test.each([
    [403, 'pull_requests=read', /pull-requests: read/],
    [404, undefined, /pull-requests: read/],
  ])(
    'exclude a pull request that cannot be read (%i), and name the permission',
    async (status, permissions, line) => {
      const scenario = createPreviewScenario({ action: 'preview', 'pull-request': '9' });
      scenario.dispatch();
      scenario.gh.fail(status, 9, permissions);
      const { code, host } = await scenario.run();
      expect([code, host.outputs['reason-code']]).toEqual([1, 'pull-request-unknown']);
      expect(host.annotations[0]?.message).toMatch(line);
      scenario.github = undefined;
      expect((await scenario.run()).host.outputs['reason-code']).toBe('pull-request-unknown');
    },
  );

  test("accept the event's payload for the event's own pull request if GitHub cannot be reached", async () => {
    const scenario = createPreviewScenario();
    scenario.github = undefined;
    expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
    scenario.github = scenario.gh.connection;
    scenario.gh.fail(502, 2);
    expect((await scenario.run()).host.outputs['outcome']).toBe('unchanged');
    expect(scenario.gh.asked.length).toBe(3);
  });

  test('include the label, so the preview is deleted after the label is removed', async () => {
    const scenario = createPreviewScenario({ 'preview-labels': 'Preview\nplease' });
    expect((await scenario.run()).host.outputs['reason-code']).toBe('label-missing');
    expect(scenario.controlPlane.count('createDeployment')).toBe(0);
    scenario.gh.open(7, { labels: ['preview'] });
    scenario.pullRequest(7, 'labeled');
    expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
    scenario.gh.open(7);
    scenario.pullRequest(7, 'unlabeled');
    expect((await scenario.run()).host.outputs).toMatchObject({
      outcome: 'torn-down',
      'reason-code': 'deleted',
    });
    expect(scenario.controlPlane.deployments.size).toBe(0);
  });

  test('never cause the deletion of a deployment without a marker if the label is missing', async () => {
    const scenario = createPreviewScenario({ 'preview-labels': 'preview' });
    scenario.controlPlane.add({ name: NAME });
    expect((await scenario.run()).host.outputs['reason-code']).toBe('label-missing');
    expect(scenario.controlPlane.deployments.size).toBe(1);
  });
});

describe("a pull request that is closed during its preview's deploy", () => {
  // docs/migration.md#pull-request-closed-while
  test.each(['deployed', 'failed'])('loses its preview after the revision %s', async (end) => {
    const scenario = createPreviewScenario();
    if (end === 'failed') scenario.controlPlane.nextRollout = ['BUILDING', 'BUILD_FAILED'];
    scenario.controlPlane.before('createDeployment', 1, () => scenario.gh.open(7, { state: 'closed' }));
    const { code, host, result } = await scenario.run();
    expect([code, host.outputs]).toMatchObject([
      0,
      { outcome: 'torn-down', 'reason-code': 'closed-meanwhile' },
    ]);
    expect(result).toMatchObject({ created: true });
    expect([scenario.controlPlane.deployments.size, scenario.controlPlane.projects.size]).toEqual([0, 0]);
  });

  test('ends the run as closed-meanwhile if a teardown finished before the rollout', async () => {
    const scenario = createPreviewScenario();
    scenario.controlPlane.before('getRevision', 3, () => {
      scenario.gh.open(7, { state: 'closed' });
      scenario.controlPlane.deployments.clear();
    });
    expect((await scenario.run()).host.outputs['reason-code']).toBe('closed-meanwhile');
  });

  test('loses its preview, and so does a pull request that loses its label during the deploy', async () => {
    const scenario = createPreviewScenario({ 'preview-labels': 'preview' });
    scenario.gh.open(7, { labels: ['preview'] });
    scenario.controlPlane.before('createDeployment', 1, () => scenario.gh.open(7));
    expect((await scenario.run()).host.outputs).toMatchObject({
      outcome: 'torn-down',
      'reason-code': 'deleted',
    });
    expect(scenario.controlPlane.deployments.size).toBe(0);
  });

  test("keeps its preview if GitHub does not report the pull request's state", async () => {
    const scenario = createPreviewScenario();
    scenario.gh.before(2, () => scenario.gh.fail(403, 9));
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(host.lines.join('\n')).toMatch(/sweep/);
  });
});

describe('a reopened pull request', () => {
  test('gets no new preview until its earlier preview is deleted', async () => {
    const scenario = createPreviewScenario();
    await scenario.run();
    scenario.controlPlane.deletingPolls = 5;
    const { id = '' } = scenario.named(NAME) ?? {};
    await scenario.controlPlane.client.deleteDeployment(id, { deleteTracingProject: true });
    scenario.pullRequest(7, 'reopened');
    expect((await scenario.run()).host.outputs).toMatchObject({ outcome: 'deployed', created: 'true' });
    expect(scenario.named(NAME)?.id).not.toBe(id);
  });

  test('gets a preview even if the earlier preview is deleted at the same moment', async () => {
    const scenario = createPreviewScenario();
    await scenario.run();
    scenario.controlPlane.deletingPolls = 5;
    const { id = '' } = scenario.named(NAME) ?? {};
    scenario.gh.open(7, { commit: 'e'.repeat(40) });
    scenario.pullRequest(7, 'synchronize');
    scenario.controlPlane.before('findDeployments', 3, () => {
      void scenario.controlPlane.client.deleteDeployment(id, { deleteTracingProject: true });
    });
    expect((await scenario.run()).host.outputs).toMatchObject({ outcome: 'deployed', created: 'true' });
  });

  test('is reported with an explanation if the tracing project of its earlier preview still exists', async () => {
    const scenario = createPreviewScenario();
    scenario.controlPlane.projects.add(NAME);
    const { code, host } = await scenario.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'name-taken']);
    expect(host.annotations[0]?.message).toMatch(
      /Delete the tracing project agents-pr-7 on its page.*`GET \/api\/v1\/sessions\?name=agents-pr-7` returns its ID\./,
    );
  });
});

test('a dry run of a preview reads the pull request once, and sends no change', async () => {
  const scenario = createPreviewScenario({ 'dry-run': 'true' });
  expect((await scenario.run()).host.outputs['outcome']).toBe('planned');
  expect(scenario.controlPlane.count('createDeployment')).toBe(0);
  expect(scenario.gh.asked).toEqual([7]);
});

test('a preview is found and counts as created by the run if the create response was lost', async () => {
  const scenario = createPreviewScenario();
  scenario.controlPlane.fail('createDeployment', apiError('ambiguous'), { afterDoing: true });
  expect((await scenario.run()).host.outputs).toMatchObject({ outcome: 'deployed', created: 'true' });
  expect(scenario.named(NAME)?.secrets?.map(({ name }) => name)).toEqual([PREVIEW_MARKER]);
});
