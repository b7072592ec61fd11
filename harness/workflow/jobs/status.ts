import type { Scope } from '../../runner/expressions/index.ts';
import type { Conclusion } from '../types.ts';

/** What a job's condition knows of the jobs before it. */
export interface Before {
  /** Results of all jobs it waits for, and of those they wait for. */
  results: ReadonlyMap<string, Conclusion>;
  /** Somebody cancelled the run. */
  cancelled: boolean;
}

/**
 * The status functions of a job's `if`. They look at the whole chain of jobs before it, not only at those it names: one
 * that was skipped far up keeps `success()` from holding.
 */
export function jobStatus({ results, cancelled }: Before): Scope['functions'] {
  const none = { least: 0, most: 0 };
  const all = [...results.values()];
  return {
    always: { ...none, call: () => true },
    cancelled: { ...none, call: () => cancelled },
    success: { ...none, call: () => !cancelled && all.every((result) => result === 'success') },
    failure: { ...none, call: () => !cancelled && all.includes('failure') },
  };
}

/** What a whole run came to. */
export function conclude(
  jobs: readonly { result: Conclusion; counts: boolean }[],
  cancelled: boolean,
): Conclusion {
  if (jobs.some(({ result, counts }) => counts && result === 'failure')) return 'failure';
  if (cancelled || jobs.some(({ result, counts }) => counts && result === 'cancelled')) return 'cancelled';
  return jobs.length > 0 && jobs.every(({ result }) => result === 'skipped') ? 'skipped' : 'success';
}
