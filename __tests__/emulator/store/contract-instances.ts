// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import type { InstanceRow, Store } from '../../../src/emulator/ports/store.ts';
import { NEWEST_SCHEMA } from '../../../src/emulator/store/migrations.ts';
import type { OpenFresh } from './contract.ts';
import { aThread, revisionRow, runRow } from './samples.ts';

const LONG = 3_600_000;
const row = (id: string): InstanceRow => ({
  id,
  machine: 'm',
  settings: { runtime: 'stub' },
});
/** Row of a stored instance, whose settings also contain the schema of its program. */
const stored = (id: string): InstanceRow => ({
  ...row(id),
  settings: { runtime: 'stub', schema: NEWEST_SCHEMA },
});

/** Opens a store with these instances, and with expired leases for the instances in `over`. */
async function withInstances(openFresh: OpenFresh, ids: string[], over: string[] = []): Promise<Store> {
  const store = await openFresh();
  for (const id of ids) await store.instances.join(row(id), over.includes(id) ? 0 : LONG);
  return store;
}

export function instancesContract(openFresh: OpenFresh): void {
  describe('emulator instances in the store', () => {
    test('exist while their lease lasts, by the clock of the database', async () => {
      const store = await withInstances(openFresh, ['a', 'b', 'c'], ['b']);
      expect(await store.instances.listLive()).toEqual([stored('a'), stored('c')]);
      // The renewal is late, but the instance has not been evicted yet.
      expect(await store.instances.renew('b', LONG)).toBe(true);
      expect((await store.instances.listLive()).map(({ id }) => id).sort()).toEqual(['a', 'b', 'c']);
      expect(await store.instances.evict()).toBe(0);
      expect(await store.instances.evict(['c'])).toBe(1);
      expect(await store.instances.renew('c', LONG)).toBe(false);
    });

    test('share no claims, so only one of several instances gets a claim until the claim is released', async () => {
      const store = await withInstances(openFresh, ['a', 'b']);
      const { instances } = store;
      const took = await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          const who = index % 2 ? 'a' : 'b';
          return (await instances.claim('deployment', 'd', who)) ? [who] : [];
        }),
      );
      // A repeated claim confirms the instance's own claim.
      expect(took.flat()).toHaveLength(5);
      expect(new Set(took.flat()).size).toBe(1);
      const holder = await instances.claimHolder('deployment', 'd');
      const [mine, other] = holder?.id === 'a' ? ['a', 'b'] : ['b', 'a'];
      expect(holder).toEqual(stored(mine));
      expect(await instances.holdsClaim('deployment', 'd', mine)).toBe(true);
      expect(await instances.holdsClaim('deployment', 'd', other)).toBe(false);
      expect(await instances.claim('deployment', 'd', mine)).toBe(true);
      await instances.release('deployment', 'd', other);
      expect(await instances.claim('deployment', 'd', other)).toBe(false);
      await instances.release('deployment', 'd', mine);
      expect(await instances.claim('deployment', 'd', other)).toBe(true);
      // A job with the same name is a separate claim.
      expect(await instances.claim('job', 'd', mine)).toBe(true);
    });

    test('can claim nothing after they were evicted, and hold no claims while their lease is expired', async () => {
      const store = await withInstances(openFresh, ['a', 'late'], ['late']);
      expect(await store.instances.claim('job', 'j', 'late')).toBe(true);
      expect(await store.instances.claimHolder('job', 'j')).toBeUndefined();
      expect(await store.instances.evict()).toBe(1);
      expect(await store.instances.claim('job', 'j', 'late')).toBe(false);
      expect(await store.instances.claim('job', 'j', 'a')).toBe(true);
      expect(await store.instances.claim('job', 'k', 'unknown')).toBe(false);
    });

    test('lose their claims, leases and runs when they are evicted, while other instances lose nothing', async () => {
      const store = await withInstances(openFresh, ['a', 'b']);
      const made = await Promise.all(
        ['a', 'b'].map(async (owner) => {
          const thread = await aThread(store);
          const { deploymentId } = thread;
          await store.instances.claim('deployment', deploymentId, owner);
          const { id } = await store.revisions.insert(revisionRow(deploymentId), []);
          const held = await store.revisions.claim(id, owner, 1, LONG, owner);
          const run = runRow(thread);
          await store.runs.insert(run);
          const claimed = await store.runs.claimNext(deploymentId, id, 9, owner);
          const now = async () => ({
            revision: await store.revisions.get(deploymentId, id),
            run: await store.runs.get(deploymentId, thread.id, run.id),
          });
          return { deploymentId, id, held, claimed, now };
        }),
      );
      const [a, b] = made;
      if (!a?.held || !a.claimed || !b?.held || !b.claimed) throw new Error('nothing was claimed');
      expect(await store.instances.evict(['a'])).toBe(1);

      expect(await store.revisions.update(a.id, { status: 'DEPLOYED' }, a.held.fence)).toBe(false);
      const after = await a.now();
      expect(after.revision).toMatchObject({ status: 'CREATING', leaseOwner: null, fence: a.held.fence + 1 });
      expect(after.run).toMatchObject({ status: 'pending', claimedBy: null });
      // A claim of the evicted instance under its old fence is refused, even while the revision is unclaimed.
      expect(await store.revisions.claim(a.id, 'a', 2, LONG, 'a')).toBeUndefined();
      expect(await store.runs.claimNext(a.deploymentId, a.id, 9, 'a')).toBeUndefined();
      expect(await store.instances.holdsClaim('deployment', a.deploymentId, 'a')).toBe(false);

      expect(await b.now()).toEqual({ revision: b.held, run: b.claimed });
      expect(await store.revisions.update(b.id, { status: 'BUILDING' }, b.held.fence)).toBe(true);
      expect(await store.instances.claim('deployment', a.deploymentId, 'b')).toBe(true);

      expect(await store.runs.claimNext(a.deploymentId, a.id, 9, 'b')).toMatchObject({
        claimedBy: 'b',
        fence: a.claimed.fence + 1,
      });
    });
  });
}
