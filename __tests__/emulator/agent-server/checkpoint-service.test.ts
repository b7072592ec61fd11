import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createCheckpointService } from '../../../src/emulator/agent-server/checkpoint-service.ts';
import type { StoreCall } from '../../../src/emulator/ports/store-calls.ts';
import type { RunRow, Store } from '../../../src/emulator/ports/store.ts';
import type { AgentLanguage, RunJob } from '../../../src/emulator/ports/worker.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aThread, runRow } from '../store/samples.ts';

let store: Store;
let run: RunRow;
let job: RunJob;
beforeEach(async () => {
  store = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
  const thread = await aThread(store);
  await store.runs.insert(runRow(thread));
  const claimed = await store.runs.claimNext(thread.deploymentId, randomUUID(), 1);
  if (!claimed) throw new Error('nothing to claim');
  run = claimed;
  job = { runId: run.id, threadId: run.threadId, graphId: 'agent', fence: run.fence, input: {}, config: {} };
});
afterEach(() => store.close());

const bytes = Buffer.from('x');
const checkpoint = (threadId: string, id: string) => ({
  threadId,
  ns: '',
  id,
  parentId: null,
  checkpointType: 'json',
  checkpoint: bytes,
  metadataType: 'json',
  metadata: bytes,
  delta: false,
});
const put = (id = 'a', threadId = run.threadId): StoreCall => ({
  op: 'put',
  runId: run.id,
  row: checkpoint(threadId, id),
});
const putWrites = (threadId = run.threadId): StoreCall => ({
  op: 'put-writes',
  runId: run.id,
  rows: [
    {
      threadId,
      ns: '',
      checkpointId: 'a',
      taskId: 't',
      index: 0,
      channel: 'c',
      valueType: 'json',
      value: bytes,
      taskPath: '',
    },
  ],
});
const desk = (language: AgentLanguage = 'javascript') =>
  createCheckpointService(store, run.deploymentId, language);
const jobOf = (id: string) => (id === job.runId ? job : undefined);

