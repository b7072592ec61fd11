import { toLine } from '../../contract/bounded-text.ts';
import { sourceOfRun } from '../../contract/run-source.ts';
import { isoTime } from '../ports/clock.ts';
import { isStateless, type NewWebhook } from '../ports/store-agent-server.ts';
import type {
  CronOutcomeRow,
  StoredRunResult,
  Repositories,
  RunRow,
  Store,
  ThreadRow,
  UnfinishedRun,
} from '../ports/store.ts';
import type { RunOutcome } from '../ports/worker.ts';
import { type RunKey, toRun } from './run-row.ts';
import { keptRequest, toSummaryEnd } from './run-summary.ts';

/** Maximum number of attempts of a run whose worker dies (docs/api/threads-and-runs.md#run-attempts). */
export const MAX_ATTEMPTS = 3;

/**
 * Maximum time in milliseconds that a thread's next run waits for another replica to abort a stopped run. The limit
 * exceeds the time that a replica waits for its worker.
 */
const STOPPING_LIMIT_MS = 10_000;

/** Number of runs to stop that are read at a time. The number is small, because the bodies can be large. */
const STOP_BATCH_SIZE = 20;

/** Outcome of a run's attempt. `requeue` means that the emulator is closing, and the next start continues the run. */
export type AttemptOutcome = RunOutcome | { kind: 'crashed'; message: string } | { kind: 'requeue' };

/**
 * Result of storing an attempt. `stale` means that nothing was stored, because the run was stopped or claimed again.
 */
export type Settlement = { kind: 'ended'; result: RunResult } | { kind: 'requeued' } | { kind: 'stale' };

/** Result of a run for clients that wait for its end. */
export type RunResult = StoredRunResult | { kind: 'deleted' };

/**
 * Action on a cancelled run: `interrupt` keeps the run and its results, and `rollback` removes the run and its results.
 */
export type CancelAction = 'interrupt' | 'rollback';

/** A run that was stopped in the store. The body is omitted, because thousands of runs can be stopped together. */
export interface StoppedRun {
  run: RunKey & Pick<RunRow, 'graphId' | 'claimedBy'>;
  result: RunResult;
}

/**
 * Stores the outcome of an attempt and the new state of its thread in one transaction. Stores nothing if the run's
 * fence has changed, which means that the run was stopped, rolled back, deleted or claimed by another worker. `now` is
 * in epoch milliseconds.
 */
export function settleRun(
  store: Store,
  run: RunRow,
  outcome: AttemptOutcome,
  now: number,
): Promise<Settlement> {
  return store.transaction(async (tx): Promise<Settlement> => {
    const current = await tx.runs.head(run.deploymentId, run.threadId, run.id);
    if (current?.status !== 'running' || current.fence !== run.fence) return { kind: 'stale' };
    const crashed = outcome.kind === 'crashed';
    if (outcome.kind === 'requeue' || (crashed && run.attempt < MAX_ATTEMPTS)) {
      const attempt = run.attempt + (crashed ? 1 : 0);
      await tx.runs.update(run.id, { status: 'pending', attempt, updatedAt: now });
      return { kind: 'requeued' };
    }
    const { row, thread, result } = changesOf(outcome);
    return {
      kind: 'ended',
      result: await finish(tx, { ...run, ...current }, row, { ...thread, updatedAt: now }, result),
    };
  });
}

/**
 * Stops an unfinished run in the caller's transaction, so later writes of its worker are refused. `now` is in epoch
 * milliseconds.
 */
export async function stopRun(
  tx: Repositories,
  run: RunRow,
  action: CancelAction,
  now: number,
  valuesOf: ReadValues = createValuesReader(tx),
): Promise<StoppedRun> {
  const stopped = await toStoppedRun(tx, run, { kind: 'deleted' });
  if (action === 'interrupt') {
    // A run that never began has not changed the thread. After a run that began, `StaleThreads` updates the thread's
    // row.
    const left: Partial<ThreadRow> = run.fence > 0 ? { restingStatus: 'interrupted', stale: true } : {};
    const row = { status: 'interrupted', error: null } as const;
    const result = await finish(tx, run, row, { ...left, updatedAt: now }, undefined, valuesOf);
    if (run.fence === 0) await reopenQuestion(tx, run);
    return { ...stopped, result };
  }
  await tx.checkpoints.removeRun(run.threadId, run.id);
  await tx.runStreams.remove(run.id);
  await tx.runs.remove(run.id);
  const busy = await tx.runs.hasUnfinished(run.threadId);
  if (isStateless(run) && !busy) {
    await tx.threads.remove(run.threadId);
    return stopped;
  }
  await updateThread(tx, run, { ...(await previousGraph(tx, run)), updatedAt: now }, busy);
  await reopenQuestion(tx, run);
  return stopped;
}

/** Marks the last run of the thread as waiting again, if the thread is interrupted after the run was stopped. */
async function reopenQuestion(tx: Repositories, { deploymentId, threadId }: RunKey): Promise<void> {
  const thread = await tx.threads.head(deploymentId, threadId);
  if (thread?.status === 'interrupted') await tx.runSummaries.markWaiting(threadId);
}

