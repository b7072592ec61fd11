import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { plainAgent } from '../../harness/agents/fixtures.ts';
import { ensureDist } from '../../harness/dist.ts';
import { startEmulator } from '../../harness/emulator.ts';
import { createRepository } from '../../harness/git.ts';
import { PHASES } from '../../scripts/package/build.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DEBUGGER = /Debugger listening/;
const onLinux = process.platform === 'linux' ? test : test.skip;

/** Matches the statement with which an entry point ignores the signal, with any spelling of an empty function. */
const IGNORED = /^process\.on\('SIGUSR1', (\(\) => |function \(\) )\{\}\);$/;

const firstStatement = (file: string): string | undefined =>
  readFileSync(path.join(ROOT, file), 'utf8')
    .split('\n')
    .find((line) => line !== '' && !/^(#!|\/\/|import )/.test(line));

describe("the signal SIGUSR1, which opens Node's debugger", () => {
  beforeAll(() => ensureDist());

  // docs/security/secrets.md#no-debugger
  test.each([
    ...PHASES.map((phase) => `dist/${phase}.js`),
    'scripts/package-emulator/files/bin/agent-deploy-emulator.cjs',
    'scripts/package-emulator/files/bin/agent-deploy.cjs',
    'scripts/run.mjs',
  ])('is ignored after the first statement of %s', (file) => {
    expect(firstStatement(file)).toMatch(IGNORED);
  });

  // docs/security/secrets.md#no-debugger
  onLinux('opens no debugger in the action while the action holds the API key', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'agent-deploy-debugger-'));
    let signalled = 0;
    const server = createServer((_request, response) => {
      signalled += 1;
      child.kill('SIGUSR1');
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"detail":"no such key"}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    const child = spawn(process.execPath, [path.join(ROOT, 'dist/main.js')], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        RUNNER_TEMP: folder,
        GITHUB_WORKSPACE: folder,
        INPUT_ACTION: 'deploy',
        'INPUT_API-KEY': 'key-of-the-debugger-test',
        'INPUT_CONTROL-PLANE-URL': `http://127.0.0.1:${address.port}`,
        'INPUT_DEPLOYMENT-NAME': 'agent',
        'INPUT_REPO-URL': 'https://git.example/acme/agent',
        INPUT_REF: 'main',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(String(data)));
    const [code] = await once(child, 'close');
    server.close();
    rmSync(folder, { recursive: true });
    expect(signalled).toBeGreaterThan(0);
    expect(code).toBe(1);
    expect(output.join('')).toContain('Outcome: failed (unauthorized)');
    expect(output.join('')).not.toMatch(DEBUGGER);
  });

  // docs/security/secrets.md#no-debugger
  test("ends the run before any request if SIGUSR1 arrives before the action's first statement", async () => {
    const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', path.join(ROOT, 'dist/main.js')], {
      env: {
        PATH: process.env['PATH'],
        INPUT_ACTION: 'deploy',
        'INPUT_API-KEY': 'key-of-the-debugger-test',
        'INPUT_CONTROL-PLANE-URL': 'http://127.0.0.1:9',
        'INPUT_DEPLOYMENT-NAME': 'agent',
        'INPUT_REPO-URL': 'https://git.example/acme/agent',
        INPUT_REF: 'main',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.on('data', (data) => (output += String(data)));
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(output).toContain('A debugger is attached to this process');
  });

  // docs/security/secrets.md#no-debugger
  onLinux("opens no debugger in the emulator or in the emulator's programs", async () => {
    const repository = await createRepository(plainAgent());
    const emulator = await startEmulator({ runtime: 'process' });
    try {
      const agent = await deployAgent(emulator, repository);
      const started = descendantsOf(emulator.pid).filter(({ command }) => command[0] === process.execPath);
      // The processes include at least the supervisor and the worker of the agent.
      expect(started.length).toBeGreaterThanOrEqual(2);
      for (const { pid, command } of started) {
        expect(command).toContain('--disable-sigusr1');
        process.kill(pid, 'SIGUSR1');
      }
      process.kill(emulator.pid, 'SIGUSR1');
      const response = await fetch(`${agent.url}/assistants/search`, {
        method: 'POST',
        headers: { 'x-api-key': emulator.apiKey, 'content-type': 'application/json' },
        body: '{}',
      });
      expect(response.status).toBe(200);
      expect(emulator.log()).not.toMatch(DEBUGGER);
    } finally {
      await emulator.stop();
      await repository.remove();
    }
  });
});

/** Returns every descendant of a process, with its command line. */
function descendantsOf(ancestor: number): { pid: number; command: string[] }[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = Number(
          readFileSync(`/proc/${name}/stat`, 'utf8')
            .replace(/^.*\) \S /s, '')
            .split(' ')[0],
        );
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
        return [{ pid: Number(name), parent, command }];
      } catch {
        // The process has just ended.
        return [];
      }
    });
  const below = new Set([ancestor]);
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  return all.filter(({ pid }) => pid !== ancestor && below.has(pid));
}
