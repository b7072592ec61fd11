import { createKeyedLock } from '../seams/keyed-lock.ts';
import { type BehindThread, type CatchUpDeps, catchUp, type LeftBehind } from './catch-up.ts';

/** Threads that are brought up to date when a worker serves, in one go. */
const AT_ONCE = 1_000;

/** Sees to it that threads show what their checkpoints hold, also after runs that could not tell. */
export interface BehindThreads {
  /**
   * For a thread of which no run is at work, or one that is up to date: after a run, once nothing of it goes on, and before
   * the next, which may begin once this settles. Gives what the thread says then; never rejects.
   */
  bringUp(thread: BehindThread): Promise<LeftBehind | undefined>;
  /** For all threads of a deployment that are behind, but those that are at work. */
  bringAllUp(deploymentId: string, isAtWork: (threadId: string) => boolean): Promise<void>;
  /** Begins nothing more; settles when nothing is read any more. */
  close(): Promise<unknown>;
}

export function createBehindThreads(deps: CatchUpDeps & { log: (line: string) => void }): BehindThreads {
  // One after the other: whoever comes second may find a worker where the first found none.
  const lock = createKeyedLock();
  const reading = new Set<Promise<unknown>>();
  let closed = false;
  const read = async (thread: BehindThread): Promise<LeftBehind | undefined> => {
    try {
      return await catchUp(deps, thread);
    } catch (failure) {
      deps.log(`thread ${thread.threadId} shows what it held before its last run: ${String(failure)}`);
      return undefined;
    }
  };
  const bringUp: BehindThreads['bringUp'] = async (thread) => {
    const done = lock(thread.threadId, () => read(thread));
    reading.add(done);
    try {
      return await done;
    } finally {
      reading.delete(done);
    }
  };
  return {
    bringUp,
    async bringAllUp(deploymentId, isAtWork) {
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
