import process from 'node:process';
import { lastOutput } from '../../../../src/emulator/data-plane/build/failure-lines.ts';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../../../harness/hang-limit.ts';
import {
  DEFAULT_LIMITS,
  expectInstalled,
  expectSuccess,
  runInstaller,
  type StepContext,
} from '../../../../src/emulator/data-plane/build/step.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';
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
    limits: { ...DEFAULT_LIMITS, installMs: WAIT_LIMIT_MS, progressMs: 100 },
  };
});
afterEach(() => processes.close());

const run = (program: string, limits: Partial<StepContext['limits']> = {}) =>
  runInstaller(
    { ...context, limits: { ...context.limits, ...limits } },
    {
      command: process.execPath,
      args: ['-e', program],
      cwd: process.cwd(),
      kind: 'install',
      what: '"npm ci"',
    },
  );

test('an install that hangs is stopped at its time limit, and the message contains the limit', async () => {
  const end = await run('setInterval(() => {}, 1000)', { installMs: 400 });
  expect(end).toEqual({ kind: 'timeout', afterMs: 400, lastOutput: '' });
  const late = { kind: 'timeout', afterMs: 600_000, lastOutput: '' } as const;
  expect(() => expectInstalled(late, '"npm ci"')).toThrow(
    '"npm ci" took longer than 600 s and was stopped. If it needs more time, start the emulator with a larger --install-timeout',
  );
});

