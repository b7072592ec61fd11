import { isStateless } from '../ports/stateless.ts';
import type { Repositories, RunRow, Store, ThreadRow, UnfinishedRun } from '../ports/store.ts';
import type { RunOutcome } from '../ports/worker.ts';
import { type RunResult, toValuesResult } from './run-ends.ts';
import { toWebhook } from './webhook-body.ts';

/** A run of a worker that died is given to another this many times in all (DESIGN §6; facts: local-clouds §2.3). */
export const MAX_ATTEMPTS = 3;

/** What became of a run: as the worker told it, because there was no worker left to tell, or because we end. */
export type AttemptOutcome = RunOutcome | { kind: 'crashed'; message: string } | { kind: 'given-back' };

/** What is kept, and what whoever waits is told; `requeued` goes on, `stale` was somebody else's by then. */
export type Settlement = { kind: 'ended'; end: RunResult } | { kind: 'requeued' } | { kind: 'stale' };

/**
 * Keeps the outcome of a run and its thread's new state in one transaction, unless the run is no longer this fence's
 * (stopped, rolled back, deleted, taken by another): then nothing is kept. `now` is epoch milliseconds.
 */
export function settleRun(
  store: Store,
  run: RunRow,
  ended: AttemptOutcome,
  now: number,
): Promise<Settlement> {
  return store.transaction(async (tx): Promise<Settlement> => {
    const current = await tx.runs.get(run.deploymentId, run.threadId, run.id);
    if (current?.status !== 'running' || current.fence !== run.fence) return { kind: 'stale' };
    const crashed = ended.kind === 'crashed';
    if (ended.kind === 'given-back' || (crashed && run.attempt < MAX_ATTEMPTS)) {
      const attempt = run.attempt + (crashed ? 1 : 0);
      await tx.runs.update(run.id, { status: 'pending', attempt, updatedAt: now });
      return { kind: 'requeued' };
    }
    const { row, thread, end } = translate(ended);
    return { kind: 'ended', end: await finish(tx, current, row, { ...thread, updatedAt: now }, end) };
  });
}

/** Runs whose rows are read together where all of them are to be stopped. */
export const STOP_BATCH_SIZE = 20;

/** A run that was stopped, without what it was asked with: there may be thousands. */
export function toStoppedRun<E>({ id, threadId, deploymentId, graphId }: UnfinishedRun, end: E) {
  return { run: { id, threadId, deploymentId, graphId }, end };
}

/** What somebody wants of a run that has not ended: to be kept as `interrupted`, or to be gone with all it did. */
export type CancelAction = 'interrupt' | 'rollback';

/**
 * Stops a run that has not ended, in the caller's transaction: whatever a worker still makes of it is refused from then
 * on. Gives what whoever waits for it is told. `now` is epoch milliseconds.
 */
export async function stopRun(
  tx: Repositories,
  run: RunRow,
  stop: CancelAction,
  now: number,
): Promise<RunResult> {
  if (stop === 'interrupt') {
    // One that never began left the thread as it was.
    const left: Partial<ThreadRow> = run.fence > 0 ? { restingStatus: 'idle', stale: true } : {};
    return finish(tx, run, { status: 'interrupted', error: null }, { ...left, updatedAt: now }, undefined);
  }
  await tx.checkpoints.removeRun(run.threadId, run.id);
  await tx.runStreams.remove(run.id);
  await tx.runs.remove(run.id);
  return closeThread(tx, run, { ...(await graphBefore(tx, run)), updatedAt: now }, { kind: 'deleted' });
}

/** Keeps the end of a run that stays, and what it leaves on its thread; the call that was asked for at its end, too. */
async function finish(
  tx: Repositories,
  run: RunRow,
  row: Pick<RunRow, 'status' | 'error'>,
  change: Partial<ThreadRow> & { updatedAt: number },
  end: RunResult | undefined,
): Promise<RunResult> {
  await tx.runs.update(run.id, { ...row, updatedAt: change.updatedAt });
  await tx.checkpoints.discardOverwritten(run.threadId, run.id);
  const told = await closeThread(tx, run, change, end, async (values) => {
    const call = toWebhook(run, { ...row, values, endedAt: change.updatedAt });
    if (call) await tx.webhooks.insert(call);
  });
  return told;
}

