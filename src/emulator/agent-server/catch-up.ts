import * as z from 'zod';
import type { Clock } from '../../clients/clock.ts';
import type { Store, ThreadRow } from '../ports/store.ts';
import type { LiveWorkers } from '../ports/worker.ts';

const State = z.object({
  values: z.unknown(),
  tasks: z.array(z.object({ id: z.string(), interrupts: z.array(z.unknown()).catch([]) })).catch([]),
});

export interface RefreshDependencies {
  store: Store;
  acquire: LiveWorkers['acquire'];
  clock: Clock;
}

/** What a thread's own record says. */
export type StoredState = Pick<ThreadRow, 'values' | 'interrupts'>;

export interface StaleThread {
  deploymentId: string;
  threadId: string;
  graphId: string;
  /** The run that left it behind: its webhook is told the same values. */
  runId?: string;
}

/** How long a worker may take to tell a state, in milliseconds: one that is blocked holds up the next run. */
const ANSWER_WITHIN_MS = 1_000;

/**
 * Makes a thread's own values and interrupts those of its checkpoints, after a run that ended without telling them: one
 * that failed, was interrupted, or lost its workers. Only a graph can read checkpoints: without a worker the thread stays
 * behind, and is looked at again when one serves. Must not be called while a run of the thread is at work. Gives the
 * values, when there is a thread.
 */
export async function refreshState(
  { store, acquire, clock }: RefreshDependencies,
  { deploymentId, threadId, graphId, runId }: StaleThread,
): Promise<StoredState | undefined> {
  const thread = await store.threads.get(deploymentId, threadId);
  if (!thread?.stale) return thread;
  const held = acquire(deploymentId);
  if (!held) return thread;
  const asked = held.worker.query(graphId, { kind: 'state', threadId }).finally(() => held.release());
  const state = State.safeParse(await within(ANSWER_WITHIN_MS, asked));
  return store.transaction(async (tx) => {
    const now = await tx.threads.get(deploymentId, threadId);
    if (!now?.stale) return now;
    // A graph that keeps no state leaves what the thread has.
    const found = state.data?.values === undefined ? undefined : state.data;
    if (!found) {
      await tx.threads.update(threadId, { stale: false });
      return now;
    }
    const asking = found.tasks.filter((task) => task.interrupts.length > 0);
    const interrupts = Object.fromEntries(asking.map((task) => [task.id, task.interrupts]));
    const resting = now.restingStatus === 'error' ? 'error' : asking.length > 0 ? 'interrupted' : 'idle';
    await tx.threads.update(threadId, {
      values: found.values,
      interrupts,
      stale: false,
      updatedAt: clock.now(),
      restingStatus: resting,
      status: now.status === 'busy' ? 'busy' : resting,
    });
    if (runId !== undefined) await tx.webhooks.setValues(runId, found.values);
    return { values: found.values, interrupts };
  });
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`the worker did not answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    // Whoever comes second in the race is not waited for.
    work.catch(() => undefined);
  }
}
