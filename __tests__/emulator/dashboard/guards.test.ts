import { describe, expect, test } from '@jest/globals';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createDashboardFiles } from '../../../src/emulator/dashboard/files.ts';
import { newFolder } from '../server/plane.ts';
import { API, send, signIn, startDashboard } from './page.ts';

// docs/security/emulator.md#pages-of-other-ports-and-sites
// docs/dashboard.md#other-pages
describe('the dashboard server', () => {
  test.each([
    ['a page of another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page in a sandbox', { origin: 'null' }],
    ['a name that was rebound to this machine', { host: 'evil.example' }],
    ['a request of another port without an origin', { 'sec-fetch-site': 'same-site' }],
    ['a request of another site without an origin', { 'sec-fetch-site': 'cross-site' }],
    [
      'a request that no page sent and that opens no document',
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'cors' },
    ],
  ])('refuses API calls and files to %s, even with a session', async (_, headers: Record<string, string>) => {
    const { emulator } = await startDashboard();
    const page = await signIn(emulator);
    const own = { ...page.headers, ...headers };
    const read = await send(emulator.port, 'GET', `${API}/info`, { headers: own });
    const file = await send(emulator.port, 'GET', '/_local/ui/', { headers: own });
    expect([read.status, file.status]).toEqual([403, 403]);
  });

  test('refuses a sign-in from another port without using up the sign-in token', async () => {
    const { emulator } = await startDashboard();
    const token = new URL(emulator.dashboardLink() ?? '').hash.slice(1);
    const from = (origin: string) =>
      send(emulator.port, 'POST', `${API}/session`, { body: { token }, headers: { origin } });
    expect((await from('http://localhost:1')).status).toBe(403);
    expect((await from(emulator.urls.controlPlane)).status).toBe(201);
  });

  test('refuses a body that a form on another page could send', async () => {
    const { emulator } = await startDashboard();
    const { status } = await send(emulator.port, 'POST', `${API}/session`, {
      body: { token: 'x' },
      headers: { 'content-type': 'text/plain' },
    });
    expect(status).toBe(415);
  });
});

// docs/security/emulator.md#dashboard-runs-no-text
// docs/dashboard.md#policy
test('every response of the dashboard forbids frames, foreign content and inline scripts', async () => {
  const { emulator } = await startDashboard();
  const page = await signIn(emulator);
  const answers = await Promise.all([
    page.call('GET', '/info'),
    send(emulator.port, 'GET', `${API}/info`),
    send(emulator.port, 'GET', `${API}/none`, { headers: page.headers }),
    send(emulator.port, 'GET', '/_local/ui/x', { headers: { host: 'evil.example' } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 403]);
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    const policy = String(headers['content-security-policy']);
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "trusted-types 'none'"]) {
      expect(policy).toContain(rule);
    }
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});

test("requests for the dashboard's own files are not recorded, and match no fault rule", async () => {
  const { emulator } = await startDashboard();
  const page = await signIn(emulator);
  emulator.faults.set({ rules: [{ match: {}, then: { status: 503 } }] });
  expect((await page.call('GET', '/info')).status).toBe(200);
  expect(emulator.journal.lastSeq()).toBe(0);
  expect(emulator.faults.active().rules[0]?.matched).toBe(0);
});

describe('the files of the dashboard', () => {
  const newPage = async () => {
    const folder = await newFolder();
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), '<!doctype html>');
    await writeFile(path.join(folder, 'assets', 'app-0A1B2C3D.js'), '1');
    await writeFile(path.join(folder, 'notes.txt'), 'not of the page');
    await symlink('/etc/hostname', path.join(folder, 'link.js'));
    return createDashboardFiles(folder);
  };
  const read = async (files: Awaited<ReturnType<typeof newPage>>, name: string) => {
    const seen: { headers: Record<string, unknown>; text: string } = { headers: {}, text: '' };
    const answer = await files(name);
    const response = {
      writeHead: (_: number, headers: Record<string, unknown>) => void (seen.headers = headers),
      end: (bytes: Uint8Array) => void (seen.text = Buffer.from(bytes).toString()),
    };
    if ('stream' in answer) await answer.stream(response as never);
    return seen;
  };

  test('are cached by browsers only if their name contains a hash of their content', async () => {
    const files = await newPage();
    expect((await read(files, 'assets/app-0A1B2C3D.js')).headers['cache-control']).toContain('immutable');
    expect((await read(files, 'index.html')).headers['cache-control']).toBeUndefined();
  });

  test('include index.html for every path of a page', async () => {
    const files = await newPage();
    expect((await read(files, 'deployments/1/logs')).text).toBe('<!doctype html>');
    expect((await read(files, '')).text).toBe('<!doctype html>');
  });

  test.each(['assets/gone-00000000.js', 'link.js', '../package.js'])('do not include %s', async (name) => {
    const files = await newPage();
    await expect(files(name)).rejects.toMatchObject({ status: 404 });
  });

  test('include no files of other types and no files outside of the folder', async () => {
    const files = await newPage();
    for (const name of ['notes.txt', '../../etc/passwd', '%2e%2e/package.json']) {
      expect((await read(files, name)).text).toBe('<!doctype html>');
    }
  });

  test('are replaced by a 404 with the build command if they have not been built', async () => {
    const files = createDashboardFiles(path.join(await newFolder(), 'none'));
    await expect(files('')).rejects.toMatchObject({ detail: expect.stringContaining('npm run package') });
  });
});
