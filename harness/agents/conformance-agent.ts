// The agent with which tests run the official SDK. The agent has one graph for each kind of run. Tests copy this file
// into an agent's repository and build it there, so it imports only packages and no file of this repository.
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AIMessage } from '@langchain/core/messages';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import {
  Annotation,
  END,
  interrupt,
  type LangGraphRunnableConfig,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph';

const State = Annotation.Root({
  steps: Annotation<string[]>({ reducer: (before, more) => [...before, ...more], default: () => [] }),
  /** Path of a gate file, for which a node waits. */
  gate: Annotation<string>(),
});
type Given = typeof State.State;
type Step = (state: Given, config: LangGraphRunnableConfig) => Partial<Given> | Promise<Partial<Given>>;

const step =
  (name: string): Step =>
  () => ({ steps: [name] });

/**
 * Returns a node that reports its start, and waits until its gate file exists. With `heeds`, an abort of the run ends
 * the wait too.
 */
const wait =
  (heeds: boolean): Step =>
  async ({ gate }, config) => {
    writeFileSync(`${gate}.reached`, '');
    while (!existsSync(gate)) {
      if (heeds) config.signal?.throwIfAborted();
      await sleep(5);
    }
    return { steps: ['waited'] };
  };

/** A graph that replies to the last message. */
export const echo = new StateGraph(MessagesAnnotation)
  .addNode('answer', ({ messages }) => ({
    messages: [new AIMessage({ id: `answer-${messages.length}`, content: `echo: ${messages.at(-1)?.text}` })],
  }))
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile();

export const steps = new StateGraph(State)
  .addNode('one', step('one'))
  .addNode('two', step('two'))
  .addEdge(START, 'one')
  .addEdge('one', 'two')
  .addEdge('two', END)
  .compile();

const waiting = (heeds: boolean) =>
  new StateGraph(State)
    .addNode('first', step('first'))
    .addNode('wait', wait(heeds))
    .addNode('last', step('last'))
    .addEdge(START, 'first')
    .addEdge('first', 'wait')
    .addEdge('wait', 'last')
    .addEdge('last', END)
    .compile();
export const slow = waiting(true);
/** A graph that replies to the last message and ignores an abort. */
export const deaf = waiting(false);

/** A graph that interrupts before it continues. */
export const asking = new StateGraph(State)
  .addNode('ask', () => ({ steps: [`answer ${String(interrupt('sure?'))}`] }))
  .addNode('after', step('after'))
  .addEdge(START, 'ask')
  .addEdge('ask', 'after')
  .addEdge('after', END)
  .compile();

const child = new StateGraph(State)
  .addNode('inner', step('inner'))
  .addEdge(START, 'inner')
  .addEdge('inner', END)
  .compile();
/** A graph with another graph as a node. */
export const nested = new StateGraph(State)
  .addNode('child', child)
  .addNode('outer', step('outer'))
  .addEdge(START, 'child')
  .addEdge('child', 'outer')
  .addEdge('outer', END)
  .compile();

const twoSteps = new StateGraph(State)
  .addNode('inner', step('inner'))
  .addNode('more', step('more'))
  .addEdge(START, 'inner')
  .addEdge('inner', 'more')
  .addEdge('more', END)
  .compile();
/**
 * A graph whose node is a graph of two nodes, for drawings, because the library would draw a graph of one node as that
 * node.
 */
export const nestedDeep = new StateGraph(State)
  .addNode('child', twoSteps)
  .addEdge(START, 'child')
  .addEdge('child', END)
  .compile();

const askingChild = new StateGraph(State)
  .addNode('inner', () => ({ steps: [`inner ${String(interrupt('inside?'))}`] }))
  .addEdge(START, 'inner')
  .addEdge('inner', END)
  .compile();
/** A graph with a subgraph that interrupts. */
export const nestedAsking = new StateGraph(State)
  .addNode('child', askingChild)
  .addEdge(START, 'child')
  .addEdge('child', END)
  .compile();

/** A graph that streams three words from a model. */
export const chatty = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }) => {
    const model = new FakeListChatModel({ responses: ['one two'] });
    return { messages: [await model.invoke(messages)] };
  })
  .addEdge(START, 'model')
  .addEdge('model', END)
  .compile();

/** A graph whose node writes to the stream directly. */
export const writing = new StateGraph(State)
  .addNode('write', (_state, config) => {
    config.writer?.({ progress: 1 });
    config.writer?.('half\ndone');
    return { steps: ['written'] };
  })
  .addEdge(START, 'write')
  .addEdge('write', END)
  .compile();

export const failing = new StateGraph(State)
  .addNode('first', step('first'))
  .addNode('fail', () => {
    throw new RangeError('out of range');
  })
  .addEdge(START, 'first')
  .addEdge('first', 'fail')
  .addEdge('fail', END)
  .compile();

const look: Step = (_state, config) => ({
  steps: [
    `user ${String(config.configurable?.['user'])}`,
    `tone ${String(config.context?.['tone'])}`,
    `tags ${JSON.stringify(config.tags ?? [])}`,
    `header ${String(config.configurable?.['x-of-the-caller'])}`,
  ],
});
/** A graph that returns its configuration. */
export const configured = new StateGraph(State)
  .addNode('look', look)
  .addEdge(START, 'look')
  .addEdge('look', END)
  .compile();

/** A graph that stores an item, and returns the other items in the same namespace. */
export const remembering = new StateGraph(State)
  .addNode('remember', async ({ gate }, config) => {
    const found = await config.store?.search([gate]);
    await config.store?.put([gate], 'from-the-graph', { by: 'graph' });
    return { steps: (found ?? []).map(({ key, value }) => `${key} ${JSON.stringify(value)}`) };
  })
  .addEdge(START, 'remember')
  .addEdge('remember', END)
  .compile();

/** A function that creates a graph for each run. */
export const factory = (config: LangGraphRunnableConfig) =>
  new StateGraph(State)
    .addNode('made', step(`made for ${String(config.configurable?.['user'])}`))
    .addEdge(START, 'made')
    .addEdge('made', END)
    .compile();
