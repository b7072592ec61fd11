import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import {
  truncateNamespaces,
  compileItemFilter,
  matchesNamespace,
} from '../../../src/emulator/agent-server/matching.ts';
import { revisionRow } from '../store/samples.ts';
import { createFixture, Cleanup, type AgentServerFixture } from './fixture.ts';

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
let client: Client;

// The deployment has no worker, because items do not require a worker.
beforeAll(async () => {
  fixture = await createFixture(cleanup);
  client = new Client({ apiUrl: fixture.base, apiKey: 'test-key', callerOptions: { maxRetries: 0 } });
});
afterAll(() => cleanup.run());

describe('items of the store', () => {
  test('replace items with the same key, and can be read and deleted without a running worker', async () => {
    await client.store.putItem(['users', 'ada'], 'likes', { tea: 1 });
    const first = await client.store.getItem(['users', 'ada'], 'likes');
    expect(first).toMatchObject({ namespace: ['users', 'ada'], key: 'likes', value: { tea: 1 } });
    await client.store.putItem(['users', 'ada'], 'likes', { tea: 2 });
    const second = await client.store.getItem(['users', 'ada'], 'likes');
    expect(second).toMatchObject({ value: { tea: 2 }, createdAt: first?.createdAt });
    expect(await client.store.getItem(['users'], 'likes')).toBeNull();
    for (const _ of [1, 2]) await client.store.deleteItem(['users', 'ada'], 'likes');
    expect(await client.store.getItem(['users', 'ada'], 'likes')).toBeNull();
  });

  test('are refused with a 422 if their namespace, key, value or option is invalid', async () => {
    for (const [method, path, body] of [
      ['PUT', '/store/items', { namespace: [], key: 'k', value: {} }],
      ['PUT', '/store/items', { namespace: ['a.b'], key: 'k', value: {} }],
      ['PUT', '/store/items', { namespace: [''], key: 'k', value: {} }],
      ['PUT', '/store/items', { namespace: ['a'], key: 'k', value: [] }],
      ['PUT', '/store/items', { namespace: ['a'], key: 'k\0', value: {} }],
      ['PUT', '/store/items', { namespace: ['a'], key: 'k', value: {}, ttl: 0 }],
      ['PUT', '/store/items', { namespace: ['a'], key: 'k', value: {}, index: true }],
      ['GET', '/store/items?key=k', undefined],
      ['POST', '/store/items/search', { limit: 0 }],
    ] as const) {
      expect((await fixture.call(method, path, body)).status).toBe(422);
    }
    expect((await fixture.call('GET', '/store/items?namespace=a&namespace=b&key=k')).body).toBeNull();
  });
});

test('an item in the namespace "langgraph" is refused', async () => {
  for (const namespace of [['langgraph'], ['langgraph', 'x']]) {
    const put = await fixture.call('PUT', '/store/items', { namespace, key: 'k', value: {} });
    expect([put.status, put.body.detail]).toEqual([400, expect.stringContaining('cannot be "langgraph"')]);
    expect((await fixture.call('DELETE', '/store/items', { namespace, key: 'k' })).status).toBe(204);
  }
  for (const namespace of [['x', 'langgraph'], ['Langgraph']]) {
    expect((await fixture.call('PUT', '/store/items', { namespace, key: 'k', value: {} })).status).toBe(204);
    expect((await fixture.call('DELETE', '/store/items', { namespace, key: 'k' })).status).toBe(204);
  }
});

test.each([
  ['$regex', { color: { $regex: 'r' } }],
  ['$in', { color: { $in: ['red'] } }],
  ['$nin', { color: { $eq: 'red', $nin: [] } }],
  ['other', { color: { $eq: 'red', other: 1 } }],
  ['$gt', { color: { $gt: 'a' } }],
])(
  'a search for items whose filter contains %s causes a 400 that names the invalid part',
  async (name, filter) => {
    const { status, body } = await fixture.call('POST', '/store/items/search', { filter });
    expect([status, body.detail]).toEqual([400, expect.stringContaining(name)]);
  },
);

