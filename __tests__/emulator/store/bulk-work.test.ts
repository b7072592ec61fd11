import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Store } from '../../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aDeployment, aThread, checkpointRow, cronRow, runRow, threadRow } from './samples.ts';

// On SQLite, every statement blocks this process.
const opened: Store[] = [];
const folders: string[] = [];
const open = async (location = ':memory:'): Promise<Store> => {
  const store = await openStore({ location, keyring: await loadKeyring({}) });
  opened.push(store);
  return store;
};
afterAll(async () => {
  await Promise.all(opened.map((store) => store.close()));
  for (const folder of folders) await rm(folder, { recursive: true });
});

/** Returns the number of bytes that a change adds to the write-ahead log. */
async function bytesWritten(file: string, change: () => Promise<void>): Promise<number> {
  const database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
  await change();
  return (await stat(`${file}-wal`)).size;
}

/** Counts the turns of the event loop until the work has ended. */
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
  // docs/agent-server/limits.md#bulk-work-turns
  test('lets other work run between the statements of one transaction', async () => {
    const store = await open();
    const thread = await aThread(store);
    const insertAll = () =>
      store.transaction(async (tx) => {
        for (let at = 0; at < 3_000; at += 1) await tx.runs.insert(runRow(thread));
      });
    expect(await turnsDuring(insertAll)).toBeGreaterThan(2);
  });

  test('deletes a thread and its rows in more than one statement', async () => {
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

  test('deletes nothing if the transaction that deletes a thread fails', async () => {
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

  test('dumps rows of any number and size in order', async () => {
    const store = await open();
    const { id: deploymentId } = await aDeployment(store);
    const threads = Array.from({ length: 1_203 }, (_, at) =>
      threadRow(deploymentId, { values: at % 400 === 7 ? { text: 'x'.repeat(700_000), at } : { at } }),
    );
    await store.transaction(async (tx) => {
      for (const thread of threads) await tx.threads.insert(thread);
    });
    const { tables } = await store.snapshots.dump();
    expect(tables['threads']?.map(({ id }) => id)).toEqual(threads.map(({ id }) => id));
    const parts = Map.groupBy(tables['thread_values'] ?? [], (part) => part['thread_id']);
    expect([...parts.keys()]).toEqual(threads.map(({ id }) => id));
    const values = [...parts.values()].map((of) => JSON.parse(of.map(({ text }) => text).join('')));
    expect(values).toEqual(threads.map((thread) => thread.values));
  });

  test('reads a thread without its values, and the values as JSON text', async () => {
    const store = await open();
    const { id: deploymentId } = await aDeployment(store);
    const thread = threadRow(deploymentId, { metadata: { a: 1 }, values: { text: 'ü😀' } });
    await store.threads.insert(thread);
    const { values, ...head } = thread;
    expect(await store.threads.head(deploymentId, thread.id)).toEqual(head);
    expect(JSON.parse((await store.threads.valuesText(deploymentId, thread.id)) ?? '')).toEqual(values);
    expect(await store.threads.head('other', thread.id)).toBeUndefined();
  });

  // docs/agent-server/limits.md#bulk-work-turns
  test.each([
    ['stores the values of a thread', 'update'],
    ['copies the values of a thread', 'copy'],
  ] as const)('%s completely, in more than one statement', async (_what, change) => {
    const store = await open();
    const { id: deploymentId } = await aDeployment(store);
    // Each part would end between the two halves of a surrogate pair.
    const values = { text: `a${'😀'.repeat(1_500_000)}` };
    const [from, to] = [threadRow(deploymentId, { values }), threadRow(deploymentId)];
    for (const thread of [from, to]) await store.threads.insert(thread);
    const work = ({ threads }: Pick<Store, 'threads'>) =>
      change === 'copy'
        ? threads.copyValues(from.id, to.id)
        : threads.update(to.id, { values, updatedAt: 7 });
    const failing = store.transaction(async (tx) => {
      await work(tx);
      throw new Error('afterwards');
    });
    await expect(failing).rejects.toThrow('afterwards');
    expect((await store.threads.get(deploymentId, to.id))?.values).toBeNull();
    await work(store);
    expect((await store.threads.get(deploymentId, to.id))?.values).toEqual(values);
    const { tables } = await store.snapshots.dump();
    const lengths = tables['thread_values']?.map(({ text }) => String(text).length) ?? [];
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(2 * JSON.stringify(values).length);
    expect(Math.max(...lengths)).toBeLessThan(1_000_000);
    await store.threads.update(to.id, { values: { few: 1 }, updatedAt: 8 });
    expect((await store.threads.get(deploymentId, to.id))?.values).toEqual({ few: 1 });
  });

  // docs/agent-server/limits.md#thread-state-table
  test('changes a thread without writing its values again', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'store-bulk-'));
    folders.push(folder);
    const file = path.join(folder, 'data.db');
    const store = await open(file);
    const { id: deploymentId } = await aDeployment(store);
    const thread = threadRow(deploymentId, {
      values: { text: 'x'.repeat(4_000_000) },
      interrupts: { task: [{ value: 'y'.repeat(4_000_000) }] },
    });
    await store.threads.insert(thread);
    const change = { metadata: { b: 2 }, status: 'busy', updatedAt: 7 } as const;
    expect(await bytesWritten(file, () => store.threads.update(thread.id, change))).toBeLessThan(100_000);
    expect(await store.threads.get(deploymentId, thread.id)).toEqual({ ...thread, ...change });
    const values = { text: 'z'.repeat(4_000_000) };
    expect(
      await bytesWritten(file, () => store.threads.update(thread.id, { values, updatedAt: 8 })),
    ).toBeGreaterThan(4_000_000);
  });
});
