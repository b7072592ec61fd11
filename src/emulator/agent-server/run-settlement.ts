import { retryTransient } from '../ports/retry-transient.ts';
import type { RunRow, Store } from '../ports/store.ts';
import { isUncertain } from '../ports/store-errors.ts';
import {
  type AttemptOutcome,
  isFinal,
  type RunResult,
  type Settlement,
  settleRun,
  toRunResult,
} from './run-outcome.ts';

/**
 * Stores the outcome of an attempt. Retries while the store is full or unreachable, because a run without a stored end
 * blocks its thread. `signal` stops the retries.
 */
export async function settleWithRetry(
  store: Store,
  run: RunRow,
  outcome: AttemptOutcome,
  options: { now: () => number; signal: AbortSignal; log: (line: string) => void },
): Promise<Settlement> {
  let uncertain = false;
  const settle = async (): Promise<Settlement> => {
    for (;;) {
      try {
        return await settleRun(store, run, outcome, options.now());
      } catch (error) {
        if (!isUncertain(error) || options.signal.aborted) throw error;
        // The settlement is repeated, because storing an outcome twice changes nothing.
        uncertain = true;
      }
    }
  };
  const settled = await retryTransient(settle, {
    signal: options.signal,
    onWait: ({ code }) =>
      options.log(`run ${run.id} waits for ${code === 'full' ? 'free disk space' : 'the database'}`),
  });
  return settled.kind === 'stale' && uncertain ? readSettlement(store, run) : settled;
}

/** Reads the stored result of an attempt after the response of the settling transaction was lost. */
async function readSettlement(store: Store, { deploymentId, threadId, id }: RunRow): Promise<Settlement> {
  const run = await store.runs.get(deploymentId, threadId, id);
  if (!run) return { kind: 'ended', result: { kind: 'deleted' } };
  if (!isFinal(run)) return { kind: 'stale' };
  const thread = await store.threads.get(deploymentId, threadId);
  return { kind: 'ended', result: toRunResult(run, thread) };
}

/** Returns the stored result of a run, or `undefined` if the run has not ended. */
export async function readResult(store: Store, runId: string): Promise<RunResult | undefined> {
  const run = await store.runs.findById(runId);
  if (!run) return (await store.sharedRuns.findResult(runId)) ?? { kind: 'deleted' };
  if (!isFinal(run)) return undefined;
  return toRunResult(run, await store.threads.get(run.deploymentId, run.threadId));
}
