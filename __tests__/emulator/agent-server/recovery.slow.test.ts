import { rm, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { realClock } from '../../../src/clients/clock.ts';
import { createRunExecutor } from '../../../src/emulator/agent-server/index.ts';
import { StoreError } from '../../../src/emulator/store/index.ts';
import { PLAIN_GRAPHS } from './plain-graphs.ts';
import { createCheckout, createFixture, Cleanup, fakeLive, type AgentServerFixture } from './fixture.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const GRAPHS = {
  agent: 'graphs.mjs:echo',
  flaky: 'graphs.mjs:flaky',
  exiting: 'graphs.mjs:exiting',
  gate: 'graphs.mjs:gate',
};

async function serving(): Promise<AgentServerFixture & { checkout: string }> {
  const world = await createFixture(cleanup);
  const checkout = await createCheckout(cleanup, { 'graphs.mjs': PLAIN_GRAPHS });
  await world.serve(checkout, GRAPHS);
  return { ...world, checkout };
}
const create = async (world: AgentServerFixture, assistant: string, input: object) => {
  const thread = (await world.call('POST', '/threads', {})).body.thread_id as string;
  const run = await world.call('POST', `/threads/${thread}/runs`, { assistant_id: assistant, input });
  return `/threads/${thread}/runs/${run.body.run_id}`;
};
const statusOf = async (world: AgentServerFixture, place: string) =>
  (await world.call('GET', place)).body.status as string;
const until = async (met: () => Promise<boolean> | boolean) => {
  while (!(await met())) await new Promise((resolve) => setTimeout(resolve, 2));
};
/** The data plane's part after a crash: the same revision in a new process. */
const replaceWorker = async (world: AgentServerFixture & { checkout: string }, crashes: number) => {
  await until(() => world.logged.filter((line) => line.includes('exit code 7')).length === crashes);
  await world.serve(world.checkout, GRAPHS);
};

describe('a worker that dies', () => {
  test('has its run done by the next one', async () => {
    const world = await serving();
    const place = await create(world, 'flaky', { file: join(world.checkout, 'once') });
    const joined = world.call('GET', `${place}/join`);
    await replaceWorker(world, 1);
    expect((await joined).body).toEqual({ said: 'at last' });
    expect(await statusOf(world, place)).toBe('success');
  });

  test('three times by the same run ends that run, and no other', async () => {
    const world = await serving();
    const place = await create(world, 'exiting', {});
    const joined = world.call('GET', `${place}/join`);
    await replaceWorker(world, 1);
    await replaceWorker(world, 2);
    expect((await joined).body).toEqual({
      __error__: { error: 'WorkerGoneError', message: 'The worker process ended with exit code 7.' },
    });
    expect(await statusOf(world, place)).toBe('error');
    await replaceWorker(world, 3);
    const other = await create(world, 'agent', { say: 'fine' });
    expect((await world.call('GET', `${other}/join`)).body).toEqual({ said: 'fine' });
  });

  test('does not burn the attempts of others while it is still handed out', async () => {
    const world = await serving();
    await create(world, 'exiting', {});
    await until(() => world.logged.some((line) => line.includes('exit code 7')));
    const waiting = await create(world, 'agent', { say: 'patient' });
    expect(await statusOf(world, waiting)).toBe('pending');
    await world.serve(world.checkout, { ...GRAPHS, exiting: 'graphs.mjs:echo' });
    expect((await world.call('GET', `${waiting}/join`)).body).toEqual({ said: 'patient' });
  });
});

describe('an emulator that ends', () => {
  test('leaves its running runs for the next start', async () => {
    const world = await serving();
    const file = join(world.checkout, 'go');
    const place = await create(world, 'gate', { say: 'on', file });
    await until(() => world.printed.includes('gate reached on'));
    await world.executor.close();
    const [, , thread = '', , id = ''] = place.split('/');
    const row = () => world.store.runs.get(world.deploymentId, thread, id);
    expect(await row()).toMatchObject({ status: 'pending', attempt: 1, fence: 1 });
    expect(world.live.held()).toBe(0);

    await writeFile(file, '');
    const live = fakeLive();
    live.serve(world.deploymentId, world.live.acquire(world.deploymentId)?.worker);
    const next = createRunExecutor({ store: world.store, live, clock: realClock, log: () => undefined });
    cleanup.add(() => next.close());
    const watch = next.watch(id);
    await next.start();
    expect(await watch.result).toEqual({ kind: 'values', values: { said: 'on' } });
    expect(await row()).toMatchObject({ status: 'success', fence: 2 });
  });

  test('and died in the middle, takes up what was running', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'agent-server-store-'));
    cleanup.add(() => rm(folder, { recursive: true, force: true }));
    const world = await createFixture(cleanup, { location: join(folder, 'data.sqlite') });
    const checkout = await createCheckout(cleanup, { 'graphs.mjs': PLAIN_GRAPHS });
    await world.serve(checkout, GRAPHS);
    const thread = (await world.call('POST', '/threads', {})).body.thread_id as string;
    await world.call('POST', `/threads/${thread}/runs/wait`, { assistant_id: 'agent' });
    // As a killed emulator leaves it: claimed, and at work nowhere.
    world.live.serve(world.deploymentId, undefined, 'gone');
    const run = await world.call('POST', `/threads/${thread}/runs`, {
      assistant_id: 'agent',
      input: { say: 'again' },
    });
    await world.store.runs.claimNext(world.deploymentId, 'gone', 1);
    await world.executor.start();
    const joined = world.call('GET', `/threads/${thread}/runs/${run.body.run_id}/join`);
    await world.serve(checkout, GRAPHS);
    expect((await joined).body).toEqual({ said: 'again' });
  });
});

describe('while there is no room on the disk', () => {
  const full = () => Promise.reject(new StoreError('full', 'no room'));

  test('the end of a run waits until it can be kept, and holds up nothing after that', async () => {
    const world = await serving();
    const file = join(world.checkout, 'go');
    const place = await create(world, 'gate', { say: 'kept', file });
    await until(() => world.printed.includes('gate reached kept'));
    const { transaction } = world.store;
    world.store.transaction = full;
    await writeFile(file, '');
    await until(() => world.logged.some((line) => line.includes('waits for room')));
    world.store.transaction = transaction;
    expect((await world.call('GET', `${place}/join`)).body).toEqual({ said: 'kept' });
    expect(await statusOf(world, place)).toBe('success');
  });

  test('a run that could not be taken up is taken up later, without anybody asking', async () => {
    const world = await serving();
    const { claimNext } = world.store.runs;
    world.store.runs.claimNext = full;
    const place = await create(world, 'agent', { say: 'patient' });
    await until(() => world.logged.some((line) => line.includes('wait')));
    expect(await statusOf(world, place)).toBe('pending');
    world.store.runs.claimNext = claimNext;
    expect((await world.call('GET', `${place}/join`)).body).toEqual({ said: 'patient' });
  });
});