type ReadValues = (run: RunRow) => Promise<unknown>;

/** Creates a function that reads each thread's values only once, because thousands of runs can be stopped. */
export function createValuesReader(tx: Pick<Repositories, 'threads'>): ReadValues {
  const known = new Map<string, unknown>();
  return async ({ deploymentId, threadId }) => {
    if (!known.has(threadId)) {
      known.clear();
      known.set(threadId, (await tx.threads.get(deploymentId, threadId))?.values ?? {});
    }
    return known.get(threadId);
  };
}

/** Stops the runs that `next` finds, batch by batch, until `next` finds none. */
export async function stopRuns(
  tx: Repositories,
  next: (limit: number) => Promise<RunRow[]>,
  action: CancelAction,
  now: number,
): Promise<StoppedRun[]> {
  const stopped: StoppedRun[] = [];
  const valuesOf = createValuesReader(tx);
  for (;;) {
    const runs = await next(STOP_BATCH_SIZE);
    if (runs.length === 0) return stopped;
    for (const run of runs) stopped.push(await stopRun(tx, run, action, now, valuesOf));
  }
}

/**
 * Returns a run that the caller's transaction stops. The thread's next run waits until work on the stopped run has
 * ended.
 */
export async function toStoppedRun(
  tx: Repositories,
  run: UnfinishedRun,
  result: RunResult,
): Promise<StoppedRun> {
  await tx.sharedRuns.beginStopping(run, STOPPING_LIMIT_MS);
  const { id, threadId, deploymentId, graphId, claimedBy } = run;
  return { run: { id, threadId, deploymentId, graphId, claimedBy }, result };
}

/** Returns whether a run can no longer change. */
export function isFinal(run: Pick<RunRow, 'status'>): boolean {
  return run.status !== 'pending' && run.status !== 'running';
}

/** Returns the result of a stopped or finished run from values and interrupts, which are keyed by task. */
export function toValuesResult(values: unknown, interrupts: Record<string, unknown>): StoredRunResult {
  const questions = Object.values(interrupts).flat();
  return { kind: 'values', values, ...(questions.length > 0 && { interrupts: questions }) };
}

/**
 * Returns the result of a finished run for a client that joins late. `state` is the current state of the run's thread.
 */
export function toRunResult(
  run: RunRow,
  state: Pick<ThreadRow, 'values' | 'interrupts'> | undefined,
): StoredRunResult {
  if (run.status !== 'error' && run.status !== 'timeout') {
    return toValuesResult(state?.values ?? {}, state?.interrupts ?? {});
  }
  return {
    kind: 'failed',
    ...(run.error ?? { error: 'Error', message: `the run ended with status ${run.status}` }),
  };
}

/**
 * Stores the end of a run that is not rolled back, the run's results on its thread, and the run's webhook. Returns
 * `result` if it is set, or else a result with the thread's values.
 */
async function finish(
  tx: Repositories,
  run: RunRow,
  row: Pick<RunRow, 'status' | 'error'>,
  change: Partial<ThreadRow> & { updatedAt: number },
  result: StoredRunResult | undefined,
  valuesOf: ReadValues = createValuesReader(tx),
): Promise<StoredRunResult> {
  const { updatedAt: endedAt } = change;
  const busy = await tx.runs.hasUnfinished(run.threadId, { except: run.id });
  const removesThread = isStateless(run) && !busy;
  if (!removesThread) {
    await tx.runs.update(run.id, { ...row, updatedAt: endedAt });
    await tx.runSummaries.markAnswered(run.threadId);
    await tx.checkpoints.discardOverwritten(run.threadId, run.id);
    await updateThread(tx, run, change, busy);
  }
  // The summary and the events outlive the thread, because clients might still be reading the events.
  const kept = removesThread ? { request: keptRequest(run) } : undefined;
  await tx.runSummaries.end(run.id, toSummaryEnd(run, row, change), kept);
  if (sourceOfRun(run.kwargs, run.metadata).source === 'cron') {
    await tx.crons.endOutcome(run.id, toCronOutcome(row));
  }
  const streamEnd = result?.kind === 'failed' ? result : ({ kind: 'ended' } as const);
  await tx.runStreams.end(run.id, streamEnd, endedAt, { outlivesThread: removesThread });
  const values = 'values' in change ? change.values : await valuesOf(run);
  const webhook = toWebhook(run, { ...row, values, endedAt });
  if (webhook) await tx.webhooks.insert(webhook);
  if (removesThread) await tx.threads.remove(run.threadId);
  const ended = result ?? { kind: 'values', values };
  // The run is removed together with its thread, so clients that wait at other replicas can read only this result.
  if (run.claimedBy !== null && isStateless(run)) await tx.sharedRuns.putResult(run, ended, endedAt);
  return ended;
}

