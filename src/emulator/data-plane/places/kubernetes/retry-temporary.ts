import type { RevisionLog } from '../../reconcile/revision-log.ts';
import type { Clock } from '../../../../clients/clock.ts';
import { BACKOFF, backoffMs } from '../../../../clients/retry.ts';
import { type ClusterProblem, isTemporary, type Outcome } from './api/problems.ts';
import { explain } from './cluster.ts';

interface RetryContext {
  clock: Pick<Clock, 'sleep'>;
  signal: AbortSignal;
  /** Called after each attempt that failed for a temporary reason. */
  onProblem: (problem: ClusterProblem) => void;
  random?: () => number;
}

/**
 * Repeats a request to the cluster while the request fails for a temporary reason, such as a restart of the API
 * server. Returns the value of the request that succeeds, or the first problem that is not temporary.
 * @throws the reason of the signal once the signal aborts.
 */
export async function retryTemporary<T>(
  work: () => Promise<Outcome<T>>,
  { clock, signal, onProblem, random = Math.random }: RetryContext,
): Promise<Outcome<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await work();
    if (outcome.ok || !isTemporary(outcome.problem)) return outcome;
    onProblem(outcome.problem);
    await clock.sleep(backoffMs(attempt, random, BACKOFF.cluster), signal);
  }
}

/** Returns `retryTemporary` for the requests of one revision, whose log receives the first problem. */
export function createLoggedRetry(
  clock: Pick<Clock, 'sleep'>,
  log: Pick<RevisionLog, 'write' | 'redact'>,
  signal: AbortSignal,
): <T>(work: () => Promise<Outcome<T>>) => Promise<Outcome<T>> {
  let isLogged = false;
  const onProblem = (problem: ClusterProblem) => {
    if (!isLogged) log.write('deploy', `${log.redact(explain(problem))} The request is retried.`, 'WARNING');
    isLogged = true;
  };
  return (work) => retryTemporary(work, { clock, signal, onProblem });
}
