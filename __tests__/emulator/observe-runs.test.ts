import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { toRunSummary } from '../../src/emulator/agent-server/run-summary.ts';
import { observeRuns } from '../../src/emulator/observe-runs.ts';
import type { RunChanges } from '../../src/emulator/ports/store-run-summaries.ts';
import type { Store, ThreadRow } from '../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../src/emulator/store/index.ts';
import { aThread, runRow, threadRow } from './store/samples.ts';

/** Opens a store in memory, which the test must close, and returns the observed store with its reported changes. */
async function anObservedStore() {
  const opened = await openStore({ location: ':memory:', keyring: await loadKeyring({}), durable: false });
  const reported: RunChanges[] = [];
  const store = observeRuns(opened, (changes) => reported.push(changes));
  return {
    store,
    /** Returns the changes that were reported since the last call. */
    takeReported: () => reported.splice(0),
    [Symbol.asyncDispose]: () => opened.close(),
  };
}

/** Stores a run that waits for an answer. */
async function aWaitingRun(store: Store, thread: ThreadRow): Promise<string> {
  const run = runRow(thread, { id: randomUUID(), status: 'success' });
  await store.runs.insert(run);
  await store.runSummaries.insert(toRunSummary(run));
  await store.runSummaries.end(run.id, {
    outcome: 'waiting',
    revisionId: null,
    startedAt: 1,
    endedAt: 2,
    answer: 'Refund?',
    errorKind: null,
  });
  return run.id;
}

test('a waiting run is reported when it has been answered, and when it waits again', async () => {
  await using observed = await anObservedStore();
  const { store, takeReported } = observed;
  const thread = await aThread(store);
  const runId = await aWaitingRun(store, thread);
  takeReported();
  await store.transaction((tx) => tx.runSummaries.markAnswered(thread.id));
  expect(takeReported()).toEqual([{ runIds: [runId], removedThreadIds: [] }]);
  await store.runSummaries.markWaiting(thread.id);
  expect(takeReported()).toEqual([{ runIds: [runId], removedThreadIds: [] }]);
  // No run of this other thread waits.
  await store.runSummaries.markAnswered(randomUUID());
  expect(takeReported()).toEqual([]);
});

test('removed and expired threads are reported, because their runs were removed too', async () => {
  await using observed = await anObservedStore();
  const { store, takeReported } = observed;
  const [first, second] = [await aThread(store), await aThread(store)];
  await aWaitingRun(store, first);
  takeReported();
  await store.threads.removeMany([first.id]);
  await store.transaction((tx) => tx.threads.remove(second.id));
  expect(takeReported()).toEqual([
    { runIds: [], removedThreadIds: [first.id] },
    { runIds: [], removedThreadIds: [second.id] },
  ]);
  const old = threadRow(first.deploymentId, { expiry: { ttlMs: 1, at: 1, strategy: 'delete' } });
  await store.threads.insert(old);
  await store.threads.insert(threadRow(first.deploymentId));
  expect(takeReported()).toEqual([{ runIds: [], removedThreadIds: [old.id] }]);
});

test('a rolled-back transaction causes no report', async () => {
  await using observed = await anObservedStore();
  const { store, takeReported } = observed;
  const thread = await aThread(store);
  await aWaitingRun(store, thread);
  takeReported();
  const failing = store.transaction(async (tx) => {
    await tx.runSummaries.markAnswered(thread.id);
    await tx.threads.remove(thread.id);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(takeReported()).toEqual([]);
});
