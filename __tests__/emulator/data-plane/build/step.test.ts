import process from 'node:process';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  DEFAULT_LIMITS,
  expectInstalled,
  lastWords,
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
  expect(end).toEqual({ kind: 'timeout', afterMs: 400, lastWords: '' });
  const late = { kind: 'timeout', afterMs: 600_000, lastWords: '' } as const;
  expect(() => expectInstalled(late, '"npm ci"')).toThrow(
    '"npm ci" took longer than 600 s and was ended. If it needs more time, start the emulator with a larger --install-timeout',
  );
});

test('an install that fails says why in its own words', async () => {
  const end = await run('console.log("fine"); console.error("npm error code E404"); process.exitCode = 1');
  expect(() => expectInstalled(end, '"npm ci"')).toThrow(
    '"npm ci" ended with exit code 1. Its last words: code E404',
  );
});

test.each([
  [
    'npm’s error without its help and its log file',
    [
      'npm warn deprecated x@1',
      'npm error code EUSAGE',
      'npm error',
      'npm error `npm ci` can only install packages when both files are in sync.',
      'npm error Missing: left-pad@1.3.0 from lock file',
      'npm error',
      'npm error Clean install a project',
      'npm error Usage:',
      'npm error npm ci',
      'npm error A complete log of this run can be found in: x.log',
    ],
    'code EUSAGE | `npm ci` can only install packages when both files are in sync. | Missing: left-pad@1.3.0 from lock file',
  ],
  ['an older npm’s', ['npm ERR! code E401'], 'code E401'],
  ['the last lines of another program', ['1', '2', '', '3', '4', '5', '6', '7'], '2 | 3 | 4 | 5 | 6 | 7'],
  ['nothing of one that printed nothing', [], ''],
])('the reason of a failed install has %s', (_what, printed, words) => {
  expect(lastWords(printed)).toBe(words);
});

test('while an install runs, the log says how long it has been silent and when it is ended', async () => {
  await run('setInterval(() => {}, 1000)');
  // A timer may be a little early, and the machine late.
  expect(lines.join('\n')).toMatch(
    /^"npm ci" still runs after \d s and has printed nothing for \d s\. It is ended after 0 s\.$/m,
  );
});

test('what an install prints is in the log, without colours', async () => {
  expect(await run(String.raw`console.log('\x1b[32madded 3 packages\x1b[0m')`)).toMatchObject({
    kind: 'exit',
    code: 0,
  });
  expect(lines).toContain('added 3 packages');
});
