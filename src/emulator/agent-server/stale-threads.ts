import { withTimeout } from '../../os/timeout.ts';
import type { Clock } from '../../clients/clock.ts';
import { createKeyedLock } from '../../os/keyed-lock.ts';
import type { Store, ThreadRow } from '../ports/store.ts';
import type { LiveWorkers } from '../ports/worker.ts';
import { checkThreadLanguage } from './thread-language.ts';

/** Maximum number of threads that are refreshed when a worker starts to serve. */
const BATCH_SIZE = 1_000;

/** Timeout in milliseconds for a worker to read a state, because the thread's next run waits for the state. */
const ANSWER_TIMEOUT_MS = 1_000;

export type StoredState = Pick<ThreadRow, 'values' | 'interrupts'>;

interface StaleThread {
  deploymentId: string;
  threadId: string;
  graphId: string;
  /** ID of the run that made the thread stale. The run's webhook receives the refreshed values. */
  runId?: string;
}

/** Updates thread rows that are older than the thread's checkpoints, because a run ended without reporting values. */
interface StaleThreads {
  /**
   * Updates a thread's row if the row is stale. Callers must call `refreshState` after work on a run has ended, and
   * before the thread's next run. Resolves to the thread's new state, and never rejects.
   */
  refreshState(thread: StaleThread): Promise<StoredState | undefined>;
  /** Updates a thread's row before the thread's next run, and reads the thread's values only if the thread is stale. */
  refreshIfStale(thread: StaleThread): Promise<void>;
  /** Updates all stale threads of a deployment, except threads with an active run. */
  refreshAll(deploymentId: string, isAtWork: (threadId: string) => boolean): Promise<void>;
  /** Prevents new updates. Resolves once the running updates have ended. */
  close(): Promise<unknown>;
}

interface RefreshDependencies {
  store: Store;
  acquire: LiveWorkers['acquire'];
  clock: Clock;
}

export function createStaleThreads(
  dependencies: RefreshDependencies & { log: (line: string) => void },
): StaleThreads {
  // The updates of a thread are sequential, because a later caller might find a worker that an earlier caller lacked.
  const lock = createKeyedLock();
  const refreshing = new Set<Promise<unknown>>();
  let closed = false;
  const refreshState: StaleThreads['refreshState'] = async (thread) => {
    const done = lock(thread.threadId, () =>
      refresh(dependencies, thread).catch((failure: unknown) => {
        dependencies.log(
          `thread ${thread.threadId} could not be refreshed and still shows the state before its last run: ${String(failure)}`,
        );
        return undefined;
      }),
    );
    refreshing.add(done);
    try {
      return await done;
    } finally {
      refreshing.delete(done);
    }
  };
  return {
    refreshState,
    async refreshIfStale(thread) {
      const { store } = dependencies;
      const head = await store.threads.head(thread.deploymentId, thread.threadId).catch(() => undefined);
      if (head?.stale !== false) await refreshState(thread);
    },
    async refreshAll(deploymentId, isAtWork) {
      for (const { id: threadId, metadata } of await dependencies.store.threads.listStale(
        deploymentId,
        BATCH_SIZE,
      )) {
        const graphId = metadata['graph_id'];
        if (closed) return;
        if (typeof graphId !== 'string' || isAtWork(threadId)) continue;
        await refreshState({ deploymentId, threadId, graphId });
      }
    },
    close() {
      closed = true;
      return Promise.all(refreshing);
    },
  };
}

/** Reads a thread's state from its graph. Without a worker, the thread remains stale. */
async function refresh(
  { store, acquire, clock }: RefreshDependencies,
  { deploymentId, threadId, graphId, runId }: StaleThread,
): Promise<StoredState | undefined> {
  const thread = await store.threads.get(deploymentId, threadId);
  if (!thread?.stale) return thread;
  const { WorkerState } = await import('./worker-state.ts');
  const held = acquire(deploymentId);
  if (!held) return thread;
  const answer = checkThreadLanguage(store, threadId, held.worker.language)
    .then(() => held.worker.query(graphId, { kind: 'state', threadId }))
    .finally(() => held.release());
  const { data: state } = WorkerState.safeParse(
    await withTimeout(answer, ANSWER_TIMEOUT_MS, 'the worker did not respond'),
  );
  return store.transaction(async (tx) => {
    const now = await tx.threads.get(deploymentId, threadId);
    if (!now?.stale) return now;
    const isWorkLeft = state !== undefined && state.next.length > 0;
    const restingStatus = now.restingStatus === 'error' ? 'error' : isWorkLeft ? 'interrupted' : 'idle';
    const status = now.status === 'busy' ? 'busy' : restingStatus;
    const left = { stale: false, restingStatus, status } as const;
    // If the graph returns no state, the thread's values do not change.
    if (state?.values === undefined) {
      await tx.threads.update(threadId, left);
      return now;
    }
    const { values } = state;
    const asking = state.tasks.filter((task) => task.interrupts.length > 0);
    const interrupts = Object.fromEntries(asking.map((task) => [task.id, task.interrupts]));
    await tx.threads.update(threadId, { ...left, values, interrupts, updatedAt: clock.now() });
    if (runId !== undefined) await tx.webhooks.setValues(runId, values);
    return { values, interrupts };
  });
}
