import { expect, test } from '@jest/globals';
import { until } from '../../harness/until.ts';
import { useAgent } from './support/agent-screens.ts';
import { accessibilityViolations } from './support/axe.ts';
import { useDashboard } from './support/dashboard.ts';
import { HOSTILE_NAME, shopAgent } from './support/shop-agent.ts';

const dashboard = useDashboard();
const agent = useAgent(dashboard, shopAgent());

/** Runs the agent with a person's message, and returns the ID of the run's thread. */
async function ask(text: string): Promise<string> {
  const thread = await agent().thread();
  await agent().call('POST', `/threads/${thread}/runs/wait`, {
    assistant_id: 'agent',
    input: { messages: [{ role: 'user', content: text }] },
  });
  return thread;
}

async function openRuns(place = '/') {
  const tab = await dashboard.signIn(agent().emulator.dashboardLink() ?? '');
  if (place !== '/') await tab.open(place);
  await tab.heading('Runs');
  return tab;
}

test('one click on a run shows its steps', async () => {
  await ask('Where is my parcel?');
  const tab = await openRuns();
  await tab.text('Parcel SO-1042 is on its way.');
  await tab.page.getByRole('link', { name: 'Where is my parcel?' }).first().click();
  await tab.heading('Where is my parcel?');
  const tree = await tab.seen('tree', /Steps of the run/);
  await tree.getByRole('treeitem', { name: /Tool call lookup_order/ }).waitFor();
  const names = await tree
    .getByRole('treeitem')
    .evaluateAll((rows) =>
      rows.map((row) => `${row.getAttribute('aria-level')} ${row.querySelector('.cut')?.textContent}`),
    );
  expect(names).toEqual(['1 agent', '2 plan', '3 FakeListChatModel', '2 collect', '3 lookup_order']);
  await tree.getByRole('treeitem', { name: /Tool call lookup_order/ }).click();
  const pane = await tab.seen('region', 'Chosen step');
  await pane.getByText('SO-1042', { exact: true }).waitFor();
  expect(await accessibilityViolations(tab.page)).toEqual([]);
});

test('a long title has two lines, and a button shows the whole title', async () => {
  const title = 'Where is my parcel, which the courier left with a neighbour?'.repeat(4);
  await ask(title);
  const { page } = await openRuns();
  await page.setViewportSize({ width: 700, height: 800 });
  await page.getByRole('link', { name: title }).first().click();
  const heading = page.getByRole('heading', { level: 1, name: title });
  await heading.waitFor();
  const rows = () =>
    page.evaluate<number>(
      `(({ clientHeight }, { lineHeight }) => clientHeight / Number.parseFloat(lineHeight))(document.querySelector('h1'), getComputedStyle(document.querySelector('h1')))`,
    );
  const button = page.getByRole('button', { name: 'Whole title' });
  await button.waitFor();
  expect(await rows()).toBe(2);
  expect(await heading.getAttribute('title')).toBe(title);
  await button.focus();
  await page.keyboard.press('Enter');
  await until(async () => (await rows()) > 2);
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  expect(await heading.evaluate((one) => one.scrollHeight <= one.clientHeight + 1)).toBe(true);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await until(async () => (await rows()) === 2);
});

test('a failed run opens with its exception, the failed line of code, and the failed step', async () => {
  await ask('my order is lost');
  const tab = await openRuns();
  await tab.text(/OrderServiceError: connection pool exhausted <b>now<\/b>/);
  await tab.page.getByRole('link', { name: 'my order is lost' }).first().click();
  const failure = await tab.seen('region', /OrderServiceError in lookup_order/);
  await failure
    .getByText(/src\/agent\.ts:1\d/)
    .first()
    .waitFor();
  await failure.getByText('connection pool exhausted <b>now</b>', { exact: true }).waitFor();
  await failure.getByText("if (order === 'lost') throw new OrderServiceError(").waitFor();
  const chosen = tab.page.locator('[role=treeitem][aria-selected=true]');
  expect(await chosen.textContent()).toMatch(/^Tool call lookup_order.*, failed$/);
  await tab.text('Seen before');
  await tab.press('ArrowUp');
  expect(await chosen.textContent()).toMatch(/^Node collect/);
  expect(await accessibilityViolations(tab.page)).toEqual([]);
});

