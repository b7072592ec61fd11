import { setImmediate } from 'node:timers/promises';
import type { Repositories, Store, ThreadRow } from '../ports/store.ts';
import type { ThreadHead } from '../ports/store-agent-server.ts';
import { HttpError } from '../server/http-error.ts';
import { StoreError } from '../ports/store-errors.ts';
import { type StoppedRun, toStoppedRun } from './run-outcome.ts';
import { scanThreads } from './thread-search.ts';

/** Creates the 404 for a thread that does not exist or that the caller may not see. */
export const threadNotFound = (threadId: string): HttpError =>
  new HttpError(404, `Thread with ID ${threadId} not found`);

/** Reads a thread. @throws HttpError 404 if the thread does not exist in the deployment. */
export async function findThread(
  store: Pick<Store, 'threads'>,
  deploymentId: string,
  threadId: string,
): Promise<ThreadRow> {
  const thread = await store.threads.get(deploymentId, threadId);
  if (!thread) throw threadNotFound(threadId);
  return thread;
}

/** Reads a thread without its values, which can be large. @throws HttpError 404 if the thread does not exist. */
export async function findThreadHead(
  store: Pick<Store, 'threads'>,
  deploymentId: string,
  threadId: string,
): Promise<ThreadHead> {
  const thread = await store.threads.head(deploymentId, threadId);
  if (!thread) throw threadNotFound(threadId);
  return thread;
}

/** Returns when a thread that is created at `now` expires by default, according to the deployment's configuration. */
export async function defaultExpiry(
  tx: Pick<Repositories, 'revisions'>,
  deploymentId: string,
  now: number,
): Promise<ThreadRow['expiry']> {
  const threads = (await tx.revisions.activeSettings(deploymentId))?.threads;
  return threads ? { ...threads, at: now + threads.ttlMs } : null;
}

/**
 * Stores a new thread. Thread IDs are unique across all deployments of an emulator.
 * @throws HttpError 409 if any deployment already uses the ID that the client chose.
 */
export async function insertThread(tx: Repositories, row: ThreadRow): Promise<void> {
  try {
    await tx.threads.insert(row);
  } catch (cause) {
    if (!(cause instanceof StoreError) || cause.code !== 'conflict') throw cause;
    throw new HttpError(409, `Thread with ID ${row.id} already exists`, { cause });
  }
}

/**
 * Copies a thread and its history, but no runs, in the caller's transaction. The copy does not contain the work of an
 * unfinished run.
 * @throws HttpError 404 if the thread does not exist.
 */
export async function copyThread(
  tx: Repositories,
  deploymentId: string,
  from: string,
  to: { id: string; now: number },
): Promise<ThreadHead> {
  const thread = await findThreadHead(tx, deploymentId, from);
  // A run that never began has no checkpoints, so only the writes of runs that have begun are excluded.
  const running = (await tx.runs.unfinishedOf(deploymentId, { threadId: from })).filter(
    (run) => run.fence > 0,
  );
  const copy: ThreadHead = {
    ...thread,
    id: to.id,
    // The hosted service reports a copy as idle, without interrupts, although its state contains interrupts.
    status: 'idle',
    restingStatus: 'idle',
    interrupts: {},
    createdAt: to.now,
    updatedAt: to.now,
    stateUpdatedAt: to.now,
    expiry: thread.expiry && { ...thread.expiry, at: to.now + thread.expiry.ttlMs },
  };
  await insertThread(tx, { ...copy, values: null });
  await tx.threads.copyValues(from, to.id);
  await tx.checkpoints.copyThread(
    from,
    to.id,
    running.map((run) => run.id),
  );
  return copy;
}

/** Number of removed or pruned threads, and the runs that must be aborted because their threads were removed. */
export interface RemovedThreads {
  count: number;
  stopped: StoppedRun[];
}

/** Removes the given threads that exist, with all their rows, in the caller's transaction. */
export async function removeThreads(
  tx: Repositories,
  deploymentId: string,
  ids: Iterable<string>,
): Promise<RemovedThreads> {
  let count = 0;
  const stopped: StoppedRun[] = [];
  const all = [...ids];
  for (let at = 0; at < all.length; at += REMOVED_TOGETHER) {
    const existing = await tx.threads.existing(deploymentId, all.slice(at, at + REMOVED_TOGETHER));
    for (const run of await tx.runs.unfinishedOfThreads(existing)) {
      stopped.push(await toStoppedRun(tx, run, { kind: 'deleted' }));
    }
    await tx.threads.removeMany(existing);
    count += existing.length;
    await setImmediate();
  }
  return { count, stopped };
}

/**
 * Number of threads that are removed together. The number is small, because each SQLite statement blocks this process.
 */
const REMOVED_TOGETHER = 20;

/**
 * Removes all but the latest state of the given threads, except threads that do not exist or have an unfinished run. If
 * a thread's latest state needs earlier checkpoints, the thread is neither changed nor counted.
 */
export async function pruneHistories(
  tx: Repositories,
  deploymentId: string,
  ids: Iterable<string>,
): Promise<RemovedThreads> {
  let count = 0;
  for (const id of ids) {
    if (!(await tx.threads.exists(deploymentId, id))) continue;
    // An unfinished run can be rolled back to its starting checkpoint, so the thread's history must stay.
    if (await tx.runs.hasUnfinished(id)) continue;
    if (await tx.checkpoints.keepLatest(id)) count += 1;
    await setImmediate();
  }
  return { count, stopped: [] };
}

/** Yields the threads whose last run used this assistant. */
export async function threadsOfAssistant(
  tx: Pick<Repositories, 'threads'>,
  deploymentId: string,
  assistantId: string,
): Promise<Pick<ThreadRow, 'id' | 'metadata'>[]> {
  const threads: Pick<ThreadRow, 'id' | 'metadata'>[] = [];
  for await (const { id, metadata } of scanThreads(tx, deploymentId, { values: false })) {
    if (metadata['assistant_id'] === assistantId) threads.push({ id, metadata });
  }
  return threads;
}
