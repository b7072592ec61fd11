import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { attempt, type Testbed, openTestbed } from '../../harness/crash/attempt.ts';
import { deletes, firstStart, rollouts } from '../../harness/crash/scenarios/deployments.ts';

// A sample. Every write of every scenario, and instants of all of them, are for `npm run test:deep` (docs/crash-safety.md).

describe.each([
  [firstStart, [4, 90]],
  [rollouts, [110]],
  [deletes, [120]],
])('an emulator that is killed amid $name', (scenario, writes) => {
  let lane: Testbed;
  beforeAll(async () => {
    lane = await openTestbed(scenario);
  });
  afterAll(() => lane.remove());

  // docs/crash-safety.md#what-answered
  // docs/crash-safety.md#urls
  // docs/crash-safety.md#data-folder
  test.each(writes)('at its write %i has lost nothing, done nothing twice, and goes on', async (at) => {
    const side = at % 20 === 10 ? 'after' : 'before';
    const verdict = await attempt(lane, { killPoints: [{ kind: 'write', at, side }], restart: 'at-once' });
    expect(verdict.problems).toEqual([]);
    expect(verdict.killedAt).toHaveLength(1);
  });
});

// docs/crash-safety.md#crash-while-recovers
test('an emulator that is killed while it recovers from being killed has lost nothing either', async () => {
  const lane = await openTestbed(rollouts);
  try {
    const blows = [
      { kind: 'write', at: 130, side: 'after' },
      { kind: 'write', at: 11, side: 'before' },
    ] as const;
    const verdict = await attempt(lane, { killPoints: blows, restart: 'at-once' });
    expect(verdict.problems).toEqual([]);
    expect(verdict.killedAt).toHaveLength(2);
  } finally {
    await lane.remove();
  }
});
