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
  describe('the events of a run', () => {
    test('are read from any place on, the row that holds it first', async () => {
      const store = await openFresh();
      const { runStreams } = store;
      const { runId } = await aStream(store);
      expect(await runStreams.lastId(runId)).toBe(-1);
      expect(await runStreams.read(runId, -1, 9)).toEqual([]);
      const rows = [
        { firstId: 0, lastId: 2, frames: 'first\n\n' },
        { firstId: 3, lastId: 3, frames: 'second\n\n' },
        { firstId: 4, lastId: 12, frames: 'third \u2028 ü\n\n' },
      ];
      for (const row of rows) expect(await runStreams.append(runId, 1, row)).toBe(true);
      // Said once more, it is there.
      expect(await runStreams.append(runId, 1, rows[2] ?? { firstId: 0, lastId: 0, frames: '' })).toBe(true);
      expect(await runStreams.lastId(runId)).toBe(12);
      expect(await runStreams.read(runId, -1, 9)).toEqual(rows);
      expect(await runStreams.read(runId, 1, 9)).toEqual(rows);
      expect(await runStreams.read(runId, 2, 9)).toEqual(rows.slice(1));
      expect(await runStreams.read(runId, 3, 1)).toEqual(rows.slice(2));
      expect(await runStreams.read(runId, 12, 9)).toEqual([]);
      await expect(runStreams.append(runId, 1, { firstId: 9, lastId: 13, frames: '' })).rejects.toMatchObject(
        {
          code: 'conflict',
        },
      );
      const next = { firstId: 13, lastId: 13, frames: 'fourth\n\n' };
      expect(await runStreams.append(randomUUID(), 1, next)).toBe(false);
      expect(await runStreams.read(runId, 3, 9)).toEqual(rows.slice(2));
    });

    test('are of the attempt that tells now, until the end', async () => {
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

    test('begin once, and end with what is said of the end', async () => {
      const store = await openFresh();
      const row = await aStream(store);
      await store.runStreams.open({ ...row, resumable: false, fence: 1 });
      expect(await store.runStreams.get(row.runId)).toEqual({ ...row, end: null, endedAt: null });
      const end = { kind: 'failed', error: 'Error', message: 'no' } as const;
      await store.runStreams.end(row.runId, end, 7);
      expect(await store.runStreams.get(row.runId)).toEqual({ ...row, end, endedAt: 7 });
      await store.runStreams.end(randomUUID(), { kind: 'ended' }, 7);
    });

    test('go with their run, their thread, their deployment, or when their time is over', async () => {
      const store = await openFresh();
      const streams = [];
      for (let at = 0; at < 6; at += 1) {
        const stream = await aStream(store);
        await store.runStreams.append(stream.runId, 1, { firstId: 0, lastId: 0, frames: 'x\n\n' });
        streams.push(stream);
      }
      const [run, thread, deployment, old, kept, alone] = streams;
      await store.runStreams.remove(run?.runId ?? '');
      await store.threads.remove(thread?.threadId ?? '');
      await store.runStreams.detach(alone?.runId ?? '');
      await store.threads.remove(alone?.threadId ?? '');
      await store.deployments.remove(deployment?.deploymentId ?? '');
      await store.runStreams.end(old?.runId ?? '', { kind: 'ended' }, 9);
      await store.runStreams.end(kept?.runId ?? '', { kind: 'ended' }, 10);
      await store.runStreams.prune(10);
      const left = await Promise.all(
        streams.map(async ({ runId }) => [
          (await store.runStreams.get(runId)) !== undefined,
          (await store.runStreams.read(runId, -1, 9)).length,
        ]),
      );
      expect(left).toEqual([
        [false, 0],
        [false, 0],
        [false, 0],
        [false, 0],
        [true, 1],
        [true, 1],
      ]);
    });
  });
}
