import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createEmulator, type Emulator } from '../../src/emulator/index.ts';
import { callApi } from '../../harness/emulator.ts';
import { useDashboard } from './support/dashboard.ts';

const SECRET = 'opaque-value-4e2a';
const HOOK_SECRET = 'hook-secret-value-9b3d';
const RULES = [
  {
    name: 'code host',
    match_hosts: ['api.hub.test'],
    match_paths: ['/repos/*'],
    headers: [{ name: 'Authorization', type: 'opaque', value: SECRET }],
  },
  {
    name: 'webhook',
    match_hosts: ['hooks.test'],
    sign: { hmac: { secret: '{HOOK_SECRET}', header: 'X-Signature' } },
    placeholders: [{ env: 'HOOK_KEY', value: '{HOOK_SECRET}', in: ['header', 'body'] }],
    budget: { uses: 20, until: '2099-01-02T03:04:05Z' },
  },
];

const dashboard = useDashboard();
let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator({ runtime: 'process', dashboard: true, log: () => undefined });
  await call('POST', '/api/v1/workspaces/current/secrets', [{ key: 'HOOK_SECRET', value: HOOK_SECRET }]);
});
afterAll(() => emulator.close());

const call = async (method: string, path: string, body?: unknown) => {
  const { apiKey, workspaceId, urls } = emulator;
  const answer = await callApi(new URL(path, urls.sandboxes), method, { apiKey, workspaceId }, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.body as Record<string, unknown>;
};
const makeSandbox = async (name: string) => {
  const proxy_config = { rules: RULES, access_control: { deny_list: ['*.tracker.example'] } };
  return String((await call('POST', '/v2/sandboxes/boxes', { name, wait_for_ready: true, proxy_config })).id);
};
const execute = (id: string, command: string) => call('POST', `/s/${id}/execute`, { command, timeout: 60 });

async function open(place: string) {
  const tab = await dashboard.signIn(emulator.dashboardLink() ?? '');
  await tab.open(place);
  await tab.page.getByRole('heading', { level: 1 }).waitFor();
  return tab;
}
const row = (page: Page, text: string) =>
  page
    .getByRole('list', { name: /^Requests to the internet/ })
    .getByRole('listitem')
    .filter({ hasText: text });

describe('the list of sandboxes', () => {
  test('shows a command that creates a sandbox while it is empty, and then the new sandbox', async () => {
    const { page, text } = await open('/sandboxes');
    await text(/curl --request POST .*\/v2\/sandboxes\/boxes/);
    await makeSandbox('appears');
    await page.getByRole('link', { name: 'appears' }).waitFor();
    await text('Stops after 10 min without use, deleted 14 d later');
  });

  test('shows rules with header names, and tests which rule a request would match', async () => {
    const id = await makeSandbox('explained');
    const { page, text, press } = await open(`/sandboxes/${id}`);
    await text('a hidden value');
    await text('a signature: HMAC SHA-256');
    await text('a placeholder in: header, body');
    await text(/^20 of 20 requests left, until .*\b2 Jan\b/);
    expect(await page.getByText('HOOK_SECRET').count()).toBe(2);
    const address = page.getByRole('textbox', { name: 'Which rule would a request match?' });
    await address.fill('https://api.hub.test/repos/x?token=hush');
    await press('Enter');
    const reported = page.getByRole('status').filter({ hasText: 'by the rule' });
    await reported.getByText('inject').waitFor();
    expect(await reported.innerText()).toMatch(
      /^inject rule-matched by the rule code host, with Authorization\. /,
    );
    await address.fill('http://api.hub.test/repos/x');
    await page.getByRole('button', { name: 'Explain' }).click();
    await text('plaintext-credential-refused');
    await address.fill('https://a.tracker.example/');
    await press('Enter');
    await text('deny');
    await address.fill('https://hooks.test/x');
    await press('Enter');
    await page.getByRole('status').getByText('the rule signs requests with HMAC sha256').waitFor();
    expect(await page.content()).not.toContain(SECRET);
    expect(await page.content()).not.toContain(HOOK_SECRET);
  });

  test('shows live how the credential proxy handles each request, with counts', async () => {
    const id = await makeSandbox('audited');
    const { page, text } = await open(`/sandboxes/${id}`);
    await text('No requests yet');
    await execute(
      id,
      'for url in https://a.tracker.example/x https://api.hub.test/repos/x?token=hush http://api.hub.test/repos/y; do curl -sS -m 20 $url; done; true',
    );
    await row(page, 'http://api.hub.test/repos/y')
      .getByText(/plaintext-credential-refused/)
      .waitFor();
    const injected = row(page, 'https://api.hub.test/repos/x');
    await injected.getByText(/^inject:/).waitFor();
    await injected.getByText('code host').waitFor();
    await row(page, 'a.tracker.example')
      .getByText(/^deny:/)
      .waitFor();
    await page.getByText('Metrics of the credential proxy').click();
    await page.getByRole('button', { name: 'Load the current metrics' }).click();
    const metrics = page.getByRole('group', { name: 'Metrics' });
    const counted = metrics.getByRole('row', { name: new RegExp(`${id}.*decision="inject"`) });
    expect(await counted.getByRole('cell').last().innerText()).toBe('1');
    // The list of all sandboxes, which needs a key, also shows the name of the secret that the request received.
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await injected.getByText('code host').waitFor();
    // The page contains neither queries nor header values.
    expect(await page.content()).not.toMatch(new RegExp(`token=hush|${SECRET}`));
  });

  test('shows only the audit entries of the selected sandbox', async () => {
    const [one, two] = [await makeSandbox('one'), await makeSandbox('two')];
    await execute(one, 'curl -sS -m 20 https://one.tracker.example/; true');
    await execute(two, 'curl -sS -m 20 https://two.tracker.example/; true');
    const { page } = await open(`/sandboxes/${two}`);
    await row(page, 'two.tracker.example').waitFor();
    expect(await row(page, 'one.tracker.example').count()).toBe(0);
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Sandboxes' }).click();
    await row(page, 'one.tracker.example').waitFor();
  });
});
