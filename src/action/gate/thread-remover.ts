import type { AgentServer } from '../../clients/agent-server.ts';
import { withDeadline } from '../../clients/clock.ts';
import { errorMessage } from '../../os/errors.ts';
import type { VerificationContext } from '../verify/run-check.ts';

const BATCH_SIZE = 20;
/** Time limit in milliseconds of wall-clock time for deleting a batch of threads. */
const LIMIT_MS = 30_000;

/** Deletes the threads of a deployment in batches, while the gate sends further cases. */
export interface ThreadRemover {
  /** Deletes a thread soon, at the latest when `finish` is called. */
  remove(threadId: string): void;
  /** Deletes all remaining threads, and logs an error instead of rejecting. */
  finish(): Promise<void>;
}

type RemoverContext = Pick<VerificationContext, 'log' | 'signal' | 'shown' | 'addCancelHook'> & {
  server: Pick<AgentServer, 'deleteThreads'>;
};

/** Creates a {@link ThreadRemover}, whose cancel hook deletes the remaining threads in a cancelled step. */
export function createThreadRemover({
  server,
  log,
  signal,
  shown,
  addCancelHook,
}: RemoverContext): ThreadRemover {
  /** IDs of threads whose deletion the server has not confirmed. */
  const remaining = new Set<string>();
  let queued: string[] = [];
  let last: Promise<void> = Promise.resolve();
  const removeHook = addCancelHook(async (stop) => {
    if (remaining.size > 0) await server.deleteThreads([...remaining], stop);
  });
  const deleteBatch = async (ids: readonly string[]): Promise<void> => {
    try {
      await server.deleteThreads(ids, withDeadline(signal, LIMIT_MS));
      for (const id of ids) remaining.delete(id);
    } catch (error) {
      if (signal.aborted) return;
      const threads = ids.length === 1 ? '1 thread' : `${ids.length} threads`;
      log.line(`${threads} could not be deleted: ${shown.text(errorMessage(error))}`);
      for (const id of ids) remaining.delete(id);
    }
  };
  const startBatch = (): void => {
    const ids = queued;
    queued = [];
    // Deletes one batch at a time, so deletions occupy only one connection to the agent.
    last = last.then(() => (signal.aborted ? undefined : deleteBatch(ids)));
  };
  return {
    remove(threadId) {
      remaining.add(threadId);
      queued.push(threadId);
      if (queued.length >= BATCH_SIZE) startBatch();
    },
    async finish() {
      if (queued.length > 0) startBatch();
      await last;
      // In a cancelled step, the hook is not removed, because the hook deletes the remaining threads.
      if (!signal.aborted) removeHook();
    },
  };
}
