import type {
  AssistantRow,
  AssistantVersionRow,
  CheckpointRow,
  CheckpointWriteRow,
  ItemRow,
  RunEventsRow,
  RunRow,
  RunStreamRow,
  StreamEnd,
  ThreadRow,
  WebhookRow,
} from '../tables/agent-server.ts';

export interface ThreadFilter {
  status?: string;
  ids?: readonly string[];
}
export interface ThreadOrder {
  by: 'id' | 'status' | 'createdAt' | 'updatedAt' | 'stateUpdatedAt';
  descending: boolean;
}
export interface Threads {
  /** Also removes for good what of its deployment has expired. */
  insert(row: ThreadRow): Promise<void>;
  get(deploymentId: string, id: string): Promise<ThreadRow | undefined>;
  /** The same question where its values do not matter. */
  exists(deploymentId: string, id: string): Promise<boolean>;
  /** Newest first where no order is named; what is equal by an order stays newest first. */
  list(
    deploymentId: string,
    filter: ThreadFilter & { limit: number; offset: number; order?: ThreadOrder },
  ): Promise<ThreadRow[]>;
  /** As `list`, but of each only its id and how many bytes its row holds, `values` counted only where asked for. */
  sizes(
    deploymentId: string,
    filter: ThreadFilter & { limit: number; offset: number; order?: ThreadOrder; values: boolean },
  ): Promise<{ id: string; bytes: number }[]>;
  /** Of these threads, in no order, only what is looked into; `values` are null unless they are asked for. */
  listDetails(
    deploymentId: string,
    which: { ids: readonly string[]; values: boolean },
  ): Promise<Pick<ThreadRow, 'id' | 'metadata' | 'values'>[]>;
  count(deploymentId: string, filter: ThreadFilter): Promise<number>;
  /** A status other than `busy` is also what it rests at, unless that is said too. */
  update(
    id: string,
    change: Partial<Omit<ThreadRow, 'id' | 'deploymentId' | 'stateUpdatedAt'>>,
  ): Promise<void>;
  /** Threads of a deployment whose values are behind and that have no unfinished run; without those values. */
  listStale(deploymentId: string, limit: number): Promise<Pick<ThreadRow, 'id' | 'metadata'>[]>;
  remove(id: string): Promise<void>;
}
export type UnfinishedRun = Pick<RunRow, 'id' | 'threadId' | 'deploymentId' | 'graphId' | 'fence'>;
export interface Runs {
  insert(row: RunRow): Promise<void>;
  get(deploymentId: string, threadId: string, id: string): Promise<RunRow | undefined>;
  /** Whosever it is. */
  findById(id: string): Promise<RunRow | undefined>;
  list(
    deploymentId: string,
    threadId: string,
    filter: { limit: number; offset: number; status?: string; ids?: readonly string[] },
  ): Promise<RunRow[]>;
  /** As `list`, but of each only what is looked into, and how many bytes its row holds. */
  listDetails(
    deploymentId: string,
    threadId: string,
    filter: { limit: number; offset: number; status?: string },
  ): Promise<(Pick<RunRow, 'id' | 'metadata'> & { bytes: number })[]>;
  /** What has not ended, oldest first; with a limit, at most so many of each status. */
  listUnfinished(deploymentId: string, status?: 'pending' | 'running', limit?: number): Promise<RunRow[]>;
  /** All runs of a thread that have not ended, however many, without what was asked of them. */
  unfinishedOf(deploymentId: string, threadId: string): Promise<UnfinishedRun[]>;
  /** When the next of the pending runs that begin later may begin. */
  nextStart(deploymentId: string, now: number): Promise<number | undefined>;
  /**
   * The pending run to execute next on an idle thread, oldest first of those that may begin; marks it running and grows its fence. `seat`: only
   * while this instance has the deployment.
   */
  claimNext(
    deploymentId: string,
    revisionId: string,
    now: number,
    seat?: string,
  ): Promise<RunRow | undefined>;
  /** Runs left `running` by an emulator that died, made `pending` again: all, or those of one deployment but for some. */
  requeueRunning(deploymentId?: string, but?: readonly string[]): Promise<number>;
  /** The deployments that have pending runs. */
  deploymentsWithPending(): Promise<string[]>;
  update(
    id: string,
    change: Partial<Pick<RunRow, 'status' | 'error' | 'updatedAt' | 'metadata' | 'attempt'>>,
    fence?: number,
  ): Promise<boolean>;
  /** Its feedback tokens go with it, whether or not they would outlive its end. */
  remove(id: string): Promise<void>;
}
/** A checkpoint with the writes of the tasks that started from it. */
export interface StoredCheckpoint {
  checkpoint: CheckpointRow;
  writes: CheckpointWriteRow[];
}
/** A place in a history that is read page by page. */
export interface CheckpointCursor {
  ns: string;
  id: string;
}
export interface CheckpointQuery {
  /** Absent: of all namespaces. */
  ns?: string | undefined;
  /** This checkpoint alone. */
  id?: string | undefined;
  /** Only what is older than the checkpoint of this id. */
  before?: string | undefined;
  /** Where the page before ended. */
  after?: CheckpointCursor | undefined;
  limit?: number | undefined;
  /**
   * JSON that the metadata must hold under these keys. What cannot be judged without the graph library is given:
   * the library has the last word.
   */
  metadata?: Record<string, unknown> | undefined;
}
export interface CheckpointPage {
  found: StoredCheckpoint[];
  /** Where to go on; undefined: nothing is left. A page may be empty and not be the last. */
  next: CheckpointCursor | undefined;
}
export interface Checkpoints {
  put(row: CheckpointRow): Promise<void>;
  /** A write at index 0 or above keeps its first value, so that a repeated task changes nothing; below, its last. */
  putWrites(rows: CheckpointWriteRow[]): Promise<void>;
  /** The named checkpoint, or the newest of the namespace (ids are time-ordered text). */
  get(threadId: string, ns: string, id?: string): Promise<CheckpointRow | undefined>;
  writes(threadId: string, ns: string, checkpointId: string): Promise<CheckpointWriteRow[]>;
  /** Newest first. */
  list(
    threadId: string,
    ns: string | undefined,
    filter: { limit?: number; before?: string },
  ): Promise<CheckpointRow[]>;
  /** Newest first, and no more than one message should hold: see `PAGE_BYTES` of the store. */
  page(threadId: string, query: CheckpointQuery): Promise<CheckpointPage>;
  /** The newest checkpoint of all namespaces: another one as soon as anything was added to the thread's history. */
  newestId(threadId: string): Promise<string | undefined>;
  /** Gives thread `to` all that `from` has, but what these runs wrote. */
  copyThread(from: string, to: string, withoutRuns: readonly string[]): Promise<void>;
  /** Removes all but the newest checkpoint of each namespace. */
  keepLatest(threadId: string): Promise<void>;
  removeThread(threadId: string): Promise<void>;
  /** Removes what a run wrote; what it wrote over is there again. */
  removeRun(threadId: string, runId: string): Promise<void>;
  /** A run ended and is kept: what it wrote over is not to come back. */
  discardOverwritten(threadId: string, runId: string): Promise<void>;
  /** Whether a run left a checkpoint of its own in the namespace. */
  hasCheckpointOfRun(threadId: string, ns: string, runId: string): Promise<boolean>;
}
export interface Webhooks {
  insert(row: WebhookRow): Promise<void>;
  /**
   * Takes one that is due, and puts off when it is due again: only one of those who ask gets it. `butTo`: none whose URL
   * begins like that.
   */
  claim(now: number, dueAgain: number, butTo?: readonly string[]): Promise<WebhookRow | undefined>;
  update(runId: string, change: Pick<WebhookRow, 'attempts' | 'dueAt'>): Promise<void>;
  /** Says what values its call tells, if it is still to be made. */
  setValues(runId: string, values: unknown): Promise<void>;
  remove(runId: string): Promise<void>;
  /** When the next one is due; `butTo` as above. */
  nextDue(butTo?: readonly string[]): Promise<number | undefined>;
}

