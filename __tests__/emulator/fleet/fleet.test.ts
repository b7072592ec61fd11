import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type FleetOptions, createMembership } from '../../../src/emulator/fleet/fleet.ts';
import type { Instances, Notifier, Store } from '../../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aDeployment } from '../store/samples.ts';

let store: Store;
let cleanup: (() => Promise<unknown>)[];
beforeEach(async () => {
  store = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
  cleanup = [() => store.close()];
});
afterEach(async () => {
  for (const work of cleanup.toReversed()) await work();
});

/** There is no other listener. */
const silent: Notifier = {
  notify: () => Promise.resolve(),
  subscribe: () => Promise.resolve(() => Promise.resolve()),
};

/** Comes in; `lost` resolves with the reason when the place is lost. */
async function join(id: string, leaseMs: number, instances: Partial<Instances> = {}) {
  const lost = Promise.withResolvers<string>();
  const options: FleetOptions = {
    store: { instances: { ...store.instances, ...instances } },
    notices: silent,
    self: { id, url: `http://127.0.0.1/${id}`, machine: 'm', settings: {} },
    leaseMs,
    onNews: () => undefined,
    onLost: lost.resolve,
    log: () => undefined,
  };
  const fleet = await createMembership(options);
  cleanup.push(() => fleet.leave());
  return { fleet, lost: lost.promise };
}

describe('a place in the fleet', () => {
  test('is kept for as long as it is renewed, however many leases long', async () => {
    const renewed: boolean[] = [];
    const enough = Promise.withResolvers<void>();
    const renew: Instances['renew'] = async (...given) => {
      renewed.push(await store.instances.renew(...given));
      // A lease is renewed five times: that is more than two of them.
      if (renewed.length === 12) enough.resolve();
      return true;
    };
    const { fleet, lost } = await join('a', 250, { renew });
    const { id } = await aDeployment(store);
    expect(await fleet.claimShare()).toEqual([id]);
    await Promise.race([enough.promise, lost.then((reason) => Promise.reject(new Error(reason)))]);
    expect(renewed.every(Boolean)).toBe(true);
    expect(fleet.owns(id)).toBe(true);
    expect((await store.instances.listLive()).map((one) => one.id)).toEqual(['a']);
  });

  test('is lost, with all it had, when the store does not answer for longer than the lease', async () => {
    const { fleet, lost } = await join('a', 200, { renew: () => Promise.reject(new Error('cut off')) });
    const { id } = await aDeployment(store);
    await fleet.claimShare();
    expect(await lost).toMatch(/did not answer for longer than the lease.*cut off/);
    expect(fleet.owns(id)).toBe(false);
    expect(fleet.ownedDeployments()).toEqual([]);
    expect(await fleet.claimShare()).toEqual([]);
    await expect(store.transaction((tx) => fleet.assertOwned(tx, id))).rejects.toThrow('nothing was written');
  });

  test('is lost when the others buried it', async () => {
    const { lost } = await join('a', 300);
    await store.instances.evict(['a']);
    expect(await lost).toMatch(/evicted this one/);
  });

  test('brings back what was taken without an answer', async () => {
    let cut = true;
    const take: Instances['claim'] = async (...given) => {
      const taken = await store.instances.claim(...given);
      if (cut) throw new Error('the connection was lost');
      return taken;
    };
    const { fleet } = await join('a', 60_000, { claim: take });
    const { id } = await aDeployment(store);
    await expect(fleet.claimShare()).rejects.toThrow('the connection was lost');
    cut = false;
    expect(await fleet.claimShare()).toEqual([id]);
    expect(fleet.owns(id)).toBe(true);
  });

  test('is released in order with everything, which the next one claims at once', async () => {
    const one = await join('a', 60_000);
    const { id } = await aDeployment(store);
    expect(await one.fleet.claimShare()).toEqual([id]);
    const two = await join('b', 60_000);
    expect(await two.fleet.claimShare()).toEqual([]);
    expect((await two.fleet.peerOf(id))?.instance.id).toBe('a');
    await one.fleet.leave();
    expect(await two.fleet.claimShare()).toEqual([id]);
    expect(await two.fleet.peerOf(id)).toBeUndefined();
  });

  test('has a job that one does at a time, until it is gone', async () => {
    const one = await join('a', 60_000);
    const two = await join('b', 60_000);
    expect([await one.fleet.claimJob('ref-poller'), await two.fleet.claimJob('ref-poller')]).toEqual([
      true,
      false,
    ]);
    expect(await one.fleet.claimJob('ref-poller')).toBe(true);
    await one.fleet.leave();
    expect(await two.fleet.claimJob('ref-poller')).toBe(true);
  });
});
