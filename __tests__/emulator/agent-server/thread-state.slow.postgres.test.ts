import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import fc from 'fast-check';
import type { Worker } from '../../../src/emulator/ports/worker.ts';
import { addressed, send } from '../requests/support/send.ts';
import { generateRequests } from '../requests/support/generate-requests.ts';
import { STATE_GRAPHS } from './state-graphs.ts';
import { createCheckout, createFixture, Cleanup, type AgentServerFixture } from './fixture.ts';

// The official client sends the requests of all tests to one deployment, because its worker takes a second to start.

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
let client: Client;
let checkout: string;
let worker: Worker;
const graphs = Object.fromEntries(
  [...STATE_GRAPHS.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => [name, `graphs.mjs:${name}`]),
);

beforeAll(async () => {
  fixture = await createFixture(cleanup);
  checkout = await createCheckout(cleanup, { 'graphs.mjs': STATE_GRAPHS });
  worker = await fixture.serve(checkout, graphs);
  client = new Client({ apiUrl: fixture.base, apiKey: 'test-key', callerOptions: { maxRetries: 0 } });
});
afterAll(() => cleanup.run());

interface Steps {
  steps: string[];
}
const aThread = async (graphId?: string): Promise<string> =>
  (await client.threads.create({ ...(graphId && { graphId }) })).thread_id;
const run = (threadId: string, graphId: string, more: object = {}) =>
  client.runs.wait(threadId, graphId, { input: {}, ...more });
const refused = async (work: Promise<unknown>) => {
  try {
    await work;
    return 'not refused';
  } catch (failure) {
    const { status, message } = failure as { status: number; message: string };
    return { status, message };
  }
};
const whileNobodyServes = async (work: () => Promise<void>) => {
  fixture.live.serve(fixture.deploymentId, undefined, worker.revisionId);
  try {
    await work();
  } finally {
    fixture.live.serve(fixture.deploymentId, worker);
  }
};

describe('the parameter `select`', () => {
  test('makes every route return only the selected fields of a state', async () => {
    const id = await aThread();
    await run(id, 'asking');
    const whole = (await fixture.call('GET', `/threads/${id}/state`)).body;
    const { checkpoint, values, next } = whole;
    const ways = (...select: string[]): Promise<{ status: number; body: unknown }>[] => {
      const query = select.map((field) => `select=${field}`).join('&');
      return [
        fixture.call('GET', `/threads/${id}/state?${query}`),
        fixture.call('GET', `/threads/${id}/state/${checkpoint.checkpoint_id}?${query}`),
        fixture.call('POST', `/threads/${id}/state/checkpoint`, { checkpoint, select }),
      ];
    };
    for (const way of ways('values', 'next')) {
      const { status, body } = await way;
      expect([status, body]).toEqual([200, { values, next }]);
    }
    for (const way of ways('checkpoint')) expect((await way).body).toEqual({ checkpoint });
    for (const way of ways('no_such_field')) expect((await way).status).toBe(422);
    expect(Object.keys(whole)).toEqual(expect.arrayContaining(['values', 'next', 'metadata', 'created_at']));
  });
});

