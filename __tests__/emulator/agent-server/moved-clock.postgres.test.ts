import { afterEach, describe, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import { until } from '../../../harness/until.ts';
import { createEmulatorClock } from '../../../src/emulator/admin/clock/emulator-clock.ts';
import { nextDue } from '../../../src/emulator/agent-server/crons/cron-scheduler.ts';
import { withTestDatabase } from '../server/test-database.ts';
import { Cleanup, createFixture } from './fixture.ts';
import { createScriptedWorker } from './scripted-worker.ts';

const HOUR = 3_600_000;
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Opens a deployment on a real clock, whose worker executes runs in real time. */
async function open() {
  const control = createEmulatorClock('real');
  cleanup.add(async () => control.stop());
  const { databaseUrl: location } = await withTestDatabase({});
  const fixture = await createFixture(cleanup, {
    clock: control.time,
    ...(location !== undefined && { location }),
  });
  control.setNextDue((after) => nextDue(fixture.store, after));
  const worker = createScriptedWorker(fixture.deploymentId);
  fixture.live.serve(fixture.deploymentId, worker.worker);
  const client = new Client({ apiUrl: fixture.base, apiKey: 'test-key', callerOptions: { maxRetries: 0 } });
  return { control, fixture, worker, client, now: () => control.clock.now() };
}

describe('a real clock that is moved forward while a worker runs', () => {
  test('starts each cron at its due time, and does not affect the recorded duration of a run', async () => {
    const { control, fixture, worker, client, now } = await open();
    await client.crons.create('agent', { schedule: '0 */6 * * *', onRunCompleted: 'keep', input: {} });
    // The cron is due twice before the target, at any time of day.
    const target = Math.ceil((now() + 1) / (6 * HOUR)) * 6 * HOUR + 7 * HOUR;
    const moving = control.advanceTo(target);
    const rows = [];
    for (let count = 0; count < 2; count += 1) {
      const run = await worker.next();
      // The clock must wait for the run.
      const at = now();
      await new Promise(setImmediate);
      expect(now() - at).toBeLessThan(HOUR);
      run.end();
      await until(async () => (await fixture.store.runs.findById(run.job.runId))?.status === 'success');
      rows.push(await fixture.store.runs.findById(run.job.runId));
    }
    await moving;
    expect(now()).toBeGreaterThanOrEqual(target);
    for (const row of rows) {
      if (row === undefined) throw new Error('the run was deleted');
      expect(row.createdAt % (6 * HOUR)).toBeLessThan(HOUR);
      expect(row.updatedAt - row.createdAt).toBeLessThan(HOUR);
    }
    expect((rows[1]?.createdAt ?? 0) - (rows[0]?.createdAt ?? 0)).toBeGreaterThan(5 * HOUR);
  });

  test('starts a delayed run, and pauses until a run in progress has ended', async () => {
    const { control, worker, client, now } = await open();
    const { thread_id: threadId } = await client.threads.create();
    await client.runs.create(threadId, 'agent', { input: {} });
    const running = await worker.next();
    const other = await client.threads.create();
    await client.runs.create(other.thread_id, 'agent', { input: {}, afterSeconds: 7_200 });
    const start = now();
    const moving = control.advanceTo(start + 3 * HOUR);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect([now() - start < HOUR, control.movable?.isPaused()]).toEqual([true, true]);
    running.end();
    const delayed = await worker.next();
    expect(now() - start).toBeGreaterThanOrEqual(2 * HOUR - 1_000);
    expect(now() - start).toBeLessThan(3 * HOUR);
    delayed.end();
    await moving;
    expect(now() - start).toBeGreaterThanOrEqual(3 * HOUR);
  });

  test('expires threads whose time to live has passed', async () => {
    const { control, client, now } = await open();
    const { thread_id: threadId } = await client.threads.create({ ttl: 60 });
    await control.advanceTo(now() + 2 * HOUR);
    await expect(client.threads.get(threadId)).rejects.toThrow(/404/);
  });
});
