import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const START = [path.join(ROOT, 'scripts/run.mjs'), path.join(ROOT, 'src/emulator/cli/main.ts')];

let folder = '';
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'emulator-cli-test-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  await rm(folder, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  lines: string[];
  log: string[];
  /** First line on standard output, and the line after it. */
  first: Promise<string>;
  second: Promise<string>;
  ended: Promise<[code: number | null, signal: string | null]>;
}

function start(
  flags: string[],
  env: Record<string, string> = {},
  command = [process.execPath, ...START],
): Started {
  const [program = '', ...args] = command;
  const child = spawn(program, [...args, ...flags], {
    cwd: ROOT,
    // Temporary data is in a folder of the test, and compiled code is in a folder that the next start uses.
    env: {
      PATH: process.env['PATH'],
      TMPDIR: folder,
      NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'node-compile-cache'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const lines: string[] = [];
  const log: string[] = [];
  const output = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const [first, second] = [0, 1].map((index) => {
    const line = Promise.withResolvers<string>();
    output.on('line', () => lines[index] === undefined || line.resolve(lines[index]));
    // The event `close` is used instead of `exit`, because a started process may still keep the output open.
    child.once('close', () => line.reject(new Error(`it ended first: ${log.join('\n')}`)));
    line.promise.catch(() => undefined);
    return line.promise;
  }) as [Promise<string>, Promise<string>];
  createInterface({ input: child.stderr }).on('line', (line) => log.push(line));
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  return { child, lines, log, first, second, ended };
}

const PORT = ['--port', '0', '--runtime', 'stub'];

async function refused(url: string): Promise<boolean> {
  const { port } = new URL(url);
  const socket = net.connect(Number(port), '127.0.0.1');
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => false),
    once(socket, 'error').then(() => true),
  ]).catch(() => true);
  socket.destroy();
  return outcome;
}