describe("a change of a thread's state", () => {
  test("applies the graph's reducers, and updates the values of the thread", async () => {
    const id = await aThread();
    await run(id, 'asking');
    const before = await client.threads.get(id);
    expect(before).toMatchObject({ status: 'interrupted', values: { steps: ['one'] } });

    const answer = await client.threads.updateState(id, { values: { steps: ['mine'] }, asNode: 'ask' });
    const state = await client.threads.getState<Steps>(id);
    expect(state).toMatchObject({ values: { steps: ['one', 'mine'] }, next: ['two'] });
    expect(answer).toMatchObject({ checkpoint: state.checkpoint, configurable: state.checkpoint });
    expect(state.metadata).toMatchObject({ source: 'update', thread_id: id });
    expect(state.metadata).not.toHaveProperty('run_id');
    const after = await client.threads.get(id);
    expect(after).toMatchObject({ status: 'interrupted', values: state.values, interrupts: {} });
    expect(after.state_updated_at >= before.state_updated_at).toBe(true);

    expect(await run(id, 'asking', { input: null })).toMatchObject({ steps: ['one', 'mine', 'two'] });
    expect(await client.threads.get(id)).toMatchObject({ status: 'idle' });
  });

  test('leaves the thread idle if it is made as the last node, even without any run', async () => {
    const id = await aThread('asking');
    await client.threads.updateState(id, { values: { steps: ['made up'] }, asNode: 'two' });
    expect(await client.threads.get(id)).toMatchObject({ status: 'idle', values: { steps: ['made up'] } });
    expect(await client.threads.getState(id)).toMatchObject({ next: [], values: { steps: ['made up'] } });
  });

  test('forks the thread at an earlier checkpoint, and keeps the later checkpoints', async () => {
    const id = await aThread();
    await run(id, 'asking');
    await run(id, 'asking', { command: { resume: 'yes' } });
    const history = await client.threads.getHistory<Steps>(id, { limit: 20 });
    const atQuestion = history.find(({ next }) => next[0] === 'ask');
    await client.threads.updateState(id, {
      values: { steps: ['other'] },
      asNode: 'ask',
      ...(atQuestion && { checkpoint: atQuestion.checkpoint }),
    });
    expect(await client.threads.getState(id)).toMatchObject({
      values: { steps: ['one', 'other'] },
      next: ['two'],
      parent_checkpoint: { checkpoint_id: atQuestion?.checkpoint.checkpoint_id },
    });
    const longer = await client.threads.getHistory<Steps>(id, { limit: 20 });
    expect(longer).toHaveLength(history.length + 1);
  });

  // docs/departures/agent-server.md#changing-threads-state-beside
  test('is refused while a run is unfinished, without affecting the run', async () => {
    const id = await aThread();
    const file = join(checkout, randomUUID());
    const going = await client.runs.create(id, 'slow', { input: { file } });
    const conflict = { status: 409, message: expect.stringContaining('has an unfinished run') };
    expect(await refused(client.threads.updateState(id, { values: { steps: ['late'] } }))).toEqual(conflict);
    await client.threads.patchState(id, { seen: true });
    expect((await client.threads.get(id)).metadata).toMatchObject({ seen: true, graph_id: 'slow' });
    await writeFile(file, '');
    expect(await client.runs.join(id, going.run_id)).toMatchObject({ steps: ['first', 'waited'] });
  });

  test('does not affect a run that begins at the same time', async () => {
    const id = await aThread();
    await run(id, 'asking');
    await run(id, 'asking', { command: { resume: 'yes' } });
    const results = await Promise.allSettled([
      ...Array.from({ length: 4 }, (_, n) =>
        client.threads.updateState(id, { values: { steps: [`u${n}`] }, asNode: 'two' }),
      ),
      run(id, 'asking'),
    ]);
    const kept = results.slice(0, 4).filter(({ status }) => status === 'fulfilled').length;
    const { values } = await client.threads.getState<Steps>(id);
    expect(values.steps.filter((step) => step.startsWith('u'))).toHaveLength(kept);
    expect((await client.threads.get(id)).values).toEqual(values);
  });

  test.each([
    ['an unknown node', 'asking', { values: {}, asNode: 'unknown' }, 422, 'does not exist'],
    [
      'values that the graph rejects',
      'strict',
      { values: { sum: 'x' }, asNode: 'add' },
      422,
      'only numbers add up',
    ],
    ['a graph without state', 'plain', { values: {}, asNode: 'x' }, 422, 'keeps no state between runs'],
    ['a removed graph', 'gone', { values: {}, asNode: 'x' }, 404, "Graph 'gone' not found"],
    ['an unknown checkpoint', 'asking', { values: {}, checkpointId: randomUUID() }, 404, 'has no checkpoint'],
  ])('is refused and changes nothing for invalid input: %s', async (_, graphId, change, status, message) => {
    const id = await aThread(graphId);
    const before = await client.threads.get(id);
    const refusal = await refused(client.threads.updateState(id, change));
    expect(refusal).toEqual({ status, message: expect.stringContaining(message) });
    expect(await client.threads.get(id)).toEqual(before);
    expect(await client.threads.getHistory(id)).toEqual([]);
  });

  test('is refused for a thread without a graph, and for a checkpoint of another thread', async () => {
    const id = await aThread();
    expect(await refused(client.threads.updateState(id, { values: {} }))).toMatchObject({ status: 422 });
    const checkpoint = {
      thread_id: await aThread(),
      checkpoint_ns: '',
      checkpoint_id: null,
      checkpoint_map: null,
    };
    expect(await refused(client.threads.updateState(id, { values: {}, checkpoint }))).toMatchObject({
      status: 422,
      message: expect.stringContaining('must be the thread of the path'),
    });
  });
});

