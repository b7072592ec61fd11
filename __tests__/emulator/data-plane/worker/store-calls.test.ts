import { expect, test } from '@jest/globals';
import { createStoreCalls, StaleRunError } from '../../../../src/emulator/data-plane/worker/store-calls.ts';

/** The failure of a request that the emulator refuses with this error. */
async function failureOf(error: string): Promise<unknown> {
  const calls = createStoreCalls((id) =>
    queueMicrotask(() => calls.resolve(id, { ok: false, error, message: 'refused' })),
  );
  return calls.items([]).catch((failure: unknown) => failure);
}

test('the refusal of a write of a run that is no longer current is a StaleRunError', async () => {
  const failure = await failureOf('StaleRunError');
  expect(failure).toBeInstanceOf(StaleRunError);
  expect(failure).toMatchObject({ name: 'StaleRunError', message: 'refused' });
});

test('any other refusal has the name that the emulator gave it', async () => {
  const failure = await failureOf('InvalidItem');
  expect(failure).toMatchObject({ name: 'InvalidItem', message: 'refused' });
  expect(failure).not.toBeInstanceOf(StaleRunError);
});
