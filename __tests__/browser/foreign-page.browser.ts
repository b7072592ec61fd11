import { afterEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { plainAgent } from '../../harness/agents/fixtures.ts';
import { createRepository } from '../../harness/git.ts';
import { Cleanup } from '../emulator/agent-server/fixture.ts';
import { startCloud } from '../emulator/admin/cloud.ts';
import { gitDeployment } from '../emulator/server/plane.ts';
import { useChromium } from './support/chromium.ts';
import { servePage } from './support/pages.ts';

/** A foreign host name that resolves to this machine. */
const REBOUND = 'rebound.example';

const browser = useChromium({ hosts: [REBOUND] });
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Starts an emulator with an agent, and serves an empty page of another origin. */
async function start() {
  const repository = await createRepository(plainAgent());
  cleanup.add(() => repository.remove());
  const { emulator, deploy, api } = await startCloud({ runtime: 'process' });
  const deployment = await deploy(gitDeployment({ source_config: { repo_url: repository.url } }));
  const pages = await servePage();
  cleanup.add(() => pages.close());
  const page = await browser.newPage();
  await page.goto(pages.origin);
  return { emulator, api, deployment, page, base: `http://127.0.0.1:${emulator.port}` };
}

interface Attempt {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  mode?: 'no-cors';
}
/**
 * Returns the result of a request as a script of the page can observe it: the status and how much the script can read,
 * or the error.
 */
const attempt = (page: Page, request: Attempt): Promise<string> =>
  page.evaluate(async ({ url, ...init }) => {
    try {
      const response = await fetch(url, init);
      return `${response.type} ${response.status} ${(await response.text()).length > 0 ? 'text' : 'empty'}`;
    } catch (error) {
      return String(error);
    }
  }, request);

const REFUSED = 'TypeError: Failed to fetch';
const OPAQUE = 'opaque 0 empty';
const json = { 'content-type': 'application/json' };

// docs/agent-server/routes.md#web-pages-elsewhere
test("a foreign page with an API key can reach only the deployment's port", async () => {
  const { emulator, api, deployment, page, base } = await start();
  const key = { 'x-api-key': emulator.apiKey };
  const run = { method: 'POST', headers: { ...key, ...json }, body: '{"assistant_id":"agent","input":{}}' };
  expect(await attempt(page, { url: `${deployment.url}/runs/wait`, ...run })).toBe('cors 200 text');

  const before = emulator.journal.after(0).entries.length;
  const reset = { method: 'POST', headers: { ...key, ...json }, body: '{}' };
  for (const request of [
    { url: `${base}/d/${deployment.id}/runs/wait`, ...run },
    { url: `${base}/d/${deployment.id}/ok` },
    { url: `${base}${deployment.path}`, headers: key },
    { url: `${base}${deployment.path}`, headers: key, method: 'DELETE' },
    { url: `${base}/api-host${deployment.path}`, headers: key, method: 'DELETE' },
    { url: `${base}/v2/deployments`, headers: { ...key, ...json }, method: 'POST', body: '{}' },
    { url: `${base}/api/v2/sandboxes/boxes`, headers: key },
    { url: `${base}/_local/journal`, headers: key },
    { url: `${base}/_local/reset`, ...reset },
    { url: `${base}/_local/reset?key`, method: 'POST', body: '{}' },
    { url: `${base}/openapi.json` },
  ]) {
    expect([request.url, await attempt(page, request)]).toEqual([request.url, REFUSED]);
  }
  // The browser sent no request with the key: preflights were refused, and so were requests without a preflight.
  const sent = emulator.journal.after(0).entries.slice(before);
  const seen = sent.map(({ method, path, status }) => `${method} ${path} ${status}`);
  expect(seen.filter((line) => !line.startsWith('OPTIONS '))).toEqual([
    `GET /d/${deployment.id}/ok 200`,
    'GET /openapi.json 200',
  ]);
  expect((await api('GET', `${deployment.url}/threads/count`)).status).not.toBe(404);
  expect((await api('GET', deployment.path)).status).toBe(200);
});

// docs/agent-server/routes.md#web-pages-elsewhere
test('requests that browsers send without a preflight have no effect', async () => {
  const { emulator, api, deployment, page, base } = await start();
  const plain = { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' } } as const;
  for (const [url, body] of [
    [`${base}/_local/reset`, '{}'],
    [`${base}/_local/push`, '{"repo_url":"x","ref":"main","commit_sha":"y"}'],
    [`${base}/v2/deployments`, '{"name":"planted"}'],
    [`${base}/d/${deployment.id}/runs`, '{"assistant_id":"agent"}'],
    [`${deployment.url}/runs`, '{"assistant_id":"agent"}'],
  ] as const) {
    expect([url, await attempt(page, { ...plain, url, body })]).toEqual([url, OPAQUE]);
  }
  // A form navigates the page to its target.
  await page.setContent(`<form method="post" action="${base}/_local/reset"><button>Win</button></form>`);
  await page.locator('button').click();
  await page.waitForURL(`${base}/_local/reset`);
  expect(await page.locator('body').textContent()).toContain(
    'The Origin header does not belong to this server',
  );

  expect((await api('GET', deployment.path)).status).toBe(200);
  expect((await api('GET', '/v2/deployments')).body.resources).toHaveLength(1);
  const { entries } = emulator.journal.after(0);
  const written = entries.filter(({ method, status }) => method === 'POST' && status < 400);
  expect(written.map(({ path }) => path)).toEqual(['/v2/deployments']);
});

test('a page whose host name is later rebound to the emulator is rejected', async () => {
  const pages = await servePage();
  const origin = pages.origin.replace('127.0.0.1', REBOUND);
  const page = await browser.newPage();
  await page.goto(origin);
  await pages.close();
  const { emulator } = await startCloud({ port: Number(new URL(origin).port) });
  const ask = (path: string, headers: Record<string, string> = {}) =>
    attempt(page, { url: origin + path, headers });
  const key = { 'x-api-key': emulator.apiKey };
  expect(await ask('/_local/health', key)).toBe('basic 403 text');
  expect(await ask('/_local/journal', key)).toBe('basic 403 text');
  expect(await ask('/v2/deployments')).toBe('basic 401 text');
});
