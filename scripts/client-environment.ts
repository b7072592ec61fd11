import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const UV_VERSION = '0.13.9';

/**
 * Installs uv below `.tmp` unless it is already installed, for all suites and their emulators, and returns the folder
 * of the program.
 */
async function installUv(): Promise<string> {
  const folder = path.resolve(import.meta.dirname, '../.tmp', `uv-${UV_VERSION}`);
  const program = path.join(folder, 'uv');
  const isInstalled = await stat(program).then(
    () => true,
    () => false,
  );
  if (isInstalled) return folder;
  const run = promisify(execFile);
  const scratch = await mkdtemp(path.join(tmpdir(), 'test-clients-'));
  try {
    await run('python3', ['-m', 'venv', scratch]);
    const pip = ['install', '--quiet', '--disable-pip-version-check', `uv==${UV_VERSION}`];
    await run(path.join(scratch, 'bin', 'pip'), pip);
    await mkdir(folder, { recursive: true });
    const draft = `${program}.${process.pid}`;
    await copyFile(path.join(scratch, 'bin', 'uv'), draft);
    // Another run may have installed the program at the same time.
    await rename(draft, program);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Calls `use` with the environment variables of suites that need the network: PATH contains uv, and TEST_SHARED is a
 * folder that all suites share. Removes the folder afterwards.
 */
export async function withClientEnvironment(
  use: (env: Record<string, string>) => Promise<void>,
): Promise<void> {
  const PATH = [await installUv(), process.env['PATH'] ?? ''].join(path.delimiter);
  const shared = await mkdtemp(path.join(tmpdir(), 'test-clients-'));
  try {
    await use({ TEST_SHARED: shared, PATH });
  } finally {
    await rm(shared, { recursive: true, force: true });
  }
}
