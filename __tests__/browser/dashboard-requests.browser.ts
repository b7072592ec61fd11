import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Exchange } from '../../src/emulator/server/journal-entry.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

const exchange = (number: number): Exchange => ({
  surface: number % 3 === 0 ? 'tracing' : 'control-plane',
  method: number % 2 === 0 ? 'GET' : 'POST',
  path: `/v2/deployments/number-${number}`,
  query: '',
  status: number % 10 === 0 ? 404 : 200,
  ms: 1,
  request: undefined,
  response: undefined,
  began: number,
  ended: number,
});

/** Starts an emulator and records this number of requests. */
async function withRequests(count: number) {
  const started = await dashboard.start();
  for (let number = 1; number <= count; number += 1) started.emulator.journal.record(exchange(number));
  return started;
}

const copied = (page: Page): Promise<string> => page.evaluate('navigator.clipboard.readText()');
const rowsOf = (page: Page) => page.getByRole('list', { name: /^Requests/ }).getByRole('listitem');

/** Scrolls as the scroll bar does. */
const scrollToRow = (page: Page, row: number) =>
  page.evaluate(
    `scrollTo(0, document.querySelector('.row-list-block').getBoundingClientRect().top + scrollY + 32 * ${row})`,
  );
/** Waits until the list contains this number of requests. */
const counted = (page: Page, count: string) =>
  page.getByRole('list', { name: `Requests, ${count}`, exact: true }).waitFor();

describe('a list of 10,000 requests', () => {
  // docs/dashboard.md#long-lists
  test('renders only a few rows, and can be scrolled and filtered', async () => {
    const { open } = await withRequests(10_000);
    const tab = await open();
    const { page } = tab;
    await tab.open('/requests');
    await counted(page, '10,000 requests');
    await rowsOf(page).filter({ hasText: 'number-10000' }).waitFor();
    expect(await rowsOf(page).count()).toBeLessThan(100);
    await tab.press('End');
    await page.getByRole('link', { name: /^Request 1: POST / }).waitFor();
    await scrollToRow(page, 4_990);
    await rowsOf(page).filter({ hasText: 'number-5000' }).waitFor();
    expect(await rowsOf(page).count()).toBeLessThan(100);
    await page.getByRole('button', { name: /^4xx/ }).click();
    await counted(page, '1,000 requests');
    await page.getByRole('searchbox').fill('/v2/*/number-99?0');
    await counted(page, '10 requests');
    await page.getByRole('searchbox').fill('9990');
    await counted(page, '1 request');
    // The URL contains the filters, so it opens the same rows for another user.
    await page.reload();
    await counted(page, '1 request');
    await rowsOf(page).filter({ hasText: 'number-9990' }).waitFor();
  });

  test('does not move while more requests arrive, and a button shows their number', async () => {
    const { open, emulator } = await withRequests(10_000);
    const tab = await open();
    const { page } = tab;
    await tab.open('/requests');
    await rowsOf(page).filter({ hasText: 'number-10000' }).waitFor();
    await scrollToRow(page, 4_990);
    const read = rowsOf(page).filter({ hasText: 'number-5000' });
    await read.waitFor();
    const { y } = (await read.boundingBox()) ?? { y: -1 };
    // The list contains at most 10,000 rows, so it drops as many rows as are added.
    for (let number = 10_001; number <= 10_030; number += 1) emulator.journal.record(exchange(number));
    const more = page.getByRole('button', { name: '30 new' });
    await more.waitFor();
    await expect(read.boundingBox()).resolves.toMatchObject({ y });
    await more.click();
    await rowsOf(page).filter({ hasText: 'number-10030' }).waitFor();
  });

  test('shows rows that enter it in the elements of rows that left, unless the focus is in the list', async () => {
    const { open, emulator } = await withRequests(1_000);
    const tab = await open();
    const { page } = tab;
    await tab.open('/requests');
    const newest = page.getByRole('link', { name: /^Request 1000:/ });
    await newest.waitFor();
    const element = await rowsOf(page).first().elementHandle();
    await scrollToRow(page, 500);
    await rowsOf(page).filter({ hasText: 'number-500' }).waitFor();
    expect(await element?.isVisible()).toBe(true);
    await page.evaluate('scrollTo(0, 0)');
    await newest.focus();
    emulator.journal.record(exchange(1_001));
    await page.getByRole('link', { name: /^Request 1001:/ }).waitFor();
    expect(await page.evaluate('document.activeElement.ariaLabel')).toMatch(/^Request 1000:/);
    await scrollToRow(page, 500);
    await rowsOf(page).filter({ hasText: 'number-500' }).waitFor();
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBeNull();
  });
});

