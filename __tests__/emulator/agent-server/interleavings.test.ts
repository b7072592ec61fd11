import { describe, test } from '@jest/globals';
import fc from 'fast-check';
import { play, steps } from './model/check.ts';

/** Each takes a while: `__tests__/deep/runs.deep.ts` has more of them, and longer ones. */
const RUNS = 25;

describe('runs of a thread, whatever is asked and told at the same time', () => {
  test('come to what the state machine says: one at a time, in order, none lost, none stuck, nothing late', async () => {
    await fc.assert(
      fc.asyncProperty(steps(50), (plan) => play(plan)),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
