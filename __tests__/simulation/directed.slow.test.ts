import { afterAll, describe, expect, test } from '@jest/globals';
import { createSimulatorPool, type SimulationResult } from './support/simulate.ts';
import { checkResult } from './support/check-result.ts';
import { quietRun, quietSchedule, type Schedule } from './support/schedule.ts';

// The storms that a deploy tool meets, each by its name. What is asserted here comes on top of what `checkResult` asks of
// every run.
const simulators = createSimulatorPool();
afterAll(() => simulators.close());
const MINUTE = 60_000;
/** A deployment of another image. */
const there = {
  kind: 'deployed',
  origin: 1,
  secrets: 'none',
  keeps: false,
  buildOnPush: false,
  then: 'nothing',
  thenOrigin: 1,
} as const;
/** Plays it and has it judged; gives the runs' ends and what they took, in seconds of virtual time. */
async function deploy(
  over: Partial<Schedule>,
): Promise<SimulationResult & { ends: string[]; tookS: number[] }> {
  const played = await simulators.play(quietSchedule(over));
  expect(checkResult(played).violations).toEqual([]);
  return {
    ...played,
    ends: played.runs.map(({ outputs }) => `${outputs['outcome']}/${outputs['reason-code']}`),
    tookS: played.runs.map(({ startedAt, endedAt }) => (endedAt - startedAt) / 1000),
  };
}
const revisionsOf = ({ settled }: SimulationResult) => settled.deployments[0]?.revisions ?? [];

describe('a storm of 429', () => {
  test.each([
    ['seconds', false],
    ['dates', true],
  ])('with Retry-After as %s is sat out, and the change is sent once it is over', async (_form, asDate) => {
    const storm = {
      effect: { kind: 'later', status: 429, seconds: 25, asDate },
      which: { kind: 'times', times: 4 },
    } as const;
    const { ends, tookS, runs, ...played } = await deploy({
      httpFaults: [
        { target: 'reads', ...storm },
        { target: 'patch', ...storm },
      ],
    });
    expect(ends).toEqual(['deployed/rolled-out']);
    // Four times 25 s before the list, and again before the patch.
    expect(tookS[0]).toBeGreaterThan(200);
    expect(runs[0]?.evidence.patches).toBe(1);
    expect(revisionsOf({ runs, ...played })).toHaveLength(2);
  });
});

describe('a connection that is half open', () => {
  test('to a read is given up and asked again', async () => {
    const { ends } = await deploy({
      httpFaults: [{ target: 'revision', effect: { kind: 'hang' }, which: { kind: 'nth', nth: [2] } }],
    });
    expect(ends).toEqual(['deployed/rolled-out']);
  });

  test('to a patch that was carried out is looked for, not sent again', async () => {
    const played = await deploy({
      httpFaults: [
        { target: 'patch', effect: { kind: 'drop', how: 'hang' }, which: { kind: 'nth', nth: [1] } },
      ],
    });
    expect(played.ends).toEqual(['deployed/rolled-out']);
    expect(revisionsOf(played)).toHaveLength(2);
  });

  test('to a patch that was not is reported as it is: unknown', async () => {
    const played = await deploy({
      httpFaults: [{ target: 'patch', effect: { kind: 'hang' }, which: { kind: 'nth', nth: [1] } }],
    });
    expect(played.ends).toEqual(['failed/lost-answer']);
    expect(revisionsOf(played)).toHaveLength(1);
  });
});

test('bodies that come in drops are read to their end', async () => {
  const slow = { kind: 'slow', chunks: 12, gapMs: 15 } as const;
  const { ends } = await deploy({
    before: { kind: 'nothing' },
    httpFaults: [
      { target: 'create', effect: slow, which: { kind: 'all' } },
      { target: 'revision', effect: slow, which: { kind: 'nth', nth: [1, 3] } },
    ],
  });
  expect(ends).toEqual(['deployed/rolled-out']);
});

describe('a control plane that is killed and started again', () => {
  test('while it builds goes on where it was, and so does the run', async () => {
    const played = await deploy({
      restarts: [
        { atMs: 15_000, downMs: 0 },
        { atMs: 35_000, downMs: 0 },
      ],
    });
    expect(played.ends).toEqual(['deployed/rolled-out']);
    expect(revisionsOf(played)).toHaveLength(2);
  });

  test('with our change carried out and unanswered is asked what became of it', async () => {
    const played = await deploy({
      httpFaults: [
        { target: 'patch', effect: { kind: 'drop', how: 'reset' }, which: { kind: 'nth', nth: [1] } },
      ],
      restarts: [{ atMs: 1, downMs: 20_000 }],
    });
    expect(played.runs[0]?.outputs).toMatchObject({ outcome: 'deployed', changed: 'true' });
    expect(played.runs[0]?.evidence.patches).toBe(1);
    expect(revisionsOf(played)).toHaveLength(2);
  });
});

