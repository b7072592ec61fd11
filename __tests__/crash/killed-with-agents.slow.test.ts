import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { attempt, EXIT_WITHIN_MS, type Testbed, openTestbed } from '../../harness/crash/attempt.ts';
import { runs } from '../../harness/crash/scenarios/agents.ts';

describe('an emulator that is killed while its agent runs', () => {
  let lane: Testbed;
  beforeAll(async () => {
    lane = await openTestbed(runs);
  });
  afterAll(() => lane.remove());

  // docs/crash-safety.md#agents
  test('ends or takes up every run, and leaves no process, whether or not it is started again', async () => {
    const blows = [{ kind: 'write', at: 75, side: 'before' }] as const;
    const verdict = await attempt(lane, { killPoints: blows, restart: 'when-gone' });
    expect(verdict.problems).toEqual([]);
    expect(verdict.killedAt).toHaveLength(1);
    expect(verdict.orphansMs).toBeLessThan(EXIT_WITHIN_MS);
  });

  // docs/crash-safety.md#runs
  test('goes on with them when it is started again at once', async () => {
    const blows = [{ kind: 'write', at: 120, side: 'after' }] as const;
    const verdict = await attempt(lane, { killPoints: blows, restart: 'at-once' });
    expect(verdict.problems).toEqual([]);
    expect(verdict.killedAt).toHaveLength(1);
  });
});
