import { test } from '@jest/globals';
import fc from 'fast-check';
import { play, steps } from '../emulator/agent-server/model/check.ts';

// Compares runs with their state machine in about ten minutes (DEEP_SEED selects other plans, and RUN_PLANS another
// number of plans).
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
