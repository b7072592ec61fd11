import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { HANG_LIMIT_MS } from '../../../harness/hang-limit.ts';
import { until } from '../../../harness/until.ts';
import { listNamespaces, searchItems } from '../../../src/emulator/agent-server/items.ts';
import { countThreads, searchThreads } from '../../../src/emulator/agent-server/thread-search.ts';
import type { ItemRow, Store } from '../../../src/emulator/ports/store.ts';
import { cronRow, threadRow } from '../store/samples.ts';
import { createFixture, Cleanup, type AgentServerFixture } from './fixture.ts';
import { createScriptedWorker } from './scripted-worker.ts';

// The stores of these tests return rows endlessly, and each comparison takes at least a millisecond, so a search that
// is not aborted would hang its test.
const cleanup = new Cleanup();
let fixture: AgentServerFixture;
let assistantId: string;
beforeAll(async () => {
  fixture = await createFixture(cleanup);
  fixture.live.serve(fixture.deploymentId, createScriptedWorker(fixture.deploymentId).worker);
  assistantId = (await fixture.call('POST', '/assistants/search', {})).body[0].assistant_id;
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => cleanup.run());

const numbers = (count: number, from = 0): number[] => Array.from({ length: count }, (_, at) => at + from);
const HAVE = { all: numbers(50_000) };
const WANT = { all: numbers(5_000, 45_001) };
const many = <T>(row: T, count = 1_000): T[] => Array.from({ length: count }, () => row);
/**
 * Number of rows that cannot be compared before a test counts as hanging, because each comparison takes a millisecond.
 */
const ENDLESS = HANG_LIMIT_MS;

/** Makes the store return the same large rows endlessly. `onRead` is called for every read. */
function makeEndless({ threads, items, assistants, crons }: Store, onRead: () => void): void {
  const read = <T>(rows: T) => {
    onRead();
    return Promise.resolve(rows);
  };
  const deploymentId = 'd';
  const thread = threadRow(deploymentId, { metadata: HAVE, values: HAVE });
  const details = { ...thread, valuesText: JSON.stringify(HAVE) };
  const sizes = many({ id: thread.id, bytes: 5_000_000, sortValue: 1, ordinal: 1 });
  jest.spyOn(threads, 'sizes').mockResolvedValue(sizes);
  jest.spyOn(threads, 'listDetails').mockImplementation(() => read([details]));
  const place = { namespace: ['a'], key: 'k' };
  const times = { createdAt: 1, updatedAt: 1, ttlMs: null, expiresAt: null };
  const item: ItemRow = { deploymentId, ...place, value: HAVE, ...times };
  jest.spyOn(items, 'listSizes').mockResolvedValue(many({ ...place, bytes: 5_000_000 }));
  jest.spyOn(items, 'getMany').mockImplementation(() => read([item]));
  jest.spyOn(items, 'namespaces').mockResolvedValue([['a']]);
  const vector = new Uint8Array(new Float32Array(many(0.1, 1_024)).buffer);
  const vectors = many({ ...place, field: 'text', vector }, 2_000);
  jest.spyOn(items, 'listVectors').mockImplementation((_id, _prefix, { limit }) => {
    return read(vectors.slice(0, limit));
  });
  const configured = { graphId: 'agent', name: 'one', description: null, config: {}, context: {} };
  const version = { deploymentId, id: 'a', ...configured, metadata: HAVE, version: 1, createdAt: 1 };
  jest.spyOn(assistants, 'list').mockImplementation(() => read(many({ ...version, updatedAt: 1 }, ENDLESS)));
  jest.spyOn(assistants, 'versions').mockImplementation(() => read(many(version, ENDLESS)));
  const cron = { ...cronRow(deploymentId, { metadata: HAVE }), bytes: 5_000_000 };
  jest.spyOn(crons, 'listDetails').mockImplementation(() => read(many(cron, ENDLESS)));
}

async function collected(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pages);
}

describe('a search in the database', () => {
  const none = () => false;
  test.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
    [
      'for threads by metadata',
      (signal) => searchThreads(fixture.store, 'd', { metadata: WANT }, { access: undefined, signal }),
    ],
    [
      'for threads by values',
      (signal) => searchThreads(fixture.store, 'd', { values: WANT }, { access: undefined, signal }),
    ],
    [
      'for threads that a filter hides',
      (signal) => searchThreads(fixture.store, 'd', {}, { access: none, signal }),
    ],
    [
      'for the number of threads',
      (signal) => countThreads(fixture.store, 'd', { metadata: WANT }, { access: undefined, signal }),
    ],
    [
      'for items by their values',
      (signal) => collected(searchItems(fixture.store, 'd', { prefix: [], filter: WANT, signal })),
    ],
    [
      'for items that a filter hides',
      (signal) => collected(searchItems(fixture.store, 'd', { prefix: [], access: none, signal })),
    ],
    [
      'for items by their meaning',
      (signal) => {
        const vector = new Float32Array(many(0.1, 1_024));
        return collected(searchItems(fixture.store, 'd', { prefix: [], vector, signal }));
      },
    ],
    [
      'for namespaces with items that the caller can see',
      (signal) => listNamespaces(fixture.store, 'd', { match: [], access: none, signal }),
    ],
  ])('ends immediately when its signal is aborted: %s', async (_what, search) => {
    const leaving = new AbortController();
    const reason = new Error('the client has left');
    let reads = 0;
    makeEndless(fixture.store, () => {
      reads += 1;
      if (reads === 3) leaving.abort(reason);
    });
    await expect(search(leaving.signal)).rejects.toBe(reason);
    expect(reads).toBeLessThan(6);
  });
});

// docs/security/emulator.md#searches-end
describe('a client that disconnects during its search', () => {
  test.each<[string, Record<string, unknown>]>([
    ['/threads/search', { metadata: WANT }],
    ['/threads/search', { values: WANT }],
    ['/threads/count', { metadata: WANT }],
    ['/assistants/search', { metadata: WANT }],
    ['/assistants/count', { metadata: WANT }],
    ['/assistants/{id}/versions', { metadata: WANT }],
    ['/runs/crons/search', { metadata: WANT }],
    ['/runs/crons/count', { metadata: WANT }],
    ['/store/items/search', { namespace_prefix: [], filter: WANT }],
  ])('stops the work of POST %s', async (pattern, body) => {
    const path = pattern.replace('{id}', assistantId);
    let reads = 0;
    makeEndless(fixture.store, () => {
      reads += 1;
    });
    const ended = () => fixture.exchanges.filter((exchange) => exchange.path === path);
    fixture.exchanges.length = 0;
    const client = new AbortController();
    const answer = fixture.call('POST', path, body, { signal: client.signal }).catch(() => 'left');
    await until(() => reads > 0);
    // Another request gets a response during the search.
    expect((await fixture.call('GET', '/ok')).status).toBe(200);
    expect(ended()).toEqual([]);
    client.abort();
    expect(await answer).toBe('left');
    await until(() => ended().length > 0);
    expect(ended()).toMatchObject([{ status: 0 }]);
    const before = reads;
    for (const _ of many(0, 5)) expect((await fixture.call('GET', '/ok')).status).toBe(200);
    expect(reads).toBe(before);
  });
});