/** A thread is read by the graph that wrote it: a run that is undone takes its own graph away again. */
async function graphBefore(tx: Repositories, run: RunRow): Promise<Partial<ThreadRow>> {
  const [newest] = await tx.runs.list(run.deploymentId, run.threadId, { limit: 1, offset: 0 });
  const thread = newest && (await tx.threads.get(run.deploymentId, run.threadId));
  if (!newest || !thread) return {};
  const { graphId: graph_id, assistantId: assistant_id } = newest;
  if (thread.metadata['graph_id'] === graph_id && thread.metadata['assistant_id'] === assistant_id) return {};
  return { metadata: { ...thread.metadata, graph_id, assistant_id } };
}

/**
 * Sets what the end of a run leaves on its thread, which is busy while others wait for it and then rests as the last of
 * those that were kept left it; it goes when it was the run's alone. Gives `end`, or else the values the thread has.
 */
async function closeThread(
  tx: Repositories,
  run: RunRow,
  change: Partial<ThreadRow>,
  end: RunResult | undefined,
  tell: (values: unknown) => Promise<void> = () => Promise.resolve(),
): Promise<RunResult> {
  if (end?.kind !== 'deleted') {
    await tx.runStreams.end(run.id, end?.kind === 'failed' ? end : { kind: 'ended' }, change.updatedAt ?? 0);
  }
  const busy = await hasUnfinishedRuns(tx, run.deploymentId, run.threadId);
  const thread = await tx.threads.get(run.deploymentId, run.threadId);
  const resting = change.restingStatus ?? thread?.restingStatus ?? 'idle';
  await tx.threads.update(run.threadId, {
    ...change,
    restingStatus: resting,
    status: busy ? 'busy' : resting,
  });
  const values = 'values' in change ? change.values : (thread?.values ?? {});
  await tell(values);
  // Another run that was given to it since makes it one to keep.
  if (isStateless(run) && !busy) {
    // Whoever reads its events may not be done yet.
    await tx.runStreams.detach(run.id);
    await tx.threads.remove(run.threadId);
  }
  return end ?? { kind: 'values', values };
}

/** Whether a run of a thread waits or runs; what it was asked with is not read. */
export async function hasUnfinishedRuns(
  tx: Pick<Repositories, 'runs'>,
  deploymentId: string,
  threadId: string,
): Promise<boolean> {
  for (const status of ['pending', 'running']) {
    const page = { status, limit: 1, offset: 0 };
    if ((await tx.runs.listDetails(deploymentId, threadId, page)).length > 0) return true;
  }
  return false;
}

/** Some of the runs of a thread that wait or run, those that wait first: at most `limit` of each. */
export async function listUnfinishedRuns(
  tx: Pick<Repositories, 'runs'>,
  deploymentId: string,
  threadId: string,
  limit: number,
): Promise<RunRow[]> {
  const runs: RunRow[] = [];
  for (const status of ['pending', 'running']) {
    runs.push(...(await tx.runs.list(deploymentId, threadId, { status, limit, offset: 0 })));
  }
  return runs;
}

interface Translated {
  row: Pick<RunRow, 'status' | 'error'>;
  thread: Partial<ThreadRow>;
  /** Undefined: the values the thread already has. */
  end: RunResult | undefined;
}

function translate(ended: Exclude<AttemptOutcome, { kind: 'given-back' }>): Translated {
  switch (ended.kind) {
    case 'success': {
      const { values } = ended;
      return {
        row: { status: 'success', error: null },
        thread: { restingStatus: 'idle', values, interrupts: {}, stale: false },
        end: { kind: 'values', values },
      };
    }
    case 'interrupted': {
      // The run did all it could: it is the thread that waits for an answer.
      const { values, interrupts } = ended;
      return {
        row: { status: 'success', error: null },
        thread: { restingStatus: 'interrupted', values, interrupts, stale: false },
        end: toValuesResult(values, interrupts),
      };
    }
    case 'aborted':
      return {
        row: { status: 'interrupted', error: null },
        thread: { restingStatus: 'idle', stale: true },
        end: undefined,
      };
    case 'error':
    case 'crashed': {
      const error = {
        error: ended.kind === 'error' ? ended.error : 'WorkerGoneError',
        message: ended.message,
      };
      return {
        row: { status: 'error', error },
        thread: { restingStatus: 'error', stale: true },
        end: { kind: 'failed', ...error },
      };
    }
  }
}
