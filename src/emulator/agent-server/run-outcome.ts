import type { Repositories, RunRow, Store, ThreadRow } from '../seams/store.ts';
import type { RunOutcome } from '../seams/worker.ts';
import type { RunEnd } from './run-ends.ts';

/** A run of a worker that died is given to another this many times in all (DESIGN §6; facts: local-clouds §2.3). */
export const MAX_ATTEMPTS = 3;

/** What became of a run: as the worker told it, or because there was no worker left to tell. */
export type Ended = RunOutcome | { kind: 'crashed'; message: string };

/** What is kept, and what whoever waits is told; `requeued` goes on, `stale` was somebody else's by then. */
export type Settled = { kind: 'ended'; end: RunEnd } | { kind: 'requeued' } | { kind: 'stale' };

/** Marks a run whose thread was made for it alone and goes with it. */
export const isStateless = (run: RunRow): boolean => run.kwargs.stateless === true;

/**
 * Keeps the outcome of a run and its thread's new state in one transaction, unless the run is no longer this fence's
 * (rolled back, deleted, taken by another): then nothing is kept. `now` is epoch milliseconds.
 */
export function settleRun(store: Store, run: RunRow, ended: Ended, now: number): Promise<Settled> {
  return store.transaction(async (tx): Promise<Settled> => {
    if (ended.kind === 'crashed' && run.attempt < MAX_ATTEMPTS) {
      const change = { status: 'pending', attempt: run.attempt + 1, updatedAt: now } as const;
      return { kind: (await tx.runs.update(run.id, change, run.fence)) ? 'requeued' : 'stale' };
    }
    const { row, thread, end } = translate(ended);
    if (!(await tx.runs.update(run.id, { ...row, updatedAt: now }, run.fence))) return { kind: 'stale' };
    await closeThread(tx, run, { ...thread, updatedAt: now });
    if (end) return { kind: 'ended', end };
    const kept = await tx.threads.get(run.deploymentId, run.threadId);
    return { kind: 'ended', end: { kind: 'values', values: kept?.values ?? {} } };
  });
}

/** Sets what the end of a run leaves on its thread, which stays busy while others wait for it. */
export async function closeThread(
  tx: Repositories,
  run: Pick<RunRow, 'deploymentId' | 'threadId'>,
  change: Partial<ThreadRow>,
): Promise<void> {
  const busy = await hasUnfinished(tx, run.deploymentId, run.threadId);
  await tx.threads.update(run.threadId, { ...change, status: busy ? 'busy' : (change.status ?? 'idle') });
}

/** Whether a run of the thread waits or runs. */
export async function hasUnfinished(
  tx: Repositories,
  deploymentId: string,
  threadId: string,
): Promise<boolean> {
  for (const status of ['running', 'pending']) {
    const found = await tx.runs.list(deploymentId, threadId, { status, limit: 1, offset: 0 });
    if (found.length > 0) return true;
  }
  return false;
}

interface Translated {
  row: Pick<RunRow, 'status' | 'error'>;
  thread: Partial<ThreadRow>;
  /** Undefined: the values the thread already has. */
  end: RunEnd | undefined;
}

function translate(ended: Ended): Translated {
  switch (ended.kind) {
    case 'success': {
      const { values } = ended;
      return {
        row: { status: 'success', error: null },
        thread: { status: 'idle', values, interrupts: {} },
        end: { kind: 'values', values },
      };
    }
    case 'interrupted': {
      // The run did all it could: it is the thread that waits for an answer.
      const { values, interrupts } = ended;
      return {
        row: { status: 'success', error: null },
        thread: { status: 'interrupted', values, interrupts },
        end: { kind: 'values', values },
      };
    }
    case 'aborted':
      return { row: { status: 'interrupted', error: null }, thread: { status: 'idle' }, end: undefined };
    case 'error':
    case 'crashed': {
      const error = {
        error: ended.kind === 'error' ? ended.error : 'WorkerGoneError',
        message: ended.message,
      };
      return {
        row: { status: 'error', error },
        thread: { status: 'error' },
        end: { kind: 'failed', ...error },
      };
    }
  }
}
