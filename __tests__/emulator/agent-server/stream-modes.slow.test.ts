import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { openStream, type SentEvent } from './event-stream.ts';
import { createCheckout, createFixture, Cleanup, type AgentServerFixture } from './fixture.ts';

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
beforeAll(async () => {
  fixture = await createFixture(cleanup);
  const checkout = await createCheckout(cleanup, { 'graphs.mjs': GRAPHS });
  await fixture.serve(checkout, Object.fromEntries(NAMES.map((name) => [name, `graphs.mjs:${name}`])));
});
afterAll(() => cleanup.run());

/** Graphs of the library whose events cover the stream modes. */
const GRAPHS = `
import { Annotation, END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import { AIMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { FakeStreamingChatModel } from '@langchain/core/utils/testing';

const State = Annotation.Root({
  steps: Annotation({ reducer: (all, more) => all.concat(more), default: () => [] }),
});
const step = (name) => () => ({ steps: [name] });
export const two = new StateGraph(State)
  .addNode('one', (_, config) => {
    config.writer?.({ saying: 'first\\nsecond' });
    return { steps: ['one'] };
  })
  .addNode('two', step('two'))
  .addEdge(START, 'one').addEdge('one', 'two').addEdge('two', END).compile();

export const asking = new StateGraph(State)
  .addNode('ask', () => ({ steps: [interrupt('which one?')] }))
  .addEdge(START, 'ask').addEdge('ask', END).compile();

const double = tool(({ number }) => number * 2, {
  name: 'double',
  schema: { type: 'object', properties: { number: { type: 'number' } } },
});
export const tooled = new StateGraph(State)
  .addNode('use', async (_, config) => ({ steps: [await double.invoke({ number: 21 }, config)] }))
  .addEdge(START, 'use').addEdge('use', END).compile();
const model = new FakeStreamingChatModel({ responses: [new AIMessage('Hello world')], sleep: 1 });
export const chat = new StateGraph(MessagesAnnotation)
  .addNode('say', async (state, config) => ({ messages: [await model.invoke(state.messages, config)] }))
  .addEdge(START, 'say').addEdge('say', END).compile();

const Talk = Annotation.Root({ said: Annotation(), times: Annotation() });
export const talkative = new StateGraph(Talk)
  .addNode('talk', ({ times = 0 }) => {
    console.log('talked ' + times);
    return { said: times + 'x'.repeat(500_000), times: times + 1 };
  })
  .addEdge(START, 'talk').addConditionalEdges('talk', ({ times }) => (times < 60 ? 'talk' : END)).compile();
export const atOnce = new StateGraph(State)
  .addNode('talk', (_, config) => {
    for (let at = 0; at < 20_000; at += 1) config.writer?.(at);
    return {};
  })
  .addNode('count', () => console.log('handlers made ' + handlersMade))
  .addEdge(START, 'talk').addEdge('talk', 'count').addEdge('count', END).compile();
let handlersMade = 0;
const { fromMethods } = BaseCallbackHandler;
BaseCallbackHandler.fromMethods = (methods) => {
  handlersMade += 1;
  return fromMethods.call(BaseCallbackHandler, methods);
};
export const bursts = new StateGraph(Talk)
  .addNode('talk', ({ times = 0 }, config) => {
    for (let at = 0; at < 2_000; at += 1) config.writer?.('x'.repeat(2_000));
    console.log('burst ' + times);
    return { times: times + 1 };
  })
  .addEdge(START, 'talk').addConditionalEdges('talk', ({ times }) => (times < 12 ? 'talk' : END)).compile();
`;
const NAMES = ['two', 'asking', 'chat', 'tooled', 'talkative', 'atOnce', 'bursts'];

async function aThread() {
  const thread = (await fixture.call('POST', '/threads', {})).body.thread_id as string;
  const stream = (assistant: string, body: Record<string, unknown> = {}) =>
    openStream(fixture, 'POST', `/threads/${thread}/runs/stream`, {
      body: { assistant_id: assistant, input: {}, ...body },
    });
  return { thread, stream };
}

/** Returns the names of events in order, without lifecycle events. */
const names = (events: SentEvent[]) => events.map(({ event }) => event);
const dataOf = (events: SentEvent[], name: string) =>
  events.filter(({ event }) => event === name).map(({ data }) => data);

