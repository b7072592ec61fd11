import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { type DashboardTab, useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();

const RULE = { match: { surface: 'control-plane', path: '/v2/**' }, then: { status: 503 } };
const card = (page: Page, text: string): Locator => page.locator('.rule-row').filter({ hasText: text });
const status = (page: Page): Locator => page.getByLabel('status', { exact: true });

describe('the fault rules', () => {
  test("combine the changes of two tabs, because the second tab sees the first tab's change", async () => {
    const { emulator, api, open } = await dashboard.start();
    await api('PUT', '/_local/faults', { rules: [RULE] });
    const [first, second] = [await open(), await open()];
    for (const tab of [first, second]) {
      await tab.open('/faults');
      await card(tab.page, 'status 503').getByRole('button', { name: 'Change' }).click();
    }
    await status(first.page).fill('500');
    await first.page.getByRole('button', { name: 'Save' }).click();
    await card(first.page, 'status 500').waitFor();
    second.allow(/409/);
    await second.page.getByLabel('Method').fill('GET');
    await second.page.getByRole('button', { name: 'Save' }).click();
    await second.text('Another tab or client changed the rules.');
    await card(second.page, 'status 500').waitFor();
    expect(emulator.faults.list().rules.map(({ rule }) => rule.then)).toEqual([{ status: 500 }]);
    // The form still contains the user's input, which the next attempt saves.
    expect(await second.page.getByLabel('Method').inputValue()).toBe('GET');
    await status(second.page).fill('500');
    await second.page.getByRole('button', { name: 'Save' }).click();
    await card(first.page, 'GET /v2/**').waitFor();
    expect(emulator.faults.list().rules.map(({ rule }) => rule)).toMatchObject([
      { match: { method: 'GET' }, then: { status: 500 } },
    ]);
  });

  test('can be created from each template, and are all turned off by a button on every screen', async () => {
    const { emulator, open } = await dashboard.start();
    const tab = await open();
    const { page } = tab;
    await tab.open('/faults');
    await tab.heading('Add a rule');
    const templates = page.getByRole('region', { name: 'Add a rule' }).getByRole('button');
    const count = await templates.count();
    expect(count).toBeGreaterThanOrEqual(5);
    for (let index = 0; index < count; index += 1) {
      await templates.nth(index).click();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await tab.text(`${index + 1} fault rule`);
    }
    expect(emulator.faults.list().rules).toHaveLength(count);
    await tab.open('/clock');
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Turn all off' }).click();
    await page.getByText(/fault rules? (is|are) on/).waitFor({ state: 'detached' });
    expect(emulator.faults.list().rules).toEqual([]);
  });

  test('can be added with three clicks, and show the responses that they changed', async () => {
    const { api, open } = await dashboard.start();
    const tab = await open();
    const { page } = tab;
    await tab.heading('Runs');
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /^Faults/ })
      .click();
    await page.getByRole('button', { name: /^Too many requests/ }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await tab.text('1 fault rule is on');
    expect((await api('GET', '/v2/deployments')).status).toBe(429);
    await page.locator('.rule-row').filter({ hasText: 'changed 1 response' }).waitFor();
  });

  test("are rejected with the emulator's reason if their fields are invalid", async () => {
    const { emulator, open } = await dashboard.start();
    const tab = await open();
    await tab.open(`/faults?draft=${encodeURIComponent(JSON.stringify({ ...RULE, then: { status: 999 } }))}`);
    tab.allow(/422/);
    await tab.page.getByRole('button', { name: 'Add', exact: true }).click();
    const problem = tab.page.getByRole('alert').filter({ hasText: /422.*status/ });
    await problem.waitFor();
    expect(emulator.faults.list().rules).toEqual([]);
  });
});

const confirm = async ({ page }: DashboardTab, name: string, typed: string) => {
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name, exact: true });
  await dialog.waitFor();
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill(typed);
  await button.click();
};

