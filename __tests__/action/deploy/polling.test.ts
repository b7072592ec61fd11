import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type RevisionView, toRevisionView } from '../../../src/action/plan/current.ts';
import { nextPollMs, predictRollout } from '../../../src/action/deploy/polling.ts';

const MINUTE = 60_000;
const view = (seconds: number, status = 'DEPLOYED'): RevisionView => ({
  ...toRevisionView({ id: 'r', status }),
  createdAt: 0,
  updatedAt: seconds * 1000,
});

interface Wait {
  timeout: number;
  poll: number;
  history?: number[];
  /** First status, and the status after each change. */
  statuses?: string[];
  changes?: number[];
}

/** Returns the times of all polls during one wait, in milliseconds. */
function looks(options: Wait): number[] {
  const prediction = predictRollout((options.history ?? []).map((seconds) => view(seconds)));
  const instants = [0];
  for (let now = 0; now < options.timeout; ) {
    const past = (options.changes ?? []).filter((at) => at <= now).toSorted((a, b) => a - b);
    const status = (options.statuses ?? ['DEPLOYING'])[past.length] ?? 'DEPLOYING';
    const unchangedMs = now - (past.at(-1) ?? 0);
    const remainingMs = options.timeout - now;
    const step = nextPollMs({ elapsedMs: now, unchangedMs, remainingMs, status, prediction }, options.poll);
    now += step;
    instants.push(now);
    if (instants.length > 100_000) throw new Error('the wait never ends');
  }
  return instants;
}

const gaps = (instants: number[]) => instants.slice(1).map((at, index) => at - (instants[index] ?? 0));

describe("the polls for a revision's status", () => {
  const wait = fc.record({
    timeout: fc.integer({ min: 1000, max: 2 * 60 * MINUTE }),
    poll: fc.integer({ min: 1000, max: 30 * MINUTE }),
    history: fc.array(fc.integer({ min: 1, max: 3600 }), { maxLength: 12 }),
    changes: fc.array(fc.integer({ min: 0, max: 10 * MINUTE }), { maxLength: 5 }),
    statuses: fc.array(fc.constantFrom('BUILDING', 'AWAITING_DEPLOY', 'DEPLOYED', 'A_NEW_ONE'), {
      maxLength: 6,
    }),
  });

  test('end with one last poll at the deadline', () => {
    fc.assert(fc.property(wait, (options) => expect(looks(options).at(-1)).toBe(options.timeout)));
  });

  test('are at least one second apart', () => {
    fc.assert(
      fc.property(wait, (options) => {
        expect(Math.min(...gaps(looks(options)))).toBeGreaterThanOrEqual(999.999);
      }),
    );
  });

  // docs/api.md#polling
  test('are at most poll-interval apart, plus less than one second at the end', () => {
    fc.assert(
      fc.property(wait, (options) => {
        expect(Math.max(...gaps(looks(options)))).toBeLessThan(options.poll + 1000);
      }),
    );
  });

  test('before the deadline are moved forward if two seconds remain, and skipped if less remains', () => {
    const state = { elapsedMs: MINUTE, unchangedMs: 6000, status: 'DEPLOYED', prediction: undefined };
    const next = (remainingMs: number) => nextPollMs({ ...state, remainingMs }, MINUTE);
    expect([next(2500), next(2000), next(1999)]).toEqual([1500, 1000, 1999]);
  });

  test('start one second apart and become rarer while nothing changes', () => {
    const instants = looks({ timeout: 30 * MINUTE, poll: MINUTE });
    expect(instants.slice(0, 4)).toEqual([0, 1000, 2000, 4000]);
    expect(instants.length).toBeLessThan(170);
    expect(looks({ timeout: 30 * MINUTE, poll: MINUTE, statuses: ['BUILDING'] }).length).toBeLessThan(50);
  });

  test('become frequent when the revision begins to deploy', () => {
    const statuses = ['BUILDING', 'DEPLOYING'];
    const history = [660, 650, 670];
    const changes = [10 * MINUTE];
    const instants = looks({ timeout: 30 * MINUTE, poll: MINUTE, changes, statuses, history });
    const [before, after] = [
      instants.filter((at) => at < 10 * MINUTE),
      instants.filter((at) => at > 10 * MINUTE && at < 12 * MINUTE),
    ];
    expect(before.length).toBeLessThan(20);
    expect(Math.max(...gaps(after))).toBeLessThan(8000);
  });

  test('stay frequent until the new revision is active', () => {
    const statuses = ['DEPLOYING', 'DEPLOYED'];
    const instants = looks({ timeout: 30 * MINUTE, poll: MINUTE, changes: [10 * MINUTE], statuses });
    const after = instants.filter((at) => at >= 10 * MINUTE);
    expect((after[3] ?? 0) - (after[0] ?? 0)).toBeLessThan(10_000);
  });

  test('are frequent around the usual duration of a rollout, and rare long before and long after', () => {
    const history = [300, 310, 290, 305, 295];
    const instants = looks({ timeout: 30 * MINUTE, poll: MINUTE, history });
    const among = (from: number, to: number) => instants.filter((at) => at >= from && at < to).length;
    expect(among(0, 200_000)).toBeLessThan(16);
    expect(among(270_000, 340_000)).toBeGreaterThan(15);
    expect(among(20 * MINUTE, 21 * MINUTE)).toBeLessThan(3);
  });

  test('detect the end within five seconds, with fewer requests than polls every 15 seconds', () => {
    const instants = looks({
      timeout: 30 * MINUTE,
      poll: MINUTE,
      history: [600, 600, 600],
      statuses: ['BUILDING', 'DEPLOYING'],
      changes: [450_000],
    });
    const seen = instants.find((at) => at >= 600_000) ?? 0;
    expect(seen - 600_000).toBeLessThanOrEqual(5000);
    expect(instants.filter((at) => at <= seen).length).toBeLessThan(600_000 / 15_000);
  });
});

describe('the predicted duration of a rollout', () => {
  test('is derived only from deployed revisions with a start and an end time', () => {
    expect(predictRollout([])).toBeUndefined();
    expect(predictRollout([view(60, 'BUILD_FAILED'), view(60, 'BUILDING')])).toBeUndefined();
    expect(predictRollout([{ ...view(60), updatedAt: undefined }])).toBeUndefined();
    expect(predictRollout([view(0)])).toBeUndefined();
  });

  test('ignores an outlier among the earlier durations', () => {
    const prediction = predictRollout([view(100), view(101), view(99), view(100_000), view(102)]);
    expect(prediction?.usualMs).toBeCloseTo(101_000);
    expect(prediction?.spread).toBeLessThan(0.12);
  });

  test('lies within the range of the earlier durations', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 20 }),
        (seconds) => {
          const prediction = predictRollout(seconds.map((value) => view(value)));
          const known = seconds.slice(0, 10).map((value) => value * 1000);
          expect(prediction?.usualMs).toBeGreaterThanOrEqual(Math.min(...known) * 0.999);
          expect(prediction?.usualMs).toBeLessThanOrEqual(Math.max(...known) * 1.001);
          expect(prediction?.spread).toBeGreaterThan(0);
        },
      ),
    );
  });
});
