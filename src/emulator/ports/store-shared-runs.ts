import type { StoredRunResult, RunRow } from '../tables/agent-server.ts';
import type { UnfinishedRun } from './store-agent-server.ts';

/** A run as other replicas read it, without its body. */
export type RunStatusRow = Pick<
  RunRow,
  'id' | 'threadId' | 'deploymentId' | 'status' | 'fence' | 'claimedBy' | 'listenedBy'
>;

/** Instances whose clients read the events of a thread. */
export interface ThreadListeners {
  /** Registers that clients of this instance read the events of all runs of a thread as they arrive. */
  listenToThread(threadId: string, instanceId: string): Promise<void>;
  leaveThread(threadId: string, instanceId: string): Promise<void>;
  /** Returns true if clients of other instances read the events of the thread. */
  hasThreadListeners(threadId: string, instanceId: string): Promise<boolean>;
}
/** Stopped runs whose work may not have ended. */
export interface StoppingRuns {
  /**
   * Called in the transaction that stops a claimed run whose instance may still execute it. No other run of the
   * thread is claimed until `endStopping`, or for `limitMs` at most.
   */
  beginStopping(run: Pick<UnfinishedRun, 'id' | 'threadId' | 'claimedBy'>, limitMs: number): Promise<void>;
  /** Records that the work on these runs has ended. */
  endStopping(runIds: readonly string[]): Promise<void>;
  /** Returns the given stopped runs whose work may not have ended yet. */
  listStopping(runIds: readonly string[]): Promise<string[]>;
}
/** Results of runs that are deleted with their threads. */
export interface RunResults {
  /**
   * Stores the result of a run that is deleted with its thread, because clients of other instances may wait for it.
   */
  putResult(
    run: Pick<RunRow, 'id' | 'deploymentId'>,
    result: StoredRunResult,
    endedAt: number,
  ): Promise<void>;
  /** Returns the stored result of a run, or `undefined` if none is stored. */
  findResult(runId: string): Promise<StoredRunResult | undefined>;
  /** Removes the results of runs that ended before `at`. */
  pruneResults(at: number): Promise<void>;
}
/**
 * Data about runs that replicas of the control plane share. A process that is alone on its store does not need it.
 */
export interface SharedRuns extends ThreadListeners, StoppingRuns, RunResults {
  /**
   * Registers that clients of this instance read the events of an unfinished run as they arrive. Returns the run, or
   * `undefined` if it has ended or does not exist.
   */
  listen(runId: string, instanceId: string): Promise<RunStatusRow | undefined>;
  /** Lists the instances that run something of a deployment, or on these threads of the deployment. */
  listHolders(deploymentId: string, threadIds?: readonly string[]): Promise<string[]>;
  /** Returns the given runs that exist, in no order. */
  listStatuses(runIds: readonly string[]): Promise<RunStatusRow[]>;
  /**
   * Lists the runs of these threads that are running, or that changed since then and are not pending, oldest first.
   */
  listRecent(threadIds: readonly string[], since: number): Promise<RunStatusRow[]>;
  /** Returns the IDs of the last events of these runs. */
  lastEventIds(runIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
