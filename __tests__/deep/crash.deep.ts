import { afterAll, describe, expect, test } from '@jest/globals';
import { answers } from '../../harness/crash/scenarios/answers.ts';
import {
  builds,
  deletes,
  firstStart,
  installs,
  rollouts,
} from '../../harness/crash/scenarios/deployments.ts';
import {
  renderFailures,
  fullAtEveryWrite,
  killAtEveryStart,
  killAtEveryWrite,
  killAtRandomTimes,
  renderProgress,
  type Sweep,
  renderTable,
} from '../../harness/crash/sweep.ts';
import { crons } from '../../harness/crash/scenarios/crons.ts';
import { pushes } from '../../harness/crash/scenarios/pushes.ts';
import { runs } from '../../harness/crash/scenarios/agents.ts';
import type { Scenario } from '../../harness/crash/attempt.ts';
import { startOver } from '../../harness/crash/scenarios/start-over.ts';
import { stoppingBuilds, stoppingRuns } from '../../harness/crash/scenarios/stopping.ts';

// Tests all guarantees of docs/crash-safety.md in about an hour and a half on two idle cores. CRASH_INSTANTS is the
// number of random times.

const HOURS_MS = 3_600_000;
const seed = Number(process.env['DEEP_SEED'] ?? 1);
const instants = Number(process.env['CRASH_INSTANTS'] ?? 200);
const sweeps: Sweep[] = [];
afterAll(() => say(`\n${renderTable(sweeps)}\nseed of the instants: ${seed}`));

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Logs the progress at intervals. */
const progress = (sweep: Sweep) => {
  if (sweep.attempts % 25 === 0) say(renderProgress(sweep));
};

async function holds(sweep: Promise<Sweep>): Promise<void> {
  const result = await sweep;
  sweeps.push(result);
  // The result is printed immediately, because the other sweeps take long and may be interrupted.
  say(renderTable([result]));
  expect(renderFailures(result)).toBe('');
  // Most attempts really killed an emulator.
  expect(result.killed).toBeGreaterThan(result.attempts / 2);
}

describe('an emulator that is killed before and after every single write', () => {
  // docs/crash-safety.md#pushes
  // docs/crash-safety.md#resets-restored-snapshots
  // docs/crash-safety.md#orderly-end
  test.each([
    firstStart,
    rollouts,
    deletes,
    startOver,
    pushes,
    runs,
    crons,
    answers,
    builds,
    stoppingRuns,
    stoppingBuilds,
  ])(
    'loses no data of the scenario $name, repeats no work, and continues',
    (scenario) => holds(killAtEveryWrite(scenario, { progress })),
    HOURS_MS,
  );
});

// docs/crash-safety.md#git-installs-builds
test(
  'an emulator that is killed at each start of a program leaves no program running',
  () => holds(killAtEveryStart(installs, { progress })),
  HOURS_MS,
);

/**
 * Scenarios with rollouts and deletions in the stub runtime and in real processes, and with runs of both kinds of
 * agents.
 */
const SHARES: [Scenario, number][] = [
  [builds, 0.35],
  [rollouts, 0.2],
  [deletes, 0.15],
  [runs, 0.2],
  [answers, 0.1],
];

describe('an emulator that is killed at random instants', () => {
  test.each(
    SHARES.map(([scenario, share]) => ({
      scenario,
      name: scenario.name,
      count: Math.ceil(instants * share),
    })),
  )(
    '($count times) loses no data of the scenario $name, repeats no work, and continues',
    ({ scenario, count }) => holds(killAtRandomTimes(scenario, { count, seed, progress })),
    HOURS_MS,
  );
});

describe('a disk that becomes full at each single write and stays full for a while', () => {
  test.each([rollouts, deletes, runs])(
    'loses no data of the scenario $name and blocks no later work',
    (scenario) => holds(fullAtEveryWrite(scenario, { progress })),
    HOURS_MS,
  );
});
