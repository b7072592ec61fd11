import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ensureDist } from '../../harness/dist.ts';
import { startEmulator, type EmulatorHandle, type EmulatorOptions } from '../../harness/emulator.ts';
import { runAction } from '../../harness/runner/run-action.ts';
import { createWithoutAction, revisionsOf, someImage } from './support/images.ts';
import { ACTION_YML, errorsOf, somePush, useTestEnvironment } from './support/environment.ts';

const MINUTE = 60_000;
const world = useTestEnvironment({ runtime: 'stub' });
const lasts = (deployment: string, stage: string, minutes: number, status?: string) => ({
  match: { deployment, stage },
  effect: { duration_ms: minutes * MINUTE, ...(status && { status }) },
});
/** Fault rules that make the stages of a rollout take half an hour. */
const halfAnHour = (name: string) => [
  lasts(name, 'CREATING', 2),
  lasts(name, 'AWAITING_DEPLOY', 18),
  lasts(name, 'DEPLOYING', 10),
];
/** Returns inputs that poll once a minute for up to forty minutes. */
const patient = (name: string) => ({
  'deployment-name': name,
  'image-uri': someImage(),
  'poll-interval': '60s',
  'wait-timeout': '40m',
});
const minutesOf = (outputs: Record<string, string>) => Number(outputs['duration-seconds']) / 60;

describe('the built action in virtual time', () => {
  test('waits for the end of a thirty-minute rollout', async () => {
    const name = world.name();
    await world.emulator.setFaults(halfAnHour(name));
    const before = await world.emulator.clock.now();
    const { result: run, requests } = await world.watch(() => world.deploy({ inputs: patient(name) }));
    expect(run.outputs).toMatchObject({ outcome: 'deployed', 'revision-status': 'DEPLOYED' });
    expect(minutesOf(run.outputs)).toBeGreaterThanOrEqual(30);
    expect(minutesOf(run.outputs)).toBeLessThanOrEqual(31);
    expect(await world.emulator.clock.now()).toBeGreaterThanOrEqual(before + 30 * MINUTE);
    // The action did not poll as fast as possible: docs/waiting.md limits a wait to 40 requests more than one every 15
    // seconds.
    expect(requests.length).toBeGreaterThan(25);
    expect(requests.length).toBeLessThan(30 * 4 + 40);
  });

  test('polls at the same virtual times in each run', async () => {
    const looks = async () => {
      const name = world.name();
      await world.emulator.setFaults(halfAnHour(name));
      const { requests } = await world.watch(() => world.deploy({ inputs: patient(name) }));
      const write = requests.find(({ method }) => method === 'POST');
      const since = (at: unknown) => Date.parse(String(at)) - Date.parse(String(write?.['at']));
      // Only requests after the create are compared, because the number of earlier requests depends on the speed of
      // the machine.
      return requests
        .filter(({ at }) => since(at) > 0)
        .map(({ at, method, status }) => [since(at), method, status]);
    };
    const first = await looks();
    expect(first.length).toBeGreaterThan(25);
    expect(await looks()).toEqual(first);
  });

  test('times out after exactly thirty minutes', async () => {
    const name = world.name();
    await world.fault(name, 'DEPLOYING', { stall: true });
    const run = await world.deploy({ inputs: { ...patient(name), 'wait-timeout': '30m' } });
    expect(run.outputs).toMatchObject({ outcome: 'timed-out', 'reason-code': 'deadline' });
    expect(minutesOf(run.outputs)).toBeGreaterThanOrEqual(30);
    expect(minutesOf(run.outputs)).toBeLessThan(30.1);
    expect(errorsOf(run)[0]).toContain(run.outputs['revision-id']);
  });

  test('shares the virtual time with a second action, and neither action waits for the other', async () => {
    const [one, other] = [world.name(), world.name()];
    await world.emulator.setFaults([...halfAnHour(one), lasts(other, 'DEPLOYING', 5)]);
    const before = await world.emulator.clock.now();
    const runs = await Promise.all([one, other].map((name) => world.deploy({ inputs: patient(name) })));
    expect(runs.map((run) => run.outputs['outcome'])).toEqual(['deployed', 'deployed']);
    const [long = 0, short = 0] = runs.map((run) => minutesOf(run.outputs));
    expect([long >= 30, long <= 31.1, short >= 5, short <= 6.1]).toEqual([true, true, true, true]);
    expect(await world.emulator.clock.now()).toBeLessThan(before + 40 * MINUTE);
  });

  test('accepts every status, including an unknown status that lasts an hour', async () => {
    const name = world.name();
    await world.emulator.setFaults([
      lasts(name, 'AWAITING_DEPLOY', 60, 'WARMING_CACHES'),
      lasts(name, 'DEPLOYING', 5, 'UNKNOWN'),
    ]);
    const run = await world.deploy({ inputs: { ...patient(name), 'wait-timeout': '2h' } });
    expect(run.outputs).toMatchObject({ outcome: 'deployed' });
    expect(run.log).toContain('WARMING_CACHES');
    expect(run.log).toContain('UNKNOWN');
    expect(minutesOf(run.outputs)).toBeGreaterThanOrEqual(65);
  });

  test('tolerates a service whose clock is set back by an hour', async () => {
    const name = world.name();
    await world.emulator.setFaults(halfAnHour(name));
    const run = await world.deploy({
      inputs: patient(name),
      meanwhile: async (clock) => {
        await clock.sleep(15 * MINUTE);
        await world.emulator.clock.skew(-60 * MINUTE);
      },
    });
    await world.emulator.clock.skew(0);
    expect(run.outputs).toMatchObject({ outcome: 'deployed' });
    expect(minutesOf(run.outputs)).toBeLessThanOrEqual(31.1);
  });

  test('does not advance the time before, between or after its phases, even if another participant sleeps', async () => {
    const [name, other] = [world.name(), world.name()];
    await world.emulator.setFaults([lasts(name, 'DEPLOYING', 3), lasts(other, 'DEPLOYING', 24 * 60)]);
    await createWithoutAction(world, other);
    const before = await world.emulator.clock.now();
    const { result: run, requests } = await world.watch(() => world.deploy({ inputs: patient(name) }));
    expect(Date.parse(String(requests[0]?.['at']))).toBe(before);
    const tookMs = (await world.emulator.clock.now()) - before;
    expect(Math.abs(tookMs - Number(run.outputs['duration-seconds']) * 1000)).toBeLessThan(100);
  });
});

