import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { runRow, threadRow } from '../store/samples.ts';
import { withTestDatabase } from '../server/test-database.ts';
import { type AgentServerFixture, Cleanup, createFixture } from './fixture.ts';

const cleanup = new Cleanup();
afterEach(async () => {
  jest.restoreAllMocks();
  await cleanup.run();
});

/** Number of runs, more than two transactions can stop. */
const RUNS = 250;

/** Creates a thread with pending runs that no worker claims. */
async function withPendingRuns() {
  const { databaseUrl: location } = await withTestDatabase({});
  const fixture = await createFixture(cleanup, {
    runtime: 'stub',
    ...(location !== undefined && { location }),
  });
  const thread = threadRow(fixture.deploymentId, { status: 'busy' });
  await fixture.store.transaction(async (tx) => {
    await tx.threads.insert(thread);
    for (let at = 0; at < RUNS; at += 1) await tx.runs.insert(runRow(thread, { status: 'pending' }));
  });
  return { fixture, thread };
}

const countPending = async ({ store, deploymentId }: AgentServerFixture): Promise<number> =>
  (await store.runs.unfinishedOf(deploymentId, { status: 'pending' })).length;

describe('a request that cancels all runs', () => {
  // docs/agent-server/limits.md#cancel-by-status
  test('allows other writes between its transactions, and does not cancel runs that were created later', async () => {
    const { fixture, thread } = await withPendingRuns();
    const { store } = fixture;
    const transaction = store.transaction.bind(store);
    const left: number[] = [];
    const later = runRow(thread, { status: 'pending' });
    jest.spyOn(store, 'transaction').mockImplementation(async (work) => {
      const result = await transaction(work);
      if (left.length === 0) await store.runs.insert(later);
      left.push(await countPending(fixture));
      return result;
    });
    const { status } = await fixture.call('POST', '/runs/cancel', { status: 'all' });
    expect(status).toBe(204);
    // The runs that were created later are still pending.
    expect(left).toEqual([RUNS - 100 + 1, RUNS - 200 + 1, 1]);
    expect(await store.runs.get(fixture.deploymentId, thread.id, later.id)).toMatchObject({
      status: 'pending',
    });
  });

  // docs/crash-safety.md#cancelling-all-runs
  test('keeps the runs cancelled so far if the store fails, and can be repeated for the rest', async () => {
    const { fixture, thread } = await withPendingRuns();
    const { store } = fixture;
    const transaction = store.transaction.bind(store);
    let count = 0;
    const spy = jest.spyOn(store, 'transaction').mockImplementation((work) => {
      count += 1;
      return transaction(async (tx) => {
        const result = await work(tx);
        if (count === 2) throw new Error('the store failed');
        return result;
      });
    });
    const { status } = await fixture.call('POST', '/runs/cancel?action=rollback', { status: 'pending' });
    expect(status).toBe(500);
    expect(await countPending(fixture)).toBe(RUNS - 100);
    expect(await store.threads.head(fixture.deploymentId, thread.id)).toMatchObject({ status: 'busy' });
    spy.mockRestore();
    expect((await fixture.call('POST', '/runs/cancel', { status: 'all' })).status).toBe(204);
    expect(await countPending(fixture)).toBe(0);
    expect(await store.threads.head(fixture.deploymentId, thread.id)).toMatchObject({ status: 'idle' });
    expect((await fixture.call('POST', '/runs/cancel', { status: 'all' })).status).toBe(404);
  });
});
