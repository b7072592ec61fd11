import type { Clock } from '../../../../clients/clock.ts';
import { type ClusterProblem, isTemporary, type Outcome } from './api/problems.ts';

/** Delay between attempts, in milliseconds. */
const RETRY_MS = 2_000;

interface RetryContext {
  clock: Pick<Clock, 'sleep'>;
  /** Cancels the delay and the repetition. */
  signal: AbortSignal;
  /** Called after each attempt that failed for a temporary reason. */
  onProblem: (problem: ClusterProblem) => void;
}

/**
 * Repeats a request to the cluster while it fails for a temporary reason, such as a restart of the API server. Returns the
 * value, or the first problem that no later attempt solves.
 * @throws the reason of the signal, once it aborts.
 */
export async function retryTemporary<T>(
  work: () => Promise<Outcome<T>>,
  { clock, signal, onProblem }: RetryContext,
): Promise<Outcome<T>> {
  for (;;) {
    const outcome = await work();
    if (outcome.ok || !isTemporary(outcome.problem)) return outcome;
    onProblem(outcome.problem);
    await clock.sleep(RETRY_MS, signal);
  }
}
