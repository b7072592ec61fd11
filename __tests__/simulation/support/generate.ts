import fc from 'fast-check';
import {
  type Before,
  type Change,
  type ConcurrentChange,
  type FaultEffect,
  type FaultSchedule,
  type HttpFault,
  type Moment,
  type Origin,
  type Pace,
  type RunPlan,
  type Schedule,
  type SecretsGiven,
  STAGES,
} from './schedule.ts';

// The simplest value comes first in every choice, because counterexamples shrink towards it.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const one = fc.constantFrom;
/** Returns a generator of objects of a kind with these fields. */
const kind = <K extends string, F extends object>(
  name: K,
  fields: { [P in keyof F]: fc.Arbitrary<F[P]> },
): fc.Arbitrary<{ kind: K } & F> => fc.record<F>(fields).map((rest) => ({ kind: name, ...rest }));
const bare = <K extends string>(name: K): fc.Arbitrary<{ kind: K }> => fc.constant({ kind: name });
/** Returns a generator that chooses one of these generators with the given weights. */
const often = <T>(...choices: [weight: number, arbitrary: fc.Arbitrary<T>][]): fc.Arbitrary<T> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const whole = (min: number, max: number) => fc.integer({ min, max });

const origin = one<Origin[]>(0, 1, 2);
const mostlyFirst = one<Origin[]>(0, 0, 0, 1);
const secrets = one<SecretsGiven[]>('none', 'none', 'one', 'two', 'empty');
const moments = (max: number) => fc.oneof(whole(0, 10 * SECOND), whole(0, max));
const side = one<('before' | 'after')[]>('before', 'after');

const before = often<Before>(
  [8, bare('nothing')],
  [
    16,
    kind('deployed', {
      origin: one<Origin[]>(1, 1, 0),
      secrets,
      keeps: fc.boolean(),
      buildOnPush: one(false, false, true),
      then: one<('nothing' | 'failed' | 'underway')[]>('nothing', 'nothing', 'failed', 'underway'),
      thenOrigin: mostlyFirst,
    }),
  ],
  [1, kind('dying', { forMs: whole(0, 5 * MINUTE) })],
  [1, bare('left-over')],
);

const run: fc.Arbitrary<RunPlan> = fc.record({
  startMs: fc.oneof(one(0), one(0), moments(10 * MINUTE)),
  origin: mostlyFirst,
  secrets,
  strategy: one('merge', 'merge', 'replace'),
  buildCommand: one('unsaid', 'unsaid', 'unsaid', 'make'),
  byId: one(false, false, false, true),
  event: one('push', 'dispatch'),
  wait: one(true, true, true, true, true, true, true, false),
  waitTimeoutS: one(1800, 1800, 600, 120, 7200, 5),
  pollIntervalS: one(60, 60, 60, 20),
  force: one(false, false, false, false, false, true),
  dryRun: often<boolean>([24, one(false)], [1, one(true)]),
  onTimeout: one('fail', 'fail', 'warn'),
  onSuperseded: one('fail', 'fail', 'warn', 'ignore'),
  latencyMs: fc.array(one(0, 5, 20, 70, 400, 3000), { maxLength: 6 }),
  cancel: often<RunPlan['cancel']>(
    [14, bare('never')],
    [1, kind('at', { ms: moments(20 * MINUTE) })],
    [1, kind('during', { call: whole(1, 12) })],
  ),
});

const moment: fc.Arbitrary<Moment> = fc.oneof(
  kind('at', { ms: moments(30 * MINUTE) }),
  kind('call', {
    run: one(0, 0, 0, 1),
    side,
    method: one<Extract<Moment, { kind: 'call' }>['method'][]>(
      'patchDeployment',
      'patchDeployment',
      'listRevisions',
      'listRevisions',
      'createDeployment',
      'getRevision',
      'getDeployment',
      'findDeployments',
    ),
    nth: one(1, 1, 1, 2, 3),
  }),
);
const change = often<Change>(
  [4, kind('origin', { origin, secrets })],
  [2, kind('secrets', { secrets })],
  [1, kind('setting', { buildCommand: one<('make' | 'other')[]>('make', 'other') })],
  [2, kind('create', { origin, secrets })],
  [1, bare('clear')],
  [1, bare('redeploy')],
  [1, bare('interrupt')],
  [1, kind('delete', { project: fc.boolean() })],
  [3, kind('push', { origin })],
);
const concurrentChange: fc.Arbitrary<ConcurrentChange> = fc.record({ moment, change });
/** Generates a change of the state that the run has read, immediately before the run itself changes the state. */
const closeChange: fc.Arbitrary<ConcurrentChange> = fc.record({
  moment: kind('call', {
    run: one(0),
    side,
    method: one<('patchDeployment' | 'listRevisions')[]>('patchDeployment', 'listRevisions'),
    nth: one(1),
  }),
  change,
});

