import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { conformanceAgent } from '../../harness/agents/fixtures.ts';
import { until } from '../../harness/until.ts';
import { useAgent } from './support/agent-screens.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();
const agent = useAgent(dashboard, conformanceAgent());

const steps = (page: Page) => page.getByRole('list', { name: 'Steps, newest first' }).getByRole('link');
const titles = async (page: Page) =>
  (await steps(page).locator('strong, bdi').allInnerTexts()).join(' ').trim();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Creates a thread and runs a graph on it. */
async function afterRun(graph: string, input: unknown = {}, more: object = {}) {
  const thread = await agent().thread();
  await agent().call('POST', `/threads/${thread}/runs/wait`, { assistant_id: graph, input, ...more });
  return thread;
}

/** Returns the values of a thread's newest state. */
const state = async (thread: string) => (await agent().call('GET', `/threads/${thread}/state`)).values;
const history = (thread: string) => agent().call('POST', `/threads/${thread}/history`, { limit: 100 });

describe('the history of a thread', () => {
  test('lists the steps with their nodes, and shows the changes of the selected step', async () => {
    const thread = await afterRun('steps', { steps: ['zero'] });
    const { page, text, seen } = await agent().open(`threads/${thread}`);
    await seen('region', 'Step 2');
    expect(await titles(page)).toBe('2 two 1 one 0 __start__ -1 input');
    await steps(page).nth(1).click();
    const step = await seen('region', 'Step 1');
    await step.getByText('steps.1').waitFor();
    await step.getByText('added', { exact: true }).waitFor();
    await text('Next: two');
    await page.reload();
    await seen('region', 'Step 1');
  });

  test('grows while a run of any client is active', async () => {
    const thread = await agent().thread();
    const { page, text, requests } = await agent().open(`threads/${thread}`);
    await text(/No steps yet/);
    await until(() => requests.some((url) => url.endsWith(`/threads/${thread}/stream`)));
    const gate = await agent().gate();
    await agent().call('POST', `/threads/${thread}/runs`, {
      assistant_id: 'slow',
      input: { gate: gate.file },
      stream_mode: ['tasks'],
      stream_resumable: true,
    });
    await text(/A run is active. Running: wait/);
    await steps(page).filter({ hasText: 'first' }).waitFor();
    await gate.open();
    await steps(page).filter({ hasText: 'last' }).waitFor();
    await page.getByRole('group', { name: 'Runs of the thread' }).getByText('success').waitFor();
  });

  test('loads older steps on request', async () => {
    const thread = await afterRun('steps');
    for (let index = 0; index < 28; index += 1) {
      await agent().call('POST', `/threads/${thread}/state`, {
        values: { steps: [`${index}`] },
        as_node: 'one',
      });
    }
    const { page } = await agent().open(`threads/${thread}`);
    await button(page, 'Older steps').click();
    await until(async () => (await steps(page).count()) === 32, '32 steps');
  });
});

