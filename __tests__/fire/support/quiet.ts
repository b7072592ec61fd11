import { type RunPlan, type Schedule, STAGES } from './schedule.ts';

/** A run that wants the first origin and nothing else. */
export function quietRun(over: Partial<RunPlan> = {}): RunPlan {
  return {
    startMs: 0,
    origin: 0,
    secrets: 'none',
    strategy: 'merge',
    buildCommand: 'unsaid',
    byId: false,
    event: 'push',
    wait: true,
    waitTimeoutS: 1800,
    pollIntervalS: 60,
    force: false,
    dryRun: false,
    onTimeout: 'fail',
    onSuperseded: 'fail',
    latencyMs: [],
    cancel: { kind: 'never' },
    ...over,
  };
}

/** One run against a deployment of another image; each stage takes ten seconds, and nothing goes wrong. */
export function quiet(over: Partial<Schedule> = {}): Schedule {
  return {
    source: 'image',
    hides: false,
    tellsCommits: true,
    before: {
      kind: 'deployed',
      origin: 1,
      secrets: 'none',
      keeps: false,
      buildOnPush: false,
      then: 'nothing',
      thenOrigin: 1,
    },
    neighbours: 'none',
    runs: [quietRun()],
    rivals: [],
    pace: { durationsMs: STAGES.map(() => 10_000), trouble: { kind: 'none' } },
    troubles: [],
    skews: [],
    restarts: [],
    seed: 1,
    ...over,
  };
}
