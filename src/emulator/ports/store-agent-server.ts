import type {
  AgentLanguage,
  AssistantRow,
  AssistantVersionRow,
  CheckpointRow,
  CheckpointWriteRow,
  CronOutcomeRow,
  CronRow,
  ItemRow,
  ItemVectorRow,
  RunEventsRow,
  RunHead,
  RunRow,
  RunStreamRow,
  StreamEnd,
  ThreadRow,
  WebhookAttempt,
  WebhookHead,
  WebhookRow,
} from '../tables/agent-server-columns.ts';

export interface ThreadFilter {
  status?: string;
  ids?: readonly string[];
  /** Texts that the JSON text of the metadata contains. */
  metadataParts?: readonly string[];
}
/** Position of a thread in an order of threads. */
export interface ThreadPosition {
  /** Value by which the threads are ordered, or null if the newest thread is first. */
  sortValue: string | number | null;
  ordinal: number;
}
export interface ThreadOrder {
  by: 'id' | 'status' | 'createdAt' | 'updatedAt' | 'stateUpdatedAt';
  descending: boolean;
}
export type ThreadHead = Omit<ThreadRow, 'values'>;
/** Columns of a thread that searches compare. A search parses the values only if it compares values. */
export interface ThreadDetails extends Pick<ThreadRow, 'id' | 'metadata'> {
  valuesText: string | null;
}
export interface ThreadSearch {
  /** Lists threads in the given order, by default newest first. Rows that compare equal are listed newest first. */
  list(
    deploymentId: string,
    filter: ThreadFilter & { limit: number; offset: number; order?: ThreadOrder },
  ): Promise<ThreadRow[]>;
  /**
   * Lists the same threads as `list`, but only ID, position and size in bytes, with `values` only if requested. With
   * `after`, lists the threads that follow this position in the same order.
   */
  sizes(
    deploymentId: string,
    filter: ThreadFilter & {
      limit: number;
      offset: number;
      order?: ThreadOrder;
      after?: ThreadPosition | undefined;
      values: boolean;
    },
  ): Promise<({ id: string; bytes: number } & ThreadPosition)[]>;
  /** Returns the columns of these threads that searches compare, in any order. `values` is JSON text, or null. */
  listDetails(
    deploymentId: string,
    which: { ids: readonly string[]; values: boolean },
  ): Promise<ThreadDetails[]>;
  count(deploymentId: string, filter: ThreadFilter): Promise<number>;
}
/** A thread for lists, with only the beginning of its values, because the values can be large. */
export interface ThreadOutline extends ThreadHead {
  /** Beginning of the JSON text of the values, or empty if the thread has no values. */
  valuesStart: string;
  /** Length of the whole JSON text of the values in characters. */
  valuesLength: number;
}
interface ThreadOutlineQuery {
  /** Deployment of the threads, or absent for all deployments. */
  deploymentId?: string;
  status?: string;
  limit: number;
  offset: number;
  /** Maximum length of `valuesStart`. */
  characters: number;
}
export interface Threads extends ThreadSearch {
  /** Lists threads of all deployments or of one deployment, last updated first. */
  outlines(query: ThreadOutlineQuery): Promise<ThreadOutline[]>;
  /** Counts by status the threads that `outlines` lists. */
  countByStatus(deploymentId?: string): Promise<{ status: string; count: number }[]>;
  /** Inserts a thread, and deletes the deployment's expired threads. Returns the IDs of the expired threads. */
  insert(row: ThreadRow): Promise<string[]>;
  get(deploymentId: string, id: string): Promise<ThreadRow | undefined>;
  /** Returns a thread without its values, because the values can be large. */
  head(deploymentId: string, id: string): Promise<ThreadHead | undefined>;
  /** Returns a thread's values as JSON text, or `undefined` if the thread does not exist. */
  valuesText(deploymentId: string, id: string): Promise<string | undefined>;
  /** Copies the values of thread `from` to thread `to` inside the database, because the values can be large. */
  copyValues(from: string, to: string): Promise<void>;
  exists(deploymentId: string, id: string): Promise<boolean>;
  /** Updates a thread. A `status` other than `busy` also sets `restingStatus`, unless `restingStatus` is given. */
  update(
    id: string,
    change: Partial<Omit<ThreadRow, 'id' | 'deploymentId' | 'stateUpdatedAt'>>,
  ): Promise<void>;
  /** Lists threads of all deployments that can be pruned and have no unfinished run, earliest due first. */
  listPrunable(limit: number): Promise<Pick<ThreadRow, 'id' | 'deploymentId' | 'expiry'>[]>;
  /**
   * Lists a deployment's threads with stale values and without an unfinished run. The listed threads have no values.
   */
  listStale(deploymentId: string, limit: number): Promise<Pick<ThreadRow, 'id' | 'metadata'>[]>;
  /** Returns the given IDs that belong to threads of the deployment. */
  existing(deploymentId: string, ids: readonly string[]): Promise<string[]>;
  remove(id: string): Promise<void>;
  /** Removes threads with all their rows, in a small number of statements. */
  removeMany(ids: readonly string[]): Promise<void>;
}
export type UnfinishedRun = Pick<
  RunRow,
  'id' | 'threadId' | 'deploymentId' | 'graphId' | 'fence' | 'claimedBy'
