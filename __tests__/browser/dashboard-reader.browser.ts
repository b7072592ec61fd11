import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { cloudOf } from '../emulator/admin/cloud.ts';
import { storeExperiments } from '../emulator/dashboard/stored-experiments.ts';
import { useAgent } from './support/agent-screens.ts';
import { startReceiver } from './support/daily.ts';
import type { DashboardTab } from './support/dashboard.ts';
import { findMotion, layoutProblems } from './support/layout.ts';
import { type SeededPlace, seededPlaces, useSeededDashboard } from './support/seeded.ts';
import { shopAgent } from './support/shop-agent.ts';

// docs/dashboard.md#reader

/** Ends the run that is in progress. */
let finish: () => Promise<void> = async () => undefined;
// Runs before the agent is removed.
afterAll(() => finish());

const dashboard = useSeededDashboard({ sandbox: true });
const agent = useAgent(dashboard, shopAgent());
const human = (content: string) => ({ messages: [{ role: 'user', content }] });

let receiver: Awaited<ReturnType<typeof startReceiver>> | undefined;
/** Screens of the agent that was used, each with its URL and a text on it. */
let used: SeededPlace[];

beforeAll(async () => {
  const started = await startReceiver(1);
  receiver = started;
  const { call, thread, assistant, gate, id, emulator } = agent();
  const ask = async (text: string, more: object = {}) => {
    const threadId = await thread();
    await call('POST', `/threads/${threadId}/runs/wait`, {
      assistant_id: 'agent',
      input: human(text),
      ...more,
    });
    const [run] = await call('GET', `/threads/${threadId}/runs`);
    return { thread: threadId, run: String(run.run_id) };
  };
  const found = await ask('Where is my parcel? It was due **yesterday**', { webhook: started.url });
  const lost = await ask('my order is lost');
  await ask('refund me');
  await call('POST', '/runs/crons', {
    assistant_id: await assistant('agent'),
    schedule: '30 2 * * *',
    timezone: 'Europe/Berlin',
    input: human('Nightly digest of reviews'),
  });
  await call('PUT', '/store/items', {
    namespace: ['customers', 'anna'],
    key: 'preferences',
    value: { language: 'da' },
  });
  const { before, after } = await storeExperiments(cloudOf(emulator).api, { name: 'support-v3' });
  const opened = await gate();
  const waits = await thread();
  const running = await call('POST', `/threads/${waits}/runs`, {
    assistant_id: 'agent',
    input: human(`Be slow, gate:${opened.file}`),
  });
  finish = async () => {
    await opened.open();
    await call('GET', `/threads/${waits}/runs/${running.run_id}/join`);
  };
  const runs = `/runs/${id}`;
  used = [
    { name: 'runs', place: '/', heading: 'Runs', shows: /my order is lost/ },
    { name: 'a run', place: `${runs}/${found.run}`, heading: '', shows: /lookup_order/ },
    { name: 'a failed run', place: `${runs}/${lost.run}`, heading: '', shows: /connection pool exhausted/ },
    { name: 'a run that runs', place: `${runs}/${running.run_id}`, heading: '', shows: /collect/ },
    { name: 'threads', place: '/threads', heading: 'Threads', shows: /refund me/ },
    {
      name: 'a thread',
      place: `/threads/${id}/${found.thread}`,
      heading: '',
      shows: /collect/,
    },
    {
      name: 'a conversation',
      place: `/playground/${id}/${found.thread}`,
      heading: '',
      shows: /is on its way/,
    },
    {
      name: 'a conversation with a run',
      place: `/playground/${id}/${waits}`,
      heading: '',
      shows: /Be slow/,
    },
    { name: 'inbox', place: '/inbox', heading: 'Inbox', shows: /Refund 160 EUR/ },
    { name: 'webhooks', place: '/webhooks', heading: 'Webhooks', shows: /Where is my parcel/ },
    { name: 'crons', place: '/crons', heading: 'Crons', shows: /Every day at 02:30/ },
    { name: 'store', place: '/store', heading: 'Store', shows: /preferences/ },
    { name: 'experiments', place: '/experiments', heading: 'Experiments', shows: /Pull request 214/ },
    {
      name: 'an experiment',
      place: `/experiments/${after}?baseline=${before}`,
      heading: '',
      shows: /Worse: do not merge yet/,
    },
    { name: 'gallery', place: '/gallery', heading: 'Components and states', shows: /Icons/ },
  ];
});
afterAll(() => receiver?.close());

/** Opens each screen of both emulators, and calls the function when the screen shows its data. */
async function visitAll(
  options: BrowserContextOptions,
  look: (tab: DashboardTab, name: string) => Promise<void>,
): Promise<void> {
  const visit = async (tab: DashboardTab, places: readonly SeededPlace[]) => {
    for (const { name, place, heading, shows } of places) {
      await tab.open(place);
      await tab.page
        .getByRole('heading', heading === '' ? { level: 1 } : { level: 1, name: heading })
        .first()
        .waitFor();
      await tab.page.locator('main').filter({ hasText: shows }).waitFor();
      await look(tab, name);
    }
  };
  await visit(await dashboard.openAt('/', options), seededPlaces(dashboard.seeded));
  await visit(await dashboard.signIn(agent().emulator.dashboardLink() ?? '', options), used);
}

describe('the setting that reduces motion', () => {
  test('stops all animations and transitions of every screen', async () => {
    const problems: unknown[] = [];
    await visitAll({ reducedMotion: 'reduce' }, async ({ page }, name) => {
      const found = await findMotion(page);
      if (found.length > 0) problems.push({ name, found });
    });
    expect(problems).toEqual([]);
  });

  test('is off by default, so an active run is animated', async () => {
    const tab = await dashboard.signIn(agent().emulator.dashboardLink() ?? '');
    await tab.open(used.find(({ name }) => name === 'a run that runs')?.place ?? '');
    await tab.seen('tree', /Steps of the run/);
    expect((await findMotion(tab.page)).join()).toContain('spins');
  });
});

// A window of 1440 × 900 pixels at 200 % has half as many CSS pixels, each of which takes two pixels of the screen.
const ZOOMED = { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 };

describe('a page at a zoom of 200 %', () => {
  test('shows all text and controls of each screen and menu without sideways scrolling', async () => {
    const problems: unknown[] = [];
    await visitAll(ZOOMED, async ({ page, press }, name) => {
      for (const problem of await layoutProblems(page)) problems.push({ name, problem });
      const menus = page.locator('button[aria-haspopup=menu]:visible');
      for (let at = 0; at < Math.min(await menus.count(), 4); at += 1) {
        await menus.nth(at).click();
        await page.getByRole('menu').waitFor();
        for (const problem of await layoutProblems(page)) problems.push({ name, menu: at, problem });
        await press('Escape');
      }
    });
    expect(problems).toEqual([]);
  });

  test('shows all text and controls of the dialogs', async () => {
    const problems: unknown[] = [];
    const tab = await dashboard.signIn(agent().emulator.dashboardLink() ?? '', ZOOMED);
    const { page, press } = tab;
    const check = async (name: string) => {
      await page.locator('dialog[open]').waitFor();
      for (const problem of await layoutProblems(page)) problems.push({ name, problem });
      await press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    };
    await tab.text('my order is lost');
    await press('?');
    await check('keys');
    await press('Control+k');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await check('palette');
    await tab.open(used.find(({ name }) => name === 'a run')?.place ?? '');
    await page.getByRole('button', { name: 'More ways to replay' }).click();
    await page.getByRole('menuitem', { name: 'Edited input…' }).click();
    await check('replay with edited input');
    expect(problems).toEqual([]);
  });
});