describe('a deletion of data in the dashboard', () => {
  test('by a reset requires a typed confirmation, and deletes all deployments', async () => {
    const { deploy, api, open } = await dashboard.start();
    await deploy({ name: 'soon-gone' });
    const tab = await open();
    await tab.open('/snapshots');
    await tab.page.getByRole('button', { name: 'Reset…' }).click();
    await confirm(tab, 'Reset', 'reset');
    await tab.text('The data was replaced.');
    expect((await api('GET', '/v2/deployments')).body.resources).toEqual([]);
    await tab.open('/deployments');
    await tab.text('No deployments yet');
  });

  test('does not affect data that another tab has created in the meantime', async () => {
    const { deploy, api, open } = await dashboard.start();
    const [first, second] = [await open(), await open()];
    for (const tab of [first, second]) {
      await tab.open('/snapshots');
      await tab.page.getByRole('button', { name: 'Reset…' }).click();
    }
    await confirm(first, 'Reset', 'reset');
    await first.text('The data was replaced.');
    await deploy({ name: 'after-the-reset' });
    second.allow(/409/);
    await confirm(second, 'Reset', 'reset');
    await second.text('Another tab or client reset or restored the emulator.');
    expect((await api('GET', '/v2/deployments')).body.resources).toMatchObject([{ name: 'after-the-reset' }]);
  });

  test("of a deployment requires the deployment's name", async () => {
    const { deploy, api, open } = await dashboard.start();
    const { id, path } = await deploy({ name: 'the-one' });
    const tab = await open();
    await tab.open(`/deployments/${id}`);
    await tab.page.getByRole('button', { name: 'More', exact: true }).click();
    await tab.page.getByRole('menuitem', { name: 'Delete…' }).click();
    // The page may request the commit messages of the new revision after the deployment was deleted.
    tab.allow(/status of 404 .*\/commits\)$/);
    await confirm(tab, 'Delete', 'the-one');
    await tab.heading('Deployments');
    await tab.text('No deployments yet');
    expect((await api('GET', path)).status).toBe(404);
  });

  test('can be undone with a downloaded snapshot', async () => {
    const { deploy, api, open } = await dashboard.start();
    const { path } = await deploy({ name: 'kept' });
    const tab = await open();
    const { page } = tab;
    await tab.open('/snapshots');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download a snapshot' }).click(),
    ]);
    const file = await download.path();
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ snapshot: 1 });
    await api('DELETE', path);
    const choose = (buffer: Buffer) =>
      page.getByLabel('Snapshot', { exact: true }).setInputFiles({
        name: 'snapshot.json',
        mimeType: 'application/json',
        buffer,
      });
    await choose(Buffer.from('{"snapshot":1,"workspace_id":7}'));
    tab.allow(/422/);
    await page.getByRole('button', { name: 'Restore…' }).click();
    await confirm(tab, 'Restore', 'restore');
    await page.getByRole('alert').filter({ hasText: '422' }).first().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
    await page
      .getByRole('group', { name: 'problems of the snapshot' })
      .getByText('workspace_id')
      .first()
      .waitFor();
    await choose(await readFile(file));
    await page.getByRole('button', { name: 'Restore…' }).click();
    await confirm(tab, 'Restore', 'restore');
    await tab.text('The data was replaced.');
    expect((await api('GET', path)).body).toMatchObject({ name: 'kept' });
  });
});

test("all times use the emulator's virtual clock, as a banner states", async () => {
  const { emulator, deploy, api, open } = await dashboard.start({ clock: 'virtual' });
  const { id } = await deploy({ name: 'timed' });
  const tab = await open();
  const { page } = tab;
  await tab.open('/deployments');
  const row = page.getByRole('region', { name: 'timed', exact: true });
  await row.getByText(/^(now|\d+ s ago)$/).waitFor();
  const before = emulator.clock.now();
  await api('POST', '/_local/clock', { advance_ms: 7_200_000 });
  await row.getByText('2 h ago').waitFor();
  await tab.text('Time is virtual');
  expect(emulator.clock.now() - before).toBeGreaterThanOrEqual(7_200_000);
  await tab.open(`/deployments/${id}`);
  await page.getByRole('listitem').filter({ hasText: '2 h ago' }).first().waitFor();
});