describe('a step of a thread', () => {
  test('can be run again, on a new branch', async () => {
    const thread = await afterRun('steps');
    const { page, seen } = await agent().open(`threads/${thread}`);
    await steps(page).filter({ hasText: 'one' }).click();
    await seen('region', 'Step 1');
    await button(page, 'Run from here').click();
    await until(async () => (await history(thread)).length > 4, 'the steps of a second branch');
    await until(async () => (await titles(page)).startsWith('2 two'), 'the newest step');
    expect(await state(thread)).toEqual({ steps: ['one', 'two'] });
    const two = (await history(thread)).filter(({ next }: { next: string[] }) => next.length === 0);
    expect(two).toHaveLength(2);
  });

  test('can be followed by an edited state, from which the run continues', async () => {
    const thread = await afterRun('steps', {}, { interrupt_before: ['two'] });
    const { page, text, seen } = await agent().open(`threads/${thread}`);
    await text('Next: two');
    await page.getByText('Edit the state from here').click();
    const value = page.getByRole('textbox', { name: 'What changes (JSON)' });
    await value.fill('{"steps": ["edited"');
    await text(/is not valid JSON/);
    expect(await button(page, 'Write').isDisabled()).toBe(true);
    await value.fill('{"steps": ["edited"]}');
    await page.getByRole('textbox', { name: 'As if this node had returned it' }).fill('one');
    await button(page, 'Write').click();
    await until(async () => (await titles(page)).includes('update'), 'the new step');
    await (await seen('region', 'Step 2')).getByText('edited').first().waitFor();
    await button(page, 'Run from here').click();
    await until(async () => (await state(thread)).steps.includes('two'), 'the end of the run');
    expect(await state(thread)).toEqual({ steps: ['one', 'edited', 'two'] });
  });

  test('can be followed by an edited state if it is an old step, which forks the thread', async () => {
    const thread = await afterRun('steps');
    const before = (await history(thread)).length;
    const { page, seen } = await agent().open(`threads/${thread}`);
    await steps(page).filter({ hasText: 'one' }).click();
    await seen('region', 'Step 1');
    await page.getByText('Edit the state from here').click();
    await page.getByRole('textbox', { name: 'What changes (JSON)' }).fill('{"steps": ["fork"]}');
    await button(page, 'Write').click();
    await until(async () => (await history(thread)).length === before + 1, 'one more checkpoint');
    expect(await state(thread)).toEqual({ steps: ['one', 'fork'] });
    // The step is compared with its parent, not with the step below it.
    await until(async () => (await page.getByText('steps.1').count()) === 1, 'one change');
    await page.getByText('fork', { exact: true }).first().waitFor();
  });

  test("shows the agent's reason if it refuses an edited state", async () => {
    const thread = await afterRun('steps');
    const { page, text, allow } = await agent().open(`threads/${thread}`);
    allow(/status of 4\d\d/);
    await page.getByText('Edit the state from here').click();
    await page.getByRole('textbox', { name: 'As if this node had returned it' }).fill('nowhere');
    await button(page, 'Write').click();
    await text(/^4\d\d: .*nowhere/);
  });
});

describe('a thread', () => {
  test('can be copied with its history', async () => {
    const thread = await afterRun('steps');
    const { page } = await agent().open(`threads/${thread}`);
    await button(page, 'Copy').click();
    await page.waitForURL((url) => !url.pathname.endsWith(thread));
    await until(async () => (await titles(page)) === '2 two 1 one 0 __start__ -1 input', 'the same steps');
  });

  test('shows its expiry, which can be changed', async () => {
    const thread = await agent().thread();
    const { page, text } = await agent().open(`threads/${thread}`);
    await page.getByText('Never expires').click();
    await page.getByRole('spinbutton', { name: 'Expires after minutes' }).fill('120');
    await button(page, 'Set').click();
    await text(/Expires in 1 h, 2 h after its last use: it is deleted/);
    const { ttl } = await agent().call('GET', `/threads/${thread}?include=ttl`);
    expect(ttl).toMatchObject({ ttl_minutes: 120, strategy: 'delete' });
  });

  test('can be deleted after its ID is typed', async () => {
    const thread = await afterRun('steps');
    const { page } = await agent().open(`threads/${thread}`);
    await button(page, 'Delete…').click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill(thread);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/\/threads$/);
    await until(
      async () => (await agent().call('POST', '/threads/search', { ids: [thread] })).length === 0,
      'the thread is gone',
    );
  });

  test("lists its runs, with the webhook's URL but without its query", async () => {
    const thread = await afterRun('steps', {}, { webhook: 'http://127.0.0.1:9/done?token=hush-hush' });
    const { page, seen } = await agent().open(`threads/${thread}`);
    const runs = await seen('group', 'Runs of the thread');
    await runs.getByText('http://127.0.0.1:9/done').waitFor();
    expect(await page.content()).not.toContain('hush-hush');
    await runs.getByRole('link', { name: 'graph' }).click();
    await page.getByText('Done: one → two').waitFor();
  });
});
