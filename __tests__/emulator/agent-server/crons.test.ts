import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import { until } from '../../../harness/until.ts';
import { createEmulatorClock, type EmulatorClock } from '../../../src/emulator/admin/clock/emulator-clock.ts';
import { StoreError } from '../../../src/emulator/ports/store-errors.ts';
import { cronRow } from '../store/samples.ts';
import { Cleanup, createFixture, type AgentServerFixture } from './fixture.ts';
import { createScriptedWorker } from './scripted-worker.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Virtual time starts with 2026. */
const START = Date.parse('2026-01-01T00:00:00Z');

let cleanup: Cleanup;
let fixture: AgentServerFixture;
let clock: EmulatorClock;
let client: Client;
let worker: ReturnType<typeof createScriptedWorker>;

/** Opens a deployment in virtual time, whose worker the test controls. */
async function open(options: { location?: string; deploymentId?: string } = {}, at = START) {
  const control = createEmulatorClock('virtual');
  await control.startAfter(() => Promise.resolve(at - 1));
  cleanup.add(async () => control.stop());
  fixture = await createFixture(cleanup, { ...options, clock: control.time });
  clock = control.clock;
  worker = createScriptedWorker(fixture.deploymentId);
  fixture.live.serve(fixture.deploymentId, worker.worker);
  client = new Client({ apiUrl: fixture.base, apiKey: 'test-key', callerOptions: { maxRetries: 0 } });
}
beforeEach(async () => {
  cleanup = new Cleanup();
  await open();
});
afterEach(() => cleanup.run());

const refusal = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 200,
    (failure: unknown) => (failure as { status: number }).status,
  );
const aThread = async () => (await client.threads.create()).thread_id;
const runsOf = (threadId: string) =>
  fixture.store.runs.list(fixture.deploymentId, threadId, { limit: 10, offset: 0 });
/** Returns the number of all threads. Temporary threads of runs are deleted together with their runs. */
const threadCount = () => client.threads.count();
/** Returns the next run that a cron created, and immediately ends the run. */
async function nextRun() {
  const run = await worker.next();
  run.end();
  await until(async () => (await fixture.store.runs.findById(run.job.runId))?.status !== 'running');
  return run.job;
}

