import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { SEEDED_SECRETS } from '../../harness/dashboard/seed.ts';
import { until } from '../../harness/until.ts';
import { apiOf } from '../emulator/server/plane.ts';
import { accessibilityViolations } from './support/axe.ts';
import type { DashboardTab } from './support/dashboard.ts';
import { type SeededPlace, seededPlaces, useSeededDashboard } from './support/seeded.ts';

const dashboard = useSeededDashboard({ sandbox: true });

/** Opens a screen by its address and waits until it shows its data. */
async function openPlace(tab: DashboardTab, { place, heading, shows }: SeededPlace): Promise<void> {
  await tab.open(place);
  await tab.page.getByRole('heading', heading === '' ? { level: 1 } : { level: 1, name: heading }).waitFor();
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
      if (!(await tab.page.title()).endsWith(' · Agent Deploy'))
        problems.push({ name, title: 'none of its own' });
      for (const violation of await accessibilityViolations(tab.page)) problems.push({ name, ...violation });
    }
    expect(problems).toEqual([]);
  },
);

test("the dashboard's sign-in page explains why it appears and how to get a link, and is accessible", async () => {
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
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
  }
});

test('text from users and agents in a thread is shown as plain text', async () => {
  const { emulator, seeded } = dashboard;
  const content = `<img src=x onerror="globalThis.hacked=1"> \u001b[31mred \u202Etxt.exe ${'A'.repeat(100_000)}`;
  const base = `/d/${seeded.support.id}/threads`;
  const api = apiOf(emulator);
  const { body: thread } = await api('POST', base, { metadata: { [content.slice(0, 60)]: content } });
  const input = { messages: [{ role: 'user', content }] };
  await api('POST', `${base}/${thread.thread_id}/runs/wait`, { assistant_id: 'agent', input });
  const tab = await dashboard.openAt('/', { viewport: { width: 360, height: 780 } });
  await tab.open(`/threads/${seeded.support.id}/${thread.thread_id}`);
  await tab.page.locator('main').filter({ hasText: '<img src=x' }).waitFor();
  expect(await tab.page.locator('body').innerText()).not.toMatch(/[\u001b\u202e]/);
  expect(await tab.page.locator('main img').count()).toBe(0);
  expect(await sidewaysScroll(tab.page)).toBe(0);
  expect(await tab.page.evaluate('globalThis.hacked')).toBeUndefined();
});

// Scripts for the page are strings, because these tests have no browser types.

/** Stores the elements that a user can see and use, and returns their number. */
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

/** Records the focused element, and whether its focus is visible. Returns true if the focus has left the page. */
const STEP = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return walk.reached.size > 0;
  // The frame around a search field, a composer or a row shows the focus of the element inside.
  const frame = element.closest('.search, .composer, .list-row, .step-row');
  const isOutlined = [element, frame].some((one) => {
    if (one === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && outlineWidth !== '0px';
  });
  if (!isOutlined) walk.unseen.push(element.outerHTML.slice(0, 120));
  walk.reached.add(element);
  return false;
})()`;

const END_WALK = `({
  // A control can be removed or disabled when the rest of the screen has been loaded.
  missed: walk.found
    .filter((one) => one.isConnected && !one.matches(':disabled') && !walk.reached.has(one))
    .map((one) => one.outerHTML.slice(0, 120)),
  unseen: walk.unseen,
})`;

/** Returns the elements that the Tab key did not reach, and the elements without a visible focus. */
async function walkByTab(page: Page): Promise<{ missed: string[]; unseen: string[] }> {
  const count = await page.evaluate<number>(BEGIN_WALK);
  for (let step = 0; step <= count + 5; step += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>(STEP)) break;
  }
  return page.evaluate(END_WALK);
}

/** Parts of the titles of screens that keys after `g` open. */
const TITLES = {
  r: 'Runs',
  p: 'New thread',
  t: 'Threads',
  i: 'Inbox',
  d: 'Deployments',
  x: 'Experiments',
  q: 'Requests',
  l: ': logs',
  e: 'Events',
  w: 'Webhooks',
  o: 'Crons',
  k: 'Store',
  s: 'Sandboxes',
  v: 'Previews',
  f: 'Faults',
  c: 'Clock',
  u: 'Pushes',
  b: 'Snapshots',
} as const;

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

  test('moves between the rows of a list, and opens screens of the focused row', async () => {
    const tab = await dashboard.openAt('/deployments');
    const { page, press } = tab;
    await page.locator('.deployment-row').nth(1).waitFor();
    const names = await page.locator('.deployment-name h2').allInnerTexts();
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    await press('j');
    expect(await focused()).toBe(names[0]);
    await press('j');
    expect(await focused()).toBe(names[1]);
    await press('k');
    expect(await focused()).toBe(names[0]);
    await press('l');
    await tab.heading('Logs');
    await page.goBack();
    await page.locator('.deployment-row').nth(1).waitFor();
    await press('j', 'j', 'Enter');
    await tab.heading(names[1] ?? '');
  });

  test('has a list of shortcuts, and each shortcut opens its screen', async () => {
    const { page, press } = await dashboard.openAt('/');
    await press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.waitFor();
    const keys = await help.getByRole('term').allTextContents();
    expect(keys).toEqual(expect.arrayContaining(['/', '?', 'Esc', 'g r']));
    expect(await accessibilityViolations(page)).toEqual([]);
    await press('Escape');
    await help.waitFor({ state: 'detached' });
    const letters = keys.flatMap((one) => /^g (.)$/.exec(one)?.[1] ?? []);
    expect(letters).toEqual(Object.keys(TITLES));
    for (const [letter, title] of Object.entries(TITLES)) {
      await press('g', letter);
      await until(async () => (await page.title()).includes(title), `the title ${title}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
  });

  test('moves to the search field with the key /, and clears and leaves the field with Escape', async () => {
    const { page, press } = await dashboard.openAt('/requests');
    const search = page.getByRole('searchbox');
    await page.getByRole('listitem').first().waitFor();
    await press('/');
    await page.keyboard.type('gg');
    await page.getByText('No request matches').waitFor();
    await press('Escape');
    expect(await search.inputValue()).toBe('');
    await page.locator('input[type=search]:focus').waitFor();
    await press('Escape');
    await page.locator('input[type=search]:not(:focus)').waitFor();
  });
});

