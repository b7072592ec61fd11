import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type PostgresServer, startPostgres } from '../../../harness/postgres/server.ts';
import { until } from '../../../harness/until.ts';
import type { Notifier } from '../../../src/emulator/ports/store.ts';
import { openStream } from './event-stream.ts';
import { createScriptedWorker } from './scripted-worker.ts';
import { Cleanup, createFixture, startReceiver } from './fixture.ts';

const cleanup = new Cleanup();
let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterEach(() => cleanup.run());
afterAll(() => server.close());

/** Returns a notifier whose messages never arrive, so that only polling remains. */
const lost = (notifier: Notifier): Notifier => ({ ...notifier, notify: () => Promise.resolve() });

async function twoReplicas(notices?: (notifier: Notifier) => Notifier) {
  const location = server.freshSchema();
  const given = notices && { notices };
  const front = await createFixture(cleanup, {
    location,
    heartbeatMs: 200,
    replica: { id: 'front', runsNothing: true, ...given },
  });
  const { deploymentId } = front;
  const back = await createFixture(cleanup, { location, deploymentId, replica: { id: 'back', ...given } });
  const { worker, next } = createScriptedWorker(deploymentId);
  for (const one of [front, back]) one.live.serve(deploymentId, worker);
  const newThread = async () => (await front.call('POST', '/threads', {})).body.thread_id as string;
  return { front, back, next, newThread, deploymentId };
}
const AGENT = { assistant_id: 'agent', input: {} };
const RACES = [
  ['that notify each other', undefined],
  ['whose notifications are lost', lost],
] as const;

describe.each(RACES)("a run at another replica than the client's (replicas %s)", (_, notices) => {
  // docs/kubernetes/guarantees.md#any-replica
  test('can be awaited until it returns its values, even if the run is removed with its thread', async () => {
    const { front, back, next, newThread } = await twoReplicas(notices);
    const thread = await newThread();
    for (const path of [`/threads/${thread}/runs/wait`, '/runs/wait']) {
      const waiting = front.call('POST', path, AGENT);
      const run = await next();
      run.end({ kind: 'success', values: { from: path } });
      expect((await waiting).body).toEqual({ from: path });
    }
    const waiting = front.call('POST', '/runs/wait', AGENT);
    (await next()).end({ kind: 'error', error: 'RangeError', message: 'too far' });
    expect((await waiting).body).toEqual({ __error__: { error: 'RangeError', message: 'too far' } });
    expect([...front.logged, ...back.logged]).toEqual([]);
  });

  test('can be joined while it runs and after it has ended', async () => {
    const { front, next, newThread } = await twoReplicas(notices);
    const thread = await newThread();
    const { body } = await front.call('POST', `/threads/${thread}/runs`, AGENT);
    const run = await next();
    const path = `/threads/${thread}/runs/${body.run_id}/join`;
    const joining = front.call('GET', path);
    run.end();
    expect((await joining).body).toEqual({ done: true });
    expect((await front.call('GET', path)).body).toEqual({ done: true });
  });

  // docs/kubernetes/guarantees.md#streams
  test('is streamed from its beginning to its end', async () => {
    const { front, next, newThread } = await twoReplicas(notices);
    const thread = await newThread();
    for (const path of [`/threads/${thread}/runs/stream`, '/runs/stream']) {
      const reader = await openStream(front, 'POST', path, { body: AGENT });
      const run = await next();
      expect(run.hasSubscriber()).toBe(true);
      for (let turn = 0; turn < 20; turn += 1) await run.tell(['values', turn]);
      run.end();
      const events = await reader.rest();
      expect(events.map(({ event }) => event)).toEqual(['metadata', ...Array(20).fill('values'), 'end']);
      expect(events.slice(1, -1).map(({ data }) => data)).toEqual(
        Array.from({ length: 20 }, (_, turn) => turn),
      );
    }
  });

  test('is streamed to a late reader from the moment of the connection', async () => {
    const { front, back, next, newThread } = await twoReplicas(notices);
    const thread = await newThread();
    const { body } = await back.call('POST', `/threads/${thread}/runs`, AGENT);
    const run = await next();
    expect(run.hasSubscriber()).toBe(false);
    const reader = await openStream(front, 'GET', `/threads/${thread}/runs/${body.run_id}/stream`);
    if (notices === undefined) expect(run.hasSubscriber()).toBe(true);
    else await until(() => run.hasSubscriber());
    await run.tell(['values', 'late']);
    run.end();
    expect((await reader.rest()).map(({ event }) => event)).toEqual(['metadata', 'values', 'end']);
  });

  test('is streamed together with all other runs of its thread', async () => {
    const { front, next, newThread, deploymentId } = await twoReplicas(notices);
    const thread = await newThread();
    const reader = await openStream(front, 'GET', `/threads/${thread}/stream`);
    for (const word of ['one', 'two']) {
      await front.call('POST', `/threads/${thread}/runs`, AGENT);
      const run = await next();
      expect(run.hasSubscriber()).toBe(true);
      await run.tell(['values', word]);
      run.end();
      expect([await reader.next(), await reader.next(), await reader.next()]).toMatchObject([
        { event: 'metadata', data: { run_id: run.job.runId, attempt: 1 } },
        { event: 'values', data: word },
        { event: 'metadata', data: { run_id: run.job.runId, status: 'run_done' } },
      ]);
    }
    reader.leave();
    await until(async () => !(await front.store.sharedRuns.hasThreadListeners(thread, 'back')));
    await until(async () => (await front.store.runs.unfinishedOf(deploymentId, {})).length === 0);
  });

  test('can be read with the streaming protocol, from its beginning to its end', async () => {
    const { front, next, newThread } = await twoReplicas(notices);
    const thread = await newThread();
    const reader = await openStream(front, 'POST', `/threads/${thread}/stream/events`, {
      body: { channels: ['lifecycle', 'values'] },
    });
    const params = { assistant_id: 'agent', input: { say: 'hi' } };
    const command = { id: 1, method: 'run.start', params };
    const { body } = await front.call('POST', `/threads/${thread}/commands`, command);
    const run = await next();
    expect(body).toMatchObject({ type: 'success', result: { run_id: run.job.runId } });
    await run.tell(['values', { said: 'hi' }]);
    run.end();
    const [begun, values, ended] = [await reader.next(), await reader.next(), await reader.next()];
    expect(begun).toMatchObject({ event: 'lifecycle', data: { params: { data: { event: 'running' } } } });
    expect(values).toMatchObject({ event: 'values', data: { params: { data: { said: 'hi' } } } });
    expect(ended).toMatchObject({ event: 'lifecycle', data: { params: { data: { event: 'completed' } } } });
    reader.leave();
  });

  // docs/kubernetes/guarantees.md#cancel
  test.each(['interrupt', 'rollback'])('is stopped by %s before the next run begins', async (action) => {
    const { front, next, newThread } = await twoReplicas(notices);
    const thread = await newThread();
    const waiting = front.call('POST', `/threads/${thread}/runs/wait`, AGENT);
    const run = await next();
    const path = `/threads/${thread}/runs/${run.job.runId}/cancel?wait=1&action=${action}`;
    expect((await front.call('POST', path)).status).toBe(200);
    expect(run.signal.aborted).toBe(true);
    const error = action === 'rollback' ? { __error__: { error: 'RunDeletedError' } } : {};
    expect((await waiting).body).toMatchObject(error);
    const after = front.call('POST', `/threads/${thread}/runs/wait`, AGENT);
    (await next()).end();
    expect((await after).body).toEqual({ done: true });
  });

  test('is replaced by the next run of its thread', async () => {
    const { front, next, newThread } = await twoReplicas(notices);
    const thread = await newThread();
    await front.call('POST', `/threads/${thread}/runs`, AGENT);
    const run = await next();
    const after = front.call('POST', `/threads/${thread}/runs/wait`, {
      ...AGENT,
      multitask_strategy: 'interrupt',
    });
    const second = await next();
    expect(run.signal.aborted).toBe(true);
    second.end();
    expect((await after).body).toEqual({ done: true });
  });
});

