import type { RunRow, Store } from '../ports/store.ts';
import { isUncertain, retryTransient } from '../store/retry-transient.ts';
import { toRunResult, isFinal } from './run-ends.ts';
import { type AttemptOutcome, type Settlement, settleRun } from './run-outcome.ts';

/**
 * Keeps how a run ended, however long the store has no room or is away: nobody would do it again, and a run whose end is
 * not kept holds up its thread. `signal`: gives up.
 */
export async function settleWithRetry(
  store: Store,
  run: RunRow,
  ended: AttemptOutcome,
  how: { now: () => number; signal: AbortSignal; log: (line: string) => void },
): Promise<Settlement> {
  let uncertain = false;
  const settle = async (): Promise<Settlement> => {
    for (;;) {
      try {
        return await settleRun(store, run, ended, how.now());
      } catch (error) {
        if (!isUncertain(error) || how.signal.aborted) throw error;
        // To settle what is settled changes nothing.
        uncertain = true;
      }
    }
  };
  const settled = await retryTransient(settle, {
    signal: how.signal,
    onWait: ({ code }) =>
      how.log(`run ${run.id} waits for ${code === 'full' ? 'room on the disk' : 'the database'}`),
  });
  return settled.kind === 'stale' && uncertain ? asKept(store, run) : settled;
}

/** What the store makes of a run that was settled without our hearing of it. */
async function asKept(store: Store, { deploymentId, threadId, id }: RunRow): Promise<Settlement> {
  const run = await store.runs.get(deploymentId, threadId, id);
  if (!run) return { kind: 'ended', end: { kind: 'deleted' } };
  if (!isFinal(run)) return { kind: 'stale' };
  const thread = await store.threads.get(deploymentId, threadId);
  return { kind: 'ended', end: toRunResult(run, thread) };
}
