import { expect, test } from '@jest/globals';
import { watchParent } from '../../../src/emulator/cli/parent.ts';
import { isAlive } from '../../../src/os/processes.ts';

test.each([
  ['another process adopted us', { ppid: 1, alive: true }],
  ['its ID is free', { ppid: 77, alive: false }],
])('the parent is gone when %s, which is reported once', async (_why, after) => {
  let now = { ppid: 77, alive: true };
  let looks = 0;
  const looked = Promise.withResolvers<void>();
  const machine = {
    ppid: () => {
      looks += 1;
      if (looks === 3) looked.resolve();
      return now.ppid;
    },
    alive: () => now.alive,
  };
  const gone = Promise.withResolvers<void>();
  let told = 0;
  watchParent(
    () => {
      told += 1;
      gone.resolve();
    },
    machine,
    1,
  );
  await looked.promise;
  expect(told).toBe(0);
  now = after;
  await gone.promise;
  expect(told).toBe(1);
});

test('this process is alive, and an ID beyond all is not', () => {
  expect([isAlive(process.pid), isAlive(2 ** 22 + 1)]).toEqual([true, false]);
});
