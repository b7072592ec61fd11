import { describe, expect, test } from '@jest/globals';
import type { Deployment, DeploymentCreate, DeploymentPatch } from '../../src/contract/deployment.ts';
import { AGENT, addToTree, makeTree } from './support/checkout.ts';
import { apiError } from './support/plane.ts';
import { createWorld, type TestWorld } from './support/world.ts';

function checkout(inputs: Record<string, string> = {}): TestWorld {
  const world = createWorld({ source: 'internal_source', ...inputs });
  world.workspace = makeTree(AGENT);
  return world;
}

/** A world in which `my-agent` was deployed from an earlier upload. */
function deployedBefore(inputs: Record<string, string> = {}, over: Partial<Deployment> = {}) {
  const world = checkout(inputs);
  world.plane.uploads.set('uploads/old.tar.gz', Buffer.alloc(0));
  const there = world.plane.add({
    name: 'my-agent',
    source: 'internal_source',
    source_config: {},
    source_revision_config: {
      graph_config_path: 'langgraph.json',
      source_tarball_path: 'uploads/old.tar.gz',
    },
    ...over,
  });
  const first = world.plane.addRevision(there.id, ['DEPLOYED']);
  there.active_revision_id = first.id;
  return { world, there, first };
}

const lastPath = ({ plane }: TestWorld) => [...plane.uploads.keys()].at(-1);

describe('a deployment that is not there', () => {
  test('is created, given its source, and followed by the revision of that', async () => {
    const world = checkout({ secrets: 'A=value-of-a', 'api-dialect': 'generic' });
    const { code, host, result } = await world.run();
    expect([code, host.outputs['outcome'], host.outputs['created']]).toEqual([0, 'deployed', 'true']);
    expect(world.plane.body<DeploymentCreate>('createDeployment')).toMatchObject({
      source: 'internal_source',
      source_config: {},
      source_revision_config: { graph_config_path: 'langgraph.json' },
      secrets: [{ name: 'A' }],
    });
    expect(world.plane.body<DeploymentPatch>('patchDeployment')).toEqual({
      revision_source: 'internal_source',
      source_revision_config: { graph_config_path: 'langgraph.json', source_tarball_path: lastPath(world) },
    });
    const [deployment] = world.plane.deployments.values();
    const [ours, waiting] = world.plane.revisions.get(deployment?.id ?? '') ?? [];
    expect([host.outputs['revision-id'], waiting?.status]).toEqual([ours?.id, 'CREATING']);
    expect(result).toMatchObject({ source: { files: 2, object_path: lastPath(world) } });
    expect(host.summaries.join()).toContain('2 files');
  });

  test('is told nothing of its source yet on the hosted service, but a type', async () => {
    const world = checkout({ 'api-dialect': 'langsmith' });
    await world.run();
    expect(world.plane.body<DeploymentCreate>('createDeployment')).toMatchObject({
      source_config: { deployment_type: 'dev' },
      source_revision_config: {},
    });
  });

  test('is there without a source when the upload fails; the next run goes on with it', async () => {
    const world = checkout();
    world.plane.fail('uploadSource', apiError('network'));
    const { code, host } = await world.run();
    expect([code, host.outputs['reason-code'], host.outputs['created']]).toEqual([
      1,
      'upload-failed',
      'true',
    ]);
    expect(host.everything()).toContain('no second deployment');
    const { host: second } = await world.run();
    expect([second.outputs['outcome'], second.outputs['created']]).toEqual(['deployed', 'false']);
    expect(world.plane.count('createDeployment')).toBe(1);
  });

  test('whose answer was lost is found, and gets its source', async () => {
    const world = checkout();
    world.plane.fail('createDeployment', apiError('ambiguous'), { afterDoing: true });
    const { host } = await world.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(world.plane.count('createDeployment')).toBe(1);
    expect(world.plane.deployments.size).toBe(1);
  });
});

describe('a deployment that is there', () => {
  test('gets a new revision of each upload: nobody knows what is in an earlier one', async () => {
    const { world } = deployedBefore();
    const { host } = await world.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', created: 'false', changed: 'true' });
    expect(world.plane.body<DeploymentPatch>('patchDeployment')).toEqual({
      revision_source: 'internal_source',
      source_revision_config: { graph_config_path: 'langgraph.json', source_tarball_path: lastPath(world) },
    });
    expect((await world.run()).host.outputs['outcome']).toBe('deployed');
  });

  test('keeps its own configuration path where no input says one', async () => {
    const config = { graph_config_path: 'agents/a.json', source_tarball_path: 'uploads/old.tar.gz' };
    const { world } = deployedBefore({}, { source_revision_config: config });
    addToTree(world.workspace, { 'agents/a.json': '{}' });
    expect((await world.run()).host.outputs['outcome']).toBe('deployed');
    expect(world.plane.body<DeploymentPatch>('patchDeployment').source_revision_config).toMatchObject({
      graph_config_path: 'agents/a.json',
    });
  });

  test('is changed once when the answer is lost: our upload tells our revision', async () => {
    const { world, there } = deployedBefore({ secrets: 'A=value-of-a' });
    world.plane.hideSecrets = true;
    world.plane.fail('patchDeployment', apiError('ambiguous'), { afterDoing: true });
    world.plane.before('getDeployment', 3, () => {
      // Somebody else's revision came after ours, with settings of theirs.
      there.secrets = [{ name: 'B', value: 'theirs' }];
    });
    const { host } = await world.run();
    expect(world.plane.count('patchDeployment')).toBe(1);
    const ours = world.plane.revisions.get(there.id)?.[0];
    expect(host.outputs['revision-id']).toBe(ours?.id);
    expect(ours?.source_revision_config?.source_tarball_path).toBe(lastPath(world));
  });

  test('that changes during the upload is planned anew: nothing of somebody else is dropped', async () => {
    const { world, there } = deployedBefore({ secrets: 'A=value-of-a' });
    world.plane.before('uploadSource', 1, () => {
      there.secrets = [{ name: 'THEIRS', value: 'value-of-theirs' }];
    });
    await world.run();
    const sent = world.plane.body<DeploymentPatch>('patchDeployment').secrets?.map(({ name }) => name);
    expect(sent?.toSorted()).toEqual(['A', 'THEIRS']);
  });

  test('of another source is left alone before anything is uploaded', async () => {
    const world = checkout();
    world.plane.add({ name: 'my-agent' }, 'b'.repeat(40));
    const { host } = await world.run();
    expect(host.outputs['reason-code']).toBe('immutable-field');
    expect(world.plane.count('uploadUrl')).toBe(0);
  });
});

