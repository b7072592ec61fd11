import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createRepository } from '../../harness/git.ts';
import { until } from '../../harness/until.ts';
import { programOf } from '../emulator/data-plane/workload/programs.ts';
import { gitDeployment } from '../emulator/server/plane.ts';
import { useDashboard } from './support/dashboard.ts';
import { servePage } from './support/pages.ts';

/** Host names of another site and for rebinding, both of which resolve to this machine. */
const SITE = 'site.example';
const REBOUND = 'rebound.example';
const dashboard = useDashboard({ hosts: [SITE, REBOUND] });

const UI = '/_local/ui/';
const API = `${UI}api`;

/** Starts an emulator, a signed-in tab, and a page on another port in the same browser. */
async function start(host = '127.0.0.1') {
  const plane = await dashboard.start();
  const tab = await plane.open();
  const pages = await servePage();
  dashboard.defer(() => pages.close());
  const page = await tab.page.context().newPage();
  await page.goto(pages.origin.replace('127.0.0.1', host));
  return { ...plane, tab, pages, page, origin: plane.emulator.urls.controlPlane };
}

/** Records the status of this process's responses by path, because browsers hide blocked responses from pages. */
function watchAnswers(): Record<string, number> {
  const statuses: Record<string, number> = {};
  const onFinish = (message: unknown) => {
    // Node documents this message of the channel.
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    statuses[request.url ?? ''] = response.statusCode;
  };
  subscribe('http.server.response.finish', onFinish);
  dashboard.defer(() => Promise.resolve(unsubscribe('http.server.response.finish', onFinish)));
  return statuses;
}

/** Returns the result of a request as a script of the page can observe it. */
const attempt = (page: Page, url: string, init: Record<string, unknown> = {}): Promise<string> =>
  page.evaluate(
    async ([target, options]) => {
      try {
        const response = await fetch(target, options);
        return `${response.type} ${response.status} ${(await response.text()).length > 0 ? 'text' : 'empty'}`;
      } catch (error) {
        return String(error);
      }
    },
    [url, init] as const,
  );

const REFUSED = 'TypeError: Failed to fetch';
const json = { 'content-type': 'application/json' };

describe('a web page on another port of this machine', () => {
  // docs/security/emulator.md#dashboard-sets-no-cookie
  test('receives no cookie of the dashboard, although cookies are shared between ports', async () => {
    const { tab, pages, page, origin } = await start();
    // Browsers share cookies between ports. This cookie proves that a cookie of the dashboard would be sent too.
    await tab.page.evaluate("document.cookie = 'shown=1; path=/; SameSite=Strict'");
    // The browser stores a page's cookie in another process, which takes time.
    await until(async () => (await page.context().cookies(origin)).length > 0, 'the cookie is stored');
    await page.goto(`${pages.origin}/_local/ui/steal`);
    expect(pages.received).toContainEqual({ path: '/_local/ui/steal', cookie: 'shown=1' });
    expect((await tab.page.context().cookies(origin)).map(({ name }) => name)).toEqual(['shown']);
  });

  // docs/security/emulator.md#pages-of-other-ports-and-sites
  test.each([
    ['127.0.0.1, on the same site', '127.0.0.1'],
    ['of another site', SITE],
  ])('at the host %s cannot read, load or change anything', async (_, host) => {
    const { tab, page, link, origin, emulator, api } = await start(host);
    const token = new URL(link()).hash.slice(1);
    const generation = 1;
    const reset = JSON.stringify({ generation, confirm: 'reset' });
    await api('POST', '/v2/deployments', gitDeployment());
    for (const [path, init] of [
      [UI, {}],
      [`${API}/info`, {}],
      [`${API}/info`, { headers: { 'x-ui-session': 'x' } }],
      [`${API}/stream`, { credentials: 'include' }],
      [`${API}/reset`, { method: 'POST', headers: json, body: reset, credentials: 'include' }],
      [`${API}/session`, { method: 'POST', headers: json, body: JSON.stringify({ token }) }],
      [`${API}/links`, { method: 'POST', headers: { 'x-api-key': emulator.apiKey } }],
    ] as const) {
      expect([path, await attempt(page, origin + path, init)]).toEqual([path, REFUSED]);
    }
    // Requests without a preflight arrive, but are refused before their bodies are read.
    const statuses = watchAnswers();
    for (const [path, init] of [
      [UI, { mode: 'no-cors' }],
      [`${API}/session`, { mode: 'no-cors', method: 'POST', body: JSON.stringify({ token }) }],
      [`${API}/reset`, { mode: 'no-cors', method: 'POST', body: reset, credentials: 'include' }],
    ] as const) {
      await attempt(page, origin + path, init);
      expect([path, await until(() => statuses[path])]).toEqual([path, 403]);
    }
    // Browsers load files of the page without an `Origin` header. The query makes the URL different from cached URLs.
    const script = `${tab.requests.find((url) => url.endsWith('.js')) ?? ''}?again`;
    const loaded = await page.evaluate(
      `new Promise((resolve) => {
        const script = document.createElement('script');
        script.src = ${JSON.stringify(script)};
        script.onload = () => resolve('loaded');
        script.onerror = () => resolve('refused');
        document.head.append(script);
      })`,
    );
    const { pathname, search } = new URL(script);
    expect([loaded, statuses[pathname + search]]).toEqual(['refused', 403]);
    // Nothing was deleted, and the token is still valid.
    expect((await api('GET', '/v2/deployments')).body.resources).toHaveLength(1);
    const own = await attempt(tab.page, `${origin}${API}/session`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ token }),
    });
    expect(own).toBe('basic 201 text');
  });

  // docs/security/emulator.md#tabs-share-session-by-origin
  test('cannot obtain the session from a broadcast channel or from a window that it opened', async () => {
    const { tab, page, origin } = await start();
    const listen = `new Promise((resolve) => {
      const channel = new BroadcastChannel('emulator-session');
      channel.onmessage = ({ data }) => data.kind === 'give' && resolve('session of ' + location.port);
      channel.postMessage({ kind: 'ask' });
      setTimeout(resolve, 1500, 'nothing');
    })`;
    expect(await page.evaluate(listen)).toBe('nothing');
    // In contrast, the same code in a tab of the dashboard receives the session from the other tab.
    const second = await tab.newTab(`${origin}${UI}`);
    await second.heading('Runs');
    expect(await second.page.evaluate(listen)).toBe(`session of ${new URL(origin).port}`);
    await page.evaluate(`void (window.opened = window.open(${JSON.stringify(origin + UI)}))`);
    expect(
      await page.evaluate(`new Promise((resolve) => {
        const check = () => (window.opened.closed ? resolve('out of reach') : setTimeout(check, 10));
        check();
      })`),
    ).toBe('out of reach');
  });

  // docs/security/emulator.md#dashboard-in-no-frame
  test('cannot show the dashboard in a frame', async () => {
    const { page, origin } = await start();
    await page.setContent(`<iframe src="${origin}${UI}"></iframe>`);
    const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
    await frame?.waitForURL(/^chrome-error:/);
    expect(await frame?.locator('#app').count()).toBe(0);
  });
});

