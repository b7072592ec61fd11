import fc from 'fast-check';
import type {
  Before,
  FaultEffect,
  Change,
  HttpFault,
  Moment,
  Origin,
  Pace,
  ConcurrentChange,
  RunPlan,
  Schedule,
  SecretsGiven,
  FaultSchedule,
} from './schedule.ts';
import { STAGES } from './schedule.ts';

// What is plain comes first in every choice: a counterexample shrinks towards it.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const origin = fc.constantFrom<Origin>(0, 1, 2);
const mostlyFirst = fc.constantFrom<Origin>(0, 0, 0, 1);
const secrets = fc.constantFrom<SecretsGiven>('none', 'none', 'one', 'two', 'empty');
const moments = (max: number) =>
  fc.oneof(fc.integer({ min: 0, max: 10 * SECOND }), fc.integer({ min: 0, max }));

const before: fc.Arbitrary<Before> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Before>({ kind: 'nothing' }) },
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant('deployed' as const),
      origin: fc.constantFrom<Origin>(1, 1, 0),
      secrets,
      keeps: fc.boolean(),
      buildOnPush: fc.constantFrom(false, false, true),
      then: fc.constantFrom<('nothing' | 'failed' | 'underway')[]>(
        'nothing',
        'nothing',
        'failed',
        'underway',
      ),
      thenOrigin: mostlyFirst,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('dying' as const),
      forMs: fc.integer({ min: 0, max: 5 * MINUTE }),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Before>({ kind: 'left-over' }) },
);

const run: fc.Arbitrary<RunPlan> = fc.record({
  startMs: fc.oneof(fc.constant(0), fc.constant(0), moments(10 * MINUTE)),
  origin: mostlyFirst,
  secrets,
  strategy: fc.constantFrom('merge', 'merge', 'replace'),
  buildCommand: fc.constantFrom('unsaid', 'unsaid', 'unsaid', 'make'),
  byId: fc.constantFrom(false, false, false, true),
  event: fc.constantFrom('push', 'dispatch'),
  wait: fc.constantFrom(true, true, true, true, true, true, true, false),
  waitTimeoutS: fc.constantFrom(1800, 1800, 600, 120, 7200, 5),
  pollIntervalS: fc.constantFrom(60, 60, 60, 20),
  force: fc.constantFrom(false, false, false, false, false, true),
  dryRun: fc.oneof(
    { weight: 24, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  onTimeout: fc.constantFrom('fail', 'fail', 'warn'),
  onSuperseded: fc.constantFrom('fail', 'fail', 'warn', 'ignore'),
  latencyMs: fc.array(fc.constantFrom(0, 5, 20, 70, 400, 3000), { maxLength: 6 }),
  cancel: fc.oneof(
    { weight: 14, arbitrary: fc.constant({ kind: 'never' as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('at' as const), ms: moments(20 * MINUTE) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('during' as const),
        call: fc.integer({ min: 1, max: 12 }),
      }),
    },
  ),
});

const moment: fc.Arbitrary<Moment> = fc.oneof(
  fc.record({ kind: fc.constant('at' as const), ms: moments(30 * MINUTE) }),
  fc.record({
    kind: fc.constant('call' as const),
    run: fc.constantFrom(0, 0, 0, 1),
    side: fc.constantFrom<('before' | 'after')[]>('before', 'after'),
    method: fc.constantFrom(
      'patchDeployment' as const,
      'patchDeployment' as const,
      'listRevisions' as const,
      'listRevisions' as const,
      'createDeployment' as const,
      'getRevision' as const,
      'getDeployment' as const,
      'findDeployments' as const,
    ),
    nth: fc.constantFrom(1, 1, 1, 2, 3),
  }),
);
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('origin' as const), origin, secrets }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('secrets' as const), secrets }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('setting' as const),
      buildCommand: fc.constantFrom<('make' | 'other')[]>('make', 'other'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('create' as const), origin, secrets }) },
  { weight: 1, arbitrary: fc.constant<Change>({ kind: 'clear' }) },
  { weight: 1, arbitrary: fc.constant<Change>({ kind: 'redeploy' }) },
  { weight: 1, arbitrary: fc.constant<Change>({ kind: 'interrupt' }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), project: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('push' as const), origin }) },
);
const concurrentChange: fc.Arbitrary<ConcurrentChange> = fc.record({ moment, change });
/** Changes what the run saw, right before the run changes it itself. */
const closeChange: fc.Arbitrary<ConcurrentChange> = fc.record({
  moment: fc.record({
    kind: fc.constant('call' as const),
    run: fc.constant(0),
    side: fc.constantFrom<('before' | 'after')[]>('before', 'after'),
    method: fc.constantFrom('patchDeployment' as const, 'listRevisions' as const),
    nth: fc.constant(1),
  }),
  change,
});

