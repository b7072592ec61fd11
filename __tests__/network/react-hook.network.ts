// Tests a chat interface in a browser, with the hook of `@langchain/react`, which uses only the streaming protocol.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { graphConfig, rootModulesInstall } from '../../harness/agents/fixtures.ts';
import { createRepository, type FileTree } from '../../harness/git.ts';
import { useChromium } from '../browser/support/chromium.ts';
import { servePage } from '../browser/support/pages.ts';
import { startCloud } from '../emulator/admin/cloud.ts';
import { Cleanup } from '../emulator/agent-server/fixture.ts';
import { gitDeployment } from '../emulator/server/plane.ts';
import { installNpm } from './support/installs.ts';

const REACT = '19.3.1';

const browser = useChromium();
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Returns an agent with a model that streams, a subgraph that interrupts, and an answer that waits for a file. */
const askingAgent = (gate: string): FileTree => ({
  'package.json': '{"private":true,"type":"module"}',
  'langgraph.json': graphConfig(),
  'src/agent.ts': `import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { AIMessage } from '@langchain/core/messages';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

const child = new StateGraph(MessagesAnnotation)
  .addNode('ask', () => ({ messages: [new AIMessage('chosen: ' + String(interrupt('which color?')))] }))
  .addNode('check', () => ({}))
  .addEdge(START, 'ask')
  .addEdge('ask', 'check')
  .addEdge('check', END)
  .compile();
export const graph = new StateGraph(MessagesAnnotation)
  .addNode('think', async ({ messages }) => {
    const model = new FakeListChatModel({ responses: ['about ' + messages.at(-1)?.text] });
    return { messages: [await model.invoke(messages)] };
  })
  .addNode('child', child)
  .addNode('answer', async () => {
    while (!existsSync(${JSON.stringify(gate)})) await setTimeout(5);
    return { messages: [new AIMessage('done')] };
  })
  .addEdge(START, 'think')
  .addEdge('think', 'child')
  .addEdge('child', 'answer')
  .addEdge('answer', END)
  .compile();
`,
});

// docs/clients.md#react-hook
test('the newest official React hook streams, answers an interrupt, and rejoins an active run', async () => {
  const scratch = await mkdtemp(path.join(tmpdir(), 'react-hook-'));
  cleanup.add(() => rm(scratch, { recursive: true, force: true }));
  const packages = [`react@${REACT}`, `react-dom@${REACT}`, '@langchain/react', '@langchain/core@1'];
  const modules = await installNpm(path.join(scratch, 'react'), packages);
  const pages = await servePage('react-hook.mjs', { folder: modules });
  cleanup.add(() => pages.close());
  const gate = path.join(scratch, 'gate');
  const repository = await createRepository(askingAgent(gate));
  cleanup.add(() => repository.remove());
  const { emulator, deploy } = await startCloud({ runtime: 'process' });
  const source = { repo_url: repository.url, install_command: rootModulesInstall() };
  const { url } = await deploy(gitDeployment({ source_config: source }));

  const page = await browser.newPage();
  await page.goto(`${pages.origin}/#${new URLSearchParams({ url, key: emulator.apiKey })}`);
  const lines = page.locator('#lines li');
  const state = (text: string) => page.locator('output').filter({ hasText: text }).waitFor();
  const send = async (text: string) => {
    await page.locator('input').fill(text);
    await page.locator('button').click();
  };

  await send('cats');
  await page.locator('#questions li').filter({ hasText: 'which color?' }).waitFor();
  await state('idle');
  expect(await lines.allTextContents()).toEqual(['human: cats', 'ai: about cats']);

  await send('blue');
  await lines.filter({ hasText: 'ai: chosen: blue' }).waitFor();
  await state('busy');
  await page.locator('#subgraphs li').filter({ hasText: 'child' }).first().waitFor();

  // The run continues while the page is reloaded.
  await page.reload();
  await lines.filter({ hasText: 'ai: chosen: blue' }).waitFor();
  await state('busy');
  await writeFile(gate, '');
  await lines.filter({ hasText: 'ai: done' }).waitFor();
  await state('idle');
  const whole = ['human: cats', 'ai: about cats', 'ai: chosen: blue', 'ai: done'];
  expect(await lines.allTextContents()).toEqual(whole);

  await send('dogs');
  await page.locator('#questions li').filter({ hasText: 'which color?' }).waitFor();
  await send('red');
  await lines.nth(7).waitFor();
  await state('idle');
  expect((await lines.allTextContents()).slice(4)).toEqual([
    'human: dogs',
    'ai: about dogs',
    'ai: chosen: red',
    'ai: done',
  ]);
});