test("a failed install has the installer's error message as its reason", async () => {
  const end = await run('console.log("fine"); console.error("npm error code E404"); process.exitCode = 1');
  expect(() => expectInstalled(end, '"npm ci"')).toThrow(
    '"npm ci" ended with exit code 1. Last output: code E404',
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
  ['the error of an older npm', ['npm ERR! code E401'], 'code E401'],
  ['the last lines of another program', ['1', '2', '', '3', '4', '5', '6', '7'], '2 | 3 | 4 | 5 | 6 | 7'],
  ['no output if the program printed nothing', [], ''],
  [
    'the error above the stack trace at the end',
    [
      'building',
      '/app/scripts/build.js:3',
      "  throw new Error('no model');",
      '  ^',
      '',
      'Error: no model in models.json',
      '    at Object.<anonymous> (/app/scripts/build.js:3:9)',
      '    at Module._compile (node:internal/modules/cjs/loader:1730:14)',
      '    at async node:internal/modules/run_main:36:49',
      '',
      'Node.js v24.9.0',
    ],
    'Error: no model in models.json',
  ],
  [
    'the last exception of a traceback without its frames',
    [
      'Traceback (most recent call last):',
      '  File "/app/build.py", line 3, in <module>',
      '    load(',
      '        "a",',
      '    )',
      '    ~~~~^^^',
      '  File "/app/models.py", line 8, in load',
      '    raise ValueError(name)',
      'ValueError: a is no model',
    ],
    'ValueError: a is no model',
  ],
  [
    'pnpm’s error with its reason, without the advice at the end',
    [
      'Scope: all 2 projects',
      ' ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"',
      '',
      '  Failure reason:',
      '  specifiers in the lockfile differ',
      ...Array.from({ length: 9 }, (_, index) => `advice ${index}`),
    ],
    'ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" | Failure reason: | specifiers in the lockfile differ | advice 0',
  ],
  [
    'the first and the last error of a compiler',
    [
      'src/a.ts(1,7): error TS2322: no number',
      ...Array.from({ length: 9 }, (_, index) => `note ${index}`),
      'error Command failed with exit code 2.',
      'info Visit the documentation',
    ],
    'src/a.ts(1,7): error TS2322: no number | note 0 | note 1 | note 2 | error Command failed with exit code 2.',
  ],
  [
    "the error of a script that npm ran, without npm's own lines",
    [
      'npm error code 1',
      'npm error path /app/node_modules/native',
      'npm error command failed',
      'npm error command sh -c node install.js',
      'npm error node:internal/modules/cjs/loader:1433',
      'npm error   throw err;',
      'npm error   ^',
      'npm error',
      "npm error Error: Cannot find module 'tar'",
      'npm error     at Module._load (node:internal/modules/cjs/loader:1433:15)',
      'npm error Node.js v24.9.0',
      'npm error A complete log of this run can be found in: x.log',
    ],
    "code 1 | path /app/node_modules/native | command failed | command sh -c node install.js | Error: Cannot find module 'tar'",
  ],
  [
    'the whole stack trace if nothing else was printed',
    ['    at main (/app/a.js:1:2)'],
    'at main (/app/a.js:1:2)',
  ],
])('the reason of a failed install contains %s', (_what, printed, words) => {
  expect(lastOutput(printed)).toBe(words);
});

test('the reason of a failed install contains the error, even after very long lines', () => {
  const long = Array.from({ length: 4 }, () => `error: ${'x'.repeat(400)}`);
  const words = lastOutput([...long, 'error: the reason']);
  expect(words).toHaveLength(600);
  expect(words.endsWith('error: the reason')).toBe(true);
});

test('an install that takes too long is reported with its last output', () => {
  const late = { kind: 'timeout', afterMs: 600_000, lastOutput: 'fetching left-pad' } as const;
  expect(() => expectInstalled(late, '"npm ci"')).toThrow(
    'took longer than 600 s and was stopped. If it needs more time, start the emulator with a larger --install-timeout. Last output: fetching left-pad',
  );
});

test('a program that cannot be started is reported with its expected path', () => {
  const end = { kind: 'not-started', reason: 'ENOENT', lastOutput: '' } as const;
  expect(() => expectInstalled(end, 'uv')).toThrow(
    'uv could not be started: ENOENT. Install it on the machine that runs the emulator, and add it to the PATH of the emulator.',
  );
});

// docs/emulator.md#programs-on-path
test.each<[string, string, number?]>([
  ['/bin/sh: 1: yarn: not found', 'Run `npm install --global yarn` on the machine that runs the emulator.'],
  [
    'bash: line 1: pnpm: command not found',
    'Run `npm install --global pnpm` on the machine that runs the emulator.',
  ],
  [
    "'poetry' is not recognized as an internal or external command,",
    'Run `pipx install poetry` on the machine that runs the emulator.',
    1,
  ],
  [
    'sh: 1: tsc: not found',
    "If tsc belongs to the project's packages, run it with `npx tsc`. Otherwise, install it on the machine that runs the emulator.",
  ],
])(
  'a command whose program is missing (%s) is reported with instructions to install it',
  (printed, hint, code = 127) => {
    expect(() => expectSuccess({ kind: 'exit', code, lastOutput: printed }, 'The install command')).toThrow(
      `Last output: ${printed.replace(/,$/, '')}. ${hint} Programs in folders node_modules/.bin on PATH are ignored, because they belong to the packages of a project.`,
    );
  },
);

test('a command that fails for another reason is reported without an installation hint', () => {
  const end = { kind: 'exit', code: 1, lastOutput: 'error: image: not found' } as const;
  expect(() => expectSuccess(end, 'It')).toThrow(/image: not found$/);
});

test('the log of an install states the time limit, and how long the install has printed nothing', async () => {
  await run('setInterval(() => {}, 1000)', { installMs: 400 });
  // A timer may fire slightly early, and late on a loaded machine.
  expect(lines.join('\n')).toMatch(
    /^"npm ci" is still running after \d s and has printed nothing for \d s\. It will be stopped after 0 s\.$/m,
  );
});

test('the log of an install contains its output without colors', async () => {
  expect(await run(String.raw`console.log('\x1b[32madded 3 packages\x1b[0m')`)).toMatchObject({
    kind: 'exit',
    code: 0,
  });
  expect(lines).toContain('added 3 packages');
});
