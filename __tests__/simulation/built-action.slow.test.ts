import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createCoverage } from './support/coverage.ts';
import { restrictedToProcesses } from './support/process-simulator.ts';
import { useProcessSimulators } from './support/simulate-in-processes.ts';
import { schedules } from './support/generate.ts';
import { checkResult } from './support/check-result.ts';

// A sample of the schedules again, with the built action as the runner starts it, and the emulator in a process that is
// killed where the schedule restarts it.
const arenas = useProcessSimulators();

/** One in so many of the schedules that are played in process: each takes about a second. */
const ONE_IN = 40;
const deep = fc.readConfigureGlobal().numRuns;

test('what the built action says is true as well', async () => {
  const coverage = createCoverage();
  const property = fc.asyncProperty(schedules, async (schedule) => {
    const played = await arenas.play(restrictedToProcesses(schedule));
    const verdict = checkResult(played);
    coverage.add(played, verdict);
    expect(verdict.violations).toEqual([]);
  });
  await fc.assert(property, { numRuns: Math.ceil((deep ?? 3 * ONE_IN) / ONE_IN), endOnFailure: true });
  if (deep !== undefined) process.stderr.write(`${coverage.text()}\n`);
}, 3_600_000);
