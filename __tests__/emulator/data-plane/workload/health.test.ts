import { expect, jest, test, beforeEach, afterEach } from '@jest/globals';
import { describeLoad, launchWorker } from '../../../../src/emulator/data-plane/workload/launch.ts';
import { logOf } from '../places/programs.ts';
import { inertWorker } from '../../agent-server/scripted-worker.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Starts a worker whose reports the test controls. */
function startLate() {
  const ready = Promise.withResolvers<void>();
  const firstSign = Promise.withResolvers<void>();
  let loading: string | undefined;
  const worker = inertWorker({
    deploymentId: 'd',
    ready: ready.promise,
    firstSign: firstSign.promise,
    loading: () => loading,
    stop: () => Promise.resolve(),
  });
  const timing = { healthDeadlineMs: 60_000, pingTimeoutMs: 1_000, stopGraceMs: 0 };
  const launched = launchWorker(() => Promise.resolve(worker), logOf(), {
    timing,
    signal: new AbortController().signal,
  });
  launched.catch(() => undefined);
  return {
    worker,
    launched,
    ready: () => ready.resolve(),
    async report(what: string) {
      loading = what;
      firstSign.resolve();
      await jest.advanceTimersByTimeAsync(0);
    },
  };
}

test("the time limit for an agent's start begins with the agent's first report", async () => {
  const { worker, launched, ready, report } = startLate();
  await jest.advanceTimersByTimeAsync(200_000);
  await report("graph 'agent'");
  await jest.advanceTimersByTimeAsync(59_000);
  ready();
  await expect(launched).resolves.toBe(worker);
});

test('the error about an agent that is not healthy in time names the module being loaded', async () => {
  const { launched, report } = startLate();
  await report('the worker program');
  await report("graph 'agent'");
  await jest.advanceTimersByTimeAsync(60_000);
  await expect(launched).rejects.toThrow(
    "The agent did not become healthy within 60 s after the first message of its process: it was loading graph 'agent'.",
  );
});

test('a process that never reports anything eventually fails', async () => {
  const { launched } = startLate();
  await jest.advanceTimersByTimeAsync(300_000);
  await expect(launched).rejects.toThrow(
    'The agent did not become healthy within 300 s: its process did not report any progress.',
  );
});

test('the message about a late start mentions the load only if the machine is overloaded', () => {
  expect(describeLoad(3.9, 2)).toBe('');
  expect(describeLoad(17.31, 2)).toBe(
    " The machine is overloaded: on average, 17.3 programs wanted to run on 2 processors. Wait until the load is lower, or raise the emulator's --health-timeout.",
  );
});
