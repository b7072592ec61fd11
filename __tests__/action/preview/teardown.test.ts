import { describe, expect, test } from '@jest/globals';
import { apiError } from '../support/plane.ts';
import { createPreviewWorld, markerOf } from './support.ts';

const NAME = 'agents-pr-7';

/** Pull request 7 is closed, and has a preview. */
function closed(inputs: Record<string, string> = {}) {
  const world = createPreviewWorld(inputs);
  world.gh.open(7, { state: 'closed' });
  world.pullRequest(7, 'closed');
  world.plane.add({ name: NAME, secrets: [markerOf(7)] });
  world.plane.projects.add(NAME);
  return world;
}

describe('a teardown', () => {
  test('deletes the preview and its tracing project, and waits until it is gone', async () => {
    const world = closed();
    world.plane.dyingLooks = 3;
    const { code, host } = await world.run();
    expect([code, host.outputs]).toMatchObject([
      0,
      { outcome: 'torn-down', 'reason-code': 'deleted', 'deployment-name': NAME, 'pull-request': '7' },
    ]);
    expect([world.plane.deployments.size, world.plane.projects.size]).toEqual([0, 0]);
    expect(world.gh.asked).toEqual([]);
  });

  test('needs no token, no source and no path', async () => {
    const world = closed({ paths: 'docs/**' });
    world.github = undefined;
    expect((await world.run()).host.outputs['reason-code']).toBe('deleted');
  });

  test('that is repeated finds nothing, which is fine', async () => {
    const world = closed();
    await world.run();
    const { code, host } = await world.run();
    expect([code, host.outputs['reason-code']]).toEqual([0, 'already-gone']);
  });

  test('finds a preview whichever length its name was cut to', async () => {
    for (const source of ['git', 'image']) {
      const world = createPreviewWorld({ 'deployment-name': 'an-agent-with-a-name-of-length' });
      world.inputs['region'] = 'us';
      if (source === 'image') world.inputs['image-uri'] = 'registry.example.org/a:1';
      await world.run();
      world.pullRequest(7, 'closed');
      delete world.inputs['image-uri'];
      expect((await world.run()).host.outputs['reason-code']).toBe('deleted');
      expect(world.plane.deployments.size).toBe(0);
    }
  });

  test.each([
    ['production without a marker', NAME, []],
    ['the preview of another pull request', NAME, [markerOf(8)]],
    ['the preview of another repository', NAME, [markerOf(7, 'acme/others')]],
    ['what carries a marker that is none', NAME, [{ ...markerOf(7), value: 'mine' }]],
  ])('leaves alone %s', async (_what, name, secrets) => {
    const world = createPreviewWorld();
    world.pullRequest(7, 'closed');
    world.plane.add({ name, secrets: [...secrets] });
    const { code, host } = await world.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'not-a-preview']);
    expect(world.plane.count('deleteDeployment')).toBe(0);
  });

  test('leaves alone what is something else by its ID than in the list', async () => {
    const world = closed();
    const real = world.plane.plane.getDeployment;
    world.plane.plane.getDeployment = async (...args) => ({ ...(await real(...args)), name: 'production' });
    const { code, host } = await world.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'contradictory-answers']);
    expect(world.plane.count('deleteDeployment')).toBe(0);
  });

  test('goes by the name only when it is told to, where the service hides the marker', async () => {
    const world = closed();
    world.plane.hideSecrets = true;
    const refused = await world.run();
    expect(refused.host.outputs['reason-code']).toBe('not-a-preview');
    expect(refused.host.annotations[0]?.message).toMatch(/force: true/);
    world.inputs['force'] = 'true';
    expect((await world.run()).host.outputs['reason-code']).toBe('deleted');
  });

  test('does so in a re-run too', async () => {
    const world = closed({ force: 'true' });
    world.plane.hideSecrets = true;
    world.env = { GITHUB_RUN_ATTEMPT: '2' };
    const { host } = await world.run();
    expect([host.outputs['reason-code'], host.annotations]).toEqual(['deleted', []]);
  });

  test('and force takes nothing that has no marker at all', async () => {
    const world = createPreviewWorld({ force: 'true' });
    world.pullRequest(7, 'closed');
    world.plane.add({ name: NAME });
    expect((await world.run()).host.outputs['reason-code']).toBe('not-a-preview');
  });

  test.each(['https://github.com/acme/others', 'https://git.example.org/acme/agents'])(
    'and force takes nothing that is visibly built from %s',
    async (repoUrl) => {
      for (const hideSecrets of [true, false]) {
        const world = createPreviewWorld({ force: 'true' });
        world.pullRequest(7, 'closed');
        world.plane.add({ name: NAME, source_config: { repo_url: repoUrl }, secrets: [markerOf(7)] });
        world.plane.hideSecrets = hideSecrets;
        const { host } = await world.run();
        expect(host.outputs['reason-code']).toBe('not-a-preview');
        expect(host.annotations[0]?.message).toMatch(/built from/);
        world.inputs['repo-url'] = `${repoUrl}.git`;
        expect((await world.run()).host.outputs['reason-code']).toBe('deleted');
      }
    },
  );

  test('shows what it would delete in a dry run', async () => {
    const world = closed({ 'dry-run': 'true' });
    expect((await world.run()).host.outputs).toMatchObject({ outcome: 'planned', 'deployment-name': NAME });
    expect(world.plane.count('deleteDeployment')).toBe(0);
  });

  test.each([true, false])('looks after a lost answer (%j: it was done)', async (afterDoing) => {
    const world = closed();
    world.plane.dyingLooks = 2;
    world.plane.fail('deleteDeployment', apiError('network'), { afterDoing });
    expect((await world.run()).host.outputs['reason-code']).toBe(afterDoing ? 'deleted' : 'unreachable');
  });

  test('says what the service refused', async () => {
    const world = closed();
    world.plane.fail('deleteDeployment', apiError('http', 403));
    expect((await world.run()).host.outputs['reason-code']).toBe('forbidden');
  });

  test('ends when its time is over, and does not wait when told so', async () => {
    const world = closed({ 'wait-timeout': '2m' });
    world.plane.dyingLooks = 1000;
    const { code, host } = await world.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'still-deleting']);
    const other = closed({ wait: 'false' });
    other.plane.dyingLooks = 1000;
    expect((await other.run()).host.outputs['reason-code']).toBe('deleted');
    // One look, before it is deleted.
    expect(other.plane.count('getDeployment')).toBe(1);
  });

  test('of a preview that is on its way out sees to its tracing project', async () => {
    const world = closed();
    world.plane.dyingLooks = 3;
    const { id = '' } = world.named(NAME) ?? {};
    await world.plane.plane.deleteDeployment(id, { deleteTracingProject: false });
    expect((await world.run()).host.outputs['reason-code']).toBe('already-gone');
    expect([world.plane.deployments.size, world.plane.projects.size]).toEqual([0, 0]);
  });

  test('asks GitHub for a branch that only the name needs', async () => {
    const world = createPreviewWorld({
      action: 'teardown',
      'pull-request': '7',
      'preview-name-template': '{branch}-{number}',
    });
    world.dispatch();
    world.plane.add({ name: 'topic-7-7-xabcdefgh' });
    world.plane.add({ name: 'topic-7-7', secrets: [markerOf(7)] });
    expect((await world.run()).host.outputs['reason-code']).toBe('deleted');
    expect(world.plane.deployments.size).toBe(1);
    world.github = undefined;
    expect((await world.run()).host.outputs['reason-code']).toBe('pull-request-unknown');
  });

  test('under pull_request_target is the same', async () => {
    const world = closed();
    world.pullRequest(7, 'closed', { name: 'pull_request_target' });
    expect((await world.run()).host.outputs['reason-code']).toBe('deleted');
  });
});

