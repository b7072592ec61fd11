import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { isFinal } from '../../../src/contract/statuses.ts';
import { openSeveralReplicas, type SeveralReplicas } from './several-replicas.ts';

let several: SeveralReplicas;
beforeEach(async () => {
  several = await openSeveralReplicas({ holds: true });
});
afterEach(() => several.close());

const statuses = (history: readonly { status: string }[]) => history.map(({ status }) => status);

describe('several replicas with one store', () => {
  // docs/kubernetes/guarantees.md#sharing
  test('do each piece of work once, and keep no claims when no work remains', async () => {
    const replicas = [await several.start('a'), await several.start('b'), await several.start('c')];
    several.release();
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) => several.deploy(replicas[index % replicas.length])),
    );
    for (const { deploymentId, revisionId } of made) {
      const { status, history } = await several.until(revisionId);
      expect(status).toBe('DEPLOYED');
      expect(statuses(history)).toEqual([
        'CREATING',
        'AWAITING_BUILD',
        'BUILDING',
        'AWAITING_DEPLOY',
        'DEPLOYING',
        'DEPLOYED',
      ]);
      expect(await several.workOn(revisionId)).toHaveLength(1);
      expect(await several.workOn(revisionId, 1, 'launch')).toHaveLength(1);
      expect((await several.store.deployments.findById(deploymentId))?.activeRevisionId).toBe(revisionId);
    }
    for (const { replica } of replicas) {
      while (replica.claimed().length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const { id } of await several.store.deployments.listAll()) {
      expect(await several.store.instances.claimHolder('deployment', id)).toBeUndefined();
    }
  });

  // docs/kubernetes/guarantees.md#slots
  test('leave work beyond their capacity to the other replicas', async () => {
    await several.close();
    several = await openSeveralReplicas({ holds: true, maxBuilds: 1 });
    const a = await several.start('a');
    const first = await several.deploy(a);
    await several.workOn(first.revisionId);
    const second = await several.deploy(a);
    const third = await several.deploy(a);
    const b = await several.start('b');
    const [work] = await Promise.race([several.workOn(second.revisionId), several.workOn(third.revisionId)]);
    expect(work?.replica).toBe('b');
    expect([a.replica.claimed(), b.replica.claimed().length]).toEqual([[first.deploymentId], 1]);
    several.release();
    for (const { revisionId } of [first, second, third]) {
      expect((await several.until(revisionId)).status).toBe('DEPLOYED');
      expect(await several.workOn(revisionId)).toHaveLength(1);
    }
  });

  // docs/kubernetes/guarantees.md#take-over
  test('continue the work of a killed replica without writing anything twice', async () => {
    const a = await several.start('a');
    const { revisionId } = await several.deploy(a);
    await several.workOn(revisionId);
    await several.start('b');
    const claimed = await several.store.revisions.findById(revisionId);
    a.cut();
    const builds = await several.workOn(revisionId, 2);
    expect(builds.map(({ replica }) => replica)).toEqual(['a', 'b']);
    several.release();
    const { status, history, fence } = await several.until(revisionId);
    expect(status).toBe('DEPLOYED');
    expect(fence).toBeGreaterThan(claimed?.fence ?? 0);
    expect(statuses(history).filter((one) => one === 'DEPLOYED')).toHaveLength(1);
  });

  // docs/kubernetes/guarantees.md#suspended
  test('prevent writes of a replica that was suspended for longer than its lease', async () => {
    const a = await several.start('a');
    const { deploymentId, revisionId } = await several.deploy(a);
    await several.workOn(revisionId);
    a.hold();
    await several.start('b');
    const [, second] = await several.workOn(revisionId, 2);
    second?.finish();
    const [launch] = await several.workOn(revisionId, 1, 'launch');
    launch?.finish();
    // The other replica releases its lease on the revision only after it has set the status.
    const done = await several.until(
      revisionId,
      (status, { leaseOwner }) => isFinal(status) && leaseOwner === null,
    );
    a.resume();
    several.release();
    expect(await a.lost).toMatch(/evicted this emulator|did not answer/);
    await a.close();
    expect(await several.store.revisions.findById(revisionId)).toEqual(done);
    expect((await several.store.deployments.findById(deploymentId))?.activeRevisionId).toBe(revisionId);
    expect(await several.workOn(revisionId, 1, 'launch')).toHaveLength(1);
  });

  test('keep the files of a revision that another replica took over from a suspended replica', async () => {
    const a = await several.start('a');
    const { revisionId } = await several.deploy(a);
    const [first] = await several.workOn(revisionId);
    a.hold();
    await several.start('b');
    const [, second] = await several.workOn(revisionId, 2);
    second?.finish();
    await several.workOn(revisionId, 1, 'launch');
    first?.fail();
    a.resume();
    await a.lost;
    await a.close();
    expect(several.discarded).toEqual([]);
    several.release();
    expect((await several.until(revisionId)).status).toBe('DEPLOYED');

    const { revisionId: failing } = await several.deploy(undefined);
    several.hold();
    for (const one of await several.workOn(failing)) one.fail();
    expect(await several.until(failing)).toMatchObject({
      status: 'BUILD_FAILED',
      statusMessage: 'it failed',
    });
    while (several.discarded.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(several.discarded).toEqual([failing]);
  });

  // docs/kubernetes/guarantees.md#orderly-end
  test('immediately continue the work of a replica that shuts down, without counting an attempt', async () => {
    const a = await several.start('a');
    const { revisionId } = await several.deploy(a);
    await several.workOn(revisionId);
    const b = await several.start('b');
    await a.close();
    await several.workOn(revisionId, 2);
    await several.start('c');
    await b.close();
    const builds = await several.workOn(revisionId, 3);
    expect(builds.map(({ replica }) => replica)).toEqual(['a', 'b', 'c']);
    several.release();
    expect((await several.until(revisionId)).status).toBe('DEPLOYED');
  });

  test('delete a deployment only once, even if a replica was killed during the deletion', async () => {
    several.release();
    const a = await several.start('a');
    const { deploymentId, revisionId } = await several.deploy(a);
    await several.until(revisionId);
    // The deletion is claimed, as by a replica that was killed during the deletion.
    await several.store.deployments.update(deploymentId, { status: 'AWAITING_DELETE' });
    await several.store.instances.claim('deployment', deploymentId, a.id);
    a.cut();
    await several.start('b');
    while ((await several.store.deployments.findById(deploymentId)) !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(await several.store.revisions.findById(revisionId)).toBeUndefined();
  });
});

