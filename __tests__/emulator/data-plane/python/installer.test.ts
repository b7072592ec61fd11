import process from 'node:process';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { DEFAULT_LIMITS, type StepContext } from '../../../../src/emulator/data-plane/build/step.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';
import { runTool, withIndexName } from '../../../../src/emulator/data-plane/python/installer.ts';
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

// docs/private-packages/python.md#named-index
test.each([
  [
    '[[tool.uv.index]]\nname = "acme-internal"\nurl = "https://index.test/simple"',
    'Set UV_INDEX_ACME_INTERNAL_PASSWORD.',
  ],
  ["[[index]]\nurl = 'https://index.test/simple'\n  name = 'acme.one'", 'Set UV_INDEX_ACME_ONE_PASSWORD.'],
  ['[[index]]\nname = "one"\n[[index]]\nname = "two"', 'Set UV_INDEX_<NAME>_PASSWORD.'],
  ['[project]\nname = "agent"', 'Set UV_INDEX_<NAME>_PASSWORD.'],
  [`${'\n'.repeat(200_000)}[[index]]${' '.repeat(200_000)}`, 'Set UV_INDEX_<NAME>_PASSWORD.'],
])(
  'the message about a refused index contains the name of the only index in the settings',
  (settings, expected) => {
    expect(withIndexName('Set UV_INDEX_<NAME>_PASSWORD.', [settings])).toBe(expected);
  },
);

test('pip without a package from another index is reported with the variable for credentials', async () => {
  await expect(
    fail(
      'Looking in indexes: https://public.test/simple, https://index.test/simple',
      'ERROR: Could not find a version that satisfies the requirement acme==1.0.0 (from versions: none)',
      'ERROR: No matching distribution found for acme==1.0.0',
    ),
  ).rejects.toThrow('as PIP_EXTRA_INDEX_URL');
});

test('pip without a package from an index that it cannot reach is reported as a network problem', async () => {
  await expect(
    fail(
      'Looking in indexes: https://index.test/simple',
      "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError': /simple/six/",
      'ERROR: Could not find a version that satisfies the requirement six (from versions: none)',
      'ERROR: No matching distribution found for six',
    ),
  ).rejects.toThrow('The package index could not be reached.');
});
