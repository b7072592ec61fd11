import { describe, expect, test } from '@jest/globals';
import type { Deployment, DeploymentCreate, DeploymentPatch } from '../../src/contract/deployment.ts';
import { AGENT, addToTree, makeTree } from './support/checkout.ts';
import { apiError } from './support/control-plane.ts';
import { createScenario, type Scenario } from './support/scenario.ts';

function checkout(inputs: Record<string, string> = {}): Scenario {
  const scenario = createScenario({ source: 'internal_source', ...inputs });
  scenario.workspace = makeTree(AGENT);
  return scenario;
}

/** Creates a scenario where `my-agent` was deployed from an earlier upload. */
function deployedBefore(inputs: Record<string, string> = {}, over: Partial<Deployment> = {}) {
  const scenario = checkout(inputs);
  scenario.controlPlane.uploads.set('uploads/old.tar.gz', Buffer.alloc(0));
  const there = scenario.controlPlane.add({
    name: 'my-agent',
    source: 'internal_source',
    source_config: {},
    source_revision_config: {
      graph_config_path: 'langgraph.json',
      source_tarball_path: 'uploads/old.tar.gz',
    },
    ...over,
  });
  const first = scenario.controlPlane.addRevision(there.id, ['DEPLOYED']);
  there.active_revision_id = first.id;
  return { world: scenario, there, first };
}

const lastPath = ({ controlPlane }: Scenario) => [...controlPlane.uploads.keys()].at(-1);

describe('a new deployment of uploaded source', () => {
  test('is created before its source is uploaded, and then gets a revision of that source', async () => {
    const scenario = checkout({ secrets: 'A=value-of-a', 'api-dialect': 'generic' });
    const { code, host, result } = await scenario.run();
    expect([code, host.outputs['outcome'], host.outputs['created']]).toEqual([0, 'deployed', 'true']);
    expect(scenario.controlPlane.body<DeploymentCreate>('createDeployment')).toMatchObject({
      source: 'internal_source',
      source_config: {},
      source_revision_config: { graph_config_path: 'langgraph.json' },
      secrets: [{ name: 'A' }],
    });
    expect(scenario.controlPlane.body<DeploymentPatch>('patchDeployment')).toEqual({
      revision_source: 'internal_source',
      source_revision_config: {
        graph_config_path: 'langgraph.json',
        source_tarball_path: lastPath(scenario),
      },
    });
    const [deployment] = scenario.controlPlane.deployments.values();
    const [ours, waiting] = scenario.controlPlane.revisions.get(deployment?.id ?? '') ?? [];
    expect([host.outputs['revision-id'], waiting?.status]).toEqual([ours?.id, 'CREATING']);
    expect(result).toMatchObject({ source: { files: 2, object_path: lastPath(scenario) } });
    expect(host.summaries.join()).toContain('2 files');
  });

  test('is created with a source type but without a source on the hosted service', async () => {
    const scenario = checkout({ 'api-dialect': 'langsmith' });
    await scenario.run();
    expect(scenario.controlPlane.body<DeploymentCreate>('createDeployment')).toMatchObject({
      source_config: { deployment_type: 'dev' },
      source_revision_config: {},
    });
  });

  test('has no source if the upload fails, and the next run uploads the source', async () => {
    const scenario = checkout();
    scenario.controlPlane.fail('uploadSource', apiError('network'));
    const { code, host } = await scenario.run();
    expect([code, host.outputs['reason-code'], host.outputs['created']]).toEqual([
      1,
      'upload-failed',
      'true',
    ]);
    expect(host.everything()).toContain('does not create a second deployment');
    const { host: second } = await scenario.run();
    expect([second.outputs['outcome'], second.outputs['created']]).toEqual(['deployed', 'false']);
    expect(scenario.controlPlane.count('createDeployment')).toBe(1);
  });

  test('is found after a lost response, and then receives its source', async () => {
    const scenario = checkout();
    scenario.controlPlane.fail('createDeployment', apiError('ambiguous'), { afterDoing: true });
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(scenario.controlPlane.count('createDeployment')).toBe(1);
    expect(scenario.controlPlane.deployments.size).toBe(1);
  });
});

describe('an existing deployment of uploaded source', () => {
  test('gets a revision for each upload, because the content of earlier uploads is unknown', async () => {
    const { world: scenario } = deployedBefore();
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', created: 'false', changed: 'true' });
    expect(scenario.controlPlane.body<DeploymentPatch>('patchDeployment')).toEqual({
      revision_source: 'internal_source',
      source_revision_config: {
        graph_config_path: 'langgraph.json',
        source_tarball_path: lastPath(scenario),
      },
    });
    expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
  });

  test('retains its configuration path if no input sets one', async () => {
    const config = { graph_config_path: 'agents/a.json', source_tarball_path: 'uploads/old.tar.gz' };
    const { world: scenario } = deployedBefore({}, { source_revision_config: config });
    addToTree(scenario.workspace, { 'agents/a.json': '{}' });
    expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
    expect(
      scenario.controlPlane.body<DeploymentPatch>('patchDeployment').source_revision_config,
    ).toMatchObject({
      graph_config_path: 'agents/a.json',
    });
  });

  test('is changed only once after a lost response, because the upload identifies the new revision', async () => {
    const { world: scenario, there } = deployedBefore({ secrets: 'A=value-of-a' });
    scenario.controlPlane.hideSecrets = true;
    scenario.controlPlane.fail('patchDeployment', apiError('ambiguous'), { afterDoing: true });
    scenario.controlPlane.before('getDeployment', 3, () => {
      // Another client created a revision with other settings after the run's revision.
      there.secrets = [{ name: 'B', value: 'theirs' }];
    });
    const { host } = await scenario.run();
    expect(scenario.controlPlane.count('patchDeployment')).toBe(1);
    const ours = scenario.controlPlane.revisions.get(there.id)?.[0];
    expect(host.outputs['revision-id']).toBe(ours?.id);
    expect(ours?.source_revision_config?.source_tarball_path).toBe(lastPath(scenario));
  });

  test("is planned again if it changes during the upload, so other clients' changes remain", async () => {
    const { world: scenario, there } = deployedBefore({ secrets: 'A=value-of-a' });
    scenario.controlPlane.before('uploadSource', 1, () => {
      there.secrets = [{ name: 'THEIRS', value: 'value-of-theirs' }];
    });
    await scenario.run();
    const sent = scenario.controlPlane
      .body<DeploymentPatch>('patchDeployment')
      .secrets?.map(({ name }) => name);
    expect(sent?.toSorted()).toEqual(['A', 'THEIRS']);
  });

  test('is neither changed nor sent an upload if its source is not an upload', async () => {
    const scenario = checkout();
    scenario.controlPlane.add({ name: 'my-agent' }, 'b'.repeat(40));
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('immutable-field');
    expect(scenario.controlPlane.count('uploadUrl')).toBe(0);
  });
});

