import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import { until } from '../../../../harness/until.ts';
import { Cleanup, createCheckout, createFixture, type AgentServerFixture } from '../fixture.ts';

const GRAPHS = `
import { Annotation, END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { tool } from '@langchain/core/tools';
import { AIMessage } from '@langchain/core/messages';
import { FakeListChatModel } from '@langchain/core/utils/testing';

const State = Annotation.Root({
  steps: Annotation({ reducer: (all, more) => all.concat(more), default: () => [] }),
});
const step = (name) => () => ({ steps: [name] });
const chain = (nodes) => {
  let graph = new StateGraph(State);
  let last = START;
  for (const [name, node] of Object.entries(nodes)) {
    graph = graph.addNode(name, node).addEdge(last, name);
    last = name;
  }
  return graph.addEdge(last, END).compile();
};
export const two = chain({
  one: (_, config) => {
    config.writer?.({ progress: 1 });
    config.writer?.({ name: 'progress', payload: 2 });
    return { steps: ['one'] };
  },
  two: step('two'),
});
export const asking = chain({ ask: () => ({ steps: ['answer ' + interrupt('sure?')] }), after: step('after') });
export const nested = chain({ child: chain({ inner: step('inner'), more: step('more') }), outer: step('outer') });
export const nestedAsking = chain({
  child: chain({ inner: () => ({ steps: ['inner ' + interrupt('inside?')] }) }),
  outer: step('outer'),
});
const ask = (name) => () => ({ steps: [name + ' ' + interrupt(name + '?')] });
export const askingTwice = new StateGraph(State)
  .addNode('a', ask('a'))
  .addNode('b', ask('b'))
  .addEdge(START, 'a').addEdge(START, 'b').addEdge('a', END).addEdge('b', END).compile();
export const failing = chain({ first: step('first'), fail: () => { throw new RangeError('out of range'); } });
const model = new FakeListChatModel({ responses: ['one two'] });
export const chatty = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
  .addEdge(START, 'model').addEdge('model', END).compile();
const double = tool(({ number }) => String(number * 2), {
  name: 'double',
  schema: { type: 'object', properties: { number: { type: 'number' } } },
});
export const tooled = new StateGraph(MessagesAnnotation)
  .addNode('call', () => ({
    messages: [new AIMessage({ id: 'asks', content: '', tool_calls: [{ id: 'call-1', name: 'double', args: { number: 21 } }] })],
  }))
  .addNode('use', async ({ messages }, config) => ({
    messages: [await double.invoke({ ...messages.at(-1).tool_calls[0], type: 'tool_call' }, config)],
  }))
  .addEdge(START, 'call').addEdge('call', 'use').addEdge('use', END).compile();
`;
const NAMES = ['two', 'asking', 'nested', 'nestedAsking', 'askingTwice', 'failing', 'chatty', 'tooled'];

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
let client: Client;
beforeAll(async () => {
  fixture = await createFixture(cleanup);
  const checkout = await createCheckout(cleanup, { 'graphs.mjs': GRAPHS });
  await fixture.serve(checkout, Object.fromEntries(NAMES.map((name) => [name, `graphs.mjs:${name}`])));
  client = new Client({ apiUrl: fixture.base, apiKey: 'test-key' });
});
afterAll(() => cleanup.run());

type Thread = ReturnType<typeof open>;

/** Opens a thread of the official client, and closes it after the test. */
function open(assistantId: string, threadId?: string) {
  const thread =
    threadId === undefined
      ? client.threads.stream({ assistantId })
      : client.threads.stream(threadId, { assistantId });
  opened.add(() => thread.close());
  return thread;
}

