import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createMembership,
  joinReplicas,
  type MembershipOptions,
} from '../../../src/emulator/replicas/replica.ts';
import type { Instances, Notifier, Store } from '../../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aDeployment } from '../store/samples.ts';
import { NO_METRICS } from '../../../src/emulator/ports/metrics.ts';

let store: Store;
let cleanup: (() => Promise<unknown>)[];
beforeEach(async () => {
  store = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
  cleanup = [() => store.close()];
});
afterEach(async () => {
  for (const work of cleanup.toReversed()) await work();
});

/** A notifier without other listeners. */
const silent: Notifier = {
  notify: () => Promise.resolve(),
  subscribe: () => Promise.resolve(() => Promise.resolve()),
};

function optionsOf(
  id: string,
  leaseMs: number,
  {
    instances = {},
    ...more
  }: { instances?: Partial<Instances> } & Partial<
    Pick<MembershipOptions, 'onLost' | 'isShared'> & { settings: Record<string, string> }
  > = {},
): MembershipOptions {
  return {
    store: { instances: { ...store.instances, ...instances } },
    notifier: silent,
    self: { id, machine: `machine-of-${id}`, settings: more.settings ?? {} },
    leaseMs,
    isShared: more.isShared ?? true,
    onNews: () => undefined,
    onLost: more.onLost ?? (() => undefined),
    log: () => undefined,
    metrics: NO_METRICS,
  };
}

/** Joins as a replica, with a promise `lost` of the reason when the lease is lost. */
async function join(id: string, leaseMs: number, instances: Partial<Instances> = {}) {
  const lost = Promise.withResolvers<string>();
  const replica = await createMembership(optionsOf(id, leaseMs, { instances, onLost: lost.resolve }));
  cleanup.push(() => replica.leave());
  return { replica, lost: lost.promise };
}

describe('the lease of a replica', () => {
  test('is kept for as long as the replica renews it', async () => {
    const renewed: boolean[] = [];
    const enough = Promise.withResolvers<void>();
    const renew: Instances['renew'] = async (...given) => {
      renewed.push(await store.instances.renew(...given));
      // Each lease is renewed five times, so 12 renewals cover more than two leases.
      if (renewed.length === 12) enough.resolve();
      return true;
    };
    const { replica, lost } = await join('a', 250, { renew });
    const { id } = await aDeployment(store);
    expect(await replica.claim(id)).toBe(true);
    await Promise.race([enough.promise, lost.then((reason) => Promise.reject(new Error(reason)))]);
    expect(renewed.every(Boolean)).toBe(true);
    await store.transaction((tx) => replica.assertClaimed(tx, id));
    expect((await store.instances.listLive()).map((one) => one.id)).toEqual(['a']);
  });

  test('is lost with all claims if the store does not respond for longer than the lease', async () => {
    const { replica, lost } = await join('a', 200, { renew: () => Promise.reject(new Error('cut off')) });
    const { id } = await aDeployment(store);
    await replica.claim(id);
    expect(await lost).toMatch(/did not respond for longer than the lease.*cut off/);
    expect(replica.claimed()).toEqual([]);
    expect(await replica.claim(id)).toBe(false);
    expect(await replica.claimJob('ref-poller')).toBe(false);
    await expect(store.transaction((tx) => replica.assertClaimed(tx, id))).rejects.toThrow(
      'nothing was written',
    );
  });

  test('is lost after another replica evicted it', async () => {
    const { lost } = await join('a', 300);
    await store.instances.evict(['a']);
    expect(await lost).toMatch(/evicted this emulator/);
  });
});

