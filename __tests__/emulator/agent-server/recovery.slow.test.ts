import { rm, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { realClock } from '../../../src/clients/clock.ts';
import { createRunExecutor } from '../../../src/emulator/agent-server/index.ts';
import { StoreError } from '../../../src/emulator/ports/store-errors.ts';
import { PLAIN_GRAPHS } from './plain-graphs.ts';
import { createCheckout, createFixture, Cleanup, fakeLive, type AgentServerFixture } from './fixture.ts';
import { toServiceClock } from '../../../src/emulator/ports/clock.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const GRAPHS = {
  agent: 'graphs.mjs:echo',
  flaky: 'graphs.mjs:flaky',
  exiting: 'graphs.mjs:exiting',
  gate: 'graphs.mjs:gate',
};

async function serving(): Promise<AgentServerFixture & { checkout: string }> {
  const fixture = await createFixture(cleanup);
  const checkout = await createCheckout(cleanup, { 'graphs.mjs': PLAIN_GRAPHS });
  await fixture.serve(checkout, GRAPHS);
  return { ...fixture, checkout };
}
const create = async (fixture: AgentServerFixture, assistant: string, input: object) => {
  const thread = (await fixture.call('POST', '/threads', {})).body.thread_id as string;
  const run = await fixture.call('POST', `/threads/${thread}/runs`, { assistant_id: assistant, input });
  return `/threads/${thread}/runs/${run.body.run_id}`;
};
const statusOf = async (fixture: AgentServerFixture, place: string) =>
  (await fixture.call('GET', place)).body.status as string;
/** Starts the same revision in a new process, as the data plane does after a crash. */
const replaceWorker = async (fixture: AgentServerFixture & { checkout: string }, crashes: number) => {
  await until(() => fixture.logged.filter((line) => line.includes('exit code 7')).length === crashes);
  await fixture.serve(fixture.checkout, GRAPHS);
};

describe('a worker that dies', () => {
  test('leaves its run to the next worker, which executes it again', async () => {
    const fixture = await serving();
    const place = await create(fixture, 'flaky', { file: join(fixture.checkout, 'once') });
    const joined = fixture.call('GET', `${place}/join`);
    await replaceWorker(fixture, 1);
    expect((await joined).body).toEqual({ said: 'at last' });
    expect(await statusOf(fixture, place)).toBe('success');
  });

  test('ends a run if it dies three times in that run, without affecting other runs', async () => {
    const fixture = await serving();
    const place = await create(fixture, 'exiting', {});
    const joined = fixture.call('GET', `${place}/join`);
    await replaceWorker(fixture, 1);
    await replaceWorker(fixture, 2);
    expect((await joined).body).toEqual({
      __error__: { error: 'WorkerGoneError', message: 'The worker process ended with exit code 7.' },
    });
    expect(await statusOf(fixture, place)).toBe('error');
    await replaceWorker(fixture, 3);
    const other = await create(fixture, 'agent', { say: 'fine' });
    expect((await fixture.call('GET', `${other}/join`)).body).toEqual({ said: 'fine' });
  });

  test('does not use up attempts of runs that it had not started', async () => {
    const fixture = await serving();
    await create(fixture, 'exiting', {});
    await until(() => fixture.logged.some((line) => line.includes('exit code 7')));
    const waiting = await create(fixture, 'agent', { say: 'patient' });
    expect(await statusOf(fixture, waiting)).toBe('pending');
    await fixture.serve(fixture.checkout, { ...GRAPHS, exiting: 'graphs.mjs:echo' });
    expect((await fixture.call('GET', `${waiting}/join`)).body).toEqual({ said: 'patient' });
  });
});

describe('an emulator that stops', () => {
  test('leaves its runs to the next start', async () => {
    const fixture = await serving();
    const file = join(fixture.checkout, 'go');
    const place = await create(fixture, 'gate', { say: 'on', file });
    await until(() => fixture.printed.includes('gate reached on'));
    await fixture.executor.close();
    const [, , thread = '', , id = ''] = place.split('/');
    const row = () => fixture.store.runs.get(fixture.deploymentId, thread, id);
    expect(await row()).toMatchObject({ status: 'pending', attempt: 1, fence: 1 });
    expect(fixture.live.held()).toBe(0);

    await writeFile(file, '');
    const live = fakeLive();
    live.serve(fixture.deploymentId, fixture.live.acquire(fixture.deploymentId)?.worker);
    const next = createRunExecutor({
      store: fixture.store,
      live,
      clock: toServiceClock(realClock),
      log: () => undefined,
    });
    cleanup.add(() => next.close());
    const watch = next.watch(id);
    await next.start();
    expect(await watch.result).toEqual({ kind: 'values', values: { said: 'on' } });
    expect(await row()).toMatchObject({ status: 'success', fence: 2 });
  });

  test('continues its runs after a restart, even after a crash', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'agent-server-store-'));
    cleanup.add(() => rm(folder, { recursive: true, force: true }));
    const fixture = await createFixture(cleanup, { location: join(folder, 'data.sqlite') });
    const checkout = await createCheckout(cleanup, { 'graphs.mjs': PLAIN_GRAPHS });
    await fixture.serve(checkout, GRAPHS);
    const thread = (await fixture.call('POST', '/threads', {})).body.thread_id as string;
    await fixture.call('POST', `/threads/${thread}/runs/wait`, { assistant_id: 'agent' });
    // A killed emulator leaves this state: the run is claimed, but no worker is executing it.
    fixture.live.serve(fixture.deploymentId, undefined, 'gone');
    const run = await fixture.call('POST', `/threads/${thread}/runs`, {
      assistant_id: 'agent',
      input: { say: 'again' },
    });
    await fixture.store.runs.claimNext(fixture.deploymentId, 'gone', 1);
    await fixture.executor.start();
    const joined = fixture.call('GET', `/threads/${thread}/runs/${run.body.run_id}/join`);
    await fixture.serve(checkout, GRAPHS);
    expect((await joined).body).toEqual({ said: 'again' });
  });
});

describe('an emulator on a full disk', () => {
  const full = () => Promise.reject(new StoreError('full', 'no room'));

  test('stores the end of a run as soon as space is available', async () => {
    const fixture = await serving();
    const file = join(fixture.checkout, 'go');
    const place = await create(fixture, 'gate', { say: 'kept', file });
    await until(() => fixture.printed.includes('gate reached kept'));
    const { transaction } = fixture.store;
    fixture.store.transaction = full;
    await writeFile(file, '');
    await until(() => fixture.logged.some((line) => line.includes('waits for free disk space')));
    fixture.store.transaction = transaction;
    expect((await fixture.call('GET', `${place}/join`)).body).toEqual({ said: 'kept' });
    expect(await statusOf(fixture, place)).toBe('success');
  });

  test('starts a run as soon as space is available, without another request', async () => {
    const fixture = await serving();
    const { claimNext } = fixture.store.runs;
    fixture.store.runs.claimNext = full;
    const place = await create(fixture, 'agent', { say: 'patient' });
    await until(() => fixture.logged.some((line) => line.includes('are delayed')));
    expect(await statusOf(fixture, place)).toBe('pending');
    fixture.store.runs.claimNext = claimNext;
    expect((await fixture.call('GET', `${place}/join`)).body).toEqual({ said: 'patient' });
  });
});
