import { graphConfig } from '../../../harness/agents/fixtures.ts';
import type { FileTree } from '../../../harness/git.ts';

/** Name of a tool that tries to inject markup and to reverse the direction of text. */
export const HOSTILE_NAME = '<img src=x onerror=alert(1)>\u202Eloot';

/**
 * Returns the agent of a shop. The agent's tool fails for the order `lost`, the word `refund` makes it wait for an
 * answer, the word `huge` makes it return a message of 5 MB, and `gate:` with a path makes it wait for that file.
 */
export function shopAgent(): FileTree {
  return {
    'package.json': '{"private":true,"type":"module"}',
    'langgraph.json': graphConfig(),
    'src/agent.ts': `import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { AIMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

class OrderServiceError extends Error {
  override readonly name = 'OrderServiceError';
}
const parameters = { type: 'object', properties: { order: { type: 'string' } } };
const lookup = tool(
  async ({ order }: { order: string }) => {
    if (order === 'lost') throw new OrderServiceError('connection pool exhausted <b>now</b>');
    return 'Parcel ' + order + ' is on its way.';
  },
  { name: 'lookup_order', description: 'Finds an order', schema: parameters },
);
const hostile = tool(async () => '<script>alert(1)</script>', {
  name: ${JSON.stringify(HOSTILE_NAME)},
  description: 'x',
  schema: parameters,
});
const model = new FakeListChatModel({ responses: ['I look that up.'] });
const textOf = (state: typeof MessagesAnnotation.State) => String(state.messages[0]?.content);

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('plan', async (state) => ({ messages: [await model.invoke(state.messages)] }))
  .addNode('collect', async (state) => {
    const text = textOf(state);
    const gate = /gate:(\\S+)/.exec(text)?.[1];
    while (gate !== undefined && !existsSync(gate)) await setTimeout(5);
    if (text.includes('refund')) return { messages: [new AIMessage(String(interrupt({ question: 'Refund 160 EUR?' })))] };
    if (text.includes('huge')) return { messages: [new AIMessage('x'.repeat(5_000_000))] };
    if (text.includes('hostile')) return { messages: [new AIMessage(String(await hostile.invoke({ order: '1' })))] };
    const order = text.includes('lost') ? 'lost' : 'SO-1042';
    return { messages: [new AIMessage(String(await lookup.invoke({ order })))] };
  })
  .addEdge(START, 'plan')
  .addEdge('plan', 'collect')
  .addEdge('collect', END)
  .compile();
`,
  };
}
