import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { conformanceAgent } from '../../harness/agents/fixtures.ts';
import { until } from '../../harness/until.ts';
import { useAgent } from './support/agent-screens.ts';
import { useDashboard } from './support/dashboard.ts';
import { pressUntil } from './support/keyboard.ts';

const dashboard = useDashboard();
const agent = useAgent(dashboard, conformanceAgent());

const steps = (page: Page) => page.getByRole('list', { name: 'Steps, newest first' }).getByRole('link');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Creates a thread and runs a graph on it. */
async function afterRun(graph: string, input: unknown = {}, more: object = {}) {
  const thread = await agent().thread();
  await agent().call('POST', `/threads/${thread}/runs/wait`, { assistant_id: graph, input, ...more });
  return thread;
}

async function openThread(thread: string, search = '') {
  const tab = await agent().open('revisions');
  await tab.open(`/threads/${agent().id}/${thread}${search}`);
  return tab;
}

describe('the steps of a thread', () => {
  test('are named after their nodes, with the newest first, and show their changes', async () => {
    const { page, seen } = await openThread(await afterRun('steps'));
    await until(async () => (await steps(page).count()) === 4, 'four steps');
    expect(await steps(page).allInnerTexts()).toEqual(['two', 'one', 'start', 'input']);
    const changes = await seen('list', 'Changes');
    await changes.getByText('steps[1]').waitFor();
    await steps(page).nth(1).click();
    await changes.getByText('steps[0]').waitFor();
  });

  test('can be selected with the keyboard', async () => {
    const { page, press } = await openThread(await afterRun('steps'));
    await steps(page).first().waitFor();
    await page.getByRole('heading', { level: 1 }).focus();
    await press('j', 'j');
    await page.getByRole('heading', { name: /^Step \d+, start$/ }).waitFor();
    await press('k');
    await page.getByRole('heading', { name: /^Step \d+, one$/ }).waitFor();
  });

  test('show a failed step in red with its exception', async () => {
    const { page, seen } = await openThread(await afterRun('failing'));
    const failure = await seen('region', 'RangeError');
    await failure.getByText('out of range', { exact: true }).waitFor();
    await failure.getByText(/in fail/).waitFor();
    expect(await page.locator('.step-row.failed').count()).toBe(1);
  });

  test('show a waiting step with its question, which can be answered there', async () => {
    const { page, text } = await openThread(await afterRun('asking'));
    await text('The agent waits for you');
    await page.getByText('Waiting for you').first().waitFor();
    await page.getByRole('textbox', { name: 'Answer as text or JSON' }).fill('yes');
    await button(page, 'Send answer').click();
    await until(async () => (await page.getByText('The agent waits for you').count()) === 0, 'the answer');
    await page.getByText('Finished').first().waitFor();
    // The answered question is one line, which shows how and when it was answered and leads to the run with the answer.
    const answered = page.locator('.answered');
    await steps(page).filter({ hasText: 'start' }).click();
    await answered.waitFor();
    await answered.getByText(/^Answered from the dashboard: \S/).waitFor();
    expect(await answered.innerText()).toMatch(/\S\n*(just now|\d+ s ago|now)/);
    await answered.locator('summary').click();
    await answered.getByRole('link', { name: 'Open the run with the answer' }).click();
    await page.waitForURL(/\/runs\//);
  });
});

describe('a fork', () => {
  test('with a changed state needs three clicks, and becomes a branch', async () => {
    const thread = await afterRun('steps');
    const { page, text } = await openThread(thread);
    await steps(page).nth(1).click();
    await page.getByRole('heading', { name: /^Step \d+, one$/ }).waitFor();
    await button(page, 'Change the state').click();
    await page.getByRole('textbox', { name: 'steps', exact: true }).fill('["changed"]');
    await button(page, 'Save as a branch').click();
    await page.getByRole('link', { name: 'changed by hand' }).waitFor();
    await button(page, 'Run from here').click();
    await text(/in 2 branches/);
    await until(async () => {
      const { values } = await agent().call('GET', `/threads/${thread}/state`);
      return JSON.stringify(values.steps) === '["one","changed","two"]';
    }, 'the state of the branch');
  });

  test('with a changed state can be created with only the keyboard', async () => {
    const thread = await afterRun('steps');
    const { page, press, text } = await openThread(thread);
    await steps(page).nth(1).waitFor();
    await press('j');
    await page.getByRole('heading', { name: /^Step \d+, one$/ }).waitFor();
    await pressUntil(page, 'Tab', /^Change the state$/);
    await press('Enter');
    await page.getByRole('textbox', { name: 'steps', exact: true }).waitFor();
    await pressUntil(page, 'Tab', /^steps$/);
    await press('Control+a');
    await page.keyboard.type('["typed"]');
    await pressUntil(page, 'Tab', /^Save as a branch$/);
    await press('Enter');
    await page.getByRole('link', { name: 'changed by hand' }).waitFor();
    await press('Shift+Enter');
    await text(/in 2 branches/);
    await until(async () => {
      const { values } = await agent().call('GET', `/threads/${thread}/state`);
      return JSON.stringify(values.steps) === '["one","typed","two"]';
    }, 'the state of the branch');
  });

  test('can be compared with any other step', async () => {
    const { page, text } = await openThread(await afterRun('steps'));
    await button(page, 'Compare with another step').click();
    await steps(page).last().click();
    await text(/Compared with step -1/);
  });
});

describe('a thread', () => {
  test('can be copied, and is deleted only after the user typed its ID', async () => {
    const thread = await afterRun('steps');
    const { page } = await openThread(thread);
    await button(page, 'Copy thread').click();
    await page.waitForURL((url) => !url.href.includes(thread));
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const copy = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.getByRole('dialog').getByRole('textbox').fill(copy);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/\/threads$/);
    await until(
      async () => (await agent().call('POST', '/threads/search', { ids: [copy] })).length === 0,
      'the thread is gone',
    );
  });

  test("lists its runs, and shows a webhook's URL without the query", async () => {
    const thread = await afterRun('steps', {}, { webhook: 'http://127.0.0.1:9/done?token=hush-hush' });
    const { page, seen } = await openThread(thread);
    const runs = await seen('group', 'Runs of the thread');
    await runs.getByText('http://127.0.0.1:9/done').waitFor();
    expect(await page.content()).not.toContain('hush-hush');
  });
});

