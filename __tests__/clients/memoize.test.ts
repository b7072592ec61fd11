import { expect, test } from '@jest/globals';
import { memoizeAsync } from '../../src/clients/memoize.ts';

function counted(outcomes: (() => Promise<string>)[]) {
  const state = { calls: 0 };
  const memoized = memoizeAsync(() => {
    const outcome = outcomes[state.calls];
    state.calls += 1;
    if (outcome === undefined) throw new Error('asked too often');
    return outcome();
  });
  return { memoized, state };
}

test('successful memoized work is done once for all callers, including concurrent callers', async () => {
  const { memoized, state } = counted([() => Promise.resolve('made')]);
  expect(memoized.current()).toBeUndefined();
  expect(await Promise.all([memoized(), memoized()])).toEqual(['made', 'made']);
  expect(await memoized()).toBe('made');
  expect(await memoized.current()).toBe('made');
  expect(state.calls).toBe(1);
});

// docs/security/emulator.md#one-failure-kept-ever
test('a failure of memoized work reaches all waiting callers, and the next caller repeats the work', async () => {
  const failure = new Error('no room');
  const { memoized, state } = counted([
    () => Promise.reject(failure),
    () => {
      throw failure;
    },
    () => Promise.resolve('made'),
  ]);
  const both = await Promise.allSettled([memoized(), memoized()]);
  expect(both).toEqual([
    { status: 'rejected', reason: failure },
    { status: 'rejected', reason: failure },
  ]);
  expect(state.calls).toBe(1);
  await expect(memoized()).rejects.toBe(failure);
  expect(await memoized()).toBe('made');
  expect(state.calls).toBe(3);
});

test('memoized work is done again after its result is cleared', async () => {
  const { memoized } = counted([() => Promise.resolve('first'), () => Promise.resolve('second')]);
  expect(await memoized()).toBe('first');
  memoized.forget();
  expect(await memoized()).toBe('second');
});
