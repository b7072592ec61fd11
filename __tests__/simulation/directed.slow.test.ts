import { afterAll, expect, test } from '@jest/globals';
import { checkResult } from './support/check-result.ts';
import { type HttpFault, quietRun, quietSchedule, type Schedule } from './support/schedule.ts';
import { createSimulatorPool, type SimulationResult } from './support/simulate.ts';

// Tests of typical faults of a deploy tool, each in a named simulation. In addition to the assertions of
// `checkResult`, each test has its own assertions.
const simulators = createSimulatorPool();
afterAll(() => simulators.close());
const MINUTE = 60_000;

/**
 * Runs a simulation schedule, checks the result, and returns the outcomes and durations of the runs, in seconds of
 * virtual time.
 */
async function deploy(
  over: Partial<Schedule>,
): Promise<SimulationResult & { ends: string[]; tookS: number[]; revisions: number }> {
  const played = await simulators.play(quietSchedule(over));
  expect(checkResult(played).violations).toEqual([]);
  return {
    ...played,
    ends: played.runs.map(({ outputs }) => `${outputs['outcome']}/${outputs['reason-code']}`),
    tookS: played.runs.map(({ startedAt, endedAt }) => (endedAt - startedAt) / 1000),
    revisions: played.settled.deployments[0]?.revisions.length ?? 0,
  };
}
const first = (target: HttpFault['target'], effect: HttpFault['effect'], nth = 1): HttpFault => ({
  target,
  effect,
  which: { kind: 'nth', nth: [nth] },
});
/** A deployment of another image whose next revision is in progress. */
const behindAnother: Schedule['before'] = {
  kind: 'deployed',
  origin: 1,
  secrets: 'none',
  keeps: false,
  buildOnPush: false,
  then: 'underway',
  thenOrigin: 1,
};
const slow = { kind: 'slow', chunks: 12, gapMs: 15 } as const;
const hang = { kind: 'hang' } as const;
const ROLLED_OUT = 'deployed/rolled-out';

test.each<[string, Partial<Schedule>, ends: string[], revisions?: number]>([
  ['a read without a response is repeated', { httpFaults: [first('revision', hang, 2)] }, [ROLLED_OUT]],
  [
    'a patch that was executed but got no response is looked up and not sent again',
    { httpFaults: [first('patch', { kind: 'drop', how: 'hang' })] },
    [ROLLED_OUT],
  ],
  [
    'a patch that was not executed and got no response is reported as unknown',
    { httpFaults: [first('patch', hang)] },
    ['failed/lost-answer'],
    1,
  ],
  [
    'bodies that arrive in small pieces are read to their end',
    {
      before: { kind: 'nothing' },
      httpFaults: [first('create', slow), first('revision', slow), first('revision', slow, 3)],
    },
    [ROLLED_OUT],
    1,
  ],
  [
    'a rollout continues after a restart of the control plane, and so does the run',
    {
      restarts: [
        { atMs: 15_000, downMs: 0 },
        { atMs: 35_000, downMs: 0 },
      ],
    },
    [ROLLED_OUT],
  ],
  [
    'after a restart of the control plane, a change without a response is looked up',
    {
      httpFaults: [first('patch', { kind: 'drop', how: 'reset' })],
      restarts: [{ atMs: 1, downMs: 20_000 }],
    },
    [ROLLED_OUT],
  ],
  [
    'two runs with the same image build it once, in either order',
    { runs: [quietRun({ startMs: 15_000 }), quietRun()] },
    ['deployed/already-building', ROLLED_OUT],
  ],
  [
    'the earlier of two runs behind a third revision is skipped and reports that it was skipped',
    { before: behindAnother, runs: [quietRun(), quietRun({ startMs: 5000, origin: 2 })] },
    ['superseded/skipped-by-service', ROLLED_OUT],
    4,
  ],
  [
    'a revision that another client interrupts makes the run fail, and the next run succeeds',
    {
      runs: [quietRun(), quietRun({ startMs: 5 * MINUTE })],
      concurrentChanges: [{ moment: { kind: 'at', ms: 25_000 }, change: { kind: 'interrupt' } }],
    },
    ['failed/interrupted', ROLLED_OUT],
    3,
  ],
])(
  'a simulated run reports the actual result in this scenario: %s',
  async (_what, over, ends, revisions = 2) => {
    const played = await deploy(over);
    expect(played.ends).toEqual(ends);
    expect(played.runs[0]?.evidence.patches).toBeLessThanOrEqual(1);
    expect(played.revisions).toBe(revisions);
  },
);

test('two successive runs with different images each report their own result', async () => {
  const { ends, runs, settled } = await deploy({
    runs: [quietRun(), quietRun({ startMs: 5000, origin: 2 })],
  });
  expect(ends).toEqual([ROLLED_OUT, ROLLED_OUT]);
  const [one, other] = runs.map(({ outputs }) => outputs['revision-id']);
  expect(one).not.toBe(other);
  expect(settled.deployments[0]?.active?.id).toBe(other);
});

test('a run is superseded and reports both commits if another client moves the branch before the fetch', async () => {
  const { ends, runs } = await deploy({
    source: 'git',
    concurrentChanges: [{ moment: { kind: 'at', ms: 5000 }, change: { kind: 'push', origin: 2 } }],
  });
  expect(ends).toEqual(['superseded/commit-mismatch']);
  expect(runs[0]?.message).toMatch(/built from ccccccc instead of aaaaaaa/);
});

const storm = (asDate: boolean): Partial<Schedule> => ({
  httpFaults: (['reads', 'patch'] as const).map((target) => ({
    target,
    effect: { kind: 'later', status: 429, seconds: 25, asDate },
    which: { kind: 'times', times: 4 },
  })),
});
test.each<[string, Partial<Schedule>, leastS: number, mostS: number]>([
  // Four delays of 25 s occur before the list, and four before the patch.
  ['many 429 responses with Retry-After in seconds only delay the run', storm(false), 200, 600],
  ['many 429 responses with Retry-After as a date only delay the run', storm(true), 200, 600],
  [
    'the run waits for an unknown status that lasts an hour',
    {
      runs: [quietRun({ waitTimeoutS: 7200 })],
      pace: {
        durationsMs: [0, 0, 0, 0, 0, 0, 0],
        fault: { kind: 'status', stage: 'DEPLOYING', status: 'WARMING_CACHES', forMs: 60 * MINUTE },
      },
    },
    3600,
    3700,
  ],
  [
    "the service's clock goes back by an hour while the run waits",
    { skews: [{ atMs: 15_000, byMs: -60 * MINUTE }] },
    0,
    180,
  ],
  [
    "the service's clock is an hour ahead when it sets a Retry-After date",
    {
      skews: [{ atMs: 0, byMs: 60 * MINUTE }],
      runs: [quietRun({ startMs: 1000, waitTimeoutS: 600 })],
      httpFaults: [first('revision', { kind: 'later', status: 503, seconds: 5, asDate: true }, 2)],
    },
    0,
    600,
  ],
])('a simulated run reports the actual result in this case: %s', async (_what, over, leastS, mostS) => {
  const { ends, tookS } = await deploy(over);
  expect(ends).toEqual([ROLLED_OUT]);
  expect(tookS[0]).toBeGreaterThan(leastS);
  expect(tookS[0]).toBeLessThanOrEqual(mostS);
});
