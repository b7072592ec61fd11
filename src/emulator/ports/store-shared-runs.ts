import type { StoredRunResult, RunRow } from '../tables/agent-server-columns.ts';
import type { UnfinishedRun } from './store-agent-server.ts';

/** Fields of a run that other replicas read. */
export type RunStatusRow = Pick<
  RunRow,
  'id' | 'threadId' | 'deploymentId' | 'status' | 'fence' | 'claimedBy' | 'listenedBy'
>;

/** Instances with clients that read the events of a thread. */
export interface ThreadListeners {
  /** Records that clients of this instance read the events of all runs of a thread live. */
  listenToThread(threadId: string, instanceId: string): Promise<void>;
  leaveThread(threadId: string, instanceId: string): Promise<void>;
  /** Returns true if clients of other instances read the events of the thread. */
  hasThreadListeners(threadId: string, instanceId: string): Promise<boolean>;
}
/** Stopped runs that an instance might still be executing. */
export interface StoppingRuns {
  /**
   * Marks a stopped run that an instance might still be executing. `beginStopping` is called in the transaction that
   * stops the run. No other run of the thread is claimed until `endStopping`, or for at most `limitMs` milliseconds.
   */
  beginStopping(run: Pick<UnfinishedRun, 'id' | 'threadId' | 'claimedBy'>, limitMs: number): Promise<void>;
  /** Records that the execution of these stopped runs has ended. */
  endStopping(runIds: readonly string[]): Promise<void>;
  /** Returns the given runs that are stopped but might still be executed by an instance. */
  listStopping(runIds: readonly string[]): Promise<string[]>;
}
/** Results of runs that were deleted with their threads. */
export interface RunResults {
  /** Stores the result of a run that is deleted with its thread, for waiting clients of other instances. */
  putResult(
    run: Pick<RunRow, 'id' | 'deploymentId'>,
    result: StoredRunResult,
    endedAt: number,
  ): Promise<void>;
  findResult(runId: string): Promise<StoredRunResult | undefined>;
  /** Removes the results of runs that ended before `at`. */
  pruneResults(at: number): Promise<void>;
}
/** Data about runs that the control plane's replicas share. A single process does not need shared data. */
export interface SharedRuns extends ThreadListeners, StoppingRuns, RunResults {
  /**
   * Records that clients of the instance `instanceId` read the events of an unfinished run live. Returns the run, or
   * `undefined` if the run has ended or does not exist.
   */
  listen(runId: string, instanceId: string): Promise<RunStatusRow | undefined>;
  /** Returns the IDs of instances that execute the deployment's runs, or only the runs on `threadIds` if set. */
  listHolders(deploymentId: string, threadIds?: readonly string[]): Promise<string[]>;
  /** Returns the existing runs with these IDs, in any order. */
  listStatuses(runIds: readonly string[]): Promise<RunStatusRow[]>;
  /** Lists these threads' running runs, and finished runs that changed since `since`, oldest first. */
  listRecent(threadIds: readonly string[], since: number): Promise<RunStatusRow[]>;
  /** Returns the IDs of the last events of these runs, keyed by run ID. */
  lastEventIds(runIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