describe('a teardown of what two kinds of answers show otherwise', () => {
  const missing = (world: ReturnType<typeof closed>) => {
    world.plane.plane.getDeployment = async () => {
      throw apiError('http', 404);
    };
  };

  test('is no success while the list shows as living what is gone by its ID', async () => {
    for (const wait of ['true', 'false']) {
      const world = closed({ wait });
      missing(world);
      const { code, host } = await world.run();
      expect([code, host.outputs['reason-code']]).toEqual([1, 'contradictory-answers']);
    }
  });

  test('is no success where the deletion was accepted and never done', async () => {
    const world = closed();
    world.plane.plane.deleteDeployment = async () => {
      missing(world);
      return true;
    };
    const { code, host } = await world.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'contradictory-answers']);
  });

  test('waits for a list that is behind', async () => {
    const world = closed();
    const before = structuredClone([...world.plane.deployments.values()]);
    const real = world.plane.plane.listDeployments;
    const startedAt = world.clock.now();
    world.plane.plane.listDeployments = async (...args) =>
      world.clock.now() - startedAt < 10_000 ? before : real(...args);
    expect((await world.run()).host.outputs['reason-code']).toBe('deleted');
  });

  test('finds what a filter leaves out', async () => {
    const world = closed();
    const real = world.plane.plane.listDeployments;
    world.plane.plane.listDeployments = async (filter, ...rest) =>
      filter.nameContains === undefined ? real(filter, ...rest) : [];
    // The list with a filter never shows it, so that only its ID tells that it is gone.
    expect((await world.run()).host.outputs['reason-code']).toBe('deleted');
    expect(world.plane.deployments.size).toBe(0);
  });
});