describe('the claim of a replica on a deployment', () => {
  test('belongs to one replica at a time until that replica releases it', async () => {
    const [a, b] = [await join('a', 60_000), await join('b', 60_000)];
    const { id } = await aDeployment(store);
    expect([await a.replica.claim(id), await b.replica.claim(id), await a.replica.claim(id)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([a.replica.claimed(), b.replica.claimed()]).toEqual([[id], []]);
    await store.transaction((tx) => a.replica.assertClaimed(tx, id));
    await expect(store.transaction((tx) => b.replica.assertClaimed(tx, id))).rejects.toThrow(
      'nothing was written',
    );

    await a.replica.release(id);
    expect(await b.replica.claim(id)).toBe(true);
    await expect(store.transaction((tx) => a.replica.assertClaimed(tx, id))).rejects.toThrow(
      'nothing was written',
    );
  });

  test('can be made again if the response to a claim or release was lost', async () => {
    let cut = true;
    const answerLost = async <T>(work: Promise<T>): Promise<T> => {
      const result = await work;
      if (cut) throw new Error('the connection was lost');
      return result;
    };
    const { replica } = await join('a', 60_000, {
      claim: (...given) => answerLost(store.instances.claim(...given)),
      release: (...given) => answerLost(store.instances.release(...given)),
    });
    const other = await join('b', 60_000);
    const { id } = await aDeployment(store);
    await expect(replica.claim(id)).rejects.toThrow('the connection was lost');
    expect(await other.replica.claim(id)).toBe(false);
    cut = false;
    expect(await replica.claim(id)).toBe(true);

    cut = true;
    await expect(replica.release(id)).rejects.toThrow('the connection was lost');
    cut = false;
    expect(await other.replica.claim(id)).toBe(true);
    expect(await replica.claim(id)).toBe(false);
    // A second release must have no effect.
    await replica.release(id);
    await store.transaction((tx) => other.replica.assertClaimed(tx, id));
  });

  test('is free immediately when its replica shuts down', async () => {
    const [a, b] = [await join('a', 60_000), await join('b', 60_000)];
    const { id } = await aDeployment(store);
    await a.replica.claim(id);
    await a.replica.leave();
    expect(await b.replica.claim(id)).toBe(true);
  });
});

test('a claim on a job belongs to one replica until it is released or the job is deleted', async () => {
  const [a, b] = [await join('a', 60_000), await join('b', 60_000)];
  const jobs = async () => [await a.replica.claimJob('ref-poller'), await b.replica.claimJob('ref-poller')];
  expect(await jobs()).toEqual([true, false]);
  expect(await jobs()).toEqual([true, false]);
  await a.replica.releaseJob('ref-poller');
  expect([await b.replica.claimJob('ref-poller'), await a.replica.claimJob('ref-poller')]).toEqual([
    true,
    false,
  ]);
  await b.replica.leave();
  expect(await a.replica.claimJob('ref-poller')).toBe(true);
});

describe('a process that must be the only process on its store', () => {
  const alone = (id: string, leaseMs: number, settings: Record<string, string> = { runtime: 'process' }) =>
    joinReplicas(optionsOf(id, leaseMs, { isShared: false, settings }));

  test('is refused, with a one-line message and a hint, while another process uses the store', async () => {
    const first = await alone('a', 60_000);
    cleanup.push(() => first.leave());
    await expect(alone('b', 100)).rejects.toThrow(
      'another emulator on machine-of-a uses this database, and with --runtime process only one may use it at a time: stop the other emulator, use a separate database, or start all emulators with --runtime kubernetes',
    );
    expect((await store.instances.listLive()).map(({ id }) => id)).toEqual(['a']);
    await first.leave();
    const next = await alone('c', 60_000);
    cleanup.push(() => next.leave());
    // Only this instance is allowed to write.
    const { id } = await aDeployment(store);
    expect(await next.claim(id)).toBe(true);
    await store.transaction((tx) => next.assertClaimed(tx, id));
    await store.instances.evict(['c']);
    await expect(store.transaction((tx) => next.assertClaimed(tx, id))).rejects.toThrow(
      'nothing was written',
    );
  });

  test("waits for the end of a killed process's lease", async () => {
    const died = { id: 'died', machine: 'm', settings: { runtime: 'process' } };
    await store.instances.join(died, 400);
    await store.instances.claim('job', 'only process', 'died');
    const next = await alone('next', 400);
    cleanup.push(() => next.leave());
    expect((await store.instances.listLive()).map(({ id }) => id)).toEqual(['next']);
  });

  test('cannot start twice at the same moment', async () => {
    const ends = await Promise.allSettled([alone('a', 150), alone('b', 150)]);
    for (const end of ends) if (end.status === 'fulfilled') cleanup.push(() => end.value.leave());
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('cannot run together with replicas, whichever starts first', async () => {
    const first = await alone('a', 60_000);
    cleanup.push(() => first.leave());
    const replica = optionsOf('b', 100, { settings: { runtime: 'kubernetes' } });
    await expect(joinReplicas(replica)).rejects.toThrow(
      'the emulator on machine-of-a works on the same database and was started with another --runtime',
    );
  });
});