describe('an item of the store', () => {
  const item = { namespace: ['edited'], key: 'one' };
  const stored = async () => (await agent().call('GET', '/store/items?namespace=edited&key=one')).value;

  async function edit(value: object) {
    await agent().call('PUT', '/store/items', { ...item, value });
    const tab = await agent().open('revisions');
    await tab.open(`/store?agent=${agent().id}&namespace=edited&item=${encodeURIComponent('edited one')}`);
    await button(tab.page, 'Edit').click();
    return { ...tab, field: tab.page.getByRole('textbox', { name: 'Value as JSON' }) };
  }

  test('retains a long string completely if another field is edited', async () => {
    const doc = 'x'.repeat(25_000);
    const { page, field } = await edit({ doc, note: 'old' });
    await until(async () => (await field.inputValue()).includes(doc), 'the whole value');
    await field.fill((await field.inputValue()).replace('"old"', '"new"'));
    await button(page, 'Save').click();
    await field.waitFor({ state: 'detached' });
    expect(await stored()).toEqual({ doc, note: 'new' });
  });

  test("cannot be saved while its value contains a secret's placeholder", async () => {
    const { page, field } = await edit({ token: 'a-secret-token', note: 'old' });
    await until(async () => (await field.inputValue()).includes('***'), 'the value without its secret');
    await field.fill((await field.inputValue()).replace('"old"', '"new"'));
    expect(await button(page, 'Save').isDisabled()).toBe(true);
    await field.fill((await field.inputValue()).replace('***', 'another-token'));
    await button(page, 'Save').click();
    await field.waitFor({ state: 'detached' });
    expect(await stored()).toEqual({ token: 'another-token', note: 'new' });
  });
});
