import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { createRunExecutor } from '../../../src/emulator/agent-server/index.ts';
import type { Store } from '../../../src/emulator/ports/store.ts';
import type { RunJob } from '../../../src/emulator/ports/worker.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aDeployment, runRow, threadRow } from '../store/samples.ts';
import { manualClock } from './model/rig.ts';
import { fakeLive } from './fixture.ts';
import { inertWorker } from './scripted-worker.ts';
import { toServiceClock } from '../../../src/emulator/ports/clock.ts';

let store: Store;
let deploymentId: string;
let clock: ReturnType<typeof manualClock>;
const open: (() => Promise<void>)[] = [];
beforeEach(async () => {
  store = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
  deploymentId = (await aDeployment(store)).id;
  clock = manualClock();
});
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  await store.close();
});

/** Opens an emulator on the store, whose worker finishes every run immediately or never. */
async function anEmulator(seat: string, patience: 'at once' | 'never' = 'at once') {
  await store.instances.join({ id: seat, machine: 'm', settings: {} }, 60_000);
  const did: RunJob[] = [];
  const inert = inertWorker({ deploymentId });
  const live = fakeLive();
  live.serve(deploymentId, {
    ...inert,
    run(job, signal) {
      did.push(job);
      if (patience === 'never') return inert.run(job, signal);
      return Promise.resolve({ kind: 'success', values: { by: seat } });
    },
  });
  const executor = createRunExecutor({
    store,
    live,
    clock: toServiceClock(clock),
    log: () => undefined,
    instanceId: seat,
  });
  await executor.start();
  open.push(() => executor.close());
  return { did, poke: () => executor.wake(deploymentId) };
}
const aRun = async (notBefore: number | null) => {
  const thread = threadRow(deploymentId);
  await store.threads.insert(thread);
  const run = runRow(thread, { notBefore, kwargs: { assistant_id: 'agent' } });
  await store.runs.insert(run);
  return run;
};
const isDone = (run: { threadId: string; id: string }) => async () =>
  (await store.runs.get(deploymentId, run.threadId, run.id))?.status === 'success';

describe('the runs of several emulators with one store', () => {
  // docs/kubernetes/guarantees.md#runs-begin-later
  test('start once when they are due, on a replica with a lease', async () => {
    const [one, two] = [await anEmulator('one'), await anEmulator('two')];
    const runs = [await aRun(clock.now() + 500), await aRun(clock.now() + 500)];
    one.poke();
    two.poke();
    // Waits until no run is due and the timer is set.
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect([...one.did, ...two.did]).toEqual([]);
    clock.move(500);
    two.poke();
    for (const run of runs) await until(isDone(run));
    const did = [...one.did, ...two.did].map(({ runId }) => runId);
    expect(did.toSorted()).toEqual(runs.map(({ id }) => id).toSorted());

    // The emulator that lost its lease must not start further runs.
    await store.instances.evict(['one']);
    const before = one.did.length;
    const later = await aRun(clock.now() + 500);
    one.poke();
    clock.move(600);
    one.poke();
    two.poke();
    await until(isDone(later));
    expect(one.did).toHaveLength(before);
    expect(two.did.at(-1)).toMatchObject({ runId: later.id, fence: 1 });
  });

  test('are executed at most ten at a time', async () => {
    const one = await anEmulator('one', 'never');
    for (let n = 0; n < 12; n += 1) await aRun(null);
    one.poke();
    await until(() => one.did.length === 10);
    one.poke();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(one.did).toHaveLength(10);
    expect(await store.runs.unfinishedOf(deploymentId, { status: 'pending' })).toHaveLength(2);
  });
});
