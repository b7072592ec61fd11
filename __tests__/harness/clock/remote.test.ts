import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { clockEnvironment, joinClock, type RemoteParticipant } from '../../../harness/clock/participant.ts';
import { preloadArguments } from '../../../harness/clock/handle.ts';
import { createEmulator, type Emulator } from '../../../src/emulator/index.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const KEY = 'key-of-this-test';

const open: Emulator[] = [];
const joined: RemoteParticipant[] = [];
afterEach(async () => {
  await Promise.all(joined.splice(0).map((one) => one.leave()));
  await Promise.all(open.splice(0).map((emulator) => emulator.close()));
});

async function start(more: { port?: number; dataDir?: string } = {}): Promise<Emulator> {
  const emulator = await createEmulator({ runtime: 'stub', clock: 'virtual', apiKey: KEY, ...more });
  open.push(emulator);
  return emulator;
}
const addressOf = (port: number) => ({ admin: `http://127.0.0.1:${port}/_local`, key: KEY });
async function join(port: number): Promise<RemoteParticipant> {
  const one = await joinClock(addressOf(port));
  joined.push(one);
  return one;
}
async function state(port: number): Promise<{ sessions: { session: string }[]; sleeping: unknown[] }> {
  const answer = await fetch(`${addressOf(port).admin}/clock`, { headers: { 'x-api-key': KEY } });
  return (await answer.json()) as Awaited<ReturnType<typeof state>>;
}

/** Runs a program with the preloaded clock, and returns its output and how it ended. */
async function preloaded(program: string, env: Record<string, string>) {
  const child = spawn(
    process.execPath,
    [
      ...(await preloadArguments('virtual')),
      '--input-type=module',
      '--eval',
      `const clock = globalThis[Symbol.for('agent-deploy.clock')];${program}`,
    ],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let [out, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { out, errors, code };
}

describe('a process with the preloaded virtual clock', () => {
  test('is a participant before its first line is executed, and stays alive while it sleeps', async () => {
    const { port, clock } = await start();
    const run = await preloaded(
      `const from = clock.now(); await clock.sleep(3_600_000); console.log(from, clock.now());`,
      clockEnvironment(addressOf(port)),
    );
    expect(run).toMatchObject({ out: `${START} ${START + 3_600_000}\n`, code: 0 });
    expect(clock.now()).toBe(START + 3_600_000);
  });

  test("removes the clock's key from its environment, and exits after its work is done", async () => {
    const { port } = await start();
    const run = await preloaded(
      `console.log(Object.keys(process.env).filter((name) => /CLOCK/.test(name)).length)`,
      clockEnvironment(addressOf(port)),
    );
    expect(run).toMatchObject({ out: '0\n', code: 0 });
  });

  test('blocks no other participant if it is killed', async () => {
    const { port, clock } = await start();
    const other = clock.join();
    const run = preloaded(`process.kill(process.pid, 'SIGKILL')`, clockEnvironment(addressOf(port)));
    await other.sleep(1_000);
    expect((await run).code).toBeNull();
    await other.sleep(1_000);
    expect(clock.now()).toBe(START + 2_000);
  });

  test.each([
    [
      'the wrong key',
      (port: number) => clockEnvironment({ ...addressOf(port), key: 'wrong' }),
      /refused \(401\)/,
    ],
    ['no address', () => ({}), /VIRTUAL_CLOCK_ADMIN is missing/],
  ])('does not start with %s and reports the reason', async (_what, env, says) => {
    const { port } = await start();
    const run = await preloaded(`console.log('started')`, env(port));
    expect(run).toMatchObject({ out: '', code: 1 });
    expect(run.errors).toMatch(says);
  });
});

describe('after the end of the emulator with the virtual clock', () => {
  test('a sleeper joins the next emulator on the same port, and wakes at the right time', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'clock-'));
    const dataDir = path.join(folder, 'data');
    const first = await start({ dataDir });
    const { port } = first;
    const one = await join(port);
    await one.sleep(500_000);
    const sleep = one.sleep(60_000).then(() => one.now());
    // This participant prevents time from advancing until its emulator has exited.
    first.clock.join();
    await first.close();
    open.splice(0);
    const second = await start({ port, dataDir });
    expect(await sleep).toBe(START + 560_000);
    expect(second.clock.now()).toBe(START + 560_000);
    await rm(folder, { recursive: true, force: true });
  });

  test('the time does not go back for a participant that was not sleeping', async () => {
    const first = await start();
    const { port } = first;
    const one = await join(port);
    await one.sleep(500_000);
    await first.close();
    open.splice(0);
    const second = await start({ port });
    while ((await state(port)).sessions.length === 0) continue;
    expect([one.now(), second.clock.now()]).toEqual([START + 500_000, START + 500_000]);
    await one.sleep(10);
    expect(second.clock.now()).toBe(START + 500_010);
  });

  test('a sleep can still be aborted', async () => {
    const first = await start();
    first.clock.join();
    const one = await join(first.port);
    const stop = new AbortController();
    const sleep = one.sleep(10, stop.signal);
    await first.close();
    open.splice(0);
    stop.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
  });

  test("another server on the emulator's port is detected immediately", async () => {
    const first = await start();
    first.clock.join();
    const one = await join(first.port);
    const sleep = one.sleep(10);
    await first.close();
    open.splice(0);
    const other = createServer((_, response) => response.writeHead(400).end('no'));
    await new Promise<void>((resolve) => other.listen(first.port, '127.0.0.1', resolve));
    await expect(sleep).rejects.toThrow(/refused \(400\): no/);
    await expect(one.sleep(10)).rejects.toThrow(/refused \(400\)/);
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
  });
});