describe('two runs on one deployment', () => {
  test('of the same image build it once, in either order', async () => {
    const played = await deploy({ runs: [quietRun({ startMs: 15_000 }), quietRun()] });
    expect(played.ends.toSorted()).toEqual(['deployed/already-building', 'deployed/rolled-out']);
    expect(revisionsOf(played)).toHaveLength(2);
  });

  test('of different images, one after the other: each is told what became of its own', async () => {
    const played = await deploy({ runs: [quietRun(), quietRun({ startMs: 5000, origin: 2 })] });
    expect(played.ends).toEqual(['deployed/rolled-out', 'deployed/rolled-out']);
    const [first, second] = played.runs.map(({ outputs }) => outputs['revision-id']);
    expect(first).not.toBe(second);
    expect(played.settled.deployments[0]?.active?.id).toBe(second);
  });

  test('of different images, both behind a third: the earlier one is skipped, and told so', async () => {
    const played = await deploy({
      before: { ...there, then: 'underway' },
      runs: [quietRun(), quietRun({ startMs: 5000, origin: 2 })],
    });
    expect(played.ends).toEqual(['superseded/skipped-by-service', 'deployed/rolled-out']);
  });
});

describe('another client', () => {
  test('interrupts our revision: red, and the next run makes one that serves', async () => {
    const played = await deploy({
      runs: [quietRun(), quietRun({ startMs: 5 * MINUTE })],
      concurrentChanges: [{ moment: { kind: 'at', ms: 25_000 }, change: { kind: 'interrupt' } }],
    });
    expect(played.ends).toEqual(['failed/interrupted', 'deployed/rolled-out']);
  });

  test('queues a newer one behind us, so that ours is skipped: superseded, and red', async () => {
    const played = await deploy({
      before: { ...there, then: 'underway' },
      concurrentChanges: [
        { moment: { kind: 'at', ms: 12_000 }, change: { kind: 'origin', origin: 2, secrets: 'none' } },
      ],
    });
    expect(played.ends).toEqual(['superseded/skipped-by-service']);
    expect(played.runs[0]?.code).toBe(1);
  });

  test('moves the branch on before ours is fetched: superseded, with both commits in the reason', async () => {
    const played = await deploy({
      source: 'git',
      concurrentChanges: [{ moment: { kind: 'at', ms: 5000 }, change: { kind: 'push', origin: 2 } }],
    });
    expect(played.ends).toEqual(['superseded/commit-mismatch']);
    expect(played.runs[0]?.message).toMatch(/built from ccccccc, not from aaaaaaa/);
  });
});

test('an unknown status is waited through for an hour', async () => {
  const { ends, tookS } = await deploy({
    runs: [quietRun({ waitTimeoutS: 7200 })],
    pace: {
      durationsMs: [0, 0, 0, 0, 0, 0, 0],
      fault: { kind: 'status', stage: 'DEPLOYING', status: 'WARMING_CACHES', forMs: 60 * MINUTE },
    },
  });
  expect(ends).toEqual(['deployed/rolled-out']);
  expect(tookS[0]).toBeGreaterThan(3600);
  expect(tookS[0]).toBeLessThan(3700);
});

describe("the service's own clock", () => {
  test('may jump back by an hour while we wait', async () => {
    const { ends, tookS } = await deploy({ skews: [{ atMs: 15_000, byMs: -60 * MINUTE }] });
    expect(ends).toEqual(['deployed/rolled-out']);
    expect(tookS[0]).toBeLessThan(3 * 60);
  });

  test('may be ahead by an hour when it says until when to wait: no run waits beyond its own deadline', async () => {
    const { ends, tookS } = await deploy({
      skews: [{ atMs: 0, byMs: 60 * MINUTE }],
      runs: [quietRun({ startMs: 1000, waitTimeoutS: 600 })],
      httpFaults: [
        {
          target: 'revision',
          effect: { kind: 'later', status: 503, seconds: 5, asDate: true },
          which: { kind: 'nth', nth: [2] },
        },
      ],
    });
    expect(ends).toEqual(['deployed/rolled-out']);
    expect(tookS[0]).toBeLessThanOrEqual(600);
  });
});
