import { describe, expect, test } from '@jest/globals';
import type { DeploymentCreate, DeploymentPatch } from '../../../src/contract/deployment.ts';
import { PREVIEW_MARKER } from '../../../src/action/inputs/secrets.ts';
import { apiError } from '../support/plane.ts';
import { createPreviewWorld, markerOf } from './support.ts';

const NAME = 'agents-pr-7';
const HEAD = '7'.repeat(40);

describe('a preview', () => {
  test('of a pull request is made of its head, as dev, marked as its own', async () => {
    const world = createPreviewWorld({ secrets: 'A=given-to-the-preview' });
    const { code, host } = await world.run();
    expect([code, host.outputs]).toMatchObject([
      0,
      { outcome: 'deployed', 'deployment-name': NAME, 'pull-request': '7', 'commit-sha': HEAD },
    ]);
    const body = world.plane.body<DeploymentCreate>('createDeployment');
    expect(body).toMatchObject({
      name: NAME,
      source_config: { deployment_type: 'dev', build_on_push: false },
      source_revision_config: { repo_ref: 'topic-7' },
    });
    expect(body.secrets).toEqual([{ name: 'A', value: 'given-to-the-preview' }, markerOf(7)]);
    expect(host.masks).not.toContain('acme/agents#7');
  });

  test('is updated by the next push, and has nothing to do without one', async () => {
    const world = createPreviewWorld({ secrets: 'A=given-to-the-preview', 'secrets-strategy': 'replace' });
    await world.run();
    expect((await world.run()).host.outputs).toMatchObject({ outcome: 'unchanged' });
    world.gh.open(7, { commit: 'e'.repeat(40) });
    world.pullRequest(7, 'synchronize');
    const { host } = await world.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': 'e'.repeat(40) });
    expect(world.plane.body<DeploymentPatch>('patchDeployment').secrets).toBeUndefined();
    world.inputs['secrets'] = 'B=another-secret-now';
    await world.run();
    expect(world.named(NAME)?.secrets).toEqual([{ name: 'B', value: 'another-secret-now' }, markerOf(7)]);
  });

  test('inherits settings and no secret, address or push of its base; inputs win', async () => {
    const world = createPreviewWorld({ 'preview-from': 'my-agent', 'build-command': 'make ours' });
    world.plane.add({
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
    const { code } = await world.run();
    expect(code).toBe(0);
    const body = world.plane.body<DeploymentCreate>('createDeployment');
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

  test('inherits sizes of a self-hosted base, and nothing that carries its rights', async () => {
    const image = 'registry.example.org/team/agent:pr';
    const world = createPreviewWorld({ 'deployment-name': 'my-agent', 'image-uri': image });
    world.plane.add({
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
    expect((await world.run()).code).toBe(0);
    const body = world.plane.body<DeploymentCreate>('createDeployment');
    expect(body).toMatchObject({ name: 'my-agent-pr-7', source: 'external_docker' });
    expect(body.source_config).toEqual({
      listener_id: '40000000-0000-4000-8000-000000000001',
      listener_config: { k8s_namespace: 'agents' },
      resource_spec: { cpu: 1, memory_mb: 512 },
    });
    expect(body.secret_references).toBeUndefined();
  });

  test('takes images the way its base does', async () => {
    const world = createPreviewWorld({
      'deployment-name': 'my-agent',
      'image-uri': 'registry.example.org/a:1',
    });
    world.plane.add({ name: 'my-agent', source: 'internal_docker', source_config: {} });
    await world.run();
    expect(world.plane.body<DeploymentCreate>('createDeployment').source).toBe('internal_docker');
  });

  test('goes without a base that nobody named, and not without one that somebody did', async () => {
    const without = createPreviewWorld({ 'deployment-name': 'my-agent' });
    expect((await without.run()).host.outputs).toMatchObject({
      outcome: 'deployed',
      'deployment-name': 'my-agent-pr-7',
    });
    const named = createPreviewWorld({ 'preview-from': 'my-agnet' });
    const { code, host } = await named.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'deployment-not-found']);
    expect(named.plane.count('createDeployment')).toBe(0);
  });

  test.each([
    ['without a marker', []],
    ['of another pull request', [markerOf(8)]],
    ['of another repository', [markerOf(7, 'acme/others')]],
  ])('leaves alone a deployment %s that has its name', async (_which, secrets) => {
    const world = createPreviewWorld();
    world.plane.add({ name: NAME, secrets: [...secrets] }, HEAD);
    const { code, host } = await world.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'not-a-preview']);
    expect(world.plane.count('patchDeployment') + world.plane.count('deleteDeployment')).toBe(0);
  });

  test('leaves alone what gets its name while it looks', async () => {
    const world = createPreviewWorld();
    world.plane.before('findDeployments', 1, () => void world.plane.add({ name: NAME }, 'f'.repeat(40)));
    const { host } = await world.run();
    expect(host.outputs['reason-code']).toBe('not-a-preview');
    expect(world.plane.count('patchDeployment')).toBe(0);
  });

  test('is never made without its marker, even when the one before vanishes meanwhile', async () => {
    const world = createPreviewWorld();
    await world.run();
    world.plane.hideSecrets = true;
    world.plane.before('findDeployments', 3, () => world.plane.deployments.clear());
    const { host } = await world.run();
    expect(host.outputs['reason-code']).toBe('deployment-gone');
    expect(world.plane.count('createDeployment')).toBe(1);
  });

  test('is updated although the service hides its marker, when its repository proves whose it is', async () => {
    const world = createPreviewWorld();
    await world.run();
    world.plane.hideSecrets = true;
    world.gh.open(7, { commit: 'e'.repeat(40) });
    world.pullRequest(7, 'synchronize');
    expect((await world.run()).host.outputs).toMatchObject({ outcome: 'deployed' });
    expect(world.named(NAME)?.secrets).toEqual([markerOf(7)]);
  });

  test('of an image is not, unless the author vouches for it', async () => {
    const world = createPreviewWorld({ 'image-uri': 'registry.example.org/a:1' });
    await world.run();
    world.plane.hideSecrets = true;
    world.inputs['image-uri'] = 'registry.example.org/a:2';
    expect((await world.run()).host.outputs['reason-code']).toBe('not-a-preview');
    world.inputs['force'] = 'true';
    expect((await world.run()).host.outputs['outcome']).toBe('deployed');
  });
});

describe('the gates of a preview', () => {
  test('a closed pull request gets none, whatever the event of a repeated run says', async () => {
    const world = createPreviewWorld();
    world.gh.open(7, { state: 'closed' });
    expect((await world.run()).host.outputs).toMatchObject({
      outcome: 'skipped',
      'reason-code': 'pull-request-closed',
    });
    expect(world.plane.calls).toEqual([]);
  });

  test.each(['someone/agents', null])('a fork (%j) gets none when it is named by number', async (head) => {
    const world = createPreviewWorld({ action: 'preview', 'pull-request': '9' });
    world.dispatch();
    world.gh.open(9, { headRepository: head });
    const { code, host } = await world.run();
    expect([code, host.outputs['reason-code']]).toEqual([0, 'fork']);
    expect(world.plane.calls).toEqual([]);
  });

  test('a pull request that is named by number is built of its own head', async () => {
    const world = createPreviewWorld({ action: 'preview', 'pull-request': '9' });
    world.dispatch();
    world.gh.open(9);
    world.plane.heads.set('topic-9', '9'.repeat(40));
    const { host } = await world.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': '9'.repeat(40) });
    expect(world.plane.body<DeploymentCreate>('createDeployment').source_revision_config.repo_ref).toBe(
      'topic-9',
    );
  });

  test.each([
    [403, 'pull_requests=read', /pull-requests: read/],
    [404, undefined, /pull-requests: read/],
  ])('which nobody may read (%i) gets none, and says what to permit', async (status, permissions, line) => {
    const world = createPreviewWorld({ action: 'preview', 'pull-request': '9' });
    world.dispatch();
    world.gh.fail(status, 9, permissions);
    const { code, host } = await world.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'pull-request-unknown']);
    expect(host.annotations[0]?.message).toMatch(line);
    world.github = undefined;
    expect((await world.run()).host.outputs['reason-code']).toBe('pull-request-unknown');
  });

  test('the event’s word counts for its own pull request when GitHub cannot be asked', async () => {
    const world = createPreviewWorld();
    world.github = undefined;
    expect((await world.run()).host.outputs['outcome']).toBe('deployed');
    world.github = world.gh.connection;
    world.gh.fail(502, 2);
    expect((await world.run()).host.outputs['outcome']).toBe('unchanged');
    expect(world.gh.asked.length).toBe(3);
  });

  test('a label that is missing keeps it from being made, and taken off takes it away', async () => {
    const world = createPreviewWorld({ 'preview-labels': 'Preview\nplease' });
    expect((await world.run()).host.outputs['reason-code']).toBe('label-missing');
    expect(world.plane.count('createDeployment')).toBe(0);
    world.gh.open(7, { labels: ['preview'] });
    world.pullRequest(7, 'labeled');
    expect((await world.run()).host.outputs['outcome']).toBe('deployed');
    world.gh.open(7);
    world.pullRequest(7, 'unlabeled');
    expect((await world.run()).host.outputs).toMatchObject({
      outcome: 'torn-down',
      'reason-code': 'deleted',
    });
    expect(world.plane.deployments.size).toBe(0);
  });

  test('without its label a deployment that only has the name is left', async () => {
    const world = createPreviewWorld({ 'preview-labels': 'preview' });
    world.plane.add({ name: NAME });
    expect((await world.run()).host.outputs['reason-code']).toBe('label-missing');
    expect(world.plane.deployments.size).toBe(1);
  });
});

