import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import type { Worker } from '../../../src/emulator/ports/worker.ts';
import { runRow } from '../store/samples.ts';
import { CHAIN } from './state-graphs.ts';
import { type AgentServerFixture, Cleanup, createCheckout, createFixture, startReceiver } from './fixture.ts';

const GRAPHS = `${CHAIN}
const first = ({ say }) => ({ steps: ['first ' + say] });

export const quick = chain({ first }).compile();
export const failing = chain({ first, fail: () => { throw new RangeError('out of range'); } }).compile();
/** Heeds the abort. */
export const slow = chain({
  first,
  wait: async ({ say, file }, { signal }) => {
    console.log('slow at ' + say);
    await until(file, signal);
    return { steps: ['waited ' + say] };
  },
  last: ({ say }) => ({ steps: ['last ' + say] }),
}).compile();
/** Ignores it, and continues when its file exists. */
export const deaf = chain({
  first,
  wait: async ({ say, file }) => {
    console.log('deaf at ' + say);
    await until(file);
    console.log('deaf done ' + say);
    return { steps: ['late ' + say] };
  },
  last: ({ say }) => ({ steps: ['last ' + say] }),
}).compile();
/** A tool that is deaf, and writes to the thread by itself when it is done. */
export const tool = chain({
  first,
  call: async ({ say, file }, config) => {
    console.log('tool at ' + say);
    await until(file);
    const saver = config.configurable.__pregel_checkpointer;
    const at = { configurable: { ...config.configurable, checkpoint_ns: '' } };
    const tuple = await saver.getTuple({ configurable: { thread_id: config.configurable.thread_id } });
    const forged = { ...tuple.checkpoint, id: 'ffffffff-ffff-6fff-bfff-ffffffffffff' };
    const told = [];
    await saver.put(at, forged, { source: 'loop', step: 9 }, {}).catch((failure) => told.push(failure.name));
    await saver
      .putWrites({ configurable: { ...at.configurable, checkpoint_id: tuple.checkpoint.id } }, [['say', 'forged']], 'tool')
      .catch((failure) => told.push(failure.name));
    console.log('tool done ' + say + ' ' + told.join(' '));
    return { steps: ['late ' + say] };
  },
}).compile();
/** Interrupts, then continues slowly. */
export const asking = chain({
  first,
  ask: async ({ say, file }, { signal }) => {
    const answer = interrupt('sure, ' + say + '?');
    console.log('asking got ' + answer);
    await until(file, signal);
    return { steps: ['answer ' + answer] };
  },
}).compile();
/** Interrupts twice in one node. */
export const twice = chain({
  first,
  ask: () => ({ steps: [interrupt('one') + ' ' + interrupt('two')] }),
}).compile();
/** Interrupts repeatedly in an inner graph. */
export const nested = chain({
  first,
  inner: chain({
    ask: async ({ say, file }, { signal }) => {
      const one = interrupt('inner one');
      const two = interrupt('inner two');
      console.log('nested got ' + say + ' ' + one + ' ' + two);
      await until(file, signal);
      return { steps: ['inner ' + one + two] };
    },
  }).compile(),
}).compile();
/** Two at once, each of which asks twice; the second waits before it asks again. */
export const twins = new StateGraph(State)
  .addNode('left', () => ({ steps: ['left ' + interrupt('left one') + interrupt('left two')] }))
  .addNode('right', async ({ file }, { signal }) => {
    const one = interrupt('right one');
    console.log('right got ' + one);
    await until(file, signal);
    return { steps: ['right ' + one] };
  })
  .addEdge(START, 'left')
  .addEdge(START, 'right')
  .addEdge('left', END)
  .addEdge('right', END)
  .compile();
`;
const NAMES = ['quick', 'failing', 'slow', 'deaf', 'tool', 'asking', 'twice', 'nested', 'twins'];
const GRAPH_PLACES = Object.fromEntries(NAMES.map((name) => [name, `graphs.mjs:${name}`]));

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
let checkout: string;
let worker: Worker;
beforeAll(async () => {
  fixture = await createFixture(cleanup);
  checkout = await createCheckout(cleanup, { 'graphs.mjs': GRAPHS });
  worker = await fixture.serve(checkout, GRAPH_PLACES);
});
afterAll(() => cleanup.run());

const printed = (line: string) => until(() => fixture.printed.includes(line));