describe.each(RACES)('the dashboards of two replicas (replicas %s)', (_, notices) => {
  // docs/kubernetes/guarantees.md#webhook-deliveries
  test('list the same deliveries of webhooks, and send a webhook again once for each request', async () => {
    const { front, back, next, newThread } = await twoReplicas(notices);
    const receiver = await startReceiver(cleanup, 404);
    const thread = await newThread();
    const { body } = await front.call('POST', `/threads/${thread}/runs`, {
      ...AGENT,
      webhook: receiver.url,
    });
    (await next()).end();
    const seen = async () =>
      (await front.store.webhooks.listNewest(9)).map(({ id, resendOf, dueAt, attempts }) => ({
        id,
        resendOf,
        isOver: dueAt !== null ? false : attempts.at(-1)?.status,
      }));
    const first = { id: body.run_id, resendOf: null, isOver: 404 };
    await until(async () => (await seen())[0]?.isOver === 404);
    const again = [];
    for (const one of [front, back, front]) again.push((await one.controls.resend(body.run_id)).id);
    const repeated = again.toReversed().map((id) => ({ id, resendOf: body.run_id, isOver: 200 }));
    await until(async () => (await seen()).every(({ isOver }) => isOver !== false));
    expect(await seen()).toEqual([...repeated, first]);
    expect(receiver.got).toHaveLength(4);
    const sent = ({ webhook_sent_at: _, ...rest }: Record<string, unknown>) => rest;
    expect(new Set(receiver.got.map((one) => JSON.stringify(sent(one.body)))).size).toBe(1);
    await expect(front.controls.resend(front.deploymentId)).rejects.toMatchObject({ status: 404 });
  });

  test('show the outcomes of crons whose runs another replica executed', async () => {
    const { front, back, next, deploymentId } = await twoReplicas(notices);
    const cron = await front.call('POST', '/runs/crons', { ...AGENT, schedule: '0 0 1 1 *' });
    const { cron_id: cronId } = cron.body;
    const statuses = async () =>
      (await front.store.crons.outcomesOf([cronId])).map(({ status, reason }) =>
        `${status} ${reason}`.trim(),
      );
    for (const [one, outcome] of [
      [front, { kind: 'success', values: {} }],
      [back, { kind: 'error', error: 'RangeError', message: 'too far' }],
    ] as const) {
      const { runId } = await one.controls.runCron(deploymentId, cronId);
      const run = await next();
      expect(run.job.runId).toBe(runId);
      expect((await statuses()).at(-1)).toBe('running');
      run.end(outcome);
      await until(async () => (await statuses()).at(-1) !== 'running');
    }
    expect(await statuses()).toEqual(['success', 'error RangeError: too far']);
  });
});
