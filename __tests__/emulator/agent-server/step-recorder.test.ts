import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { TraceBatch, type TraceStep } from '../../../src/contract/run-trace.ts';
import { TRACE_EVENT } from '../../../src/contract/trace-event.ts';
import { toRunSummary } from '../../../src/emulator/agent-server/run-summary.ts';
import { createStepRecorder } from '../../../src/emulator/agent-server/step-recorder.ts';
import type { Store } from '../../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aThread, runRow } from '../store/samples.ts';

const opened: Store[] = [];
afterAll(() => Promise.all(opened.map((store) => store.close())));

const aStep = (s: number, change: Partial<TraceStep> = {}): TraceStep => ({
  s,
  p: s === 1 ? null : 1,
  id: randomUUID(),
  kind: 'model',
  name: `step ${s}`,
  state: 'ok',
  at: s,
  end: s + 1,
  first: null,
  tokens: 10,
  n: null,
  note: '',
  error: null,
  input: '',
  output: '',
  ...change,
});

/** Creates a run whose first `failures` writes of steps fail. */
async function recorded(failures: number) {
  const store = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
  opened.push(store);
  const run = runRow(await aThread(store));
  await store.runs.insert(run);
  await store.runSummaries.insert(toRunSummary(run));
  const lines: string[] = [];
  let left = failures;
  const runSummaries: Store['runSummaries'] = {
    ...store.runSummaries,
    record(...args) {
      left -= 1;
      return left >= 0 ? Promise.reject(new Error('disk')) : store.runSummaries.record(...args);
    },
  };
  const attempt = (fence: number) => {
    const clock = { now: () => 1_000 };
    const log = (line: string): void => void lines.push(line);
    const recorder = createStepRecorder(
      { store: { runSummaries }, clock, log, schema: TraceBatch },
      { id: run.id, attempt: fence, fence },
      0,
    );
    const report = (...steps: TraceStep[]): void => {
      recorder.take([{ event: TRACE_EVENT, data: JSON.stringify({ steps }) }]);
    };
    return { report, end: recorder.end };
  };
  const read = async () => ({
    summary: await store.runSummaries.get(run.id),
    steps: (await store.runSummaries.steps(run.id, { after: 0, limit: 100 })).map(
      ({ seq, parent, state }) => [seq, parent, state],
    ),
  });
  return { attempt, read, lines };
}

test('a repeated run contains the steps and tokens of all attempts', async () => {
  const { attempt, read } = await recorded(0);
  for (const fence of [1, 2, 3]) {
    const { report, end } = attempt(fence);
    report(aStep(1), aStep(2));
    await end();
  }
  const { summary, steps } = await read();
  expect(summary).toMatchObject({ steps: 6, tokens: 60 });
  expect(steps.map(([seq, parent]) => [seq, parent])).toEqual([
    [1, null],
    [2, 1],
    [3, null],
    [4, 3],
    [5, null],
    [6, 5],
  ]);
});

test('steps whose first write fails are stored later, in their newest state', async () => {
  const { attempt, read, lines } = await recorded(1);
  const { report, end } = attempt(1);
  report(aStep(1, { state: 'running', end: null }), aStep(2));
  const first = end();
  report(aStep(1, { state: 'error' }), aStep(3));
  await first;
  await end();
  expect((await read()).steps).toEqual([
    [1, null, 'error'],
    [2, 1, 'ok'],
    [3, 1, 'ok'],
  ]);
  expect(lines).toEqual([]);
});

test('a failed write of steps is repeated at the end of the run', async () => {
  const { attempt, read, lines } = await recorded(1);
  const { report, end } = attempt(1);
  report(aStep(1));
  await end();
  expect((await read()).steps).toEqual([[1, null, 'ok']]);
  expect(lines).toEqual([]);
});

test('no steps are recorded after two failed writes, and the log contains the reason once', async () => {
  const { attempt, read, lines } = await recorded(2);
  const { report, end } = attempt(1);
  report(aStep(1));
  await end();
  report(aStep(2));
  await end();
  expect((await read()).steps).toEqual([]);
  expect(lines).toEqual([expect.stringContaining('are not recorded: Error: disk')]);
});
