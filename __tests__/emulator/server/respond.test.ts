import { expect, test } from '@jest/globals';
import { errorResponse } from '../../../src/emulator/server/respond.ts';
import { StoreError } from '../../../src/emulator/ports/store-errors.ts';
import { markWritten, trackWrites } from '../../../src/emulator/ports/write-tracker.ts';

test('a response about an unreachable database has a Retry-After, unless the request has written something', () => {
  for (const code of ['unavailable', 'busy'] as const) {
    const error = new StoreError(code, 'away');
    expect(errorResponse(error)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    // A retry would repeat a part of the request.
    const answer = errorResponse(error, true);
    expect(answer).toMatchObject({ status: 500, body: { detail: expect.stringContaining('Check before') } });
    expect(answer.headers).toBeUndefined();
  }
});

test('a response to a request that might have written something never suggests a retry', () => {
  const answer = errorResponse(new StoreError('uncertain', 'lost'));
  expect(answer).toMatchObject({ status: 500, body: { detail: expect.stringContaining('Check before') } });
  expect(answer.headers).toBeUndefined();
});

test('a write in the database affects only the response to its own request', async () => {
  const [one, other] = [{ yes: false }, { yes: false }];
  await Promise.all([
    trackWrites(one, async () => {
      await Promise.resolve();
      markWritten();
    }),
    trackWrites(other, () => Promise.resolve()),
  ]);
  markWritten();
  expect([one.yes, other.yes]).toEqual([true, false]);
});
