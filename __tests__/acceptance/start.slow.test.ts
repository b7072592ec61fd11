import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { crashAtImport, plainAgent } from '../../harness/agents/fixtures.ts';
import { ensureDist } from '../../harness/dist.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { searchText } from '../../harness/runner/leaks.ts';
import { runTour } from '../../harness/start/tour.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const repositories: FixtureRepository[] = [];
const folders: string[] = [];
beforeAll(ensureDist);
afterEach(async () => {
  await Promise.all(repositories.splice(0).map((repository) => repository.remove()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

async function repositoryOf(files: Record<string, string | null>): Promise<FixtureRepository> {
  const repository = await createRepository(files);
  repositories.push(repository);
  return repository;
}

interface Ended {
  code: number | null;
  text: string;
}

/**
 * The command of `npm start`, split into words. The `--` in the command prevents Node itself from reading
 * `--env-file`.
 */
const [, ...COMMAND] = (
  JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start.split(' ');

/** Runs `npm start -- …` without npm, and sends one Ctrl-C when `interruptAt` was printed. */
function start(args: string[], interruptAt?: string): Promise<Ended> {
  const child = spawn(process.execPath, [...COMMAND, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let interrupted = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (interruptAt === undefined || interrupted || !text.includes(interruptAt)) return;
      interrupted = true;
      child.kill('SIGINT');
    });
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })));
}

/** Creates a folder for PATH with only these programs of the machine. */
async function programs(...names: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'start-programs-'));
  folders.push(folder);
  const places = (process.env['PATH'] ?? '').split(path.delimiter);
  for (const name of names) {
    const file = places.map((place) => path.join(place, name)).find((candidate) => existsSync(candidate));
    if (file === undefined) throw new Error(`${name} is not on PATH`);
    await symlink(file, path.join(folder, name));
  }
  return folder;
}

describe('the demonstration that npm start runs', () => {
  test('shows a push, a rollout, and a preview of a pull request, and leaves no process or file behind', async () => {
    const undo: (() => Promise<void>)[] = [];
    const lines: string[] = [];
    const print = (line = '') => void lines.push(line);
    const agent = plainAgent();
    const source = (agent['src/agent.ts'] ?? '').replace('VERSION: string = "v1"', "VERSION = 'v1'");
    try {
      await runTour(
        {
          terminal: { phase: print, done: print, detail: print, quote: print, text: print, error: print },
          signal: new AbortController().signal,
          defer: (step) => void undo.push(step),
        },
        {
          // The examples install packages from registries, so only the network tests run the examples.
          makeRepository: () => createRepository({ ...agent, 'src/agent.ts': source }),
          emulator: { env: { PATH: await programs('git') } },
        },
      );
    } finally {
      for (const step of undo.toReversed()) await step();
    }
    const text = lines.join('\n');
    const inOrder = [
      'Push: the built action deploys it',
      'agent: echo v1: hello',
      'answers: echo v1, then echo v2',
      'Open a pull request',
      'comment on #1:',
      'environment echo-agent-pr-1: success http://',
      'preview: echo v3: hello',
      'main:    echo v2: hello',
      'answers: echo v3, then echo v4',
      'and still one comment',
      'Outcome: torn-down',
      'deployments:      echo-agent\n',
      'tracing projects: echo-agent\n',
      'environments:     echo-agent active',
      'processes:        no response at http://',
      'The same in Python',
      'not shown: no Python 3.11 or newer was found. Tried: python3.11 (not on PATH), ',
    ];
    expect(inOrder.filter((part) => !text.includes(part))).toEqual([]);
    const places = inOrder.map((part) => text.indexOf(part));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    // The tokens have all required permissions, and no output shows the secret.
    expect(text).not.toContain('##[warning]');
    expect(searchText(text, ['a secret that no log may show'], 'output')).toEqual([]);
  });
});

describe('npm start with the reader’s own agent', () => {
  test('deploys the agent, shows the result, stores its secrets, and exits', async () => {
    const repository = await repositoryOf(plainAgent());
    const envFile = path.join(repository.dir, '.env.deploy');
    await writeFile(envFile, 'GREETING="start-secret-one\nstart-secret-two"\n');
    const { code, text } = await start(['--repo', repository.dir, '--env-file', envFile]);
    expect(text).toContain('Done in');
    expect(code).toBe(0);
    expect(text).toContain('secrets: GREETING');
    expect(text).toMatch(/deployment-url +http:/);
    expect(text).toMatch(/requests to GitHub: \d+ × /);
    expect(text).not.toContain('pull request');
    expect(text).toContain('only committed files are deployed');
    expect(searchText(text, ['start-secret-one\nstart-secret-two'], 'output')).toEqual([]);
    // The output has no escape codes without a terminal.
    expect(text).not.toContain('\u001B[');
  });

  test('checks only /ok for an agent that does not serve /info', async () => {
    const repository = await repositoryOf({
      'langgraph.json': JSON.stringify({
        graphs: { agent: './graph.py:graph' },
        emulator: { command: `exec '${process.execPath}' server.mjs` },
      }),
      'server.mjs': `import { createServer } from 'node:http';
        const server = createServer((request, response) =>
          response.writeHead(request.url === '/ok' ? 200 : 404).end('not JSON'),
        );
        server.listen(Number(process.env.PORT), '127.0.0.1');`,
    });
    const { code, text } = await start(['--repo', repository.dir]);
    expect(text).toContain('/ok returns 200, its program reports no revision');
    expect(code).toBe(0);
  });

  test("shows the emulator's warnings about an uncommitted env file and an unknown configuration key", async () => {
    const { 'langgraph.json': config, ...files } = plainAgent();
    const named = { ...JSON.parse(config ?? ''), env: '.env', grpahs: {} };
    const repository = await repositoryOf({ ...files, 'langgraph.json': JSON.stringify(named) });
    const { code, text } = await start(['--repo', repository.dir]);
    expect(code).toBe(0);
    expect(text).toMatch(
      /WARNING: .*file \.env, but this commit does not contain it, so none of its variables is set/,
    );
    expect(text).toMatch(/WARNING: .*grpahs/);
  });

  test('reports once why the agent does not start, and exits with code 1', async () => {
    const repository = await repositoryOf(crashAtImport('no weights on disk'));
    const { code, text } = await start(['--repo', repository.url]);
    expect(text).toContain('no weights on disk');
    expect(text.split('End of the deploy log')).toHaveLength(2);
    expect(text).toContain('Failed: the action ended with failed');
    expect(code).toBe(1);
  });

  test('reports errors of the command line, and exits with code 2', async () => {
    const { code, text } = await start(['--env-file', 'x']);
    expect(text).toContain('--env-file requires --repo');
    expect(code).toBe(2);
  });

  test('cleans up after Ctrl-C, and exits with code 130', async () => {
    const repository = await repositoryOf(plainAgent());
    const { code, text } = await start(['--repo', repository.dir], 'as on the GitHub runner');
    expect(text).toContain('Stopped; cleaning up.');
    expect(code).toBe(130);
  });

  test('cleans up even if its output is no longer read', async () => {
    const repository = await repositoryOf(plainAgent());
    const child = spawn(process.execPath, [...COMMAND, '--repo', repository.dir], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.once('data', () => child.stdout.destroy());
    child.stderr.resume();
    const code = await new Promise((resolve) => child.once('exit', resolve));
    // scripts/test.ts searches for leftover processes and files after all tests.
    expect(code).toBe(130);
  });
});
