import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type RevisionView, toRevisionView } from '../../../src/action/plan/current.ts';
import {
  dateChange,
  deployingAfterBuild,
  logsToRead,
  nextPollMs,
  type PollState,
  predictRollout,
} from '../../../src/action/deploy/polling.ts';

const MINUTE = 60_000;
const view = (seconds: number, status = 'DEPLOYED'): RevisionView => ({
  ...toRevisionView({ id: 'r', status }),
  createdAt: 0,
  updatedAt: seconds * 1000,
});

interface Wait {
  timeout: number;
  poll: number;
  /** Durations of earlier rollouts, and of their status DEPLOYING, in seconds. */
  history?: number[];
  deploying?: number[];
  /** First status, and the status after each change. */
  statuses?: string[];
  changes?: number[];
  isImage?: boolean;
}

/** Returns the times of all polls during one wait, in milliseconds. */
function looks(options: Wait): number[] {
  const prediction = predictRollout((options.history ?? []).map((seconds) => view(seconds)));
  const instants = [0];
  for (let now = 0; now < options.timeout; ) {
    const past = (options.changes ?? []).filter((at) => at <= now).toSorted((a, b) => a - b);
    const state: PollState = {
      elapsedMs: now,
      statusMs: now - (past.at(-1) ?? 0),
      doubtMs: 0,
      beforeStatusMs: past.at(-1) ?? 0,
      remainingMs: options.timeout - now,
      requests: instants.length,
      status: (options.statuses ?? ['DEPLOYING'])[past.length] ?? 'DEPLOYING',
      isImage: options.isImage ?? false,
      prediction,
      deployingMs: (options.deploying ?? []).map((seconds) => seconds * 1000),
    };
    now += nextPollMs(state, options.poll);
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
    deploying: fc.array(fc.oneof(fc.integer({ min: -10, max: 3600 }), fc.double()), { maxLength: 3 }),
    isImage: fc.boolean(),
    changes: fc.array(fc.integer({ min: 0, max: 10 * MINUTE }), { maxLength: 5 }),
    statuses: fc.array(fc.constantFrom('QUEUED', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYED', 'A_NEW_ONE'), {
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
    const state: PollState = {
      elapsedMs: MINUTE,
      statusMs: 6000,
      doubtMs: 0,
      beforeStatusMs: 0,
      remainingMs: 0,
      requests: 1,
      status: 'DEPLOYED',
      isImage: false,
      prediction: undefined,
      deployingMs: [],
    };
    const next = (remainingMs: number) => nextPollMs({ ...state, remainingMs }, MINUTE);
    expect([next(2500), next(2000), next(1999)]).toEqual([1500, 1000, 1999]);
  });

  test('send at most 40 requests more than polls every 15 seconds, at any time before the switch', () => {
    fc.assert(
      fc.property(wait, (options) => {
        const statuses = (options.statuses ?? []).filter((status) => status !== 'DEPLOYED');
        const instants = looks({ ...options, poll: Math.max(options.poll, 15_000), statuses });
        // The last poll at the deadline is always sent.
        const excess = instants.slice(0, -1).map((at, index) => index + 1 - at / 15_000);
        expect(Math.max(...excess)).toBeLessThanOrEqual(41);
      }),
    );
  });

  test('are between one second and poll-interval apart, even if a hostile service reports invalid times', () => {
    const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(Number.MAX_SAFE_INTEGER, -1, 0));
    const state = fc.record({
      elapsedMs: fc.integer({ min: 0, max: 100 * MINUTE }),
      statusMs: number,
      doubtMs: fc.integer({ min: 0, max: 10 * MINUTE }),
      beforeStatusMs: number,
      remainingMs: fc.integer({ min: 1000, max: 100 * MINUTE }),
      requests: fc.integer({ min: 1, max: 1000 }),
      status: fc.constantFrom(
        undefined,
        '',
        'QUEUED',
        'BUILDING',
        'AWAITING_DEPLOY',
        'DEPLOYING',
        'DEPLOYED',
      ),
      isImage: fc.boolean(),
      prediction: fc.option(
        fc.record({ usualMs: fc.double({ min: 1, max: 1e12, noNaN: true }), totalsMs: fc.array(number) }),
        { nil: undefined },
      ),
      deployingMs: fc.array(number, { maxLength: 1000 }),
    });
    fc.assert(
      fc.property(state, (hostile) => {
        const pause = nextPollMs(hostile, MINUTE);
        expect(pause).toBeGreaterThanOrEqual(1000);
        expect(pause).toBeLessThan(MINUTE + 1000);
      }),
    );
  });

  test('start one second apart and become rarer while nothing changes', () => {
    const instants = looks({ timeout: 30 * MINUTE, poll: MINUTE });
    expect(instants.slice(0, 5)).toEqual([0, 1000, 2000, 4000, 8000]);
    expect(instants.length).toBeLessThan(170);
    expect(looks({ timeout: 30 * MINUTE, poll: MINUTE, statuses: ['BUILDING'] }).length).toBeLessThan(50);
  });

  test.each([
    ['without earlier rollouts', []],
    ['after rollouts that took a second', [1, 1, 2]],
  ])('wait at most as long again as the rollout took in the first minute, %s', (_, history) => {
    fc.assert(
      fc.property(
        fc.constantFrom('QUEUED', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING'),
        fc.array(fc.integer({ min: 0, max: MINUTE }), { minLength: 1, maxLength: 1 }),
        (status, changes) => {
          const instants = looks({
            timeout: 30 * MINUTE,
            poll: MINUTE,
            history,
            statuses: ['CREATING', status],
            changes,
          });
          const early = instants.filter((at) => at > 0 && at <= MINUTE);
          for (const [at, gap] of gaps(early).entries())
            expect(gap).toBeLessThanOrEqual(Math.max(1000, early[at] ?? 0));
        },
      ),
    );
  });

  test('become frequent when the revision begins to deploy', () => {
    const statuses = ['BUILDING', 'DEPLOYING'];
    const changes = [10 * MINUTE];
    const instants = looks({ timeout: 30 * MINUTE, poll: MINUTE, changes, statuses, deploying: [60, 65] });
    const [before, after] = [
      instants.filter((at) => at < 10 * MINUTE),
      instants.filter((at) => at > 10 * MINUTE + 50_000 && at < 12 * MINUTE),
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

  test("are frequent around the usual duration of an image's rollout, and rare long before and long after", () => {
    const history = [300, 310, 290, 305, 295];
    const instants = looks({ timeout: 30 * MINUTE, poll: MINUTE, history, isImage: true });
    const among = (from: number, to: number) => instants.filter((at) => at >= from && at < to).length;
    expect(among(0, 200_000)).toBeLessThan(20);
    expect(among(270_000, 340_000)).toBeGreaterThan(15);
    expect(among(20 * MINUTE, 21 * MINUTE)).toBeLessThan(5);
  });

  test('detect the end within two seconds, with fewer requests than polls every 15 seconds', () => {
    const instants = looks({
      timeout: 30 * MINUTE,
      poll: MINUTE,
      history: [600, 900, 600],
      deploying: [150, 145],
      statuses: ['BUILDING', 'DEPLOYING'],
      changes: [450_000],
    });
    const seen = instants.find((at) => at >= 600_000) ?? 0;
    expect(seen - 600_000).toBeLessThanOrEqual(2000);
    expect(instants.filter((at) => at <= seen).length).toBeLessThan(600_000 / 15_000);
  });
});

describe('the start of a status', () => {
  test("is the service's time if that time is between the polls, and is otherwise uncertain", () => {
    expect(dateChange(10_000, 50_000, [20_000, 30_000])).toEqual({ changedAt: 20_000, doubtMs: 0 });
    expect(dateChange(10_000, 50_000, [90_000, 30_000])).toEqual({ changedAt: 30_000, doubtMs: 0 });
    expect(dateChange(10_000, 50_000, [90_000, -5])).toEqual({ changedAt: 50_000, doubtMs: 40_000 });
    expect(dateChange(0, 1e12, [])).toEqual({ changedAt: 1e12, doubtMs: 10 * MINUTE });
  });
});

describe('the build logs of earlier revisions', () => {
  const past = (id: string, tookMs = 2 * MINUTE) => ({ id, commit: undefined, tookMs, endedAt: 10 * MINUTE });
  const earlier = [past('a'), past('b', 5000), past('c'), past('d')];
  const read = (status: string, imageUri?: string) =>
    logsToRead({ status, imageUri }, earlier).map(({ id }) => id);

  test('are read for the last two long rollouts while the revision is being built', () => {
    expect(read('BUILDING')).toEqual(['a', 'c']);
    expect([read('QUEUED'), read('DEPLOYED'), read('DEPLOYING', 'registry/agent')]).toEqual([[], [], []]);
  });

  test('show the start of DEPLOYING, unless their last line is not within the rollout', () => {
    const ends = [9 * MINUTE, 10 * MINUTE, 8 * MINUTE, 11 * MINUTE, 0];
    const durations = ends.map((at) => deployingAfterBuild(past('a'), at));
    expect(durations).toEqual([MINUTE, undefined, undefined, undefined, undefined]);
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
        },
      ),
    );
  });
});
