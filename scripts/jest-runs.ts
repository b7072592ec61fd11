import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SuiteResult } from './versions/report.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Folder of Node's compile cache for workers, and for emulators that suites start. */
const cache = path.join(root, '.tmp', 'compile-cache');

/** Numbers of passed and failed tests. */
export interface Counts {
  passed: number;
  failed: number;
}

/** Fields of jest's JSON output that programs read. */
interface JestOutput {
  numPassedTests?: number;
  numFailedTests?: number;
  numRuntimeErrorTestSuites?: number;
  numPendingTests?: number;
  testResults?: SuiteResult[];
}

/** Result of a run of jest. */
export interface JestRun extends Counts {
  /** jest's exit code. */
  code: number;
  suites: SuiteResult[];
}

/** Runs jest with these arguments and environment variables. Skipped tests count as failed. */
export async function runSuites(args: string[], env: Record<string, string> = {}): Promise<JestRun> {
  const folder = await mkdtemp(path.join(tmpdir(), 'jest-run-'));
  try {
    const file = path.join(folder, 'result.json');
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        path.join(root, 'node_modules/jest/bin/jest.js'),
        '--json',
        `--outputFile=${file}`,
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
    const output = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as JestOutput;
    return {
      passed: output.numPassedTests ?? 0,
      failed:
        (output.numFailedTests ?? 1) +
        (output.numRuntimeErrorTestSuites ?? 0) +
        (output.numPendingTests ?? 0),
      code,
      suites: (output.testResults ?? []).map((one) => ({ ...one, name: path.relative(root, one.name) })),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs jest with these arguments, and prints the counts as the last line, `N passed, N failed`. A failure sets the
 * exit code to 1; the exit code is never reset. Skipped tests count as failed, because this tier must run completely.
 */
export async function runJest(args: string[], env: Record<string, string> = {}): Promise<Counts> {
  const { passed, failed, code } = await runSuites(args, env);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode ||= failed > 0 || passed === 0 ? 1 : code;
  return { passed, failed };
}
