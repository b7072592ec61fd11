import type { FileTree } from '../git.ts';
import { graphConfig } from './fixtures.ts';

/**
 * Returns an agent that calls a tool as many times as the number in the last message says, and then replies. With the
 * input `rounds`, the agent's node runs that many times, each time as a step of the thread.
 */
export function manyStepsAgent(): FileTree {
  return {
    'package.json': '{"private":true,"type":"module"}',
    'langgraph.json': graphConfig(),
    'src/agent.ts': `import { AIMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { Annotation, END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

const count = tool(async ({ at }: { at: number }) => 'parcel ' + at, {
  name: 'count_parcel',
  description: 'Counts a parcel',
  schema: { type: 'object', properties: { at: { type: 'number' } } },
});

const State = Annotation.Root({ ...MessagesAnnotation.spec, at: Annotation<number>(), rounds: Annotation<number>() });

export const graph = new StateGraph(State)
  .addNode('count', async ({ messages, rounds, at: round = 0 }) => {
    if (rounds !== undefined) return { at: round + 1 };
    const parcels = Number(messages.at(-1)?.text);
    for (let at = 1; at <= parcels; at += 1) await count.invoke({ at });
    return { messages: [new AIMessage(parcels + ' parcels')] };
  })
  .addEdge(START, 'count')
  .addConditionalEdges('count', ({ at = 0, rounds = 0 }) => (at < rounds ? 'count' : END))
  .compile();
`,
  };
}
