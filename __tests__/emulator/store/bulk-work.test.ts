import { afterAll, describe, expect, test } from '@jest/globals';
import type { Store } from '../../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aDeployment, aThread, checkpointRow, cronRow, runRow, threadRow } from './samples.ts';

// On SQLite every statement holds up this process.
const opened: Store[] = [];
const open = async (): Promise<Store> => {
  const store = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
  opened.push(store);
  return store;
};
afterAll(() => Promise.all(opened.map((store) => store.close())));

/** Counts how often the event loop turns until the work has ended. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return turns;
}

const RUNS = 450;

describe('bulk work in the store', () => {
  // docs/agent-server.md#bulk-work-turns
  test('lets other work run between the statements of one transaction', async () => {
    const store = await open();
    const thread = await aThread(store);
    const insertAll = () =>
      store.transaction(async (tx) => {
        for (let at = 0; at < 3_000; at += 1) await tx.runs.insert(runRow(thread));
      });
    expect(await turnsDuring(insertAll)).toBeGreaterThan(2);
  });

  test('deletes a thread with all that belongs to it, in more than one statement', async () => {
    const store = await open();
    const { id: deploymentId } = await aDeployment(store);
    const [gone, kept] = [threadRow(deploymentId), threadRow(deploymentId)];
    for (const thread of [gone, kept]) {
      await store.threads.insert(thread);
      await store.transaction(async (tx) => {
        for (let at = 0; at < RUNS; at += 1) {
          await tx.runs.insert(runRow(thread));
          await tx.checkpoints.put(checkpointRow(thread.id, `c${at}`));
        }
        await tx.crons.insert(cronRow(deploymentId, { threadId: thread.id }));
      });
    }
    await store.threads.remove(gone.id);
    const { tables } = await store.snapshots.dump();
    expect(
      Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length])),
    ).toMatchObject({
      threads: 1,
      runs: RUNS,
      checkpoints: RUNS,
      crons: 1,
    });
    await store.deployments.remove(deploymentId);
    const { tables: left } = await store.snapshots.dump();
    expect([left['threads'], left['runs'], left['checkpoints'], left['crons']]).toEqual([[], [], [], []]);
  });

  test('keeps everything when the transaction that deletes a thread fails', async () => {
    const store = await open();
    const thread = await aThread(store);
    await store.transaction(async (tx) => {
      for (let at = 0; at < RUNS; at += 1) await tx.runs.insert(runRow(thread));
    });
    const failing = store.transaction(async (tx) => {
      await tx.threads.remove(thread.id);
      throw new Error('afterwards');
    });
    await expect(failing).rejects.toThrow('afterwards');
    const { tables } = await store.snapshots.dump();
    expect([tables['threads']?.length, tables['runs']?.length]).toEqual([1, RUNS]);
  });

  test('dumps rows of any number and size in their order', async () => {
    const store = await open();
    const { id: deploymentId } = await aDeployment(store);
    const threads = Array.from({ length: 1_203 }, (_, at) =>
      threadRow(deploymentId, { values: at % 400 === 7 ? { text: 'x'.repeat(700_000), at } : { at } }),
    );
    await store.transaction(async (tx) => {
      for (const thread of threads) await tx.threads.insert(thread);
    });
    const { tables } = await store.snapshots.dump();
    expect(tables['threads']?.map(({ id, values }) => ({ id, values }))).toEqual(
      threads.map(({ id, values }) => ({ id, values })),
    );
  });

  test('reads a thread without its values, and its values as text', async () => {
    const store = await open();
    const { id: deploymentId } = await aDeployment(store);
    const thread = threadRow(deploymentId, { metadata: { a: 1 }, values: { text: 'ü😀' } });
    await store.threads.insert(thread);
    const { values, ...head } = thread;
    expect(await store.threads.head(deploymentId, thread.id)).toEqual(head);
    expect(JSON.parse((await store.threads.valuesText(deploymentId, thread.id)) ?? '')).toEqual(values);
    expect(await store.threads.head('other', thread.id)).toBeUndefined();
  });
});