describe('an emulator that is killed during a deploy', () => {
  let folder: string;
  beforeAll(async () => {
    await ensureDist();
    folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-restart-'));
  });
  const open: EmulatorHandle[] = [];
  afterAll(async () => {
    await Promise.all(open.map((emulator) => emulator.kill()));
    await rm(folder, { recursive: true, force: true });
  });
  const start = async (more: EmulatorOptions = {}) => {
    const dataDir = path.join(folder, 'data');
    const emulator = await startEmulator({
      runtime: 'stub',
      clock: 'virtual',
      apiKey: 'a-key-that-stays',
      dataDir,
      ...more,
    });
    open.push(emulator);
    return emulator;
  };

  test('continues after a restart on the same port, and the action continues too', async () => {
    const first = await start();
    await first.setFaults(halfAnHour('agent'));
    const { port } = new URL(first.urls.controlPlane);
    const { apiKey, workspaceId, urls } = first;
    let second: EmulatorHandle | undefined;
    const run = await first.clock.during(async (given) => {
      const other = await first.clock.join();
      const running = runAction({
        actionYml: ACTION_YML,
        event: somePush,
        ...given,
        inputs: {
          'api-key': apiKey,
          'workspace-id': workspaceId,
          'control-plane-url': urls.controlPlane,
          ...patient('agent'),
        },
      });
      await other.sleep(10 * MINUTE);
      await first.kill();
      second = await start({ port: Number(port) });
      await other.leave();
      return running;
    });
    expect(run.outputs).toMatchObject({ outcome: 'deployed' });
    expect(minutesOf(run.outputs)).toBeGreaterThanOrEqual(10);
    const world = { emulator: second as EmulatorHandle };
    const statuses = (await revisionsOf(world, run.outputs['deployment-id'])).map(({ status }) => status);
    expect(statuses).toEqual(['DEPLOYED']);
  });
});
