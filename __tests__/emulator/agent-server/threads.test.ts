import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import { realClock } from '../../../src/clients/clock.ts';
import { createExpirySweeper } from '../../../src/emulator/agent-server/expiry-sweeper.ts';
import { checkpointRow, revisionRow, threadRow } from '../store/samples.ts';
import { createCheckout, createFixture, Cleanup, type AgentServerFixture } from './fixture.ts';
import { PLAIN_GRAPHS } from './plain-graphs.ts';

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
let client: Client;
let checkout: string;
const ids: string[] = [];

beforeAll(async () => {
  fixture = await createFixture(cleanup);
  checkout = await createCheckout(cleanup, { 'graphs.mjs': PLAIN_GRAPHS });
  await fixture.serve(checkout, {
    agent: 'graphs.mjs:echo',
    gate: 'graphs.mjs:gate',
    failing: 'graphs.mjs:failing',
  });
  client = new Client({ apiUrl: fixture.base, apiKey: 'test-key', callerOptions: { maxRetries: 0 } });
  for (const [n, user] of ['ada', 'bob', 'ada'].entries()) {
    ids.push(
      (await client.threads.create({ metadata: { user, deep: { n, tags: ['x', `t${n}`] } } })).thread_id,
    );
  }
  await client.runs.wait(ids[1] ?? '', 'agent', { input: { say: 'hi' } });
});
afterAll(() => cleanup.run());

const found = async (query: Parameters<Client['threads']['search']>[0]) =>
  (await client.threads.search(query)).map(({ thread_id }) => ids.indexOf(thread_id));

describe('a thread with large values', () => {
  // docs/agent-server/limits.md#large-thread-sent-stored
  test('is read and changed like any other thread, even with a surrogate pair at a chunk boundary', async () => {
    const values = { text: `${'x'.repeat(262_130)}${'😀'.repeat(20)}`, more: 'y'.repeat(300_000) };
    const row = threadRow(fixture.deploymentId, { values, metadata: { before: 1 } });
    await fixture.store.threads.insert(row);
    const read = await fixture.call('GET', `/threads/${row.id}`);
    expect(read).toMatchObject({ status: 200, body: { thread_id: row.id, values, metadata: { before: 1 } } });
    const changed = await fixture.call('PATCH', `/threads/${row.id}`, { metadata: { after: 2 } });
    expect(changed.body).toMatchObject({ values, metadata: { before: 1, after: 2 }, interrupts: {} });
    expect((await fixture.call('DELETE', `/threads/${row.id}`)).status).toBe(204);
  });
});

