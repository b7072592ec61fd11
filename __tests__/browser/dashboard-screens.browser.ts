import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { SEEDED_SECRETS } from '../../harness/dashboard/seed.ts';
import { apiOf } from '../emulator/server/plane.ts';
import { accessibilityViolations } from './support/axe.ts';
import type { DashboardTab } from './support/dashboard.ts';
import { type SeededPlace, seededPlaces, useSeededDashboard } from './support/seeded.ts';

const dashboard = useSeededDashboard({ sandbox: true });

/** Opens a screen by its address and waits until it shows its data. */
async function openPlace(tab: DashboardTab, { place, heading, shows }: SeededPlace): Promise<void> {
  await tab.open(place);
  await tab.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await tab.page.locator('main').filter({ hasText: shows }).waitFor();
}

/** Returns how far the page can be scrolled sideways, in pixels. */
const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

const SCHEMES = [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 780 } },
] as const;

test.each(SCHEMES)(
  'each screen of the dashboard opens at its address, and is correct and accessible: %j',
  async (options) => {
    const { seeded } = dashboard;
    const tab = await dashboard.openAt('/', options);
    const problems: unknown[] = [];
    for (const one of seededPlaces(seeded)) {
      await openPlace(tab, one);
      const text = await tab.page.locator('body').innerText();
      const { name } = one;
      if (SEEDED_SECRETS.some((secret) => text.includes(secret))) problems.push({ name, shows: 'a secret' });
      if ((await sidewaysScroll(tab.page)) > 0) problems.push({ name, scrolls: 'to the side' });
      if (!(await tab.page.title()).endsWith(' – Emulator'))
        problems.push({ name, title: 'none of its own' });
      for (const violation of await accessibilityViolations(tab.page)) problems.push({ name, ...violation });
    }
    expect(problems).toEqual([]);
  },
);

