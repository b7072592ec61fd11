import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { realClock } from '../../../../src/clients/clock.ts';
import { holdRevision } from '../../../../src/emulator/data-plane/reconcile/hold.ts';
import { openPlant, type Plant } from './plant.ts';

let plant: Plant;
let deploymentId: string;
let revisionId: string;
beforeEach(async () => {
  plant = await openPlant({ runtime: 'stub' });
  // Nobody but the test works on it: it waits for a source.
  ({ deploymentId, revisionId } = await plant.deploy({ source: 'internal_source' }));
});
afterEach(() => plant.close());

const hold = (owner: string, leaseMs = 60_000) =>
  holdRevision({ store: plant.store, clock: realClock, owner, leaseMs }, revisionId);
const row = async () => (await plant.store.revisions.get(deploymentId, revisionId))!;

describe('the right to advance a revision', () => {
  test('is one owner at a time, and free again once released', async () => {
    const first = (await hold('a'))!;
    expect(await hold('b')).toBeUndefined();
    await first.write({ status: 'BUILDING' });
    expect((await row()).history.map(({ status }) => status)).toEqual(['CREATING', 'BUILDING']);
    await first.release();
    const second = (await hold('b'))!;
    expect(second.row().fence).toBeGreaterThan(first.row().fence);
    await second.release();
  });

  test('ends when the lease ran out and another took it: late writes change nothing', async () => {
    const first = (await hold('a'))!;
    // As another emulator sees it once the lease is over.
    await plant.store.revisions.claim(revisionId, 'b', Date.now() + 120_000, 60_000);
    await expect(
      first.write({ status: 'DEPLOYED' }, (tx) =>
        tx.deployments.update(deploymentId, { activeRevisionId: revisionId }),
      ),
    ).rejects.toThrow('no longer ours');
    expect(first.lost.aborted).toBe(true);
    expect((await row()).status).toBe('CREATING');
    expect((await plant.store.deployments.getAny(deploymentId))?.activeRevisionId).toBeNull();
    await first.release();
    expect((await row()).leaseOwner).toBe('b');
  });

  test('is kept alive for as long as it is held, and writes go on under the grown fence', async () => {
    const held = (await hold('a', 60))!;
    const { fence } = held.row();
    while ((await row()).fence < fence + 3) await new Promise((resolve) => setTimeout(resolve, 5));
    await held.write({ statusMessage: 'still ours' });
    expect((await row()).statusMessage).toBe('still ours');
    await held.release();
  });

  test('ends when the revision is final or gone', async () => {
    const held = (await hold('a'))!;
    await plant.store.revisions.update(revisionId, { status: 'INTERRUPTED' });
    await expect(held.write({ status: 'BUILDING' })).rejects.toThrow('no longer ours');
    expect((await row()).status).toBe('INTERRUPTED');
    await held.release();
  });
});