/** Creates a thread, with functions for its requests and its stored data. */
async function aThread(id?: string) {
  const thread: string = id ?? (await fixture.call('POST', '/threads', {})).body.thread_id;
  const prefix = randomUUID().slice(0, 8);
  const named = (say: string) => `${prefix}-${say}`;
  const file = (say: string) => join(checkout, named(say));
  const body = (graph: string, say: string, more: object = {}) => ({
    assistant_id: graph,
    input: { say: named(say), file: file(say) },
    ...more,
  });
  const get = async (path: string) => (await fixture.call('GET', `/threads/${thread}${path}`)).body;
  const { store } = fixture;
  return {
    thread,
    named,
    open: (say: string) => writeFile(file(say), ''),
    create: async (graph: string, say: string, more?: object): Promise<string> =>
      (await fixture.call('POST', `/threads/${thread}/runs`, body(graph, say, more))).body.run_id,
    wait: async (graph: string, say: string, more?: object) =>
      (await fixture.call('POST', `/threads/${thread}/runs/wait`, body(graph, say, more))).body,
    join: (run: string) => get(`/runs/${run}/join`),
    statusOf: async (run: string) => (await fixture.call('GET', `/threads/${thread}/runs/${run}`)).status,
    rollback: (run: string) =>
      fixture.call('POST', `/threads/${thread}/runs/${run}/cancel?action=rollback&wait=1`),
    record: async () => {
      const { status, values, interrupts, metadata } = await get('');
      return { status, values, interrupts, metadata };
    },
    state: async () => {
      const { values, next, tasks, interrupts, checkpoint } = await get('/state');
      return { values, next, tasks, interrupts, checkpoint };
    },
    /** Returns every row of the thread's history, byte for byte. */
    async rows() {
      const checkpoints = await store.checkpoints.list(thread, undefined, {});
      const writes = await Promise.all(
        checkpoints.map(({ ns, id: at }) => store.checkpoints.writes(thread, ns, at)),
      );
      return { checkpoints, writes: writes.flat() };
    },
  };
}
type OneThread = Awaited<ReturnType<typeof aThread>>;

/** Returns all data about a thread, as a client and the store see it. */
const all = async (one: OneThread) => ({
  record: await one.record(),
  state: await one.state(),
  rows: await one.rows(),
});

/** Checks the thread after the first run was rolled back for the second run, whose input is the message `say`. */
async function expectOnlySecond(one: OneThread, first: string, second: string, steps: string[]) {
  await one.join(second);
  expect(await one.statusOf(first)).toBe(404);
  expect((await fixture.call('GET', `/threads/${one.thread}/runs/${first}/join`)).status).toBe(404);
  const [record, state, rows] = [await one.record(), await one.state(), await one.rows()];
  expect(state.values.steps).toEqual(steps.map((step) => step.replace(/\S+$/, one.named)));
  expect(record).toMatchObject({ status: 'idle', values: state.values, interrupts: {} });
  const authors = [...rows.checkpoints, ...rows.writes].map(({ runId }) => runId);
  expect(authors).not.toContain(first);
  // The thread must not be stuck.
  const again = await one.wait('quick', 'again');
  expect(again.steps).toEqual([...state.values.steps, `first ${one.named('again')}`]);
}

