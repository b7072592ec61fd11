import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { conformanceAgent } from '../../harness/agents/fixtures.ts';
import { until } from '../../harness/until.ts';
import { useAgent } from './support/agent-screens.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();
const agent = useAgent(dashboard, conformanceAgent());

const node = (page: Page, name: string) => page.locator('svg .node').filter({ hasText: name });
const isLit = async (page: Page, name: string, state: 'running' | 'done') =>
  (await node(page, name)
    .and(page.locator(`.${state}`))
    .count()) === 1;

async function openGraph(graph: string, search = '') {
  const tab = await agent().open(`graph?assistant=${await agent().assistant(graph)}${search}`);
  await tab.page.locator('svg .node').first().waitFor();
  return tab;
}

describe('the graph of an assistant', () => {
  test('highlights the running node of a run that any client started', async () => {
    const thread = await agent().thread();
    const { page, requests } = await openGraph('slow', `&thread=${thread}`);
    expect(await node(page, '').allTextContents()).toEqual(['start', 'first', 'wait', 'last', 'end']);
    await until(() => requests.some((url) => url.endsWith(`/threads/${thread}/stream`)));
    const gate = await agent().gate();
    await agent().call('POST', `/threads/${thread}/runs`, {
      assistant_id: 'slow',
      input: { gate: gate.file },
      stream_mode: ['updates', 'tasks'],
      stream_resumable: true,
    });
    await until(() => isLit(page, 'wait', 'running'), 'the node that runs');
    expect(await isLit(page, 'first', 'done')).toBe(true);
    expect(await page.locator('svg .node.running').count()).toBe(1);
    await gate.open();
    await until(() => isLit(page, 'last', 'done'), 'the last node');
    expect(await page.locator('svg .node.running').count()).toBe(0);
  });

  test('has an equivalent table, and the playground links to the graph with the thread', async () => {
    const { page, text, seen } = await agent().open(
      `playground?assistant=${await agent().assistant('steps')}`,
    );
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await text('Done: one → two');
    await page.getByRole('link', { name: 'Show in the graph' }).focus();
    await page.keyboard.press('Enter');
    const table = page.getByText('Show as table');
    await table.focus();
    await page.keyboard.press('Enter');
    const nodes = await seen('group', 'Nodes');
    await nodes.getByRole('row', { name: /one.*two/ }).waitFor();
    const runs = page.getByRole('combobox', { name: 'Run' });
    await until(async () => (await runs.getByRole('option').count()) === 2, 'the run among the choices');
    expect(await runs.getByRole('option').nth(1).textContent()).toMatch(/ · Succeeded$/);
    await runs.selectOption({ index: 1 });
    await nodes.getByRole('row', { name: /^one done two$/ }).waitFor();
  });

  test('uses the history to show the finished nodes of a run that was not streamed', async () => {
    const thread = await agent().thread();
    await agent().call('POST', `/threads/${thread}/runs/wait`, { assistant_id: 'steps', input: {} });
    const [{ run_id: run }] = await agent().call('GET', `/threads/${thread}/runs`);
    const { page } = await openGraph('steps', `&thread=${thread}&run=${run}`);
    await until(() => isLit(page, 'two', 'done'), 'the last node');
  });

  test('can show inner graphs and highlight their nodes', async () => {
    const thread = await agent().thread();
    const assistant = await agent().assistant('nestedDeep');
    await agent().call('POST', `/threads/${thread}/runs/wait`, {
      assistant_id: assistant,
      input: {},
    });
    const { page, text } = await agent().open(`playground?assistant=${assistant}&thread=${thread}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await text(/Done: child:inner → child:more → child/);
    const run = (await agent().call('GET', `/threads/${thread}/runs`))[0].run_id;
    const graph = await openGraph('nestedDeep', `&thread=${thread}&run=${run}&xray=yes`);
    await until(() => isLit(graph.page, 'more', 'done'), 'an inner node');
    await graph.page.locator('svg .box-name').getByText('child').waitFor();
    await graph.page.getByRole('checkbox', { name: 'Inner graphs' }).uncheck();
    await until(() => isLit(graph.page, 'child', 'done'), 'the node around it');
  });
});
