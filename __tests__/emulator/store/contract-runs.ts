// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import type { Store } from '../../../src/emulator/ports/store.ts';
import type { OpenFresh } from './contract.ts';
import { aThread, runRow, threadRow } from './samples.ts';

export function runsContract(openFresh: OpenFresh): void {
  describe('runs in the store', () => {
    const claim = async (store: Store, deploymentId: string) =>
      (await store.runs.claimNext(deploymentId, 'revision', 9))?.id;

    test('are returned as stored, by deployment and thread, newest first', async () => {
      const store = await openFresh();
      const thread = await aThread(store);
      const row = runRow(thread, {
        kwargs: { input: { a: [1, null] } },
        metadata: { x: 'y' },
        error: { error: 'E', message: 'm' },
      });
      await store.runs.insert(row);
      expect(await store.runs.get(thread.deploymentId, thread.id, row.id)).toEqual(row);
      const { kwargs: _, ...head } = row;
      expect(await store.runs.head(thread.deploymentId, thread.id, row.id)).toEqual(head);
      expect(await store.runs.head('other', thread.id, row.id)).toBeUndefined();
      expect(await store.runs.get('other', thread.id, row.id)).toBeUndefined();
      expect(await store.runs.get(thread.deploymentId, 'other', row.id)).toBeUndefined();
      const second = runRow(thread, { status: 'success' });
      await store.runs.insert(second);
      const list = (filter: { limit: number; offset: number; status?: string }) =>
        store.runs.list(thread.deploymentId, thread.id, filter);
      expect(await list({ limit: 9, offset: 0 })).toEqual([second, row]);
      expect(await list({ limit: 1, offset: 1 })).toEqual([row]);
      expect(await list({ limit: 9, offset: 0, status: 'success' })).toEqual([second]);
      expect(await list({ limit: 9, offset: 0, status: 'nonsense' })).toEqual([]);
      await store.runs.remove(row.id);
      expect(await list({ limit: 9, offset: 0 })).toEqual([second]);
    });

    test('are claimed oldest first if their thread is idle, and are then running with a fence number', async () => {
      const store = await openFresh();
      const thread = await aThread(store);
      const [first, second] = [runRow(thread), runRow(thread)];
      await store.runs.insert(first);
      await store.runs.insert(second);
      expect(await store.runs.claimNext(thread.deploymentId, 'r7', 9)).toEqual({
        ...first,
        status: 'running',
        revisionId: 'r7',
        fence: 1,
        updatedAt: 9,
      });
      // The thread is busy now, so the next run waits.
      expect(await claim(store, thread.deploymentId)).toBeUndefined();
      expect(await claim(store, 'other')).toBeUndefined();
      await store.runs.update(first.id, { status: 'success' });
      expect(await claim(store, thread.deploymentId)).toBe(second.id);
    });

    test('are found by deployment while they are pending, and by thread while they are unfinished', async () => {
      const store = await openFresh();
      const thread = await aThread(store);
      const { deploymentId } = thread;
      const run = runRow(thread);
      const found = async () => [
        await store.runs.hasPending(deploymentId),
        await store.runs.hasUnfinished(thread.id),
        (await store.runs.unfinishedOfThreads([thread.id, 'other'])).map(({ id }) => id),
      ];
      expect(await found()).toEqual([false, false, []]);
      await store.runs.insert(run);
      expect(await found()).toEqual([true, true, [run.id]]);
      expect(await store.runs.hasUnfinished(thread.id, { except: run.id })).toBe(false);
      expect(await store.runs.hasUnfinished(thread.id, { except: 'other' })).toBe(true);
      expect([await store.runs.hasPending('other'), await store.runs.hasUnfinished('other')]).toEqual([
        false,
        false,
      ]);
      await claim(store, deploymentId);
      expect(await found()).toEqual([false, true, [run.id]]);
      await store.runs.update(run.id, { status: 'success' });
      expect(await found()).toEqual([false, false, []]);
      expect(await store.runs.unfinishedOfThreads([])).toEqual([]);
    });

    test('are removed with their threads, but not with other threads', async () => {
      const store = await openFresh();
      const kept = await aThread(store);
      const { deploymentId } = kept;
      const gone = [threadRow(deploymentId, { values: { a: 1 } }), threadRow(deploymentId)];
      const runs = [kept, ...gone].map((thread) => runRow(thread));
      for (const thread of gone) await store.threads.insert(thread);
      for (const run of runs) await store.runs.insert(run);
      const ids = gone.map(({ id }) => id);
      expect(new Set(await store.threads.existing(deploymentId, [...ids, 'other']))).toEqual(new Set(ids));
      expect(await store.threads.existing('other', ids)).toEqual([]);
      await store.threads.removeMany(ids);
      await store.threads.removeMany([]);
      expect(await store.threads.existing(deploymentId, [kept.id, ...ids])).toEqual([kept.id]);
      const left = await Promise.all(runs.map(({ id }) => store.runs.findById(id)));
      expect(left.map((run) => run?.id)).toEqual([runs[0]?.id, undefined, undefined]);
    });

    test('are counted by deployment while they are due or running, but not before they are due', async () => {
      const store = await openFresh();
      const { deploymentId, ...thread } = await aThread(store);
      const of = { ...thread, deploymentId };
      const count = () => store.runs.countUnfinished(9);
      expect(await count()).toEqual(new Map());
      for (const change of [{}, { notBefore: 9 }, { notBefore: 10 }, { status: 'success' as const }]) {
        await store.runs.insert(runRow(of, change));
      }
      expect(await count()).toEqual(new Map([[deploymentId, 2]]));
      await claim(store, deploymentId);
      expect(await count()).toEqual(new Map([[deploymentId, 2]]));
      expect(await store.runs.countUnfinished(10)).toEqual(new Map([[deploymentId, 3]]));
    });

    test('begin first if their thread has a lower priority number, and otherwise by age', async () => {
      const store = await openFresh();
      const { id, deploymentId } = await aThread(store);
      const threads = [id];
      for (const priority of [5, -5, 0, -5]) {
        const row = threadRow(deploymentId, { priority });
        await store.threads.insert(row);
        threads.push(row.id);
      }
      const runs = threads.map((threadId) => runRow(threadRow(deploymentId, { id: threadId })));
      for (const run of runs) await store.runs.insert(run);
      const claimed: (number | undefined)[] = [];
      for (const _ of runs) {
        const run = await store.runs.claimNext(deploymentId, 'r', 9, undefined, true);
        claimed.push(runs.findIndex((one) => one.id === run?.id));
      }
      expect(claimed).toEqual([2, 4, 0, 3, 1]);
    });

    test('are not delayed by runs of other threads', async () => {
      const store = await openFresh();
      const busy = await aThread(store);
      const idle = threadRow(busy.deploymentId);
      await store.threads.insert(idle);
      const [running, waiting, free] = [runRow(busy), runRow(busy), runRow(idle)];
      for (const row of [running, waiting, free]) await store.runs.insert(row);
      expect(await claim(store, busy.deploymentId)).toBe(running.id);
      expect(await claim(store, busy.deploymentId)).toBe(free.id);
      expect(await claim(store, busy.deploymentId)).toBeUndefined();
    });

    test('are claimed only once by concurrent claims, and only one per thread at a time', async () => {
      const store = await openFresh();
      const thread = await aThread(store);
      for (let index = 0; index < 5; index += 1) await store.runs.insert(runRow(thread));
      const claimed = await Promise.all(Array.from({ length: 10 }, () => claim(store, thread.deploymentId)));
      expect(claimed.filter((id) => id !== undefined)).toHaveLength(1);
    });

    test('cannot be started while another run of their thread is running', async () => {
      const store = await openFresh();
      const thread = await aThread(store);
      const [first, second] = [runRow(thread, { status: 'running' }), runRow(thread)];
      await store.runs.insert(first);
      await store.runs.insert(second);
      await expect(store.runs.update(second.id, { status: 'running' })).rejects.toMatchObject({
        code: 'conflict',
      });
    });

    test('are not changed by a late write with an older fence number', async () => {
      const store = await openFresh();
      const thread = await aThread(store);
      const row = runRow(thread);
      await store.runs.insert(row);
      await claim(store, thread.deploymentId);
      expect(await store.runs.waitingWorkspaces({ after: '', limit: 9 })).toEqual([]);
      expect(await store.runs.requeueRunning()).toBe(1);
      expect(await store.runs.waitingWorkspaces({ after: '', limit: 9 })).toHaveLength(1);
      expect(await claim(store, thread.deploymentId)).toBe(row.id);
      const change = {
        status: 'error',
        error: { error: 'E', message: 'm' },
        metadata: { a: 1 },
        attempt: 2,
      } as const;
      expect(await store.runs.update(row.id, change, 1)).toBe(false);
      expect(await store.runs.update(row.id, change, 2)).toBe(true);
      expect(await store.runs.get(thread.deploymentId, thread.id, row.id)).toMatchObject(change);
      expect(await store.runs.update(row.id, { error: null }, 2)).toBe(true);
      expect((await store.runs.get(thread.deploymentId, thread.id, row.id))?.error).toBeNull();
      expect(await store.runs.update(row.id, {}, 2)).toBe(true);
      expect(await store.runs.update('nowhere', change)).toBe(false);
      expect(await store.runs.requeueRunning()).toBe(0);
    });
  });
}
