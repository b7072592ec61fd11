import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { graphConfig, rootModulesInstall } from '../../harness/agents/fixtures.ts';
import { fakePythonAgent, installFakePython, installFakeUv } from '../../harness/fake-python/install.ts';
import { createRepository } from '../../harness/git.ts';
import { until } from '../../harness/until.ts';
import { gitDeployment, imageDeployment } from '../emulator/server/plane.ts';
import { useAgent } from './support/agent-screens.ts';
import { useDashboard } from './support/dashboard.ts';

const HOSTILE = [
  '<img src=x onerror="document.title=`taken`">',
  '\u001B[31mred\u001B[0m',
  'safe \u202Egnp.exe',
  'x'.repeat(2_000_000),
];

/** Agent with strings that would be harmful as markup in its messages, its state and its log. */
const HOSTILE_AGENT = `import { AIMessage } from '@langchain/core/messages';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

const HOSTILE = ${JSON.stringify(HOSTILE)};
export const graph = new StateGraph(MessagesAnnotation)
  .addNode('<b>node</b>', () => {
    for (const text of HOSTILE.slice(0, 3)) console.log('said ' + text);
    console.error('ERROR: it failed');
    return { messages: HOSTILE.map((text, index) => new AIMessage({ id: 'answer-' + index, content: text })) };
  })
  .addEdge(START, '<b>node</b>')
  .addEdge('<b>node</b>', END)
  .compile();
`;

const dashboard = useDashboard();

describe('an agent with hostile output', () => {
  const agent = useAgent(dashboard, {
    'package.json': '{"private":true,"type":"module"}',
    'langgraph.json': graphConfig(),
    'src/agent.ts': HOSTILE_AGENT,
  });

  test('is shown as plain text on every screen, even with megabytes of output', async () => {
    const { page, text, open } = await agent().open('playground');
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('speak');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const chat = page.getByRole('list', { name: 'Messages' });
    // Answers are Markdown, where the text between backticks is code.
    await chat.getByText('<img src=x onerror="document.title=taken">').first().waitFor();
    // Codes of terminal colors are removed.
    await chat.getByText('red', { exact: true }).first().waitFor();
    await chat.getByText(String.raw`safe \u202egnp.exe`).first().waitFor();
    await text('Done: <b>node</b>');
    await page.getByRole('table', { name: 'Frames' }).getByRole('cell', { name: 'values' }).last().click();
    await page.getByRole('region', { name: /^Frame \d+$/ }).waitFor();
    const thread = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const place = `/deployments/${agent().id}`;
    await open(`/threads/${agent().id}/${thread}`);
    await page
      .getByRole('list', { name: 'Changes' })
      .getByText(/safe \\u202egnp/)
      .first()
      .waitFor();
    await open(`${place}/graph`);
    await page.locator('svg .node').getByText('<b>node</b>').waitFor();
    await open('/threads');
    await page
      .getByRole('list', { name: /^Threads/ })
      .getByRole('link', { name: 'speak' })
      .waitFor();
    await open('/');
    await page.getByRole('list', { name: /^Runs/ }).getByRole('link', { name: 'speak' }).first().click();
    await text('<b>node</b>');
    await open(`/logs/${agent().id}`);
    await page
      .getByRole('log', { name: 'Log' })
      .getByText(/said <img/)
      .first()
      .waitFor();
    expect(await page.title()).not.toBe('taken');
    expect(await page.locator('img').count()).toBe(0);
  });

  test('has a log with live lines, a filter, context around a match, and links to lines', async () => {
    const run = () => agent().call('POST', '/runs/wait', { assistant_id: 'agent', input: {} });
    await run();
    const { page, text, newTab } = await agent().open('logs');
    const log = page.getByRole('log', { name: 'Log' });
    const lines = log.locator('.log-line').filter({ hasText: 'said <img' });
    await lines.first().waitFor();
    const before = await lines.count();
    await run();
    await until(async () => (await lines.count()) === before + 1, 'the new line');
    await page.getByRole('searchbox', { name: 'Text or run' }).fill('it failed');
    await until(async () => (await lines.count()) === 0, 'only matching lines');
    await log.locator('.log-line').filter({ hasText: 'it failed' }).first().click();
    const chosen = log.locator('.log-line[aria-current]').filter({ hasText: 'it failed' });
    await chosen.waitFor();
    // The surrounding lines come from the unfiltered log.
    await page.getByRole('link', { name: 'Show among all lines' }).click();
    await lines.first().waitFor();
    await chosen.waitFor();
    const other = await newTab(page.url());
    await other.page.locator('.log-line[aria-current]').filter({ hasText: 'it failed' }).waitFor();
    await text(/\d+ lines/);
  });
});