describe('a cron', () => {
  test('is returned with every documented field, both on creation and in a search', async () => {
    const { cron_id: id } = await client.crons.create('agent', {
      schedule: '0 9 * * MON-FRI',
      timezone: 'America/New_York',
      endTime: '2026-12-31T23:59:59+01:00',
      input: { topic: 'news' },
      metadata: { team: 'a' },
      config: { tags: ['daily'], configurable: { model: 'small' } },
      onRunCompleted: 'keep',
      streamMode: 'values',
      durability: 'sync',
    });
    const expected = {
      cron_id: id,
      assistant_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      thread_id: null,
      on_run_completed: 'keep',
      end_time: '2026-12-31T22:59:59.000Z',
      schedule: '0 9 * * MON-FRI',
      timezone: 'America/New_York',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
      user_id: null,
      next_run_date: '2026-01-01T14:00:00.000Z',
      metadata: { team: 'a' },
      enabled: true,
    };
    const { body: found } = await fixture.call('GET', `/runs/crons/${id}`);
    expect(found).toMatchObject(expected);
    expect(Object.keys(found as object).toSorted()).toEqual([...Object.keys(expected), 'payload'].toSorted());
    expect((found as { payload: unknown }).payload).toEqual({
      assistant_id: (found as { assistant_id: string }).assistant_id,
      schedule: '0 9 * * MON-FRI',
      timezone: 'America/New_York',
      end_time: '2026-12-31T23:59:59+01:00',
      input: { topic: 'news' },
      metadata: { team: 'a' },
      config: { tags: ['daily'], configurable: { model: 'small', cron_id: id } },
      on_run_completed: 'keep',
      stream_mode: 'values',
      durability: 'sync',
    });
    expect(await client.crons.search()).toEqual([found]);
  });

  test('is refused with a 404 if it refers to a missing object', async () => {
    const schedule = '* * * * *';
    expect(await refusal(client.crons.create('nothing', { schedule }))).toBe(404);
    expect(await refusal(client.crons.createForThread(randomUUID(), 'agent', { schedule }))).toBe(404);
    expect(await refusal(client.crons.update(randomUUID(), { enabled: false }))).toBe(404);
    expect(await refusal(client.crons.delete(randomUUID()))).toBe(404);
    expect((await fixture.call('GET', `/runs/crons/${randomUUID()}`)).status).toBe(404);
    expect(await client.crons.count()).toBe(0);
  });

  test.each([
    ['schedule', 'every day', 'expected five fields'],
    ['schedule', '61 * * * *', 'Invalid value for minute'],
    ['schedule', '* * * *', 'expected five fields'],
    ['schedule', '0 * * * * *', 'expected five fields'],
    ['schedule', '@reboot', 'expected five fields'],
    ['schedule', '0 22-4 * * *', 'larger'],
    ['schedule', '0 0 31 2 *', 'never run'],
    ['schedule', '', 'expected'],
    ['timezone', 'Mars/Olympus', 'America/New_York'],
    ['timezone', 'utc', 'America/New_York'],
    ['end_time', 'tomorrow', 'datetime'],
    ['on_run_completed', 'archive', 'keep'],
  ])('is refused with a 422 that names the field if it has the %s "%s"', async (field, value, hint) => {
    const body = { assistant_id: 'agent', schedule: '0 0 * * *', [field]: value };
    const created = await fixture.call('POST', '/runs/crons', body);
    expect(created).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', field] }] } });
    expect(JSON.stringify(created.body)).toContain(hint);
    const { cron_id: id } = await client.crons.create('agent', { schedule: '0 0 * * *' });
    const changed = await fixture.call('PATCH', `/runs/crons/${id}`, { [field]: value });
    expect(changed).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', field] }] } });
    expect(await client.crons.count()).toBe(1);
  });

  test('can be searched by assistant, thread, state and metadata, with sorting, pages and selected fields', async () => {
    const threadId = await aThread();
    const daily = await client.crons.create('agent', { schedule: '@daily', metadata: { team: 'a', n: 1 } });
    const hourly = await client.crons.createForThread(threadId, 'agent', {
      schedule: '@hourly',
      metadata: { team: 'a', n: 2 },
      endTime: '2027-01-01T00:00:00Z',
    });
    const paused = await client.crons.create('agent', {
      schedule: '@yearly',
      enabled: false,
      metadata: { team: 'b' },
    });
    const [d, h, p] = [daily, hourly, paused].map(({ cron_id: id }) => id);
    const ids = async (query: Parameters<Client['crons']['search']>[0]) =>
      (await client.crons.search(query)).map(({ cron_id: id }) => id);
    expect(await ids({})).toEqual([p, h, d]);
    expect(await ids({ assistantId: daily.assistant_id })).toEqual([p, h, d]);
    expect(await ids({ assistantId: randomUUID() })).toEqual([]);
    expect(await ids({ threadId })).toEqual([h]);
    expect(await ids({ enabled: false })).toEqual([p]);
    expect(await ids({ enabled: true })).toEqual([h, d]);
    expect(await ids({ metadata: { team: 'a' } })).toEqual([h, d]);
    expect(await ids({ metadata: { team: 'a', n: 1 } })).toEqual([d]);
    expect(await ids({ sortBy: 'next_run_date', sortOrder: 'asc' })).toEqual([h, d, p]);
    // A cron without a thread is sorted before all other crons.
    expect((await ids({ sortBy: 'thread_id', sortOrder: 'desc' }))[0]).toBe(h);
    expect((await ids({ sortBy: 'thread_id', sortOrder: 'asc' })).at(-1)).toBe(h);
    expect(await ids({ limit: 1, offset: 1 })).toEqual([h]);
    expect(await client.crons.search({ threadId, select: ['schedule', 'enabled'] })).toEqual([
      { schedule: '@hourly', enabled: true },
    ]);
    const page = await fixture.call('POST', '/runs/crons/search', { limit: 2 });
    expect(page.headers.get('x-pagination-total')).toBe('3');
    expect(page.headers.get('x-pagination-next')).toBe('2');
    expect(await client.crons.count()).toBe(3);
    expect(await client.crons.count({ threadId })).toBe(1);
    expect(await client.crons.count({ metadata: { team: 'a' } })).toBe(2);
    expect((await fixture.call('POST', '/runs/crons/count', { assistant_id: 'agent' })).status).toBe(422);
  });

  test('can be changed: fields are replaced, metadata is merged, and null removes the end time', async () => {
    const { cron_id: id, assistant_id: assistantId } = await client.crons.create('agent', {
      schedule: '0 9 * * *',
      endTime: '2026-02-01T00:00:00Z',
      input: { a: 1 },
      metadata: { team: 'a', n: 1 },
      config: { configurable: { model: 'small' } },
    });
    await clock.advance(5 * MINUTE);
    expect(
      await client.crons.update(id, { schedule: '0 10 * * *', metadata: { n: 2 }, input: { b: 2 } }),
    ).toMatchObject({
      schedule: '0 10 * * *',
      next_run_date: '2026-01-01T10:00:00.000Z',
      end_time: '2026-02-01T00:00:00.000Z',
      metadata: { team: 'a', n: 2 },
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:05:00.000Z',
      payload: {
        assistant_id: assistantId,
        schedule: '0 10 * * *',
        input: { b: 2 },
        config: { configurable: { model: 'small', cron_id: id } },
      },
    });
    expect(await client.crons.update(id, { timezone: 'Asia/Kolkata' })).toMatchObject({
      timezone: 'Asia/Kolkata',
      next_run_date: '2026-01-01T04:30:00.000Z',
    });
    const { body } = await fixture.call('PATCH', `/runs/crons/${id}`, { end_time: null });
    expect(body).toMatchObject({ end_time: null, schedule: '0 10 * * *', payload: { end_time: null } });
    expect((await fixture.call('PATCH', `/runs/crons/${id}`, {})).status).toBe(400);
    const config = { configurable: { model: 'large' } };
    expect((await client.crons.update(id, { config })).payload).toMatchObject({
      config: { configurable: { model: 'large', cron_id: id } },
    });
  });

  test('accepts either a context or configurable values for a Python graph, when it is created or changed', async () => {
    const { deploymentId, live } = fixture;
    live.serve(deploymentId, { ...worker.worker, language: 'python' });
    const config = { configurable: { model: 'small' } };
    const schedule = '@hourly';
    expect(await refusal(client.crons.create('agent', { schedule, config, context: { model: 'x' } }))).toBe(
      400,
    );
    const { cron_id: id } = await client.crons.create('agent', { schedule, context: { model: 'x' } });
    expect(await refusal(client.crons.update(id, { config }))).toBe(400);
    expect(await refusal(client.crons.update(id, { config: { tags: ['a'] } }))).toBe(200);
    await clock.advance(HOUR);
    expect(await nextRun()).toMatchObject({
      context: { model: 'x' },
      config: { tags: ['a'], configurable: { model: 'x', cron_id: id } },
    });
  });

  test('is removed when it is deleted, or when its thread or assistant is deleted', async () => {
    const threadId = await aThread();
    const { assistant_id: assistantId } = await client.assistants.create({ graphId: 'agent' });
    const schedule = '* * * * *';
    const { cron_id: id } = await client.crons.create('agent', { schedule });
    await client.crons.createForThread(threadId, 'agent', { schedule });
    await client.crons.create(assistantId, { schedule });
    expect(await client.crons.count()).toBe(3);
    await client.crons.delete(id);
    expect(await refusal(client.crons.delete(id))).toBe(404);
    await client.threads.delete(threadId);
    await client.assistants.delete(assistantId);
    expect(await client.crons.count()).toBe(0);
    await clock.advance(DAY);
    expect(await threadCount()).toBe(0);
  });
});

