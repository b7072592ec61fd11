import { createKeyedLock } from '../ports/keyed-lock.ts';
import { type StaleThread, type RefreshDependencies, refreshState, type StoredState } from './catch-up.ts';

/** Threads that are brought up to date when a worker serves, in one go. */
const AT_ONCE = 1_000;

/** Sees to it that threads show what their checkpoints hold, also after runs that could not tell. */
export interface StaleThreads {
  /**
   * For a thread of which no run is at work, or one that is up to date: after a run, once nothing of it goes on, and before
   * the next, which may begin once this settles. Gives what the thread says then; never rejects.
   */
  refreshState(thread: StaleThread): Promise<StoredState | undefined>;
  /** For all threads of a deployment that are behind, but those that are at work. */
  refreshAll(deploymentId: string, isAtWork: (threadId: string) => boolean): Promise<void>;
  /** Begins nothing more; settles when nothing is read any more. */
  close(): Promise<unknown>;
}

export function createStaleThreads(
  deps: RefreshDependencies & { log: (line: string) => void },
): StaleThreads {
  // One after the other: whoever comes second may find a worker where the first found none.
  const lock = createKeyedLock();
  const reading = new Set<Promise<unknown>>();
  let closed = false;
  const read = async (thread: StaleThread): Promise<StoredState | undefined> => {
    try {
      return await refreshState(deps, thread);
    } catch (failure) {
      deps.log(`thread ${thread.threadId} shows what it held before its last run: ${String(failure)}`);
      return undefined;
    }
  };
  const bringUp: StaleThreads['refreshState'] = async (thread) => {
    const done = lock(thread.threadId, () => read(thread));
    reading.add(done);
    try {
      return await done;
    } finally {
      reading.delete(done);
    }
  };
  return {
    refreshState: bringUp,
    async refreshAll(deploymentId, isAtWork) {
      for (const { id: threadId, metadata } of await deps.store.threads.listStale(deploymentId, AT_ONCE)) {
        const graphId = metadata['graph_id'];
        if (closed) return;
        if (typeof graphId !== 'string' || isAtWork(threadId)) continue;
        await bringUp({ deploymentId, threadId, graphId });
      }
    },
    close() {
      closed = true;
      return Promise.all(reading);
    },
  };
}
