import { expect, test } from '@jest/globals';
import { createExchanges } from '../../../../src/emulator/data-plane/link/exchange.ts';
import type { Link } from '../../../../src/emulator/data-plane/worker/links.ts';
import { createStoreCalls, StaleRunError } from '../../../../src/emulator/data-plane/worker/store-calls.ts';

/** Creates a link to a fake replica. */
const aLink = (onSend: (report: object) => void): Link => ({
  number: 1,
  exchanges: createExchanges(
    () => undefined,
    () => Promise.reject(new Error('nothing is asked')),
    1,
  ),
  pending: 0,
  isOpen: true,
  send: onSend,
});
const noRuns = { linkOf: () => undefined, linkOfThread: () => undefined };

/** Returns the failure of a request to which the emulator responds with this error. */
async function failureOf(error: string): Promise<unknown> {
  const link = aLink(() =>
    queueMicrotask(() => calls.resolve(link, 1, { ok: false, error, message: 'refused' }, [])),
  );
  const calls = createStoreCalls({ choose: () => link }, noRuns);
  return calls.items([]).catch((failure: unknown) => failure);
}

test('a rejected write of a run that is no longer current causes a StaleRunError', async () => {
  const failure = await failureOf('StaleRunError');
  expect(failure).toBeInstanceOf(StaleRunError);
  expect(failure).toMatchObject({ name: 'StaleRunError', message: 'refused' });
});

test('a rejected write of a current run causes an error with the name that the emulator sent', async () => {
  const failure = await failureOf('InvalidItem');
  expect(failure).toMatchObject({ name: 'InvalidItem', message: 'refused' });
  expect(failure).not.toBeInstanceOf(StaleRunError);
});