describe('the list of deployments', () => {
  test('shows why a build failed, and links to the first error in the log', async () => {
    const { page, text } = await dashboard.openAt('/deployments');
    const row = page.getByRole('region', { name: 'invoice-agent', exact: true });
    await row.getByText('Revision #2 was not deployed; #1 keeps serving').waitFor();
    await row.getByRole('link', { name: 'First error of revision 2 of invoice-agent' }).click();
    await text('warning langgraph: peer core is missing');
    // The chosen line is part of the URL, so a reload shows it again.
    const chosen = page.locator('.log-line[aria-current]');
    await chosen.filter({ hasText: 'no matching version of invoice-templates@^4' }).waitFor();
    await page.reload();
    await chosen.filter({ hasText: 'no matching version of invoice-templates@^4' }).waitFor();
  });

  test('draws each phase with its name and duration, and labels collapsed idle time', async () => {
    const { page } = await dashboard.openAt('/deployments');
    await page.getByRole('img', { name: /^#3: .*Building [\d.]+ m?s, Starting .*, Serving / }).waitFor();
    await page.getByRole('img', { name: /^#2: .*Building .*Build failed/ }).waitFor();
    // The drawings contain the same text as hidden titles.
    const note = page.getByText(/without builds or starts, collapsed/).filter({ visible: true });
    await note.first().waitFor();
    await page.getByRole('switch', { name: 'Fold idle time' }).click();
    await note.first().waitFor({ state: 'detached' });
  });
});

describe('the log of a failed build', () => {
  test('shows its first error above the log lines, and the complete text of each error', async () => {
    const { seeded } = dashboard;
    const { page, press } = await dashboard.openAt(`/logs/${seeded.invoices.id}`);
    const first = page.getByRole('region', { name: /^First error/ });
    await first.filter({ hasText: 'ERROR: no matching version of invoice-templates@^4' }).waitFor();
    const lines = page.locator('.log-line.error');
    // The line of the package manager is an error too, although the program printed it without a level.
    await lines
      .filter({ hasText: /^\S+ *error *build *ERROR: no matching/ })
      .first()
      .waitFor();
    await page.setViewportSize({ width: 700, height: 800 });
    const last = lines.filter({ hasText: 'ended with exit code 1' });
    await last.waitFor();
    const isWhole = await page.evaluate(
      `[...document.querySelectorAll('.log-line.error .log-message')].every((one) => one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= one.clientHeight + 1)`,
    );
    expect(isWhole).toBe(true);
    // No word of at most 40 letters is drawn in two rows.
    const cutWords = await page.evaluate<string[]>(`
      [...document.querySelectorAll('.log-line.error .log-message')].flatMap((message) => {
        const texts = document.createTreeWalker(message, NodeFilter.SHOW_TEXT);
        const cut = [];
        while (texts.nextNode()) {
          const node = texts.currentNode;
          for (const { 0: word, index } of node.data.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (word.length <= 40 && range.getClientRects().length > 1) cut.push(word);
          }
        }
        return cut;
      })
    `);
    expect(cutWords).toEqual([]);
    await press('e');
    await page.locator('.log-line.error[aria-current]').waitFor();
  });
});

test('a request that failed with 503 links to the fault rule that caused it, and the rule links back', async () => {
  const { page } = await dashboard.openAt('/requests');
  await page.getByRole('button', { name: /^5xx/ }).click();
  await page.getByRole('list', { name: 'Requests, 1 request', exact: true }).waitFor();
  await page.getByRole('link', { name: /503$/ }).click();
  await page
    .getByRole('region', { name: 'The fault rule that changed this response' })
    .getByText(/status 503/)
    .waitFor();
  await page.getByRole('link', { name: 'Open the rule' }).click();
  const rule = page.locator('.rule-row.marked');
  await rule.filter({ hasText: /GET \/v2\/deployments .*status 503/ }).waitFor();
  expect(await rule.innerText()).toMatch(/changed 1 response/);
  await rule.getByRole('link', { name: String(dashboard.seeded.faultedRequest) }).click();
  await page.getByRole('heading', { name: `Request ${dashboard.seeded.faultedRequest}` }).waitFor();
});

describe('the comparison of two revisions', () => {
  const changesOf = (page: Page) => page.getByRole('region', { name: /^From #/ });

  test('lists variables as changed, added or removed, without any value', async () => {
    const { seeded } = dashboard;
    const { page } = await dashboard.openAt(`/deployments/${seeded.support.id}`);
    await page.getByRole('checkbox', { name: 'Compare revision 1' }).check();
    const changes = changesOf(page);
    await changes.getByText('value changed').waitFor();
    const text = (await changes.innerText()).replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/~ Variable MODEL_KEY value changed/);
    expect(text).toMatch(/− Variable OLD_REGION removed/);
    expect(text).toMatch(/\+ Variable TEAM added/);
    expect(text).toMatch(/1 variable\. Values are compared, never shown/);
    const html = await page.content();
    for (const secret of [...SEEDED_SECRETS, 'eu-1', 'billing']) expect(html).not.toContain(secret);
  });

  test('shows commit messages and code differences at most two clicks from the list of deployments', async () => {
    const { page } = await dashboard.openAt('/deployments');
    const row = page.getByRole('region', { name: 'support-agent', exact: true });
    await row.getByText('Answer more briefly').waitFor();
    await page.getByRole('link', { name: 'support-agent', exact: true }).click();
    const revisions = page.getByRole('list', { name: 'Revisions' });
    await revisions.getByText('Answer more briefly').waitFor();
    await page.getByRole('checkbox', { name: 'Compare revision 1' }).click();
    const file = page.getByRole('region', { name: /agent\.ts$/ });
    await file.getByText(/graph v1/).waitFor();
    await file.getByText(/graph v2/).waitFor();
  });

  test('lists the commits between the revisions, including commits that were not built', async () => {
    const { page } = await dashboard.openAt(`/deployments/${dashboard.seeded.support.id}`);
    await page.getByRole('checkbox', { name: 'Compare revision 1' }).click();
    const commits = page.getByRole('region', { name: 'Commits', exact: true });
    await commits.getByText('2 commits').waitFor();
    const rows = commits.getByRole('listitem');
    const texts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(texts).toEqual([
      expect.stringMatching(/^\+ [0-9a-f]{7} Answer more briefly Mona Lisa · .+ ago$/),
      expect.stringMatching(/^\+ [0-9a-f]{7} Describe the agent Mona Lisa · .+ ago$/),
    ]);
  });
});

test('a push to a repository appears as a new revision without a reload of the page', async () => {
  const { page, requests } = await dashboard.openAt('/deployments');
  const row = page.getByRole('region', { name: 'support-agent', exact: true });
  await row.getByRole('img', { name: /^#3/ }).waitFor();
  const before = requests.length;
  await dashboard.seeded.push();
  await row.getByRole('img', { name: /^#4: .*Serving/ }).waitFor();
  // The new rows arrived on the open stream. Only commit messages and counts of runs are requested.
  const others = requests.slice(before).filter((url) => !/\/(?:commits|runs\/counts)(?:\?.*)?$/.test(url));
  expect(others).toEqual([]);
});

test('the comparison of two revisions lists the commits of both sides after a force push, and shows messages as plain text', async () => {
  const { seeded } = dashboard;
  const { repository, support } = seeded;
  await seeded.pushRewritten('Rewrite <img src=x onerror="globalThis.hacked=1"> \u202Etxt.exe');
  const { page } = await dashboard.openAt(`/deployments/${support.id}`);
  const commits = page.getByRole('region', { name: 'Commits', exact: true });
  const base = (await repository.head('HEAD~1')).slice(0, 7);
  await commits.getByText(`the newest common commit is ${base}`).waitFor();
  const newer = commits.getByRole('region', { name: /^Only in #5/ });
  await newer.getByText('Rewrite <img src=x').waitFor();
  expect(await newer.innerText()).not.toContain('\u202E');
  await commits
    .getByRole('region', { name: /^Only in #4/ })
    .getByText('Change the agent')
    .waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
  expect(await sidewaysScroll(page)).toBe(0);
});
