import { describe, expect, test } from '@jest/globals';
import {
  createWithoutAction,
  deploymentNamed,
  deploymentsNamed,
  revisionsOf,
  someImage,
} from './support/images.ts';
import { errorsOf, summaryOf, useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });

describe('a deploy of an image', () => {
  test('creates the deployment and waits for its first revision', async () => {
    const name = world.name();
    const image = someImage();
    const { run } = await world.deployImage(name, { 'image-uri': image });
    const there = await deploymentNamed(world, name);
    expect(run.exitCode).toBe(0);
    expect(run.outputs).toMatchObject({
      outcome: 'deployed',
      'reason-code': 'rolled-out',
      'deployment-id': there?.['id'],
      'revision-id': there?.['active_revision_id'],
      'revision-status': 'DEPLOYED',
      'previous-revision-id': '',
      created: 'true',
      changed: 'true',
    });
    expect(there).toMatchObject({ source: 'external_docker', source_revision_config: { image_uri: image } });
    expect(summaryOf(run)).toContain(name);
    expect(summaryOf(run)).toContain(image);
  });

  test('with a new image patches only the changed field of the same deployment', async () => {
    const name = world.name();
    const [one, two] = [someImage('1'), someImage('2')];
    const { run: first } = await world.deployImage(name, { 'image-uri': one });
    const { run, writes } = await world.deployImage(name, { 'image-uri': two });
    expect(run.outputs).toMatchObject({
      outcome: 'deployed',
      'deployment-id': first.outputs['deployment-id'],
      'previous-revision-id': first.outputs['revision-id'],
      created: 'false',
      changed: 'true',
    });
    expect(writes.map(({ method, request }) => [method, request])).toEqual([
      ['PATCH', { source_revision_config: { image_uri: two } }],
    ]);
    expect(run.log).toContain(one);
    expect(run.log).toContain(two);
  });

  test('without a difference ends as unchanged and sends no change', async () => {
    const name = world.name();
    const inputs = { 'deployment-name': name, 'image-uri': someImage() };
    const first = await world.deploy({ inputs });
    const { result: run, writes } = await world.watch(() => world.deploy({ inputs }));
    expect(run.outputs).toMatchObject({
      outcome: 'unchanged',
      'reason-code': 'already-active',
      'revision-id': first.outputs['revision-id'],
      changed: 'false',
    });
    expect([run.exitCode, writes]).toEqual([0, []]);
  });

  test('with force creates a revision even without a change', async () => {
    const name = world.name();
    const inputs = { 'deployment-name': name, 'image-uri': someImage() };
    const first = await world.deploy({ inputs });
    const run = await world.deploy({ inputs: { ...inputs, force: 'true' } });
    expect(run.outputs).toMatchObject({
      outcome: 'deployed',
      'previous-revision-id': first.outputs['revision-id'],
    });
    expect(run.outputs['revision-id']).not.toBe(first.outputs['revision-id']);
  });

  test("finds a deployment by its ID without changing the deployment's name", async () => {
    const name = world.name();
    const id = await createWithoutAction(world, name);
    const image = someImage();
    const run = await world.deploy({ inputs: { 'deployment-id': id, 'image-uri': image } });
    expect(run.outputs).toMatchObject({ outcome: 'deployed', 'deployment-id': id, created: 'false' });
    expect(await deploymentNamed(world, name)).toMatchObject({
      source_revision_config: { image_uri: image },
    });
  });

  test('with an unknown ID fails without creating a deployment', async () => {
    const id = '0f9e2d4c-1b3a-4c5d-8e7f-001122334455';
    const { result: run, writes } = await world.watch(() =>
      world.deploy({ inputs: { 'deployment-id': id, 'image-uri': someImage() } }),
    );
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'deployment-not-found' });
    expect(errorsOf(run)).toHaveLength(1);
    expect(errorsOf(run)[0]).toContain(id);
    expect(writes).toEqual([]);
  });

  test('sends resources and reads the derived limits, and the next deploy with the same resources is unchanged', async () => {
    const name = world.name();
    const inputs = {
      'deployment-name': name,
      'image-uri': someImage(),
      'resource-spec': 'cpu: 1.04\nmemory_mb: 512\nlabels:\n  team: agents\n',
    };
    await world.deploy({ inputs });
    expect(await deploymentNamed(world, name)).toMatchObject({
      source_config: { resource_spec: { cpu: 1, cpu_limit: 2, memory_mb: 512, memory_limit_mb: 1024 } },
    });
    const again = await world.deploy({ inputs });
    expect(again.outputs).toMatchObject({ outcome: 'unchanged' });
    const run = await world.deploy({ inputs: { ...inputs, 'resource-spec': 'cpu: 2\nmemory_mb: 512' } });
    expect(run.outputs).toMatchObject({ outcome: 'deployed' });
    expect(run.log).toMatch(/resource_spec|cpu/);
  });

  test('can deploy an internal image', async () => {
    const name = world.name();
    const image = someImage();
    const { run } = await world.deployImage(name, { source: 'internal_docker', 'image-uri': image });
    expect(run.outputs).toMatchObject({ outcome: 'deployed', created: 'true' });
    expect(await deploymentNamed(world, name)).toMatchObject({ source: 'internal_docker' });
  });

  test('that changes an immutable field is rejected before any change is sent, with the advice to recreate the deployment', async () => {
    const name = world.name();
    await createWithoutAction(world, name);
    const { result: run, writes } = await world.watch(() =>
      world.deploy({
        inputs: {
          'deployment-name': name,
          'repo-url': 'https://git.example.org/o/r',
          ref: 'main',
          commit: 'a'.repeat(40),
        },
      }),
    );
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'immutable-field' });
    expect(errorsOf(run).join()).toMatch(/source/);
    expect(errorsOf(run).join()).toMatch(/create it again/);
    expect(writes).toEqual([]);
  });

  test('works with the self-hosted path prefix and with the field names of the hosted service', async () => {
    const name = world.name();
    const { run } = await world.deployImage(name, {
      'control-plane-url': `${world.emulator.urls.controlPlane.replace(/\/$/, '')}/api-host`,
    });
    expect(run.outputs).toMatchObject({ outcome: 'deployed' });
    expect(await deploymentsNamed(world, name)).toHaveLength(1);
  });
});

