// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import type { Store } from '../../../src/emulator/ports/store.ts';
import type { OpenFresh } from './contract.ts';
import { aThread, runRow } from './samples.ts';

const LONG = 3_600_000;

/** Opens a store with these instances, and with a run that the first instance has claimed. */
async function withClaimed(openFresh: OpenFresh, ids: readonly string[]) {
  const store = await openFresh();
  for (const id of ids) await store.instances.join({ id, machine: 'm', settings: {} }, LONG);
  const thread = await aThread(store);
  const run = runRow(thread);
  await store.runs.insert(run);
  const claimed = await store.runs.claimNext(thread.deploymentId, 'r', 9, ids[0]);
  if (!claimed) throw new Error('nothing was claimed');
  return { store, thread, run: claimed };
}
const claim = async (store: Store, deploymentId: string, instanceId: string) =>
  (await store.runs.claimNext(deploymentId, 'r', 9, instanceId))?.id;

export function sharedRunsContract(openFresh: OpenFresh): void {
  describe('runs of several emulator instances', () => {
    test('are claimed by one instance until they end', async () => {
      const { store, thread, run } = await withClaimed(openFresh, ['a', 'b']);
      expect(run.claimedBy).toBe('a');
      expect(await store.sharedRuns.listHolders(thread.deploymentId)).toEqual(['a']);
      expect(await store.sharedRuns.listHolders(thread.deploymentId, [thread.id])).toEqual(['a']);
      expect(await store.sharedRuns.listHolders(thread.deploymentId, [])).toEqual([]);
      expect(await store.runs.requeueRunning()).toBe(0);
      const own = { deploymentId: thread.deploymentId, instanceId: 'a' };
      expect(await store.runs.requeueRunning({ ...own, known: [run.id] })).toBe(0);
      expect(await store.runs.requeueRunning({ ...own, known: [] })).toBe(1);
      const again = await store.runs.claimNext(thread.deploymentId, 'r', 9, 'b');
      expect(again).toMatchObject({ id: run.id, claimedBy: 'b', fence: 2 });
      await store.runs.update(run.id, { status: 'success' });
      const ended = { id: run.id, status: 'success', claimedBy: null };
      expect(await store.sharedRuns.listStatuses([run.id, 'unknown'])).toMatchObject([ended]);
    });

    test('become pending again if an evicted instance had claimed them', async () => {
      const { store, thread, run } = await withClaimed(openFresh, ['a', 'b']);
      await store.instances.evict(['a']);
      await store.runs.update(run.id, { status: 'running' });
      expect(await store.runs.requeueRunning()).toBe(1);
      expect(await claim(store, thread.deploymentId, 'b')).toBe(run.id);
    });

    test('free their thread after they were stopped, when their work has ended or some time has passed', async () => {
      const { store, thread, run } = await withClaimed(openFresh, ['a', 'b']);
      const { deploymentId } = thread;
      await store.sharedRuns.beginStopping(run, LONG);
      await store.runs.update(run.id, { status: 'interrupted' });
      const waiting = runRow(thread);
      await store.runs.insert(waiting);
      expect(await claim(store, deploymentId, 'b')).toBeUndefined();
      expect(await store.sharedRuns.listStopping([run.id, waiting.id])).toEqual([run.id]);
      await store.sharedRuns.endStopping([run.id]);
      expect(await store.sharedRuns.listStopping([run.id])).toEqual([]);
      expect(await claim(store, deploymentId, 'b')).toBe(waiting.id);

      await store.sharedRuns.beginStopping({ ...waiting, claimedBy: 'b' }, 0);
      await store.runs.update(waiting.id, { status: 'interrupted' });
      const last = runRow(thread);
      await store.runs.insert(last);
      expect(await claim(store, deploymentId, 'a')).toBe(last.id);
    });

    test('free their thread after they were stopped, when their instance is gone', async () => {
      const { store, thread, run } = await withClaimed(openFresh, ['a', 'b']);
      await store.sharedRuns.beginStopping(run, LONG);
      await store.runs.update(run.id, { status: 'interrupted' });
      const waiting = runRow(thread);
      await store.runs.insert(waiting);
      await store.instances.evict(['a']);
      expect(await claim(store, thread.deploymentId, 'b')).toBe(waiting.id);
    });

    test('record which instances read their events', async () => {
      const { store, run } = await withClaimed(openFresh, ['a']);
      expect(await store.sharedRuns.listen(run.id, 'b')).toMatchObject({ status: 'running', claimedBy: 'a' });
      expect((await store.runs.findById(run.id))?.listenedBy).toBe('b');
      expect((await store.sharedRuns.listen(run.id, 'b'))?.listenedBy).toBe('b');
      expect((await store.sharedRuns.listen(run.id, 'c'))?.listenedBy).toBe('*');
      await store.runs.update(run.id, { status: 'success' });
      expect(await store.sharedRuns.listen(run.id, 'b')).toBeUndefined();
      expect(await store.sharedRuns.listen('unknown', 'b')).toBeUndefined();
    });

    test('record which instances read the whole thread, until an instance stops reading or is evicted', async () => {
      const { store, thread } = await withClaimed(openFresh, ['a', 'b']);
      const { sharedRuns } = store;
      for (const id of ['a', 'a', 'b']) await sharedRuns.listenToThread(thread.id, id);
      expect(await sharedRuns.hasThreadListeners(thread.id, 'a')).toBe(true);
      await sharedRuns.leaveThread(thread.id, 'b');
      expect(await sharedRuns.hasThreadListeners(thread.id, 'a')).toBe(false);
      expect(await sharedRuns.hasThreadListeners(thread.id, 'b')).toBe(true);
      await store.instances.evict(['a']);
      expect(await sharedRuns.hasThreadListeners(thread.id, 'b')).toBe(false);
    });

    test('are found if they are running or have changed since a given time', async () => {
      const { store, thread, run } = await withClaimed(openFresh, ['a']);
      const [old, late, pending] = [
        runRow(thread, { status: 'success', updatedAt: 10 }),
        runRow(thread, { status: 'success', updatedAt: 20 }),
        runRow(thread, { updatedAt: 20 }),
      ];
      for (const row of [old, late, pending]) await store.runs.insert(row);
      const found = await store.sharedRuns.listRecent([thread.id, 'unknown', 'other'], 20);
      expect(found.map(({ id }) => id)).toEqual([run.id, late.id]);
      expect(await store.sharedRuns.listRecent([], 0)).toEqual([]);
    });

    test('keep their result for some time after they are removed with their thread', async () => {
      const { store, run } = await withClaimed(openFresh, ['a']);
      const { sharedRuns } = store;
      expect(await sharedRuns.findResult(run.id)).toBeUndefined();
      const result = { kind: 'values', values: { a: [1, null] }, interrupts: [{ id: 'i' }] } as const;
      await sharedRuns.putResult(run, { ...result, interrupts: [...result.interrupts] }, 10);
      await sharedRuns.pruneResults(10);
      expect(await sharedRuns.findResult(run.id)).toEqual(result);
      await sharedRuns.pruneResults(11);
      expect(await sharedRuns.findResult(run.id)).toBeUndefined();
    });

    test('keep the number of their stored events', async () => {
      const { store, thread, run } = await withClaimed(openFresh, ['a']);
      const stream = { runId: run.id, threadId: thread.id, deploymentId: thread.deploymentId, fence: 1 };
      await store.runStreams.open({ ...stream, resumable: false, feedbackKeys: null });
      await store.runStreams.append(run.id, 1, { firstId: 0, lastId: 4, frames: '' });
      expect(await store.sharedRuns.lastEventIds([run.id, 'unknown'])).toEqual(new Map([[run.id, 4]]));
      await store.runStreams.end(run.id, { kind: 'ended' }, 10);
      await store.runStreams.prune(5, 10);
      expect(await store.runStreams.get(run.id)).toBeDefined();
      await store.runStreams.prune(5, 11);
      expect(await store.runStreams.get(run.id)).toBeUndefined();
    });
  });
}
