import process from 'node:process';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  DEFAULT_LIMITS,
  expectInstalled,
  runInstaller,
  type StepContext,
} from '../../../../src/emulator/data-plane/build/step.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/process/processes.ts';
import type { Processes } from '../../../../src/emulator/ports/processes.ts';

let processes: Processes;
let lines: string[];
let context: StepContext;

beforeEach(() => {
  processes = createProcesses();
  lines = [];
  context = {
    processes,
    signal: new AbortController().signal,
    log: (line) => lines.push(line),
    env: {},
    limits: { ...DEFAULT_LIMITS, installMs: 400, progressMs: 100 },
  };
});
afterEach(() => processes.close());

const run = (program: string) =>
  runInstaller(context, {
    command: process.execPath,
    args: ['-e', program],
    cwd: process.cwd(),
    kind: 'install',
    what: '"npm ci"',
  });

test('an install that hangs is ended by its own limit, which the message names', async () => {
  const end = await run('setInterval(() => {}, 1000)');
  expect(end).toEqual({ kind: 'timeout', afterMs: 400 });
  expect(() => expectInstalled({ kind: 'timeout', afterMs: 600_000 }, '"npm ci"')).toThrow(
    '"npm ci" took longer than 600 s and was ended. If it needs more time, start the emulator with a larger --install-timeout',
  );
});

test('while an install runs, the log says how long it has been silent and when it is ended', async () => {
  await run('setInterval(() => {}, 1000)');
  // A timer may be a little early, and the machine late.
  expect(lines.join('\n')).toMatch(
    /^"npm ci" still runs after \d s and has printed nothing for \d s\. It is ended after 0 s\.$/m,
  );
});

test('what an install prints is in the log, without colours', async () => {
  expect(await run(String.raw`console.log('\x1b[32madded 3 packages\x1b[0m')`)).toEqual({
    kind: 'exit',
    code: 0,
  });
  expect(lines).toContain('added 3 packages');
});
