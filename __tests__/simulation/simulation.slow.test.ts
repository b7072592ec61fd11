import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createCoverage } from './support/coverage.ts';
import { schedules } from './support/generate.ts';
import { checkResult } from './support/check-result.ts';
import { createSimulatorPool } from './support/simulate.ts';

// Runs the whole action, with its real client over HTTP, against the emulator in virtual time, with faults, other
// clients, restarts and second runs at any moment. The reports of the runs are compared with the true state in the
// store.

/** Number of runs in the ordinary tests; `npm run test:deep` executes thousands. */
const RUNS = 100;
const AT_MOST_MS = 12_000;
/** Minimum number of runs with which shares are checked. */
const TELLING = 80;
const deep = fc.readConfigureGlobal().numRuns;

const arenas = createSimulatorPool();
afterAll(() => arenas.close());

test('a simulated run is green only if its own revision is active, and each change is written once, under any faults', async () => {
  const coverage = createCoverage();
  const giveUpAt = performance.now() + AT_MOST_MS;
  const property = fc.asyncProperty(schedules, async (schedule) => {
    // On a machine under load, fewer runs are sufficient.
    if (deep === undefined && performance.now() > giveUpAt) return;
    const played = await arenas.play(schedule);
    const verdict = checkResult(played);
    coverage.add(played, verdict);
    expect(verdict.violations).toEqual([]);
  });
  await fc.assert(property, { numRuns: deep ?? RUNS });
  if (deep !== undefined) process.stderr.write(`${coverage.text()}\n`);
  // The property must not pass only because nothing happened, or because of exemptions.
  if (coverage.runs < TELLING) return;
  expect(coverage.share('deployed') + coverage.share('unchanged')).toBeGreaterThan(0.12);
  for (const outcome of ['failed', 'timed-out']) expect(coverage.share(outcome)).toBeGreaterThan(0.03);
  expect(coverage.ends.size).toBeGreaterThan(deep === undefined ? 8 : 25);
  expect(coverage.tooOften()).toEqual([]);
}, 3_600_000);
