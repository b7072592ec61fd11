import { describe, test } from '@jest/globals';
import fc from 'fast-check';
import { play, steps } from './model/check.ts';

/** Number of runs, which each take a while. `__tests__/deep/runs.deep.ts` has more and longer runs. */
const RUNS = 25;

describe('the runs of a thread, under concurrent requests and reports of workers', () => {
  test('are executed in order, one at a time, without losing a run, as in the reference state machine', async () => {
    await fc.assert(
      fc.asyncProperty(steps(50), (plan) => play(plan)),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  test('keep the writes of a stopped run whose worker died, even while the next run executes', async () => {
    const create = { kind: 'create', thread: 1, strategy: 'enqueue', after: 0 } as const;
    await play([
      [create],
      [create],
      [{ kind: 'write', pick: 0, age: 0, what: 'checkpoint' }],
      [{ kind: 'crash' }, { kind: 'cancel', pick: 0, stop: 'interrupt' }],
    ]);
  });

  test('continue after a restart with the run that had begun, not with an older delayed run', async () => {
    const create = { kind: 'create', thread: 1, strategy: 'enqueue' } as const;
    await play([
      [{ ...create, after: 500 }],
      [{ ...create, after: 0 }],
      [{ kind: 'write', pick: 0, age: 0, what: 'checkpoint' }],
      [{ kind: 'wait', ms: 600 }],
      [{ kind: 'restart' }],
      [{ kind: 'write', pick: 0, age: 0, what: 'answer' }],
      [{ kind: 'cancel', pick: 0, stop: 'rollback' }],
    ]);
  });
});
