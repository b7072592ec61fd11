import type { Rival, RunPlan, Schedule } from '../schedule.ts';

/**
 * The same schedule as far as it can be played over processes: others act at times of their own, nothing is set
 * against single calls, and troubles spare the second run. Pure.
 */
export function tamed(schedule: Schedule): Schedule {
  return {
    ...schedule,
    hides: false,
    neighbours: schedule.neighbours === 'crowd' ? 'few' : schedule.neighbours,
    runs: schedule.runs.map(tameRun),
    rivals: schedule.rivals.map(tameRival),
  };
}

function tameRun(plan: RunPlan): RunPlan {
  const { cancel } = plan;
  return {
    ...plan,
    latencyMs: [],
    cancel: cancel.kind === 'during' ? { kind: 'at', ms: cancel.call * 700 } : cancel,
  };
}

function tameRival({ moment, deed }: Rival): Rival {
  return { moment: moment.kind === 'call' ? { kind: 'at', ms: moment.nth * 900 } : moment, deed };
}
