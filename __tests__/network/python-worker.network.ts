import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { installPython, pythonVersion, run } from './support/installs.ts';

// The worker of Python graphs by itself: its tests are Python's own (./python), with a store in memory in place of the
// emulator. Each version of the graph library that the hosted service had a time of, from the oldest it takes to the newest.
const VERSIONS = {
  '0.4.10': 'langgraph==0.4.10',
  '0.5.4': 'langgraph==0.5.4',
  '0.6.11': 'langgraph==0.6.11',
  '1.0.10': 'langgraph==1.0.10',
  newest: 'langgraph',
};
const TESTS = path.join(import.meta.dirname, 'python');

let scratch = '';
const pythons = new Map<string, string>();

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'python-worker-'));
  for (const [name, requirement] of Object.entries(VERSIONS)) {
    const bin = await installPython(path.join(scratch, name), [requirement]);
    const version = await pythonVersion(bin, 'langgraph');
    expect(version).toMatch(name === 'newest' ? /^\d+\.\d+\.\d+/ : name);
    pythons.set(name, path.join(bin, 'python'));
  }
}, 600_000);
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function runTests(name: string, pattern: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const args = ['-m', 'unittest', 'discover', '-s', TESTS, '-p', pattern];
  return run(pythons.get(name) ?? '', args, {
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1', ...env },
  });
}

test.each(Object.keys(VERSIONS))(
  'a Python worker does with version %s of the graph library what its own tests say',
  async (name) => {
    expect(await runTests(name, 'test_[a-u]*.py')).toMatch(/\nOK/);
  },
);

test('threads continue while the version of the graph library changes under them', async () => {
  const env = { AGENT_PYTHONS: [...pythons.values()].join(path.delimiter) };
  expect(await runTests('newest', 'test_versions.py', env)).toMatch(/\nOK\n/);
});

test('every module of the worker compiles without a warning', async () => {
  const worker = path.resolve(import.meta.dirname, '../../src/emulator/data-plane/worker/python');
  const program = `
import pathlib, sys, warnings
warnings.simplefilter("error")
files = sorted(pathlib.Path(sys.argv[1]).rglob("*.py"))
for file in files:
    compile(file.read_text("utf-8"), str(file), "exec")
print(len(files))`;
  const python = pythons.get('newest') ?? '';
  expect(Number(await run(python, ['-c', program, worker]))).toBeGreaterThan(20);
});
