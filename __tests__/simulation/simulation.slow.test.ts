import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createCoverage } from './support/coverage.ts';
import { schedules } from './support/generate.ts';
import { checkResult } from './support/check-result.ts';
import { createSimulatorPool } from './support/simulate.ts';

// The action, whole and with its real client over HTTP, against the emulator on virtual time: faults, rivals, restarts
// and second runs at any moment. What it says is compared with what is true in the store.

/** Enough for the ordinary tests; `npm run test:deep` asks for thousands. */
const RUNS = 100;
const AT_MOST_MS = 12_000;
/** Fewer runs say nothing about shares. */
const TELLING = 80;
const deep = fc.readConfigureGlobal().numRuns;

const arenas = createSimulatorPool();
afterAll(() => arenas.close());

test('under any faults a run reports the truth: green means that its own revision serves, and one intent writes once', async () => {
  const coverage = createCoverage();
  const giveUpAt = performance.now() + AT_MOST_MS;
  const property = fc.asyncProperty(schedules, async (schedule) => {
    // On a machine that is busy with other things, fewer will do.
    if (deep === undefined && performance.now() > giveUpAt) return;
    const played = await arenas.play(schedule);
    const verdict = checkResult(played);
    coverage.add(played, verdict);
    expect(verdict.violations).toEqual([]);
  });
  await fc.assert(property, { numRuns: deep ?? RUNS });
  if (deep !== undefined) process.stderr.write(`${coverage.text()}\n`);
  // The property must not hold for want of anything happening, nor by looking away.
  if (coverage.runs < TELLING) return;
  expect(coverage.share('deployed') + coverage.share('unchanged')).toBeGreaterThan(0.12);
  for (const outcome of ['failed', 'timed-out']) expect(coverage.share(outcome)).toBeGreaterThan(0.03);
  expect(coverage.ends.size).toBeGreaterThan(deep === undefined ? 8 : 25);
  expect(coverage.tooOften()).toEqual([]);
}, 3_600_000);