describe('a plan', () => {
  test('shows what would be uploaded and asks for nothing that changes', async () => {
    const { world } = deployedBefore({ 'dry-run': 'true' });
    const { host } = await world.run();
    expect(host.outputs['outcome']).toBe('planned');
    expect(host.everything()).toMatch(/uploads\/old\.tar\.gz -> 2 files, .*sha256/);
    const changes = ['uploadUrl', 'uploadSource', 'patchDeployment'] as const;
    expect(changes.map((name) => world.plane.count(name))).toEqual([0, 0, 0]);
  });

  test('that was approved covers the content', async () => {
    const { world } = deployedBefore({ 'dry-run': 'true' });
    const planId = (await world.run()).host.outputs['plan-id'] ?? '';
    world.inputs['dry-run'] = 'false';
    world.inputs['expected-plan'] = planId;
    addToTree(world.workspace, { 'src/agent.ts': 'export const graph = { other: true };\n' });
    expect((await world.run()).host.outputs['reason-code']).toBe('plan-changed');
    addToTree(world.workspace, AGENT);
    expect((await world.run()).host.outputs['outcome']).toBe('deployed');
  });
});

describe('the upload', () => {
  test('the signed address is masked before it is used, and told by no fault', async () => {
    const { world } = deployedBefore();
    world.plane.fail('uploadSource', apiError('http', 403, 'Forbidden'));
    const { host } = await world.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(world.plane.count('uploadUrl')).toBe(2);
    expect(host.masks.filter((mask) => mask.startsWith('https://storage.example.org/'))).toHaveLength(2);
    expect(host.everything()).not.toContain('signature-');
  });

  test('that is cancelled says what remains', async () => {
    const world = checkout();
    world.plane.onUpload = () => world.cancel.abort(new Error('received SIGINT'));
    const { host } = await world.run();
    expect(host.outputs).toMatchObject({ outcome: 'cancelled', created: 'true' });
    expect(host.everything()).toContain('its source was being uploaded: it waits for one');
  });

  test('under an address in the clear is refused', async () => {
    const { world } = deployedBefore();
    world.plane.plane.uploadUrl = async () => ({
      upload_url: 'http://storage.example.org/x',
      object_path: 'x',
    });
    const { host } = await world.run();
    expect(host.outputs['reason-code']).toBe('upload-failed');
    expect(world.plane.count('uploadSource')).toBe(0);
  });
});

describe('a rollback', () => {
  test('sends the earlier upload again, exactly', async () => {
    const { world, there } = deployedBefore();
    await world.run();
    world.inputs = {
      'api-key': world.inputs['api-key'] ?? '',
      'deployment-name': 'my-agent',
      action: 'rollback',
    };
    const { host } = await world.run();
    expect(host.outputs['reason-code']).toBe('rolled-back-to');
    expect(world.plane.body<DeploymentPatch>('patchDeployment')).toEqual({
      revision_source: 'internal_source',
      source_revision_config: { source_tarball_path: 'uploads/old.tar.gz' },
    });
    expect(there.active_revision_id).toBe(host.outputs['revision-id']);
  });
});

describe('a listener', () => {
  const listener = (index: number, namespaces: string[]) => ({
    id: `60000000-0000-4000-8000-00000000000${index}`,
    computeType: 'k8s',
    computeId: `cluster-${index}`,
    namespaces,
  });

  test('is found when there is just one, and a namespace has to be one of its own', async () => {
    const world = createWorld({ 'image-uri': 'r.example.org/a:1', 'k8s-namespace': 'agents' });
    world.plane.listeners = [listener(1, ['agents'])];
    await world.run();
    expect(world.plane.body<DeploymentCreate>('createDeployment').source_config).toMatchObject({
      listener_id: listener(1, []).id,
      listener_config: { k8s_namespace: 'agents' },
    });
    const other = createWorld({ 'image-uri': 'r.example.org/a:1', 'k8s-namespace': 'elsewhere' });
    other.plane.listeners = [listener(1, ['agents'])];
    const { host } = await other.run();
    expect(host.outputs['reason-code']).toBe('invalid-plan');
    expect(other.plane.count('createDeployment')).toBe(0);
  });

  test('is not asked for by services that have none', async () => {
    const world = createWorld({ 'image-uri': 'r.example.org/a:1' });
    world.plane.fail('listListeners', apiError('http', 404));
    expect((await world.run()).host.outputs['outcome']).toBe('deployed');
  });
});