describe('a listed request', () => {
  test('can be copied as an equivalent curl command without the value of the API key', async () => {
    const { emulator, api, open } = await dashboard.start();
    await api('POST', '/v2/deployments', { name: "it's one", secrets: [] });
    const tab = await open(CLIPBOARD);
    await tab.open('/requests/1');
    await tab.page.getByRole('button', { name: 'Copy as curl' }).click();
    await tab.page.getByText('copied').first().waitFor({ state: 'attached' });
    const command = await copied(tab.page);
    expect(command).toContain('$EMULATOR_API_KEY');
    expect(command).not.toContain(emulator.apiKey);
    const { stdout } = await promisify(execFile)('sh', ['-c', command], {
      env: { PATH: process.env['PATH'], EMULATOR_API_KEY: emulator.apiKey, no_proxy: '*' },
    });
    const [first, again] = emulator.journal.after(0).entries;
    expect(again).toMatchObject({ method: 'POST', path: '/v2/deployments', status: first?.status });
    expect(again?.request).toEqual(first?.request);
    expect(JSON.parse(stdout)).toEqual(first?.response);
  });

  test('is in the archive of the filtered list, without headers or secrets', async () => {
    const { emulator, api, open } = await dashboard.start();
    const secrets = [{ name: 'TOKEN', value: 'a-value-that-is-hidden' }];
    await api('POST', '/v2/deployments', { name: 'x', secrets });
    await api('GET', '/v2/deployments?limit=7');
    await api('GET', '/v2/listeners');
    const tab = await open();
    await tab.open('/requests?path=/v2/deployments');
    await counted(tab.page, '2 requests');
    const [download] = await Promise.all([
      tab.page.waitForEvent('download'),
      tab.page.getByRole('button', { name: 'Save as HAR' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('requests.har');
    const text = await readFile(await download.path(), 'utf8');
    expect(text).not.toContain('a-value-that-is-hidden');
    expect(text).not.toContain(emulator.apiKey);
    const { log } = JSON.parse(text);
    expect(log).toMatchObject({ version: '1.2', comment: expect.stringContaining('Headers are not stored') });
    expect(log.entries).toMatchObject([
      { request: { method: 'POST', headers: [], postData: { mimeType: 'application/json' } } },
      { request: { method: 'GET', queryString: [{ name: 'limit', value: '7' }] }, response: { status: 200 } },
    ]);
  });

  test('can be converted to a fault rule, which makes the next such request fail and counts that request', async () => {
    const { api, open } = await dashboard.start();
    await api('GET', '/v2/deployments');
    const tab = await open();
    const { page } = tab;
    await tab.open('/requests/1');
    await page.getByRole('link', { name: 'Create a fault rule from this request' }).click();
    expect(await page.getByLabel('Path (glob)').inputValue()).toBe('/v2/deployments');
    await page.getByLabel('status', { exact: true }).fill('418');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const rule = page.locator('.rule-row').filter({ hasText: 'status 418' });
    await rule.filter({ hasText: 'matched 0 times, changed 0 responses' }).waitFor();
    await tab.text('1 fault rule is on');
    expect((await api('GET', '/v2/deployments')).status).toBe(418);
    await rule.filter({ hasText: 'matched 1 time, changed 1 response' }).waitFor();
    expect((await api('GET', '/v2/deployments')).status).toBe(200);
    await rule.getByRole('link', { name: '2' }).click();
    await tab.heading('Request 2');
  });

  test('can be converted to an expectation, which verifies that the request happened', async () => {
    const { api, open } = await dashboard.start();
    await api('GET', '/v2/deployments');
    const tab = await open(CLIPBOARD);
    await tab.open('/requests/1');
    await tab.page.getByRole('button', { name: 'Copy as an expectation' }).click();
    await tab.page.getByText('copied').first().waitFor({ state: 'attached' });
    const expectation: unknown = JSON.parse(await copied(tab.page));
    expect((await api('POST', '/_local/journal/verify', expectation)).body).toMatchObject({ ok: true });
    const other = JSON.parse(JSON.stringify(expectation).replace('/v2/deployments', '/v2/other'));
    expect((await api('POST', '/_local/journal/verify', other)).body).toMatchObject({ ok: false });
  });

  test('is closed by the Back button, even after other requests were opened in between', async () => {
    const { open } = await withRequests(5);
    const tab = await open();
    await tab.open('/requests?method=POST');
    await tab.page.getByRole('link', { name: /^Request 5:/ }).click();
    await tab.heading('Request 5');
    await tab.page.getByRole('button', { name: 'Older request' }).click();
    // The filter stays active, so the next older request is the next POST.
    await tab.heading('Request 3');
    await tab.page.goBack();
    await tab.page.waitForURL((url) => url.pathname.endsWith('/requests') && url.search === '?method=POST');
    await tab.page.getByRole('region', { name: /^Request/ }).waitFor({ state: 'detached' });
  });

  test('is followed by the next older and newer requests that pass the filter', async () => {
    const { open } = await withRequests(6);
    const tab = await open();
    await tab.open('/requests/5?method=POST');
    const older = tab.page.getByRole('button', { name: 'Older request' });
    const newer = tab.page.getByRole('button', { name: 'Newer request' });
    for (const [button, heading] of [
      [older, 'Request 3'],
      [older, 'Request 1'],
      [newer, 'Request 3'],
      [newer, 'Request 5'],
    ] as const) {
      await button.click();
      await tab.heading(heading);
      expect(new URL(tab.page.url()).search).toBe('?method=POST');
    }
    // Request 6 is newer, but its method is GET.
    expect(await newer.isDisabled()).toBe(true);
  });

  test('is opened by a click anywhere in its row', async () => {
    const { open } = await withRequests(5);
    const tab = await open();
    await tab.open('/requests');
    await rowsOf(tab.page)
      .filter({ hasText: 'number-3' })
      .click({ position: { x: 5, y: 5 } });
    await tab.heading('Request 3');
  });

  test('is opened by the key j, starting with the newest request', async () => {
    const { open } = await withRequests(5);
    const tab = await open();
    await tab.open('/requests');
    await rowsOf(tab.page).first().waitFor();
    await tab.press('j');
    await tab.heading('Request 5');
    await tab.press('j');
    await tab.heading('Request 4');
    await tab.press('k');
    await tab.heading('Request 5');
    await tab.press('Escape');
    await tab.page.getByRole('region', { name: /^Request/ }).waitFor({ state: 'detached' });
  });
});