describe('the checkpoints of a run', () => {
  // docs/agent-server/limits.md#run-body-read-once
  test('are stored without reading the body of the run, because that body can be large', async () => {
    const bodiless: Store = {
      ...store,
      transaction: (work) =>
        store.transaction((tx) =>
          work({ ...tx, runs: { ...tx.runs, get: () => Promise.reject(new Error('the body was read')) } }),
        ),
    };
    const answer = createCheckpointService(bodiless, run.deploymentId, 'javascript');
    expect(await answer(put(), jobOf)).toEqual({ ok: true, found: [] });
    expect(await answer(putWrites(), jobOf)).toEqual({ ok: true, found: [] });
  });

  test('are stored with their run, and are returned with their writes', async () => {
    const ask = desk();
    expect(await ask(put('a'), jobOf)).toEqual({ ok: true, found: [] });
    expect(await ask(put('b'), jobOf)).toEqual({ ok: true, found: [] });
    expect(await ask(putWrites(), jobOf)).toEqual({ ok: true, found: [] });
    const { threadId } = run;
    expect(await ask({ op: 'get', threadId, ns: '' }, jobOf)).toMatchObject({
      found: [{ checkpoint: { id: 'b', runId: run.id }, writes: [] }],
    });
    expect(await ask({ op: 'get', threadId, ns: '', checkpointId: 'a' }, jobOf)).toMatchObject({
      found: [{ checkpoint: { id: 'a' }, writes: [{ channel: 'c', runId: run.id }] }],
    });
    expect(await ask({ op: 'list', threadId, query: { limit: 1, before: 'b' } }, jobOf)).toMatchObject({
      found: [{ checkpoint: { id: 'a' } }],
    });
  });

  const refusals: [string, () => Promise<unknown>][] = [
    ['the worker no longer executes the run', async () => (job = { ...job, runId: randomUUID() })],
    ['another attempt executes the run', () => Promise.resolve((job = { ...job, fence: run.fence - 1 }))],
    ['the run has ended', () => store.runs.update(run.id, { status: 'interrupted' })],
    ['the run was deleted', () => store.runs.remove(run.id)],
    ["the run's thread was deleted", () => store.threads.remove(run.threadId)],
  ];
  test.each(refusals)('are rejected by the store if %s', async (_why, happen) => {
    await happen();
    for (const call of [put(), putWrites()]) {
      expect(await desk()(call, jobOf)).toMatchObject({ ok: false, error: 'StaleRunError' });
    }
    expect(await store.checkpoints.list(run.threadId, undefined, {})).toEqual([]);
  });

  test('cannot be written to the thread of another run', async () => {
    const other = await aThread(store);
    for (const call of [put('a', other.id), putWrites(other.id)]) {
      expect(await desk()(call, jobOf)).toMatchObject({ ok: false, error: 'NotAllowedError' });
    }
  });

  test('are not found through another deployment', async () => {
    await desk()(put(), jobOf);
    const otherWorker = createCheckpointService(store, randomUUID(), 'javascript');
    const { threadId } = run;
    expect(await otherWorker({ op: 'get', threadId, ns: '' }, jobOf)).toEqual({ ok: true, found: [] });
    expect(await otherWorker({ op: 'list', threadId, query: {} }, jobOf)).toEqual({ ok: true, found: [] });
  });

  test.each<[AgentLanguage, AgentLanguage, RegExp]>([
    [
      'javascript',
      'python',
      /written by JavaScript graphs, but this revision runs Python.*start a new thread/,
    ],
    [
      'python',
      'javascript',
      /written by Python graphs, but this revision runs JavaScript.*start a new thread/,
    ],
  ])('in %s are neither read nor continued by a graph in %s', async (written, now, message) => {
    await desk(written)(put('a'), jobOf);
    await desk(written)(putWrites(), jobOf);
    const { threadId } = run;
    const before = (await store.checkpoints.page(threadId, {})).found;
    expect(before).toMatchObject([{ checkpoint: { language: written } }]);
    const calls: StoreCall[] = [
      { op: 'get', threadId, ns: '' },
      { op: 'get', threadId, ns: '', checkpointId: 'a' },
      { op: 'list', threadId, query: {} },
      { op: 'list', threadId, query: { metadata: { step: 1 } } },
      put('b'),
      putWrites(),
    ];
    for (const call of calls) {
      const refusal = { ok: false, error: 'OtherLanguageError', message: expect.stringMatching(message) };
      expect(await desk(now)(call, jobOf)).toEqual(refusal);
    }
    expect((await store.checkpoints.page(threadId, {})).found).toEqual(before);
    // Items belong to the deployment, in both languages.
    const items: StoreCall = { op: 'items', operations: [{ op: 'get', namespace: ['a'], key: 'k' }] };
    expect(await desk(now)(items, jobOf)).toMatchObject({ ok: true });
  });

  test('cause an error response if the store fails', async () => {
    await store.close();
    expect(await desk()({ op: 'get', threadId: run.threadId, ns: '' }, jobOf)).toMatchObject({ ok: false });
    store = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
  });
});

describe('the items that a graph stores', () => {
  test('are either all stored in the requested order or not stored at all', async () => {
    const ask = desk();
    const put = (key: string) => ({ op: 'put', namespace: ['a', key], key, value: { key } });
    const done = await ask(
      {
        op: 'items',
        operations: [
          put('x'),
          put('y'),
          { op: 'get', namespace: ['a', 'x'], key: 'x' },
          { op: 'search', prefix: ['a'], filter: { key: 'y' } },
          { op: 'namespaces', match: [{ end: 'suffix', pattern: ['*'] }], depth: 1 },
          { op: 'delete', namespace: ['a', 'x'], key: 'x' },
          { op: 'get', namespace: ['a', 'x'], key: 'x' },
        ],
      },
      jobOf,
    );
    expect(done).toMatchObject({
      ok: true,
      answers: [null, null, { value: { key: 'x' } }, [{ value: { key: 'y' } }], [['a']], null, null],
    });
    const refused = await ask(
      { op: 'items', operations: [put('z'), { op: 'put', namespace: [], key: 'k' }] },
      jobOf,
    );
    expect(refused).toMatchObject({ ok: false, error: 'InvalidItemError' });
    expect(await store.items.get(run.deploymentId, ['a', 'z'], 'z')).toBeUndefined();
    // The graph library's own stores also reject this filter.
    const unknown = { op: 'search', prefix: [], filter: { v: { $in: [1] } }, limit: 1, offset: 0 };
    expect(await ask({ op: 'items', operations: [put('z'), unknown] }, jobOf)).toMatchObject({
      ok: false,
      error: 'InvalidItemError',
      message: expect.stringContaining('"$in"'),
    });
    expect(await store.items.get(run.deploymentId, ['a', 'z'], 'z')).toBeUndefined();
  });
});
