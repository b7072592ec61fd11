// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import { REVISION_STATUSES } from '../../../src/contract/statuses.ts';
import type { OpenFresh } from './contract.ts';
import { aDeployment, revisionRow } from './samples.ts';

export function revisionsContract(openFresh: OpenFresh): void {
  describe('revisions in the store', () => {
    test('are numbered from one in their deployment, and are listed latest first', async () => {
      const store = await openFresh();
      const [one, two] = [await aDeployment(store), await aDeployment(store)];
      // All revisions have the same creation time, so they are sorted by number and not by time.
      const first = await store.revisions.insert(revisionRow(one.id), []);
      await store.revisions.insert(revisionRow(two.id), []);
      const second = await store.revisions.insert(revisionRow(one.id, { status: 'DEPLOYED' }), []);
      expect([first.seq, second.seq]).toEqual([1, 2]);
      const list = (filter: { limit: number; offset: number; status?: string[] }) =>
        store.revisions.list(one.id, filter);
      expect(await list({ limit: 9, offset: 0 })).toEqual([second, first]);
      expect(await list({ limit: 1, offset: 1 })).toEqual([first]);
      expect(await list({ limit: 9, offset: 0, status: ['DEPLOYED'] })).toEqual([second]);
      expect(await list({ limit: 9, offset: 0, status: [] })).toEqual([]);
      expect(await store.revisions.get(one.id, first.id)).toEqual(first);
      expect(await store.revisions.get(two.id, first.id)).toBeUndefined();
    });

    test('get different numbers if they are inserted at the same time', async () => {
      const store = await openFresh();
      const { id } = await aDeployment(store);
      const made = await Promise.all(
        Array.from({ length: 20 }, () =>
          store.revisions.insert(revisionRow(id), [{ name: 'A', value: 'b' }]),
        ),
      );
      expect(made.map((row) => row.seq).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
    });

    test('are refused if their deployment does not exist, and nothing is stored', async () => {
      const store = await openFresh();
      const row = revisionRow('nowhere');
      await expect(store.revisions.insert(row, [])).rejects.toMatchObject({ code: 'conflict' });
      expect(await store.revisions.get('nowhere', row.id)).toBeUndefined();
    });

    test('keep the secrets that their deployment had when they were created', async () => {
      const store = await openFresh();
      const { id } = await aDeployment(store);
      const first = await store.revisions.insert(revisionRow(id), [{ name: 'KEY', value: 'old' }]);
      const second = await store.revisions.insert(revisionRow(id), [{ name: 'KEY', value: 'new' }]);
      expect(await store.revisions.secrets(first.id)).toEqual([{ name: 'KEY', value: 'old' }]);
      expect(await store.revisions.secrets(second.id)).toEqual([{ name: 'KEY', value: 'new' }]);
    });

    test('are unfinished if their status is not final, and are listed oldest first for all deployments', async () => {
      const store = await openFresh();
      const deployments = [await aDeployment(store), await aDeployment(store)];
      for (const [index, status] of [...REVISION_STATUSES, 'ANYTHING_NEW'].entries()) {
        const deploymentId = deployments[index % 2]?.id ?? '';
        await store.revisions.insert(revisionRow(deploymentId, { id: status, status }), []);
      }
      const unfinished = async () => (await store.revisions.listUnfinished()).map((row) => row.id);
      const progress = ['CREATING', 'QUEUED', 'AWAITING_BUILD', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING'];
      expect(await unfinished()).toEqual([...progress, 'UNKNOWN', 'ANYTHING_NEW']);
      await store.revisions.update('QUEUED', { status: 'SKIPPED' });
      await store.revisions.update('UNKNOWN', { updatedAt: 5 });
      expect(await unfinished()).toEqual([
        ...progress.filter((status) => status !== 'QUEUED'),
        'UNKNOWN',
        'ANYTHING_NEW',
      ]);
    });

    test('are found by deployment if they are unfinished, or if a push created them', async () => {
      const store = await openFresh();
      const [one, two] = [await aDeployment(store), await aDeployment(store)];
      const push = { ref: 'refs/heads/main', commit: 'c'.repeat(40), channels: ['poll'] };
      const rows = [
        await store.revisions.insert(revisionRow(one.id, { status: 'DEPLOYED', push }), []),
        await store.revisions.insert(revisionRow(one.id, { push: null }), []),
        await store.revisions.insert(revisionRow(one.id, { status: 'QUEUED', push }), []),
        await store.revisions.insert(revisionRow(two.id, { push }), []),
      ];
      expect(rows[0]?.push).toEqual(push);
      expect(rows[1]?.push).toBeNull();
      expect(await store.revisions.unfinishedOf(one.id)).toEqual([rows[1], rows[2]]);
      expect(await store.revisions.listForPush(one.id, 9)).toEqual([rows[2], rows[0]]);
      expect(await store.revisions.listForPush(one.id, 1)).toEqual([rows[2]]);
      const claimed = { ...push, channels: ['poll', 'local'] };
      await store.revisions.update(rows[0]?.id ?? '', { push: claimed });
      expect((await store.revisions.get(one.id, rows[0]?.id ?? ''))?.push).toEqual(claimed);
    });

    test('are leased to one owner until the lease ends, and each claim increases the fence number', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      const { id } = await store.revisions.insert(revisionRow(deploymentId), []);
      const claim = async (owner: string, now: number) => {
        const row = await store.revisions.claim(id, owner, now, 10);
        return row && [row.leaseOwner, row.leaseUntil, row.fence];
      };
      expect(await claim('a', 100)).toEqual(['a', 110, 1]);
      expect(await claim('b', 109)).toBeUndefined();
      expect(await claim('a', 105)).toEqual(['a', 115, 2]);
      expect(await claim('b', 115)).toEqual(['b', 125, 3]);
      await store.revisions.release(id, 'a');
      expect(await claim('a', 120)).toBeUndefined();
      await store.revisions.release(id, 'b');
      expect(await claim('a', 120)).toEqual(['a', 130, 4]);
      expect(await store.revisions.claim('nowhere', 'a', 1, 1)).toBeUndefined();
    });

    test('belong to only one of several owners that claim them at the same time', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      const { id } = await store.revisions.insert(revisionRow(deploymentId), []);
      const claims = await Promise.all(
        Array.from({ length: 10 }, (_, index) => store.revisions.claim(id, `owner-${index}`, 1, 10)),
      );
      expect(claims.filter((row) => row !== undefined)).toHaveLength(1);
    });

    test('are not changed by a late write with an older fence number', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      const { id } = await store.revisions.insert(revisionRow(deploymentId), []);
      const old = await store.revisions.claim(id, 'a', 1, 10);
      const current = await store.revisions.claim(id, 'b', 11, 10);
      const change = {
        status: 'BUILDING',
        statusMessage: 'hello',
        config: { repo_ref: 'main', repo_commit_sha: 'abc' },
        updatedAt: 20,
        history: [{ status: 'BUILDING', at: 20 }],
      };
      expect(await store.revisions.update(id, change, old?.fence)).toBe(false);
      expect(await store.revisions.get(deploymentId, id)).toEqual(current);
      expect(await store.revisions.update(id, change, current?.fence)).toBe(true);
      expect(await store.revisions.get(deploymentId, id)).toEqual({ ...current, ...change });
      expect(await store.revisions.update(id, { statusMessage: null })).toBe(true);
      expect((await store.revisions.get(deploymentId, id))?.statusMessage).toBeNull();
      expect(await store.revisions.update(id, {}, current?.fence)).toBe(true);
      expect(await store.revisions.update(id, {}, old?.fence)).toBe(false);
      expect(await store.revisions.update('nowhere', change)).toBe(false);
    });
  });
}
