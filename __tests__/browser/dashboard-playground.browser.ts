import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { conformanceAgent } from '../../harness/agents/fixtures.ts';
import { until } from '../../harness/until.ts';
import { useAgent } from './support/agent-screens.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();
const agent = useAgent(dashboard, conformanceAgent());

const chat = (page: Page) => page.getByRole('list', { name: 'Messages' });
const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const status = (page: Page) => page.getByRole('region', { name: 'Run' }).locator('p[role=status]').first();
const threadOf = (page: Page) => new URL(page.url()).searchParams.get('thread') ?? '';

/** Opens the playground with one graph. */
async function play(graph: string, search = '') {
  const assistant = await agent().assistant(graph);
  return agent().open(`playground?assistant=${assistant}${search}`);
}

/** Starts a run that waits in its second node until its gate opens. */
async function startWaiting() {
  const tab = await play('slow');
  const gate = await agent().gate();
  await field(tab.page, 'gate').fill(JSON.stringify(gate.file));
  await run(tab.page);
  await tab.text('Running: wait');
  return { ...tab, gate, thread: threadOf(tab.page) };
}

describe('a message to an agent', () => {
  test('starts a thread and shows the message and the reply', async () => {
    const { page } = await play('chatty');
    await field(page, 'messages').fill('hello');
    await run(page);
    await chat(page).getByText('one two').waitFor();
    await page.getByRole('button', { name: '👍 good' }).waitFor();
    expect(await chat(page).getByRole('listitem').allInnerTexts()).toEqual(['User\nhello', 'Agent\none two']);
    expect(await status(page).innerText()).toBe('Done: model');
    const { values } = await agent().call('GET', `/threads/${threadOf(page)}/state`);
    expect(values.messages).toHaveLength(2);
  });

  test('can be sent with the keyboard only, and continues the thread', async () => {
    const tab = await play('echo');
    await field(tab.page, 'messages').focus();
    await tab.page.keyboard.type('first');
    await tab.press('Control+Enter');
    await chat(tab.page).getByText('echo: first').waitFor();
    await tab.text('👍 good');
    await field(tab.page, 'messages').fill('second');
    await tab.press('Control+Enter');
    await chat(tab.page).getByText('echo: second').waitFor();
    expect(await chat(tab.page).getByRole('listitem').count()).toBe(4);
  });

  test('can only be typed once the schema is known, so that no text is lost', async () => {
    const { page, text } = await play('echo');
    const answer = Promise.withResolvers<void>();
    await page.route('**/schemas', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.reload();
    await text('Reading…');
    expect(await page.getByRole('button', { name: 'Run', exact: true }).count()).toBe(0);
    answer.resolve();
    await field(page, 'messages').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('can be written as JSON and reused', async () => {
    const tab = await play('steps');
    await tab.page.getByRole('button', { name: 'As JSON' }).click();
    await field(tab.page, 'Input as JSON').fill('{"steps": ["zero"');
    await tab.text(/is not valid JSON/);
    await field(tab.page, 'Input as JSON').fill('{"steps": ["zero"]}');
    await run(tab.page);
    await tab.text('Done: one → two');
    await tab.page.getByRole('button', { name: 'As a form' }).click();
    await field(tab.page, 'steps').fill('');
    await tab.page.getByRole('combobox', { name: 'Earlier inputs' }).selectOption('{"steps":["zero"]}');
    expect(await field(tab.page, 'steps').inputValue()).toBe('["zero"]');
  });

  test('shows the reason if the agent refuses it, and the page stays usable', async () => {
    const tab = await play('failing');
    await run(tab.page);
    await tab.text(/RangeError: out of range/);
    await tab.page.getByRole('combobox', { name: 'Assistant' }).selectOption({ label: 'steps' });
    await tab.page
      .getByRole('combobox', { name: 'Thread', exact: true })
      .selectOption({ label: 'a new one' });
    await run(tab.page);
    await tab.text('Done: one → two');
  });
});

describe('an active run', () => {
  test('shows the running and finished nodes until it ends', async () => {
    const { page, gate, text } = await startWaiting();
    expect(await status(page).innerText()).toBe('Running: wait Done: first');
    await gate.open();
    await text('Done: first → wait → last');
  });

  test('lists its frames with their contents in order of arrival', async () => {
    const { page, gate, seen, text } = await startWaiting();
    await page.getByRole('checkbox', { name: 'Raw frames' }).check();
    const frames = page.getByRole('table', { name: 'Frames' });
    await frames.getByRole('cell', { name: 'metadata' }).waitFor();
    await gate.open();
    await frames.getByRole('cell', { name: 'end', exact: true }).waitFor();
    await frames.getByRole('cell', { name: /"run_id"/ }).click();
    await (await seen('region', 'Frame 1')).getByText('attempt:').waitFor();
    await text(/\d+ frames/);
  });

  test('can be interrupted, which keeps its results, and then continued', async () => {
    const { page, gate, text, thread } = await startWaiting();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await text(/Stopped before wait/);
    expect((await agent().call('GET', `/threads/${thread}/state`)).values.steps).toEqual(['first']);
    await gate.open();
    await page.getByRole('button', { name: 'Continue' }).click();
    await text('Done: wait → last');
  });

  test('can be rolled back, which removes its results', async () => {
    const { page, thread } = await startWaiting();
    await page.getByRole('button', { name: 'Stop and roll back' }).click();
    await until(async () => (await agent().call('GET', `/threads/${thread}/runs`)).length === 0, 'no run');
    await page.getByRole('button', { name: 'Stop and roll back' }).waitFor({ state: 'detached' });
    expect((await agent().call('GET', `/threads/${thread}/state`)).values.steps ?? []).toEqual([]);
    expect(await page.getByText('State', { exact: true }).count()).toBe(0);
  });

  test('can be joined from its start by another tab, and by the same tab after a reload', async () => {
    const { page, gate, thread, newTab } = await startWaiting();
    const other = await newTab(page.url());
    await other.text('Running: wait Done: first');
    await page.reload();
    await page.getByText('Running: wait Done: first').waitFor();
    await gate.open();
    for (const one of [other.page, page]) await one.getByText('Done: first → wait → last').waitFor();
    expect(threadOf(other.page)).toBe(thread);
  });

  test('is rejoined after a broken connection, without duplicate frames', async () => {
    const { page, gate, text, thread, allow } = await startWaiting();
    allow(/net::ERR_/);
    await page.getByRole('checkbox', { name: 'Raw frames' }).check();
    agent().relay.cut();
    await text('Not connected since');
    await gate.open();
    await until(
      async () => (await agent().call('GET', `/threads/${thread}/runs`))[0].status === 'success',
      'the end of the run',
    );
    agent().relay.mend();
    const frames = page.getByRole('table', { name: 'Frames' });
    await frames.getByRole('cell', { name: 'end', exact: true }).waitFor();
    const ids = (await frames.getByRole('row').locator('.code').allInnerTexts()).slice(1).map(Number);
    expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index));
    await page.getByRole('checkbox', { name: 'Raw frames' }).uncheck();
    await text('Done: first → wait → last');
  });

  test('is shown live if another client starts it on the displayed thread', async () => {
    const thread = await agent().thread();
    const tab = await play('slow', `&thread=${thread}`);
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

  test('causes a second run to be rejected or queued, as chosen', async () => {
    const { page, gate, text, thread, allow } = await startWaiting();
    allow(/status of 409/);
    await page.getByText('Run options').click();
    await page.getByRole('combobox', { name: 'If the thread is busy' }).selectOption('reject');
    await run(page);
    await text(/^409/);
    await page.getByRole('combobox', { name: 'If the thread is busy' }).selectOption('enqueue');
    await run(page);
    await until(async () => (await agent().call('GET', `/threads/${thread}/runs`)).length === 2, 'two runs');
    await gate.open();
    await until(async () => {
      const { values } = await agent().call('GET', `/threads/${thread}/state`);
      return values.steps.length === 6;
    }, 'both runs');
    await text('Done: first → wait → last');
  });
});

describe('an agent with a question', () => {
  test('receives the answer, even after the page is reloaded', async () => {
    const { page, text } = await play('asking');
    await run(page);
    await text('The agent waits for an answer');
    await page.reload();
    await page.getByText('sure?', { exact: true }).waitFor();
    await field(page, 'Answer in words or JSON').fill('certainly');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('answer certainly', { exact: true }).waitFor();
    await text('Done: ask → after');
    expect(await page.getByText('The agent waits for an answer').count()).toBe(0);
  });

  test('stops before the node that the run specifies', async () => {
    const { page, text } = await play('steps');
    await page.getByText('Run options').click();
    await field(page, 'Interrupt before nodes').fill('two');
    await run(page);
    await text(/Stopped before two/);
    await field(page, 'Interrupt before nodes').fill('');
    await page.getByRole('button', { name: 'Continue' }).click();
    await text('Done: two');
  });
});

describe('the feedback on a run', () => {
  test("can be sent with the run's feedback keys, and is listed", async () => {
    const { page, text, seen } = await play('steps');
    await page.getByText('Run options').click();
    await field(page, 'Feedback keys').fill('helpful, polite');
    await run(page);
    const helpful = await seen('group', 'Feedback for key helpful');
    await seen('group', 'Feedback for key polite');
    await field(page, 'Comment').fill('<b>well</b> done');
    await helpful.getByRole('button', { name: '👍 good' }).click();
    await text('Given: helpful 1');
    const given = await seen('list', 'Given feedback');
    await given.getByText('<b>well</b> done').waitFor();
    // The feedback URLs are credentials, so the page only has their keys.
    await page.getByRole('checkbox', { name: 'Raw frames' }).check();
    await page.getByRole('cell', { name: 'feedback' }).first().click();
    await text('/feedback/tokens/***');
  });
});

describe('an assistant', () => {
  test('can be set to any of its versions for further runs', async () => {
    const made = await agent().call('POST', '/assistants', {
      graph_id: 'steps',
      name: 'two versions',
      config: { configurable: { user: 'first' } },
    });
    await agent().call('PATCH', `/assistants/${made.assistant_id}`, {
      config: { configurable: { user: 'second' } },
    });
    const { page, text } = await agent().open(`playground?assistant=${made.assistant_id}`);
    await page.getByText('Version 2 of steps').click();
    await page.getByRole('combobox', { name: 'Version' }).selectOption('1');
    await page
      .getByRole('group', { name: 'configuration of version 1' })
      .getByText('first', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Make runs use version 1' }).click();
    await text('Version 1 of steps');
    expect((await agent().call('GET', `/assistants/${made.assistant_id}`)).version).toBe(1);
  });

  test('accepts a configuration and a context for one run', async () => {
    const { page } = await play('configured');
    await page.getByText('Run options').click();
    await field(page, 'Context (JSON)').fill('{"tone": "kind"}');
    await run(page);
    await page.getByText('tone kind', { exact: true }).waitFor();
    await field(page, 'Context (JSON)').fill('{}');
    await field(page, 'Configurable (JSON)').fill('{"user": "ada"}');
    await page.getByRole('combobox', { name: 'Thread', exact: true }).selectOption('');
    await run(page);
    await page.getByText('user ada', { exact: true }).waitFor();
  });

  test('only streams the selected modes', async () => {
    const { page } = await play('steps');
    await page.getByText('Run options').click();
    for (const mode of ['values', 'tasks', 'messages-tuple']) {
      await page.getByRole('checkbox', { name: mode, exact: true }).uncheck();
    }
    await page.getByRole('checkbox', { name: 'Raw frames' }).check();
    await run(page);
    const frames = page.getByRole('table', { name: 'Frames' });
    await frames.getByRole('cell', { name: 'end', exact: true }).waitFor();
    const events = await frames.getByRole('row').locator('.surface').allInnerTexts();
    expect(events).toEqual(['Event', 'metadata', 'updates', 'updates', 'end']);
  });
});
