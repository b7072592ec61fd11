import { describe, test } from '@jest/globals';
import fc from 'fast-check';
import { play, steps } from './model/check.ts';

const RUNS = 25;

describe('runs of a thread, whatever is asked and told at the same time', () => {
  test('come to what the state machine says: one at a time, in order, none lost, none stuck, nothing late', async () => {
    const property = fc.asyncProperty(steps(50), play);
    await fc.assert(property, { numRuns: fc.readConfigureGlobal().numRuns ?? RUNS, endOnFailure: true });
  });
});