/** Maximum length of the reason in the outcome of a cron, in characters. */
export const MAX_REASON = 500;

function toCronOutcome({
  status,
  error,
}: Pick<RunRow, 'status' | 'error'>): Pick<CronOutcomeRow, 'status' | 'reason'> {
  if (status === 'interrupted') return { status: 'stopped', reason: '' };
  if (error === null) return { status: 'success', reason: '' };
  return { status: 'error', reason: toLine(`${error.error}: ${error.message}`, MAX_REASON) };
}

/**
 * Applies the end of a run to its thread. A thread with other unfinished runs stays busy. A thread without unfinished
 * runs gets the resting status of the last run that was not rolled back.
 */
async function updateThread(
  tx: Repositories,
  run: RunRow,
  { interrupts, ...change }: Partial<ThreadRow>,
  busy: boolean,
): Promise<void> {
  const thread = await tx.threads.head(run.deploymentId, run.threadId);
  const restingStatus = change.restingStatus ?? thread?.restingStatus ?? 'idle';
  // Empty interrupts are not written to a thread without interrupts. Most runs and their threads have no interrupts.
  const keepsInterrupts =
    interrupts === undefined || (isEmpty(interrupts) && isEmpty(thread?.interrupts ?? {}));
  await tx.threads.update(run.threadId, {
    ...change,
    ...(!keepsInterrupts && { interrupts }),
    restingStatus,
    status: busy ? 'busy' : restingStatus,
  });
}

const isEmpty = (record: Record<string, unknown>): boolean => Object.keys(record).length === 0;

/**
 * Returns the metadata that assigns a thread to the graph and assistant of its newest remaining run, for a rollback.
 */
async function previousGraph(tx: Repositories, run: RunRow): Promise<Partial<ThreadRow>> {
  const [newest] = await tx.runs.list(run.deploymentId, run.threadId, { limit: 1, offset: 0 });
  const thread = newest && (await tx.threads.head(run.deploymentId, run.threadId));
  if (!newest || !thread) return {};
  const { graphId: graph_id, assistantId: assistant_id } = newest;
  if (thread.metadata['graph_id'] === graph_id && thread.metadata['assistant_id'] === assistant_id) return {};
  return { metadata: { ...thread.metadata, graph_id, assistant_id } };
}

interface Changes {
  row: Pick<RunRow, 'status' | 'error'>;
  thread: Partial<ThreadRow>;
  /** Result of the run, or `undefined` if the thread's values do not change. */
  result: StoredRunResult | undefined;
}

function changesOf(outcome: Exclude<AttemptOutcome, { kind: 'requeue' }>): Changes {
  switch (outcome.kind) {
    case 'success': {
      const { values } = outcome;
      return {
        row: { status: 'success', error: null },
        thread: { restingStatus: 'idle', values, interrupts: {}, stale: false },
        result: { kind: 'values', values },
      };
    }
    case 'interrupted': {
      // A run that ends with an interrupt has succeeded, and its thread waits for a response to the interrupt.
      const { values, interrupts } = outcome;
      return {
        row: { status: 'success', error: null },
        thread: { restingStatus: 'interrupted', values, interrupts, stale: false },
        result: toValuesResult(values, interrupts),
      };
    }
    case 'aborted':
      return {
        row: { status: 'interrupted', error: null },
        thread: { restingStatus: 'interrupted', stale: true },
        result: undefined,
      };
    case 'error':
    case 'crashed': {
      const { message } = outcome;
      const error = { error: outcome.kind === 'error' ? outcome.error : 'WorkerGoneError', message };
      return {
        row: { status: 'error', error },
        thread: { restingStatus: 'error', stale: true },
        result: { kind: 'failed', ...error },
      };
    }
  }
}

/** Returns whether a run has requested a webhook. */
export function hasWebhook({ kwargs }: Pick<RunRow, 'kwargs'>): boolean {
  return typeof kwargs['webhook'] === 'string';
}

/**
 * Returns the webhook of a run with its outcome and its thread's values, or `undefined` if the run requested no
 * webhook. `run` is the run's state before the end. The sender of the webhook adds `webhook_sent_at`.
 */
function toWebhook(
  run: RunRow,
  ended: Pick<RunRow, 'status' | 'error'> & { values: unknown; endedAt: number },
): NewWebhook | undefined {
  const url = run.kwargs['webhook'];
  if (typeof url !== 'string') return undefined;
  const { status, error, values, endedAt } = ended;
  return {
    id: run.id,
    runId: run.id,
    deploymentId: run.deploymentId,
    resendOf: null,
    url,
    body: {
      ...toRun({ ...run, status, error, updatedAt: endedAt }),
      // The row of a running run was last updated at the run's claim, so `updatedAt` is the start time.
      run_started_at: run.status === 'running' ? isoTime(run.updatedAt) : null,
      run_ended_at: isoTime(endedAt),
      values: values ?? {},
      ...(error && { error: error.message }),
    },
    attempts: [],
    dueAt: endedAt,
    createdAt: endedAt,
  };
}
