import { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { serialize } from 'node:v8';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { PAGE_BYTES } from '../../../src/emulator/store/checkpoint-pages.ts';
import { STATE_GRAPHS } from './state-graphs.ts';
import { createCheckout, createFixture, Cleanup, type AgentServerFixture } from './fixture.ts';

// Number of a thread's large states. All states together exceed one message, one response and one read.

const STATES = 40;
const TEXT = 'x'.repeat(1_200_000);
/** Maximum size of a message: a page, one more state, and the surrounding fields. */
const MESSAGE_MAX = PAGE_BYTES + 2 * TEXT.length;

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
let threadId: string;
/** Size of the largest message between the emulator and its worker, in either direction, in bytes. */
let largest = 0;

beforeAll(async () => {
  measureMessages();
  fixture = await createFixture(cleanup);
  const checkout = await createCheckout(cleanup, { 'graphs.mjs': STATE_GRAPHS });
  await fixture.serve(checkout, { asking: 'graphs.mjs:asking' });
  const { body } = await fixture.call('POST', '/threads', {});
  threadId = body.thread_id;
  await fixture.call('POST', `/threads/${threadId}/runs/wait`, { assistant_id: 'asking', input: {} });
  await plant();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await cleanup.run();
});
beforeEach(() => {
  largest = 0;
});

/** Measures the messages on the channel of every process that is started from now on. */
function measureMessages(): void {
  const measure = (message: unknown) => {
    largest = Math.max(largest, serialize(message).byteLength);
  };
  const { emit } = ChildProcess.prototype;
  jest.spyOn(ChildProcess.prototype, 'emit').mockImplementation(function (
    this: ChildProcess,
    ...given: unknown[]
  ) {
    if (given[0] === 'message') measure(given[1]);
    if (given[0] === 'spawn' && this.connected) {
      const send = this.send.bind(this);
      jest.spyOn(this, 'send').mockImplementation((...sent: unknown[]) => {
        measure(sent[0]);
        return Reflect.apply(send, this, sent) === true;
      });
    }
    return Reflect.apply(emit, this, given) === true;
  });
}

/**
 * Stores many later states of the thread, each like its newest state with a long text, and marks every tenth state.
 */
async function plant(): Promise<void> {
  const head = await fixture.store.checkpoints.get(threadId, '');
  if (!head) throw new Error('the run left no checkpoint');
  const checkpoint = JSON.parse(Buffer.from(head.checkpoint).toString());
  const metadata = JSON.parse(Buffer.from(head.metadata).toString());
  for (let at = 0; at < STATES; at += 1) {
    const id = `ffffffff-0000-6000-8000-${String(at).padStart(12, '0')}`;
    const values = { ...checkpoint.channel_values, steps: [`${at} ${TEXT}`] };
    await fixture.store.checkpoints.put({
      ...head,
      id,
      checkpoint: Buffer.from(JSON.stringify({ ...checkpoint, id, channel_values: values })),
      metadata: Buffer.from(
        JSON.stringify({ ...metadata, step: at, ...(at % 10 === 5 && { marked: true }) }),
      ),
    });
  }
}

const stepsOf = (states: { metadata: { step: number } }[]) => states.map(({ metadata }) => metadata.step);
const latestFirst = (count: number) => Array.from({ length: count }, (_, at) => STATES - 1 - at);

describe('the history of a thread with large states', () => {
  // docs/agent-server/limits.md#search-through-history-thread
  test('is searched by metadata without transferring the states or blocking other requests', async () => {
    const state = { isOver: false };
    const search = fixture
      .call('POST', `/threads/${threadId}/history`, {
        limit: 1000,
        metadata: { marked: true },
        select: ['metadata'],
      })
      .finally(() => {
        state.isOver = true;
      });
    let answered = 0;
    while (!state.isOver) {
      expect((await fixture.call('GET', `/threads/${threadId}/runs`)).status).toBe(200);
      if (!state.isOver) answered += 1;
    }
    const { status, body } = await search;
    expect([status, stepsOf(body)]).toEqual([200, [35, 25, 15, 5]]);
    expect(answered).toBeGreaterThan(1);
    expect(largest).toBeLessThan(MESSAGE_MAX);
  });

  test('can be searched for missing values, and for values that only the graph library can compare', async () => {
    const search = (metadata: object) =>
      fixture.call('POST', `/threads/${threadId}/history`, { limit: 9, metadata });
    expect(await search({ marked: 'no' })).toMatchObject({ status: 200, body: [] });
    expect(largest).toBeLessThan(MESSAGE_MAX / 10);
    const { body } = await search({ step: 3, source: 'loop' });
    expect(stepsOf(body)).toEqual([3]);
  });

  // docs/agent-server/limits.md#message-between-emulator-worker
  test('arrives complete and in order, in messages of at most one page', async () => {
    const { status, body } = await fixture.call('GET', `/threads/${threadId}/history?limit=1000`);
    expect(status).toBe(200);
    expect(stepsOf(body).slice(0, STATES)).toEqual(latestFirst(STATES));
    expect(body[0]).toMatchObject({
      values: { steps: [`${STATES - 1} ${TEXT}`] },
      checkpoint: { thread_id: threadId },
    });
    expect(largest).toBeLessThan(MESSAGE_MAX);
  });

  test('ends at the requested limit, even in the middle of a page', async () => {
    const { body } = await fixture.call('GET', `/threads/${threadId}/history?limit=7&select=metadata`);
    expect(stepsOf(body)).toEqual(latestFirst(7));
    const { body: older } = await fixture.call('POST', `/threads/${threadId}/history`, {
      limit: 2,
      before: 'ffffffff-0000-6000-8000-000000000006',
      select: ['metadata', 'next'],
    });
    expect(stepsOf(older)).toEqual([5, 4]);
    expect(Object.keys(older[0])).toEqual(['metadata', 'next']);
  });

  // docs/agent-server/limits.md#history-whose-reader-leaves
  test('is not read any further after its reader disconnects', async () => {
    const leaving = new AbortController();
    const answer = await fetch(`${fixture.base}/threads/${threadId}/history?limit=1000`, {
      headers: { 'x-api-key': 'test-key' },
      signal: leaving.signal,
    });
    expect(answer.status).toBe(200);
    const store = jest.spyOn(fixture.store.checkpoints, 'page');
    leaving.abort();
    await expect(answer.text()).rejects.toThrow();
    expect((await fixture.call('GET', `/threads/${threadId}/history?limit=1&select=metadata`)).status).toBe(
      200,
    );
    expect(store.mock.calls.length).toBeLessThan(STATES / 3);
    store.mockRestore();
  });
});

describe('a copy of a thread with large states', () => {
  // docs/agent-server/limits.md#copy-large-thread-leaves
  test('contains all states, and its creation does not block the process', async () => {
    const state = { isOver: false };
    let turns = 0;
    const copy = fixture.call('POST', `/threads/${threadId}/copy`).finally(() => {
      state.isOver = true;
    });
    while (!state.isOver) {
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { status, body } = await copy;
    expect(status).toBe(200);
    expect(turns).toBeGreaterThan(3);
    const states = await fixture.call('GET', `/threads/${body.thread_id}/history?limit=1000&select=metadata`);
    const before = await fixture.call('GET', `/threads/${threadId}/history?limit=1000&select=metadata`);
    expect(stepsOf(states.body)).toEqual(stepsOf(before.body));
    expect(states.body[0].metadata.thread_id).toBe(body.thread_id);
    await fixture.call('DELETE', `/threads/${body.thread_id}`);
  });
});

describe('a search or a list of many threads with large values', () => {
  // docs/agent-server/limits.md#search-threads-reads-few
  test('reads a few threads at a time without changing their order', async () => {
    const metadata = { large: randomUUID() };
    const made: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      const { body } = await fixture.call('POST', '/threads', { metadata });
      made.unshift(body.thread_id);
      await fixture.store.threads.update(body.thread_id, { values: { at, text: TEXT }, stale: true });
    }
    let most = 0;
    const { listDetails: glance, list } = fixture.store.threads;
    const count = <T extends unknown[]>(rows: T): T => {
      most = Math.max(most, rows.length);
      return rows;
    };
    jest
      .spyOn(fixture.store.threads, 'listDetails')
      .mockImplementation(async (...given) => count(await glance(...given)));
    jest
      .spyOn(fixture.store.threads, 'list')
      .mockImplementation(async (...given) => count(await list(...given)));
    const found = await fixture.call('POST', '/threads/search', {
      metadata,
      values: { text: TEXT },
      limit: 10,
    });
    expect(found.status).toBe(200);
    expect(found.body.map((one: { thread_id: string }) => one.thread_id)).toEqual(made.slice(0, 10));
    expect(found.headers.get('x-pagination-total')).toBe('12');
    expect(found.headers.get('x-pagination-next')).toBe('10');
    expect(found.body[3].values).toEqual({ at: 8, text: TEXT });
    // The small thread of the other tests may be on the same page.
    expect(most).toBeLessThan(PAGE_BYTES / TEXT.length + 1);
    expect(most).toBeGreaterThan(1);
    // The update of stale threads reads only their IDs.
    const behind = await fixture.store.threads.listStale(fixture.deploymentId, 1_000);
    expect(behind.map((row) => Object.keys(row).toSorted())).toContainEqual(['id', 'metadata']);
    expect(JSON.stringify(behind).length).toBeLessThan(TEXT.length);
  });
});

/** Returns a function that returns the largest number of rows of a single read since the call. */
function watchReads<T extends object>(of: T, ...names: (keyof T & string)[]): () => number {
  let most = 0;
  for (const name of names) {
    const read = of[name];
    if (typeof read !== 'function') throw new Error(`${name} cannot be watched`);
    Reflect.set(of, name, async (...given: unknown[]) => {
      const rows: unknown = await Reflect.apply(read, of, given);
      if (Array.isArray(rows)) most = Math.max(most, rows.length);
      return rows;
    });
    cleanup.add(async () => void Reflect.set(of, name, read));
  }
  return () => most;
}

describe('a list of many runs with large inputs', () => {
  // docs/agent-server/limits.md#list-runs-reads-few
  test('reads a few runs at a time in order, and can filter them by metadata', async () => {
    const { body: thread } = await fixture.call('POST', '/threads', {});
    const path = `/threads/${thread.thread_id}/runs`;
    await fixture.call('POST', `${path}/wait`, { assistant_id: 'asking', input: {} });
    const [run] = await fixture.store.runs.list(fixture.deploymentId, thread.thread_id, {
      limit: 1,
      offset: 0,
    });
    if (!run) throw new Error('there is no run');
    const ids = [run.id];
    for (let at = 0; at < 15; at += 1) {
      const id = randomUUID();
      const kwargs = { ...run.kwargs, input: { text: TEXT } };
      await fixture.store.runs.insert({ ...run, id, kwargs, metadata: { odd: at % 2 === 1 } });
      ids.unshift(id);
    }
    const most = watchReads(fixture.store.runs, 'list');
    const idsOf = (runs: { run_id: string }[]) => runs.map((one) => one.run_id);
    const all = await fixture.call('GET', `${path}?limit=1000`);
    expect([all.status, idsOf(all.body)]).toEqual([200, ids]);
    expect(all.body[0].kwargs.input).toEqual({ text: TEXT });
    const odd = await fixture.call('GET', `${path}?metadata={"odd":true}&offset=1&limit=3&select=run_id`);
    expect([odd.status, idsOf(odd.body)]).toEqual([200, [ids[3], ids[5], ids[7]]]);
    expect(most()).toBeLessThan(PAGE_BYTES / TEXT.length + 1);
    expect(most()).toBeGreaterThan(1);
    const ended = await fixture.call('GET', `${path}?status=error&limit=1000`);
    expect([ended.status, ended.body]).toEqual([200, []]);
  });
});

describe('a search or a list of many large items', () => {
  // docs/agent-server/limits.md#does-search-items
  test('reads a few items at a time, and returns the most recently changed item first', async () => {
    const { deploymentId } = fixture;
    const keys: string[] = [];
    for (let at = 0; at < 15; at += 1) {
      const value = { text: TEXT, odd: at % 2 === 1 };
      await fixture.store.items.put({
        deploymentId,
        namespace: ['large', String(at)],
        key: `k${at}`,
        value,
        at,
      });
      keys.unshift(`k${at}`);
    }
    const most = watchReads(fixture.store.items, 'getMany');
    const search = async (more: object) => {
      const { status, body } = await fixture.call('POST', '/store/items/search', {
        namespace_prefix: ['large'],
        limit: 1000,
        ...more,
      });
      return [status, body.items.map(({ key }: { key: string }) => key)];
    };
    expect(await search({})).toEqual([200, keys]);
    expect(await search({ limit: 4, offset: 3 })).toEqual([200, keys.slice(3, 7)]);
    expect(await search({ filter: { odd: true } })).toEqual([200, keys.filter((_, at) => at % 2 === 1)]);
    expect(await search({ filter: { odd: true }, limit: 2, offset: 1 })).toEqual([200, [keys[3], keys[5]]]);
    expect(await search({ filter: { odd: 'no' } })).toEqual([200, []]);
    expect(await search({ offset: 15 })).toEqual([200, []]);
    expect(most()).toBeLessThan(PAGE_BYTES / TEXT.length + 1);
    expect(most()).toBeGreaterThan(1);
  });
});