describe('a plan with uploaded source', () => {
  test('shows the upload without sending a change', async () => {
    const { world: scenario } = deployedBefore({ 'dry-run': 'true' });
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('planned');
    expect(host.everything()).toMatch(/uploads\/old\.tar\.gz -> 2 files, .*sha256/);
    const changes = ['uploadUrl', 'uploadSource', 'patchDeployment'] as const;
    expect(changes.map((name) => scenario.controlPlane.count(name))).toEqual([0, 0, 0]);
  });

  test('can be applied only while the source content is the same', async () => {
    const { world: scenario } = deployedBefore({ 'dry-run': 'true' });
    const planId = (await scenario.run()).host.outputs['plan-id'] ?? '';
    scenario.inputs['dry-run'] = 'false';
    scenario.inputs['expected-plan'] = planId;
    addToTree(scenario.workspace, { 'src/agent.ts': 'export const graph = { other: true };\n' });
    expect((await scenario.run()).host.outputs['reason-code']).toBe('plan-changed');
    addToTree(scenario.workspace, AGENT);
    expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
  });
});

describe('the upload of a source', () => {
  // docs/security/secrets.md#signed-address-upload-masked
  test('masks the signed URL before it is used, and no error shows the URL', async () => {
    const { world: scenario } = deployedBefore();
    scenario.controlPlane.fail('uploadSource', apiError('http', 403, 'Forbidden'));
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(scenario.controlPlane.count('uploadUrl')).toBe(2);
    expect(host.masks.filter((mask) => mask.startsWith('https://storage.example.org/'))).toHaveLength(2);
    expect(host.everything()).not.toContain('signature-');
  });

  test('reports the remaining deployment if the run is cancelled', async () => {
    const scenario = checkout();
    scenario.controlPlane.onUpload = () => scenario.cancel.abort(new Error('received SIGINT'));
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'cancelled', created: 'true' });
    expect(host.everything()).toContain('its source was still being uploaded');
  });

  test('is rejected if its URL is not https', async () => {
    const { world: scenario } = deployedBefore();
    scenario.controlPlane.client.uploadUrl = async () => ({
      upload_url: 'http://storage.example.org/x',
      object_path: 'x',
    });
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('upload-failed');
    expect(scenario.controlPlane.count('uploadSource')).toBe(0);
  });
});

describe('a rollback to uploaded source', () => {
  test('sends the earlier upload again', async () => {
    const { world: scenario, there } = deployedBefore();
    await scenario.run();
    scenario.inputs = {
      'api-key': scenario.inputs['api-key'] ?? '',
      'deployment-name': 'my-agent',
      action: 'rollback',
    };
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('rolled-back-to');
    expect(scenario.controlPlane.body<DeploymentPatch>('patchDeployment')).toEqual({
      revision_source: 'internal_source',
      source_revision_config: { source_tarball_path: 'uploads/old.tar.gz' },
    });
    expect(there.active_revision_id).toBe(host.outputs['revision-id']);
  });
});

describe('the listener of a new deployment', () => {
  const listener = (index: number, namespaces: string[]) => ({
    id: `60000000-0000-4000-8000-00000000000${index}`,
    computeType: 'k8s',
    computeId: `cluster-${index}`,
    namespaces,
  });

  // docs/self-hosted.md#listener
  // docs/self-hosted.md#namespace
  test("is the service's only listener, and the plan is rejected if that listener does not allow the namespace", async () => {
    const scenario = createScenario({ 'image-uri': 'r.example.org/a:1', 'k8s-namespace': 'agents' });
    scenario.controlPlane.listeners = [listener(1, ['agents'])];
    await scenario.run();
    expect(scenario.controlPlane.body<DeploymentCreate>('createDeployment').source_config).toMatchObject({
      listener_id: listener(1, []).id,
      listener_config: { k8s_namespace: 'agents' },
    });
    const other = createScenario({ 'image-uri': 'r.example.org/a:1', 'k8s-namespace': 'elsewhere' });
    other.controlPlane.listeners = [listener(1, ['agents'])];
    const { host } = await other.run();
    expect(host.outputs['reason-code']).toBe('invalid-plan');
    expect(other.controlPlane.count('createDeployment')).toBe(0);
  });

  test('is omitted if the service has no listeners', async () => {
    const scenario = createScenario({ 'image-uri': 'r.example.org/a:1' });
    scenario.controlPlane.fail('listListeners', apiError('http', 404));
    expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
  });
});