describe('the emulator as a program', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'prints one JSON line when it is ready, and ends cleanly on %s',
    async (signal) => {
      const { child, first, ended, lines } = start(PORT);
      const ready = JSON.parse(await first);
      expect(ready).toEqual({
        ready: true,
        urls: {
          controlPlane: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
          sandboxes: ready.urls.controlPlane,
          tracing: ready.urls.controlPlane,
          admin: `${ready.urls.controlPlane}/_local`,
        },
        apiKey: expect.stringMatching(/.{20,}/),
        workspaceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      const answer = await fetch(`${ready.urls.controlPlane}/v2/deployments`, {
        headers: { 'x-api-key': ready.apiKey },
      });
      expect(answer.status).toBe(200);
      expect(await readdir(folder)).toHaveLength(1);
      child.kill(signal);
      expect(await ended).toEqual([0, null]);
      expect(lines).toHaveLength(1);
      expect(await refused(ready.urls.controlPlane)).toBe(true);
      // The temporary data was deleted together with the emulator.
      expect(await readdir(folder)).toEqual([]);
    },
  );

  test('reads its API key from the environment, and shows it only in the ready line', async () => {
    const { child, first, ended, log } = start(PORT, { EMULATOR_API_KEY: 'a-chosen-key-123' });
    const { apiKey, urls } = JSON.parse(await first);
    expect(apiKey).toBe('a-chosen-key-123');
    expect((await fetch(`${urls.admin}/health`, { headers: { 'x-api-key': apiKey } })).status).toBe(200);
    expect((await readFile(`/proc/${child.pid}/environ`)).every((byte) => byte === 0)).toBe(true);
    child.kill('SIGTERM');
    await ended;
    expect(log.join('\n')).not.toContain(apiKey);
  });

  test('reads its API key from a file, and never shows it', async () => {
    const key = 'a-chosen-key-123';
    const file = path.join(folder, 'key');
    await writeFile(file, `${key}\n`);
    const { child, first, ended, lines, log } = start(PORT, { EMULATOR_API_KEY_FILE: file });
    const { urls } = JSON.parse(await first);
    expect((await fetch(`${urls.admin}/health`, { headers: { 'x-api-key': key } })).status).toBe(200);
    child.kill('SIGTERM');
    await ended;
    expect([...lines, ...log].join('\n')).not.toContain(key);
  });

  // docs/security/secrets.md#message-repeats-no-key
  test.each<[string, (key: string) => string[]]>([
    ['an unknown flag', (key) => [`--${key}`]],
    ['an unknown command', (key) => [key]],
    ['the value of a flag', (key) => ['--port', key]],
    ['the path of a file', (key) => [`--seed=${key}`]],
    ['the folder of an agent', (key) => ['dev', key]],
  ])('does not print an API key that was passed in place of %s', async (_, flags) => {
    // The key is assembled, so that no source contains a string with the format of a key.
    const key = `lsv2_pt_${'0123456789abcdef'.repeat(2)}_0123456789`;
    const { ended, log } = start(flags(key));
    expect((await ended)[0]).toBe(2);
    expect(log.join('\n')).toContain('***');
    expect(log.join('\n')).not.toContain(key);
  });

  test('ends when the process specified by --parent-pid has ended', async () => {
    const parent = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
    children.push(parent);
    const { first, ended, log } = start([...PORT, '--parent-pid', String(parent.pid)]);
    const { urls } = JSON.parse(await first);
    parent.kill('SIGKILL');
    expect(await ended).toEqual([0, null]);
    expect(log.at(-1)).toContain(`process ${parent.pid} has exited`);
    expect(await refused(urls.controlPlane)).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });

  // docs/emulator.md#until-stopped
  test('keeps running if a script started it with &, even after the script has ended', async () => {
    const script = `${[process.execPath, ...START, ...PORT].map((word) => `'${word}'`).join(' ')} & echo $!`;
    const shell = start([], {}, ['sh', '-c', script]);
    const pid = Number(await shell.first);
    await once(shell.child, 'exit');
    const ready = JSON.parse(await shell.second);
    shell.child.stdout?.destroy();
    shell.child.stderr?.destroy();
    const health = () => fetch(`${ready.urls.admin}/health`, { headers: { 'x-api-key': ready.apiKey } });
    expect((await health()).status).toBe(200);
    process.kill(pid, 'SIGTERM');
    await until(() => refused(ready.urls.controlPlane));
  });

  test('removes the files of a previously killed emulator when it starts', async () => {
    const killed = start(PORT);
    await killed.first;
    killed.child.kill('SIGKILL');
    await killed.ended;
    const left = await readdir(folder);
    expect(left).toHaveLength(1);
    const next = start(PORT);
    await next.first;
    const there = await readdir(folder);
    expect(there).toHaveLength(1);
    expect(there).not.toEqual(left);
    next.child.kill('SIGTERM');
    await next.ended;
  });

  test("removes a folder at its start if the process whose ID is in the folder's name has ended", async () => {
    // The first ID belongs to no process, and the second ID to this process.
    const nobodys = path.join(folder, 'agent-deploy-emulator-999999999-left');
    const living = path.join(folder, `agent-deploy-emulator-${process.pid}-going`);
    await Promise.all([mkdir(nobodys), mkdir(living)]);
    const started = start(PORT);
    await started.first;
    const there = await readdir(folder);
    expect(there).not.toContain(path.basename(nobodys));
    expect(there).toContain(path.basename(living));
    started.child.kill('SIGTERM');
    await started.ended;
  });

  // docs/emulator.md#bad-input
  test('exits with a hint if its port is in use, and prints the process that uses the port', async () => {
    const blocker = net.createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as net.AddressInfo;
    const { first, ended, log } = start(['--port', String(port)]);
    await expect(first).rejects.toThrow('it ended first');
    expect(await ended).toEqual([2, null]);
    blocker.close();
    expect(log).toEqual([
      expect.stringMatching(/^emulator: port \d+ on 127\.0\.0\.1 is in use by .+: stop that process.*--port/),
    ]);
    if (process.platform === 'linux') expect(log[0]).toContain(`(process ${process.pid})`);
    expect(await readdir(folder)).toEqual([]);
  });

  // docs/emulator.md#bad-input
  test.each([
    [['--prot', '1'], {}, 2, 'did you mean --port?'],
    [['serve'], {}, 2, 'unknown command serve'],
    [['--parent-pid', '4194305'], {}, 2, '--parent-pid 4194305: the process does not exist'],
    [['--seed', 'nowhere.yaml'], {}, 2, '--seed nowhere.yaml: cannot be read'],
    [['--port', '0'], { EMULATOR_DATABASE_URL: 'mysql://u:hunter2@h' }, 2, 'EMULATOR_DATABASE_URL'],
    [['--port', '0'], { EMULATOR_DATABASE_URL: 'postgres://u:hunter2@h' }, 2, 'EMULATOR_KEYRING_FILE'],
    [['--port', '0', '--image-engine', 'docker'], { PATH: '/nowhere' }, 2, '(docker: not on PATH)'],
    [['--port', '0', '--runtime', 'stub', '--image-engine', 'docker'], {}, 2, 'stub runs no images'],
    [
      ['--port', '0', '--sandbox-roots', '/nowhere.pem'],
      {},
      2,
      '--sandbox-roots /nowhere.pem: cannot be read',
    ],
    [
      ['--port', '0', '--sandbox-roots', 'package.json'],
      {},
      2,
      'must be a PEM file that contains certificates',
    ],
    [['--port', '0', '--host', '0.0.0.0'], {}, 2, 'set EMULATOR_API_KEY'],
    [['--port', '0'], { EMULATOR_API_KEY_FILE: '/nowhere/key' }, 2, '/nowhere/key: cannot be read (ENOENT)'],
    [['--port', '0'], { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 2, 'set NODE_EXTRA_CA_CERTS to their CA'],
  ] as const)(
    'with the flags %j and the environment %j ends with exit code %i and a plain reason',
    async (flags, env, code, reason) => {
      const { ended, log, lines } = start([...flags], env);
      expect(await ended).toEqual([code, null]);
      expect(lines).toEqual([]);
      expect(log.join('\n')).toContain(reason);
      expect(log.join('\n')).not.toContain('hunter2');
      expect(log.join('\n')).not.toContain('    at ');
    },
  );

  test('accepts a seed file', async () => {
    const file = path.join(folder, 'seed.yaml');
    const id = '11111111-1111-4111-8111-111111111111';
    await writeFile(file, `workspaces:\n  - id: ${id}\n    api_keys: [{ key: a-seeded-key-1 }]\n`);
    const { child, first, ended } = start([...PORT, '--seed', file]);
    const { urls, workspaceId } = JSON.parse(await first);
    expect(workspaceId).toBe(id);
    const answer = await fetch(`${urls.controlPlane}/v2/deployments`, {
      headers: { 'x-api-key': 'a-seeded-key-1' },
    });
    expect(answer.status).toBe(200);
    child.kill('SIGTERM');
    await ended;
  });

  // docs/emulator.md#log
  test.each([
    ['text', [], [/^emulator: serving on /, /^shop [0-9a-f]{8} CREATING$/, /^shop [0-9a-f]{8} DEPLOYED$/]],
    ['json', ['--log', 'json'], [/^\{"time":".+","level":"info","message":"shop .+,"status":"DEPLOYED"\}$/]],
  ])('logs the statuses of each revision as %s', async (_format, flags, expected) => {
    const { child, first, ended, log } = start([...PORT, ...flags]);
    const { urls, apiKey } = JSON.parse(await first);
    const made = await fetch(`${urls.controlPlane}/v2/deployments`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'shop',
        source: 'external_docker',
        source_config: {},
        source_revision_config: { image_uri: 'registry.example/shop:1' },
        secrets: [],
      }),
    });
    expect(made.status).toBe(201);
    await until(() => log.some((line) => line.includes('DEPLOYED')));
    child.kill('SIGTERM');
    await ended;
    for (const pattern of expected) expect(log).toContainEqual(expect.stringMatching(pattern));
  });

  test('still prints the ready line with --quiet', async () => {
    const { child, first, ended, log } = start([...PORT, '--quiet']);
    expect(JSON.parse(await first)).toMatchObject({ ready: true });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(log).toEqual([]);
  });

  test('prints its flags with --help', async () => {
    const { ended, lines } = start(['--help']);
    expect(await ended).toEqual([0, null]);
    expect(lines.join('\n')).toContain('--data-dir');
  });
});
