import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { cloudOf } from '../emulator/admin/cloud.ts';
import { accessibilityViolations } from './support/axe.ts';
import { useAgent } from './support/agent-screens.ts';
import { storeExperiments } from '../emulator/dashboard/stored-experiments.ts';
import { askingAgent, startReceiver } from './support/daily.ts';
import { useDashboard } from './support/dashboard.ts';
import { pressUntil } from './support/keyboard.ts';

const dashboard = useDashboard();
const agent = useAgent(dashboard, askingAgent);
const human = (text: string) => ({ messages: [{ role: 'user', content: text }] });
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver(1);
});
afterAll(() => receiver.close());

const MARKUP = `<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>\u202Etxt.exe`;

/**
 * Replaces the browser's notifications and the visibility of the page, because a browser without a window neither
 * shows notifications nor hides tabs.
 */
const STAND_IN_FOR_NOTIFICATIONS = `
  globalThis.shown = [];
  globalThis.Notification = class extends EventTarget {
    static get permission() { return localStorage.getItem('stand-in') ?? 'default'; }
    static async requestPermission() { localStorage.setItem('stand-in', 'granted'); return 'granted'; }
    constructor(title) { super(); shown.push(title); }
    close() {}
  };
  let hidden = false;
  Object.defineProperty(document, 'hidden', { get: () => hidden });
  globalThis.setHidden = (next) => {
    hidden = next;
    document.dispatchEvent(new Event('visibilitychange'));
  };
`;

/** Opens the first screen. `click` counts the clicks of a task. */
async function openHome() {
  const tab = await dashboard.signIn(agent().emulator.dashboardLink() ?? '');
  let clicks = 0;
  const menu = tab.page.getByRole('navigation', { name: 'Screens' }).first();
  return {
    ...tab,
    menu: (name: string) => menu.getByRole('link', { name: new RegExp(`^${name}`) }).first(),
    async click(target: Locator) {
      clicks += 1;
      await target.click();
    },
    clicks: () => clicks,
    hacked: () => tab.page.evaluate(() => (globalThis as { hacked?: number }).hacked),
  };
}

/** Asks a question on a new thread, and returns the ID of the thread, which waits for an answer. */
async function askRefund(text: string): Promise<string> {
  const { call, thread, assistant } = agent();
  const threadId = await thread();
  await call('POST', `/threads/${threadId}/runs/wait`, {
    assistant_id: await assistant('agent'),
    input: human(text),
  });
  return threadId;
}

