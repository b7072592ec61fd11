import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, jest, test } from '@jest/globals';
import { createAssistantService } from '../../../src/emulator/agent-server/assistants.ts';
import { createCronScheduler } from '../../../src/emulator/agent-server/crons/cron-scheduler.ts';
import { createRunExecutor, createWebhooks } from '../../../src/emulator/agent-server/index.ts';
import { createRunService } from '../../../src/emulator/agent-server/run-service.ts';
import { createOtherReplicas } from '../../../src/emulator/agent-server/shared/other-replicas.ts';
import { realClock } from '../../../src/clients/clock.ts';
import { NO_METRICS } from '../../../src/emulator/ports/metrics.ts';
import { toServiceClock } from '../../../src/emulator/ports/clock.ts';
import { createMembership } from '../../../src/emulator/replicas/replica.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { fakeLive } from '../agent-server/fixture.ts';
import { aDeployment, aWorkspace, cronRow, revisionRow } from '../store/samples.ts';
import { fakeDataPlane, memoryNotifier, storeBehind } from './several-replicas.ts';

const MINUTE = 60_000;
const SECOND = 1_000;
const HOUR = 3_600_000;

afterEach(() => void jest.useRealTimers());

/** Lets all work that is ready run, until nothing is ready any more. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

/** Returns the calls of the store, by name, that one idle replica makes in a minute of virtual time. */
async function callsOfIdleMinute(deployments: number): Promise<Record<string, number>> {
  const all = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
  const workspaceId = await aWorkspace(all);
  const now = Date.now();
  for (let n = 0; n < deployments; n += 1) {
    const { id } = await aDeployment(all, { workspaceId, name: `agent-${n}`, status: 'READY' });
    const revision = await all.revisions.insert({ ...revisionRow(id), status: 'DEPLOYED' }, []);
    await all.deployments.update(id, { activeRevisionId: revision.id, latestRevisionId: revision.id });
    await all.crons.insert(cronRow(id, { schedule: '0 0 1 1 *', nextRunAt: now + HOUR }));
  }
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  const { store, calls } = storeBehind(all);
  const clock = toServiceClock(realClock);
  const log = () => undefined;
  const notifier = memoryNotifier();
  const replica = await createMembership({
    store,
    notifier,
    self: { id: randomUUID(), machine: 'm', settings: {} },
    leaseMs: 15 * SECOND,
    metrics: NO_METRICS,
    isShared: true,
    onNews: log,
    onLost: log,
    log,
  });
  const instanceId = replica.id;
  const live = { ...fakeLive(), connect: async () => undefined };
  const others = createOtherReplicas({ store, notifier, instanceId, now: () => clock.now(), log });
  const executor = createRunExecutor({ store, live, clock, log, instanceId, others });
  const dependencies = {
    store,
    live,
    clock,
    log,
    executor,
    version: '0.0.0-test',
    runtime: 'kubernetes' as const,
    newId: () => randomUUID(),
  };
  const runs = createRunService(dependencies, createAssistantService(dependencies));
  const scheduler = createCronScheduler({ ...dependencies, instanceId, isShared: true, runs });
  const webhooks = createWebhooks({ store, clock, log, shared: true });
  const dataPlane = fakeDataPlane({ store, clock, replica });
  await executor.start();
  await scheduler.start();
  webhooks.wake();
  await dataPlane.start();
  await settle();

  const from = calls.length;
  for (let passed = 0; passed < MINUTE; passed += SECOND) {
    jest.advanceTimersByTime(SECOND);
    await settle();
  }
  const counted = Object.groupBy(calls.slice(from), (name) => name);
  jest.useRealTimers();
  await dataPlane.close();
  await webhooks.close();
  await scheduler.close();
  await executor.close();
  await replica.leave();
  await all.close();
  return Object.fromEntries(Object.entries(counted).map(([name, found]) => [name, found?.length ?? 0]));
}

// docs/kubernetes/scale.md#idle
test('an idle replica makes the same few calls of the store for 10 and for 1,000 deployments with crons', async () => {
  const few = await callsOfIdleMinute(10);
  expect(await callsOfIdleMinute(1_000)).toEqual(few);
  const perSecond = Object.values(few).reduce((sum, count) => sum + count, 0) / 60;
  // Three replicas may make 60 queries a second. A call is at most two queries.
  expect(perSecond).toBeGreaterThan(1);
  expect(perSecond).toBeLessThan(10);
});
