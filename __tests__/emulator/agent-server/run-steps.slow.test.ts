import { afterEach, expect, test } from '@jest/globals';
import { Cleanup, createCheckout, createFixture } from './fixture.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const GRAPHS = `
import { Annotation, interrupt, MemorySaver, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { tool } from '@langchain/core/tools';
import { AIMessage } from '@langchain/core/messages';
import { FakeListChatModel } from '@langchain/core/utils/testing';

const lookup = tool(async ({ order }) => {
  if (order === 'lost') throw new TypeError('order ' + order + ' is unknown');
  return 'parcel of ' + order;
}, { name: 'lookup_order', description: 'x', schema: { type: 'object', properties: { order: { type: 'string' } } } });
const model = new FakeListChatModel({ responses: ['It is on its way.'] });

const inner = new StateGraph(MessagesAnnotation)
  .addNode('collect', async (state) => {
    const text = String(state.messages.at(-1).content);
    return { messages: [new AIMessage(await lookup.invoke({ order: text }))] };
  })
  .addEdge('__start__', 'collect').addEdge('collect', '__end__').compile();

export const shop = new StateGraph(MessagesAnnotation)
  .addNode('plan', async (state) => ({ messages: [await model.invoke(state.messages)] }))
  .addNode('parcel', async (state) => {
    const found = await inner.invoke({ messages: [state.messages[0]] });
    return { messages: [new AIMessage('Found: ' + found.messages.at(-1).content)] };
  })
  .addEdge('__start__', 'plan').addEdge('plan', 'parcel').addEdge('parcel', '__end__').compile();

export const ask = new StateGraph(MessagesAnnotation)
  .addNode('refund', async () => ({ messages: [new AIMessage(String(interrupt({ question: 'Refund 160 EUR?' })))] }))
  .addEdge('__start__', 'refund').addEdge('refund', '__end__').compile();
`;

async function serving() {
  const fixture = await createFixture(cleanup);
  const checkout = await createCheckout(cleanup, { 'graphs.mjs': GRAPHS });
  await fixture.serve(checkout, { shop: 'graphs.mjs:shop', ask: 'graphs.mjs:ask' });
  const create = async (text: string, graph = 'shop', path = '/runs/wait', more: object = {}) => {
    const input = { messages: [{ role: 'user', content: text }] };
    await fixture.call('POST', path, { assistant_id: graph, input, ...more });
    const { rows } = await fixture.store.runSummaries.list({}, { limit: 10 });
    const [run] = rows;
    if (!run) throw new Error('no summary is stored');
    return { run, steps: await fixture.store.runSummaries.steps(run.runId, { after: 0, limit: 100 }) };
  };
  return { ...fixture, create };
}

const outline = (steps: { kind: string; name: string; state: string; parent: number | null }[]) =>
  steps.map(({ kind, name, state, parent }) => [kind, name, state, parent]);

// docs/dashboard.md#steps
test('a run records its graphs, nodes, model calls and tool calls, which remain after its thread is deleted', async () => {
  const { create } = await serving();
  const { run, steps } = await create('SO-1');
  expect(run).toMatchObject({
    state: 'success',
    title: 'SO-1',
    answer: 'Found: parcel of SO-1',
    threadId: null,
    steps: 7,
  });
  expect(outline(steps)).toEqual([
    ['graph', 'shop', 'ok', null],
    ['node', 'plan', 'ok', 1],
    ['model', 'FakeListChatModel', 'ok', 2],
    ['node', 'parcel', 'ok', 1],
    ['graph', 'LangGraph', 'ok', 4],
    ['node', 'collect', 'ok', 5],
    ['tool', 'lookup_order', 'ok', 6],
  ]);
  expect(run.bars.map(([kind]) => kind).toSorted()).toEqual(['model', 'tool']);
});

test('a failed step contains the exception with its position in the source file', async () => {
  const { create, store } = await serving();
  const { run, steps } = await create('lost');
  expect(run).toMatchObject({ state: 'error', errorKind: 'TypeError', answer: 'order lost is unknown' });
  expect(steps.filter(({ state }) => state === 'error').map(({ name }) => name)).toEqual([
    'shop',
    'parcel',
    'LangGraph',
    'collect',
    'lookup_order',
  ]);
  const [failed] = await store.runSummaries.failedSteps(run.runId, 1);
  expect(failed?.error).toMatchObject({ type: 'TypeError', message: 'order lost is unknown' });
  expect(failed?.error?.frames[0]?.place).toMatch(/^graphs\.mjs:8:\d+$/);
  expect(failed?.error?.frames[0]?.code).toMatch(/^if \(order === 'lost'\) throw new TypeError/);
  const step = await store.runSummaries.step(run.runId, failed?.seq ?? 0);
  expect(JSON.parse(step?.input ?? '')).toEqual({ order: 'lost' });
});

test('an interrupted run is shown as waiting with its question until its thread continues', async () => {
  const { create, call, store } = await serving();
  const thread: string = (await call('POST', '/threads', {})).body.thread_id;
  const { run, steps } = await create('Refund it', 'ask', `/threads/${thread}/runs/wait`);
  expect(run).toMatchObject({ state: 'waiting', title: 'Refund it', answer: 'Refund 160 EUR?' });
  expect(outline(steps).at(-1)).toEqual(['node', 'refund', 'waiting', 1]);
  const answered = await create('', 'ask', `/threads/${thread}/runs/wait`, {
    input: undefined,
    command: { resume: 'yes, refund' },
  });
  expect(answered.run).toMatchObject({ state: 'success', title: 'yes, refund', answer: 'yes, refund' });
  expect((await store.runSummaries.get(run.runId))?.state).toBe('success');
});
