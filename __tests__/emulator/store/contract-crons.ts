// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import type { CronOrder, CronRow } from '../../../src/emulator/ports/store.ts';
import type { OpenFresh } from './contract.ts';
import { aDeployment, aThread, cronRow, runRow, threadRow } from './samples.ts';

/** Compares rows whose first entry is a time. */
const byTime = ([a]: unknown[], [b]: unknown[]): number => Number(a) - Number(b);
const NEWEST: CronOrder = { by: 'createdAt', descending: true };

export function cronsContract(openFresh: OpenFresh): void {
  describe('crons in the store', () => {
    test('are returned as stored, changed and removed, separately for each deployment', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      const { id: other } = await aDeployment(store);
      const row = cronRow(deploymentId, {
        timezone: 'Europe/Berlin',
        endTime: 9_000,
        onRunCompleted: 'keep',
        payload: { input: { a: 1 } },
        metadata: { team: 'a' },
      });
      await store.crons.insert(row);
      expect(await store.crons.get(deploymentId, row.id)).toEqual(row);
      expect(await store.crons.get(other, row.id)).toBeUndefined();
      expect(await store.crons.getMany(other, [row.id])).toEqual([]);
      expect(await store.crons.getMany(deploymentId, [])).toEqual([]);
      expect(await store.crons.update(row.id, { endTime: null, enabled: false })).toBe(true);
      expect(await store.crons.get(deploymentId, row.id)).toEqual({ ...row, endTime: null, enabled: false });
      expect(await store.crons.remove(other, row.id)).toBe(false);
      expect(await store.crons.remove(deploymentId, row.id)).toBe(true);
      expect(await store.crons.remove(deploymentId, row.id)).toBe(false);
      expect(await store.crons.update(row.id, { enabled: true })).toBe(false);
    });

    test('are listed in the requested order, and crons without a value come first', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      const thread = threadRow(deploymentId);
      await store.threads.insert(thread);
      const rows = [
        cronRow(deploymentId, { createdAt: 1, endTime: 5, metadata: { n: 0 } }),
        cronRow(deploymentId, { createdAt: 2, threadId: thread.id, enabled: false }),
        cronRow(deploymentId, { createdAt: 2, endTime: 3, assistantId: 'other' }),
      ];
      for (const row of rows) await store.crons.insert(row);
      const places = async (filter: Parameters<typeof store.crons.listDetails>[1]) =>
        (await store.crons.listDetails(deploymentId, filter)).map(({ id }) =>
          rows.findIndex((row) => row.id === id),
        );
      expect(await places({ order: NEWEST })).toEqual([2, 1, 0]);
      expect(await places({ order: { by: 'endTime', descending: false } })).toEqual([1, 2, 0]);
      expect(await places({ order: { by: 'endTime', descending: true } })).toEqual([0, 2, 1]);
      expect(await places({ order: NEWEST, threadId: thread.id })).toEqual([1]);
      expect(await places({ order: NEWEST, assistantId: 'other' })).toEqual([2]);
      expect(await places({ order: NEWEST, enabled: true })).toEqual([2, 0]);
      expect((await store.crons.listDetails(deploymentId, { order: NEWEST })).at(-1)).toEqual({
        id: rows[0]?.id,
        metadata: { n: 0 },
        bytes: expect.any(Number),
      });
      expect(await store.crons.getMany(deploymentId, [rows[0]?.id ?? ''])).toEqual([rows[0]]);
    });

    test('have their last five outcomes, oldest first, until the crons are removed', async () => {
      const store = await openFresh();
      const thread = await aThread(store);
      const { deploymentId } = thread;
      const [row, other] = [cronRow(deploymentId), cronRow(deploymentId)];
      for (const cron of [row, other]) await store.crons.insert(cron);
      const refused = { status: 'refused', runId: null, threadId: null, reason: 'no' } as const;
      for (let at = 1; at <= 6; at += 1) await store.crons.addOutcome(row.id, { ...refused, at });
      const runs = [runRow(thread), runRow(thread), runRow(thread)];
      for (const [n, { id: runId }] of runs.entries()) {
        const begun = { status: 'running', runId, threadId: thread.id, reason: '' } as const;
        await store.crons.addOutcome(n === 0 ? row.id : other.id, { ...begun, at: 7 + n });
      }
      const [first, second, third] = runs.map(({ id }) => id);
      for (const run of runs.slice(0, 2)) await store.runs.insert(run);
      await store.crons.endOutcome(first ?? '', { status: 'error', reason: 'RangeError: far' });
      await store.crons.endOutcome('unknown', { status: 'success', reason: '' });
      const seen = async () =>
        (await store.crons.outcomesOf([row.id, other.id])).map(({ at, status, runId }) => [
          at,
          status,
          runId,
        ]);
      const ofOther = [
        [8, 'running', second],
        [9, 'stopped', third],
      ];
      expect((await seen()).toSorted(byTime)).toEqual([
        ...[3, 4, 5, 6].map((at) => [at, 'refused', null]),
        [7, 'error', first],
        ...ofOther,
      ]);
      expect((await store.crons.outcomesOf([row.id])).at(-1)).toMatchObject({ reason: 'RangeError: far' });
      expect(await store.crons.outcomesOf([])).toEqual([]);
      await store.crons.remove(deploymentId, row.id);
      expect(await seen()).toEqual(ofOther);
      await store.deployments.remove(deploymentId);
      expect(await seen()).toEqual([]);
    });

    test('are removed when their thread, their deployment, or the given assistant is removed', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      const { id: other } = await aDeployment(store);
      const thread = threadRow(deploymentId);
      await store.threads.insert(thread);
      for (const change of [{ threadId: thread.id }, { assistantId: 'gone' }, {}]) {
        await store.crons.insert(cronRow(deploymentId, change));
      }
      await store.crons.insert(cronRow(other, { assistantId: 'gone' }));
      const count = async (of: string) => (await store.crons.listDetails(of, { order: NEWEST })).length;
      await store.threads.remove(thread.id);
      expect(await count(deploymentId)).toBe(2);
      await store.crons.removeOfAssistant(deploymentId, 'gone');
      expect([await count(deploymentId), await count(other)]).toEqual([1, 1]);
      await store.deployments.remove(deploymentId);
      expect([await count(deploymentId), await count(other)]).toEqual([0, 1]);
    });

    test('are due when their time has come, unless they are paused or have ended', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      const due = cronRow(deploymentId, { nextRunAt: 100 });
      const earlier = cronRow(deploymentId, { nextRunAt: 50, endTime: 101 });
      await store.crons.insert(due);
      await store.crons.insert(earlier);
      await store.crons.insert(cronRow(deploymentId, { nextRunAt: 60, enabled: false }));
      await store.crons.insert(cronRow(deploymentId, { nextRunAt: 70, endTime: 100 }));
      const next = cronRow(deploymentId, { nextRunAt: 200 });
      await store.crons.insert(next);
      // The cron ends at its next time.
      await store.crons.insert(cronRow(deploymentId, { nextRunAt: 150, endTime: 150 }));
      const claim = (now: number, limit = 10) => store.crons.claimDue({ now, until: now + 1_000, limit });
      expect(await store.crons.nextDue(49)).toBe(50);
      expect(await claim(49)).toEqual([]);
      expect(await claim(100)).toEqual([earlier, due]);
      for (const row of [due, earlier]) expect(await store.crons.advance(row, 300)).toBe(true);
      expect(await store.crons.nextDue(100)).toBe(200);
      await store.crons.update(next.id, { enabled: false });
      // The cron `earlier` ends before its next time.
      expect(await store.crons.nextDue(100)).toBe(300);
      expect(await store.crons.nextDue(300)).toBeUndefined();
      expect(await claim(300)).toEqual([{ ...due, nextRunAt: 300 }]);
    });

    test('of all deployments are claimed in the order of their due times, each by one scheduler at a time', async () => {
      const store = await openFresh();
      const deployments = [await aDeployment(store), await aDeployment(store)];
      const rows: CronRow[] = [];
      for (let at = 0; at < 8; at += 1) {
        const row = cronRow(deployments[at % 2]?.id ?? '', { nextRunAt: 100 - at });
        await store.crons.insert(row);
        rows.unshift(row);
      }
      await store.instances.join({ id: 'one', machine: 'm', settings: {} }, 60_000);
      const claim = (limit: number, now = 100, instanceId = 'one') =>
        store.crons.claimDue({ now, until: now + 50, limit, instanceId });
      expect(await claim(9, 100, 'evicted')).toEqual([]);
      const pages = await Promise.all([claim(3), claim(3)]);
      expect(pages.map((page) => page.length)).toEqual([3, 3]);
      expect(new Set(pages.flat())).toEqual(new Set(rows.slice(0, 6)));
      expect(await claim(9)).toEqual(rows.slice(6));
      expect(await claim(9)).toEqual([]);

      await store.crons.releaseClaims({ ids: [rows[2]?.id ?? ''] });
      expect(await claim(9)).toEqual([rows[2]]);
      await store.crons.releaseClaims({ deploymentId: deployments[1]?.id ?? '' });
      expect(await claim(9)).toEqual(rows.filter((row) => row.deploymentId === deployments[1]?.id));
      await store.crons.update(rows[7]?.id ?? '', { updatedAt: 5 });
      expect(await claim(9)).toMatchObject([{ id: rows[7]?.id }]);
      await store.crons.releaseClaims('all');
      expect(await claim(2)).toMatchObject([{ id: rows[0]?.id }, { id: rows[1]?.id }]);
      // When the claims of the first crons end, crons that have not been claimed still come first.
      expect(await claim(2, 150)).toMatchObject([{ id: rows[2]?.id }, { id: rows[3]?.id }]);
      expect(await claim(9, 150)).toHaveLength(6);
    });

    test('advance only once from the same state, and only for a replica with a lease', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      for (const id of ['one', 'two']) {
        await store.instances.join({ id, machine: 'm', settings: {} }, 60_000);
      }
      await store.instances.evict(['two']);
      const row = cronRow(deploymentId);
      await store.crons.insert(row);
      const read = async (): Promise<CronRow> => (await store.crons.get(deploymentId, row.id)) ?? row;
      expect(await store.crons.advance(row, 200, 'two')).toBe(false);
      const both = [store.crons.advance(row, 200, 'one'), store.crons.advance(row, 200, 'one')];
      expect((await Promise.all(both)).toSorted()).toEqual([false, true]);
      expect(await read()).toEqual({ ...row, nextRunAt: 200 });
      const before = await read();
      await store.crons.update(row.id, { updatedAt: 7 });
      expect(await store.crons.advance(before, 300)).toBe(false);
      await store.crons.update(row.id, { enabled: false });
      expect(await store.crons.advance(await read(), 300)).toBe(false);
    });
  });
}