describe('a rollback', () => {
  test('removes a run completely even if its node ignores the abort and finishes late', async () => {
    const one = await aThread();
    await one.wait('quick', 'before');
    const first = await one.create('deaf', 'one');
    await printed(`deaf at ${one.named('one')}`);
    const second = await one.create('quick', 'two', { multitask_strategy: 'rollback' });
    await one.join(second);
    const kept = await one.rows();
    await one.open('one');
    await printed(`deaf done ${one.named('one')}`);
    // All writes of the late node have been refused before this response.
    await fixture.call('GET', `/threads/${one.thread}/state`);
    expect(await one.rows()).toEqual(kept);
    await expectOnlySecond(one, first, second, ['first before', 'first two']);
  });

  test('removes a run completely even if its tool call finishes late and writes to the thread', async () => {
    const one = await aThread();
    const first = await one.create('tool', 'one');
    await printed(`tool at ${one.named('one')}`);
    const second = await one.create('quick', 'two', { multitask_strategy: 'rollback' });
    await one.join(second);
    const kept = await one.rows();
    await one.open('one');
    await printed(`tool done ${one.named('one')} StaleRunError StaleRunError`);
    expect(await one.rows()).toEqual(kept);
    await expectOnlySecond(one, first, second, ['first two']);
  });

  test('removes a run completely even if the worker dies during the rollback', async () => {
    const one = await aThread();
    await one.wait('quick', 'before');
    const first = await one.create('deaf', 'one');
    await printed(`deaf at ${one.named('one')}`);
    const asked = one.create('quick', 'two', { multitask_strategy: 'rollback' });
    process.kill(worker.pid, 'SIGKILL');
    const second = await asked;
    await worker.exited;
    worker = await fixture.serve(checkout, GRAPH_PLACES);
    await expectOnlySecond(one, first, second, ['first before', 'first two']);
  });

  test('removes a run that is joined and streamed, and notifies both clients', async () => {
    const one = await aThread();
    const first = await one.create('slow', 'one', { stream_mode: ['values'], stream_resumable: true });
    await printed(`slow at ${one.named('one')}`);
    const joined = one.join(first);
    const stream = await fetch(`${fixture.base}/threads/${one.thread}/runs/${first}/stream`, {
      headers: { 'x-api-key': 'test-key' },
    });
    const text = stream.text();
    const second = await one.create('quick', 'two', { multitask_strategy: 'rollback' });
    expect(await joined).toMatchObject({ __error__: { error: 'RunDeletedError' } });
    expect(await text).toMatch(/event: error\r?\ndata: .*RunDeletedError/);
    await expectOnlySecond(one, first, second, ['first two']);
  });

  test('removes a run of an old revision’s worker while the next run starts on the new revision', async () => {
    const one = await aThread();
    const first = await one.create('deaf', 'one');
    await printed(`deaf at ${one.named('one')}`);
    const old = worker;
    worker = await fixture.serve(checkout, GRAPH_PLACES);
    const second = await one.create('quick', 'two', { multitask_strategy: 'rollback' });
    await one.join(second);
    const run = await fixture.store.runs.get(fixture.deploymentId, one.thread, second);
    expect(run?.revisionId).toBe(worker.revisionId);
    const kept = await one.rows();
    await one.open('one');
    await printed(`deaf done ${one.named('one')}`);
    await old.stop(1_000);
    expect(await one.rows()).toEqual(kept);
    await expectOnlySecond(one, first, second, ['first two']);
  });

  test('also removes waiting runs; after many concurrent rollbacks, only the last new run remains', async () => {
    const one = await aThread();
    const gone = [await one.create('slow', 'one'), await one.create('quick', 'waiting')];
    await printed(`slow at ${one.named('one')}`);
    const many = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((say) => one.create('quick', say, { multitask_strategy: 'rollback' })),
    );
    const there = await Promise.all(many.map((run) => one.statusOf(run)));
    const left = many.filter((_, index) => there[index] === 200);
    // Runs that ended before the next run arrived are not rolled back.
    for (const run of left) await one.join(run);
    for (const run of gone) expect(await one.statusOf(run)).toBe(404);
    const { values } = await one.state();
    expect(values.steps).toHaveLength(left.length);
    expect(await one.record()).toMatchObject({ status: 'idle', values });
    const authors = new Set((await one.rows()).checkpoints.map(({ runId }) => runId));
    expect([...authors].sort()).toEqual([...left].sort());
    expect((await one.wait('quick', 'again')).steps).toHaveLength(left.length + 1);
  });

  test('removes a queue of runs of any length', async () => {
    const one = await aThread();
    const thread = await fixture.store.threads.get(fixture.deploymentId, one.thread);
    if (!thread) throw new Error('the thread is missing');
    const later = { notBefore: Date.now() + 3_600_000, kwargs: { assistant_id: 'quick' } };
    await fixture.store.transaction(async (tx) => {
      for (let n = 0; n < 1_005; n += 1) await tx.runs.insert(runRow(thread, later));
    });
    const first = await one.create('slow', 'one');
    await printed(`slow at ${one.named('one')}`);
    const second = await one.create('quick', 'two', { multitask_strategy: 'rollback' });
    expect((await fixture.call('GET', `/threads/${one.thread}/runs?limit=100`)).body).toHaveLength(1);
    await expectOnlySecond(one, first, second, ['first two']);
  });

  test('removes a run completely even if the run created its thread', async () => {
    const one = await aThread(randomUUID());
    const first = await one.create('slow', 'one', { if_not_exists: 'create' });
    await printed(`slow at ${one.named('one')}`);
    expect((await one.rollback(first)).status).toBe(200);
    expect(await one.record()).toMatchObject({ status: 'idle', values: {}, interrupts: {} });
    expect(await one.state()).toMatchObject({ values: {}, next: [], tasks: [] });
    expect(await one.rows()).toEqual({ checkpoints: [], writes: [] });
    const again = await one.create('slow', 'two', { if_not_exists: 'create' });
    await printed(`slow at ${one.named('two')}`);
    const second = await one.create('quick', 'three', {
      if_not_exists: 'create',
      multitask_strategy: 'rollback',
    });
    await expectOnlySecond(one, again, second, ['first three']);
  });
});

