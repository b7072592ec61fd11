import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { watchProcess } from '../../../src/emulator/cli/lifetime.ts';
import { isAlive } from '../../../src/os/processes.ts';

test.each([
  ['it has exited', undefined],
  ['another process got its ID', 'boot:2'],
])('a watched process is gone when %s, which is reported once', async (_why, after) => {
  let identity: string | undefined = 'boot:1';
  let reports = 0;
  const gone = Promise.withResolvers<void>();
  const checked = Promise.withResolvers<void>();
  let checks = 0;
  const identify = async () => {
    checks += 1;
    if (checks === 3) checked.resolve();
    return identity;
  };
  const report = () => {
    reports += 1;
    gone.resolve();
  };
  expect(await watchProcess(77, report, identify, 1)).toBe(true);
  await checked.promise;
  expect(reports).toBe(0);
  identity = after;
  await gone.promise;
  expect(reports).toBe(1);
});

test('a process that does not exist is not watched', async () => {
  const report = () => {
    throw new Error('it was reported');
  };
  expect(await watchProcess(2 ** 22 + 1, report)).toBe(false);
});

test('this process is alive, and an ID beyond all is not', () => {
  expect([isAlive(process.pid), isAlive(2 ** 22 + 1)]).toEqual([true, false]);
});

const LIFETIME = pathToFileURL(
  path.resolve(import.meta.dirname, '../../../src/emulator/cli/lifetime.ts'),
).href;

test.each([
  ['SIGINT', 'SIGTERM'],
  ['SIGTERM', 'SIGHUP'],
  ['SIGHUP', 'SIGHUP'],
] as const)('a first %s asks for the end, and a %s after it is the end', async (first, second) => {
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
});
