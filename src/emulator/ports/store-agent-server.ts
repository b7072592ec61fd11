import type {
  AgentLanguage,
  AssistantRow,
  AssistantVersionRow,
  CheckpointRow,
  CheckpointWriteRow,
  CronRow,
  ItemRow,
  ItemVectorRow,
  RunEventsRow,
  RunHead,
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
/** A thread without its values. */
export type ThreadHead = Omit<ThreadRow, 'values'>;
/** Columns of a thread that searches compare. Only a search that needs the values parses them. */
export interface ThreadDetails extends Pick<ThreadRow, 'id' | 'metadata'> {
  valuesText: string | null;
}
export interface ThreadSearch {
  /** Lists threads. Default order: newest first. Equal rows are also ordered newest first. */
  list(
    deploymentId: string,
    filter: ThreadFilter & { limit: number; offset: number; order?: ThreadOrder },
  ): Promise<ThreadRow[]>;
  /**
   * Lists as `list` does, but returns only the ID and the size in bytes of each row. The size includes `values` only
   * on request.
   */
  sizes(
    deploymentId: string,
    filter: ThreadFilter & { limit: number; offset: number; order?: ThreadOrder; values: boolean },
  ): Promise<{ id: string; bytes: number }[]>;
  /**
   * Returns only the inspected columns of these threads, in no order. The values are JSON text, or null unless
   * requested.
   */
  listDetails(
    deploymentId: string,
    which: { ids: readonly string[]; values: boolean },
  ): Promise<ThreadDetails[]>;
  count(deploymentId: string, filter: ThreadFilter): Promise<number>;
}
export interface Threads extends ThreadSearch {
  /** Inserts a thread, and deletes the deployment's expired rows. */
  insert(row: ThreadRow): Promise<void>;
  get(deploymentId: string, id: string): Promise<ThreadRow | undefined>;
  /** Returns the thread without its values, which may be large. */
  head(deploymentId: string, id: string): Promise<ThreadHead | undefined>;
  /** Returns the values as JSON text, or `undefined` if the thread does not exist. */
  valuesText(deploymentId: string, id: string): Promise<string | undefined>;
  /** Copies the values of another thread inside the database, because they may be large. */
  copyValues(from: string, to: string): Promise<void>;
  /** Returns true if the thread exists. */
  exists(deploymentId: string, id: string): Promise<boolean>;
  /**
   * Updates a thread. A status other than `busy` also becomes the resting status, unless the change sets that too.
   */
  update(
    id: string,
    change: Partial<Omit<ThreadRow, 'id' | 'deploymentId' | 'stateUpdatedAt'>>,
  ): Promise<void>;
  /** Lists threads of all deployments that can be pruned and have no unfinished run, longest due first. */
  listPrunable(limit: number): Promise<Pick<ThreadRow, 'id' | 'deploymentId' | 'expiry'>[]>;
  /** Lists threads of a deployment with stale values and without an unfinished run, without the values. */
  listStale(deploymentId: string, limit: number): Promise<Pick<ThreadRow, 'id' | 'metadata'>[]>;
  remove(id: string): Promise<void>;
}
export type UnfinishedRun = Pick<
  RunRow,
  'id' | 'threadId' | 'deploymentId' | 'graphId' | 'fence' | 'claimedBy'
>;
/** Stores runs. The unfinished runs are the queue of each deployment. */
export interface RunQueue {
  /**
   * Lists all unfinished runs of a thread, or of all threads, without request bodies: first pending, then running
   * ones, oldest first.
   */
  unfinishedOf(
    deploymentId: string,
    which: { threadId?: string; status?: 'pending' | 'running' },
  ): Promise<UnfinishedRun[]>;
  /** Returns the time when the next delayed pending run may start. */
  nextStart(deploymentId: string, now: number): Promise<number | undefined>;
  /**
   * Claims the oldest pending run of an idle thread that may start: marks it running and increments its fence. With
   * `instanceId`, only while this instance has its lease. With `byPriority`, runs of threads with a lower priority
   * number come first.
   */
  claimNext(
    deploymentId: string,
    revisionId: string,
    now: number,
    instanceId?: string,
    byPriority?: boolean,
  ): Promise<RunRow | undefined>;
  /**
   * Makes `running` runs that no process executes `pending` again. By default these are runs that no living instance
   * has claimed. With `own`, they are runs that this instance has claimed, except the runs that it knows.
   */
  requeueRunning(own?: {
    deploymentId: string;
    instanceId?: string | undefined;
    known: readonly string[];
  }): Promise<number>;
  /** Counts the runs to execute now: running ones, and pending ones that are not delayed. */
  countUnfinished(deploymentId: string, now: number): Promise<{ pending: number; running: number }>;
  /** Returns the creation times of a deployment's unfinished runs, including delayed runs. */
  unfinishedTimes(deploymentId: string): Promise<UnfinishedRunTimes[]>;
  /** Lists the deployments that have pending runs. */
  deploymentsWithPending(): Promise<string[]>;
}
export interface Runs extends RunQueue {
  insert(row: RunRow): Promise<void>;
  get(deploymentId: string, threadId: string, id: string): Promise<RunRow | undefined>;
  /** Returns a run without its body. */
  head(deploymentId: string, threadId: string, id: string): Promise<RunHead | undefined>;
  /** Finds a run of any deployment. */
  findById(id: string): Promise<RunRow | undefined>;
  list(
    deploymentId: string,
    threadId: string,
    filter: { limit: number; offset: number; status?: string; ids?: readonly string[] },
  ): Promise<RunRow[]>;
  /** Lists as `list` does, but returns only the inspected columns and the size of each row in bytes. */
  listDetails(
    deploymentId: string,
    threadId: string,
    filter: { limit: number; offset: number; status?: string },
  ): Promise<(Pick<RunRow, 'id' | 'metadata'> & { bytes: number })[]>;
  update(
    id: string,
    change: Partial<Pick<RunRow, 'status' | 'error' | 'updatedAt' | 'metadata' | 'attempt'>>,
    fence?: number,
  ): Promise<boolean>;
  /** Deletes a run and its feedback tokens. */
  remove(id: string): Promise<void>;
  /** Deletes up to `limit` finished runs of a thread, oldest first. Returns the number of deleted runs. */
  removeFinished(deploymentId: string, threadId: string, limit: number): Promise<number>;
}
/** Creation time of an unfinished run, in epoch milliseconds. */
export interface UnfinishedRunTimes {
  status: string;
  threadId: string;
  createdAt: number;
}

/** Storage of a thread's checkpoints and their pending writes. Bytes count only values. */
interface CheckpointStorage {
  checkpoints: { count: number; bytes: number };
  writes: { count: number; bytes: number };
}

/** A checkpoint with the writes of the tasks that started from it. */
export interface StoredCheckpoint {
  checkpoint: CheckpointRow;
  writes: CheckpointWriteRow[];
}
/** A position in a paged history. */
export interface CheckpointCursor {
  ns: string;
  id: string;
}
export interface CheckpointQuery {
  /** Namespace. Absent: all namespaces. */
  ns?: string | undefined;
  /** Selects only this checkpoint. */
  id?: string | undefined;
  /** Selects only checkpoints older than the checkpoint with this ID. */
  before?: string | undefined;
  /** End of the previous page. */
  after?: CheckpointCursor | undefined;
  limit?: number | undefined;
  /**
   * JSON that the metadata must contain under these keys. Values that only the graph library can compare always
   * match, and so does all metadata of Python graphs, because the library filters again.
   */
  metadata?: Record<string, unknown> | undefined;
}
export interface CheckpointPage {
  found: StoredCheckpoint[];
  /** Position of the next page, or `undefined` at the end. A page may be empty without being the last page. */
  next: CheckpointCursor | undefined;
}
export interface CheckpointRemoval {
  /**
   * Removes all but the newest checkpoint of each namespace. Returns false and removes nothing if a newest checkpoint
   * needs the writes of older checkpoints.
   */
  keepLatest(threadId: string): Promise<boolean>;
  removeThread(threadId: string): Promise<void>;
  /** Removes a run's writes and restores the writes that they replaced. */
  removeRun(threadId: string, runId: string): Promise<void>;
  /** Discards the writes that an ended run replaced, because the run is kept and they will not be restored. */
  discardOverwritten(threadId: string, runId: string): Promise<void>;
}
export interface Checkpoints extends CheckpointRemoval {
  put(row: CheckpointRow): Promise<void>;
  /**
   * Stores writes. A write at index 0 or above keeps its first value, so that a repeated task changes nothing. A
   * write at a negative index keeps its last value.
   */
  putWrites(rows: CheckpointWriteRow[]): Promise<void>;
  /** Returns the checkpoint with this ID, or the newest checkpoint of the namespace (IDs are time-ordered text). */
  get(threadId: string, ns: string, id?: string): Promise<CheckpointRow | undefined>;
  /** Returns writes in the order of their task paths, task IDs and indexes, compared as bytes. */
  writes(threadId: string, ns: string, checkpointId: string): Promise<CheckpointWriteRow[]>;
  /** Lists checkpoints, newest first. */
  list(
    threadId: string,
    ns: string | undefined,
    filter: { limit?: number; before?: string },
  ): Promise<CheckpointRow[]>;
  /** Lists checkpoints, newest first. The store's `PAGE_BYTES` limits a page, so that it fits in one message. */
  page(threadId: string, query: CheckpointQuery): Promise<CheckpointPage>;
  /**
   * Returns the ID of the newest checkpoint of all namespaces. It changes with each addition to the thread's history.
   */
  newestId(threadId: string): Promise<string | undefined>;
  /** Copies all checkpoints of thread `from` to thread `to`, except the writes of these runs. */
  copyThread(from: string, to: string, withoutRuns: readonly string[]): Promise<void>;
  /** Measures the stored checkpoints without reading them. */
  storage(threadId: string): Promise<CheckpointStorage>;
  /**
   * Returns the language of the graphs that wrote the thread's checkpoints, or `undefined` if the thread has no
   * checkpoints.
   */
  languageOf(threadId: string): Promise<AgentLanguage | undefined>;
  /** Returns true if a run left its own checkpoint in the namespace. */
  hasCheckpointOfRun(threadId: string, ns: string, runId: string): Promise<boolean>;
}
export interface Webhooks {
  insert(row: WebhookRow): Promise<void>;
  /**
   * Claims a webhook that is due and postpones it. Only one claim succeeds. Skips webhooks whose URL begins with an
   * entry of `excludedPrefixes`.
   */
  claim(now: number, dueAgain: number, excludedPrefixes?: readonly string[]): Promise<WebhookRow | undefined>;
  update(runId: string, change: Pick<WebhookRow, 'attempts' | 'dueAt'>): Promise<void>;
  /** Sets the values in the webhook's payload if the webhook is still pending. */
  setValues(runId: string, values: unknown): Promise<void>;
  remove(runId: string): Promise<void>;
  /** Returns the time when the next webhook is due. `excludedPrefixes`: see `claim`. */
  nextDue(excludedPrefixes?: readonly string[]): Promise<number | undefined>;
}

/** Returns true if a run's thread was created only for the run, and is deleted with the run. */
export function isStateless(run: Pick<RunRow, 'kwargs'>): boolean {
  return run.kwargs['stateless'] === true;
}

/** A run with a stream, without its body. */
export type StreamedRunDetails = Pick<RunRow, 'id' | 'graphId' | 'attempt' | 'createdAt'> &
  Pick<RunStreamRow, 'resumable'>;

/** Events of streams, numbered without gaps. */
export interface RunEvents {
  /** Returns the ID of the stream's last event, or -1 if it has no events. */
  lastId(runId: string): Promise<number>;
  /**
   * Stores the next events exactly once. Returns false and stores nothing if the stream has ended, does not exist, or
   * belongs to another attempt. Blocks only writers of this stream.
   * @throws StoreError `conflict` when the events do not have the next IDs.
   */
  append(runId: string, fence: number, events: RunEventsRow): Promise<boolean>;
  /**
   * Returns the events after `after`, in order, at most `limit` rows. The first row may also contain `after` itself
   * and earlier events.
   */
  read(runId: string, after: number, limit: number): Promise<RunEventsRow[]>;
}
export interface RunStreamRows extends RunEvents {
  /** Starts the stream of a run, which is deleted with its thread. An existing stream passes to this attempt. */
  open(row: Omit<RunStreamRow, 'end' | 'endedAt'> & { threadId: string; fence: number }): Promise<void>;
  /** Keeps the stream when its thread is deleted. */
  detach(runId: string): Promise<void>;
  get(runId: string): Promise<RunStreamRow | undefined>;
  /** Lists the runs of a thread whose streams are kept, in the order of their creation. */
  runsOfThread(deploymentId: string, threadId: string): Promise<StreamedRunDetails[]>;
  /** Ends the stream of a run. Does nothing if the run has no stream. */
  end(runId: string, end: StreamEnd, at: number): Promise<void>;
  remove(runId: string): Promise<void>;
  /**
   * Removes the streams that ended before `at`, and streams that cannot be resumed and ended before `unresumableAt`.
   */
  prune(at: number, unresumableAt?: number): Promise<void>;
}

export interface Assistants {
  /** Inserts an assistant. IDs are unique within a deployment. */
  insert(row: AssistantRow): Promise<void>;
  get(deploymentId: string, id: string): Promise<AssistantRow | undefined>;
  /** Lists assistants, newest first. */
  list(deploymentId: string): Promise<AssistantRow[]>;
  update(row: AssistantRow): Promise<void>;
  insertVersion(row: AssistantVersionRow): Promise<void>;
  /** Lists versions of an assistant, latest first. */
  versions(deploymentId: string, id: string): Promise<AssistantVersionRow[]>;
  /** Removes an assistant with all its versions. */
  remove(deploymentId: string, id: string): Promise<void>;
}

/** An item to store. `at` is its time, by default the current time. */
export type NewItem = Pick<ItemRow, 'deploymentId' | 'namespace' | 'key' | 'value'> & {
  at?: number;
  /** Time to live. Absent or null: the item does not expire. */
  ttlMs?: number | null | undefined;
  /** Vectors for searches by meaning. Absent: such searches do not find the item. */
  vectors?: readonly Pick<ItemVectorRow, 'field' | 'vector'>[] | undefined;
};
/** Identifies a vector. */
export type ItemVectorKey = Pick<ItemVectorRow, 'namespace' | 'key' | 'field'>;
/** Stored items. Expired items are never found. */
export interface Items {
  /** Stores an item. An item with the same key is replaced, and its `createdAt` is kept. */
  put(row: NewItem): Promise<void>;
  get(deploymentId: string, namespace: readonly string[], key: string): Promise<ItemRow | undefined>;
  /** Restarts the time to live of the given items that have one. */
  refresh(deploymentId: string, which: readonly Pick<ItemRow, 'namespace' | 'key'>[]): Promise<void>;
  /** Lists items at and below a namespace, last updated first: their keys and the sizes of their values in bytes. */
  listSizes(
    deploymentId: string,
    prefix: readonly string[],
    page: { limit: number; offset: number },
  ): Promise<(Pick<ItemRow, 'namespace' | 'key'> & { bytes: number })[]>;
  /** Returns the given items that exist, in no order. */
  getMany(deploymentId: string, which: readonly Pick<ItemRow, 'namespace' | 'key'>[]): Promise<ItemRow[]>;
  /**
   * Lists the vectors at and below a namespace, with the vectors of an item next to each other. The list may include
   * vectors of expired items.
   */
  listVectors(
    deploymentId: string,
    prefix: readonly string[],
    page: { limit: number; after?: ItemVectorKey | undefined },
  ): Promise<(ItemVectorKey & Pick<ItemVectorRow, 'vector'>)[]>;
  /** Lists each namespace that contains an item once, in the order of its labels joined by periods. */
  namespaces(deploymentId: string): Promise<string[][]>;
  remove(deploymentId: string, namespace: readonly string[], key: string): Promise<void>;
  /** Removes the expired items of all deployments. */
  removeExpired(): Promise<void>;
}

export interface CronFilter {
  assistantId?: string | undefined;
  threadId?: string | undefined;
  enabled?: boolean | undefined;
}
export interface CronOrder {
  by: 'id' | 'assistantId' | 'threadId' | 'nextRunAt' | 'endTime' | 'createdAt' | 'updatedAt';
  descending: boolean;
}
export interface CronSchedule {
  /** Lists enabled crons that are due and have not ended, longest due first. */
  listDue(deploymentId: string, now: number, limit: number): Promise<CronRow[]>;
  /**
   * Sets the next run of a cron if the cron is unchanged since the caller read it. Resolves to false if another
   * process was first, or the cron was changed or paused. With `instanceId`, only while this instance has its lease.
   */
  advance(row: CronRow, nextRunAt: number, instanceId?: string): Promise<boolean>;
  /** Returns the time when the next enabled cron is due, without crons that end before they are due. */
  nextDue(deploymentId: string, now: number): Promise<number | undefined>;
  /** Lists the deployments that have enabled crons. */
  deploymentsWithEnabled(): Promise<string[]>;
}
/** Scheduled runs. They are removed with their thread and with their deployment. */
export interface Crons extends CronSchedule {
  insert(row: CronRow): Promise<void>;
  get(deploymentId: string, id: string): Promise<CronRow | undefined>;
  /**
   * Lists all matching crons in the given order, newest first among equals. Returns only the metadata and the size of
   * each row in bytes.
   */
  listDetails(
    deploymentId: string,
    filter: CronFilter & { order: CronOrder },
  ): Promise<(Pick<CronRow, 'id' | 'metadata'> & { bytes: number })[]>;
  /** Returns the given crons that exist, in no order. */
  getMany(deploymentId: string, ids: readonly string[]): Promise<CronRow[]>;
  /** Updates a cron. Resolves to false if it does not exist. */
  update(
    id: string,
    change: Partial<Omit<CronRow, 'id' | 'deploymentId' | 'assistantId' | 'threadId' | 'createdAt'>>,
  ): Promise<boolean>;
  /** Removes a cron. Resolves to false if it does not exist. */
  remove(deploymentId: string, id: string): Promise<boolean>;
  removeOfAssistant(deploymentId: string, assistantId: string): Promise<void>;
}
