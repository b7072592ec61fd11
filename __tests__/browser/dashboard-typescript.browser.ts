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

// docs/agent-server.md#types
test('the form of a TypeScript graph sends values with the types in its source', async () => {
  const { page, text } = await agent().open(`playground?assistant=${await agent().assistant('agent')}`);
  // The compiler needs time, because it first reads the source.
  await page.getByRole('combobox', { name: 'tone' }).waitFor();
  await page.getByRole('combobox', { name: 'tone' }).selectOption('strict');
  // A text of digits is not a number.
  await field(page, 'topic').fill('5');
  await field(page, 'count').fill('5');
  await page.getByRole('checkbox', { name: 'isDraft' }).check();
  await field(page, 'documents').fill('["5"]');
  await field(page, 'limit').fill('none');
  await field(page, 'messages').fill('hello');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await text('Done: read');
  const thread = new URL(page.url()).searchParams.get('thread') ?? '';
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

test('the form of a TypeScript graph refuses values that their types do not allow', async () => {
  const { page, text } = await agent().open(`playground?assistant=${await agent().assistant('agent')}`);
  await field(page, 'count').fill('many');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await text('must be a number');
  expect(new URL(page.url()).searchParams.get('thread')).toBeNull();
});
