import { type BehindThread, type CatchUpDeps, catchUp, type LeftBehind } from './catch-up.ts';

/** Threads that are brought up to date when a worker serves, in one go. */
const AT_ONCE = 1_000;

/** Sees to it that threads show what their checkpoints hold, also after runs that could not tell. */
export interface BehindThreads {
  /** For a run's thread, once nothing of the run goes on. Gives its values; never rejects. */
  bringUp(thread: BehindThread): Promise<LeftBehind | undefined>;
  /** For all threads of a deployment that are behind, but those that are at work. */
  bringAllUp(deploymentId: string, isAtWork: (threadId: string) => boolean): Promise<void>;
  /** Settles when nobody reads the thread for this any more: only then may a run of it begin. */
  quiet(threadId: string): Promise<unknown>;
  /** Begins nothing more; settles when nothing is read any more. */
  close(): Promise<unknown>;
}

export function createBehindThreads(deps: CatchUpDeps & { log: (line: string) => void }): BehindThreads {
  const reading = new Map<string, Promise<unknown>>();
  let closed = false;
  const bringUp: BehindThreads['bringUp'] = async (thread) => {
    try {
      return await catchUp(deps, thread);
    } catch (failure) {
      deps.log(`thread ${thread.threadId} shows what it held before its last run: ${String(failure)}`);
      return undefined;
    }
  };
  return {
    bringUp,
    async bringAllUp(deploymentId, isAtWork) {
      for (const { id: threadId, metadata } of await deps.store.threads.listBehind(deploymentId, AT_ONCE)) {
        const graphId = metadata['graph_id'];
        if (closed) return;
        if (typeof graphId !== 'string' || isAtWork(threadId) || reading.has(threadId)) continue;
        const read = bringUp({ deploymentId, threadId, graphId }).finally(() => reading.delete(threadId));
        reading.set(threadId, read);
        await read;
      }
    },
    quiet: (threadId) => Promise.resolve(reading.get(threadId)),
    close() {
      closed = true;
      return Promise.all(reading.values());
    },
  };
}