describe('the history of a thread', () => {
  // docs/departures/agent-server.md#checkpoint-there
  test('can be read latest first, in pages, one state at a time, and before a given checkpoint', async () => {
    const id = await aThread();
    await run(id, 'asking');
    await run(id, 'asking', { command: { resume: 'yes' } });
    const all = await client.threads.getHistory<Steps>(id, { limit: 50 });
    expect(all.map(({ values }) => values.steps.length)).toEqual([3, 2, 1, 0, 0]);
    expect(all.map(({ next }) => next)).toEqual([[], ['two'], ['ask'], ['one'], ['__start__']]);
    const [latest, second, third] = all;
    if (!latest || !second || !third) throw new Error('the history is too short');
    expect(await client.threads.getHistory(id, { limit: 2 })).toEqual([latest, second]);
    const before = { configurable: { checkpoint_id: second.checkpoint.checkpoint_id ?? null } };
    expect(await client.threads.getHistory(id, { limit: 1, before })).toEqual([third]);
    expect(await client.threads.getHistory(id, { metadata: { source: 'input' } })).toHaveLength(1);

    const plainly = await fixture.call(
      'GET',
      `/threads/${id}/history?limit=1&before=${latest.checkpoint.checkpoint_id}`,
    );
    expect(plainly.body).toEqual([second]);
    expect((await fixture.call('POST', `/threads/${id}/history`, {})).body).toEqual([latest]);

    // The state at a checkpoint also contains writes that are not yet in a checkpoint.
    const named = await client.threads.getState(id, second.checkpoint.checkpoint_id ?? '');
    expect(named).toEqual(second);
    expect(await client.threads.getState(id, second.checkpoint)).toEqual(second);
    expect(await refused(client.threads.getState(id, randomUUID()))).toMatchObject({ status: 404 });
    expect(await refused(client.threads.getState(id, 'nonsense'))).toMatchObject({ status: 422 });
  });

  test('contains the states of subgraphs on request', async () => {
    const id = await aThread();
    await run(id, 'parent');
    const shallow = await client.threads.getState(id);
    const [task] = shallow.tasks;
    expect(task).toMatchObject({ name: 'child', state: null, checkpoint: { thread_id: id } });
    const deep = await client.threads.getState(id, undefined, { subgraphs: true });
    expect(deep.tasks[0]?.state).toMatchObject({
      next: ['inner'],
      tasks: [{ interrupts: [{ value: 'inside?' }] }],
    });
    const inside = deep.tasks[0]?.state?.checkpoint;
    if (!inside) throw new Error('the sub-graph has no checkpoint');
    expect(await client.threads.getState(id, inside)).toMatchObject({ next: ['inner'], checkpoint: inside });
    const nowhere = client.threads.getState(id, { ...inside, checkpoint_id: randomUUID() });
    const where = expect.stringContaining(`of sub-graph ${inside.checkpoint_ns}`);
    expect(await refused(nowhere)).toEqual({ status: 404, message: where });
    const history = await client.threads.getHistory(id, {
      limit: 9,
      checkpoint: { checkpoint_ns: inside.checkpoint_ns },
    });
    expect(history.map(({ next }) => next)).toEqual([['inner'], ['__start__']]);

    await client.threads.updateState(id, {
      values: { steps: ['mine'] },
      checkpoint: inside,
      asNode: 'inner',
    });
    expect(await run(id, 'parent', { input: null })).toMatchObject({ steps: ['mine', 'outer'] });
  });

  // docs/departures/agent-server.md#runs-threads-state-while
  test('cannot be read while no worker is running, unlike the thread and its state', async () => {
    const id = await aThread();
    expect(await run(id, 'asking')).toMatchObject({ __interrupt__: [{ value: 'sure?' }] });
    const { values } = await client.threads.getState(id);
    const state = await client.threads.getState(id);
    const fresh = await aThread('asking');
    await whileNobodyServes(async () => {
      expect(await client.threads.get(id)).toMatchObject({ values, status: 'interrupted' });
      expect(await client.threads.getState(id)).toMatchObject({ values, interrupts: [{ value: 'sure?' }] });
      expect((await client.threads.search({ ids: [id] }))[0]).toMatchObject({ values });
      for (const [method, path, body] of [
        ['GET', 'history', undefined],
        ['GET', `state/${state.checkpoint.checkpoint_id}`, undefined],
        ['POST', 'state', { values: {} }],
      ] as const) {
        const answer = await fixture.call(method, `/threads/${id}/${path}`, body);
        expect(answer).toMatchObject({
          status: 503,
          body: { detail: expect.stringContaining('No revision') },
        });
        expect(answer.headers.get('retry-after')).toBe('1');
      }
      expect(await client.threads.getHistory(fresh)).toEqual([]);
      expect(await client.threads.getState(fresh)).toMatchObject({ checkpoint: null, created_at: null });
    });
  });

  test('can be read by the next revision', async () => {
    const id = await aThread();
    await run(id, 'asking');
    const history = await client.threads.getHistory(id);
    const next = await fixture.launch(checkout, graphs);
    fixture.live.serve(fixture.deploymentId, next);
    try {
      expect(await client.threads.getHistory(id)).toEqual(history);
      await client.threads.updateState(id, { values: { steps: ['later'] }, asNode: 'two' });
      expect(await client.threads.getState(id)).toMatchObject({ values: { steps: ['one', 'later'] } });
    } finally {
      fixture.live.serve(fixture.deploymentId, worker);
      await next.stop(0);
    }
  });
});

