// oxlint-disable jest/no-export -- every driver's test file runs these
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { toRunSummary } from '../../../src/emulator/agent-server/run-summary.ts';
import { MAX_WORKER_STEP } from '../../../src/contract/trace-event.ts';
import type { RunStepRow, Store, ThreadRow } from '../../../src/emulator/ports/store.ts';
import type { OpenFresh } from './contract.ts';
import { aThread, runRow } from './samples.ts';

const PROGRESS = { tokens: 5, steps: 1, current: 'plan', bars: [] };

const aStep = (runId: string, seq: number, change: Partial<RunStepRow> = {}): RunStepRow => ({
  runId,
  seq,
  parent: seq === 1 ? null : 1,
  kind: 'node',
  state: 'ok',
  attempt: 1,
  startedAt: seq,
  endedAt: seq + 1,
  firstTokenAt: null,
  tokens: 0,
  graphStep: seq,
  spanId: String(seq),
  traceId: null,
  parentSpanId: null,
  name: `step ${seq}`,
  note: '',
  error: null,
  input: '{}',
  output: '{}',
  ...change,
});

/** Stores a run with its summary; a run with an outcome has ended. */
async function aRun(
  store: Store,
  thread: ThreadRow,
  text: string,
  outcome?: 'success' | 'error' | 'waiting',
  kept?: { request: Record<string, unknown> | null },
): Promise<string> {
  const run = runRow(thread, {
    id: randomUUID(),
    kwargs: { input: { messages: [{ role: 'user', content: text }] } },
    metadata: { user: text.length },
  });
  await store.runs.insert(run);
  await store.runSummaries.insert(toRunSummary(run));
  if (outcome === undefined) return run.id;
  await store.runs.update(run.id, { status: outcome === 'error' ? 'error' : 'success' });
  const end = {
    outcome,
    revisionId: null,
    startedAt: 1,
    endedAt: 2,
    answer: outcome === 'error' ? 'Ärger' : `reply to ${text}`,
    errorKind: outcome === 'error' ? 'ValueError' : null,
  };
  await store.runSummaries.end(run.id, end, kept);
  return run.id;
}

