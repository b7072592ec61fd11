import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { graphConfig } from '../../../harness/agents/fixtures.ts';
import type { FileTree } from '../../../harness/git.ts';

/**
 * Returns an agent that asks before it refunds, asks a second question for the word `both`, fails for the word `fail`,
 * and otherwise answers immediately.
 */
export function askingAgent(): FileTree {
  return {
    'package.json': '{"private":true,"type":"module"}',
    'langgraph.json': graphConfig(),
    'src/agent.ts': `import { AIMessage } from '@langchain/core/messages';
import { END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', ({ messages }) => {
    const text = String(messages.at(-1)?.text);
    if (text.includes('fail')) throw new Error('OrderServiceError: connection pool exhausted');
    if (!text.includes('refund')) return { messages: [new AIMessage('hello')] };
    const answer = interrupt({ question: text, choices: ['Approve', 'Reject'] });
    return { messages: [new AIMessage('You said ' + JSON.stringify(answer))] };
  })
  .addNode('notify', () => {
    const answer = interrupt({ question: 'Send a mail, too?', choices: ['Send', 'Skip'] });
    return { messages: [new AIMessage('Mail: ' + JSON.stringify(answer))] };
  })
  .addConditionalEdges(
    START,
    ({ messages }) => (String(messages.at(-1)?.text).includes('both') ? ['answer', 'notify'] : ['answer']),
    ['answer', 'notify'],
  )
  .addEdge('answer', END)
  .addEdge('notify', END)
  .compile();
`,
  };
}

/** Starts a receiver of webhooks, which refuses the first `refusals` webhooks with 503. */
export async function startReceiver(
  refusals = 0,
): Promise<{ url: string; received: string[]; close(): Promise<void> }> {
  const received: string[] = [];
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push(String(request.url));
      response.writeHead(received.length <= refusals ? 503 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