const stage = fc.constantFrom(...STAGES);
const duration = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(0, 0, 0, 300, 2 * SECOND, 20 * SECOND) },
  { weight: 3, arbitrary: fc.constantFrom(MINUTE, 3 * MINUTE) },
  { weight: 1, arbitrary: fc.constant(20 * MINUTE) },
);
const pace: fc.Arbitrary<Pace> = fc.record({
  durationsMs: fc.array(duration, { minLength: STAGES.length, maxLength: STAGES.length }),
  fault: fc.oneof(
    { weight: 6, arbitrary: fc.constant({ kind: 'none' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('fail' as const),
        stage,
        nth: fc.integer({ min: 1, max: 2 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('stall' as const),
        stage,
        nth: fc.integer({ min: 1, max: 2 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('flap' as const), times: fc.integer({ min: 1, max: 90 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('status' as const),
        stage,
        status: fc.constantFrom('WARMING_CACHES', 'UNKNOWN', 'SKIPPED', 'INTERRUPTED', 'MIGRATION_FAILED'),
        forMs: fc.constantFrom(HOUR, MINUTE),
      }),
    },
  ),
});

const later = fc.record({
  kind: fc.constant('later' as const),
  status: fc.constantFrom<(429 | 503)[]>(429, 503),
  seconds: fc.constantFrom(0, 1, 7, 60, 110, 600, 100_000),
  asDate: fc.boolean(),
});
const readEffect: fc.Arbitrary<FaultEffect> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom(503, 500, 429, 504, 408, 404),
    }),
  },
  { weight: 3, arbitrary: later },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('html' as const), status: fc.constantFrom(502, 200) }),
  },
  { weight: 2, arbitrary: fc.constant<FaultEffect>({ kind: 'reset' }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('truncate' as const), at: fc.integer({ min: 0, max: 200 }) }),
  },
  { weight: 1, arbitrary: fc.constant<FaultEffect>({ kind: 'drop', how: 'close' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<FaultEffect>({ kind: 'slow', chunks: 4, gapMs: 2 }, { kind: 'delay' }),
  },
);
const writeEffect: fc.Arbitrary<FaultEffect> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('drop' as const),
      how: fc.constantFrom<('close' | 'reset' | 'hang')[]>('close', 'close', 'reset', 'hang'),
    }),
  },
  { weight: 2, arbitrary: fc.constant<FaultEffect>({ kind: 'reset' }) },
  { weight: 3, arbitrary: later },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom(500, 503, 504, 429, 409, 403),
    }),
  },
  { weight: 1, arbitrary: fc.constant<FaultEffect>({ kind: 'html', status: 502 }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('truncate' as const), at: fc.integer({ min: 0, max: 200 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<FaultEffect>({ kind: 'slow', chunks: 4, gapMs: 2 }, { kind: 'hang' }),
  },
);
const which: fc.Arbitrary<FaultSchedule> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('nth' as const),
      nth: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('times' as const), times: fc.constantFrom(1, 2, 5, 12) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('chance' as const),
      probability: fc.constantFrom(0.1, 0.3, 0.6),
    }),
  },
  { weight: 1, arbitrary: fc.constant<FaultSchedule>({ kind: 'all' }) },
);
/** Silence takes a try's limit in real time: never without end. */
const seldom: fc.Arbitrary<FaultSchedule> = fc.record({
  kind: fc.constant('nth' as const),
  nth: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
});
const httpFault: fc.Arbitrary<HttpFault> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      target: fc.constantFrom('create' as const, 'patch' as const, 'patch' as const),
      effect: writeEffect,
      which,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      target: fc.constantFrom(
        'deployment' as const,
        'revisions' as const,
        'revision' as const,
        'reads' as const,
        'any' as const,
        'logs' as const,
      ),
      effect: readEffect,
      which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ target: fc.constant('find' as const), effect: readEffect, which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      target: fc.constantFrom('reads' as const, 'revision' as const, 'deployment' as const, 'find' as const),
      effect: fc.constantFrom<FaultEffect>(
        { kind: 'hang' },
        { kind: 'drop', how: 'hang' },
        { kind: 'empty' },
      ),
      which: seldom,
    }),
  },
);

const few = { maxLength: 2 };
const none = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 7, arbitrary: fc.constant<T[]>([]) },
    { weight: 1, arbitrary: fc.array(arbitrary, { minLength: 1, maxLength: 2 }) },
  );

/** The same again, some time later: a workflow that is started once more. */
const repeated = fc.tuple(run, run).map(([first, second]) => [
  first,
  {
    ...second,
    origin: first.origin,
    secrets: first.secrets,
    strategy: first.strategy,
    buildCommand: first.buildCommand,
    startMs: first.startMs + second.startMs,
  },
]);
const runs: fc.Arbitrary<RunPlan[]> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(run) },
  { weight: 2, arbitrary: fc.tuple(run, run) },
  { weight: 2, arbitrary: repeated },
);

/** A change that another client interferes with: what the run wants of secrets is there already. */
const contested = fc
  .tuple(before, run, fc.array(closeChange, { minLength: 1, maxLength: 2 }))
  .map(([there, plan, concurrentChanges]) => {
    const secrets = there.kind === 'deployed' ? there.secrets : plan.secrets;
    return { before: there, runs: [{ ...plan, secrets }], concurrentChanges };
  });

/** About one in eight restarts the control plane, one in eight moves its clock. */
const anything: fc.Arbitrary<Schedule> = fc.record({
  source: fc.constantFrom<('git' | 'image')[]>('git', 'image'),
  hides: fc.constantFrom(false, false, false, true),
  tellsCommits: fc.constantFrom(true, true, true, true, false),
  before,
  neighbours: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'few', 'crowd'),
  runs,
  concurrentChanges: fc.oneof(fc.constant<ConcurrentChange[]>([]), fc.array(concurrentChange, few)),
  pace,
  httpFaults: fc.array(httpFault, few),
  skews: none(
    fc.record({
      atMs: moments(20 * MINUTE),
      byMs: fc.constantFrom(-HOUR, -MINUTE, HOUR, -400 * 24 * HOUR),
    }),
  ),
  restarts: none(
    fc.record({ atMs: moments(20 * MINUTE), downMs: fc.constantFrom(0, 5 * SECOND, 90 * SECOND) }),
  ),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
});

/** Any schedule, and more of those with interference at the worst moment. */
export const schedules: fc.Arbitrary<Schedule> = fc.oneof(
  { weight: 5, arbitrary: anything },
  { weight: 1, arbitrary: fc.tuple(anything, contested).map(([rest, special]) => ({ ...rest, ...special })) },
);
