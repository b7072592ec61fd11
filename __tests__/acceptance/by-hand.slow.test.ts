import { describe, expect, test } from '@jest/globals';
import type { RemoteParticipant } from '../../harness/clock/participant.ts';
import { createWithoutAction, revisionsOf, someImage } from './support/images.ts';
import { useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const interrupts = { method: 'POST', path: '**/interrupt' };

describe('the action with `action: wait`', () => {
  test('continues to wait for the same revision after a timeout, without sending a change', async () => {
    const name = world.name();
    await world.fault(name, 'DEPLOYING', { duration_ms: 600_000 });
    const inputs = { 'deployment-name': name, 'image-uri': someImage(), 'wait-timeout': '1m' };
    const first = await world.deploy({ inputs });
    expect(first.outputs).toMatchObject({ outcome: 'timed-out' });
    const { result: run, writes } = await world.watch(() =>
      world.deploy({
        inputs: {
          'deployment-name': name,
          action: 'wait',
          'revision-id': first.outputs['revision-id'] ?? '',
          'poll-interval': '60s',
        },
      }),
    );
    expect([run.exitCode, writes]).toEqual([0, []]);
    expect(run.outputs).toMatchObject({
      outcome: 'deployed',
      'reason-code': 'rolled-out',
      'revision-id': first.outputs['revision-id'],
    });
  });

  test('evaluates the latest revision as a deploy does, and reports a missing deployment or revision', async () => {
    const name = world.name();
    await world.fault(name, 'DEPLOYING', { fail: 'no such image' });
    await createWithoutAction(world, name);
    const wait = (more: Record<string, string>) => world.deploy({ inputs: { action: 'wait', ...more } });
    const failed = await wait({ 'deployment-name': name });
    expect([failed.outputs['reason-code'], failed.exitCode]).toEqual(['deploy-failed', 1]);
    const unknown = await wait({ 'deployment-name': world.name() });
    expect(unknown.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'deployment-not-found' });
  });
});

test('the action with `action: status` prints the last revisions without sending a change', async () => {
  const name = world.name();
  const image = someImage();
  const id = await createWithoutAction(world, name, { image });
  await world.emulator.clock.advance(60_000);
  const { result: run, writes } = await world.watch(() =>
    world.deploy({ inputs: { action: 'status', 'deployment-name': name } }),
  );
  const [only] = await revisionsOf(world, id);
  expect([run.exitCode, writes]).toEqual([0, []]);
  expect(run.outputs).toMatchObject({ outcome: 'observed', 'reason-code': 'serving' });
  expect(run.log).toMatch(new RegExp(`\\*  ${String(only?.['id'])}  DEPLOYED  ${image}  .* ago`));
});

test('an approved plan is applied only once, and only if the deployment has not changed since the approval', async () => {
  const name = world.name();
  await createWithoutAction(world, name);
  await world.emulator.clock.advance(60_000);
  const inputs = {
    'deployment-name': name,
    'image-uri': someImage('2'),
    secrets: 'TOKEN=s3cret-of-the-plan',
  };
  const secrets = ['s3cret-of-the-plan'];
  const plan = await world.deploy({ inputs: { ...inputs, action: 'plan' }, secrets });
  const approved = { ...inputs, 'expected-plan': plan.outputs['plan-id'] ?? '' };
  expect((await world.deploy({ inputs: approved, secrets })).outputs).toMatchObject({ outcome: 'deployed' });
  const { result: late, writes } = await world.watch(() => world.deploy({ inputs: approved, secrets }));
  expect(late.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'plan-changed' });
  expect([late.exitCode, writes]).toEqual([1, []]);
});

test('a re-run of a finished job does not deploy again, even with force', async () => {
  const name = world.name();
  const inputs = { 'deployment-name': name, 'image-uri': someImage(), force: 'true' };
  const first = await world.deploy({ inputs });
  const { result: again, writes } = await world.watch(() => world.deploy({ inputs, github: { attempt: 2 } }));
  expect(again.outputs).toMatchObject({
    outcome: 'unchanged',
    'revision-id': first.outputs['revision-id'],
  });
  expect([again.exitCode, writes]).toEqual([0, []]);
  expect(again.log).toContain('Start a new run to force again');
});

describe('a run that is cancelled while its revision is in progress', () => {
  const cancelled = async (inputs: Record<string, string>) => {
    const when = (clock: RemoteParticipant) => clock.sleep(10_000);
    const { result: run, writes } = await world.watch(() => world.deployCancelled({ inputs, when }));
    return { run, writes };
  };
  const statusOf = async (id: string | undefined) => (await revisionsOf(world, id))[0]?.['status'];

  test('interrupts the revision with `on-cancel: interrupt`, even if the response to the interruption is lost', async () => {
    for (const effect of [undefined, { drop_answer: true }]) {
      const name = world.name();
      await world.emulator.setFaults([
        { match: { deployment: name, stage: 'DEPLOYING' }, effect: { stall: true } },
        ...(effect ? [{ match: interrupts, effect }] : []),
      ]);
      const { run, writes } = await cancelled({
        'deployment-name': name,
        'image-uri': someImage(),
        'on-cancel': 'interrupt',
      });
      expect(run.outputs).toMatchObject({
        outcome: 'cancelled',
        'reason-code': 'revision-interrupted',
        'revision-status': 'INTERRUPTED',
      });
      expect(await statusOf(run.outputs['deployment-id'])).toBe('INTERRUPTED');
      expect(writes.filter(({ path }) => path.endsWith('/interrupt'))).toHaveLength(1);
    }
  });

  test('never interrupts a revision that was in progress before the run', async () => {
    const name = world.name();
    await world.fault(name, 'DEPLOYING', { stall: true });
    const image = someImage();
    const id = await createWithoutAction(world, name, { image });
    const { run, writes } = await cancelled({
      'deployment-name': name,
      'image-uri': image,
      'on-cancel': 'interrupt',
    });
    expect(run.outputs).toMatchObject({ outcome: 'cancelled', 'reason-code': 'signal' });
    expect([writes, await statusOf(id)]).toEqual([[], 'DEPLOYING']);
  });
});

test('the action with `on-timeout: interrupt` interrupts its own revision after the deadline, under either API path prefix', async () => {
  const name = world.name();
  await world.emulator.setFaults([
    { match: { deployment: name, stage: 'DEPLOYING' }, effect: { stall: true } },
    { match: interrupts, effect: { status: 404 } },
  ]);
  const inputs = {
    'deployment-name': name,
    'image-uri': someImage(),
    'wait-timeout': '1m',
    'on-timeout': 'interrupt',
  };
  const run = await world.deploy({ inputs });
  expect(run.outputs).toMatchObject({ outcome: 'timed-out', 'revision-status': 'INTERRUPTED' });
  expect(run.exitCode).toBe(1);
  expect((await revisionsOf(world, run.outputs['deployment-id']))[0]?.['status']).toBe('INTERRUPTED');
});