describe('the stream of a run of the graph library', () => {
  test('contains values, updates and custom data in order, between metadata and end', async () => {
    const { stream } = await aThread();
    const one = await stream('two', {
      stream_mode: ['values', 'updates', 'custom'],
      input: { steps: ['in'] },
    });
    expect(one.status).toBe(200);
    const run = one.headers.get('content-location') ?? '';
    expect(one.headers.get('content-type')).toBe('text/event-stream');
    expect(one.headers.get('cache-control')).toBe('no-store');
    expect(one.headers.get('location')).toBe(`${run}/stream`);
    expect((await one.rest()).map(({ event, data, id }) => [event, data, id])).toEqual([
      ['metadata', { run_id: run.split('/').at(-1), attempt: 1 }, undefined],
      ['values', { steps: ['in'] }, undefined],
      ['custom', { saying: 'first\nsecond' }, undefined],
      ['updates', { one: { steps: ['one'] } }, undefined],
      ['values', { steps: ['in', 'one'] }, undefined],
      ['updates', { two: { steps: ['two'] } }, undefined],
      ['values', { steps: ['in', 'one', 'two'] }, undefined],
      ['end', null, undefined],
    ]);
    expect(one.text().match(/^data: .*$/gm)).toHaveLength(8);
  });

  test('contains tasks, checkpoints and debug events in the format of the service', async () => {
    const { thread, stream } = await aThread();
    const events = await (await stream('two', { stream_mode: ['tasks', 'checkpoints', 'debug'] })).rest();
    const tasks = dataOf(events, 'tasks');
    expect(tasks.map(({ name, input, result }) => [name, input !== undefined, result !== undefined])).toEqual(
      [
        ['one', true, false],
        ['one', false, true],
        ['two', true, false],
        ['two', false, true],
      ],
    );
    const checkpoints = dataOf(events, 'checkpoints');
    expect(checkpoints.at(-1)).toMatchObject({
      values: { steps: ['one', 'two'] },
      next: [],
      tasks: [],
      metadata: { source: 'loop' },
      checkpoint: { thread_id: thread, checkpoint_ns: '', checkpoint_id: expect.any(String) },
      parent_checkpoint: { checkpoint_id: checkpoints.at(-2).checkpoint.checkpoint_id },
      config: { configurable: { checkpoint_id: checkpoints.at(-1).checkpoint.checkpoint_id } },
    });
    expect(Object.keys(checkpoints[0].config.configurable).filter((key) => key.startsWith('__'))).toEqual([]);
    const debug = dataOf(events, 'debug');
    expect(new Set(debug.map(({ type }) => type))).toEqual(new Set(['checkpoint', 'task', 'task_result']));
    expect(debug.find(({ type }) => type === 'checkpoint').payload).toHaveProperty('parent_checkpoint');
  });

  test('in the mode `events` contains the events of every runnable, and can combine this mode with others', async () => {
    const { stream } = await aThread();
    const events = await (await stream('two', { stream_mode: ['events', 'updates'] })).rest();
    expect(dataOf(events, 'updates')).toEqual([{ one: { steps: ['one'] } }, { two: { steps: ['two'] } }]);
    const runnables = dataOf(events, 'events');
    expect(runnables.map(({ event, name }) => `${event} ${name}`)).toEqual(
      expect.arrayContaining(['on_chain_start LangGraph', 'on_chain_start one', 'on_chain_end two']),
    );
  });

  test('contains the events of tools', async () => {
    const { stream } = await aThread();
    const events = await (await stream('tooled', { stream_mode: 'tools' })).rest();
    expect(dataOf(events, 'tools')).toMatchObject([
      { event: 'on_tool_start', name: 'double' },
      { event: 'on_tool_end', name: 'double', output: 42 },
    ]);
  });

  test('contains an interrupt in both modes `values` and `updates`', async () => {
    const { stream } = await aThread();
    const events = await (await stream('asking', { stream_mode: ['values', 'updates'] })).rest();
    const asked = { __interrupt__: [{ id: expect.any(String), value: 'which one?' }] };
    expect(dataOf(events, 'updates')).toEqual([asked]);
    expect(dataOf(events, 'values')).toContainEqual(asked);
    expect(names(events).at(-1)).toBe('end');
  });

  test('in the mode `messages` contains metadata, the complete message, and the text so far with each chunk', async () => {
    const { stream } = await aThread();
    const input = { messages: [{ role: 'user', content: 'hi', id: 'asked' }] };
    const events = await (await stream('chat', { stream_mode: 'messages', input })).rest();
    const partial = dataOf(events, 'messages/partial');
    expect(partial.map(([message]) => message.content)).toEqual(
      [...'Hello world'].map((_, at) => 'Hello world'.slice(0, at + 1)),
    );
    const { id } = partial[0][0];
    expect(dataOf(events, 'messages/metadata')).toEqual([
      { [id]: { metadata: expect.objectContaining({ langgraph_node: 'say' }) } },
    ]);
    expect(dataOf(events, 'messages/complete')).toMatchObject([
      [{ type: 'human', content: 'hi', id: 'asked' }],
      [{ type: 'ai', content: 'Hello world', id }],
    ]);
    expect(new Set(names(events))).not.toContain('values');
  });
});

