import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { watchProcess } from '../../../src/emulator/cli/lifetime.ts';
import { isAlive, type ProcessState } from '../../../src/os/processes.ts';

const running = (token: string): ProcessState => ({ kind: 'running', token });
const noDescriptors: ProcessState = { kind: 'unknown', cause: new Error('EMFILE: too many open files') };

test.each<[string, ProcessState]>([
  ['it has exited', { kind: 'gone' }],
  ['another process got its ID', running('boot:2')],
])('a watched process counts as gone when %s, and is reported once', async (_why, after) => {
  let state = running('boot:1');
  let reports = 0;
  const gone = Promise.withResolvers<void>();
  const checked = Promise.withResolvers<void>();
  let checks = 0;
  const probe = async () => {
    checks += 1;
    if (checks === 3) checked.resolve();
    return state;
  };
  const report = () => {
    reports += 1;
    gone.resolve();
  };
  expect(await watchProcess(77, report, probe, 1)).toBe(true);
  await checked.promise;
  expect(reports).toBe(0);
  state = after;
  await gone.promise;
  expect(reports).toBe(1);
});

// docs/emulator.md#parent-pid
test('a watched process does not count as gone while its state is unknown', async () => {
  const states = [running('boot:1'), noDescriptors, noDescriptors, running('boot:1'), noDescriptors];
  let reports = 0;
  const gone = Promise.withResolvers<void>();
  const report = () => {
    reports += 1;
    gone.resolve();
  };
  const probed: string[] = [];
  const probe = async (): Promise<ProcessState> => {
    const state = states.shift() ?? { kind: 'gone' };
    if (state.kind !== 'gone') expect(reports).toBe(0);
    probed.push(state.kind);
    return state;
  };
  expect(await watchProcess(77, report, probe, 1)).toBe(true);
  await gone.promise;
  expect(probed).toEqual(['running', 'unknown', 'unknown', 'running', 'unknown', 'gone']);
  expect(reports).toBe(1);
});

test('a process whose state is unknown from the start cannot be watched', async () => {
  const report = () => undefined;
  await expect(watchProcess(77, report, async () => noDescriptors)).rejects.toThrow(
    'The state of process 77 could not be determined.',
  );
});

test('a process that does not exist cannot be watched', async () => {
  const report = () => {
    throw new Error('it was reported');
  };
  expect(await watchProcess(2 ** 22 + 1, report)).toBe(false);
});

test('the current process counts as alive, but not a process with an ID above the maximum', () => {
  expect([isAlive(process.pid), isAlive(2 ** 22 + 1)]).toEqual([true, false]);
});

const LIFETIME = pathToFileURL(
  path.resolve(import.meta.dirname, '../../../src/emulator/cli/lifetime.ts'),
).href;

test.each([
  ['SIGINT', 'SIGTERM'],
  ['SIGTERM', 'SIGHUP'],
  ['SIGHUP', 'SIGHUP'],
] as const)(
  'a first %s shuts down the emulator, and a later %s ends the process immediately',
  async (first, second) => {
    const program = `import { untilSignal } from '${LIFETIME}';
    setInterval(() => {}, 1_000);
    const signal = untilSignal();
    console.log('ready');
    console.log(await signal);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(child, 'exit');
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      expect(await lines.next()).toMatchObject({ value: 'ready' });
      child.kill(first);
      expect(await lines.next()).toMatchObject({ value: first });
      child.kill(second);
      expect(await ended).toEqual([130, null]);
    } finally {
      child.kill('SIGKILL');
    }
  },
);