test('the sign-in page of the dashboard explains why it appears and how to get a link, and is accessible', async () => {
  for (const options of SCHEMES) {
    const page = await dashboard.newPage(options);
    await page.goto(`${dashboard.emulator.urls.controlPlane}/_local/ui/requests`);
    await page
      .getByRole('alert')
      .filter({ hasText: 'This page needs the link that the emulator prints' })
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    const command = await page.locator('pre').innerText();
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent`], {
      env: { PATH: process.env['PATH'], EMULATOR_API_KEY: dashboard.emulator.apiKey, no_proxy: '*' },
    });
    await page.goto(JSON.parse(stdout).url);
    await page.getByRole('heading', { name: 'Deployments' }).waitFor();
  }
});

test('text that users and agents wrote to a thread is shown as plain text', async () => {
  const { emulator, seeded } = dashboard;
  const content = `<img src=x onerror="globalThis.hacked=1"> \u001b[31mred \u202Etxt.exe ${'A'.repeat(100_000)}`;
  const base = `/d/${seeded.support.id}/threads`;
  const api = apiOf(emulator);
  const { body: thread } = await api('POST', base, { metadata: { [content.slice(0, 60)]: content } });
  const input = { messages: [{ role: 'user', content }] };
  await api('POST', `${base}/${thread.thread_id}/runs/wait`, { assistant_id: 'agent', input });
  const tab = await dashboard.openAt('/', { viewport: { width: 360, height: 780 } });
  await tab.open(`/deployments/${seeded.support.id}/threads/${thread.thread_id}`);
  await tab.page.locator('main').filter({ hasText: '<img src=x' }).waitFor();
  expect(await tab.page.locator('body').innerText()).not.toMatch(/[\u001b\u202e]/);
  expect(await tab.page.locator('main img').count()).toBe(0);
  expect(await sidewaysScroll(tab.page)).toBe(0);
  expect(await tab.page.evaluate('globalThis.hacked')).toBeUndefined();
});

// Scripts for the page are strings, because these tests have no browser types.

/** Stores the elements that a user can see and use. Returns their number. */
const BEGIN_WALK = `(() => {
  const isUsable = (element) =>
    element.checkVisibility() &&
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    element.closest('[aria-hidden="true"]') === null;
  const all = document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]');
  const found = [...all].filter(isUsable);
  globalThis.walk = { found, reached: new Set(), unseen: [] };
  document.activeElement.blur();
  return found.length;
})()`;

/** Records the focused element and whether its focus is visible. Returns true if the focus has left the page. */
const STEP = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return walk.reached.size > 0;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  if (outlineStyle === 'none' || outlineWidth === '0px') walk.unseen.push(element.outerHTML.slice(0, 120));
  walk.reached.add(element);
  return false;
})()`;

const END_WALK = `({
  missed: walk.found.filter((one) => one.isConnected && !walk.reached.has(one)).map((one) => one.outerHTML.slice(0, 120)),
  unseen: walk.unseen,
})`;

/** Returns the elements that the Tab key did not reach, and those without a visible focus. */
async function walkByTab(page: Page): Promise<{ missed: string[]; unseen: string[] }> {
  const count = await page.evaluate<number>(BEGIN_WALK);
  for (let step = 0; step <= count + 5; step += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>(STEP)) break;
  }
  return page.evaluate(END_WALK);
}

describe('keyboard control of the dashboard', () => {
  test('reaches every control of each screen, with a visible focus', async () => {
    const tab = await dashboard.openAt('/');
    const problems: unknown[] = [];
    for (const one of seededPlaces(dashboard.seeded)) {
      await openPlace(tab, one);
      const { missed, unseen } = await walkByTab(tab.page);
      if (missed.length + unseen.length > 0) problems.push({ name: one.name, missed, unseen });
    }
    expect(problems).toEqual([]);
  });

  test('has a list of shortcuts, each of which opens its screen', async () => {
    const { page, press } = await dashboard.openAt('/');
    await press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.waitFor();
    const keys = await help.getByRole('term').allTextContents();
    expect(keys).toEqual(expect.arrayContaining(['/', '?', 'j, k', 'g r']));
    expect(await accessibilityViolations(page)).toEqual([]);
    await press('Escape');
    await help.waitFor({ state: 'detached' });
    const headings: string[] = [];
    for (const [, letter = ''] of keys
      .flatMap((one) => [/^g (.)$/.exec(one) ?? []])
      .filter((one) => one.length > 0)) {
      const before = page.url();
      await press('g', letter);
      await page.waitForURL((url) => letter === 'o' || url.href !== before);
      await page.getByRole('heading', { level: 1 }).waitFor();
      headings.push((await page.getByRole('heading', { level: 1 }).innerText()).trim());
    }
    expect(headings).toEqual([
      'Deployments',
      'Requests',
      'Events',
      'Faults',
      'Clock',
      'Sandboxes',
      'Previews',
      'Pushes',
      'Snapshot and reset',
    ]);
  });

  test('moves through rows with j and k, to the filter with /, and out of the filter with Escape', async () => {
    const { page, press } = await dashboard.openAt('/requests');
    await page.getByRole('row').nth(2).waitFor();
    await press('j', 'j');
    await page.getByRole('heading', { name: /^Request \d+$/ }).waitFor();
    const first = page.url();
    await press('k');
    await page.waitForURL((url) => url.href !== first && /requests\/\d+$/.test(url.pathname));
    await press('/');
    await page.locator('input[type=search]:focus').waitFor();
    await page.keyboard.type('gg');
    await press('Escape');
    await page.locator('input[type=search]:not(:focus)').waitFor();
    expect(await page.getByLabel('Text').inputValue()).toBe('gg');
  });
});

describe('the list of deployments', () => {
  test('links to the log of a failed build, one click from the row or its timeline lane', async () => {
    const { page, text, open } = await dashboard.openAt('/');
    await page.getByRole('link', { name: 'log of the failed revision 2 of invoice-agent' }).click();
    await text('ERROR: no matching version of invoice-templates@^4');
    await text('warning langgraph: peer core is missing');
    await open('/');
    await page.locator('.gantt .lanes').getByText('invoice-agent #2').click();
    await text('ERROR: no matching version of invoice-templates@^4');
    await page.getByRole('button', { name: 'First error' }).click();
    const chosen = page.getByRole('region', { name: 'Chosen line' });
    await chosen.filter({ hasText: /install command/ }).waitFor();
    await page.reload();
    await chosen.filter({ hasText: /install command/ }).waitFor();
  });

  test('shows each phase in a lane with its status and duration, and failures with their reason', async () => {
    const { page } = await dashboard.openAt('/');
    await page.locator('.gantt svg title').first().waitFor({ state: 'attached' });
    const titles = await page.locator('.gantt svg title').allTextContents();
    expect(titles).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^support-agent #1: BUILDING, [\d.]+ m?s$/),
        expect.stringMatching(/^support-agent #3: serving, /),
        expect.stringMatching(/^search-agent #1: BUILDING, /),
        expect.stringMatching(/^invoice-agent #2: BUILD_FAILED, .*install command/),
      ]),
    );
    await page.getByText('Show as table').click();
    const row = page
      .getByRole('group', { name: 'Phases of revisions' })
      .getByRole('row', { name: /invoice-agent #2/ });
    expect(await row.innerText()).toMatch(/BUILD_FAILED[\s\S]*BUILDING [\d.]+ m?s[\s\S]*install command/);
  });
});

test('a request that failed with 503 links to the fault rule that caused it, and back', async () => {
  const { page } = await dashboard.openAt('/requests');
  await page.getByLabel('Status').selectOption('5xx');
  await page.getByText('1 request', { exact: true }).waitFor();
  await page.getByRole('row', { name: /503/ }).click();
  await page.getByRole('link', { name: 'fault rule', exact: true }).click();
  const rule = page.locator('.card.selected');
  await rule.filter({ hasText: /GET \/v2\/deployments .*status 503/ }).waitFor();
  expect(await rule.innerText()).toMatch(/hit 1/);
  await rule.getByRole('link', { name: String(dashboard.seeded.faultedRequest) }).click();
  await page.getByRole('heading', { name: `Request ${dashboard.seeded.faultedRequest}` }).waitFor();
});

describe('the comparison of two revisions', () => {
  const variablesOf = (page: Page) =>
    page.getByRole('listitem').filter({ hasText: /same|changed|added|removed/ });

  test('lists variables as unchanged, changed, added or removed, without any value', async () => {
    const { seeded } = dashboard;
    const { page, open } = await dashboard.openAt(`/deployments/${seeded.support.id}`);
    await page.getByRole('link', { name: 'changes in revision 2' }).click();
    await page.getByRole('heading', { name: 'What changed in #2 since #1' }).waitFor();
    await variablesOf(page).first().waitFor();
    expect(await variablesOf(page).allInnerTexts()).toEqual([
      '≠ MODEL_KEY changed',
      '− OLD_REGION removed',
      '= REPLY_HOOK same',
      '+ TEAM added',
    ]);
    await open(`/deployments/${seeded.support.id}?to=${seeded.support.revisions[2]}`);
    const commit = page.getByRole('row', { name: /repo_commit_sha/ });
    await commit.waitFor();
    expect(await commit.innerText()).toContain(await seeded.repository.head());
    await page.getByLabel('Compared with').selectOption('#1');
    await page.getByRole('heading', { name: 'What changed in #3 since #1' }).waitFor();
    await variablesOf(page).filter({ hasText: 'TEAM added' }).waitFor();
    const html = await page.content();
    for (const secret of [...SEEDED_SECRETS, 'eu-1', 'billing']) expect(html).not.toContain(secret);
  });
});

test('a push to a repository appears as a new revision without reloading the page', async () => {
  const { page, requests } = await dashboard.openAt('/');
  await page.getByText('support-agent #3').first().waitFor();
  const before = requests.length;
  await dashboard.seeded.push();
  await page
    .getByRole('row', { name: /^support-agent .*#4 DEPLOYED/ })
    .first()
    .waitFor();
  await page.getByText('support-agent #4').first().waitFor();
  // The new rows came through the open stream.
  expect(requests.slice(before)).toEqual([]);
});
