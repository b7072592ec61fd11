import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
/** Folder of Node's compile cache for workers, and for emulators that suites start. */
const cache = path.join(root, '.tmp', 'compile-cache');

/** Numbers of passed and failed tests. */
export interface Counts {
  passed: number;
  failed: number;
}

/**
 * Runs jest with these arguments, and prints the counts as the last line, `N passed, N failed`. A failure sets the
 * exit code to 1; the exit code is never reset. Skipped tests count as failed, because this tier must run completely.
 */
export async function runJest(args: string[], env: Record<string, string> = {}): Promise<Counts> {
  const folder = await mkdtemp(path.join(tmpdir(), 'jest-run-'));
  try {
    const result = path.join(folder, 'result.json');
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        path.join(root, 'node_modules/jest/bin/jest.js'),
        '--json',
        `--outputFile=${result}`,
        ...args,
      ],
      {
        cwd: root,
        env: { ...process.env, NODE_COMPILE_CACHE: cache, ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (exit) => resolve(exit ?? 1));
    });
    // jest has just written the file. The file is missing if jest could not start.
    const counts = JSON.parse(await readFile(result, 'utf8').catch(() => '{}')) as Record<string, number>;
    const passed = counts['numPassedTests'] ?? 0;
    const failed =
      (counts['numFailedTests'] ?? 1) +
      (counts['numRuntimeErrorTestSuites'] ?? 0) +
      (counts['numPendingTests'] ?? 0);
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode ||= failed > 0 || passed === 0 ? 1 : code;
    return { passed, failed };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