test('a deployment that switches to another revision while it is read is not deployed again', async () => {
  const name = world.name();
  const inputs = { 'deployment-name': name, 'image-uri': someImage() };
  const first = await world.deploy({ inputs });
  // The list shows the state before the switch, and the revisions are read after the switch.
  const stale = { ...(await deploymentNamed(world, name)), active_revision_id: null };
  await world.emulator.setFaults([
    {
      match: { surface: 'control-plane', method: 'GET', path: '/v2/deployments' },
      when: { nth: [1] },
      effect: { status: 200, body: { resources: [stale], offset: 1 } },
    },
  ]);
  const { result: run, writes } = await world.watch(() => world.deploy({ inputs }));
  expect(run.outputs).toMatchObject({ outcome: 'unchanged', 'revision-id': first.outputs['revision-id'] });
  expect(writes).toEqual([]);
});

describe('a deploy of an image with dry-run', () => {
  test('shows every field of a new deployment without sending a change', async () => {
    const name = world.name();
    const image = someImage();
    const { run, writes } = await world.deployImage(
      name,
      { 'image-uri': image, 'dry-run': 'true', secrets: 'TOKEN=plan-secret-value' },
      { secrets: ['plan-secret-value'] },
    );
    expect(run.outputs).toMatchObject({ outcome: 'planned', 'reason-code': 'dry-run', changed: 'false' });
    expect(run.exitCode).toBe(0);
    expect(writes).toEqual([]);
    expect(await deploymentNamed(world, name)).toBeUndefined();
    for (const text of [run.log, summaryOf(run)]) {
      expect(text).toContain(image);
      expect(text).toContain('TOKEN');
    }
  });

  test('shows old and new values and whether the change creates a revision, without sending a change', async () => {
    const name = world.name();
    const [one, two] = [someImage('1'), someImage('2')];
    const id = await createWithoutAction(world, name, { image: one });
    const { run, writes } = await world.deployImage(name, { 'image-uri': two, 'dry-run': 'true' });
    expect(run.outputs).toMatchObject({ outcome: 'planned', 'deployment-id': id });
    expect(writes).toEqual([]);
    expect(summaryOf(run)).toContain(one);
    expect(summaryOf(run)).toContain(two);
    expect(summaryOf(run)).toMatch(/revision/i);
    expect(await revisionsOf(world, id)).toHaveLength(1);
  });
});

test('a run with `wait: false` ends as soon as the service accepts the change', async () => {
  const name = world.name();
  await world.fault(name, 'DEPLOYING', { stall: true });
  const { run } = await world.deployImage(name, { wait: 'false' });
  expect(run.outputs).toMatchObject({
    outcome: 'submitted',
    'reason-code': 'not-waited',
    created: 'true',
    changed: 'true',
  });
  expect(run.outputs['revision-id']).not.toBe('');
  expect(run.exitCode).toBe(0);
});

describe('the search for a deployment by its name', () => {
  // docs/migration.md#deployment-second-page-list
  test('reads every page of the list, and ignores similar names', async () => {
    const name = world.name('page');
    // With either sort order, the exact name is not on the first page of 100.
    const similar = (from: number) =>
      Promise.all(Array.from({ length: 101 }, (_, n) => createWithoutAction(world, `${name}-${from + n}`)));
    await similar(0);
    const id = await createWithoutAction(world, name);
    await similar(1000);
    const image = someImage();
    const { run, requests } = await world.deployImage(name, { 'image-uri': image });
    expect(run.outputs).toMatchObject({ outcome: 'deployed', 'deployment-id': id, created: 'false' });
    const lists = requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/v2/deployments'));
    expect(lists.length).toBeGreaterThan(1);
  });

  // docs/migration.md#name-contains-finds-my
  test('creates the deployment if the only match is a longer name that contains the name', async () => {
    const name = world.name();
    await createWithoutAction(world, `${name}-2`);
    const { run } = await world.deployImage(name);
    expect(run.outputs).toMatchObject({ outcome: 'deployed', created: 'true' });
  });

  test('fails with both IDs if two deployments have the name', async () => {
    const name = world.name();
    const one = await createWithoutAction(world, name);
    const found = await deploymentNamed(world, name);
    const duplicate = { ...found, id: '0f9e2d4c-1b3a-4c5d-8e7f-001122334455' };
    await world.emulator.setFaults([
      {
        match: { surface: 'control-plane', method: 'GET', path: '/v2/deployments' },
        effect: { status: 200, body: { resources: [found, duplicate], offset: 2 } },
      },
    ]);
    const { run, writes } = await world.deployImage(name);
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'ambiguous-name' });
    for (const id of [one, duplicate.id]) expect(errorsOf(run)[0]).toContain(id);
    expect(writes).toEqual([]);
  });

  test('ignores a deployment that is being deleted', async () => {
    const name = world.name();
    const id = await createWithoutAction(world, name);
    const gone = await world.emulator.api('DELETE', `/v2/deployments/${id}?delete_tracing_project=true`);
    expect(gone.status).toBe(204);
    const { run } = await world.deployImage(name);
    // The old deployment may still have the name for a moment, but must never be patched.
    expect(run.outputs['deployment-id']).not.toBe(id);
  });
});
