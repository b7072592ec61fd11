// `npm test [-- jest arguments]`: runs the hermetic tests, then checks that they left nothing behind. Without arguments it
// leaves the slow suites to `npm run test:slow` (here `--slow`); jest.config.js distinguishes the suites. `--postgres`
// puts a PostgreSQL database under every emulator that suites start: the suites marked for it, or those named.
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const ROOT = path.resolve(import.meta.dirname, '..');

/** What this program reads of the JSON that jest writes. */
interface JestResult {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTotalTestSuites: number;
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; startTime: number; endTime: number }[];
}

/** Files that tools keep in the temporary folder on purpose. */
const KEPT_BY_TOOLS = new Set(['node-compile-cache']);

const onPostgres = process.argv.includes('--postgres');
const given = process.argv.slice(2).filter((argument) => argument !== '--slow' && argument !== '--postgres');
const plain = onPostgres ? 'postgres' : 'fast';
const tierWithout = given.length === 0 ? plain : 'all';
const tier = process.argv.includes('--slow') ? 'slow' : tierWithout;

/** Everything the tests make lies below one folder: its path marks their processes, and what is left in it is litter. */
const scratch = await mkdtemp(path.join(tmpdir(), 'ad-test-'));
// As open as /tmp: the database servers of root's tests run as another user, which makes and removes their folders.
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

function runJest(): Promise<number> {
  const flags = [
    '--disable-warning=ExperimentalWarning',
    path.join(ROOT, 'node_modules/jest/bin/jest.js'),
    '--json',
    `--outputFile=${resultFile}`,
    `--cacheDirectory=${path.join(ROOT, '.tmp', 'jest')}`,
    ...given,
  ];
  const env = {
    ...process.env,
    TEST_TIER: tier,
    ...(onPostgres ? { TEST_DATABASE: 'postgres' } : {}),
    TMPDIR: scratch,
    TEMP: scratch,
    TMP: scratch,
    NODE_COMPILE_CACHE: path.join(ROOT, '.tmp', 'compile-cache'),
  };
  // With --json the result goes to the file and jest's own report to stderr; stdout stays silent.
  const child = spawn(process.execPath, flags, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
  // Ctrl-C reaches jest by itself, being of our terminal; this program only has to outlive it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

async function readResult(): Promise<JestResult | null> {
  try {
    // Written by jest a moment ago.
    return JSON.parse(await readFile(resultFile, 'utf8')) as JestResult;
  } catch {
    return null;
  }
}

/** Processes that the tests started and that still run. Known by the scratch folder in what the kernel tells of them. */
async function leftRunning(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  // A process that was just told to end may need a moment; a real left-over stays.
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
    // It ended in the meantime.
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
  // A suite that could not even start, and the check for left-overs, count as one failure each.
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites + (problems.length === 0 ? 0 : 1);
  print(`${result.numPassedTests} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : exitCode;
}
