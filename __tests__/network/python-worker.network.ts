import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { installPython, pythonVersion, run } from './support/installs.ts';
import { testedVersions } from './support/versions.ts';

// Runs the Python worker's own tests in Python (./python), with a store in memory instead of the emulator. `npm test`
// does not run these tests, so it needs no Python.
const RUFF = 'ruff==0.17.6';
// The oldest version runs the tests of everything that calls the library; the channel, the worker's process, and the
// import of the author's modules are the same for all versions.
const GRAPH_TESTS = { does: 'runs graphs and reads their threads', pattern: 'test_[rs]*.py' };
const VERSIONS = testedVersions(
  [
    {
      name: '0.4.10',
      does: 'passes the tests of all code that calls the library',
      pattern: 'test_[aefikrs]*.py',
    },
    { name: '0.5.4', ...GRAPH_TESTS },
    { name: '0.6.11', ...GRAPH_TESTS },
    { name: '1.0.10', ...GRAPH_TESTS },
    { name: 'newest', does: 'passes all of its own tests', pattern: 'test_[!v]*.py' },
  ],
  ({ name }) => ['0.4.10', '0.6.11', 'newest'].includes(name),
);
const ROOT = path.resolve(import.meta.dirname, '../..');
const TESTS = path.join(import.meta.dirname, 'python');
const WORKER = 'src/emulator/data-plane/worker/python';

let scratch = '';
const pythons = new Map<string, string>();

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'python-worker-'));
  for (const { name } of VERSIONS) {
    const packages = name === 'newest' ? ['langgraph', RUFF] : [`langgraph==${name}`];
    const bin = await installPython(path.join(scratch, name), packages);
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
test.each(VERSIONS)(
  'a Python worker on version $name of the graph library $does',
  async ({ name, pattern }) => {
    expect(await runTests(name, pattern)).toMatch(/\nRan [1-9]\d* tests in .+\n\nOK/);
  },
);

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
