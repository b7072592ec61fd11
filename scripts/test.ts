// `npm test [-- jest arguments]` runs the hermetic tests, and then checks that they left nothing behind. Without
// arguments, it excludes the slow suites, which `npm run test:slow` runs (`--slow`); jest.config.js distinguishes the
// suites. `--postgres` uses a PostgreSQL database for every emulator, for the suites that are marked for it or the
// named suites. `--shuffle SEED` starts the suites in a random order, which is the same for the same SEED.
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Fields of jest's JSON output that this program reads. */
interface JestResult {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTotalTestSuites: number;
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; startTime: number; endTime: number }[];
}

/** Names of files that tools intentionally leave in the temporary folder. */
const KEPT_BY_TOOLS = new Set(['node-compile-cache']);

const given = process.argv.slice(2);
const isSlow = takeFlag('--slow');
const onPostgres = takeFlag('--postgres');
const seed = takeSeed();
const plain = onPostgres ? 'postgres' : 'fast';
const tierWithout = given.length === 0 ? plain : 'all';
const tier = isSlow ? 'slow' : tierWithout;

/**
 * All files of the tests are in one folder. The path of the folder identifies processes of the tests, and any file
 * that remains in the folder is an error.
 */
const scratch = await mkdtemp(path.join(tmpdir(), 'ad-test-'));
// The folder has the permissions of /tmp, because the database servers of root's tests run as another user, which
// creates and deletes their folders.
await chmod(scratch, 0o1777);
const resultFile = path.join(scratch, 'jest-result.json');
const startedAt = performance.now();
try {
  const exitCode = await runJest();
  const result = await readResult();
  const problems = [...(await leftRunning()), ...(await leftInScratch())];
  report(result, problems, exitCode);
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
}

/** Removes a flag from the arguments for jest. @returns whether the flag was present. */
function takeFlag(name: string): boolean {
  const at = given.indexOf(name);
  if (at !== -1) given.splice(at, 1);
  return at !== -1;
}

/** Removes `--shuffle SEED` from the arguments for jest. @returns SEED, or null without the option. */
function takeSeed(): string | null {
  const at = given.indexOf('--shuffle');
  if (at === -1) return null;
  const [, value = ''] = given.splice(at, 2);
  if (!/^\d+$/.test(value)) {
    process.stderr.write('--shuffle needs a whole number, such as `npm test -- --shuffle 7`\n');
    process.exit(2);
  }
  return value;
}

function runJest(): Promise<number> {
  const flags = [
    '--disable-warning=ExperimentalWarning',
    path.join(ROOT, 'node_modules/jest/bin/jest.js'),
    '--json',
    `--outputFile=${resultFile}`,
    `--cacheDirectory=${path.join(ROOT, '.tmp', 'jest')}`,
    ...(seed === null ? [] : [`--testSequencer=${path.join(ROOT, 'scripts/jest/shuffle.mjs')}`]),
    ...given,
  ];
  const env = {
    ...process.env,
    TEST_TIER: tier,
    ...(seed === null ? {} : { TEST_SHUFFLE: seed }),
    ...(onPostgres ? { TEST_DATABASE: 'postgres' } : {}),
    TMPDIR: scratch,
    TEMP: scratch,
    TMP: scratch,
    NODE_COMPILE_CACHE: path.join(ROOT, '.tmp', 'compile-cache'),
  };
  // With --json, the result goes to the file and jest's own report to stderr, while stdout stays empty.
  const child = spawn(process.execPath, flags, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
  // The terminal sends Ctrl-C directly to jest, so this process only waits for jest.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

async function readResult(): Promise<JestResult | null> {
  try {
    // jest has just written this file.
    return JSON.parse(await readFile(resultFile, 'utf8')) as JestResult;
  } catch {
    return null;
  }
}

/**
 * Returns the processes that tests have left running, which contain the path of the scratch folder in the kernel's
 * process information.
 */
async function leftRunning(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  // A process that was stopped may need a moment to end, so the check is repeated.
  const deadline = performance.now() + 2_000;
  for (;;) {
    const found = await markedProcesses();
    if (found.length === 0 || performance.now() > deadline) {
      for (const { pid } of found) endProcess(pid);
      return found.map(({ pid, command }) => `still running (now ended): ${pid} ${command}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function markedProcesses(): Promise<{ pid: number; command: string }[]> {
  const found: { pid: number; command: string }[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    if (Number(pid) === process.pid) continue;
    const [command, environment, folder] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
      readlink(`/proc/${pid}/cwd`).catch(() => ''),
    ]);
    if (command !== '' && [command, environment, folder].some((text) => text.includes(scratch))) {
      found.push({ pid: Number(pid), command: command.replaceAll('\0', ' ').trim().slice(0, 160) });
    }
  }
  return found;
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has just ended.
  }
}

async function leftInScratch(): Promise<string[]> {
  const names = await readdir(scratch);
  return names
    .filter((name) => name !== path.basename(resultFile) && !KEPT_BY_TOOLS.has(name))
    .map((name) => `temporary file not removed: ${name}`);
}

function report(result: JestResult | null, problems: string[], exitCode: number): void {
  const print = (line = '') => process.stdout.write(`${line}\n`);
  if (result === null) {
    print('jest ended without a result (see above)');
    print('0 passed, 1 failed');
    process.exitCode = exitCode === 0 ? 1 : exitCode;
    return;
  }
  const slowest = result.testResults
    .map((suite) => ({
      name: path.relative(ROOT, suite.name),
      seconds: (suite.endTime - suite.startTime) / 1000,
    }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 5);
  print();
  print(
    `${result.numTotalTestSuites} suites in ${((performance.now() - startedAt) / 1000).toFixed(1)} s; the slowest:`,
  );
  for (const suite of slowest) print(`  ${suite.seconds.toFixed(1).padStart(6)} s  ${suite.name}`);
  if (result.numPendingTests > 0) print(`${result.numPendingTests} skipped`);
  print(problems.length === 0 ? 'nothing left running, listening or lying about' : 'left behind:');
  for (const problem of problems) print(`  ${problem}`);
  // A suite that could not start counts as one failure, and so does a failed check for leftovers.
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites + (problems.length === 0 ? 0 : 1);
  print(`${result.numPassedTests} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : exitCode;
}
