import type { RunSummary } from '../../../src/contract/dashboard/runs.ts';

/** Returns the summary of a run that succeeded, with these changes. */
export function aRun(change: Partial<RunSummary> = {}): RunSummary {
  return {
    run_id: 'run-1',
    position: 1,
    deployment_id: 'd',
    deployment: 'shop',
    thread_id: 't',
    assistant_id: 'a',
    graph_id: 'agent',
    revision_id: 'r',
    revision: 4,
    state: 'succeeded',
    source: 'api',
    replay_of: null,
    title: 'Where is my parcel?',
    answer: 'On its way',
    error: null,
    current: 'collect',
    created_at_ms: 1_000,
    started_at_ms: 1_000,
    ended_at_ms: 3_000,
    tokens: 0,
    steps: 3,
    bars: [],
    ...change,
  };
}
