import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type PostgresServer, startPostgres } from '../../../harness/postgres/server.ts';
import { createMembership } from '../../../src/emulator/replicas/replica.ts';
import type { MessageTopic, Notifier, Store } from '../../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aDeployment } from './samples.ts';
import { NO_METRICS } from '../../../src/emulator/ports/metrics.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const cleanup: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const work of cleanup.splice(0).reverse()) await work();
});
const keyring = loadKeyring({});
async function open(location: string): Promise<Store & { notifier: Notifier }> {
  const store = await openStore({ location, keyring: await keyring });
  cleanup.push(() => store.close());
  const { notifier: notices } = store;
  if (notices === undefined) throw new Error('a shared database has notices');
  return { ...store, notifier: notices };
}
/** Subscribes to messages, and returns every message in order. */
async function listen(store: { notifier: Notifier }, topic: MessageTopic = 'work') {
  const heard: string[] = [];
  let wake = Promise.withResolvers<void>();
  const stop = await store.notifier.subscribe(topic, (from) => {
    heard.push(from);
    wake.resolve();
  });
  cleanup.push(stop);
  return {
    heard,
    async next() {
      while (heard.length === 0) {
        wake = Promise.withResolvers();
        await wake.promise;
      }
      return heard.shift();
    },
  };
}

describe('notifications over a shared database', () => {
  // docs/kubernetes/guarantees.md#waking
  test('reach every listening process, and contain their sender', async () => {
    const location = server.freshSchema();
    const [one, two] = [await open(location), await open(location)];
    const ears = [await listen(one), await listen(two)];
    await one.notifier.notify('work', ['one']);
    await two.notifier.notify('work', ['two']);
    for (const ear of ears) expect([await ear.next(), await ear.next()]).toEqual(['one', 'two']);
  });

  test('reach the listeners of their topic, even many at the same time, with any content', async () => {
    const store = await open(server.freshSchema());
    const [work, runs] = [await listen(store), await listen(store, 'runs')];
    await store.notifier.notify('runs', ['{"a":"\n"}', '', 'x'.repeat(7_000)]);
    await store.notifier.notify('work', ['one']);
    expect(await work.next()).toBe('one');
    expect([await runs.next(), await runs.next(), await runs.next()]).toEqual([
      '{"a":"\n"}',
      '',
      'x'.repeat(7_000),
    ]);
    expect([work.heard, runs.heard]).toEqual([[], []]);
  });

  test('do not reach listeners on another schema of the database', async () => {
    const [here, there] = [await open(server.freshSchema()), await open(server.freshSchema())];
    const ears = [await listen(here), await listen(there)];
    await there.notifier.notify('work', ['there']);
    await here.notifier.notify('work', ['here']);
    expect(await ears[0]?.next()).toBe('here');
    expect(await ears[1]?.next()).toBe('there');
    expect(ears.map(({ heard }) => heard)).toEqual([[], []]);
  });

  test('continue after a lost connection, and report that some notifications might be missing', async () => {
    const store = await open(server.freshSchema());
    const ear = await listen(store);
    await server.query(
      server.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen agent_deploy%'`,
    );
    expect(await ear.next()).toBe('');
    await store.notifier.notify('work', ['again']);
    expect(await ear.next()).toBe('again');
  });

  test('inform an emulator about the work of another emulator without polling', async () => {
    const location = server.freshSchema();
    const news: Record<string, PromiseWithResolvers<void>> = {};
    const join = async (id: string) => {
      const store = await open(location);
      news[id] = Promise.withResolvers<void>();
      const replica = await createMembership({
        store,
        notifier: store.notifier,
        self: { id, machine: 'm', settings: {} },
        // The lease is so long that no renewal or poll occurs in this test.
        leaseMs: 3_600_000,
        isShared: true,
        onNews: () => news[id]?.resolve(),
        onLost: () => undefined,
        log: () => undefined,
        metrics: NO_METRICS,
      });
      cleanup.push(() => replica.leave());
      return { replica, store };
    };
    const one = await join('one');
    const two = await join('two');
    // Waits until the other instance has registered.
    await news['one']?.promise;
    const { id } = await aDeployment(one.store);
    expect([await one.replica.claim(id), await two.replica.claim(id)]).toEqual([true, false]);
    news['two'] = Promise.withResolvers<void>();
    await one.replica.leave();
    await news['two']?.promise;
    expect(await two.replica.claim(id)).toBe(true);
    await expect(one.store.transaction((tx) => one.replica.assertClaimed(tx, id))).rejects.toThrow(
      /another replica has taken over the work/,
    );
  });
});