describe('a thread whose last run was rolled back', () => {
  // docs/departures/agent-server.md#rollback-what-rollback-leaves
  // docs/departures/agent-server.md#runs-waiting-run-asks
  test('still waits for its interrupt, and accepts a new answer', async () => {
    const one = await aThread();
    const asked = await one.wait('asking', 'one');
    const before = await all(one);
    expect(before.record).toMatchObject({ status: 'interrupted' });
    expect(before.state.interrupts).toHaveLength(1);
    // A waiting client gets the interrupt, although the thread's own values do not contain it.
    expect(asked).toEqual({ ...before.record.values, __interrupt__: before.state.interrupts });

    const resumed = await one.create('asking', 'one', { command: { resume: 'no' } });
    await printed('asking got no');
    expect((await one.record()).status).toBe('busy');
    expect((await one.rollback(resumed)).status).toBe(200);
    expect(await all(one)).toEqual(before);

    await one.open('one');
    const { steps } = await one.wait('asking', 'one', { command: { resume: 'yes' } });
    expect(steps).toEqual([`first ${one.named('one')}`, 'answer yes']);
    expect(await one.record()).toMatchObject({ status: 'idle', interrupts: {} });
  });

  test('waits for the first interrupt again, even if the removed answer let one of two tasks continue', async () => {
    const one = await aThread();
    await one.wait('twins', 'one');
    const before = await all(one);
    const questions = before.state.interrupts as { id: string; value: string }[];
    expect(questions.map(({ value }) => value).toSorted()).toEqual(['left one', 'right one']);

    const answers = Object.fromEntries(questions.map(({ id, value }) => [id, `to ${value}`]));
    const resumed = await one.create('twins', 'one', { command: { resume: answers } });
    await printed('right got to right one');
    // The task `left` has interrupted again, which replaces its first interrupt.
    await until(async () => JSON.stringify((await one.state()).interrupts).includes('left two'));
    await one.rollback(resumed);
    expect(await all(one)).toEqual(before);

    await one.open('one');
    await one.wait('twins', 'one', { command: { resume: answers } });
    const [left] = (await one.state()).interrupts as { id: string; value: string }[];
    expect(left?.value).toBe('left two');
    const { steps } = await one.wait('twins', 'one', { command: { resume: '!' } });
    expect(steps.toSorted()).toEqual(['left to left one!', 'right to right one']);
  });

  test('still waits for the second interrupt of a subgraph, and continues with a new answer', async () => {
    const one = await aThread();
    await one.wait('nested', 'one');
    const first = await all(one);
    expect(first.state.interrupts).toMatchObject([{ value: 'inner one' }]);
    await one.wait('nested', 'one', { command: { resume: 'a' } });
    const second = await all(one);
    expect(second.state.interrupts).toMatchObject([{ value: 'inner two' }]);

    const resumed = await one.create('nested', 'one', { command: { resume: 'b' } });
    await printed(`nested got ${one.named('one')} a b`);
    await one.rollback(resumed);
    expect(await all(one)).toEqual(second);
    await one.open('one');
    const { steps } = await one.wait('nested', 'one', { command: { resume: 'c' } });
    expect(steps.at(-1)).toBe('inner ac');
  });

  test('has its earlier state, whatever the durability setting of the graph library', async () => {
    for (const durability of ['exit', 'sync']) {
      const one = await aThread();
      await one.wait('asking', durability, { durability });
      const before = await all(one);
      const resumed = await one.create('asking', durability, { command: { resume: durability }, durability });
      await printed(`asking got ${durability}`);
      await one.rollback(resumed);
      expect(await all(one)).toEqual(before);
    }
  });

  test('still waits for an answer if the removed run had a new input', async () => {
    const one = await aThread();
    await one.wait('asking', 'one');
    const before = await all(one);
    const other = await one.create('slow', 'two');
    await printed(`slow at ${one.named('two')}`);
    await one.rollback(other);
    expect(await all(one)).toEqual(before);
  });

  test('has the progress of the previous run even if that run failed', async () => {
    const one = await aThread();
    const hook = await startReceiver(cleanup);
    await one.wait('failing', 'one', { webhook: hook.url });
    const before = await all(one);
    expect(before.record).toMatchObject({ status: 'error', values: before.state.values });
    // The webhook was called, too.
    await until(() => hook.got.length === 1);
    expect(hook.got[0]?.body).toMatchObject({ status: 'error', values: before.state.values });
    expect(before.state.values.steps).toEqual([`first ${one.named('one')}`]);
    const other = await one.create('slow', 'two');
    await printed(`slow at ${one.named('two')}`);
    await one.rollback(other);
    expect(await all(one)).toEqual(before);
  });

  test('still has its interrupt if the answer was removed from the queue', async () => {
    const one = await aThread();
    await one.wait('asking', 'one');
    const before = await all(one);
    for (const action of ['rollback', 'interrupt']) {
      const later = await one.create('asking', 'one', { command: { resume: 'x' }, after_seconds: 3_600 });
      await fixture.call('POST', `/threads/${one.thread}/runs/${later}/cancel?action=${action}&wait=1`);
      expect(await all(one)).toEqual(before);
    }
  });
});