describe('a pull request that is closed while its preview deploys', () => {
  test.each(['deployed', 'failed'])('leaves nothing behind when it %s', async (end) => {
    const world = createPreviewWorld();
    if (end === 'failed') world.plane.nextRollout = ['BUILDING', 'BUILD_FAILED'];
    world.plane.before('createDeployment', 1, () => world.gh.open(7, { state: 'closed' }));
    const { code, host, result } = await world.run();
    expect([code, host.outputs]).toMatchObject([
      0,
      { outcome: 'torn-down', 'reason-code': 'closed-meanwhile' },
    ]);
    expect(result).toMatchObject({ created: true });
    expect([world.plane.deployments.size, world.plane.projects.size]).toEqual([0, 0]);
  });

  test('and whose teardown was faster than the rollout says so too', async () => {
    const world = createPreviewWorld();
    world.plane.before('getRevision', 3, () => {
      world.gh.open(7, { state: 'closed' });
      world.plane.deployments.clear();
    });
    expect((await world.run()).host.outputs['reason-code']).toBe('closed-meanwhile');
  });

  test('or loses its label meanwhile, loses its preview', async () => {
    const world = createPreviewWorld({ 'preview-labels': 'preview' });
    world.gh.open(7, { labels: ['preview'] });
    world.plane.before('createDeployment', 1, () => world.gh.open(7));
    expect((await world.run()).host.outputs).toMatchObject({
      outcome: 'torn-down',
      'reason-code': 'deleted',
    });
    expect(world.plane.deployments.size).toBe(0);
  });

  test('is deployed when nobody can tell', async () => {
    const world = createPreviewWorld();
    world.gh.before(2, () => world.gh.fail(403, 9));
    const { host } = await world.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(host.lines.join('\n')).toMatch(/sweep/);
  });
});