>;
/** Stored runs. The unfinished runs of a deployment are the deployment's queue. */
export interface RunQueue {
  /** Lists unfinished runs without bodies: pending runs, then running runs, each oldest first. */
  unfinishedOf(
    deploymentId: string,
    which: { threadId?: string; status?: 'pending' | 'running' },
  ): Promise<UnfinishedRun[]>;
  /** Returns whether the deployment has a pending run. `hasPending` is cheaper than an attempt to claim a run. */
  hasPending(deploymentId: string): Promise<boolean>;
  /** Returns whether a thread has a pending or running run, other than the run `except`. */
  hasUnfinished(threadId: string, options?: { except: string }): Promise<boolean>;
  /** Lists the unfinished runs of several threads without bodies. */
  unfinishedOfThreads(threadIds: readonly string[]): Promise<UnfinishedRun[]>;
  /** Returns the start time of the next delayed pending run, in epoch milliseconds. */
  nextStart(deploymentId: string, now: number): Promise<number | undefined>;
  /**
   * Claims the oldest pending run whose thread is idle and whose start time has come: marks the run as running and
   * increments its fence. With `instanceId`, claims only while this instance has its lease. With `byPriority`, threads
   * with lower priority numbers come first.
   */
  claimNext(
    deploymentId: string,
    revisionId: string,
    now: number,
    instanceId?: string,
    byPriority?: boolean,
  ): Promise<RunRow | undefined>;
  /**
   * Changes the status of `running` runs that no process executes back to `pending`. Without `own`, requeues the runs
   * whose instance no longer exists. With `own`, requeues the runs of this instance that are not in `known`.
   */
  requeueRunning(own?: {
    deploymentId: string;
    instanceId?: string | undefined;
    known: readonly string[];
  }): Promise<number>;
  /** Counts the running runs, and the pending runs that can start at `now`, by deployment. */
  countUnfinished(now: number): Promise<Map<string, number>>;
  /** Returns the creation times of a deployment's unfinished runs, including delayed runs. */
  unfinishedTimes(deploymentId: string): Promise<UnfinishedRunTimes[]>;
  /** Returns the first start time of a delayed run of any deployment that is later than `after`. */
  nextStartOfAll(after: number): Promise<number | undefined>;
  /** Lists the workspaces that have pending runs, in the order of IDs, from the first workspace after `after`. */
  waitingWorkspaces(page: { after: string; limit: number }): Promise<string[]>;
  /**
   * Lists the deployments of these workspaces that have pending runs, in the order of IDs, at most `perWorkspace` of
   * each workspace, from the first deployment after `after`.
   */
  listWaiting(
    cursors: readonly { workspaceId: string; after: string }[],
    perWorkspace: number,
  ): Promise<{ workspaceId: string; deploymentId: string }[]>;
}
export interface Runs extends RunQueue {
  insert(row: RunRow): Promise<void>;
  get(deploymentId: string, threadId: string, id: string): Promise<RunRow | undefined>;
  /** Returns a run without its request body. */
  head(deploymentId: string, threadId: string, id: string): Promise<RunHead | undefined>;
  findById(id: string): Promise<RunRow | undefined>;
  list(
    deploymentId: string,
    threadId: string,
    filter: { limit: number; offset: number; status?: string; ids?: readonly string[] },
  ): Promise<RunRow[]>;
  /** Lists the same runs as `list`, but only the ID, the metadata and the size in bytes of each row. */
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
/** Times of an unfinished run, in epoch milliseconds. */
export interface UnfinishedRunTimes {
  status: string;
  threadId: string;
  createdAt: number;
}

/** Size of a thread's checkpoints and their pending writes. The size in bytes counts only values. */
interface CheckpointStorage {
  checkpoints: { count: number; bytes: number };
  writes: { count: number; bytes: number };
}

/** A checkpoint without its values, for lists. */
export interface CheckpointOutline extends Pick<CheckpointRow, 'id' | 'parentId' | 'runId' | 'metadataType'> {
  metadata: Uint8Array;
  /** Writes of the tasks that started from the checkpoint, in the order of tasks. */
  writes: CheckpointWriteOutline[];
}
/** `start` is the beginning of the value of an error or an interrupt, or null for other writes. */
export interface CheckpointWriteOutline
  extends Pick<
    CheckpointWriteRow,
    'checkpointId' | 'taskId' | 'taskPath' | 'index' | 'channel' | 'valueType'
  > {
  start: Uint8Array | null;
}
export interface CheckpointOutlineQuery {
  /** Returns only checkpoints that are older than the checkpoint with this ID. */
  before?: string | undefined;
  limit: number;
  /** Maximum length of `start` in bytes. */
  bytes: number;
}

/** A checkpoint, and the writes of the tasks that started from it. */
export interface StoredCheckpoint {
  checkpoint: CheckpointRow;
  writes: CheckpointWriteRow[];
}
/** Position in a paged history. */
export interface CheckpointCursor {
  ns: string;
  id: string;
}
export interface CheckpointQuery {
  /** Namespace of the checkpoints, or absent for all namespaces. */
  ns?: string | undefined;
  /** ID of the only checkpoint to select. */
  id?: string | undefined;
  /** Selects only checkpoints that are older than the checkpoint with this ID. */
  before?: string | undefined;
  /** Position before the first checkpoint of the page, from the previous page's `next`. */
  after?: CheckpointCursor | undefined;
  limit?: number | undefined;
  /**
   * JSON values that the metadata must contain, keyed by metadata key. A value that only the graph library can compare
   * always matches, and so does all metadata of Python graphs. The library therefore filters the result again.
   */
  metadata?: Record<string, unknown> | undefined;
}
export interface CheckpointPage {
  found: StoredCheckpoint[];
  /** Position of the next page, or `undefined` after the last page. A page that is not the last page can be empty. */
  next: CheckpointCursor | undefined;
}
export interface CheckpointRemoval {
  /**
   * Removes all but the newest checkpoint of each namespace. Returns false and removes nothing if a newest checkpoint
   * needs writes of older checkpoints.
   */
  keepLatest(threadId: string): Promise<boolean>;
  removeThread(threadId: string): Promise<void>;
  /** Removes a run's writes, and restores the writes that the run replaced. */
  removeRun(threadId: string, runId: string): Promise<void>;
  /** Discards the writes that an ended run replaced, because the run can no longer be rolled back. */
  discardOverwritten(threadId: string, runId: string): Promise<void>;
}
export interface Checkpoints extends CheckpointRemoval {
  put(row: CheckpointRow): Promise<void>;
  /**
   * Stores writes. If a write's index is 0 or greater, its first value remains, so a repeated task changes nothing. If
   * a write's index is negative, its last value remains.
   */
  putWrites(rows: CheckpointWriteRow[]): Promise<void>;
  /** Returns the checkpoint with this ID, or else the namespace's newest checkpoint. IDs are ordered by time. */
  get(threadId: string, ns: string, id?: string): Promise<CheckpointRow | undefined>;
  /** Returns a checkpoint's writes ordered by task path, task ID and index, compared as bytes. */
  writes(threadId: string, ns: string, checkpointId: string): Promise<CheckpointWriteRow[]>;
  /** Lists checkpoints, newest first. */
  list(
    threadId: string,
    ns: string | undefined,
    filter: { limit?: number; before?: string },
  ): Promise<CheckpointRow[]>;
  /**
   * Lists a page of checkpoints, newest first. `PAGE_BYTES` limits the size of a page, so a page fits in one message.
   */
  page(threadId: string, query: CheckpointQuery): Promise<CheckpointPage>;
  /** Lists checkpoints of the thread's own graph, newest first, without values. */
  outlines(threadId: string, query: CheckpointOutlineQuery): Promise<CheckpointOutline[]>;
  /** Counts the checkpoints of the thread's own graph. */
  count(threadId: string): Promise<number>;
  /** Returns the ID of the thread's newest checkpoint in any namespace, which changes with each new checkpoint. */
  newestId(threadId: string): Promise<string | undefined>;
  /** Copies all checkpoints of thread `from` to thread `to`, except the writes of the runs `withoutRuns`. */
  copyThread(from: string, to: string, withoutRuns: readonly string[]): Promise<void>;
  /** Measures a thread's checkpoints without reading them. */
  storage(threadId: string): Promise<CheckpointStorage>;
  /** Returns the language of the graphs that wrote the thread's checkpoints, or `undefined` without checkpoints. */
  languageOf(threadId: string): Promise<AgentLanguage | undefined>;
  /** Returns the position before the first checkpoint of a run in the thread's own graph. */
  firstOfRun(threadId: string, runId: string): Promise<Pick<CheckpointRow, 'id' | 'parentId'> | undefined>;
  /** Returns true if the run has written a checkpoint in the namespace. */
  hasCheckpointOfRun(threadId: string, ns: string, runId: string): Promise<boolean>;
}
/** A new webhook. The store derives the other columns from the body. */
export type NewWebhook = Omit<WebhookRow, 'threadId' | 'title' | 'runStatus' | 'keepsBody'>;

/** Stored webhooks of ended runs. The first webhook of a run has the ID of the run. */
export interface Webhooks {
  insert(row: NewWebhook): Promise<void>;
  /**
   * Claims a due webhook and postpones the webhook until `dueAgain`. Only one caller can claim a webhook. Skips
   * webhooks whose URL begins with an entry of `excludedPrefixes`.
   */
  claim(now: number, dueAgain: number, excludedPrefixes?: readonly string[]): Promise<WebhookRow | undefined>;
  /** Stores the due time and the attempts of a pending webhook. */
  update(id: string, change: { attempts?: WebhookAttempt[]; dueAt: number }): Promise<void>;
  /** Sets the values in the payload of the run's webhook, if the webhook is still pending. */
  setValues(runId: string, values: unknown): Promise<void>;
  /**
   * Stores the attempts of a webhook after the last attempt. Removes the webhook's body if the body is too long to be
   * stored, and the deployment's oldest finished webhooks if the deployment has too many webhooks.
   */
  finish(webhook: Pick<WebhookRow, 'id' | 'deploymentId'>, attempts: WebhookAttempt[]): Promise<void>;
  remove(id: string): Promise<void>;
  get(id: string): Promise<WebhookRow | undefined>;
  /** Lists the newest webhooks of all deployments, newest first. */
  listNewest(limit: number): Promise<WebhookHead[]>;
  /**
   * Returns the time when the next webhook is due, ignoring webhooks whose URL begins with one of `excludedPrefixes`.
   */
  nextDue(excludedPrefixes?: readonly string[]): Promise<number | undefined>;
}

/** Returns true if a run's thread was created only for the run, and is deleted with the run. */
export function isStateless(run: Pick<RunRow, 'kwargs'>): boolean {
  return run.kwargs['stateless'] === true;
}

/** A streamed run without its request body. */
export type StreamedRunDetails = Pick<RunRow, 'id' | 'graphId' | 'attempt' | 'createdAt'> &
  Pick<RunStreamRow, 'resumable'>;

/** Events of streams. Each stream numbers its events without gaps. */
export interface RunEvents {
  /** Returns the ID of the stream's last event, or -1 if the stream has no events. */
  lastId(runId: string): Promise<number>;
  /**
   * Stores the next events exactly once. Returns false, and stores no events, if the stream has ended, does not exist,
   * or belongs to another attempt. `append` blocks only writers of the same stream.
   * @throws StoreError `conflict` if the events do not have the next IDs.
   */
  append(runId: string, fence: number, events: RunEventsRow): Promise<boolean>;
  /**
   * Returns at most `limit` rows with the events after `after`. The first row can also contain events up to `after`.
   */
  read(runId: string, after: number, limit: number): Promise<RunEventsRow[]>;
}
export interface RunStreamRows extends RunEvents {
  /**
   * Starts a run's stream, or continues the stream with this attempt. The stream is deleted together with the thread.
   * Stores the first events of the attempt, if given, and returns the ID for the next event.
   */
  open(
    row: Omit<RunStreamRow, 'end' | 'endedAt'> & { threadId: string; fence: number },
    events?: { count: number; toFrames: (firstId: number) => string },
  ): Promise<number>;
  get(runId: string): Promise<RunStreamRow | undefined>;
  /** Returns a run's stream and the ID of its last event, or -1 without events. */
  getWithLastId(runId: string): Promise<(RunStreamRow & { lastId: number }) | undefined>;
  /** Lists a thread's runs whose streams are stored, in the order of creation. */
  runsOfThread(deploymentId: string, threadId: string): Promise<StreamedRunDetails[]>;
  /** Ends a run's stream, if the stream exists. With `outlivesThread`, the stream is not deleted with its thread. */
  end(runId: string, end: StreamEnd, at: number, options?: { outlivesThread: boolean }): Promise<void>;
  remove(runId: string): Promise<void>;
  /** Removes streams that ended before `at`, and streams that ended before `unresumableAt` and cannot be resumed. */
  prune(at: number, unresumableAt?: number): Promise<void>;
}

export interface Assistants {
  /** Inserts an assistant. IDs of assistants are unique within a deployment. */
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

/** An item to store, with the time `at` in epoch milliseconds (default: the current time). */
export type NewItem = Pick<ItemRow, 'deploymentId' | 'namespace' | 'key' | 'value'> & {
  at?: number;
  /** Time to live of the item in milliseconds. An item without a time to live does not expire. */
  ttlMs?: number | null | undefined;
  /** Vectors for searches by meaning, which do not find an item without vectors. */
  vectors?: readonly Pick<ItemVectorRow, 'field' | 'vector'>[] | undefined;
};
export type ItemVectorKey = Pick<ItemVectorRow, 'namespace' | 'key' | 'field'>;
/** Stored items. No method returns expired items. */
export interface Items {
  /** Stores an item. Replaces an item with the same key, but does not change the item's `createdAt`. */
  put(row: NewItem): Promise<void>;
  get(deploymentId: string, namespace: readonly string[], key: string): Promise<ItemRow | undefined>;
  /** Restarts the time to live of each given item that has a time to live. */
  refresh(deploymentId: string, which: readonly Pick<ItemRow, 'namespace' | 'key'>[]): Promise<void>;
  /** Lists the keys of items at and below a namespace with the sizes of their values in bytes, last updated first. */
  listSizes(
    deploymentId: string,
    prefix: readonly string[],
    page: { limit: number; offset: number },
  ): Promise<(Pick<ItemRow, 'namespace' | 'key'> & { bytes: number })[]>;
  /** Returns the given items that exist, in any order. */
  getMany(deploymentId: string, which: readonly Pick<ItemRow, 'namespace' | 'key'>[]): Promise<ItemRow[]>;
  /** Lists the vectors at and below a namespace, grouped by item. The list can include vectors of expired items. */
  listVectors(
    deploymentId: string,
    prefix: readonly string[],
    page: { limit: number; after?: ItemVectorKey | undefined },
  ): Promise<(ItemVectorKey & Pick<ItemVectorRow, 'vector'>)[]>;
  /** Lists each namespace that contains an item once, ordered by its labels joined with periods. */
  namespaces(deploymentId: string): Promise<string[][]>;
  remove(deploymentId: string, namespace: readonly string[], key: string): Promise<void>;
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
  /**
   * Claims the enabled crons of all deployments that are due, have not ended and are not claimed, and returns them,
   * earliest due first. The claims end at `until`. With `instanceId`, claims only while this instance has its lease.
   */
  claimDue(claim: {
    now: number;
    until: number;
    limit: number;
    instanceId?: string | undefined;
  }): Promise<CronRow[]>;
  /** Ends the claims of crons, so that the crons are due again. */
  releaseClaims(of: { ids: readonly string[] } | { deploymentId: string } | 'all'): Promise<void>;
  /**
   * Sets the time of the next run of a cron and ends its claim, if the cron has not changed since the caller read it.
   * Resolves to false if another process set the time first, or if the cron was changed or paused. With `instanceId`, succeeds only while
   * this instance has its lease.
   */
  advance(row: CronRow, nextRunAt: number, instanceId?: string): Promise<boolean>;
  /** Returns the first time after `after` when an enabled cron of any deployment is due. */
  nextDue(after: number): Promise<number | undefined>;
}
/** Stored crons. A cron is removed together with its thread or its deployment. */
export interface Crons extends CronSchedule, CronOutcomes {
  insert(row: CronRow): Promise<void>;
  get(deploymentId: string, id: string): Promise<CronRow | undefined>;
  /** Lists the metadata and the row size in bytes of all matching crons, in the given order, then newest first. */
  listDetails(
    deploymentId: string,
    filter: CronFilter & { order: CronOrder },
  ): Promise<(Pick<CronRow, 'id' | 'metadata'> & { bytes: number })[]>;
  /** Returns the given crons that exist, in any order. */
  getMany(deploymentId: string, ids: readonly string[]): Promise<CronRow[]>;
  /** Updates a cron and ends its claim. Resolves to false if the cron does not exist. */
  update(
    id: string,
    change: Partial<Omit<CronRow, 'id' | 'deploymentId' | 'assistantId' | 'threadId' | 'createdAt'>>,
  ): Promise<boolean>;
  /** Removes a cron. Resolves to false if the cron does not exist. */
  remove(deploymentId: string, id: string): Promise<boolean>;
  removeOfAssistant(deploymentId: string, assistantId: string): Promise<void>;
}
/** Latest outcomes of crons. The outcomes of a cron are removed together with the cron. */
export interface CronOutcomes {
  /** Adds an outcome to a cron, and removes the cron's oldest outcome if the cron has too many outcomes. */
  addOutcome(cronId: string, outcome: Omit<CronOutcomeRow, 'cronId' | 'seq'>): Promise<void>;
  /** Stores how the run of a cron ended, if an outcome of the run is stored. */
  endOutcome(runId: string, end: Pick<CronOutcomeRow, 'status' | 'reason'>): Promise<void>;
  /**
   * Returns the latest outcomes of these crons, oldest first. The status of a run that was removed before its end is
   * `stopped`.
   */
  outcomesOf(cronIds: readonly string[]): Promise<CronOutcomeRow[]>;
}