export function runSummariesContract(openFresh: OpenFresh): void {
  describe('summaries of runs', () => {
    test('are listed newest first, in pages and with filters', async () => {
      const store = await openFresh();
      const thread = await aThread(store);
      const ids: string[] = [];
      for (const [text, outcome] of [
        ['first', 'success'],
        ['second', 'error'],
        ['third', undefined],
      ] as const) {
        ids.push(await aRun(store, thread, text, outcome));
      }
      const { runSummaries } = store;
      const page = await runSummaries.list({}, { limit: 2 });
      expect(page.rows.map(({ title, state }) => [title, state])).toEqual([
        ['third', 'pending'],
        ['second', 'error'],
      ]);
      const rest = await runSummaries.list({}, { limit: 2, before: page.next });
      expect([rest.rows.map(({ runId }) => runId), rest.next]).toEqual([[ids[0]], undefined]);
      const found = async (filter: Parameters<typeof runSummaries.list>[0]) =>
        (await runSummaries.list(filter, { limit: 10 })).rows.map(({ title }) => title);
      expect(await found({ state: 'pending' })).toEqual(['third']);
      expect(await found({ state: 'error', deploymentId: thread.deploymentId })).toEqual(['second']);
      expect(await found({ words: 'reply to' })).toEqual(['first']);
      // Letters outside ASCII are compared in lower case, too.
      expect(await found({ words: 'ärger' })).toEqual(['second']);
      expect(await found({ metadata: '\nuser=5\n' })).toEqual(['third', 'first']);
      expect(await found({ threadId: randomUUID() })).toEqual([]);
      expect(await runSummaries.count({})).toMatchObject({ success: 1, error: 1, pending: 1, running: 0 });
      const created = (await runSummaries.get(ids[0] ?? ''))?.createdAt ?? 0;
      const period = { from: created - 1_000, to: created + 1_000, width: 1_000 };
      const bars = await runSummaries.histogram({}, period);
      expect(bars.reduce((sum, { failed, others }) => sum + failed + others, 0)).toBe(3);
      // The duration of the two ended runs is the duration in their summaries, and the pending run has no duration.
      expect(await runSummaries.durations(thread.deploymentId, period)).toHaveLength(2);
      expect(await runSummaries.durations(randomUUID(), period)).toEqual([]);
      const [second] = (await runSummaries.list({ state: 'error' }, { limit: 1 })).rows;
      if (!second) throw new Error('the failed run is missing');
      expect(await runSummaries.similarFailures(second)).toEqual([{ revisionId: null, runs: 2, failed: 1 }]);
    });

    test('stop waiting when another run of the thread begins', async () => {
      const store = await openFresh();
      const thread = await aThread(store);
      const id = await aRun(store, thread, 'refund', 'waiting');
      await store.runSummaries.markAnswered(thread.id);
      expect((await store.runSummaries.get(id))?.state).toBe('success');
    });

    test('wait again if the later run never began, but not if the later run failed', async () => {
      const store = await openFresh();
      const thread = await aThread(store);
      const stateOf = async (runId: string) => (await store.runSummaries.get(runId))?.state;
      const asked = await aRun(store, thread, 'refund', 'waiting');
      await aRun(store, thread, 'queued');
      await store.runSummaries.markAnswered(thread.id);
      await store.runSummaries.markWaiting(thread.id);
      expect(await stateOf(asked)).toBe('waiting');
      await store.runSummaries.markAnswered(thread.id);
      const failed = await aRun(store, thread, 'fails', 'error');
      await store.runSummaries.markWaiting(thread.id);
      expect([await stateOf(asked), await stateOf(failed)]).toEqual(['success', 'error']);
    });

    test("are deleted with their thread, unless the run's request was stored when the run ended", async () => {
      const store = await openFresh();
      const thread = await aThread(store);
      const [kept, gone] = [
        await aRun(store, thread, 'kept', 'success', { request: { input: 'again' } }),
        await aRun(store, thread, 'gone', 'success'),
      ];
      await store.runSummaries.record(gone, [aStep(gone, 1)], PROGRESS);
      await store.threads.remove(thread.id);
      expect(await store.runSummaries.get(gone)).toBeUndefined();
      expect(await store.runSummaries.steps(gone, { after: 0, limit: 10 })).toEqual([]);
      expect(await store.runSummaries.get(kept)).toMatchObject({ threadId: null, title: 'kept' });
      expect(await store.runSummaries.request(kept)).toEqual({ input: 'again' });
      expect(await store.runSummaries.prune({ endedBefore: 3, keep: 10, limit: 10 })).toBe(1);
      expect(await store.runSummaries.get(kept)).toBeUndefined();
    });
  });

  test('summaries without a thread are deleted above a maximum number', async () => {
    const store = await openFresh();
    const thread = await aThread(store);
    for (const text of ['a', 'b', 'c', 'd']) {
      await aRun(store, thread, text, 'success', { request: null });
    }
    await aRun(store, thread, 'attached', 'success');
    const prune = () => store.runSummaries.prune({ endedBefore: 0, keep: 1, limit: 2 });
    expect([await prune(), await prune(), await prune()]).toEqual([2, 1, 0]);
    const { rows } = await store.runSummaries.list({}, { limit: 10 });
    expect(rows.map(({ threadId }) => threadId)).toEqual([thread.id, null]);
  });

  describe('the steps of a run', () => {
    test('can all be read in pages, even 10,000 steps', async () => {
      const store = await openFresh();
      const id = await aRun(store, await aThread(store), 'many');
      const steps = Array.from({ length: 10_000 }, (_, index) => aStep(id, index + 1, { tokens: 2 }));
      await store.runSummaries.record(id, steps, { ...PROGRESS, steps: steps.length });
      const read: number[] = [];
      for (let after = 0; ; ) {
        const page = await store.runSummaries.steps(id, { after, limit: 1_000 });
        if (page.length === 0) break;
        read.push(...page.map(({ seq }) => seq));
        after = page.at(-1)?.seq ?? after;
      }
      expect(read).toEqual(steps.map(({ seq }) => seq));
      const changed = await store.runSummaries.steps(id, { after: 9_998, again: [7, 2, 9_999], limit: 1 });
      expect(changed.map(({ seq }) => seq)).toEqual([2, 7, 9_999]);
      expect(await store.runSummaries.reported(id)).toEqual({ lastStep: 10_000, tokens: 20_000 });
    });

    test('keep their start when they end, and contain their failure', async () => {
      const store = await openFresh();
      const id = await aRun(store, await aThread(store), 'fails');
      const error = { type: 'ValueError', message: 'no', frames: [], folded: 3 };
      await store.runSummaries.record(
        id,
        [aStep(id, 1, { state: 'running', endedAt: null, output: '' })],
        PROGRESS,
      );
      await store.runSummaries.record(id, [aStep(id, 1, { state: 'error', error })], PROGRESS);
      expect(await store.runSummaries.failedSteps(id, 5)).toMatchObject([
        { seq: 1, error, startedAt: 1, endedAt: 2 },
      ]);
      expect(await store.runSummaries.step(id, 1)).toMatchObject({ input: '{}', output: '{}' });
      expect(await store.runSummaries.get(id)).toMatchObject({ tokens: 5, current: 'plan' });
    });

    test('include each span once, below the parent that is known at the time of reading', async () => {
      const store = await openFresh();
      const thread = await aThread(store);
      const id = await aRun(store, thread, 'spans');
      const span = (spanId: string, parentSpanId: string | null, change: Partial<RunStepRow> = {}) => {
        const {
          seq: _seq,
          parent: _parent,
          ...step
        } = aStep(id, 1, { kind: 'span', name: spanId, ...change });
        return { ...step, traceId: 't', spanId, parentSpanId };
      };
      const times = { startedAt: 20, endedAt: 25 };
      const { runSummaries } = store;
      expect(await runSummaries.addSpans(id, [span('inner', 'outer', times)])).toEqual({ refused: 0 });
      const places = async () =>
        (await runSummaries.steps(id, { after: 0, limit: 10 })).map(({ seq, parent }) => [seq, parent]);
      expect(await places()).toEqual([[MAX_WORKER_STEP + 1, null]]);
      // The worker reports a step only later, when the outer span ends too.
      await runSummaries.record(id, [aStep(id, 1, { startedAt: 10, endedAt: 30 })], PROGRESS);
      expect((await runSummaries.reported(id)).lastStep).toBe(1);
      await runSummaries.addSpans(id, [
        span('inner', 'outer', times),
        span('outer', null, { startedAt: 15, endedAt: 28, state: 'error', tokens: 4 }),
      ]);
      expect(await places()).toEqual([
        [1, null],
        [MAX_WORKER_STEP + 1, MAX_WORKER_STEP + 2],
        [MAX_WORKER_STEP + 2, 1],
      ]);
      expect(await runSummaries.step(id, MAX_WORKER_STEP + 2)).toMatchObject({ parent: 1, name: 'outer' });
      expect(await runSummaries.failedSteps(id, 5)).toMatchObject([{ name: 'outer', parent: 1 }]);
      expect(await runSummaries.get(id)).toMatchObject({ steps: 3, tokens: 5 });
      const traces = (deploymentId: string) => runSummaries.runsOfTraces(deploymentId, ['t', 'other']);
      expect(await traces(thread.deploymentId)).toEqual([{ traceId: 't', runId: id }]);
      expect(await traces(randomUUID())).toEqual([]);
      expect(await runSummaries.addSpans(randomUUID(), [span('x', null)])).toEqual({ refused: 1 });
    });

    test('are assigned to the runs that were active at their time', async () => {
      const store = await openFresh();
      const thread = await aThread(store);
      const ended = await aRun(store, thread, 'ended', 'success');
      const running = await aRun(store, thread, 'running');
      await aRun(store, thread, 'pending');
      await store.runs.update(running, { status: 'running', updatedAt: 5 });
      const active = async (from: number, to: number) =>
        (await store.runSummaries.activeBetween(thread.deploymentId, from, to)).map(({ runId }) => runId);
      expect((await active(2, 9)).toSorted()).toEqual([ended, running].toSorted());
      expect(await active(2, 4)).toEqual([ended]);
      expect(await active(3, 9)).toEqual([running]);
      expect(await store.runSummaries.activeBetween(randomUUID(), 0, 9)).toEqual([]);
    });

    test('are not stored for a run without a summary', async () => {
      const store = await openFresh();
      await store.runSummaries.record('missing', [aStep('missing', 1)], PROGRESS);
      expect(await store.runSummaries.reported('missing')).toEqual({ lastStep: 0, tokens: 0 });
    });
  });
}