describe('the runs that a cron starts', () => {
  // docs/departures/agent-server.md#cron-punctual
  test("start at each due time, on a temporary thread, with the cron's input", async () => {
    const { cron_id: id } = await client.crons.create('agent', {
      schedule: '*/10 * * * *',
      input: { topic: 'news' },
      metadata: { team: 'a' },
      config: { configurable: { model: 'small' } },
    });
    await clock.advance(9 * MINUTE);
    expect(await threadCount()).toBe(0);
    await clock.advance(MINUTE);
    const first = await nextRun();
    expect(first).toMatchObject({
      graphId: 'agent',
      input: { topic: 'news' },
      config: { metadata: { team: 'a' }, configurable: { model: 'small', cron_id: id } },
    });
    const [{ next_run_date: next } = {}] = await client.crons.search();
    expect(next).toBe('2026-01-01T00:20:00.000Z');
    await clock.advance(10 * MINUTE);
    const second = await nextRun();
    expect(second.threadId).not.toBe(first.threadId);
    await until(async () => (await threadCount()) === 0);
  });

  test('keep their threads if the cron requests this', async () => {
    await client.crons.create('agent', { schedule: '@hourly', onRunCompleted: 'keep' });
    await clock.advance(HOUR);
    const { threadId } = await nextRun();
    await clock.advance(HOUR);
    await nextRun();
    expect(await threadCount()).toBe(2);
    expect(await client.threads.get(threadId)).toMatchObject({ status: 'idle', values: { done: true } });
  });

  // docs/agent-server.md#cron-skipped
  test("use the cron's thread, and apply the cron's multitask strategy to other runs of that thread", async () => {
    const threadId = await aThread();
    const { cron_id: id } = await client.crons.createForThread(threadId, 'agent', {
      schedule: '@hourly',
      multitaskStrategy: 'reject',
    });
    await clock.advance(HOUR);
    const first = await worker.next();
    expect(first.job).toMatchObject({ threadId, config: { configurable: { cron_id: id } } });
    // The second run is refused, and the third run starts.
    await clock.advance(HOUR);
    expect(await runsOf(threadId)).toHaveLength(1);
    expect(fixture.logged.join('\n')).toMatch(
      new RegExp(`cron ${id} is skipped until its next scheduled time: .*unfinished`),
    );
    first.end();
    await until(async () => (await runsOf(threadId))[0]?.status === 'success');
    await clock.advance(HOUR);
    await nextRun();
    expect(await runsOf(threadId)).toHaveLength(2);
    const outcomes = await fixture.store.crons.outcomesOf([id]);
    expect(outcomes.map(({ status }) => status)).toEqual(['success', 'refused', 'success']);
    expect(outcomes[1]).toMatchObject({ runId: null, reason: expect.stringContaining('unfinished') });
    // A changed strategy applies from the next due time on.
    await client.crons.delete(id);
    await client.crons.createForThread(threadId, 'agent', {
      schedule: '@hourly',
      multitaskStrategy: 'interrupt',
    });
    await clock.advance(HOUR);
    const replaced = await worker.next();
    await clock.advance(HOUR);
    await until(
      async () => (await fixture.store.runs.findById(replaced.job.runId))?.status === 'interrupted',
    );
    await nextRun();
    expect(await runsOf(threadId)).toHaveLength(4);
  });

  test('do not start while the cron is paused; a missed run starts afterwards', async () => {
    const { cron_id: id } = await client.crons.create('agent', {
      schedule: '@hourly',
      onRunCompleted: 'keep',
    });
    await client.crons.update(id, { enabled: false });
    await clock.advance(3 * HOUR + MINUTE);
    expect(await threadCount()).toBe(0);
    await client.crons.update(id, { enabled: true });
    await nextRun();
    expect(await threadCount()).toBe(1);
    const [{ next_run_date: next } = {}] = await client.crons.search();
    expect(next).toBe('2026-01-01T04:00:00.000Z');
  });

  test('stop at the end time of the cron, and start again if that time is removed', async () => {
    const { cron_id: id } = await client.crons.create('agent', {
      schedule: '@hourly',
      endTime: '2026-01-01T02:00:00Z',
      onRunCompleted: 'keep',
    });
    await clock.advance(DAY);
    expect(await threadCount()).toBe(1);
    await nextRun();
    // The cron still exists, and shows the time at which no run started.
    expect(await client.crons.search({ enabled: true })).toMatchObject([
      { cron_id: id, next_run_date: '2026-01-01T02:00:00.000Z' },
    ]);
    await fixture.call('PATCH', `/runs/crons/${id}`, { end_time: null, schedule: '@hourly' });
    await clock.advance(HOUR);
    await nextRun();
    expect(await threadCount()).toBe(2);
  });

  // docs/departures/agent-server.md#cron-missed
  test('start once for all due times that were missed while no worker was running', async () => {
    const schedule = '@hourly';
    await client.crons.create('agent', { schedule, onRunCompleted: 'keep' });
    fixture.live.serve(fixture.deploymentId, undefined);
    await clock.advance(5 * HOUR + MINUTE);
    expect(await threadCount()).toBe(0);
    fixture.live.serve(fixture.deploymentId, worker.worker);
    await nextRun();
    expect(await threadCount()).toBe(1);
    await clock.advance(HOUR);
    await nextRun();
    expect(await threadCount()).toBe(2);
  });

  // docs/agent-server.md#cron-once
  test('are not repeated after a restart, and all due times during the restart cause one run', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'crons-'));
    const location = join(folder, 'data.sqlite');
    try {
      await cleanup.run();
      await open({ location });
      const { deploymentId } = fixture;
      const cron = await client.crons.create('agent', { schedule: '@hourly', onRunCompleted: 'keep' });
      const outcomes = async () =>
        (await fixture.store.crons.outcomesOf([cron.cron_id])).map(({ status }) => status);
      await clock.advance(HOUR);
      // The run is active when the emulator is stopped.
      const { job } = await worker.next();
      expect(await outcomes()).toEqual(['running']);
      await cleanup.run();
      await open({ location, deploymentId }, START + HOUR);
      expect((await nextRun()).runId).toBe(job.runId);
      expect(await threadCount()).toBe(1);
      await cleanup.run();
      await open({ location, deploymentId }, START + DAY);
      expect((await nextRun()).runId).not.toBe(job.runId);
      await clock.advance(30 * MINUTE);
      expect(await threadCount()).toBe(2);
      expect(await outcomes()).toEqual(['success', 'success']);
    } finally {
      await cleanup.run();
      await rm(folder, { recursive: true, force: true });
    }
  });

  // docs/agent-server.md#cron-once
  test.each(['unavailable', 'uncertain'] as const)(
    'are created once, even if the store first fails with the error %s',
    async (code) => {
      await client.crons.create('agent', { schedule: '@hourly', onRunCompleted: 'keep' });
      const { store } = fixture;
      const transaction = store.transaction.bind(store);
      let failedAt = Number.NaN;
      store.transaction = async (work) => {
        store.transaction = transaction;
        failedAt = performance.now();
        // The transaction is committed, but its acknowledgment is lost.
        if (code === 'uncertain') await transaction(work);
        throw new StoreError(code, 'the database is away');
      };
      await clock.advance(HOUR);
      await nextRun();
      if (code === 'unavailable') {
        // The next attempt waits, because a failure that lasts would otherwise cause a busy loop.
        expect(performance.now() - failedAt).toBeGreaterThan(900);
      }
      expect(fixture.logged.join('\n')).toContain('are delayed: StoreError: the database is away');
      await clock.advance(30 * MINUTE);
      expect(await threadCount()).toBe(1);
      const [{ next_run_date: next } = {}] = await client.crons.search();
      expect(next).toBe('2026-01-01T02:00:00.000Z');
    },
  );

  // docs/agent-server.md#cron-many
  test('are created one after another, and other requests get responses in between', async () => {
    const COUNT = 300;
    const due = { assistantId: 'agent', nextRunAt: START + HOUR, schedule: '@yearly' };
    for (let n = 0; n < COUNT; n += 1) {
      await fixture.store.crons.insert(cronRow(fixture.deploymentId, { ...due, onRunCompleted: 'keep' }));
    }
    await client.crons.create('agent', { schedule: '@yearly' });
    const advanced = clock.advance(HOUR);
    let made = 0;
    await until(async () => (made = await threadCount()) > 0);
    expect(made).toBeLessThan(COUNT);
    await advanced;
    await until(async () => (await threadCount()) === COUNT);
  });

  // docs/agent-server.md#cron-skipped
  test('are skipped while the graph is missing, and stop if the schedule cannot be parsed', async () => {
    const { cron_id: id } = await client.crons.create('agent', { schedule: '@hourly' });
    const other = createScriptedWorker(fixture.deploymentId);
    fixture.live.serve(fixture.deploymentId, { ...other.worker, graphIds: ['other'] });
    await clock.advance(HOUR);
    expect(fixture.logged.join('\n')).toMatch(
      new RegExp(`cron ${id} is skipped until its next scheduled time: .*not found`),
    );
    fixture.live.serve(fixture.deploymentId, worker.worker);
    await clock.advance(HOUR);
    await nextRun();
    // A snapshot that a person edited may contain any schedule.
    await fixture.store.crons.update(id, { schedule: 'nonsense' });
    await clock.advance(HOUR);
    expect(fixture.logged.join('\n')).toMatch(new RegExp(`cron ${id} is disabled: .*nonsense`));
    expect(await client.crons.search()).toMatchObject([{ cron_id: id, enabled: false }]);
  });
});
