import { graphConfig } from '../../../harness/agents/fixtures.ts';
import type { FileTree } from '../../../harness/git.ts';

/**
 * Returns a graph of two nodes. The second node waits for a file, so that a test can observe the events of the stream
 * before it. `more` adds keys to the agent's graph configuration.
 */
export function gatedAgent(gate: string, more: Record<string, unknown> = {}): FileTree {
  return {
    'package.json': '{"private":true,"type":"module"}',
    'langgraph.json': graphConfig(undefined, more),
    'src/agent.ts': `import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { AIMessage } from '@langchain/core/messages';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

const say = (text: string) => ({ messages: [new AIMessage(text)] });
export const graph = new StateGraph(MessagesAnnotation)
  .addNode('think', ({ messages }) => say('about ' + messages.at(-1)?.text))
  .addNode('answer', async () => {
    while (!existsSync(${JSON.stringify(gate)})) await setTimeout(5);
    return say('done');
  })
  .addEdge(START, 'think')
  .addEdge('think', 'answer')
  .addEdge('answer', END)
  .compile();
`,
  };
}