/** Whether a run's thread was made for it alone, and goes with it when it ends. */
export function isStateless(run: Pick<RunRow, 'kwargs'>): boolean {
  return run.kwargs['stateless'] === true;
}

export interface RunStreamRows {
  /** Begins the stream of a run, which goes with its thread; one that is there becomes this attempt's. */
  open(row: Omit<RunStreamRow, 'end' | 'endedAt'> & { threadId: string; fence: number }): Promise<void>;
  /** It stays when its thread goes. */
  detach(runId: string): Promise<void>;
  get(runId: string): Promise<RunStreamRow | undefined>;
  /** The place of its last event; -1 when there is none. */
  lastId(runId: string): Promise<number>;
  /**
   * Keeps what comes next, or finds it kept already. False, and nothing is kept: the stream is over, gone, or another
   * attempt's. Blocks only writers of this very stream.
   * @throws StoreError `conflict` when these are not the next places.
   */
  append(runId: string, fence: number, events: RunEventsRow): Promise<boolean>;
  /** What follows the event at `after`, the row that holds it included when it holds more; in order, at most `limit` rows. */
  read(runId: string, after: number, limit: number): Promise<RunEventsRow[]>;
  /** Nothing happens when the run has no stream. */
  end(runId: string, end: StreamEnd, at: number): Promise<void>;
  remove(runId: string): Promise<void>;
  /** Removes the streams that ended before `at`. */
  prune(at: number): Promise<void>;
}

export interface Assistants {
  /** Ids are unique within their deployment. */
  insert(row: AssistantRow): Promise<void>;
  get(deploymentId: string, id: string): Promise<AssistantRow | undefined>;
  /** Newest first. */
  list(deploymentId: string): Promise<AssistantRow[]>;
  update(row: AssistantRow): Promise<void>;
  insertVersion(row: AssistantVersionRow): Promise<void>;
  /** Latest first. */
  versions(deploymentId: string, id: string): Promise<AssistantVersionRow[]>;
  /** With all its versions. */
  remove(deploymentId: string, id: string): Promise<void>;
}

export interface Items {
  /** An item that is there keeps its `createdAt`. `at`: when, if not now. */
  put(row: Omit<ItemRow, 'createdAt' | 'updatedAt'> & { at?: number }): Promise<void>;
  get(deploymentId: string, namespace: readonly string[], key: string): Promise<ItemRow | undefined>;
  /** Those at and below a namespace, last updated first: where each is, and how many bytes its value has. */
  listSizes(
    deploymentId: string,
    prefix: readonly string[],
    page: { limit: number; offset: number },
  ): Promise<(Pick<ItemRow, 'namespace' | 'key'> & { bytes: number })[]>;
  /** Those of these that are there, in no order. */
  getMany(deploymentId: string, which: readonly Pick<ItemRow, 'namespace' | 'key'>[]): Promise<ItemRow[]>;
  /** Each namespace that holds an item, once, in the order of their labels with periods between them. */
  namespaces(deploymentId: string): Promise<string[][]>;
  remove(deploymentId: string, namespace: readonly string[], key: string): Promise<void>;
}
