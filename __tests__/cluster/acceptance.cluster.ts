// Tests of the built action with a control plane of two replicas, whose agents are images that run as pods.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { playImages } from '../../harness/cluster/pods/images.ts';
import { dispatchEvent } from '../../harness/events.ts';
import { type FakeGitHub, startGitHub } from '../../harness/github/fake.ts';
import { until } from '../../harness/until.ts';
import { serviceName } from '../../src/emulator/data-plane/places/kubernetes/plan/objects.ts';
import { errorsOf, useTestEnvironment } from '../acceptance/support/environment.ts';
import { deploymentNamed, deploymentsNamed, revisionsOf } from '../acceptance/support/images.ts';
import { type ControlPlane, startControlPlane } from './support/control-plane.ts';
import { type GatedAgent, LAST_WORDS, makeGatedAgent } from '../../harness/cluster/pods/gated-agent.ts';

let agent: GatedAgent;
let plane: ControlPlane;
const world = useTestEnvironment({}, async () => {
  plane = await startControlPlane();
  agent = await makeGatedAgent(['one', 'two', 'three', 'four']);
  await playImages(plane.cluster, plane.namespace, agent.images);
  return plane.emulator;
});
afterAll(() => agent.close());

const dispatch = dispatchEvent({ ref: 'refs/heads/main', sha: 'd'.repeat(40) });
/** Deploys an image, as a push does. */
const push = (name: string, tag: string, more: Record<string, string> = {}) =>
  world.deploy({ inputs: { 'deployment-name': name, 'image-uri': agent.image(tag), ...more } });

/** Returns the image tag of a deployment's agent, as each replica forwards it. */
async function answers(id: string | undefined): Promise<unknown[]> {
  return Promise.all(
    plane.replicas.running.map(async (replica) => {
      const { body } = await replica.api('GET', `/d/${id}/tag`);
      return (body as { tag?: unknown }).tag;
    }),
  );
}

const revision = async (id: string | undefined) => (await revisionsOf(world, id))[0];
/** Returns the newest revision of a deployment if it has this status. */
const revisionAt = (name: string, status: string, not = '') =>
  until(async () => {
    const id = (await deploymentNamed(world, name))?.['id'];
    const newest = id === undefined ? undefined : await revision(String(id));
    const isIt = newest?.['status'] === status && newest['id'] !== not;
    return isIt && { id: String(newest['id']), deploymentId: String(id) };
  }, `a revision of ${name} that is ${status}`);

/** Returns the Deployments of the cluster that belong to an agent. */
async function workloadsOf(deploymentId: string): Promise<string[]> {
  const selector = encodeURIComponent(`agent-deploy/deployment=${deploymentId}`);
  const path = `/apis/apps/v1/namespaces/${plane.namespace}/deployments?labelSelector=${selector}`;
  const { body } = await plane.cluster.request('GET', path);
  return (body as { items: { metadata: { name: string } }[] }).items.map(({ metadata }) => metadata.name);
}

type Replica = ControlPlane['replicas']['running'][number];
/** Returns how often the fault rules of a replica matched requests with these paths. */
async function hits(replica: Replica, path: string): Promise<number> {
  const { body } = await replica.api('GET', `${replica.urls.admin}/faults`);
  const { rules } = body as { rules: { match: { path?: string }; hit: number }[] };
  return rules.filter(({ match }) => match.path === path).reduce((sum, { hit }) => sum + hit, 0);
}
/** Returns fault rules with outdated responses about a deployment, and with outdated lists. */
const staleAnswers = (was: Record<string, unknown>, when: object = {}) =>
  [
    { path: `/v2/deployments/${String(was['id'])}`, body: was },
    { path: '/v2/deployments', body: { resources: [was], offset: 1 } },
  ].map(({ path, body }) => ({
    match: { surface: 'control-plane', method: 'GET', path },
    ...when,
    effect: { status: 200, body },
  }));

