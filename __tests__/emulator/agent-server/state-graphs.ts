/** Source of a helper that chains nodes, each of which records its name in the state. */
export const CHAIN = `
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as library from '@langchain/langgraph';
const { Annotation, END, interrupt, START, StateGraph, StateSchema } = library;

const State = Annotation.Root({
  steps: Annotation({ reducer: (before, more) => before.concat(more), default: () => [] }),
  say: Annotation(),
  file: Annotation(),
});
const chain = (nodes, state = State, context) => {
  let graph = new StateGraph(state, context);
  let last = START;
  for (const [name, node] of Object.entries(nodes)) {
    graph = graph.addNode(name, node).addEdge(last, name);
    last = name;
  }
  return graph.addEdge(last, END);
};
const step = (name) => () => ({ steps: [name] });
const until = async (file, signal) => {
  while (!existsSync(file)) {
    signal?.throwIfAborted();
    await sleep(5);
  }
};
`;

/** Graphs for tests of the state. */
export const STATE_GRAPHS = `${CHAIN}
import * as z from 'zod';
const Context = z.object({ tone: z.string().optional() });

/** Two steps, with a question between them. */
export const asking = chain({
  one: step('one'),
  ask: () => ({ steps: ['answer ' + interrupt('sure?')] }),
  two: step('two'),
}).compile();
export const parent = chain({
  child: chain({ inner: () => ({ steps: ['inner ' + interrupt('inside?')] }) }).compile(),
  outer: step('outer'),
}).compile();
/** Waits until its file is there. */
export const slow = chain({
  first: step('first'),
  wait: async ({ file }, { signal }) => {
    console.log('waiting');
    await until(file, signal);
    return { steps: ['waited'] };
  },
}).compile();
/** Returns its configuration. */
export const told = chain({
  tell: (_, config) => ({
    steps: [config.configurable?.model ?? 'no model', config.context?.tone ?? 'no tone', config.tags ?? []],
  }),
}, State, Context).compile();
export const typed = chain(
  { add: ({ count }) => ({ count: count + 1 }) },
  z.object({ count: z.number().default(0), note: z.string().optional() }),
  z.object({ model: z.enum(['small', 'large']) }),
).compile();
export const described = chain(
  { add: () => ({ count: 1 }) },
  new StateSchema({ count: z.number().default(0), note: z.string() }),
).compile();
/** Its reducer refuses what is no number. */
export const strict = chain(
  { add: () => ({ sum: 1 }) },
  Annotation.Root({
    sum: Annotation({
      reducer: (before, more) => {
        if (typeof more !== 'number') throw new TypeError('only numbers add up');
        return before + more;
      },
      default: () => 0,
    }),
  }),
).compile();
/** Not of the library. */
export const plain = { invoke: (input) => ({ said: input?.say ?? null }) };
`;