describe('a graph that emits events faster than they can be stored', () => {
  // docs/agent-server/limits.md#graph-tells-more-than
  test('waits before its next step until the buffer has space', async () => {
    const gate = Promise.withResolvers<void>();
    const { append } = fixture.store.runStreams;
    const kept = jest.spyOn(fixture.store.runStreams, 'append').mockImplementation(async (...row) => {
      await gate.promise;
      return append(...row);
    });
    const talked = () => fixture.printed.filter((line) => line.startsWith('talked')).length;
    const { stream } = await aThread();
    const one = await stream('talkative', { stream_mode: 'values', config: { recursion_limit: 100 } });
    // The run is ahead by at most the limit of waiting events and the events in transit; all events together would be
    // 30 MB.
    await until(() => talked() >= 8);
    let before = -1;
    await until(async () => {
      if (before === talked()) return true;
      before = talked();
      await new Promise((resolve) => setTimeout(resolve, 300));
      return false;
    });
    expect(talked()).toBeLessThan(20);
    gate.resolve();
    const values = dataOf(await one.rest(), 'values');
    kept.mockRestore();
    expect(values.at(-1)).toMatchObject({ times: 60 });
    expect(values).toHaveLength(60);
  });

  // docs/agent-server/limits.md#waits-until-all-told
  test('waits after each step until all events of the step are read, even if the buffer has space', async () => {
    const { append } = fixture.store.runStreams;
    let most = 0;
    const kept = jest.spyOn(fixture.store.runStreams, 'append').mockImplementation(async (...row) => {
      const bursts = fixture.printed.filter((line) => line.startsWith('burst')).length;
      most = Math.max(most, bursts * 2_000 - row[2].lastId);
      return append(...row);
    });
    const { stream } = await aThread();
    const reported = dataOf(await (await stream('bursts', { stream_mode: 'custom' })).rest(), 'custom');
    kept.mockRestore();
    expect(reported).toHaveLength(24_000);
    // The run is ahead by at most one step and the limit of waiting events; the run has twelve steps.
    expect(most).toBeLessThan(4 * 2_000);
  });

  // docs/agent-server/limits.md#nothing-graph-tells-one
  test('can emit many events in one step without losing any event', async () => {
    const { stream } = await aThread();
    const reported = dataOf(await (await stream('atOnce', { stream_mode: 'custom' })).rest(), 'custom');
    expect(reported).toEqual(Array.from({ length: 20_000 }, (_, at) => at));
    // Without this optimization, the library would create a callback handler for each event that is read, which took
    // most of the time.
    expect(fixture.printed).toContainEqual('handlers made 0');
  });

  test('stops waiting when its run is stopped', async () => {
    const gate = Promise.withResolvers<void>();
    const { append } = fixture.store.runStreams;
    const kept = jest.spyOn(fixture.store.runStreams, 'append').mockImplementation(async (...row) => {
      await gate.promise;
      return append(...row);
    });
    const before = fixture.printed.length;
    const talked = () => fixture.printed.slice(before).filter((line) => line.startsWith('talked')).length;
    const { thread, stream } = await aThread();
    const one = await stream('talkative', { stream_mode: 'values', config: { recursion_limit: 100 } });
    await until(() => talked() >= 8);
    const path = one.headers.get('content-location');
    const stopped = fixture.call('POST', `${path}/cancel?wait=true`);
    expect((await stopped).status).toBe(200);
    gate.resolve();
    kept.mockRestore();
    one.leave();
    expect((await fixture.call('GET', `/threads/${thread}`)).body.status).not.toBe('busy');
  });
});