const stage = one(...STAGES);
const nth = whole(1, 2);
const duration = often<number>(
  [12, one(0, 0, 0, 300, 2 * SECOND, 20 * SECOND)],
  [3, one(MINUTE, 3 * MINUTE)],
  [1, one(20 * MINUTE)],
);
const pace: fc.Arbitrary<Pace> = fc.record({
  durationsMs: fc.array(duration, { minLength: STAGES.length, maxLength: STAGES.length }),
  fault: often<Pace['fault']>(
    [6, bare('none')],
    [1, kind('fail', { stage, nth })],
    [1, kind('stall', { stage, nth })],
    [1, kind('flap', { times: whole(1, 90) })],
    [
      1,
      kind('status', {
        stage,
        status: one('WARMING_CACHES', 'UNKNOWN', 'SKIPPED', 'INTERRUPTED', 'MIGRATION_FAILED'),
        forMs: one(HOUR, MINUTE),
      }),
    ],
  ),
});

const later = kind('later', {
  status: one<(429 | 503)[]>(429, 503),
  seconds: one(0, 1, 7, 60, 110, 600, 100_000),
  asDate: fc.boolean(),
});
const reset = bare('reset');
const hang = bare('hang');
const truncated = kind('truncate', { at: whole(0, 200) });
const slow = kind('slow', { chunks: one(4), gapMs: one(2) });
const dropped = (...how: ('close' | 'reset' | 'hang')[]) => kind('drop', { how: one(...how) });
const readEffect = often<FaultEffect>(
  [3, kind('status', { status: one(503, 500, 429, 504, 408, 404) })],
  [3, later],
  [2, kind('html', { status: one(502, 200) })],
  [2, reset],
  [1, truncated],
  [1, dropped('close')],
  [1, fc.oneof(slow, bare('delay'))],
);
const writeEffect = often<FaultEffect>(
  [5, dropped('close', 'close', 'reset', 'hang')],
  [2, reset],
  [3, later],
  [2, kind('status', { status: one(500, 503, 504, 429, 409, 403) })],
  [1, kind('html', { status: one(502) })],
  [1, truncated],
  [1, fc.oneof(slow, hang)],
);
const some = (max: number) =>
  kind('nth', { nth: fc.uniqueArray(whole(1, max), { minLength: 1, maxLength: 3 }) });
const which = often<FaultSchedule>(
  [5, some(4)],
  [2, kind('times', { times: one(1, 2, 5, 12) })],
  [2, kind('chance', { probability: one(0.1, 0.3, 0.6) })],
  [1, bare('all')],
);
const target = (...names: HttpFault['target'][]) => one(...names);
const httpFault = often<HttpFault>(
  [3, fc.record({ target: target('create', 'patch', 'patch'), effect: writeEffect, which })],
  [
    3,
    fc.record({
      target: target('deployment', 'revisions', 'revision', 'reads', 'any', 'logs'),
      effect: readEffect,
      which,
    }),
  ],
  [1, fc.record({ target: target('find'), effect: readEffect, which })],
  [
    1,
    fc.record({
      target: target('reads', 'revision', 'deployment', 'find'),
      effect: fc.oneof(hang, dropped('hang'), bare('empty')),
      // Each silent request lasts as long as the time limit of an attempt in real time, so there are at most five.
      which: some(5),
    }),
  ],
);

const few = { maxLength: 2 };
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  often<T[]>([7, fc.constant<T[]>([])], [1, fc.array(arbitrary, { minLength: 1, maxLength: 2 })]);

/** Generates two equal runs at different times, as if a workflow is started again. */
const repeated = fc.tuple(run, run).map(([first, second]) => {
  const { origin: wanted, secrets: given, strategy, buildCommand, startMs } = first;
  const again = { origin: wanted, secrets: given, strategy, buildCommand };
  return [first, { ...second, ...again, startMs: startMs + second.startMs }];
});
const runs = often<RunPlan[]>([3, fc.tuple(run)], [2, fc.tuple(run, run)], [2, repeated]);

/** Generates a change that another client interferes with, while the desired secrets are already set. */
const contested = fc
  .tuple(before, run, fc.array(closeChange, { minLength: 1, maxLength: 2 }))
  .map(([there, plan, concurrentChanges]) => {
    const given = there.kind === 'deployed' ? there.secrets : plan.secrets;
    return { before: there, runs: [{ ...plan, secrets: given }], concurrentChanges };
  });

/** Generates any schedule; about one in eight restarts the control plane, and one in eight changes its clock. */
const anything: fc.Arbitrary<Schedule> = fc.record({
  source: one<('git' | 'image')[]>('git', 'image'),
  hides: one(false, false, false, true),
  tellsCommits: one(true, true, true, true, false),
  before,
  neighbours: one('none', 'none', 'none', 'none', 'none', 'few', 'crowd'),
  runs,
  concurrentChanges: fc.oneof(fc.constant<ConcurrentChange[]>([]), fc.array(concurrentChange, few)),
  pace,
  httpFaults: fc.array(httpFault, few),
  skews: seldom(fc.record({ atMs: moments(20 * MINUTE), byMs: one(-HOUR, -MINUTE, HOUR, -400 * 24 * HOUR) })),
  restarts: seldom(fc.record({ atMs: moments(20 * MINUTE), downMs: one(0, 5 * SECOND, 90 * SECOND) })),
  seed: whole(1, 1_000_000),
});

/** Generates any schedule, more often with interference at the worst moment. */
export const schedules: fc.Arbitrary<Schedule> = often<Schedule>(
  [5, anything],
  [1, fc.tuple(anything, contested).map(([rest, special]) => ({ ...rest, ...special }))],
);