describe('a search for threads', () => {
  test.each([
    ['last changed first', {}, [1, 2, 0]],
    ['last changed first, even with a direction but no sort field', { sortOrder: 'asc' as const }, [1, 2, 0]],
    ['by metadata', { metadata: { user: 'ada' } }, [2, 0]],
    ['by a part of the metadata', { metadata: { deep: { tags: ['t1'] } } }, [1]],
    ['by values', { values: { said: 'hi' } }, [1]],
    ['by values that no thread has', { values: { said: 'ho' } }, []],
    ['by status', { status: 'idle' as const, limit: 2 }, [1, 2]],
    ['by a status that no thread has', { status: 'error' as const }, []],
    ['oldest first', { sortBy: 'created_at' as const, sortOrder: 'asc' as const }, [0, 1, 2]],
    ['the last changed first', { sortBy: 'updated_at' as const }, [1, 2, 0]],
    [
      'by metadata, sorted, page by page',
      {
        metadata: { user: 'ada' },
        sortBy: 'created_at' as const,
        sortOrder: 'asc' as const,
        offset: 1,
        limit: 1,
      },
      [2],
    ],
  ])('returns the matching threads in the expected order: %s', async (_, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  // docs/agent-server/limits.md#search-by-metadata
  test('by metadata compares only the threads whose text contains the metadata', async () => {
    const details = jest.spyOn(fixture.store.threads, 'listDetails');
    try {
      expect(await found({ metadata: { user: 'bob' } })).toEqual([1]);
      expect(details.mock.calls.map(([, { ids: read }]) => read)).toEqual([[ids[1]]]);
    } finally {
      details.mockRestore();
    }
  });

  test('returns the threads with the given IDs', async () => {
    expect(await found({ ids: [ids[2] ?? '', ids[0] ?? ''] })).toEqual([2, 0]);
    expect(await found({ ids: [(ids[0] ?? '').toUpperCase()] })).toEqual([0]);
    // An empty list of IDs does not filter.
    expect(await found({ ids: [] })).toEqual([1, 2, 0]);
    expect((await fixture.call('POST', '/threads/count', { ids: [] })).body).toBe(3);
  });

  test('can return only the number of threads, even with conditions', async () => {
    expect(await client.threads.count()).toBe(3);
    expect(await client.threads.count({ metadata: { user: 'ada' } })).toBe(2);
    expect(await client.threads.count({ values: { said: 'hi' }, status: 'idle' })).toBe(1);
  });

  test('returns the offset of the next page and the total number in headers', async () => {
    const page = async (body: object) => {
      const { headers } = await fixture.call('POST', '/threads/search', body);
      return [headers.get('x-pagination-total'), headers.get('x-pagination-next')];
    };
    expect(await page({ limit: 2 })).toEqual(['3', '2']);
    expect(await page({ limit: 2, offset: 2 })).toEqual(['3', null]);
    expect(await page({ metadata: { user: 'ada' }, limit: 1 })).toEqual(['2', '1']);
  });

  test('returns only the selected fields and the values at the given paths', async () => {
    const query = {
      ids: [ids[1] ?? ''],
      select: ['thread_id' as const],
      extract: { what: 'values.said', who: 'metadata.user', none: 'values.messages[-1]' },
    };
    expect(await client.threads.search(query)).toEqual([
      { thread_id: ids[1], extracted: { what: 'hi', who: 'bob', none: null } },
    ]);
    expect((await fixture.call('POST', '/threads/search', { extract: { a: 'thread_id' } })).status).toBe(422);
  });
});

test('a thread can be changed without a response body, and its ID can be in upper or lower case', async () => {
  const { thread_id: id, ...made } = await client.threads.create({ graphId: 'agent' });
  expect(made).toMatchObject({
    metadata: { graph_id: 'agent' },
    config: {},
    state_updated_at: made.created_at,
  });
  expect(await client.threads.update(id, { metadata: { n: 1 }, returnMinimal: true })).toBeUndefined();
  expect(await client.threads.get(id.toUpperCase(), { include: ['ttl'] })).toMatchObject({
    thread_id: id,
    metadata: { n: 1 },
  });
  const again = await client.threads.create({ threadId: id.toUpperCase(), ifExists: 'do_nothing' });
  expect(again.thread_id).toBe(id);
  await client.threads.delete(id);
});

test('a thread whose last run failed shows the error of that run', async () => {
  const { thread_id: id } = await client.threads.create();
  await client.runs.wait(id, 'failing', { raiseError: false });
  expect(await client.threads.get(id)).toMatchObject({
    status: 'error',
    error: { error: 'RangeError', message: 'the model is out of range' },
  });
  await client.runs.wait(id, 'agent', {});
  expect(await client.threads.get(id)).not.toHaveProperty('error');
  await client.threads.delete(id);
});

describe('a thread with a time to live', () => {
  const gone = async (id: string) => (await fixture.call('GET', `/threads/${id}`)).status === 404;
  const untilGone = async (id: string) => {
    while (!(await gone(id))) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  test('shows its time to live on request, and is not found after it has expired', async () => {
    const { thread_id: id } = await client.threads.create({ ttl: 30 });
    expect(await client.threads.get(id)).not.toHaveProperty('ttl');
    const reported = await client.threads.get(id, { include: ['ttl'] });
    expect(reported).toMatchObject({
      ttl: { strategy: 'delete', ttl_minutes: 30, expires_at: expect.any(String) },
    });
    const before = await client.threads.count();
    await client.threads.update(id, { ttl: 0.0005 });
    await untilGone(id);
    expect(await client.threads.count()).toBe(before - 1);
    expect(await client.threads.search({ ids: [id] })).toEqual([]);
    const again = await client.threads.create({ threadId: id });
    expect(await client.threads.get(again.thread_id, { include: ['ttl'] })).not.toHaveProperty('ttl');
    await client.threads.delete(id);
  });

  test('is not removed during a run', async () => {
    const { thread_id: id } = await client.threads.create();
    const file = join(checkout, id);
    // The client begins to wait at the start of the run. A later join might arrive after the thread was deleted at the
    // end of the run.
    const ended = client.runs.wait(id, 'gate', { input: { say: id, file } });
    while (!fixture.printed.includes(`gate reached ${id}`))
      await new Promise((resolve) => setTimeout(resolve, 5));
    await client.threads.update(id, { ttl: { ttl: 0.00001 } });
    expect(await gone(id)).toBe(false);
    await writeFile(file, '');
    expect(await ended).toEqual({ said: id });
    await untilGone(id);
  });

  // docs/departures/agent-server.md#ttl-thread
  test('with the strategy `keep_latest` is reduced to its latest state whenever it expires', async () => {
    const { store } = fixture;
    const ttl = { ttl: 0.00001, strategy: 'keep_latest' };
    const { body } = await fixture.call('POST', '/threads', { ttl });
    const id = String(body.thread_id);
    const kept = async () => (await store.checkpoints.list(id, '', {})).map((row) => row.id);
    const sweeper = createExpirySweeper({ store, clock: realClock, log: () => undefined });
    for (const [older, newer] of [
      ['c0', 'c1'],
      ['c2', 'c3'],
    ] as const) {
      await store.checkpoints.put(checkpointRow(id, older));
      await store.checkpoints.put(checkpointRow(id, newer));
      while ((await kept()).length > 1) await sweeper.sweep();
      expect(await kept()).toEqual([newer]);
    }
    expect(await client.threads.get(id, { include: ['ttl'] })).toMatchObject({
      ttl: { strategy: 'keep_latest', expires_at: expect.any(String) },
    });
    expect((await fixture.call('POST', '/threads', { ttl: -1 })).status).toBe(422);
    await sweeper.close();
    await client.threads.delete(id);
  });

  test('has the configured time to live unless its creation requests another time', async () => {
    const { store, deploymentId } = fixture;
    const settings = { threads: { ttlMs: 60_000, strategy: 'keep_latest' } } as const;
    const { id: revisionId } = await store.revisions.insert(revisionRow(deploymentId), []);
    await store.revisions.update(revisionId, { agentSettings: settings });
    await store.deployments.update(deploymentId, { activeRevisionId: revisionId });
    const ttlOf = async (id: string) =>
      (await fixture.call('GET', `/threads/${id}?include=ttl`)).body.ttl as unknown;
    const made = await client.threads.create();
    expect(await ttlOf(made.thread_id)).toMatchObject({ strategy: 'keep_latest', ttl_minutes: 1 });
    const own = await client.threads.create({ ttl: 2 });
    expect(await ttlOf(own.thread_id)).toMatchObject({ strategy: 'delete', ttl_minutes: 2 });
    const id = randomUUID();
    await client.runs.wait(id, 'agent', { input: { say: 'x' }, ifNotExists: 'create' });
    expect(await ttlOf(id)).toMatchObject({ ttl_minutes: 1 });
    await store.deployments.update(deploymentId, { activeRevisionId: null });
  });
});

test('the API document of a deployment requires no API key, and its paths are relative', async () => {
  const { status, body } = await fixture.call('GET', '/openapi.json', undefined, { headers: {} });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Agent Server API' },
    servers: [{ url: '.' }],
  });
  expect(Object.keys(body.components.schemas)).toEqual(expect.arrayContaining(['Thread', 'Run']));
  expect(Object.keys(body.components.schemas)).not.toContain('Deployment');
  expect(body.paths['/threads'].post.operationId).toBe('post_threads');
  expect(Object.keys(body.paths)).toEqual(
    expect.arrayContaining(['/ok', '/threads', '/threads/{thread_id}/state']),
  );
  expect(JSON.stringify(body)).not.toContain('deployment_id}');
  expect(body.paths['/threads/{thread_id}'].get.parameters.map(({ name }: { name: string }) => name)).toEqual(
    ['thread_id', 'include'],
  );
});