describe('a new revision', () => {
  test('accepts new runs while the worker of the previous revision finishes its own runs', async () => {
    const [one, two] = [await aThread(), await aThread()];
    const running = await one.create('slow', 'one');
    await printed(`slow at ${one.named('one')}`);
    const old = worker;
    worker = await fixture.serve(checkout, GRAPH_PLACES);
    const waiting = await one.create('quick', 'two');
    await two.wait('quick', 'three');
    await one.open('one');
    await one.join(waiting);
    const revisionOf = async (run: string) =>
      (await fixture.store.runs.get(fixture.deploymentId, one.thread, run))?.revisionId;
    expect(await Promise.all([running, waiting].map(revisionOf))).toEqual([
      old.revisionId,
      worker.revisionId,
    ]);
    const steps = ['first one', 'waited one', 'last one', 'first two'];
    expect((await one.state()).values.steps).toEqual(steps.map((step) => step.replace(/\S+$/, one.named)));
    await old.stop(1_000);
  });
});

describe('an interrupted run', () => {
  // docs/departures/agent-server.md#runs-thread-whose-run
  test('keeps its completed steps, which determine the values of the thread', async () => {
    const one = await aThread();
    const first = await one.create('slow', 'one');
    await printed(`slow at ${one.named('one')}`);
    // The library stores the previous step while this step is running.
    await until(async () => (await one.state()).values.steps.length === 1);
    const joined = one.join(first);
    expect((await fixture.call('POST', `/threads/${one.thread}/runs/${first}/cancel?wait=1`)).status).toBe(
      200,
    );
    const { values } = await one.state();
    expect(values.steps).toEqual([`first ${one.named('one')}`]);
    expect(await joined).toEqual(values);
    // The stopped node still has to be executed.
    expect(await one.record()).toMatchObject({ status: 'interrupted', values });
    const found = await fixture.call('POST', '/threads/search', { status: 'interrupted', ids: [one.thread] });
    expect(found.body).toMatchObject([{ thread_id: one.thread }]);
    expect((await one.wait('quick', 'two')).steps).toEqual([...values.steps, `first ${one.named('two')}`]);
  });

  test('leaves its answered interrupt open, so the next run continues with the same answer', async () => {
    const one = await aThread();
    await one.wait('asking', 'one');
    const resumed = await one.create('asking', 'one', { command: { resume: 'held' } });
    await printed('asking got held');
    await fixture.call('POST', `/threads/${one.thread}/runs/${resumed}/cancel?wait=1`);
    const [record, state] = [await one.record(), await one.state()];
    expect(record).toMatchObject({ status: 'interrupted', values: state.values });
    expect(Object.values(record.interrupts).flat()).toEqual(state.interrupts);
    await one.open('one');
    const { steps } = await one.wait('asking', 'one', { input: null });
    expect(steps).toEqual([`first ${one.named('one')}`, 'answer held']);
  });
});

