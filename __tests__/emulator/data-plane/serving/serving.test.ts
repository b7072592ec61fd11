import { afterEach, expect, test } from '@jest/globals';
import { until } from '../../../../harness/until.ts';
import { realClock } from '../../../../src/clients/clock.ts';
import { createLiveTable } from '../../../../src/emulator/data-plane/serving/live.ts';
import { createServing, type Serving } from '../../../../src/emulator/data-plane/serving/serving.ts';
import { inertWorker } from '../../agent-server/scripted-worker.ts';

const opened: Serving[] = [];
afterEach(() => Promise.all(opened.splice(0).map((serving) => serving.close())));

const prefixed = (mountPrefix: string) => ({
  hasApp: false,
  disabled: [],
  disableWebhooks: false,
  mountPrefix,
  authenticatesApp: false,
});

/** Creates the serving state of the deployment `d`, with workers that exit when they are stopped. */
function aDeployment() {
  const live = createLiveTable();
  const timing = { healthIntervalMs: 60_000, pingTimeoutMs: 60_000, stuckMs: 60_000, drainMs: 600_000 };
  const serving = createServing({ live, clock: realClock, timing: { ...timing, stopGraceMs: 0 } });
  opened.push(serving);
  const stopped: string[] = [];
  const workerOf = (revisionId: string) => {
    const exit = Promise.withResolvers<{ code: number | null; signal: string | null }>();
    const worker = inertWorker({
      deploymentId: 'd',
      revisionId,
      http: prefixed(`/${revisionId}`),
      exited: exit.promise,
      ping: () => Promise.resolve(true),
      stop() {
        stopped.push(revisionId);
        exit.resolve({ code: 0, signal: null });
        return Promise.resolve();
      },
    });
    return { worker, crash: () => exit.resolve({ code: 1, signal: null }) };
  };
  const switchTo = (revisionId: string, worker = workerOf(revisionId).worker) => {
    const start = () => Promise.reject(new Error('nothing is started'));
    const server = { deploymentId: 'd', revisionId, start, log: () => undefined };
    return serving.switchTo(server, worker, new AbortController().signal);
  };
  return { live, stopped, switchTo, workerOf };
}

test('a switch sends new requests to the new revision, and stops the previous revision after its last request', async () => {
  const { live, stopped, switchTo } = aDeployment();
  await switchTo('r1');
  const [first, second] = [live.acquire('d'), live.acquire('d')];
  const previous = await switchTo('r2');
  previous.retire();
  expect(live.acquire('d')?.worker.revisionId).toBe('r2');
  first?.release();
  first?.release();
  expect(stopped).toEqual([]);
  second?.release();
  await until(() => stopped.includes('r1'), 'the end of the first revision');
});

test("an undone switch sends requests to the previous revision with that revision's settings", async () => {
  const { live, stopped, switchTo } = aDeployment();
  await switchTo('r1');
  const previous = await switchTo('r2');
  await previous.restore();
  expect(live.acquire('d')?.worker.revisionId).toBe('r1');
  expect([live.httpSettings('d')?.mountPrefix, stopped]).toEqual(['/r1', ['r2']]);
});

test('a revision whose worker crashed accepts no requests, but keeps its settings', async () => {
  const { live, switchTo, workerOf } = aDeployment();
  const { worker, crash } = workerOf('r1');
  const served: string[] = [];
  live.onServe((id) => served.push(id));
  await switchTo('r1', worker);
  expect([live.acquireServer('d'), served]).toEqual([undefined, ['d']]);
  crash();
  await until(() => live.acquire('d') === undefined, 'the end of the worker');
  expect([live.activeRevision('d'), live.httpSettings('d')?.mountPrefix]).toEqual(['r1', '/r1']);
});