test('a banner reports a changed emulator clock, and the ages of new rows use this clock', async () => {
  const { api, open } = await dashboard.start();
  const tab = await open();
  const { page } = tab;
  await tab.open('/requests');
  await api('POST', '/_local/clock', { skew_ms: -5_400_000 });
  await tab.text('The clock is intentionally wrong');
  await tab.text(/1 h 30 min behind the real time/);
  await api('GET', '/v2/deployments');
  await page
    .getByRole('link', { name: /^Request \d+: GET/ })
    .first()
    .click();
  // The age is computed from the emulator's clock, whose time the page knows from the last message.
  await page
    .getByRole('region', { name: /^Request/ })
    .getByText(/^(now|\d+ s ago)$/)
    .waitFor();
  await page.getByRole('button', { name: 'Remove the offset' }).click();
  await page.getByText('The clock is intentionally wrong').waitFor({ state: 'detached' });
});

describe('an empty screen', () => {
  test.each([
    ['/deployments', 'my-agent'],
    ['/requests', '/v2/deployments'],
    ['/events', 'my-agent'],
    ['/previews', 'my-agent-pr-7'],
    ['/sandboxes', 'my-sandbox'],
  ])('at the path %s shows the command that adds the first entry', async (place, filled) => {
    const { emulator, open } = await dashboard.start();
    const tab = await open();
    await tab.open(place);
    const command = await tab.page.locator('main pre').filter({ hasText: 'curl' }).first().innerText();
    await run(command, emulator.apiKey);
    await tab.page.locator('main pre').filter({ hasText: command }).waitFor({ state: 'detached' });
    await tab.page.locator('main').getByText(filled).locator('visible=true').first().waitFor();
  });

  test.each(['/', '/threads'])(
    '%s shows a command with a placeholder for the ID while no agent is deployed',
    async (place) => {
      const { open } = await dashboard.start();
      const tab = await open();
      await tab.open(place);
      const command = tab.page.locator('main pre').filter({ hasText: 'curl' }).first();
      expect(await command.innerText()).toMatch(/\/d\/DEPLOYMENT_ID\/threads\b/);
    },
  );

  test('for experiments shows three ways to create a first experiment', async () => {
    const { open } = await dashboard.start();
    const tab = await open();
    await tab.open('/experiments');
    const ways = tab.page.locator('.way');
    await ways.first().waitFor();
    expect(await ways.locator('h2').allInnerTexts()).toEqual([
      'In a pull request',
      'From a terminal',
      'From your code',
    ]);
    expect(await ways.getByRole('button', { name: /^Copy the command/ }).count()).toBe(3);
  });

  test.each([
    ['/logs', ['From a folder', 'From a repository', 'With a push']],
    ['/playground', ['From a folder', 'From a repository', 'With a push']],
    ['/store', ['From a folder', 'From a repository', 'With a push']],
    ['/requests', ['In the playground', 'Send a request', 'From your code']],
    ['/events', ['From a folder', 'From a repository', 'With a push']],
    ['/previews', ['In a workflow', 'Send a request', 'From a terminal']],
    ['/pushes', ['From a local repository', 'Send a request', 'From a git host']],
    ['/sandboxes', ['In a workflow', 'Send a request', 'From your code']],
  ])('explains three ways to create the first entry on the screen %s', async (place, titles) => {
    const { open } = await dashboard.start();
    const tab = await open();
    await tab.open(place);
    const ways = tab.page.locator('.way');
    await ways.first().waitFor();
    expect(await ways.locator('h2').allInnerTexts()).toEqual(titles);
  });

  test('for pushes shows the command that reports a push to a branch', async () => {
    const { emulator, open } = await dashboard.start();
    const tab = await open();
    await tab.open('/deployments');
    const command = tab.page.locator('main pre').filter({ hasText: 'curl' }).first();
    await run(await command.innerText(), emulator.apiKey);
    await tab.text('my-agent');
    await tab.open('/pushes');
    await run(await command.innerText(), emulator.apiKey);
    await tab.page.getByRole('link', { name: 'my-agent #2' }).waitFor();
    await tab.page.getByLabel('Repository').fill('https://github.com/owner/repository');
    await tab.page.getByRole('button', { name: 'Report push' }).click();
    await tab.text('The push created 1 revision.');
    await tab.page.getByRole('link', { name: 'my-agent #3' }).waitFor();
  });
});

async function run(command: string, key: string): Promise<void> {
  await promisify(execFile)('sh', ['-c', `${command} --fail --silent`], {
    env: { PATH: process.env['PATH'], EMULATOR_API_KEY: key, no_proxy: '*' },
  });
}
