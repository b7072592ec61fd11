import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { conformanceAgent } from '../../harness/agents/fixtures.ts';
import { until } from '../../harness/until.ts';
import { useAgent } from './support/agent-screens.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();
const agent = useAgent(dashboard, conformanceAgent());

const messages = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
const texts = async (page: Page) =>
  (await messages(page).locator('.message-body').allInnerTexts()).map((one) => one.trim());
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const panel = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
const progress = (page: Page) => page.locator('.run-progress');
const threadOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** Opens the playground with one graph. */
async function play(graph: string, thread = '') {
  const assistant = await agent().assistant(graph);
  const tab = await agent().open('playground');
  await tab.open(`/playground/${agent().id}${thread === '' ? '' : `/${thread}`}?assistant=${assistant}`);
  return tab;
}

/** Reloads the page, and withholds the schema of the agent until the returned function is called. */
async function holdSchema(page: Page): Promise<() => Promise<void>> {
  const answer = Promise.withResolvers<void>();
  await page.route('**/schemas', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const requested = page.waitForRequest('**/schemas');
  await page.reload();
  await requested;
  return async () => {
    const received = page.waitForResponse('**/schemas');
    answer.resolve();
    await received;
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** Starts a run that waits in its second node until the gate opens. */
async function startWaiting() {
  const tab = await play('slow');
  const gate = await agent().gate();
  await field(tab.page, 'gate').fill(JSON.stringify(gate.file));
  await button(tab.page, 'Run').click();
  await tab.text('Running: wait');
  return { ...tab, gate, thread: threadOf(tab.page) };
}

describe('a message to an agent', () => {
  test('is sent with one click, starts a thread, and is answered in a stream below it', async () => {
    const { page } = await play('chatty');
    await composer(page).fill('hello');
    await button(page, 'Send').click();
    await page.getByText('one two').first().waitFor();
    await button(page, 'Good answer').waitFor();
    expect(await texts(page)).toEqual(['hello', 'one two']);
    await panel(page, 'Frames');
    // The model streams each character separately. Only visible rows are in the document.
    await page.getByRole('searchbox', { name: 'Filter frames' }).fill('messages');
    await page.getByRole('table', { name: 'Frames' }).getByText('“w”').waitFor();
    const { values } = await agent().call('GET', `/threads/${threadOf(page)}/state`);
    expect(values.messages).toHaveLength(2);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('hello');
  });

  test('can be sent with only the keyboard, and continues the thread', async () => {
    const tab = await play('echo');
    await composer(tab.page).focus();
    await tab.page.keyboard.type('first');
    await tab.press('Control+Enter');
    await tab.text('echo: first');
    await button(tab.page, 'Good answer').waitFor();
    expect(await composer(tab.page).inputValue()).toBe('');
    await composer(tab.page).fill('second');
    await tab.press('Control+Enter');
    await tab.text('echo: second');
    await until(async () => (await messages(tab.page).count()) === 4, 'four messages');
  });

  test('can have many lines, and the composer grows up to eight lines', async () => {
    const { page } = await play('echo');
    const heightOf = async () => (await composer(page).boundingBox())?.height ?? 0;
    const single = await heightOf();
    await composer(page).fill('a\n'.repeat(7));
    const eight = await heightOf();
    await composer(page).fill('a\n'.repeat(30));
    expect(await heightOf()).toBeLessThan(eight + 16);
    expect(eight).toBeGreaterThan(4 * single);
  });

  test('is sent once the schema of the agent is loaded, if the user sends the message earlier', async () => {
    const { page, text, press } = await play('echo');
    const release = await holdSchema(page);
    await composer(page).fill('early');
    await press('Control+Enter');
    await text('The message is sent once the agent is loaded');
    expect(await button(page, 'Send').isDisabled()).toBe(true);
    await release();
    await text('echo: early');
    expect(await composer(page).inputValue()).toBe('');
  });

  test('remains in the composer while the schema of the agent is loaded, and can be sent then', async () => {
    const { page } = await play('echo');
    const release = await holdSchema(page);
    await composer(page).fill('early');
    await release();
    await button(page, 'Send').click();
    await page.getByText('echo: early').first().waitFor();
  });

  test('fills the form of a graph without messages, if the message is written before the schema is loaded', async () => {
    const { page } = await play('steps');
    const release = await holdSchema(page);
    await composer(page).fill('{"steps": ["zero"]}');
    await release();
    await button(page, 'Run').waitFor();
    expect(JSON.parse(await field(page, 'steps').inputValue())).toEqual(['zero']);
  });

  test('can be written as JSON', async () => {
    const tab = await play('echo');
    await button(tab.page, 'JSON').click();
    await field(tab.page, 'Input as JSON').fill('{"messages": [');
    await tab.text(/is not valid JSON/);
    await field(tab.page, 'Input as JSON').fill('{"messages": [{"role": "user", "content": "typed"}]}');
    await button(tab.page, 'Send').click();
    await tab.text('echo: typed');
  });

  test('is entered in a form instead of the composer if the graph has no messages', async () => {
    const tab = await play('steps');
    await field(tab.page, 'steps').fill('["zero"]');
    expect(await composer(tab.page).count()).toBe(0);
    await button(tab.page, 'Run').click();
    await tab.text('Done: one → two');
  });

  test('shows the error of a failed run and the node that failed', async () => {
    const tab = await play('failing');
    await button(tab.page, 'Run').click();
    const failure = await tab.seen('region', 'RangeError');
    await failure.getByText('out of range').waitFor();
    await failure.getByText('in fail').waitFor();
    await tab.page.locator('.page-head').getByText('Failed').waitFor();
  });
});

describe('an active run', () => {
  test('shows the running and finished nodes until it ends', async () => {
    const { page, gate, text } = await startWaiting();
    expect(await progress(page).innerText()).toBe('Running: wait Done: first');
    await page.locator('.page-head').getByText('Running').waitFor();
    await gate.open();
    await text('Done: first → wait → last');
    await page.locator('.page-head').getByText('Finished').waitFor();
    // The list must not show the thread as busy any more.
    const list = page.getByRole('list', { name: 'Threads of the agent' });
    await until(
      async () => (await list.getByRole('img', { name: 'Running' }).count()) === 0,
      'no running thread',
    );
  });

  test('lists its frames and their contents in order of arrival', async () => {
    const { page, gate, seen, text } = await startWaiting();
    const frames = page.getByRole('table', { name: 'Frames' });
    await frames.getByText('wait started').waitFor();
    await gate.open();
    await frames.getByRole('cell', { name: 'end', exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter frames' }).fill('metadata');
    await frames.getByText(/^run /).click();
    await (await seen('region', 'Frame 1')).getByText('attempt:').waitFor();
    await text(/\d+ frames?/);
  });

  test('can be stopped with the button Stop, which preserves its results, and can then be continued', async () => {
    const { page, gate, text, thread } = await startWaiting();
    await button(page, 'Stop').click();
    await text(/Stopped before wait/);
    expect((await agent().call('GET', `/threads/${thread}/state`)).values.steps).toEqual(['first']);
    await gate.open();
    await button(page, 'Continue').click();
    await text('Done: wait → last');
  });

  test('can be stopped with Escape', async () => {
    const tab = await startWaiting();
    await tab.page.getByRole('heading', { level: 1 }).focus();
    await tab.press('Escape');
    await tab.text(/Stopped before wait/);
    await tab.gate.open();
  });

  test('can be undone, which stops it and removes its results', async () => {
    const { page, thread } = await startWaiting();
    await button(page, 'Stop and undo').click();
    await until(async () => (await agent().call('GET', `/threads/${thread}/runs`)).length === 0, 'no run');
    await button(page, 'Stop and undo').waitFor({ state: 'detached' });
    expect((await agent().call('GET', `/threads/${thread}/state`)).values.steps ?? []).toEqual([]);
  });

  test('can be joined from its start in another tab, and in the same tab after a reload', async () => {
    const { page, gate, thread, newTab } = await startWaiting();
    const other = await newTab(page.url());
    await other.text('Running: wait Done: first');
    await page.reload();
    await page.getByText('Running: wait Done: first').waitFor();
    await gate.open();
    for (const one of [other.page, page]) await one.getByText('Done: first → wait → last').waitFor();
    expect(threadOf(other.page)).toBe(thread);
  });

  test('reports a broken stream with the last frame, and is joined again without duplicate frames', async () => {
    const { page, gate, text, thread, allow } = await startWaiting();
    allow(/net::ERR_/);
    agent().relay.cut();
    await text(/The stream broke after frame \d+\./);
    await gate.open();
    await until(
      async () => (await agent().call('GET', `/threads/${thread}/runs`))[0].status === 'success',
      'the end of the run',
    );
    agent().relay.mend();
    const again = button(page, 'Join again');
    const frames = page.getByRole('table', { name: 'Frames' });
    const end = frames.getByRole('cell', { name: 'end', exact: true });
    await again.or(end).first().waitFor();
    // The page may join the stream at any time, so a click that waits for the button could wait forever.
    await again.evaluateAll((buttons) => buttons.forEach((one) => one.click()));
    await end.waitFor();
    await text('Done: first → wait → last');
    const ids = (await frames.getByRole('row').locator('.numeric').allInnerTexts()).map(Number);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await page.getByText(/The stream broke/).count()).toBe(0);
  });

  test('is shown live if another client starts it on the open thread', async () => {
    const thread = await agent().thread();
    const tab = await play('slow', thread);
    // The page waits for runs on the thread.
    await until(() => tab.requests.some((url) => url.endsWith(`/threads/${thread}/stream`)));
    const gate = await agent().gate();
    await agent().call('POST', `/threads/${thread}/runs`, {
      assistant_id: 'slow',
      input: { gate: gate.file },
      stream_mode: ['updates', 'tasks'],
      stream_resumable: true,
    });
    await tab.text('Running: wait');
    await gate.open();
    await tab.text('Done: first → wait → last');
  });
});

describe('an agent that asks a question', () => {
  test('is shown as waiting, and receives the answer, even after a reload of the page', async () => {
    const { page, text } = await play('asking');
    await button(page, 'Run').click();
    await text('The agent waits for you');
    await page.locator('.page-head').getByText('Waiting for you').waitFor();
    await page.reload();
    await page.getByText('sure?', { exact: true }).waitFor();
    await field(page, 'Answer as text or JSON').fill('certainly');
    await button(page, 'Send answer').click();
    await page
      .getByRole('group', { name: 'the state' })
      .getByText('answer certainly', { exact: true })
      .waitFor();
    await text('Done: ask → after');
    expect(await page.getByText('The agent waits for you').count()).toBe(0);
  });

  test('stops before the node that the options specify', async () => {
    const { page, text } = await play('steps');
    await panel(page, 'Options');
    await field(page, 'Interrupt before nodes').fill('two');
    await button(page, 'Run').click();
    await text(/Stopped before two/);
    await field(page, 'Interrupt before nodes').fill('');
    await button(page, 'Continue').click();
    await text('Done: two');
  });
});

describe('the feedback on a run', () => {
  test("can be sent with the run's feedback keys, and is then listed", async () => {
    const { page, text, seen } = await play('steps');
    await panel(page, 'Options');
    await field(page, 'Feedback keys').fill('helpful, polite');
    await button(page, 'Run').click();
    const helpful = await seen('group', 'Feedback for key helpful');
    await seen('group', 'Feedback for key polite');
    await field(page, 'Comment').fill('<b>well</b> done');
    await helpful.getByRole('button', { name: '👍 good' }).click();
    await text('Given: helpful 1');
    const given = await seen('list', 'Given feedback');
    await given.getByText('<b>well</b> done').waitFor();
    // The feedback URLs are credentials, so the page contains only their keys.
    await panel(page, 'Frames');
    await page.getByRole('table', { name: 'Frames' }).getByText('feedback', { exact: true }).first().click();
    await text('/feedback/tokens/***');
  });

  test('can be sent with one click below the answer', async () => {
    const { page, text } = await play('echo');
    await composer(page).fill('rate me');
    await button(page, 'Send').click();
    await button(page, 'Good answer').click();
    await text('Feedback saved: user_score 1');
  });
});

describe('an assistant', () => {
  test('can be switched to any of its versions for later runs', async () => {
    const made = await agent().call('POST', '/assistants', {
      graph_id: 'steps',
      name: 'two versions',
      config: { configurable: { user: 'first' } },
    });
    await agent().call('PATCH', `/assistants/${made.assistant_id}`, {
      config: { configurable: { user: 'second' } },
    });
    const tab = await agent().open('playground');
    await tab.open(`/playground/${agent().id}?assistant=${made.assistant_id}&panel=options`);
    const { page, text } = tab;
    await page.getByText('Version 2 of steps').click();
    await page.getByRole('combobox', { name: 'Version' }).selectOption('1');
    await page
      .getByRole('group', { name: 'configuration of version 1' })
      .getByText('first', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Use version 1 for new runs' }).click();
    await text('Version 1 of steps');
    expect((await agent().call('GET', `/assistants/${made.assistant_id}`)).version).toBe(1);
  });

  test('accepts a configuration and a context for one run', async () => {
    const { page } = await play('configured');
    await panel(page, 'Options');
    await field(page, 'Context (JSON)').fill('{"tone": "kind"}');
    await button(page, 'Run').click();
    await page.getByText('tone kind', { exact: true }).waitFor();
    await field(page, 'Context (JSON)').fill('{}');
    await field(page, 'Configurable (JSON)').fill('{"user": "ada"}');
    await button(page, 'Run').click();
    await page.getByText('user ada', { exact: true }).waitFor();
  });
});
