import { test } from '@jest/globals';
import fc from 'fast-check';
import { play, steps } from '../emulator/agent-server/model/check.ts';

// Runs against their state machine: about ten minutes (DEEP_SEED for other plans, RUN_PLANS for another number of them).
const seed = Number(process.env['DEEP_SEED'] ?? 1);
const numRuns = Number(process.env['RUN_PLANS'] ?? 1_000);
const HOURS_MS = 3_600_000;

test(
  "threads' runs match the state machine during long sequences of all operations",
  async () => {
    await fc.assert(
      fc.asyncProperty(steps(120), (plan) => play(plan)),
      { seed, numRuns, endOnFailure: true },
    );
  },
  2 * HOURS_MS,
);
