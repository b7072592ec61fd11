import { expect, test } from '@jest/globals';
import {
  attempt,
  type AttemptResult,
  EXIT_WITHIN_MS,
  type KillPoint,
  openTestbed,
  type Scenario,
} from '../../harness/crash/attempt.ts';
import { runs } from '../../harness/crash/scenarios/agents.ts';
import { crons } from '../../harness/crash/scenarios/crons.ts';
import { deletes, firstStart, rollouts } from '../../harness/crash/scenarios/deployments.ts';

// Tests a sample of the kill points. `npm run test:deep` covers every write and random moments of all scenarios
// (docs/crash-safety.md).

/**
 * Kills the emulator at each of these writes, one per emulator process, and expects that every kill happened and that
 * no invariant is violated.
 */
async function killed(
  scenario: Scenario,
  writes: [at: number, side: 'before' | 'after'][],
  restart: 'at-once' | 'when-gone' = 'at-once',
): Promise<AttemptResult> {
  const killPoints = writes.map(([at, side]): KillPoint => ({ kind: 'write', at, side }));
  const testbed = await openTestbed(scenario);
  try {
    const result = await attempt(testbed, { killPoints, restart });
    expect(result.problems).toEqual([]);
    expect(result.killedAt).toHaveLength(writes.length);
    return result;
  } finally {
    await testbed.remove();
  }
}

// docs/crash-safety.md#what-answered
// docs/crash-safety.md#what-answered-done-never-half-nothing-stands-way
// docs/crash-safety.md#revisions
// docs/crash-safety.md#urls
// docs/crash-safety.md#data-folder
test.each<[string, Scenario, number, 'before' | 'after']>([
  ['its first start', firstStart, 4, 'before'],
  ['its first start', firstStart, 90, 'after'],
  ['rollouts', rollouts, 110, 'after'],
  ['deletes', deletes, 120, 'before'],
])(
  'an emulator that is killed during %s loses no data, repeats no work, and continues (write %#)',
  async (_what, scenario, at, side) => void (await killed(scenario, [[at, side]])),
);

// docs/crash-safety.md#crash-while-recovers
test('an emulator that is killed again during its recovery loses no data', async () => {
  await killed(rollouts, [
    [130, 'after'],
    [11, 'before'],
  ]);
});

// docs/crash-safety.md#agents
test("an emulator that is killed during an agent's runs leaves no process, and continues every run", async () => {
  const { orphansMs } = await killed(runs, [[75, 'before']], 'when-gone');
  expect(orphansMs).toBeLessThan(EXIT_WITHIN_MS);
});

// docs/crash-safety.md#runs
test('an emulator that is restarted immediately continues its runs', async () => {
  await killed(runs, [[120, 'after']]);
});

// docs/crash-safety.md#crons
test.each([30, 40, 50])(
  'an emulator that is killed when crons are due runs each cron only once (write %i)',
  async (at) => {
    await killed(crons, [[at, 'after']]);
  },
);
