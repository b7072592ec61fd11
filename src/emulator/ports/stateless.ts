import type { RunRow } from './store-runs.ts';

/** Whether a run's thread was made for it alone, and goes with it when it ends. */
export function isStateless(run: Pick<RunRow, 'kwargs'>): boolean {
  return run.kwargs['stateless'] === true;
}
