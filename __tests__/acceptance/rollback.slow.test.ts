import { describe, expect, test } from '@jest/globals';
import { dispatchEvent } from '../../harness/events.ts';
import { createWithoutAction, revisionsOf, someImage } from './support/images.ts';
import { errorsOf, useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const dispatch = dispatchEvent({ ref: 'refs/heads/main', sha: 'd'.repeat(40) });
const redeploys = { method: 'POST', path: '**/redeploy' };

/** Creates a deployment without the action, and deploys these images one after the other. */
async function withImages(...images: string[]): Promise<{ name: string; id: string; revisions: string[] }> {
  const name = world.name();
  const [first, ...rest] = images;
  const id = await createWithoutAction(world, name, { ...(first !== undefined && { image: first }) });
  await world.emulator.clock.advance(60_000);
  for (const image of rest) {
    await world.emulator.api('PATCH', `/v2/deployments/${id}`, {
      source_revision_config: { image_uri: image },
    });
    await world.emulator.clock.advance(60_000);
  }
  const made = await revisionsOf(world, id);
  expect(made.map(({ status }) => status)).toEqual(images.map(() => 'DEPLOYED'));
  return { name, id, revisions: made.map((one) => String(one['id'])).toReversed() };
}

const dispatched = (inputs: Record<string, string>, attempt = 1) =>
  world.watch(() => world.deploy({ event: dispatch, inputs, github: { attempt } }));

describe('a manual rollback', () => {
  test('of an image restores exactly the previous revision, and its re-run does not go further back', async () => {
    const images = [someImage('1'), someImage('2'), someImage('3')];
    const { name, id, revisions } = await withImages(...images);
    const inputs = { 'deployment-name': name, 'rollback-to': 'previous' };
    const { result: run, writes } = await dispatched(inputs);
    expect(run.exitCode).toBe(0);
    expect(run.outputs).toMatchObject({
      outcome: 'deployed',
      'reason-code': 'rolled-back-to',
      'previous-revision-id': revisions[2],
      'rollback-revision-id': run.outputs['revision-id'],
    });
    expect(writes.map(({ method, request }) => [method, request])).toEqual([
      ['PATCH', { source_revision_config: { image_uri: images[1] } }],
    ]);
    expect(run.log).toContain('secrets, resources and other settings stay');
    const again = await dispatched(inputs, 2);
    expect(again.result.outputs).toMatchObject({ outcome: 'unchanged', 'reason-code': 'already-active' });
    expect([again.writes, (await revisionsOf(world, id)).length]).toEqual([[], 4]);
  });

  test('restores a revision by its ID, and only shows its plan with dry-run', async () => {
    const { name, revisions } = await withImages(someImage('1'), someImage('2'), someImage('3'));
    const inputs = { 'deployment-name': name, 'rollback-to': revisions[0] ?? '' };
    const dry = await dispatched({ ...inputs, 'dry-run': 'true' });
    expect([dry.result.outputs['outcome'], dry.writes]).toEqual(['planned', []]);
    expect(JSON.parse(dry.result.outputs['plan'] ?? '')).toMatchObject({
      kind: 'patch',
      makes_revision: true,
    });
    const { result: run } = await dispatched(inputs);
    expect(JSON.parse(run.outputs['result'] ?? '')).toMatchObject({
      reason_code: 'rolled-back-to',
      rollback: { target_revision_id: revisions[0], revision_id: run.outputs['revision-id'] },
    });
  });

  test('rejects a revision that does not exist or was never deployed, and a deployment without an earlier revision', async () => {
    const { name, id } = await withImages(someImage('1'));
    await world.fault(name, 'DEPLOYING', { fail: 'no such image' });
    await world.emulator.api('PATCH', `/v2/deployments/${id}`, {
      source_revision_config: { image_uri: someImage('2') },
    });
    await world.emulator.clock.advance(60_000);
    const [failed] = await revisionsOf(world, id);
    expect(failed?.['status']).toBe('DEPLOY_FAILED');
    for (const [to, reason] of [
      [String(failed?.['id']), 'never-deployed'],
      ['0f9e2d4c-1b3a-4c5d-8e7f-001122334455', 'revision-not-found'],
      ['previous', 'no-rollback-target'],
    ] as const) {
      const { result: run, writes } = await dispatched({ 'deployment-name': name, 'rollback-to': to });
      expect([run.outputs['reason-code'], run.exitCode, writes]).toEqual([reason, 1, []]);
      expect(errorsOf(run)).toHaveLength(1);
    }
  });

  test("of a branch that has moved uses the service's redeploy, or fails if the service does not support redeploys", async () => {
    const repository = await world.repository({ 'langgraph.json': '{"graphs":{}}' });
    const name = world.name();
    const inputs = { 'deployment-name': name, 'repo-url': repository.url };
    const deploy = async () => world.deploy({ event: await world.push(repository), inputs });
    const first = await deploy();
    await repository.commit({ 'langgraph.json': '{"graphs":{"b":"b"}}' });
    expect((await deploy()).outputs).toMatchObject({ outcome: 'deployed' });
    const back = { 'deployment-name': name, 'rollback-to': 'previous' };
    await world.emulator.setFaults([{ match: redeploys, effect: { status: 404 } }]);
    const { result: refused } = await dispatched(back);
    expect(refused.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'rollback-impossible' });
    expect(errorsOf(refused)[0]).toContain(first.outputs['commit-sha']);
    // If the service can redeploy a revision, the action looks up the result of a lost response, and does not repeat
    // the write.
    await world.emulator.setFaults([{ match: redeploys, effect: { drop_answer: true } }]);
    const { result: run, writes } = await dispatched(back);
    expect(run.outputs).toMatchObject({
      'reason-code': 'rolled-back-to',
      'commit-sha': first.outputs['commit-sha'],
    });
    expect(writes.map(({ path }) => path.split('/').at(-1))).toEqual(['redeploy']);
  });
});

describe('a rollback after a failure', () => {
  test('restores the earlier revision once if the agent becomes unhealthy after the switch, and the step fails', async () => {
    const image = someImage('1');
    const { name, id, revisions } = await withImages(image);
    await world.fault(name, 'SERVING', { fail: 'out of memory' });
    const inputs = { 'deployment-name': name, 'image-uri': someImage('2'), 'rollback-on-failure': 'true' };
    const { result: run, writes } = await dispatched(inputs);
    const [back, ours] = await revisionsOf(world, id);
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({
      outcome: 'rolled-back',
      'reason-code': 'after-failure',
      'revision-id': ours?.['id'],
      'rollback-revision-id': back?.['id'],
      'previous-revision-id': revisions[0],
    });
    expect(back).toMatchObject({ status: 'DEPLOYED', source_revision_config: { image_uri: image } });
    expect(writes.map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
    expect(JSON.parse(run.outputs['result'] ?? '')).toMatchObject({ rollback: { after: 'unhealthy' } });
  });

  test('creates no revision if the earlier revision is still serving', async () => {
    const { name, id } = await withImages(someImage('1'));
    await world.fault(name, 'DEPLOYING', { fail: 'no such image' });
    const inputs = { 'deployment-name': name, 'image-uri': someImage('2'), 'rollback-on-failure': 'true' };
    const { result: run } = await dispatched(inputs);
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'deploy-failed' });
    expect(errorsOf(run)[0]).toContain('is still active');
    expect(await revisionsOf(world, id)).toHaveLength(2);
  });
});