test('long idle times are collapsed on request, and the URL contains the choice', async () => {
  const gate = await agent().gate();
  const answered = ask(`gate:${gate.file} parcel`);
  const tab = await openRuns();
  await tab.page
    .getByRole('link', { name: /^gate:/ })
    .first()
    .click();
  const tree = await tab.seen('tree', /Steps of the run/);
  await tree.getByRole('treeitem', { name: /Node collect/ }).waitFor();
  await gate.open();
  await answered;
  const tool = tree.getByRole('treeitem', { name: /Tool call lookup_order/ });
  await tool.waitFor();
  const startOfTool = async () =>
    Number.parseFloat((await tool.locator('.bar rect').first().getAttribute('x')) ?? '');
  const before = await startOfTool();
  await tab.page.getByRole('button', { name: /^Fold .+ of waiting$/ }).click();
  await tab.page.getByRole('button', { name: /^Unfold .+ of waiting$/ }).waitFor();
  expect(await startOfTool()).not.toBe(before);
  expect(new URL(tab.page.url()).searchParams.get('waiting')).toBe('folded');
  await tab.page.locator('.waterfall-grid rect.bar-folded').first().waitFor({ state: 'attached' });
});

test("the text of a running step streams into the step's pane until the step has ended", async () => {
  const gate = await agent().gate();
  const thread = await agent().thread();
  await agent().call('POST', `/threads/${thread}/runs`, {
    assistant_id: 'agent',
    input: { messages: [{ role: 'user', content: `gate:${gate.file} streamed` }] },
    stream_mode: ['messages-tuple'],
  });
  const tab = await openRuns();
  await tab.page
    .getByRole('link', { name: /^gate:.*streamed/ })
    .first()
    .click();
  const tree = await tab.seen('tree', /Steps of the run/);
  await tree.getByRole('treeitem').first().click();
  const pane = await tab.seen('region', 'Chosen step');
  await pane.locator('[aria-busy=true]').filter({ hasText: 'I look that up.' }).waitFor();
  await pane.getByText('Running', { exact: true }).waitFor();
  await gate.open();
  await pane.getByText('Succeeded', { exact: true }).waitFor();
  await pane.locator('[aria-busy=true]').waitFor({ state: 'detached' });
});

test('the palette first lists actions of the screen and recently opened entries', async () => {
  await ask('Where is my recent parcel?');
  const tab = await openRuns();
  await tab.page.getByRole('link', { name: 'Where is my recent parcel?' }).first().click();
  await tab.heading('Where is my recent parcel?');
  await tab.seen('tree', /Steps of the run/);
  await tab.press('g', 't');
  await tab.heading('Threads');
  await tab.press('Control+k');
  const palette = tab.page.getByRole('dialog', { name: 'Search or jump to' });
  await palette.getByRole('option').first().waitFor();
  expect(await palette.locator('h3').allInnerTexts()).toEqual(expect.arrayContaining(['Recent', 'Screens']));
  expect(await palette.locator('h3').first().innerText()).toMatch(/^(This screen|Recent)$/);
  await palette.getByRole('option', { name: 'Where is my recent parcel?' }).first().click();
  await tab.heading('Where is my recent parcel?');
  await tab.press('Control+k');
  await tab.page.keyboard.type('>replay');
  await palette.getByRole('option', { name: /^Replay the run/ }).waitFor();
  await tab.press('Escape');
  await palette.waitFor({ state: 'hidden' });
  await tab.press('g', 't');
  await tab.heading('Threads');
  await tab.page.reload();
  await tab.heading('Threads');
  await tab.press('Control+k');
  await palette.getByRole('option', { name: 'Where is my recent parcel?' }).first().waitFor();
});

