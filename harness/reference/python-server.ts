import { execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FileTree } from '../git.ts';
import type { ReferenceServer } from './server.ts';

/** The reference in-memory agent server for Python, and the graph library it is compared with. */
export const PYTHON_REFERENCE: readonly string[] = [
  'langgraph-cli[inmem]==0.4.40',
  'langgraph-api==0.16.7',
  'langgraph-runtime-inmem==0.36.7',
  'langgraph==1.2.22',
];

/** How long it may take to serve, in milliseconds: half a minute on a busy machine. */
const START_TIMEOUT_MS = 120_000;

const run = promisify(execFile);

/** Installs the server into a virtual environment in `folder`. Throws, with what pip said, when it cannot. */
export async function installPythonReference(folder: string): Promise<void> {
  const environment = path.join(folder, 'packages');
  const quiet = ['--quiet', '--disable-pip-version-check'];
  try {
    await mkdir(folder, { recursive: true });
    await run('python3', ['-m', 'venv', environment], { timeout: 60_000 });
    const pip = path.join(environment, 'bin', 'pip');
    await run(pip, ['install', ...quiet, ...PYTHON_REFERENCE], { timeout: 300_000 });
  } catch (cause) {
    const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause);
    throw new Error(
      `pip could not install ${PYTHON_REFERENCE.join(', ')}. This needs Python 3.11 or newer, the network, and an index that has them. It said: ${said.trim().slice(-1_500)}`,
      { cause },
    );
  }
}

/**
 * Starts it as its command line does, on any free port, without telemetry; throws with its log when it does not serve.
 * `folder`: see `installPythonReference`. `agent`: its files, the graph configuration among them.
 */
export async function startPythonReference({
  folder,
  agent,
}: {
  folder: string;
  agent: FileTree;
}): Promise<ReferenceServer> {
  const cwd = path.join(folder, 'agent');
  for (const [name, text] of Object.entries(agent)) {
    await mkdir(path.dirname(path.join(cwd, name)), { recursive: true });
    await writeFile(path.join(cwd, name), text ?? '');
  }
  const bin = path.join(folder, 'packages', 'bin');
  const port = await freePort();
  // Synchronous calls are the author's business there, too.
  const flags = ['--no-browser', '--no-reload', '--allow-blocking', '--port', String(port)];
  const child = spawn(path.join(bin, 'langgraph'), ['dev', ...flags], {
    cwd,
    env: {
      PATH: [bin, process.env['PATH']].join(path.delimiter),
      HOME: folder,
      LANGGRAPH_CLI_NO_ANALYTICS: '1',
      LANGSMITH_TRACING: 'false',
      PYTHONUNBUFFERED: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => log.push(line));
  }
  let isEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => log.push(error.message));
    child.once('close', () => {
      isEnded = true;
      resolve();
    });
  });
  const server: ReferenceServer = {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    log: () => log.join('\n'),
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(timer);
    },
  };
  const until = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(`${server.url}/ok`).catch(() => undefined);
    if (answer?.ok === true) return server;
    if (isEnded || performance.now() > until) {
      await server.stop();
      throw new Error(`the reference server for Python did not start:\n${server.log()}`);
    }
    await sleep(25);
  }
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