describe('an item with a time to live', () => {
  const expiresAt = async (key: string) =>
    (await fixture.store.items.get(fixture.deploymentId, ['ttl'], key))?.expiresAt;
  const put = (key: string, reported: object = {}) =>
    fixture.call('PUT', '/store/items', { namespace: ['ttl'], key, value: {}, ...reported });

  test('is not found after it expires, and lives longer after each read unless requested otherwise', async () => {
    await put('over', { ttl: 0.00001 });
    while ((await client.store.getItem(['ttl'], 'over')) !== null) await nextTurn();
    await put('lives', { ttl: 60 });
    const first = await expiresAt('lives');
    await untilLater(first);
    await client.store.getItem(['ttl'], 'lives', { refreshTtl: false });
    await client.store.searchItems(['ttl'], { refreshTtl: false });
    expect(await expiresAt('lives')).toBe(first);
    await client.store.getItem(['ttl'], 'lives');
    const second = await expiresAt('lives');
    expect(second).toBeGreaterThan(first ?? 0);
    await untilLater(second);
    await client.store.searchItems(['ttl']);
    expect(await expiresAt('lives')).toBeGreaterThan(second ?? 0);
  });

  test('has the configured time to live unless the request specifies another time or none', async () => {
    const { store, deploymentId } = fixture;
    const { id: revisionId } = await store.revisions.insert(revisionRow(deploymentId), []);
    const settings = { items: { ttlMs: 60_000, refreshOnRead: false } };
    await store.revisions.update(revisionId, { agentSettings: settings });
    await store.deployments.update(deploymentId, { activeRevisionId: revisionId });
    const now = Date.now();
    await put('default');
    await put('own', { ttl: 2 });
    await put('never', { ttl: null });
    expect(await expiresAt('default')).toBeLessThan(now + 110_000);
    expect(await expiresAt('own')).toBeGreaterThanOrEqual(now + 120_000);
    expect(await expiresAt('never')).toBeNull();
    const first = await expiresAt('default');
    await untilLater(first);
    await client.store.getItem(['ttl'], 'default');
    expect(await expiresAt('default')).toBe(first);
    await client.store.getItem(['ttl'], 'default', { refreshTtl: true });
    expect(await expiresAt('default')).toBeGreaterThan(first ?? 0);
    await store.deployments.update(deploymentId, { activeRevisionId: null });
  });

  /** Waits until the clock has advanced, so that a renewed expiry is later. */
  async function untilLater(expiry: number | null | undefined): Promise<void> {
    const wait = Date.now() + 1;
    expect(expiry).toEqual(expect.any(Number));
    while (Date.now() <= wait) await nextTurn();
  }
});

describe('a filter of items', () => {
  test.each<[Record<string, unknown>, Record<string, unknown>, boolean]>([
    [{ a: 1 }, {}, true],
    [{ a: { b: [1] } }, { a: { b: [1] } }, true],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1 } }, false],
    [{ a: 1 }, { a: { $eq: 1 } }, true],
    [{ a: 1 }, { a: { $ne: 1 } }, false],
    [{}, { a: { $ne: 1 } }, true],
    [{ a: 2 }, { a: { $gt: 1, $lte: 2 } }, true],
    [{ a: 2 }, { a: { $gte: 2, $lt: 3 } }, true],
    [{ a: 2 }, { a: { $gte: 3 } }, false],
    [{ a: 2 }, { a: { $lt: 2 } }, false],
    [{ a: 'x' }, { a: { $gt: 1 } }, false],
    [{ a: 1 }, { a: { $like: 1 } }, false],
    [{ a: 1 }, { a: { $gt: 0, constructor: 1 } }, false],
    [{ a: 1 }, { a: { $gt: 0, toString: 1 } }, false],
    [{}, { constructor: Object }, false],
  ])('compares the value %j with the filter %j: %s', (value, filter, expected) => {
    expect(compileItemFilter(filter)?.(value) ?? true).toBe(expected);
  });

  test('accepts * for any label of a namespace', () => {
    expect(matchesNamespace(['a', 'b', 'c'], ['a', '*'], 'prefix')).toBe(true);
    expect(matchesNamespace(['a', 'b', 'c'], ['*', 'c'], 'suffix')).toBe(true);
    expect(matchesNamespace(['a'], ['a', '*'], 'prefix')).toBe(false);
    expect(matchesNamespace(['a', 'b'], ['a'], 'suffix')).toBe(false);
    expect(truncateNamespaces([['a', 'b'], ['a', 'c'], ['d']], 1)).toEqual([['a'], ['d']]);
  });
});