describe('a pull request that is opened again', () => {
  test('waits for the one before to be gone', async () => {
    const world = createPreviewWorld();
    await world.run();
    world.plane.dyingLooks = 5;
    const { id = '' } = world.named(NAME) ?? {};
    await world.plane.plane.deleteDeployment(id, { deleteTracingProject: true });
    world.pullRequest(7, 'reopened');
    expect((await world.run()).host.outputs).toMatchObject({ outcome: 'deployed', created: 'true' });
    expect(world.named(NAME)?.id).not.toBe(id);
  });

  test('and whose preview is deleted in the very moment too', async () => {
    const world = createPreviewWorld();
    await world.run();
    world.plane.dyingLooks = 5;
    const { id = '' } = world.named(NAME) ?? {};
    world.gh.open(7, { commit: 'e'.repeat(40) });
    world.pullRequest(7, 'synchronize');
    world.plane.before('findDeployments', 3, () => {
      void world.plane.plane.deleteDeployment(id, { deleteTracingProject: true });
    });
    expect((await world.run()).host.outputs).toMatchObject({ outcome: 'deployed', created: 'true' });
  });

  test('explains a tracing project that somebody left over', async () => {
    const world = createPreviewWorld();
    world.plane.projects.add(NAME);
    const { code, host } = await world.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'name-taken']);
    expect(host.annotations[0]?.message).toMatch(/tracing project agents-pr-7/);
  });
});

test('a dry run of a preview sends nothing and looks once', async () => {
  const world = createPreviewWorld({ 'dry-run': 'true' });
  expect((await world.run()).host.outputs['outcome']).toBe('planned');
  expect(world.plane.count('createDeployment')).toBe(0);
  expect(world.gh.asked).toEqual([7]);
});

test('a lost answer to the create finds the preview and is its own', async () => {
  const world = createPreviewWorld();
  world.plane.fail('createDeployment', apiError('ambiguous'), { afterDoing: true });
  expect((await world.run()).host.outputs).toMatchObject({ outcome: 'deployed', created: 'true' });
  expect(world.named(NAME)?.secrets?.map(({ name }) => name)).toEqual([PREVIEW_MARKER]);
});
