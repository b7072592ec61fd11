import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openSessionFile } from '../../../src/emulator/dashboard/session-file.ts';
import {
  createDashboardSessions,
  SESSION_IDLE_MS,
  SESSION_STORED_MS,
} from '../../../src/emulator/dashboard/sessions.ts';
import { createEmulator, type Emulator } from '../../../src/emulator/index.ts';
import { API, send, signIn } from './page.ts';

const ORIGIN = 'http://127.0.0.1:4400';
const START = Date.UTC(2026, 10, 24);

let dataDir: string;
let time: number;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sessions-'));
  time = START;
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const storedFile = () => path.join(dataDir, 'dashboard-sessions.json');

/** Starts the sessions of one process, whose monotonic clock starts at zero. */
async function startProcess(origin = ORIGIN) {
  const log: string[] = [];
  const learned: string[] = [];
  const file = await openSessionFile({ dataDir, origin, log: (line) => log.push(line) });
  const start = time;
  const sessions = createDashboardSessions({
    now: () => time - start,
    epoch: () => time,
    learn: (values) => learned.push(...values),
    origin,
    file,
  });
  return { sessions, learned, log, stop: () => file.close() };
}

async function signedIn(): Promise<string> {
  const { sessions, stop } = await startProcess();
  const session = sessions.signIn(sessions.link().token) ?? '';
  await stop();
  return session;
}

// docs/security/emulator.md#session-survives-restart
describe('a session of the dashboard', () => {
  test('survives a restart with the same data folder and origin', async () => {
    const session = await signedIn();
    time += 60_000;
    const { sessions, learned } = await startProcess();
    expect([sessions.use(session), learned]).toEqual([true, [session]]);
  });

  test('is stored only as a hash, in a file that only its user can read', async () => {
    const session = await signedIn();
    const text = await readFile(storedFile(), 'utf8');
    expect(text).not.toContain(session);
    expect(JSON.parse(text)).toMatchObject({ sessions: [{ hash: expect.stringMatching(/^[0-9a-f]{64}$/) }] });
    if (process.platform !== 'win32') expect((await stat(storedFile())).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['dashboard-sessions.json']);
  });

  test('cannot be continued with the stored hash', async () => {
    await signedIn();
    const { sessions: stored } = JSON.parse(await readFile(storedFile(), 'utf8'));
    const { sessions } = await startProcess();
    expect(sessions.use(stored[0].hash)).toBe(false);
  });

  test('is unknown at another origin, even if its file is changed to that origin', async () => {
    const session = await signedIn();
    const other = 'http://127.0.0.1:4401';
    expect((await startProcess(other)).sessions.use(session)).toBe(false);
    const text = await readFile(storedFile(), 'utf8');
    await writeFile(storedFile(), text.replace(ORIGIN, other), { mode: 0o600 });
    expect((await startProcess(other)).sessions.use(session)).toBe(false);
  });

  test('does not survive a restart after its user has signed out', async () => {
    const session = await signedIn();
    const { sessions, stop } = await startProcess();
    sessions.signOut(session);
    await stop();
    expect((await startProcess()).sessions.use(session)).toBe(false);
  });

  test.each([
    ['twelve hours without use', SESSION_IDLE_MS + 1],
    ['seven days', SESSION_STORED_MS + 1],
    ['a clock that was set back', -3_600_000],
  ])('does not survive a restart after %s', async (_, ms) => {
    const session = await signedIn();
    time += ms;
    expect((await startProcess()).sessions.use(session)).toBe(false);
  });

  test.each([
    ['is not JSON', 'no JSON'],
    ['is from another version', JSON.stringify({ version: 2, origin: ORIGIN, sessions: [] })],
    ['has an unknown field', JSON.stringify({ version: 1, origin: ORIGIN, sessions: [], key: 'x' })],
    [
      'has a hash that is not a hash',
      JSON.stringify({ version: 1, origin: ORIGIN, sessions: [{ hash: '' }] }),
    ],
  ])('needs a new link if its file %s', async (_, text) => {
    await writeFile(storedFile(), text, { mode: 0o600 });
    const { sessions, log } = await startProcess();
    expect([sessions.use(''), sessions.signIn(sessions.link().token) === undefined, log]).toEqual([
      false,
      false,
      [],
    ]);
  });

  (process.platform === 'win32' ? test.skip : test)(
    'needs a new link if its file is a link, or if other users can read or write the file',
    async () => {
      const session = await signedIn();
      for (const mode of [0o644, 0o620, 0o602]) {
        await chmod(storedFile(), mode);
        expect((await startProcess()).sessions.use(session)).toBe(false);
      }
      const text = await readFile(storedFile(), 'utf8');
      await rm(storedFile());
      await writeFile(path.join(dataDir, 'other.json'), text, { mode: 0o600 });
      await symlink('other.json', storedFile());
      expect((await startProcess()).sessions.use(session)).toBe(false);
    },
  );

  test('stays valid in the running emulator if its file cannot be written', async () => {
    const { sessions, log, stop } = await startProcess();
    await rm(dataDir, { recursive: true });
    const session = sessions.signIn(sessions.link().token) ?? '';
    await stop();
    expect([sessions.use(session), log.length]).toEqual([true, 1]);
  });
});

describe('an emulator that is restarted with the same data folder and port', () => {
  const start = (port: number, adminKeys: string[] = []): Promise<Emulator> =>
    createEmulator({ runtime: 'stub', dashboard: true, dataDir, port, adminKeys, log: () => undefined });

  test('accepts the session of an open tab, but no session of another data folder', async () => {
    const first = await start(0);
    const { headers } = await signIn(first);
    const { port } = first;
    await first.close();
    const second = await start(port);
    const answers = [headers, { 'x-ui-session': 'x'.repeat(43) }].map((one) =>
      send(port, 'GET', `${API}/info`, { headers: one }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 401]);
    await second.close();
    await rm(storedFile());
    const third = await start(port);
    expect((await send(port, 'GET', `${API}/info`, { headers })).status).toBe(401);
    await third.close();
  });

  // docs/kubernetes/keys.md#admin-sessions
  test('accepts no session of other admin keys, because a retired key might have opened the session', async () => {
    const first = await start(0);
    const { port } = first;
    let { headers } = await signIn(first);
    await first.close();
    for (const [keys, expected] of [
      [['the-admin-key-of-this'], 401],
      [['the-admin-key-of-this'], 200],
      [['the-next-admin-key'], 401],
    ] as const) {
      const emulator = await start(port, [...keys]);
      const { status } = await send(port, 'GET', `${API}/info`, { headers });
      if (status === 401) ({ headers } = await signIn(emulator));
      await emulator.close();
      expect([keys, status]).toEqual([keys, expected]);
    }
  });
});
