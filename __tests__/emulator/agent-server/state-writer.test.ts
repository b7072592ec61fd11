import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { realClock } from '../../../src/clients/clock.ts';
import { createRunExecutor } from '../../../src/emulator/agent-server/index.ts';
import { createStateWriter, type StateWriter } from '../../../src/emulator/agent-server/thread-state.ts';
import type { Store, ThreadRow } from '../../../src/emulator/ports/store.ts';
import type { DraftedUpdate } from '../../../src/emulator/ports/worker.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aThread, checkpointRow, runRow, writeRow } from '../store/samples.ts';
import { fakeLive } from './fixture.ts';
import { toServiceClock } from '../../../src/emulator/ports/clock.ts';

let store: Store;
let thread: ThreadRow;
let writer: StateWriter;
/** Actions during the worker's drafts, one for each request to the worker. */
let meanwhile: (() => Promise<unknown>)[];
let asked: number;
let writesTo: string;

const drafted = (): DraftedUpdate => {
  const { runId: _, ...checkpoint } = checkpointRow(writesTo, `new-${asked}`);
  const { runId: __, ...write } = writeRow(writesTo, `new-${asked}`);
  return {
    checkpoint: { thread_id: writesTo, checkpoint_ns: '', checkpoint_id: `new-${asked}` },
    checkpoints: [checkpoint],
    writes: [write],
    values: { asked },
    next: ['more'],
    interrupts: { task: [{ value: 'sure?' }] },
  };
};

beforeEach(async () => {
  store = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
  thread = await aThread(store);
  await store.threads.update(thread.id, { metadata: { graph_id: 'agent' } });
  await store.checkpoints.put(checkpointRow(thread.id, 'first'));
  meanwhile = [];
  asked = 0;
  writesTo = thread.id;
  const log = () => undefined;
  const live = fakeLive();
  const deps = {
    store,
    live,
    executor: createRunExecutor({ store, live, clock: toServiceClock(realClock), log }),
    clock: realClock,
    log,
    runtime: 'process',
    newId: randomUUID,
    version: 'test',
  } as const;
  writer = createStateWriter(deps, async () => {
    asked += 1;
    await meanwhile[asked - 1]?.();
    // Only this kind of query occurs in this test.
    return drafted() as never;
  });
});
afterEach(() => store.close());

const key = () => ({ deploymentId: thread.deploymentId, threadId: thread.id });
const update = () => writer.update(key(), { values: {} });
const history = async () => (await store.checkpoints.list(thread.id, undefined, {})).map(({ id }) => id);

test("a change of a thread's state is stored with its writes, and updates the thread's values", async () => {
  expect(await update()).toMatchObject({ checkpoint: { checkpoint_id: 'new-1' } });
  expect(await history()).toEqual(['new-1', 'first']);
  expect(await store.checkpoints.writes(thread.id, '', 'new-1')).toHaveLength(1);
  expect(await store.threads.get(thread.deploymentId, thread.id)).toMatchObject({
    status: 'interrupted',
    restingStatus: 'interrupted',
    values: { asked: 1 },
    interrupts: { task: [{ value: 'sure?' }] },
  });
});

test("a change of a thread's state is tried again a few times if another checkpoint is added concurrently", async () => {
  meanwhile = [() => store.checkpoints.put(checkpointRow(thread.id, 'nearly'))];
  expect(await update()).toMatchObject({ checkpoint: { checkpoint_id: 'new-2' } });
  expect(await history()).toEqual(['new-2', 'nearly', 'first']);
  const addCheckpoint = (n: number) => () => store.checkpoints.put(checkpointRow(thread.id, `z${n}`));
  meanwhile = [1, 2, 3, 4, 5, 6].map(addCheckpoint);
  await expect(update()).rejects.toMatchObject({ status: 409 });
  expect(await history()).toEqual(['z5', 'z4', 'z3', 'new-2', 'nearly', 'first']);
});

test.each<[string, number, () => Promise<unknown>]>([
  ['a run is created at the same time', 409, () => store.runs.insert(runRow(thread))],
  [
    'a run is in progress at the same time',
    409,
    () => store.runs.insert(runRow(thread, { status: 'running' })),
  ],
  ['the thread is deleted at the same time', 404, () => store.threads.remove(thread.id)],
  ['the worker fails', 500, () => Promise.reject(Object.assign(new Error('gone'), { status: 500 }))],
])("a change of a thread's state stores nothing when %s", async (_, status, happen) => {
  const before = await store.threads.get(thread.deploymentId, thread.id);
  meanwhile = [happen];
  await expect(update()).rejects.toMatchObject({ status });
  expect((await history()).filter((id) => id.startsWith('new'))).toEqual([]);
  const after = await store.threads.get(thread.deploymentId, thread.id);
  expect(after?.values).toEqual(after && before?.values);
});

test('a graph cannot write to the thread of another run', async () => {
  const other = await aThread(store);
  writesTo = other.id;
  await expect(update()).rejects.toMatchObject({ status: 422 });
  expect(await store.checkpoints.list(other.id, undefined, {})).toEqual([]);
});

test("concurrent changes of one thread's state are made one after another", async () => {
  await Promise.all([update(), update(), update()]);
  expect(asked).toBe(3);
  expect(await history()).toEqual(['new-3', 'new-2', 'new-1', 'first']);
});
