import { afterEach, expect, jest, test } from '@jest/globals';
import { runRow, threadRow } from '../store/samples.ts';
import { withTestDatabase } from '../server/test-database.ts';
import { Cleanup, createFixture } from './fixture.ts';

const cleanup = new Cleanup();
afterEach(async () => {
  jest.restoreAllMocks();
  await cleanup.run();
});

/** Number of runs, more than two batches delete. */
const RUNS = 250;

/** Creates a thread with values, finished runs and one pending run. */
async function withRuns() {
  const { databaseUrl: location } = await withTestDatabase({});
  const fixture = await createFixture(cleanup, {
    runtime: 'stub',
    ...(location !== undefined && { location }),
  });
  const thread = threadRow(fixture.deploymentId, { status: 'busy', values: { a: 1 } });
  await fixture.store.transaction(async (tx) => {
    await tx.threads.insert(thread);
    for (let at = 0; at < RUNS; at += 1) await tx.runs.insert(runRow(thread, { status: 'success' }));
    await tx.runs.insert(runRow(thread, { status: 'pending' }));
  });
  const count = async () =>
    (await fixture.store.runs.list(fixture.deploymentId, thread.id, { limit: 1_000, offset: 0 })).length;
  return { fixture, thread, count, path: `/threads/${thread.id}` };
}

// docs/agent-server/limits.md#delete-thread-batches
test('the deletion of a thread allows other writes after each batch of deleted runs', async () => {
  const { fixture, thread, count, path } = await withRuns();
  const { store } = fixture;
  const removeFinished = store.runs.removeFinished.bind(store.runs);
  const other = threadRow(fixture.deploymentId);
  const left: number[] = [];
  jest.spyOn(store.runs, 'removeFinished').mockImplementation(async (...given) => {
    const removed = await removeFinished(...given);
    if (left.length === 0) await store.threads.insert(other);
    left.push(await count());
    return removed;
  });
  expect((await fixture.call('DELETE', path)).status).toBe(204);
  expect(left).toEqual([RUNS + 1 - 100, RUNS + 1 - 200, 1]);
  expect(await store.threads.head(fixture.deploymentId, thread.id)).toBeUndefined();
  expect(await count()).toBe(0);
  expect(await store.threads.head(fixture.deploymentId, other.id)).toBeDefined();
});

// docs/crash-safety.md#deleting-a-thread
test('a thread keeps its state if its deletion fails, and a second deletion removes the rest', async () => {
  const { fixture, thread, count, path } = await withRuns();
  const { store } = fixture;
  const removeFinished = store.runs.removeFinished.bind(store.runs);
  let calls = 0;
  const spy = jest.spyOn(store.runs, 'removeFinished').mockImplementation((...given) => {
    calls += 1;
    if (calls === 2) throw new Error('the store failed');
    return removeFinished(...given);
  });
  expect((await fixture.call('DELETE', path)).status).toBe(500);
  spy.mockRestore();
  expect(await count()).toBe(RUNS + 1 - 100);
  expect(await store.threads.get(fixture.deploymentId, thread.id)).toMatchObject({
    status: 'busy',
    values: { a: 1 },
  });
  expect((await fixture.call('DELETE', path)).status).toBe(204);
  expect(await store.threads.head(fixture.deploymentId, thread.id)).toBeUndefined();
  expect((await fixture.call('DELETE', path)).status).toBe(404);
});