test('a Python agent is shown and used like a TypeScript agent, and an unsupported feature shows an error', async () => {
  const bin = await mkdtemp(path.join(tmpdir(), 'fake-python-'));
  dashboard.defer(() => rm(bin, { recursive: true, force: true }));
  const python = await installFakePython(bin);
  await installFakeUv(bin);
  const { emulator, link } = await dashboard.spawn({
    runtime: 'process',
    env: { PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`, EMULATOR_PYTHON: python },
  });
  const repository = await createRepository(fakePythonAgent({ version: 'v1' }));
  dashboard.defer(() => repository.remove());
  const { deploymentId } = await deployAgent(emulator, repository);
  const tab = await dashboard.signIn(link);
  tab.allow(/status of 422/);
  await tab.open(`/deployments/${deploymentId}/playground`);
  await tab.page.getByRole('textbox', { name: 'Message', exact: true }).fill('snake');
  await tab.page.getByRole('button', { name: 'Send', exact: true }).click();
  await tab.page
    .getByRole('list', { name: 'Messages' })
    .getByText(/v1.*snake/)
    .first()
    .waitFor();
  await tab.page.getByRole('link', { name: 'Show the thread' }).click();
  // The agent's threads have no history.
  await tab.text(/^422: /);
});

describe('a deployment without graphs', () => {
  test('explains that the deployment has a custom server', async () => {
    const repository = await createRepository({
      'package.json': '{"private":true,"type":"module"}',
      'langgraph.json': graphConfig(undefined, { emulator: { command: 'exec node server.mjs' } }),
      'server.mjs': `import { createServer } from 'node:http';
createServer((_, response) => response.end('{"ok":true}')).listen(process.env.PORT, '127.0.0.1');
`,
    });
    dashboard.defer(() => repository.remove());
    const { deploy, open } = await dashboard.start({ runtime: 'process' });
    const { id, revisionStatus } = await deploy(
      gitDeployment({ source_config: { repo_url: repository.url } }),
    );
    expect(revisionStatus).toBe('DEPLOYED');
    const tab = await open();
    for (const name of ['playground', 'graph', 'feedback']) {
      await tab.open(`/deployments/${id}/${name}`);
      await tab.text('This agent is a custom server');
    }
    // No request asked the custom server for features that it does not have.
    expect(tab.requests.filter((url) => url.includes('/inspect/'))).toEqual([]);
  });

  test('explains that the emulator runs no agents', async () => {
    const { deploy, open } = await dashboard.start();
    const { id } = await deploy(imageDeployment());
    const tab = await open();
    for (const name of ['playground', 'graph']) {
      await tab.open(`/deployments/${id}/${name}`);
      await tab.text('--runtime stub');
    }
    expect(tab.requests.filter((url) => url.includes('/inspect/'))).toEqual([]);
  });
});

test("an agent's empty screens show three ways to create a first thread, cron or webhook", async () => {
  const { deploy, open } = await dashboard.start({ runtime: 'process' });
  const repository = await createRepository({
    'package.json': '{"private":true,"type":"module"}',
    'langgraph.json': graphConfig(),
    'src/agent.ts': HOSTILE_AGENT,
  });
  dashboard.defer(() => repository.remove());
  const source = { repo_url: repository.url, install_command: rootModulesInstall() };
  const { id } = await deploy(gitDeployment({ source_config: source }));
  const tab = await open();
  await tab.open('/threads');
  await tab.text('No threads yet');
  await tab.text(/curl .*\/threads/);
  for (const place of ['/threads', '/crons', '/webhooks']) {
    await tab.open(place);
    await tab.page.locator('.way').nth(2).waitFor();
  }
  await tab.open(`/deployments/${id}/feedback`);
  await tab.text('Choose a run.');
});
