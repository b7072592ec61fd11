import { expect, test } from '@jest/globals';
import { filledData, rotateKilled, rotateWhole } from './rotate-and-kill.ts';

// Tests a sample of the writes. `npm run test:deep` covers every write.
// docs/data.md#killed-middle-every-value
test('after a key rotation is killed at one of its writes, the stored keyring decrypts every value', async () => {
  await using start = await filledData();
  const writes = await rotateWhole(start);
  const instants = [0.1, 0.4, 0.6, 0.9].map((part) => Math.ceil(writes * part));
  for (const at of instants) await rotateKilled(start, at);
  expect(instants.at(-1)).toBeLessThanOrEqual(writes);
});
