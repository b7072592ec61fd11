import { afterEach, describe, expect, test } from '@jest/globals';
import { runRow, threadRow } from '../store/samples.ts';
import { createFixture, Cleanup, type AgentServerFixture } from './fixture.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Number of runs, more than any single read returns. */
const RUNS = 1_100;

/** Creates a thread with a long queue that no worker claims, and a function that waits for the end of each run. */
async function aQueue(fixture: AgentServerFixture) {
  const { body } = await fixture.call('POST', '/threads', { metadata: { assistant_id: 'an-assistant' } });
  const thread = threadRow(fixture.deploymentId, { id: body.thread_id as string });
  const rows = Array.from({ length: RUNS }, () => runRow(thread, { status: 'pending' }));
  await fixture.store.transaction(async (tx) => {
    for (const row of rows) await tx.runs.insert(row);
    await tx.threads.update(thread.id, { status: 'busy' });
  });
  const watches = rows.map(({ id }) => fixture.executor.watch(id));
  return {
    thread: thread.id,
    runs: rows.map(({ id }) => id),
    ends: Promise.all(watches.map(({ result: end }) => end)),
  };
}

describe('each client that waits for a run in a long queue', () => {
  // docs/agent-server/limits.md#every-client-waits-run
  test.each<
    [string, (fixture: AgentServerFixture, thread: string) => Promise<unknown>, 'deleted' | 'values']
  >([
    ['its thread is deleted', (fixture, id) => fixture.call('DELETE', `/threads/${id}`), 'deleted'],
    [
      'its thread is pruned',
      (fixture, id) => fixture.call('POST', '/threads/prune', { thread_ids: [id], strategy: 'delete' }),
      'deleted',
    ],
    [
      'all runs are rolled back',
      (fixture) => fixture.call('POST', '/runs/cancel?action=rollback&wait=true', { status: 'all' }),
      'deleted',
    ],
    [
      'all runs are interrupted',
      (fixture) => fixture.call('POST', '/runs/cancel?wait=true', { status: 'pending' }),
      'values',
    ],
  ])('is notified when %s', async (_, end, kind) => {
    const fixture = await createFixture(cleanup, { runtime: 'stub' });
    const { thread, ends } = await aQueue(fixture);
    await end(fixture, thread);
    expect(new Set((await ends).map((one) => one.kind))).toEqual(new Set([kind]));
  });

  test('can copy the thread of the run while waiting', async () => {
    const fixture = await createFixture(cleanup, { runtime: 'stub' });
    const { thread } = await aQueue(fixture);
    expect(await fixture.call('POST', `/threads/${thread}/copy`)).toMatchObject({
      status: 200,
      body: { status: 'idle' },
    });
  });
});
