// The agent in the pictures. This file is copied into a separate repository and built there, so it imports only
// packages.
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { AIMessage } from '@langchain/core/messages';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { Annotation, END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  topic: Annotation<'order' | 'refund'>(),
  order: Annotation<{ id: string; status: string; total: string } | null>(),
});
type Ticket = typeof State.State;

class OrderServiceError extends Error {
  override readonly name = 'OrderServiceError';
}

const asked = ({ messages }: Ticket): string => messages.at(-1)?.text ?? '';

/** Creates a model that streams one reply word by word. */
const model = (answer: string) => new FakeListChatModel({ responses: [answer], sleep: 4 });

const lookUp = new StateGraph(State)
  .addNode('find_order', (ticket) => {
    console.log(`find_order: looked up ${/[A-Z]+-\d+/.exec(asked(ticket))?.[0] ?? 'no order'}`);
    return { order: { id: 'SO-1042', status: 'shipped', total: '48.00 EUR' } };
  })
  .addNode('check_stock', (ticket) => {
    if (/cancel/i.test(asked(ticket)))
      throw new OrderServiceError('500, connection pool exhausted (order SO-1042)');
    return {};
  })
  .addEdge(START, 'find_order')
  .addEdge('find_order', 'check_stock')
  .addEdge('check_stock', END)
  .compile();

export const graph = new StateGraph(State)
  .addNode('classify', (ticket) => ({ topic: /refund|money back/i.test(asked(ticket)) ? 'refund' : 'order' }))
  .addNode('look_up', lookUp)
  .addNode('approve', () => {
    const decision: unknown = interrupt({ question: 'Refund 48.00 EUR for SO-1042?' });
    return { messages: [new AIMessage(`Refund of SO-1042: ${String(decision)}`)] };
  })
  .addNode('answer', async ({ messages, order }) => ({
    messages: [
      await model(
        `Order ${order?.id} is ${order?.status}. It left the warehouse this morning and arrives on Thursday.`,
      ).invoke(messages),
    ],
  }))
  // A run with a lock file ends after the file was deleted.
  .addNode('notify', async (_ticket, { configurable }) => {
    while (existsSync(String(configurable?.['lock_file']))) await setTimeout(10);
    return {};
  })
  .addEdge(START, 'classify')
  .addEdge('classify', 'look_up')
  .addConditionalEdges('look_up', ({ topic }) => (topic === 'refund' ? 'approve' : 'answer'), [
    'approve',
    'answer',
  ])
  .addEdge('approve', END)
  .addConditionalEdges(
    'answer',
    (_ticket, { configurable }) => (configurable?.['lock_file'] === undefined ? END : 'notify'),
    ['notify', END],
  )
  .addEdge('notify', END)
  .compile();
