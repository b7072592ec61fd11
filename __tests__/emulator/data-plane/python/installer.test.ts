import process from 'node:process';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { DEFAULT_LIMITS, type StepContext } from '../../../../src/emulator/data-plane/build/step.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';
import { runTool } from '../../../../src/emulator/data-plane/python/installer.ts';
import type { Processes } from '../../../../src/emulator/ports/processes.ts';

let processes: Processes;
let context: StepContext;

beforeEach(() => {
  processes = createProcesses();
  const { signal } = new AbortController();
  context = { processes, signal, log: () => {}, env: {}, limits: DEFAULT_LIMITS };
});
afterEach(() => processes.close());

/** Runs an installer that prints these lines and then fails. */
const fail = (...lines: string[]) =>
  runTool(context, {
    command: process.execPath,
    args: ['-e', `console.error(${JSON.stringify(lines.join('\n'))}); process.exitCode = 1;`],
    cwd: process.cwd(),
    env: {},
    what: 'Resolving the Python packages with pip',
  });

test('a failed installer is reported with its own last error', async () => {
  await expect(fail('Collecting a', 'ERROR: No matching distribution found for a==9')).rejects.toThrow(
    'Resolving the Python packages with pip failed: No matching distribution found for a==9.',
  );
});

test('a Python that is too old for a package is reported with the configuration key for the version', async () => {
  const line =
    'Because the current Python version (3.11.7) does not satisfy Python>=3.13 and agent==0.1.0 depends on Python>=3.13, agent==0.1.0 cannot be used.';
  await expect(fail('error: No solution found', line)).rejects.toThrow(
    'Set "python_version" in the graph configuration to the version that the packages need.',
  );
});

test('an unreachable package index is reported, even if only an installer started by pip reports it', async () => {
  await expect(
    fail(
      '  WARNING: Retrying (Retry(total=0)) after connection broken by NewConnectionError: Connection refused',
      '  ERROR: No matching distribution found for hatchling',
      'error: subprocess-exited-with-error',
      '× pip subprocess to install build dependencies did not run successfully.',
    ),
  ).rejects.toThrow('The package index could not be reached. Check the network connection.');
});
