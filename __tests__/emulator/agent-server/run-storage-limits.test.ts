import { afterEach, expect, test } from '@jest/globals';
import { realClock } from '../../../src/clients/clock.ts';
import { createStepRecorder } from '../../../src/emulator/agent-server/step-recorder.ts';
import { createRunStreams } from '../../../src/emulator/agent-server/streams/run-streams.ts';
import { toRunSummary } from '../../../src/emulator/agent-server/run-summary.ts';
import { RunCreate } from '../../../src/contract/run.ts';
import { TraceBatch } from '../../../src/contract/run-trace.ts';
import { TRACE_EVENT } from '../../../src/contract/trace-event.ts';
import type { RunStepRow } from '../../../src/emulator/ports/store.ts';
import { until } from '../../../harness/until.ts';
import { runRow, threadRow } from '../store/samples.ts';
import { Cleanup, createFixture } from './fixture.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const STEP = {
  p: null,
  id: 'i',
  kind: 'node',
  name: 'n',
  state: 'error',
  at: 0,
  end: 1,
  first: null,
  tokens: 0,
  n: 1,
  note: '',
  error: { type: 'E', message: 'm'.repeat(5_000), frames: [], folded: 0 },
};

// docs/dashboard.md#stored-runs
test('a run with very many long values keeps all steps but not all values', async () => {
  const fixture = await createFixture(cleanup, { runtime: 'stub' });
  const { store } = fixture;
  const thread = threadRow(fixture.deploymentId);
  const run = runRow(thread);
  await store.transaction(async (tx) => {
    await tx.threads.insert(thread);
    await tx.runs.insert(run);
    await tx.runSummaries.insert(toRunSummary(run));
  });
  const recorder = createStepRecorder(
    { store, clock: { now: () => 0 }, log: () => undefined, schema: TraceBatch },
    { ...run, fence: 1 },
    0,
  );
  const value = JSON.stringify('x'.repeat(150_000));
  const count = 100;
  for (let s = 1; s <= count; s += 1) {
    const data = JSON.stringify({ steps: [{ ...STEP, s, input: value, output: value }] });
    await recorder.take([{ event: TRACE_EVENT, data }]).stored;
  }
  await recorder.end();
  const rows: RunStepRow[] = [];
  for (let seq = 1; seq <= count; seq += 1) {
    const row = await store.runSummaries.step(run.id, seq);
    if (row) rows.push(row);
  }
  expect(rows).toHaveLength(count);
  const size = rows.reduce(
    (sum, { input, output, error }) => sum + input.length + output.length + (error?.message.length ?? 0),
    0,
  );
  expect(size).toBeLessThan(22_000_000);
  expect(rows[0]?.input).toBe(value);
  expect(rows.at(-1)).toMatchObject({ name: 'n', input: expect.stringContaining('omitted') });
});

test("all summaries of expired runs are removed, even if the service's clock stands still", async () => {
  const fixture = await createFixture(cleanup, { runtime: 'stub' });
  const { store, deploymentId } = fixture;
  const thread = threadRow(deploymentId);
  await store.threads.insert(thread);
  const addExpired = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const run = runRow(thread);
      await store.runSummaries.insert({
        ...toRunSummary(run),
        outcome: 'success',
        threadId: null,
        endedAt: 1,
      });
    }
  };
  const now = realClock.now();
  const streams = createRunStreams({
    store,
    now: () => now,
    log: () => undefined,
    closing: new AbortController().signal,
  });
  const body = RunCreate.parse({ assistant_id: 'agent' });
  const begin = () => {
    const run = runRow(thread);
    streams.open(run, body, { notifyWorker: () => Promise.resolve() }).stop();
  };
  const left = async () => (await store.runSummaries.list({}, { limit: 100 })).rows.length;
  await addExpired(50);
  begin();
  await until(async () => (await left()) === 0);
  await addExpired(1);
  for (let at = 0; at < 500; at += 1) begin();
  await until(async () => (await left()) === 0);
});
