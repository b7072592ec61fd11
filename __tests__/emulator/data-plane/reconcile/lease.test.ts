import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { realClock } from '../../../../src/clients/clock.ts';
import { leaseRevision } from '../../../../src/emulator/data-plane/reconcile/lease.ts';
import type { Store } from '../../../../src/emulator/ports/store.ts';
import { StoreError } from '../../../../src/emulator/ports/store-errors.ts';
import { openDataPlaneFixture, type DataPlaneFixture } from './fixture.ts';

let plant: DataPlaneFixture;
let deploymentId: string;
let revisionId: string;
let giveUp: AbortController;
beforeEach(async () => {
  giveUp = new AbortController();
  plant = await openDataPlaneFixture({ runtime: 'stub' });
  // The revision waits for a source, so only the test changes it.
  ({ deploymentId, revisionId } = await plant.deploy({ source: 'internal_source' }));
});
afterEach(() => plant.close());

const hold = (owner: string, leaseMs = 60_000, store = plant.store) => {
  const options = {
    store,
    clock: realClock,
    replica: { id: owner, instanceId: undefined },
    timing: { leaseMs, diskFullTimeoutMs: 700 },
    log: (line: string) => void plant.lines.push(line),
  };
  return leaseRevision(options, revisionId, giveUp.signal);
};
const row = async () => (await plant.store.revisions.get(deploymentId, revisionId))!;

describe('the lease of a revision', () => {
  test('belongs to only one owner at a time, and is free after its release', async () => {
    const first = (await hold('a'))!;
    expect(await hold('b')).toBeUndefined();
    await first.write({ status: 'BUILDING' });
    expect((await row()).history.map(({ status }) => status)).toEqual(['CREATING', 'BUILDING']);
    await first.release();
    const second = (await hold('b'))!;
    expect(second.row().fence).toBeGreaterThan(first.row().fence);
    await second.release();
  });

  test('is not granted for a revision that has just ended', async () => {
    await plant.store.revisions.update(revisionId, { status: 'DEPLOYED' });
    expect(await hold('a')).toBeUndefined();
    expect((await row()).leaseOwner).toBeNull();
  });

  test('is lost when it has expired and another owner claims it, so late writes change nothing', async () => {
    const first = (await hold('a'))!;
    // Another emulator claims the revision after the lease has expired.
    await plant.store.revisions.claim(revisionId, 'b', Date.now() + 120_000, 60_000);
    await expect(
      first.write(
        { status: 'DEPLOYED' },
        { together: (tx) => tx.deployments.update(deploymentId, { activeRevisionId: revisionId }) },
      ),
    ).rejects.toThrow('no longer managed by this replica');
    expect(first.lost.aborted).toBe(true);
    expect((await row()).status).toBe('CREATING');
    expect((await plant.store.deployments.findById(deploymentId))?.activeRevisionId).toBeNull();
    await first.release();
    expect((await row()).leaseOwner).toBe('b');
  });

  test('is renewed while it is held, and writes continue with the increased fence number', async () => {
    const held = (await hold('a', 60))!;
    const { fence } = held.row();
    while ((await row()).fence < fence + 3) await new Promise((resolve) => setTimeout(resolve, 5));
    await held.write({ statusMessage: 'still ours' });
    expect((await row()).statusMessage).toBe('still ours');
    await held.release();
  });

  test('ends when the revision has a final status or is gone', async () => {
    const held = (await hold('a'))!;
    await plant.store.revisions.update(revisionId, { status: 'INTERRUPTED' });
    await expect(held.write({ status: 'BUILDING' })).rejects.toThrow('no longer managed by this replica');
    expect((await row()).status).toBe('INTERRUPTED');
    await held.release();
  });

  describe('while the disk is full', () => {
    const full = () => new StoreError('full', 'no room');
    /** Returns a store that refuses the first `times` writes as if the disk were full. */
    const tight = (times: number): Store => {
      let left = times;
      return {
        ...plant.store,
        transaction: (work) => {
          if (left === 0) return plant.store.transaction(work);
          left -= 1;
          return Promise.reject(full());
        },
      };
    };

    test('lets a write wait for space, which is reported once', async () => {
      const held = (await hold('a', 60_000, tight(2)))!;
      await held.write({ status: 'BUILDING' }, { waitsForSpace: true });
      expect((await row()).history.map(({ status }) => status)).toEqual(['CREATING', 'BUILDING']);
      expect(plant.lines.filter((line) => line.includes('is waiting for free disk space'))).toHaveLength(1);
      await held.release();
    });

    test('lets a waiting write end when the work is aborted', async () => {
      const held = (await hold('a', 60_000, tight(Number.POSITIVE_INFINITY)))!;
      const write = held.write({ status: 'BUILDING' });
      giveUp.abort();
      await expect(write).rejects.toMatchObject({ code: 'full' });
      expect((await row()).status).toBe('CREATING');
      await held.release();
    });

    test('gives up the write of a stage after some time, but frees space to write a final status', async () => {
      const held = (await hold('a', 60_000, tight(Number.POSITIVE_INFINITY)))!;
      await expect(held.write({ status: 'BUILDING' })).rejects.toMatchObject({ code: 'full' });
      expect((await row()).status).toBe('CREATING');
      await held.release();

      let room = false;
      const transaction: Store['transaction'] = (work) =>
        room ? plant.store.transaction(work) : Promise.reject(full());
      const again = (await hold('a', 60_000, { ...plant.store, transaction }))!;
      const makeRoom = () => Promise.resolve(void (room = true));
      await again.write({ status: 'BUILD_FAILED' }, { makeRoom, waitsForSpace: true });
      expect((await row()).status).toBe('BUILD_FAILED');
      await again.release();
    });

    test('is not lost if it cannot be renewed because the disk is full', async () => {
      const asked: string[] = [];
      const claim: Store['revisions']['claim'] = (...given) => {
        asked.push(given[1]);
        return asked.length === 1 ? plant.store.revisions.claim(...given) : Promise.reject(full());
      };
      const store = { ...plant.store, revisions: { ...plant.store.revisions, claim } };
      const held = (await hold('a', 30, store))!;
      while (asked.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(held.lost.aborted).toBe(false);
      await held.write({ status: 'BUILDING' });
      await held.release();
    });
  });
});
