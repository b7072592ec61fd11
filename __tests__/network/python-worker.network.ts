import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { installPython, pythonVersion, run } from './support/installs.ts';

// Runs the Python worker's own tests in Python (./python), with a store in memory instead of the emulator. `npm test`
// does not run these tests, so it needs no Python.
const RUFF = 'ruff==0.17.6';
const VERSIONS = {
  '0.4.10': 'langgraph==0.4.10',
  '0.5.4': 'langgraph==0.5.4',
  '0.6.11': 'langgraph==0.6.11',
  '1.0.10': 'langgraph==1.0.10',
  newest: 'langgraph',
};
const ROOT = path.resolve(import.meta.dirname, '../..');
const TESTS = path.join(import.meta.dirname, 'python');
const WORKER = 'src/emulator/data-plane/worker/python';

let scratch = '';
const pythons = new Map<string, string>();

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'python-worker-'));
  for (const [name, requirement] of Object.entries(VERSIONS)) {
    const more = name === 'newest' ? [RUFF] : [];
    const bin = await installPython(path.join(scratch, name), [requirement, ...more]);
    const version = await pythonVersion(bin, 'langgraph');
    expect(version).toMatch(name === 'newest' ? /^\d+\.\d+\.\d+/ : name);
    pythons.set(name, path.join(bin, 'python'));
  }
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

const pythonOf = (name: string): string => pythons.get(name) ?? name;

/** Makes Python write its bytecode outside the checkout. */
const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  PYTHONPYCACHEPREFIX: path.join(scratch, 'pycache'),
  RUFF_CACHE_DIR: path.join(scratch, 'ruff'),
});

function runTests(name: string, pattern: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const args = ['-m', 'unittest', 'discover', '-s', TESTS, '-p', pattern];
  return run(pythonOf(name), args, { env: { ...environment(), ...more } });
}

// docs/emulator.md#python-log
// docs/departures/graphs.md#checkpointer-serde
// docs/kubernetes.md#pod-users
// The oldest version runs the tests of everything that calls the library; the channel, the worker's process, and the
// import of the author's modules are the same for all versions.
test.each([
  ['newest', 'passes all of its own tests', 'test_[!v]*.py'],
  ['0.4.10', 'passes the tests of all code that calls the library', 'test_[aefikrs]*.py'],
  ['0.5.4', 'runs graphs and reads their threads', 'test_[rs]*.py'],
  ['0.6.11', 'runs graphs and reads their threads', 'test_[rs]*.py'],
  ['1.0.10', 'runs graphs and reads their threads', 'test_[rs]*.py'],
])('a Python worker on version %s of the graph library %s', async (name, _, pattern) => {
  expect(await runTests(name, pattern)).toMatch(/\nRan [1-9]\d* tests in .+\n\nOK/);
});

test("threads of a Python worker continue after a change of the graph library's version", async () => {
  const all = [...pythons.values()].join(path.delimiter);
  expect(await runTests('newest', 'test_versions.py', { AGENT_PYTHONS: all })).toMatch(/\n\nOK\n/);
});

test('every module of the Python worker compiles without a warning', async () => {
  const files = ['-W', 'error', '-m', 'compileall', '-q', '-f', WORKER];
  await run(pythonOf('newest'), files, { cwd: ROOT, env: environment() });
});

test('the Python linter and formatter report no problem in the worker', async () => {
  const folders = [WORKER, '__tests__/network', 'harness/agents', 'examples'];
  const options = { cwd: ROOT, env: environment() };
  await run(pythonOf('newest'), ['-m', 'ruff', 'check', ...folders], options);
  await run(pythonOf('newest'), ['-m', 'ruff', 'format', '--check', ...folders], options);
});
