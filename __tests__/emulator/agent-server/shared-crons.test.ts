import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { createAssistantService } from '../../../src/emulator/agent-server/assistants.ts';
import { createCronScheduler } from '../../../src/emulator/agent-server/crons/cron-scheduler.ts';
import { createRunExecutor } from '../../../src/emulator/agent-server/index.ts';
import { createRunService } from '../../../src/emulator/agent-server/run-service.ts';
import { toServiceClock } from '../../../src/emulator/ports/clock.ts';
import type { Store } from '../../../src/emulator/ports/store.ts';
import type { Worker } from '../../../src/emulator/ports/worker.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aDeployment, cronRow } from '../store/samples.ts';
import { fakeLive } from './fixture.ts';
import { manualClock } from './model/rig.ts';
import { inertWorker } from './scripted-worker.ts';

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
  for (const close of open.splice(0).reverse()) await close();
  await store.close();
});

/** Opens a replica on the store, with a worker of the deployment unless `isServing` is false. */
async function anEmulator(instanceId: string, { isServing = true, isShared = false } = {}) {
  await store.instances.join({ id: instanceId, machine: 'm', settings: {} }, 60_000);
  const did: string[] = [];
  const live = fakeLive();
  const worker: Worker = {
    ...inertWorker({ deploymentId }),
    run({ runId }) {
      did.push(runId);
      return Promise.resolve({ kind: 'success', values: {} });
    },
  };
  if (isServing) live.serve(deploymentId, worker);
  const log = () => undefined;
  const executor = createRunExecutor({ store, live, clock: toServiceClock(clock), log, instanceId });
  const dependencies = {
    store,
    live,
    clock,
    log,
    executor,
    version: '0.0.0-test',
    runtime: 'process' as const,
    newId: () => crypto.randomUUID(),
  };
  const scheduler = createCronScheduler({
    store,
    live,
    log,
    instanceId,
    isShared,
    clock: toServiceClock(clock),
    runs: createRunService(dependencies, createAssistantService(dependencies)),
  });
  await executor.start();
  await scheduler.start();
  open.push(
    () => executor.close(),
    () => scheduler.close(),
  );
  return {
    did,
    wake: () => scheduler.wake(),
    stop: () => scheduler.close(),
  };
}

// docs/agent-server.md#cron-shared
// docs/kubernetes/scale.md#due-times
test('a cron on several replicas runs once for each due time, on a replica with a lease', async () => {
  const [one, two] = [await anEmulator('one'), await anEmulator('two')];
  const runs = () => [...one.did, ...two.did];
  const start = clock.now();
  const cron = cronRow(deploymentId, { schedule: '* * * * *', nextRunAt: start, onRunCompleted: 'keep' });
  await store.crons.insert(cron);
  const nextTime = async () => (await store.crons.get(deploymentId, cron.id))?.nextRunAt ?? 0;
  const moveTo = (at: number) => clock.move(at - clock.now());
  one.wake();
  two.wake();
  await until(() => runs().length === 1);
  const second = await nextTime();
  expect(second).toBeGreaterThan(start);

  await store.instances.evict(['one']);
  const before = one.did.length;
  moveTo(second);
  one.wake();
  two.wake();
  await until(() => runs().length === 2);
  const third = await nextTime();
  expect(third).toBe(second + 60_000);
  one.wake();
  two.wake();
  moveTo(third);
  await until(() => runs().length === 3);
  expect(one.did).toHaveLength(before);
  expect(new Set(runs()).size).toBe(3);
});

// docs/kubernetes/scale.md#due-times
test('the claims of a stopped replica end with the replica', async () => {
  const cron = cronRow(deploymentId, { schedule: '* * * * *', nextRunAt: clock.now() });
  await store.crons.insert(cron);
  const one = await anEmulator('one', { isServing: false, isShared: true });
  const claim = () => store.crons.claimDue({ now: clock.now(), until: clock.now() + 1, limit: 1 });
  expect(await claim()).toEqual([]);
  await one.stop();
  expect(await claim()).toEqual([cron]);
});
