import type { Worker } from '../ports/worker.ts';
import type { RunScope } from './run-row.ts';
import type { StoredState } from './stale-threads.ts';

/** Maximum number of concurrent runs per deployment, equal to the default of the hosted service. */
export const MAX_RUNS_PER_DEPLOYMENT = 10;

/** A run that this replica has claimed and whose work has not ended. */
export interface ClaimedRun {
  deploymentId: string;
  threadId: string;
  fence: number;
  controller: AbortController;
  worker: Worker;
  done: Promise<void>;
  /** State of the run's thread after work on the run has ended, or `undefined` if the run's end stored the values. */
  left?: StoredState | undefined;
}

/** Runs that this replica is executing, keyed by run ID. */
export type ClaimedRuns = ReturnType<typeof createClaimedRuns>;

export function createClaimedRuns() {
  const runs = new Map<string, ClaimedRun>();
  const inScope = ({ deploymentId, threadIds }: RunScope): [string, ClaimedRun][] =>
    [...runs].filter(
      ([, run]) => run.deploymentId === deploymentId && (threadIds?.includes(run.threadId) ?? true),
    );
  const ofThread = (threadId: string) => [...runs.values()].filter((run) => run.threadId === threadId);
  return {
    add: (runId: string, run: ClaimedRun): void => void runs.set(runId, run),
    remove: (runId: string): void => void runs.delete(runId),
    get: (runId: string): ClaimedRun | undefined => runs.get(runId),
    has: (runId: string): boolean => runs.has(runId),
    inScope,
    ofThread,
    isFull: (deploymentId: string): boolean => inScope({ deploymentId }).length >= MAX_RUNS_PER_DEPLOYMENT,
    isThreadBusy: (threadId: string): boolean => ofThread(threadId).length > 0,
    fences: (): Map<string, number> => new Map([...runs].map(([id, { fence }]) => [id, fence])),
    /** Stores the writes that the workers have sent for the runs in `scope`, and waits only briefly for each worker. */
    async flushWrites(scope: RunScope): Promise<void> {
      await Promise.all(inScope(scope).map(([runId, { worker }]) => worker.flushWrites(runId)));
    },
    /** Aborts all runs. Resolves once work on all runs has ended. */
    async abortAll(): Promise<void> {
      for (const { controller } of runs.values()) controller.abort();
      await Promise.all([...runs.values()].map(({ done }) => done));
    },
  };
}
