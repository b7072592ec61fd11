import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { HANG_LIMIT_MS } from '../hang-limit.ts';
import type { FileTree } from '../git.ts';
import { startCommand } from './command.ts';
import type { ReferenceServer } from './server.ts';

/** Python packages of the in-memory reference server, and of the graph library to compare with. */
export const PYTHON_REFERENCE: readonly string[] = [
  'langgraph-cli[inmem]==0.4.40',
  'langgraph-api==0.16.7',
  'langgraph-runtime-inmem==0.36.7',
  'langgraph==1.2.22',
];

const run = promisify(execFile);

/**
 * Installs the server into a virtual environment in `folder`, or throws with pip's output if the installation fails.
 */
export async function installPythonReference(folder: string): Promise<void> {
  const environment = path.join(folder, 'packages');
  const quiet = ['--quiet', '--disable-pip-version-check'];
  try {
    await mkdir(folder, { recursive: true });
    await run('python3', ['-m', 'venv', environment], { timeout: HANG_LIMIT_MS });
    const pip = path.join(environment, 'bin', 'pip');
    await run(pip, ['install', ...quiet, ...PYTHON_REFERENCE], { timeout: HANG_LIMIT_MS });
  } catch (cause) {
    const reported = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause);
    throw new Error(
      `pip could not install ${PYTHON_REFERENCE.join(', ')}. This needs Python 3.11 or newer, the network, and an index that has them. It said: ${reported.trim().slice(-1_500)}`,
      { cause },
    );
  }
}

/**
 * Starts the server with its command line on a free port, without telemetry. Throws with the server's log if it does
 * not accept requests.
 *
 * `folder` is the folder into which `installPythonReference` installed the server. `agent` contains the agent's files,
 * including its graph configuration, which are written to the subfolder `agent`. `reload` restarts the server after
 * each change of these files. `jobs` is the number of simultaneous runs.
 */
export async function startPythonReference({
  folder,
  agent,
  reload = false,
  jobs,
}: {
  folder: string;
  agent: FileTree;
  reload?: boolean;
  jobs?: number;
}): Promise<ReferenceServer> {
  const cwd = path.join(folder, 'agent');
  for (const [name, text] of Object.entries(agent)) {
    await mkdir(path.dirname(path.join(cwd, name)), { recursive: true });
    await writeFile(path.join(cwd, name), text ?? '');
  }
  const bin = path.join(folder, 'packages', 'bin');
  // The server must allow blocking calls in the agent's code, as the emulator does.
  return startCommand({
    name: 'the reference server for Python',
    program: path.join(bin, 'langgraph'),
    args: [
      'dev',
      '--no-browser',
      ...(reload ? [] : ['--no-reload']),
      '--allow-blocking',
      ...(jobs === undefined ? [] : ['--n-jobs-per-worker', String(jobs)]),
    ],
    cwd,
    env: {
      PATH: [bin, process.env['PATH']].join(path.delimiter),
      HOME: folder,
      PYTHONUNBUFFERED: '1',
    },
  });
}