// docs/kubernetes/guarantees.md#acceptance
describe('a push of an image to a cluster', () => {
  test('is deployed and responds through each replica until the next image replaces it', async () => {
    const name = world.name();
    const first = await push(name, 'one');
    const id = first.outputs['deployment-id'];
    expect(first.outputs).toMatchObject({
      outcome: 'deployed',
      'reason-code': 'rolled-out',
      created: 'true',
    });
    expect(await answers(id)).toEqual(['one', 'one']);
    const second = await push(name, 'two');
    expect(second.outputs).toMatchObject({
      outcome: 'deployed',
      'deployment-id': id,
      'previous-revision-id': first.outputs['revision-id'],
    });
    expect(await answers(id)).toEqual(['two', 'two']);
    expect((await push(name, 'two')).outputs).toMatchObject({ outcome: 'unchanged' });
  });

  test('fails with its last output if the image exits at its start, and the previous revision continues to serve', async () => {
    const name = world.name();
    const first = await push(name, 'one');
    const run = await push(name, 'broken');
    expect([run.exitCode, run.outputs]).toMatchObject([
      1,
      { outcome: 'failed', 'reason-code': 'deploy-failed', 'revision-status': 'DEPLOY_FAILED' },
    ]);
    expect(errorsOf(run)).toHaveLength(1);
    expect(run.log).toContain(LAST_WORDS);
    expect(await answers(first.outputs['deployment-id'])).toEqual(['one', 'one']);
  });

  test('can be rolled back manually to the previous image', async () => {
    const name = world.name();
    const first = await push(name, 'one');
    await push(name, 'two');
    const run = await world.deploy({
      event: dispatch,
      inputs: { 'deployment-name': name, 'rollback-to': 'previous' },
    });
    expect(run.outputs).toMatchObject({ outcome: 'deployed', 'reason-code': 'rolled-back-to' });
    expect(await answers(first.outputs['deployment-id'])).toEqual(['one', 'one']);
  });
});

describe('a pull request', () => {
  let github: FakeGitHub;
  beforeAll(async () => {
    github = await startGitHub();
  });
  afterAll(() => github.close());

  test('has a preview until it is closed, and no object of the preview remains in the cluster', async () => {
    const repository = github.addRepository();
    const permissions = { contents: 'read', 'pull-requests': 'read' } as const;
    const token = github.addToken({ kind: 'actions', repository: repository.fullName, permissions });
    repository.addPullRequest({ number: 7, head: { ref: 'topic', files: { 'a.ts': '1' } } });
    const base = world.name();
    const on = (action: string) =>
      world.deploy({
        event: repository.events.pullRequest(7, { action }),
        github: { apiUrl: github.apiUrl, token },
        secrets: [token],
        inputs: {
          'deployment-name': base,
          'image-uri': agent.image('one'),
          'github-deployment': 'false',
          comment: 'false',
        },
      });
    const opened = await on('opened');
    const id = opened.outputs['deployment-id'] ?? '';
    expect(opened.outputs).toMatchObject({ outcome: 'deployed', 'deployment-name': `${base}-pr-7` });
    expect(await answers(id)).toEqual(['one', 'one']);
    expect(await workloadsOf(id)).toHaveLength(1);
    repository.closePullRequest(7);
    expect((await on('closed')).outputs).toMatchObject({ outcome: 'torn-down', 'reason-code': 'deleted' });
    expect(await deploymentsNamed(world, `${base}-pr-7`)).toEqual([]);
    const service = `/api/v1/namespaces/${plane.namespace}/services/${serviceName(id)}`;
    expect((await plane.cluster.request('GET', service)).status).toBe(404);
    expect(await workloadsOf(id)).toEqual([]);
  });
});