describe('in daily work with the dashboard', () => {
  test('an interrupt in the inbox is answered with one click', async () => {
    const threadId = await askRefund(`refund 160 EUR? ${MARKUP}`);
    const tab = await openHome();
    await tab.open('/inbox');
    const card = tab.page.locator('.question').filter({ hasText: 'refund 160 EUR?' });
    await tab.click(card.getByRole('button', { name: 'Approve' }));
    await until(async () => (await agent().call('GET', `/threads/${threadId}`)).status === 'idle');
    const { values } = await agent().call('GET', `/threads/${threadId}/state`);
    expect(values.messages.at(-1).content).toBe('You said "Approve"');
    await card.waitFor({ state: 'detached' });
    expect([tab.clicks(), await tab.hacked()]).toEqual([1, undefined]);
  });

  test('an interrupt is answered with one click on the page of its run', async () => {
    const threadId = await askRefund('refund 75 EUR?');
    const [{ run_id: run }] = await agent().call('GET', `/threads/${threadId}/runs`);
    const tab = await openHome();
    await tab.open(`/runs/${agent().id}/${run}`);
    const card = tab.page.locator('.question').filter({ hasText: 'Waits for your answer' });
    await tab.click(card.getByRole('button', { name: 'Reject' }));
    await until(async () => (await agent().call('GET', `/threads/${threadId}`)).status === 'idle');
    const { values } = await agent().call('GET', `/threads/${threadId}/state`);
    expect([values.messages.at(-1).content, tab.clicks()]).toEqual(['You said "Reject"', 1]);
  });

  test('a hidden tab reports a waiting thread, and requests the notification permission only once', async () => {
    const tab = await openHome();
    const { page } = tab;
    await page.addInitScript(STAND_IN_FOR_NOTIFICATIONS);
    await page.reload();
    await page.getByRole('button', { name: 'Notify me' }).click();
    await page.getByRole('button', { name: 'Notify me' }).waitFor({ state: 'detached' });
    await tab.text('Connected');
    await page.evaluate('setHidden(true)');
    await askRefund('refund 25 EUR, and tell me');
    await until(async () =>
      (await page.evaluate<string[]>('shown')).some((one) => /waits for your answer/.test(one)),
    );
    await page.evaluate('setHidden(false)');
    await page.reload();
    await tab.text('Connected');
    expect(await page.getByRole('button', { name: 'Notify me' }).count()).toBe(0);
  });

  test('several questions of a thread can be answered together in the inbox', async () => {
    const threadId = await askRefund('refund both orders?');
    const tab = await openHome();
    await tab.open('/inbox');
    const card = tab.page.locator('.question').filter({ hasText: 'refund both orders?' });
    await card.getByRole('button', { name: 'Reject' }).click();
    await card.getByRole('button', { name: 'Send', exact: true }).click();
    await card.getByRole('button', { name: 'Send answers' }).click();
    await card.waitFor({ state: 'detached' });
    await until(async () => (await agent().call('GET', `/threads/${threadId}`)).status === 'idle');
    const { values } = await agent().call('GET', `/threads/${threadId}/state`);
    const texts = values.messages.map(({ content }: { content: string }) => content);
    expect(texts.slice(1).toSorted()).toEqual(['Mail: "Send"', 'You said "Reject"']);
  });

  test('two clicks move the clock to the next cron, which then starts a run', async () => {
    const { call, assistant } = agent();
    const cron = await call('POST', '/runs/crons', {
      assistant_id: await assistant('agent'),
      schedule: '30 2 * * *',
      timezone: 'Europe/Berlin',
      input: human('Nightly digest of reviews'),
      metadata: { name: `nightly-digest ${MARKUP}` },
      on_run_completed: 'keep',
    });
    const due = Date.parse(cron.next_run_date);
    const tab = await openHome();
    await tab.click(tab.menu('Crons'));
    await tab.text('Every day at 02:30, Berlin');
    await tab.click(tab.page.getByRole('button', { name: 'Move the clock there' }));
    await tab.page.locator('.cron-list .outcome').first().waitFor();
    expect([tab.clicks(), await tab.hacked()]).toEqual([2, undefined]);
    const newest = { sort_by: 'created_at', sort_order: 'desc', limit: 1 };
    const [thread] = await call('POST', '/threads/search', newest);
    const run = await until(async () => {
      const [found] = await call('GET', `/threads/${thread.thread_id}/runs`);
      return found?.status === 'success' && found;
    });
    expect(run.metadata.name).toBe(cron.metadata.name);
    expect(Date.parse(run.created_at)).toBeGreaterThanOrEqual(due);
    expect(Date.parse(run.updated_at) - Date.parse(run.created_at)).toBeLessThan(3_600_000);
    await call('PATCH', `/runs/crons/${cron.cron_id}`, { enabled: false });
    await tab.text('Paused');
    await tab.page.getByRole('button', { name: 'Run now' }).click();
    await until(async () => (await tab.page.locator('.cron-list .outcome').count()) === 2);
  });

  test('a failed request can be found and sent again with three clicks', async () => {
    const { emulator, id } = agent();
    const { api } = cloudOf(emulator);
    emulator.faults.set({
      rules: [{ match: { path: '/d/*/runs/wait' }, when: { times: 1 }, then: { status: 500 } }],
    });
    const body = {
      assistant_id: 'agent',
      input: human(`hello ${MARKUP}`),
      metadata: { api_key: 'sk-very-hidden' },
    };
    expect((await api('POST', `/d/${id}/runs/wait`, body)).status).toBe(500);
    const tab = await openHome();
    await tab.click(tab.menu('Requests'));
    await tab.click(tab.page.getByRole('link', { name: /runs\/wait, 500$/ }).first());
    await tab.click(tab.page.getByRole('button', { name: /^Send again/ }));
    await tab.text('Replay of');
    expect([tab.clicks(), await tab.hacked()]).toEqual([3, undefined]);
    const [last] = emulator.journal.after(emulator.journal.lastSeq() - 1).entries;
    expect(last).toMatchObject({ method: 'POST', path: `/d/${id}/runs/wait`, status: 200 });
    emulator.faults.clear();
    expect(await tab.page.content()).not.toContain('sk-very-hidden');
    await tab.page.getByRole('button', { name: 'Edit and send' }).click();
    await tab.page
      .getByRole('textbox', { name: 'Body as JSON' })
      .fill(JSON.stringify({ ...body, input: human('edited') }));
    await tab.page.getByRole('button', { name: 'Send', exact: true }).click();
    await until(() => {
      const [newest] = emulator.journal.after(emulator.journal.lastSeq() - 1).entries;
      return newest?.status === 200 && JSON.stringify(newest.request).includes('"edited"');
    });
    // Inner levels of the body are folded.
    const pane = tab.page.getByRole('region', { name: /^Request/ });
    await pane.getByText('edited', { exact: true }).first().waitFor({ state: 'attached' });
  });

  test('a user reads a run, answers a question and starts a cron with only the keyboard', async () => {
    const { call, assistant } = agent();
    const threadId = await askRefund('refund with the keyboard?');
    const tab = await openHome();
    const { page } = tab;
    await page.getByRole('link', { name: 'refund with the keyboard?' }).first().waitFor();
    await tab.press('j', 'Enter');
    await tab.heading('refund with the keyboard?');
    await tab.seen('tree', /Steps of the run/);

    await tab.press('g', 'i');
    const card = page.locator('.question').filter({ hasText: 'refund with the keyboard?' });
    await card.waitFor();
    while ((await card.locator(':focus').count()) === 0) await tab.press('j');
    await tab.press('Enter');
    await until(async () => (await call('GET', `/threads/${threadId}`)).status === 'idle');

    await call('POST', '/runs/crons', {
      assistant_id: await assistant('agent'),
      schedule: '0 5 * * *',
      input: human('Digest that a key starts'),
    });
    await tab.press('g', 'o');
    await tab.text('Digest that a key starts');
    await pressUntil(page, 'Tab', /^Move the clock there$/);
    await tab.press('Enter');
    await tab.text(/The clock moved to/);
  });

  test('a webhook shows its attempts, and can be sent again', async () => {
    const { call, assistant } = agent();
    await call('POST', '/runs/wait', {
      assistant_id: await assistant('agent'),
      input: human(`Where is my parcel? ${MARKUP}`),
      webhook: `${receiver.url}/agent-done/<b>?token=very-secret-query`,
    });
    await until(() => receiver.received.length > 0);
    const tab = await openHome();
    await tab.open('/webhooks');
    const row = tab.page.getByRole('link', { name: /Where is my parcel/ });
    await row.click();
    await tab.page
      .getByRole('button', { name: /^Send again/ })
      .and(tab.page.locator(':enabled'))
      .first()
      .click();
    await until(() => receiver.received.length === 3);
    const page = await tab.page.content();
    expect(page).not.toContain('very-secret-query');
    expect(await tab.hacked()).toBeUndefined();
  });

  test('an empty store shows three ways to create a first item, and the key n opens the form', async () => {
    const tab = await openHome();
    await tab.open('/store');
    await tab.heading('The store is empty');
    const ways = tab.page.locator('.way h2');
    expect(await ways.allInnerTexts()).toEqual(['Write it here', 'Send a request', 'From a graph']);
    expect(await accessibilityViolations(tab.page)).toEqual([]);
    await tab.press('n');
    await tab.page.getByRole('dialog', { name: 'New item' }).waitFor();
  });

  test('store items can be found, changed and deleted', async () => {
    const { call } = agent();
    await call('PUT', '/store/items', {
      namespace: ['users', 'ada', `<b>${MARKUP.slice(0, 20)}`],
      key: `tea ${MARKUP}`,
      value: { likes: MARKUP },
    });
    await call('PUT', '/store/items', { namespace: ['users'], key: 'plain', value: { n: 1 } });
    const tab = await openHome();
    await tab.open('/store');
    await tab.page.getByRole('button', { name: 'ada', exact: true }).click();
    await tab.text('tea');
    await tab.page.getByRole('button', { name: 'All namespaces' }).click();
    await tab.page.getByText('plain').first().click();
    await tab.page.keyboard.press('j');
    await tab.page.getByRole('button', { name: 'Edit' }).click();
    await tab.page.getByRole('textbox', { name: 'Value as JSON' }).fill('{"n": 2}');
    await tab.page.getByRole('button', { name: 'Save' }).click();
    await until(async () => {
      const { items } = await call('POST', '/store/items/search', { namespace_prefix: ['users'] });
      return items.some((one: { value: { n?: number } }) => one.value.n === 2);
    });
    expect(await tab.hacked()).toBeUndefined();
  });

  test('labels of a namespace follow each other from left to right, whatever the direction of their letters', async () => {
    const labels = ['לקוחות', 'order-7', 'فاتورة', '2026'];
    await agent().call('PUT', '/store/items', { namespace: labels, key: 'tea', value: { n: 1 } });
    const tab = await openHome();
    await tab.open('/store');
    const row = tab.page.locator('.two-lines').filter({ hasText: labels.join('.') });
    const shown = row.locator('> :last-child bdi');
    await shown.first().waitFor();
    expect(await shown.allTextContents()).toEqual(labels);
    const lefts = await shown.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
  });

  test('the comparison of two experiments shows the verdict first, then the cases, with the worst first', async () => {
    const { api } = cloudOf(agent().emulator);
    const { before, after } = await storeExperiments(api, {
      name: 'support-v3',
      text: (side, index) => `${side === 'before' ? 'Refund' : 'I have refunded'} 160 EUR ${index} ${MARKUP}`,
    });
    const tab = await openHome();
    await tab.open(`/experiments/${after}?baseline=${before}`);
    await tab.heading('Worse: do not merge yet');
    await tab.seen('img', /^accuracy: −0\.3/);
    const first = tab.page.locator('.case-list .list-row').first();
    expect(await first.innerText()).toContain('Broken');
    await first.getByRole('button').click();
    await tab.page.locator('.open-case del').first().waitFor();
    await tab.page.locator('.open-case ins').first().waitFor();
    expect(await tab.hacked()).toBeUndefined();
    await tab.open('/experiments');
    await tab.text('Pull request 214');
  });

  test("the key T starts a conversation with a case's input without sending the input", async () => {
    const { api } = cloudOf(agent().emulator);
    const { name } = (await api('GET', `/v2/deployments/${agent().id}`)).body;
    const { before, after } = await storeExperiments(api, { name: 'tried', deployment: name });
    const tab = await openHome();
    await tab.open(`/experiments/${after}?baseline=${before}`);
    await tab.heading('Worse: do not merge yet');
    await tab.press('j');
    await tab.page.getByRole('region', { name: 'Both answers' }).waitFor();
    await tab.press('t');
    const message = tab.page.getByRole('textbox', { name: 'Message' });
    await until(async () => /^Question \d+ about an order$/.test(await message.inputValue()));
    await tab.text(`Talk to ${name}`);
  });
});