// docs/security/emulator.md#rebound-names-and-dashboard
test('a host name that is rebound to this machine reaches neither the dashboard nor its data', async () => {
  const pages = await servePage();
  const origin = pages.origin.replace('127.0.0.1', REBOUND);
  const page = await dashboard.newPage();
  await page.goto(origin);
  await pages.close();
  const plane = await dashboard.start({ port: Number(new URL(origin).port) });
  const token = new URL(plane.link()).hash.slice(1);
  const session = { method: 'POST', headers: json, body: JSON.stringify({ token }) };
  for (const [path, init] of [
    [UI, {}],
    [`${UI}requests`, {}],
    [`${API}/info`, {}],
    [`${API}/session`, session],
  ] as const) {
    expect([path, await attempt(page, origin + path, init)]).toEqual([path, 'basic 403 text']);
  }
  await page.goto(`${origin}${UI}#${token}`);
  expect(await page.locator('#app').count()).toBe(0);
  const tab = await dashboard.signIn(plane.link());
  await tab.heading('Runs');
});

/** A server that responds to every request with a page whose script reads the session storage. */
const THIEF = `import { createServer } from 'node:http';
const page = '<!doctype html><title>waiting</title><script>document.title = "took " + sessionStorage.length</script>';
createServer((request, response) => {
  const isPage = request.url.startsWith('/page');
  response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'application/json' });
  response.end(isPage ? page : '{"ok":true}');
}).listen(process.env.PORT, process.env.HOST);
`;

// docs/security/emulator.md#agents-answers-are-no-pages
test("responses of an agent's server cannot run scripts on the dashboard's origin", async () => {
  const repository = await createRepository(programOf('node server.mjs', { 'server.mjs': THIEF }));
  dashboard.defer(() => repository.remove());
  const { emulator, deploy, open } = await dashboard.start({ runtime: 'process' });
  const deployment = await deploy(gitDeployment({ source_config: { repo_url: repository.url } }));
  expect(deployment.revisionStatus).toBe('DEPLOYED');
  const tab = await open();
  const page = await tab.page.context().newPage();
  // Browsers do not send this header on their own. With this header, the response is the page, as for a route without
  // a key.
  await page.setExtraHTTPHeaders({ 'x-api-key': emulator.apiKey });
  await page.goto(`${deployment.url}/page`);
  expect(await page.title()).toBe('took 0');
  const answer = await page.goto(`${emulator.urls.controlPlane}/d/${deployment.id}/page`);
  expect([answer?.status(), await page.title()]).toEqual([200, 'waiting']);
  expect(answer?.headers()).toMatchObject({
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  });
});