test('the palette finds runs by their texts on every screen, and shows joined emoji as single characters', async () => {
  await ask('Wo ist das Paket der Astronautin 👩🏽‍🚀?');
  const tab = await openRuns();
  await tab.open('/faults');
  await tab.heading('Faults');
  await tab.press('Control+k');
  await tab.page.keyboard.type('astronautin');
  const palette = tab.page.getByRole('dialog', { name: 'Search or jump to' });
  await palette.getByRole('option', { name: 'Wo ist das Paket der Astronautin 👩🏽‍🚀?' }).first().click();
  await tab.heading('Wo ist das Paket der Astronautin 👩🏽‍🚀?');
});

test('shortcuts work as soon as the palette is closed', async () => {
  const tab = await openRuns();
  await tab.press('Control+k');
  await tab.seen('combobox', 'Search or jump to');
  // The browser has not drawn the page again, so the field of the closed palette still has the focus.
  await tab.page.evaluate(`
    document.querySelector('dialog').close();
    for (const key of ['g', 't']) {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }
  `);
  await tab.heading('Threads');
});

test('a filter and a search select runs, and the URL contains the filter', async () => {
  await ask('refund me');
  const tab = await openRuns();
  await tab.page.getByRole('button', { name: /Waiting for you/ }).click();
  await tab.text('Asks: Refund 160 EUR?');
  expect(new URL(tab.page.url()).searchParams.get('state')).toBe('waiting');
  await tab.page.getByRole('link', { name: 'my order is lost' }).first().waitFor({ state: 'detached' });
  await tab.page.getByRole('button', { name: /^All/ }).click();
  await tab.press('/');
  await tab.page.keyboard.type('PARCEL so-1042');
  await tab.page.locator('mark').first().waitFor();
  await tab.open('/?text=nothing+like+this');
  await tab.text('No run matches');
  await tab.page.getByRole('button', { name: 'Remove the filters' }).click();
  await tab.page.getByRole('link', { name: 'refund me' }).first().waitFor();
});

test('runs can be filtered by agent, thread and metadata', async () => {
  const thread = await agent().thread();
  await agent().call('POST', `/threads/${thread}/runs/wait`, {
    assistant_id: 'agent',
    input: { messages: [{ role: 'user', content: 'Where is the parcel of Ada?' }] },
    metadata: { customer: 'ada' },
  });
  await ask('Where is the parcel of Bob?');
  const tab = await openRuns();
  const bob = tab.page.getByRole('link', { name: 'Where is the parcel of Bob?' }).first();
  await bob.waitFor();
  await tab.page.getByRole('button', { name: 'More filters' }).click();
  const dialog = tab.page.getByRole('dialog', { name: 'More filters' });
  expect(await accessibilityViolations(tab.page)).toEqual([]);
  await dialog.getByRole('textbox', { name: /^Agent/ }).fill('agent');
  await dialog.getByRole('textbox', { name: 'Metadata' }).fill('customer=ada');
  await tab.press('Enter');
  await bob.waitFor({ state: 'detached' });
  await tab.page.getByRole('link', { name: 'Where is the parcel of Ada?' }).first().waitFor();
  expect(Object.fromEntries(new URL(tab.page.url()).searchParams)).toEqual({
    graph: 'agent',
    metadata: 'customer=ada',
  });
  await tab.page.getByRole('button', { name: 'Remove the filter Metadata' }).click();
  await bob.waitFor();
  await tab.open(`/?thread=${thread}`);
  await tab.page.getByRole('link', { name: 'Where is the parcel of Ada?' }).first().waitFor();
  expect(await bob.count()).toBe(0);
});

test('a replay creates a new run that links to the old run', async () => {
  await ask('Where is my second parcel?');
  const tab = await openRuns();
  await tab.page.getByRole('link', { name: 'Where is my second parcel?' }).first().click();
  await tab.heading('Where is my second parcel?');
  const before = tab.page.url();
  await tab.seen('tree', /Steps of the run/);
  await tab.press('r');
  await tab.page.getByText('Replays', { exact: true }).waitFor();
  expect(tab.page.url()).not.toBe(before);
  await tab.seen('tree', /Steps of the run/);
  await tab.page.getByRole('link', { name: /^run / }).click();
  await tab.page.waitForURL((url) => before.startsWith(`${url.origin}${url.pathname}`));
});