describe('a replica', () => {
  /** Adds a deployment that is ready, with a first revision. */
  const addReady = async (workspaceId: string) => {
    await several.store.workspaces.upsert({ id: workspaceId, name: workspaceId, redactSecretValues: false });
    const added = await several.deploy(undefined, workspaceId);
    await several.store.deployments.update(added.deploymentId, { status: 'READY' });
    return added;
  };

  // docs/kubernetes/scale.md#failed-work
  test('works on the later revisions of a workspace, even if the work on its first revisions fails each time', async () => {
    const workspaceId = randomUUID();
    const failing = new Set<string>();
    for (let n = 0; n < 9; n += 1) failing.add((await addReady(workspaceId)).revisionId);
    const { revisionId } = await addReady(workspaceId);
    const { revisions } = several.store;
    const claim = revisions.claim.bind(revisions);
    revisions.claim = (id, ...rest) =>
      failing.has(id) ? Promise.reject(new Error('it fails')) : claim(id, ...rest);
    await several.start('a');
    expect(await several.workOn(revisionId)).toHaveLength(1);
  });

  // docs/kubernetes/scale.md#failed-work
  test('prepares the new deployments of a workspace while its forced deletions do not end', async () => {
    const workspaceId = randomUUID();
    const stuck = new Set<string>();
    for (let n = 0; n < 9; n += 1) {
      const { deploymentId } = await addReady(workspaceId);
      await several.store.deployments.update(deploymentId, { status: 'AWAITING_DELETE' });
      await several.store.deployments.forceDelete(deploymentId);
      stuck.add(deploymentId);
    }
    const { revisionId } = await several.deploy(undefined, workspaceId);
    const { revisions } = several.store;
    const list = revisions.list.bind(revisions);
    const end = Promise.withResolvers<void>();
    revisions.list = async (deploymentId, ...rest) => {
      if (stuck.has(deploymentId)) await end.promise;
      return list(deploymentId, ...rest);
    };
    await several.start('a');
    expect(await several.workOn(revisionId)).toHaveLength(1);
    end.resolve();
  });

  test('finds new revisions without a poll, even if many workspaces have revisions in progress', async () => {
    await several.close();
    several = await openSeveralReplicas({ holds: true, maxBuilds: 100, leaseMs: 60_000 });
    for (let n = 0; n < 40; n += 1) await addReady(randomUUID());
    jest.useFakeTimers({
      doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask', 'Date', 'performance'],
    });
    try {
      const a = await several.start('a');
      await until(() => several.begun.length === 40);
      const [first, last] = [
        await addReady('00000000-0000-4000-8000-000000000000'),
        await addReady('ffffffff-ffff-4fff-bfff-ffffffffffff'),
      ];
      a.wake();
      for (const { revisionId } of [first, last]) expect(await several.workOn(revisionId)).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });
});