/** Starts a run and waits for its result. */
async function run(thread: Thread, input: unknown = {}) {
  await thread.run.start({ input });
  return thread.output;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const opened = new Cleanup();
afterEach(() => opened.run());

describe('the official client of the streaming protocol', () => {
  test('starts a run and receives its output, states and custom events', async () => {
    const thread = open('two');
    const values = all(thread.values);
    const custom = await thread.subscribe('custom:progress');
    expect(await run(thread)).toEqual({ steps: ['one', 'two'] });
    expect(await values).toEqual([{ steps: ['one'] }, { steps: ['one', 'two'] }]);
    for await (const payload of custom) {
      expect(payload).toBe(2);
      break;
    }
  });

  test('answers an interrupt and receives the remaining events', async () => {
    const thread = open('asking');
    await run(thread);
    const [interrupt] = thread.interrupts;
    expect([thread.interrupted, interrupt]).toMatchObject([true, { payload: 'sure?', namespace: [] }]);
    const changed = await thread.subscribe({ channels: ['values'] });
    await thread.input.respond({
      namespace: [],
      interrupt_id: interrupt?.interruptId ?? '',
      response: 'yes',
    });
    for await (const { params } of changed) {
      const { steps } = params.data as { steps: string[] };
      if (steps.length === 2) expect(steps).toEqual(['answer yes', 'after']);
      if (steps.length === 2) break;
    }
  });

  test('answers several interrupts of one step in one request', async () => {
    const thread = open('askingTwice');
    await run(thread);
    await until(() => thread.interrupts.length === 2);
    const responses = thread.interrupts.map(({ interruptId, payload }) => ({
      namespace: [],
      interrupt_id: interruptId,
      response: String(payload).toUpperCase(),
    }));
    await thread.input.respond({ responses });
    await until(async () => (await client.threads.get(thread.threadId)).status === 'idle');
    const { values } = await client.threads.getState<{ steps: string[] }>(thread.threadId);
    expect(values.steps.toSorted()).toEqual(['a A?', 'b B?']);
  });

  test('answers an interrupt in a subgraph by its namespace', async () => {
    const thread = open('nestedAsking');
    await run(thread);
    const [interrupt] = thread.interrupts;
    expect(interrupt).toMatchObject({ payload: 'inside?', namespace: [expect.stringMatching(/^child:/)] });
    await thread.input.respond({
      namespace: interrupt?.namespace ?? [],
      interrupt_id: interrupt?.interruptId ?? '',
      response: 'yes',
    });
    await until(async () => (await client.threads.get(thread.threadId)).status === 'idle');
    expect(await client.threads.getState(thread.threadId)).toMatchObject({
      values: { steps: ['inner yes', 'outer'] },
    });
  });

  test('finds the subgraphs of a run, and their events', async () => {
    const thread = open('nested');
    const found = all(thread.subgraphs);
    await run(thread);
    expect((await found).map(({ name }) => name)).toEqual(['child']);
  });

  test('assembles the messages of a model from their chunks', async () => {
    const thread = open('chatty');
    const texts = (async () => {
      const seen: string[] = [];
      for await (const message of thread.messages) {
        for await (const piece of message.text) seen.push(piece);
      }
      return seen;
    })();
    await run(thread, { messages: [{ role: 'user', content: 'hi' }] });
    expect((await texts).join('')).toBe('one two');
    expect((await texts).length).toBeGreaterThan(1);
  });

  test('receives tool calls with their inputs and outputs', async () => {
    const thread = open('tooled');
    const calls = all(thread.toolCalls);
    await run(thread, { messages: [{ role: 'user', content: 'hi' }] });
    // The client lists a tool call at its start and at its end.
    const [call] = await calls;
    expect(call).toMatchObject({ name: 'double', callId: 'call-1', args: { number: 21 } });
    expect(await call?.output).toBe('42');
  });

  test('receives the reason why a run failed', async () => {
    const thread = open('failing');
    const lifecycle = await thread.subscribe({ channels: ['lifecycle'] });
    await thread.run.start({ input: {} });
    for await (const { params } of lifecycle) {
      if (params.namespace.length > 0 || params.data.event === 'running') continue;
      expect(params.data).toEqual({ event: 'failed', graph_name: 'failing', error: 'out of range' });
      break;
    }
  });

  test('receives all events again after it reconnects', async () => {
    const first = open('two');
    await run(first);
    await first.close();
    const again = open('two', first.threadId);
    const values = await again.subscribe({ channels: ['values'] });
    const seen: unknown[] = [];
    for await (const { params } of values) {
      seen.push(params.data);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual([{ steps: ['one'] }, { steps: ['one', 'two'] }]);
  });

  // docs/agent-server/streams.md#protocol-replay
  test('receives each event exactly once even if its connections break', async () => {
    let cuts = 0;
    const breaking: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (!String(input).endsWith('/stream/events') || cuts === 3 || !answer.body) return answer;
      cuts += 1;
      const cut = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          controller.enqueue(chunk);
          controller.error(new TypeError('the connection broke'));
        },
      });
      return new Response(answer.body.pipeThrough(cut), answer);
    };
    const thread = client.threads.stream({ assistantId: 'two', fetch: breaking, reconnectDelayMs: () => 0 });
    opened.add(() => thread.close());
    const values = all(thread.values);
    expect(await run(thread)).toEqual({ steps: ['one', 'two'] });
    expect(await values).toEqual([{ steps: ['one'] }, { steps: ['one', 'two'] }]);
    expect(cuts).toBe(3);
  });

  test('starts a run at an earlier checkpoint', async () => {
    const thread = open('two');
    await run(thread);
    const [, earlier] = await client.threads.getHistory(thread.threadId);
    const id = earlier?.checkpoint.checkpoint_id ?? '';
    await thread.run.start({ input: null, forkFrom: id });
    await until(async () => (await client.threads.get(thread.threadId)).status === 'idle');
    const [newest] = await client.threads.getHistory(thread.threadId);
    expect(newest).toMatchObject({
      values: { steps: ['one', 'two'] },
      parent_checkpoint: { checkpoint_id: id },
    });
  });

  test('receives the reason why a command failed', async () => {
    const thread = open('missing');
    await expect(thread.run.start({ input: {} })).rejects.toThrow(/missing/);
  });
});