describe('a copy of a thread', () => {
  test('has the state and history of the original, but continues independently', async () => {
    const id = await aThread();
    await run(id, 'asking');
    await client.threads.update(id, { metadata: { user: 'ada' } });
    const original = await client.threads.getState<Steps>(id);
    const copied = (await client.threads.copy(id)) as unknown as { thread_id: string };
    const copy = copied.thread_id;
    expect(copy).not.toBe(id);
    // The copy's state contains the interrupt, but the thread's status shows it only after the next run.
    expect(await client.threads.get(copy)).toMatchObject({
      status: 'idle',
      values: { steps: ['one'] },
      metadata: { user: 'ada', graph_id: 'asking' },
      interrupts: {},
    });
    const state = await client.threads.getState<Steps>(copy);
    expect(state.checkpoint).toEqual({ ...original.checkpoint, thread_id: copy });
    expect(state.metadata).toMatchObject({ thread_id: copy });
    const shape = (states: { values: unknown; next: string[] }[]) =>
      states.map(({ values, next }) => [values, next]);
    expect(shape(await client.threads.getHistory(copy))).toEqual(shape(await client.threads.getHistory(id)));

    expect(await run(copy, 'asking', { command: { resume: 'yes' } })).toMatchObject({
      steps: ['one', 'answer yes', 'two'],
    });
    expect(await client.threads.getState(id)).toEqual(original);
    await client.threads.delete(id);
    expect(await client.threads.getState(copy)).toMatchObject({
      values: { steps: ['one', 'answer yes', 'two'] },
    });
    expect(await client.runs.list(copy)).toHaveLength(1);
    expect(await refused(client.threads.copy(id))).toMatchObject({ status: 404 });
  });

  // docs/departures/agent-server.md#copy-busy-thread
  test('has the state before the unfinished run if the thread is busy', async () => {
    const id = await aThread();
    await run(id, 'asking');
    const file = join(checkout, randomUUID());
    const going = await client.runs.create(id, 'slow', { input: { file } });
    while (!fixture.printed.includes('waiting')) await new Promise((resolve) => setTimeout(resolve, 2));
    const { thread_id: copy } = (await client.threads.copy(id)) as unknown as { thread_id: string };
    expect(await client.threads.get(copy)).toMatchObject({
      status: 'idle',
      values: { steps: ['one'] },
    });
    expect(await client.threads.getHistory(copy, { limit: 9 })).toHaveLength(3);
    await writeFile(file, '');
    await client.runs.join(id, going.run_id);
    expect((await client.threads.getHistory(id, { limit: 20 })).length).toBeGreaterThan(3);
  });
});

