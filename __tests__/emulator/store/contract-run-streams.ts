// oxlint-disable jest/no-export -- every driver's test file runs these
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Store } from '../../../src/emulator/ports/store.ts';
import type { OpenFresh } from './contract.ts';
import { aThread } from './samples.ts';

async function aStream(store: Store) {
  const { id: threadId, deploymentId } = await aThread(store);
  const row = { runId: randomUUID(), threadId, deploymentId, resumable: true, feedbackKeys: ['user'] };
  await store.runStreams.open({ ...row, fence: 1 });
  return row;
}

export function runStreamsContract(openFresh: OpenFresh): void {
  describe('stored events of a run', () => {
    test('can be added only by the current attempt, until the run ends', async () => {
      const store = await openFresh();
      const row = await aStream(store);
      const event = (at: number) => ({ firstId: at, lastId: at, frames: `${at}\n\n` });
      expect(await store.runStreams.append(row.runId, 1, event(0))).toBe(true);
      await store.runStreams.open({ ...row, fence: 2 });
      expect(await store.runStreams.append(row.runId, 1, event(1))).toBe(false);
      expect(await store.runStreams.append(row.runId, 2, event(1))).toBe(true);
      await store.runStreams.end(row.runId, { kind: 'ended' }, 7);
      expect(await store.runStreams.append(row.runId, 2, event(2))).toBe(false);
      expect(await store.runStreams.read(row.runId, -1, 9)).toEqual([event(0), event(1)]);
    });

    test('continue after the last event of an earlier attempt', async () => {
      const store = await openFresh();
      const row = await aStream(store);
      const opening = (fence: number) =>
        store.runStreams.open({ ...row, fence }, { count: 2, toFrames: (first) => `from ${first}` });
      expect(await opening(1)).toBe(2);
      expect(await opening(2)).toBe(4);
      expect(await store.runStreams.read(row.runId, -1, 9)).toEqual([
        { firstId: 0, lastId: 1, frames: 'from 0' },
        { firstId: 2, lastId: 3, frames: 'from 2' },
      ]);
      expect(await store.runStreams.append(row.runId, 1, { firstId: 4, lastId: 4, frames: '' })).toBe(false);
      expect(await store.runStreams.append(row.runId, 2, { firstId: 4, lastId: 4, frames: '' })).toBe(true);
    });

    test('are deleted with their thread, unless they were ended with `outlivesThread`', async () => {
      const store = await openFresh();
      const [gone, kept] = [await aStream(store), await aStream(store)];
      await store.runStreams.end(gone.runId, { kind: 'ended' }, 7);
      await store.runStreams.end(kept.runId, { kind: 'ended' }, 7, { outlivesThread: true });
      await store.threads.removeMany([gone.threadId, kept.threadId]);
      expect(await store.runStreams.get(gone.runId)).toBeUndefined();
      expect(await store.runStreams.get(kept.runId)).toMatchObject({ endedAt: 7 });
    });

    test('begin only once, and end with the given end event', async () => {
      const store = await openFresh();
      const row = await aStream(store);
      await store.runStreams.open({ ...row, resumable: false, fence: 1 });
      expect(await store.runStreams.get(row.runId)).toEqual({ ...row, end: null, endedAt: null });
      const end = { kind: 'failed', error: 'Error', message: 'no' } as const;
      await store.runStreams.end(row.runId, end, 7);
      expect(await store.runStreams.get(row.runId)).toEqual({ ...row, end, endedAt: 7 });
      expect(await store.runStreams.getWithLastId(row.runId)).toEqual({
        ...row,
        end,
        endedAt: 7,
        lastId: -1,
      });
      expect(await store.runStreams.getWithLastId(randomUUID())).toBeUndefined();
      await store.runStreams.end(randomUUID(), { kind: 'ended' }, 7);
    });
  });
}
