// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import type { Store } from '../../../src/emulator/ports/store.ts';
import type { OpenFresh } from './contract.ts';
import { aDeployment, aWorkspace, revisionRow, runRow, threadRow } from './samples.ts';

/** Adds deployments to a workspace, each with a revision of this status. Returns the IDs of the deployments. */
async function addRevisions(store: Store, workspaceId: string, count: number, status = 'CREATING') {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id } = await aDeployment(store, { workspaceId, name: `agent-${n}` });
    await store.revisions.insert({ ...revisionRow(id), source: 'git_host', status }, []);
    ids.push(id);
  }
  return ids;
}

export function workQueueContract(openFresh: OpenFresh): void {
  describe('the queue of the data plane', () => {
    const page = { after: '', limit: 16, perWorkspace: 2, owner: 'me', failed: [] as string[] };
    const idle: Record<'revisions' | 'changing' | 'deployments', string[]> = {
      revisions: [],
      changing: [],
      deployments: [],
    };

    test('contains the oldest revisions of every workspace, and not the revisions that cannot be advanced now', async () => {
      const store = await openFresh();
      const [many, few] = [await aWorkspace(store, 'many'), await aWorkspace(store, 'few')];
      const read = async (busy = idle, owner = 'me') =>
        (await store.workQueue.revisions({ ...page, owner, busy, now: 100 })).items.map(
          ({ deploymentId }) => deploymentId,
        );
      expect(await read()).toEqual([]);
      const old = await addRevisions(store, many, 5);
      const [only = ''] = await addRevisions(store, few, 1, 'QUEUED');
      await addRevisions(store, few, 1, 'DEPLOYED');
      expect((await read()).toSorted()).toEqual([...old.slice(0, 2), only].toSorted());

      const [revision] = await store.revisions.unfinishedOf(old[0] ?? '');
      await store.revisions.claim(revision?.id ?? '', 'other', 50, 100);
      expect(await read()).not.toContain(old[0]);
      expect(await read(idle, 'other')).toContain(old[0]);
      await store.instances.join({ id: 'other', machine: 'm', settings: {} }, 60_000);
      await store.instances.claim('deployment', old[1] ?? '', 'other');
      expect((await read()).toSorted()).toEqual([...old.slice(2, 4), only].toSorted());
      // A queued revision of a busy deployment waits, but a new revision is queued.
      const deployments = [only, old[2] ?? ''];
      expect((await read({ ...idle, deployments })).toSorted()).toEqual(old.slice(2, 4).toSorted());
      expect(await read({ ...idle, changing: [old[2] ?? ''] })).not.toContain(old[2]);

      const waits = {
        ...revisionRow(only),
        source: 'internal_docker',
        config: {},
        status: 'CREATING',
      } as const;
      const added = await store.revisions.insert(waits, []);
      const [queued] = await store.revisions.unfinishedOf(only);
      const inProgress = { ...idle, revisions: [queued?.id ?? ''] };
      expect(await read(inProgress)).not.toContain(only);
      await store.revisions.update(added.id, { config: { image_uri: 'registry.test/agent:1' } });
      expect(await read(inProgress)).toContain(only);
    });

    test('contains the deployments that are being created or deleted, and always the forced deletions', async () => {
      const store = await openFresh();
      const workspaceId = await aWorkspace(store);
      const [created, deleted] = [
        await aDeployment(store, { workspaceId, name: 'a', status: 'AWAITING_DATABASE' }),
        await aDeployment(store, { workspaceId, name: 'b', status: 'AWAITING_DELETE' }),
      ];
      await aDeployment(store, { workspaceId, name: 'c', status: 'READY' });
      const read = async (preparing: string[] = [], deleting: string[] = [], forcing: string[] = []) =>
        (await store.workQueue.changing({ ...page, busy: { preparing, deleting, forcing } })).items;
      const item = { workspaceId, isForced: false };
      expect(await read()).toEqual([
        { ...item, deploymentId: created.id },
        { ...item, deploymentId: deleted.id },
      ]);
      expect(await read([created.id], [deleted.id])).toEqual([]);
      // A deployment is deleted even if it is still being prepared.
      expect(await read([created.id, deleted.id])).toEqual([{ ...item, deploymentId: deleted.id }]);
      await store.deployments.forceDelete(deleted.id);
      expect(await read([created.id], [deleted.id])).toEqual([
        { workspaceId, isForced: true, deploymentId: deleted.id },
      ]);
      expect(await read([created.id], [], [deleted.id])).toEqual([]);
    });

    test('contains the rows whose last task failed after the other rows of their workspace', async () => {
      const store = await openFresh();
      const workspaceId = await aWorkspace(store);
      const ids = await addRevisions(store, workspaceId, 5);
      const failed: string[] = [];
      for (const id of ids.slice(0, 3)) {
        for (const one of await store.revisions.unfinishedOf(id)) failed.push(one.id);
      }
      const { items } = await store.workQueue.revisions({ ...page, failed, busy: idle, now: 1 });
      expect(items.map(({ deploymentId }) => deploymentId)).toEqual([ids[3], ids[4], ids[0], ids[1]]);
      for (const id of ids) await store.deployments.update(id, { status: 'AWAITING_DELETE' });
      const busy = { preparing: [], deleting: [], forcing: [] };
      const deleted = await store.workQueue.changing({ ...page, failed: ids.slice(0, 3), busy });
      expect(deleted.items.map(({ deploymentId }) => deploymentId)).toEqual([ids[3], ids[4], ids[0], ids[1]]);
    });

    test('is read by workspace from a cursor', async () => {
      const store = await openFresh();
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1) {
        const workspaceId = await aWorkspace(store, `w${n}`);
        await addRevisions(store, workspaceId, 1);
        ids.push(workspaceId);
      }
      ids.sort();
      const read = async (after: string, limit: number) =>
        (await store.workQueue.revisions({ ...page, after, limit, busy: idle, now: 1 })).workspaceIds;
      expect(await read('', 3)).toEqual(ids.slice(0, 3));
      expect(await read(ids[2] ?? '', 3)).toEqual(ids.slice(3));
      expect(await read(ids[4] ?? '', 3)).toEqual([]);
    });
  });

  describe('the queue of runs', () => {
    test('lists the deployments with pending runs by workspace, from a cursor in each workspace', async () => {
      const store = await openFresh();
      const byWorkspace = new Map<string, string[]>();
      for (const count of [3, 1]) {
        const workspaceId = await aWorkspace(store, `w${count}`);
        for (let n = 0; n < count; n += 1) {
          const { id } = await aDeployment(store, { workspaceId, name: `agent-${n}` });
          byWorkspace.set(workspaceId, [...(byWorkspace.get(workspaceId) ?? []), id].toSorted());
          const thread = threadRow(id);
          await store.threads.insert(thread);
          for (let run = 0; run < 2; run += 1) await store.runs.insert(runRow(thread));
        }
      }
      const workspaceIds = await store.runs.waitingWorkspaces({ after: '', limit: 9 });
      expect(workspaceIds).toEqual([...byWorkspace.keys()].toSorted());
      const [many = '', few = ''] = [...byWorkspace.keys()];
      const list = async (after: string, perWorkspace: number) =>
        (await store.runs.listWaiting([{ workspaceId: many, after }], perWorkspace)).map(
          ({ deploymentId }) => deploymentId,
        );
      const [first = '', second = '', third = ''] = byWorkspace.get(many) ?? [];
      await store.runs.claimNext(first, 'r', 1);
      const counts = await store.runs.countUnfinished(1);
      expect([counts.get(first), counts.get(second), counts.size]).toEqual([2, 2, 4]);
      expect(await list('', 2)).toEqual([first, second]);
      expect(await list(second, 2)).toEqual([third]);
      expect(await store.runs.listWaiting([], 2)).toEqual([]);
      const both = [many, few].map((workspaceId) => ({ workspaceId, after: '' }));
      expect((await store.runs.listWaiting(both, 9)).length).toBe(4);
    });

    test('assigns a different run to each of several concurrent claims', async () => {
      const store = await openFresh();
      const { id } = await aDeployment(store);
      for (let n = 0; n < 6; n += 1) {
        const thread = threadRow(id);
        await store.threads.insert(thread);
        await store.runs.insert(runRow(thread));
      }
      const claims = await Promise.all(Array.from({ length: 6 }, () => store.runs.claimNext(id, 'r', 1)));
      expect(new Set(claims.map((run) => run?.id)).size).toBe(6);
    });
  });

  describe('the use of agents in the store', () => {
    test('is the latest recorded time, without deleted deployments', async () => {
      const store = await openFresh();
      const [one = '', two = ''] = await addRevisions(store, await aWorkspace(store), 2);
      expect(await store.agentUse.usedSince(0)).toEqual([]);
      await store.agentUse.record([], 1);
      await store.agentUse.record([one, two, one, 'deleted'], 5);
      await store.agentUse.record([two], 9);
      await store.agentUse.record([two], 7);
      expect((await store.agentUse.usedSince(5)).toSorted()).toEqual([one, two].toSorted());
      expect(await store.agentUse.usedSince(6)).toEqual([two]);
      expect(await store.agentUse.usedSince(10)).toEqual([]);
      await store.deployments.remove(two);
      expect(await store.agentUse.usedSince(0)).toEqual([one]);
    });
  });
}
