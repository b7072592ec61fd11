import { describe, expect, test } from '@jest/globals';
import { createDashboardSessions, SESSION_IDLE_MS } from '../../../src/emulator/dashboard/sessions.ts';
import { createEmulator } from '../../../src/emulator/index.ts';
import { API, send, signIn, startDashboard, tokenOf } from './page.ts';

// docs/security/emulator.md#dashboard-link-signs-in-once
describe('a link to the dashboard', () => {
  // docs/dashboard.md#link
  test('signs a user in only once', async () => {
    const { emulator } = await startDashboard();
    const body = { token: tokenOf(emulator.dashboardLink()) };
    const first = await send(emulator.port, 'POST', `${API}/session`, { body });
    const second = await send(emulator.port, 'POST', `${API}/session`, { body });
    expect([first.status, second.status]).toEqual([201, 401]);
    expect(second.body.detail).toContain('used before');
  });

  test('has its token in the URL fragment, because browsers never send the fragment', async () => {
    const { emulator } = await startDashboard();
    const { hash, pathname, search } = new URL(emulator.dashboardLink() ?? '');
    expect({ pathname, search }).toEqual({ pathname: '/_local/ui/', search: '' });
    expect(hash).toMatch(/^#[\w-]{43}$/);
  });

  test('is created only for a request with the API key of the emulator', async () => {
    const { emulator } = await startDashboard();
    const refused = await send(emulator.port, 'POST', `${API}/links`);
    const made = await send(emulator.port, 'POST', `${API}/links`, {
      headers: { 'x-api-key': emulator.apiKey },
    });
    const token = tokenOf(made.body.url);
    const { status } = await send(emulator.port, 'POST', `${API}/session`, { body: { token } });
    expect([refused.status, made.status, status]).toEqual([401, 201, 201]);
  });

  test('expires after ten minutes', () => {
    let now = 0;
    const sessions = createDashboardSessions({ now: () => now, learn: () => undefined });
    const { token } = sessions.link();
    now = 10 * 60_000 + 1;
    expect(sessions.signIn(token)).toBeUndefined();
  });
});

// docs/security/emulator.md#session-opens-dashboard-alone
describe('a session of the dashboard', () => {
  test("gives access to the page's routes, unlike the emulator's API key", async () => {
    const { emulator } = await startDashboard();
    const page = await signIn(emulator);
    const withKey = await send(emulator.port, 'GET', `${API}/info`, {
      headers: { 'x-api-key': emulator.apiKey },
    });
    expect([(await page.call('GET', '/info')).status, withKey.status]).toEqual([200, 401]);
  });

  // docs/dashboard.md#session
  test('gives access to no route outside of the dashboard', async () => {
    const { emulator } = await startDashboard();
    const { headers } = await signIn(emulator);
    const asked = ['/_local/journal', '/v2/deployments', '/_local/snapshot'];
    const statuses = await Promise.all(
      asked.map(async (path) => (await send(emulator.port, 'GET', path, { headers })).status),
    );
    expect(statuses).toEqual([401, 401, 401]);
  });

  test('ends when the user signs out', async () => {
    const { emulator } = await startDashboard();
    const page = await signIn(emulator);
    expect((await page.call('DELETE', '/session')).status).toBe(204);
    const { status, headers } = await page.call('GET', '/info');
    expect([status, headers['x-ui-session']]).toEqual([401, 'ended']);
  });

  test('ends after twelve hours without use, but continues while it is used', () => {
    let now = 0;
    const sessions = createDashboardSessions({ now: () => now, learn: () => undefined });
    const session = sessions.signIn(sessions.link().token) ?? '';
    now += SESSION_IDLE_MS;
    expect(sessions.use(session)).toBe(true);
    now += SESSION_IDLE_MS + 1;
    expect(sessions.use(session)).toBe(false);
  });

  test('appears in neither the journal nor the log', async () => {
    const lines: string[] = [];
    const { emulator } = await startDashboard({ log: (line) => lines.push(line) });
    const page = await signIn(emulator);
    const session = page.headers['x-ui-session'];
    await send(emulator.port, 'GET', `/v2/deployments?name=${session}`, {
      headers: { 'x-api-key': emulator.apiKey },
    });
    expect(JSON.stringify([emulator.journal.after(0), lines])).not.toContain(session);
  });
});

test('a sign-in to a disabled dashboard is refused with a message about the flag that enables it', async () => {
  await using stack = new AsyncDisposableStack();
  const emulator = await createEmulator({ runtime: 'stub' });
  stack.defer(() => emulator.close());
  const { status, body } = await send(emulator.port, 'GET', '/_local/ui/');
  expect(emulator.dashboardLink()).toBeUndefined();
  expect({ status, body }).toEqual({
    status: 404,
    body: { detail: 'The dashboard is off: start the emulator with --dashboard.' },
  });
});