describe('a thread that interrupts again after its interrupt was answered', () => {
  test('waits for the answer to its latest interrupt', async () => {
    const one = await aThread();
    for (const [resume, value] of [
      [undefined, 'one'],
      ['1', 'two'],
    ]) {
      const reported = await one.wait('twice', 'one', resume === undefined ? {} : { command: { resume } });
      expect(reported.__interrupt__).toMatchObject([{ value }]);
      const { status, interrupts } = await one.record();
      expect({ status, asked: Object.values(interrupts).flat() }).toMatchObject({
        status: 'interrupted',
        asked: [{ value }],
      });
    }
    expect((await one.wait('twice', 'one', { command: { resume: '2' } })).steps.at(-1)).toBe('1 2');
    expect(await one.record()).toMatchObject({ status: 'idle', interrupts: {} });
  });

  test('waits only for the interrupts without an answer', async () => {
    const one = await aThread();
    await one.wait('twins', 'one');
    const asked = (await one.state()).interrupts as { id: string }[];
    await one.open('one');
    const answers = Object.fromEntries(asked.map(({ id }) => [id, 'yes']));
    const reported = await one.wait('twins', 'one', { command: { resume: answers } });
    expect(reported.__interrupt__).toContainEqual(expect.objectContaining({ value: 'left two' }));
    const { status, interrupts } = await one.record();
    expect(status).toBe('interrupted');
    expect(Object.values(interrupts).flat()).toEqual(reported.__interrupt__);
  });
});

describe('the answer to an interrupt', () => {
  test('is used only once, even if the worker dies, and does not answer the next interrupt', async () => {
    const one = await aThread();
    await one.wait('twins', 'one');
    const asked = (await one.state()).interrupts as { id: string }[];
    const answers = Object.fromEntries(asked.map(({ id }) => [id, 'yes']));
    const run = await one.create('twins', 'one', { command: { resume: answers } });
    await until(async () => JSON.stringify((await one.state()).interrupts).includes('left two'));
    const joined = one.join(run);
    process.kill(worker.pid, 'SIGKILL');
    await worker.exited;
    await one.open('one');
    worker = await fixture.serve(checkout, GRAPH_PLACES);
    const reported = await joined;
    expect(reported.__interrupt__).toContainEqual(expect.objectContaining({ value: 'left two' }));
    const { steps } = await one.wait('twins', 'one', { command: { resume: '!' } });
    expect(steps.toSorted()).toEqual(['left yes!', 'right yes']);
  });
});

describe('a run that continues from an earlier checkpoint', () => {
  // docs/departures/agent-server.md#runs-checkpoint-run
  test('forks the thread at that checkpoint, and its rollback keeps the later checkpoints', async () => {
    const one = await aThread();
    await one.wait('quick', 'one');
    const early = (await one.state()).checkpoint.checkpoint_id as string;
    await one.wait('quick', 'two');
    const before = await all(one);
    const [s1, s3] = ['one', 'three'].map((say) => `first ${one.named(say)}`);
    const undone = await one.create('slow', 'gone', { checkpoint: { checkpoint_id: early } });
    await printed(`slow at ${one.named('gone')}`);
    await one.rollback(undone);
    expect(await all(one)).toEqual(before);
    const forked = await one.wait('quick', 'three', { checkpoint_id: early });
    expect(forked.steps).toEqual([s1, s3]);
    expect((await one.state()).values).toEqual(forked);
    expect(
      await fixture.call('POST', `/threads/${one.thread}/runs`, {
        assistant_id: 'quick',
        checkpoint_id: randomUUID(),
      }),
    ).toMatchObject({ status: 404, body: { detail: expect.stringContaining('Checkpoint') } });
  });

  test('continues from its own last checkpoint if its worker dies, and receives its input once', async () => {
    const one = await aThread();
    await one.wait('quick', 'one');
    const early = (await one.state()).checkpoint.checkpoint_id as string;
    await one.wait('quick', 'two');
    const run = await one.create('slow', 'three', { checkpoint_id: early, durability: 'sync' });
    await printed(`slow at ${one.named('three')}`);
    const joined = one.join(run);
    process.kill(worker.pid, 'SIGKILL');
    await worker.exited;
    await one.open('three');
    worker = await fixture.serve(checkout, GRAPH_PLACES);
    const [s1, s3] = ['one', 'three'].map((say) => `first ${one.named(say)}`);
    expect((await joined).steps).toEqual([
      s1,
      s3,
      `waited ${one.named('three')}`,
      `last ${one.named('three')}`,
    ]);
  });

  test('can start at a given node with an update of the state', async () => {
    const one = await aThread();
    await one.wait('slow', 'one', { interrupt_before: ['wait'] });
    const command = { update: { steps: ['steered'] }, goto: { node: 'last', input: { say: 'sent' } } };
    await one.open('one');
    const { steps } = await one.wait('slow', 'one', { command });
    expect(steps).toEqual(expect.arrayContaining(['steered', 'last sent']));
  });
});
