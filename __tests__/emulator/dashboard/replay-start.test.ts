import { expect, test } from '@jest/globals';
import { toRunSummary } from '../../../src/emulator/agent-server/run-summary.ts';
import { stateBefore } from '../../../src/emulator/dashboard/replay-run.ts';
import { checkpointRow, runRow, threadRow } from '../store/samples.ts';
import { startDashboard } from './page.ts';

// docs/dashboard.md#run-replay
test.each([
  ['the last state of its thread', false],
  ['the state before the next run', true],
])('a replay of a run that failed before its first checkpoint continues from %s', async (_, hasNext) => {
  const plane = await startDashboard();
  const { store } = plane;
  const { id: deploymentId } = await plane.create();
  const thread = threadRow(deploymentId);
  await store.threads.insert(thread);
  const addRun = async () => {
    const run = runRow(thread, { status: 'error' });
    await store.runs.insert(run);
    await store.runSummaries.insert(toRunSummary(run));
    return run.id;
  };
  await addRun();
  const failed = await addRun();
  const [last, next] = ['1f0c0000-0000-6000-8000-000000000001', '1f0c0000-0000-6000-8000-000000000002'];
  const start = async () => {
    const row = await store.runSummaries.get(failed);
    return row && stateBefore(store, { ...row, threadId: thread.id });
  };
  expect(await start()).toBeUndefined();
  await store.checkpoints.put(checkpointRow(thread.id, last));
  if (hasNext)
    await store.checkpoints.put(checkpointRow(thread.id, next, { parentId: last, runId: await addRun() }));
  expect(await start()).toBe(last);
});
