import { expect, test } from '@jest/globals';
import { filledData, rotateKilled, rotateWhole } from '../crash/rotate-and-kill.ts';

test('after a key rotation is killed at any of its writes, the stored keyring decrypts every value', async () => {
  await using start = await filledData();
  const writes = await rotateWhole(start);
  expect(writes).toBeGreaterThan(0);
  for (let at = 1; at <= writes; at += 1) await rotateKilled(start, at);
}, 3_600_000);
