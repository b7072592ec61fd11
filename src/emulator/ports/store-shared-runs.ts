import type { KeptRunResult, RunRow } from '../tables/agent-server.ts';
import type { UnfinishedRun } from './store-agent-server.ts';

/** A run as other replicas look at it, without its body. */
export type RunStatusRow = Pick<
  RunRow,
  'id' | 'threadId' | 'deploymentId' | 'status' | 'fence' | 'claimedBy' | 'listenedBy'
>;

/** What replicas of the control plane must know of each other's runs. A process that is alone on its store needs none of it. */
export interface SharedRuns {
  /**
   * Says that clients of this instance read the events of an unfinished run as they come, and gives the run; undefined: it has
   * ended, or does not exist.
   */
  listen(runId: string, instanceId: string): Promise<RunStatusRow | undefined>;
  /** Says that clients of this instance read all runs of a thread as they come. */
  listenToThread(threadId: string, instanceId: string): Promise<void>;
  leaveThread(threadId: string, instanceId: string): Promise<void>;
  /** Whether clients of other instances do. */
  hasThreadListeners(threadId: string, instanceId: string): Promise<boolean>;
  /** The instances that run something of a deployment, or on these threads of it. */
  listHolders(deploymentId: string, threadIds?: readonly string[]): Promise<string[]>;
  /** Those of these runs that exist, in no order. */
  listStatuses(runIds: readonly string[]): Promise<RunStatusRow[]>;
  /** The runs of these threads that are running, or were changed since then and are not pending; oldest first. */
  listRecent(threadIds: readonly string[], since: number): Promise<RunStatusRow[]>;
  /** The IDs of the last events of these runs. */
  lastEventIds(runIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * In the transaction that stops a claimed run: its instance may still be executing it. Until `endStopping`, but no longer
   * than `limitMs`, no other run of its thread is claimed.
   */
  beginStopping(run: Pick<UnfinishedRun, 'id' | 'threadId' | 'claimedBy'>, limitMs: number): Promise<void>;
  /** The work on these runs has ended. */
  endStopping(runIds: readonly string[]): Promise<void>;
  /** Those of these stopped runs whose work may not have ended yet. */
  listStopping(runIds: readonly string[]): Promise<string[]>;
  /** Keeps how a run ended that is removed with its thread: clients of other instances may wait for it. */
  putResult(run: Pick<RunRow, 'id' | 'deploymentId'>, result: KeptRunResult, endedAt: number): Promise<void>;
  /** Undefined: there is none. */
  findResult(runId: string): Promise<KeptRunResult | undefined>;
  /** Removes the results of runs that ended before `at`. */
  pruneResults(at: number): Promise<void>;
}
