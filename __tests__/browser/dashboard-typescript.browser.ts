import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useAgent } from './support/agent-screens.ts';
import { useDashboard } from './support/dashboard.ts';

// The form of the playground follows the agent's TypeScript types, using the compiler that npm installs for the
// agent.

const AGENT = `
import { Annotation, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  topic: Annotation<string>(),
  count: Annotation<number>(),
  isDraft: Annotation<boolean>(),
  tone: Annotation<'kind' | 'strict'>(),
  documents: Annotation<string[]>(),
  limit: Annotation<string | number | null>(),
});
export const graph = new StateGraph(State).addNode('read', () => ({})).addEdge(START, 'read').compile();
`;
const dashboard = useDashboard();
const agent = useAgent(
  dashboard,
  {
    'agent.ts': AGENT,
    'package.json': JSON.stringify({
      type: 'module',
      dependencies: { '@langchain/langgraph': '1.3.7', '@langchain/core': '1.2.13' },
      devDependencies: { typescript: '5.9.3' },
    }),
    'langgraph.json': JSON.stringify({ node_version: '24', graphs: { agent: './agent.ts:graph' } }),
  },
  { change: {} },
);

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens the playground with the form for the fields besides the messages. */
async function openForm() {
  const tab = await agent().open('playground');
  await tab.open(`/playground/${agent().id}?assistant=${await agent().assistant('agent')}`);
  // The button appears once the compiler has read the source.
  await button(tab.page, 'Other input fields').click();
  return tab;
}

// docs/agent-server.md#types
test('the form of a TypeScript graph sends values with the types of the source code', async () => {
  const { page, text } = await openForm();
  await page.getByRole('combobox', { name: 'tone' }).selectOption('strict');
  // A string of digits is not a number.
  await field(page, 'topic').fill('5');
  await field(page, 'count').fill('5');
  await page.getByRole('checkbox', { name: 'isDraft' }).check();
  await field(page, 'documents').fill('["5"]');
  await field(page, 'limit').fill('none');
  await field(page, 'Message').fill('hello');
  await button(page, 'Send').click();
  await text('Done: read');
  const thread = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect((await agent().call('GET', `/threads/${thread}/state`)).values).toMatchObject({
    topic: '5',
    count: 5,
    isDraft: true,
    tone: 'strict',
    documents: ['5'],
    limit: 'none',
    messages: [{ type: 'human', content: 'hello' }],
  });
});

test('the form of a TypeScript graph rejects words in a field for numbers, and keeps the message', async () => {
  const { page, text } = await openForm();
  const place = page.url();
  await field(page, 'count').fill('many');
  await field(page, 'Message').fill('hello');
  await button(page, 'Send').click();
  await text('must be a number');
  // No run and no thread was created, and the message stays in the form.
  expect(page.url()).toBe(place);
  expect(await field(page, 'Message').inputValue()).toBe('hello');
});