describe('a cluster whose replica is killed during its work', () => {
  // docs/kubernetes/guarantees.md#crash-replica
  test('finishes the rollout once with another replica, and the run reports the deployment', async () => {
    const name = world.name();
    await push(name, 'one');
    await agent.hold('two');
    const running = push(name, 'two');
    const made = await revisionAt(name, 'DEPLOYING');
    await plane.replace(await plane.workerOf(made.id, 'DEPLOYING'));
    // The old revision is active, also through a replica that never worked on it.
    expect(await answers(made.deploymentId)).toEqual(['one', 'one']);
    await agent.release('two');
    const run = await running;
    expect(run.outputs).toMatchObject({ outcome: 'deployed', 'revision-id': made.id });
    expect(await answers(made.deploymentId)).toEqual(['two', 'two']);
    expect(await revisionsOf(world, made.deploymentId)).toHaveLength(2);
  });

  test('marks a waiting revision as superseded by a newer revision', async () => {
    const name = world.name();
    await push(name, 'one');
    await agent.hold('two');
    const ahead = push(name, 'two');
    const made = await revisionAt(name, 'DEPLOYING');
    const running = push(name, 'three');
    const waiting = await revisionAt(name, 'QUEUED');
    const patched = await world.emulator.api('PATCH', `/v2/deployments/${made.deploymentId}`, {
      source_revision_config: { image_uri: agent.image('four') },
    });
    expect(patched.status).toBe(200);
    await plane.replace(await plane.workerOf(made.id, 'DEPLOYING'));
    await agent.release('two');
    const run = await running;
    expect(run.outputs).toMatchObject({
      outcome: 'superseded',
      'reason-code': 'skipped-by-service',
      'revision-id': waiting.id,
    });
    await ahead;
    await revisionAt(name, 'DEPLOYED', made.id);
    expect(await answers(made.deploymentId)).toEqual(['four', 'four']);
  });

  test('completes a rollback to the earlier revision', async () => {
    const name = world.name();
    await push(name, 'one');
    await push(name, 'two');
    await agent.hold('one');
    const running = world.deploy({
      event: dispatch,
      inputs: { 'deployment-name': name, 'rollback-to': 'previous' },
    });
    const made = await revisionAt(name, 'DEPLOYING');
    await plane.replace(await plane.workerOf(made.id, 'DEPLOYING'));
    await agent.release('one');
    const run = await running;
    expect(run.outputs).toMatchObject({ outcome: 'deployed', 'reason-code': 'rolled-back-to' });
    expect(await answers(made.deploymentId)).toEqual(['one', 'one']);
  });

  // docs/kubernetes/guarantees.md#lag
  test("makes the run wait until the deployment has the run's revision, even if responses are outdated", async () => {
    const name = world.name();
    await push(name, 'one');
    await agent.hold('two');
    let isOver = false;
    const running = push(name, 'two').finally(() => {
      isOver = true;
    });
    const made = await revisionAt(name, 'DEPLOYING');
    const before = await deploymentNamed(world, name);
    if (before === undefined) throw new Error(`there is no deployment ${name}`);
    await plane.replace(await plane.workerOf(made.id, 'DEPLOYING'));
    await Promise.all(plane.replicas.running.map((replica) => replica.setFaults(staleAnswers(before))));
    await agent.release('two');
    await until(
      async () => (await revision(made.deploymentId))?.['status'] === 'DEPLOYED',
      'the revision to be deployed',
    );
    // The run reads the deployment after its revision is deployed.
    const place = `/v2/deployments/${made.deploymentId}`;
    await until(async () => {
      const all = await Promise.all(plane.replicas.running.map((replica) => hits(replica, place)));
      return all.reduce((sum, count) => sum + count, 0) >= 2;
    }, 'answers that lag');
    expect(isOver).toBe(false);
    await world.emulator.clearFaults();
    const run = await running;
    expect(run.outputs).toMatchObject({ outcome: 'deployed', 'revision-id': made.id });
    expect(await answers(made.deploymentId)).toEqual(['two', 'two']);
    expect(await revisionsOf(world, made.deploymentId)).toHaveLength(2);
  });

  test('does not deploy again for a run that has read an earlier state of the deployment', async () => {
    const name = world.name();
    await push(name, 'one');
    const before = await deploymentNamed(world, name);
    if (before === undefined) throw new Error(`there is no deployment ${name}`);
    const second = await push(name, 'two');
    const id = second.outputs['deployment-id'];
    // The remaining replica first sends an outdated list, and then does not respond until it is killed.
    await plane.replicas.kill();
    const [lagging] = plane.replicas.running;
    if (lagging === undefined) throw new Error('no replica runs');
    const others = '/v2/**';
    await lagging.setFaults([
      ...staleAnswers(before, { when: { nth: [1] } }),
      { match: { surface: 'control-plane', path: others }, effect: { hang: true } },
    ]);
    const running = push(name, 'two');
    await until(async () => (await hits(lagging, others)) > 0, 'a request after the list');
    expect(await hits(lagging, '/v2/deployments')).toBe(1);
    await plane.replicas.start();
    await plane.replace(lagging);
    const run = await running;
    expect(run.outputs).toMatchObject({
      outcome: 'unchanged',
      'revision-id': second.outputs['revision-id'],
    });
    expect(await revisionsOf(world, id)).toHaveLength(2);
    expect(await answers(id)).toEqual(['two', 'two']);
  });

  // docs/kubernetes/guarantees.md#crash-deletion
  test('completes the deletion of a deployment with another replica', async () => {
    const name = world.name();
    const first = await push(name, 'one');
    const id = first.outputs['deployment-id'] ?? '';
    const worker = await plane.workerOf(first.outputs['revision-id'] ?? '', 'DEPLOYED');
    expect((await world.emulator.api('DELETE', `/v2/deployments/${id}`)).status).toBe(204);
    await plane.replace(worker);
    await until(
      async () => (await world.emulator.api('GET', `/v2/deployments/${id}`)).status === 404,
      'the end of the deployment',
    );
    expect(await workloadsOf(id)).toEqual([]);
  });
});