test('a replay with an edited input shows the executing revision', async () => {
  await ask('Where is my third parcel?');
  const tab = await openRuns();
  await tab.page.getByRole('link', { name: 'Where is my third parcel?' }).first().click();
  await tab.page.getByRole('button', { name: 'More ways to replay' }).click();
  await tab.page.getByRole('menuitem', { name: 'Edited input…' }).click();
  await tab.text('The new run uses the serving revision #1.');
  await tab.page.getByRole('textbox', { name: 'Input as JSON' }).fill('{"messages": [["user", "Edited"]]}');
  await tab.page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
  await tab.heading('Edited');
  await tab.page.getByText('Replays', { exact: true }).waitFor();
});

test('a new run is highlighted for a moment', async () => {
  await ask('Where is my fourth parcel?');
  const tab = await openRuns();
  await tab.page.getByRole('link', { name: 'Where is my fourth parcel?' }).first().waitFor();
  const highlighted = tab.page.locator('.list-row.is-new');
  expect(await highlighted.count()).toBe(0);
  const seen = highlighted.filter({ hasText: 'Where is my fifth parcel?' }).waitFor();
  await ask('Where is my fifth parcel?');
  await seen;
  await highlighted.waitFor({ state: 'detached' });
});

test('new runs are hidden behind a button while a run is selected', async () => {
  await ask('the first of many');
  const tab = await openRuns();
  await tab.page.getByRole('link', { name: 'the first of many' }).first().waitFor();
  await tab.press('j');
  await ask('the second of many');
  await tab.page.getByRole('button', { name: '1 new' }).click();
  await tab.page.getByRole('link', { name: 'the second of many' }).first().waitFor();
});

test('hostile strings and messages of 5 MB are shown as plain text without stalling the list', async () => {
  await ask('be hostile <img src=x onerror=alert(1)>\u202Ereversed');
  await ask(`huge ${'y'.repeat(1_000_000)}`);
  const tab = await openRuns();
  await tab.page
    .getByRole('link', { name: /be hostile <img/ })
    .first()
    .waitFor();
  await tab.page
    .getByRole('link', { name: /^huge yyy/ })
    .first()
    .waitFor();
  expect(await tab.page.locator('.run-rows img, .run-rows script').count()).toBe(0);
  // The HTML of the whole list is short despite a message of 5 MB.
  expect((await tab.page.locator('.run-rows').innerHTML()).length).toBeLessThan(200_000);
  await tab.page
    .getByRole('link', { name: /be hostile <img/ })
    .first()
    .click();
  const item = tab.page.getByRole('treeitem', { name: /Tool call <img src=x/ });
  await item.click();
  expect(await item.textContent()).toContain(HOSTILE_NAME.replace('\u202E', '\\u202e'));
  const pane = await tab.seen('region', 'Chosen step');
  await pane.getByText('<script>alert(1)</script>').first().waitFor();
  expect(await tab.page.locator('main img, main script').count()).toBe(0);
});

test('a page of threads is discarded if the filter has changed before the page arrives', async () => {
  await ask('Where is my parcel?');
  const tab = await openRuns();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: answered, resolve: markAnswered } = Promise.withResolvers<void>();
  await tab.page.route(/\/_local\/[^?]*\/threads\?/, async (route) => {
    const url = new URL(route.request().url());
    const isLater = url.searchParams.has('offset');
    url.searchParams.delete('offset');
    const response = await route.fetch({ url: url.href });
    const body = (await response.json()) as { threads: { thread_id: string }[]; next: number | null };
    if (isLater) {
      await released;
      const [first] = body.threads;
      await route.fulfill({ json: { ...body, threads: [{ ...first, thread_id: 'of-the-earlier-filter' }] } });
      markAnswered();
    } else {
      await route.fulfill({ json: { ...body, next: body.threads.length } });
    }
  });
  await tab.open('/threads');
  await tab.page.getByRole('button', { name: 'More threads' }).click();
  const group = tab.page.getByRole('group', { name: 'State' });
  await group.getByText('Running').click();
  await tab.page.waitForURL(/state=running/);
  await tab.text('No thread matches');
  const rows = tab.page.locator('a[href*="of-the-earlier-filter"]');
  release();
  await answered;
  await tab.page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  expect(await rows.count()).toBe(0);
});