test('a client can create a thread with a history', async () => {
  const { thread_id: id } = await client.threads.create({
    graphId: 'asking',
    supersteps: [
      { updates: [{ values: { steps: ['given'] }, asNode: '__input__' }] },
      { updates: [{ values: { steps: ['given'] }, asNode: '__start__' }] },
      { updates: [{ values: { steps: ['done'] }, asNode: 'one' }] },
    ],
  });
  expect(await client.threads.getState(id)).toMatchObject({
    values: { steps: ['given', 'done'] },
    next: ['ask'],
  });
  expect(await client.threads.get(id)).toMatchObject({ status: 'interrupted' });
  expect(await client.threads.getHistory(id, { limit: 9 })).toHaveLength(3);
  const taken = randomUUID();
  const bad = {
    threadId: taken,
    graphId: 'asking',
    supersteps: [{ updates: [{ values: {}, asNode: 'unknown' }] }],
  };
  expect(await refused(client.threads.create(bad))).toMatchObject({ status: 422 });
  expect(await refused(client.threads.get(taken))).toMatchObject({ status: 404 });
});

test("a client can prune a thread's history to the latest state without losing the thread", async () => {
  const id = await aThread();
  await run(id, 'asking');
  expect(await client.threads.prune([id, randomUUID()], { strategy: 'keep_latest' })).toEqual({
    pruned_count: 1,
  });
  expect(await client.threads.getHistory(id, { limit: 9 })).toHaveLength(1);
  expect(await run(id, 'asking', { command: { resume: 'yes' } })).toMatchObject({
    steps: ['one', 'answer yes', 'two'],
  });
  expect(await client.threads.prune([id])).toEqual({ pruned_count: 1 });
  expect(await refused(client.threads.get(id))).toMatchObject({ status: 404 });
});

test('no request about graphs or their states causes a server error', async () => {
  const threads = [await aThread('asking'), await aThread('parent'), await aThread('strict')];
  await run(threads[0] ?? '', 'asking');
  await run(threads[1] ?? '', 'parent');
  const { body: document } = await fixture.call('GET', '/openapi.json');
  // Requests for runs are excluded, because a run would call its webhook at any address.
  const requests = generateRequests(document).filter(({ operation }) => !operation.path.includes('/runs'));
  const known = new Map([['assistant', Object.keys(graphs)]]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await fc.assert(
    fc.asyncProperty(requests, async (wish) => {
      const sent = addressed(wish, 'test-key', { threads: threads.map((id) => ({ id })) }, known);
      const got = await send(sent, Number(new URL(fixture.base).port), agent);
      expect([sent, (got?.status ?? 0) < 500]).toEqual([sent, true]);
    }),
    { numRuns: 300 },
  );
  agent.destroy();
});
