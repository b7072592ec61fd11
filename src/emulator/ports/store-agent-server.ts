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
/** The columns of a thread that searches compare. Only a search that needs the values parses them. */
export interface ThreadDetails extends Pick<ThreadRow, 'id' | 'metadata'> {
  valuesText: string | null;
}
export interface Threads {
  /** Also deletes the deployment's expired rows. */
  insert(row: ThreadRow): Promise<void>;
  get(deploymentId: string, id: string): Promise<ThreadRow | undefined>;
  /** The thread without its values, which may be large. */
  head(deploymentId: string, id: string): Promise<ThreadHead | undefined>;
  /** Its values as JSON text; undefined: it is gone. */
  valuesText(deploymentId: string, id: string): Promise<string | undefined>;
  /** Gives a thread the values of another, inside the database: they may be large. */
  copyValues(from: string, to: string): Promise<void>;
  /** The same question where nothing of it matters. */
  exists(deploymentId: string, id: string): Promise<boolean>;
  /** Newest first by default, and among equals. */
  list(
    deploymentId: string,
    filter: ThreadFilter & { limit: number; offset: number; order?: ThreadOrder },
  ): Promise<ThreadRow[]>;
  /** As `list`, but only the ID and the size in bytes of each row, `values` counted only on request. */
  sizes(
    deploymentId: string,
    filter: ThreadFilter & { limit: number; offset: number; order?: ThreadOrder; values: boolean },
  ): Promise<{ id: string; bytes: number }[]>;
  /** Of these threads, in no order, only the inspected columns; the values as JSON text, or null unless requested. */
  listDetails(
    deploymentId: string,
    which: { ids: readonly string[]; values: boolean },
  ): Promise<ThreadDetails[]>;
  count(deploymentId: string, filter: ThreadFilter): Promise<number>;
  /** A status other than `busy` is also the resting status, unless that is set too. */
  update(
    id: string,
    change: Partial<Omit<ThreadRow, 'id' | 'deploymentId' | 'stateUpdatedAt'>>,
  ): Promise<void>;
  /** Threads of all deployments that may be pruned and have no unfinished run, longest due first. */
  listPrunable(limit: number): Promise<Pick<ThreadRow, 'id' | 'deploymentId' | 'expiry'>[]>;
  /** Threads of a deployment whose values are stale and that have no unfinished run; without those values. */
  listStale(deploymentId: string, limit: number): Promise<Pick<ThreadRow, 'id' | 'metadata'>[]>;
  remove(id: string): Promise<void>;
}
export type UnfinishedRun = Pick<
  RunRow,
  'id' | 'threadId' | 'deploymentId' | 'graphId' | 'fence' | 'claimedBy'
>;
export interface Runs {
  insert(row: RunRow): Promise<void>;
  get(deploymentId: string, threadId: string, id: string): Promise<RunRow | undefined>;
  /** Of any deployment. */
  findById(id: string): Promise<RunRow | undefined>;
  list(
    deploymentId: string,
    threadId: string,
    filter: { limit: number; offset: number; status?: string; ids?: readonly string[] },
  ): Promise<RunRow[]>;
  /** As `list`, but only the inspected columns, and the size of each row in bytes. */
  listDetails(
    deploymentId: string,
    threadId: string,
    filter: { limit: number; offset: number; status?: string },
  ): Promise<(Pick<RunRow, 'id' | 'metadata'> & { bytes: number })[]>;
  /** All unfinished runs of a thread, or of all threads, without their request bodies: pending ones first, each kind oldest first. */
  unfinishedOf(
    deploymentId: string,
    which: { threadId?: string; status?: 'pending' | 'running' },
  ): Promise<UnfinishedRun[]>;
  /** When the next of the delayed pending runs may begin. */
  nextStart(deploymentId: string, now: number): Promise<number | undefined>;
  /**
   * The next pending run of an idle thread, oldest first of those that may begin; marks it running and increments its
   * fence. `instanceId`: only while this instance has its lease. `byPriority`: those of threads with a lower priority first.
   */
  claimNext(
    deploymentId: string,
    revisionId: string,
    now: number,
    instanceId?: string,
    byPriority?: boolean,
  ): Promise<RunRow | undefined>;
  /**
   * Makes runs `pending` again that are `running` although no process executes them: those that no living instance has claimed;
   * `own`: those that this instance has claimed, but for those that it knows.
   */
  requeueRunning(own?: {
    deploymentId: string;
    instanceId?: string | undefined;
    known: readonly string[];
  }): Promise<number>;
  /** How many there are to execute now: running ones, and pending ones that are not delayed. */
  countUnfinished(deploymentId: string, now: number): Promise<{ pending: number; running: number }>;
  /** When the unfinished runs of a deployment were created, delayed ones included. */
  unfinishedTimes(deploymentId: string): Promise<UnfinishedRunTimes[]>;
  /** The deployments that have pending runs. */
  deploymentsWithPending(): Promise<string[]>;
  update(
    id: string,
    change: Partial<Pick<RunRow, 'status' | 'error' | 'updatedAt' | 'metadata' | 'attempt'>>,
    fence?: number,
  ): Promise<boolean>;
  /** Deletes its feedback tokens too. */
  remove(id: string): Promise<void>;
  /** Deletes at most so many finished runs of a thread, oldest first. Returns how many. */
  removeFinished(deploymentId: string, threadId: string, limit: number): Promise<number>;
}
/** When an unfinished run was created, in epoch milliseconds. */
export interface UnfinishedRunTimes {
  status: string;
  threadId: string;
  createdAt: number;
}

/** How much a thread's checkpoints and their pending writes take in the store; bytes are those of their values. */
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
  /** Absent: all namespaces. */
  ns?: string | undefined;
  /** This checkpoint alone. */
  id?: string | undefined;
  /** Only those older than the checkpoint of this ID. */
  before?: string | undefined;
  /** The end of the previous page. */
  after?: CheckpointCursor | undefined;
  limit?: number | undefined;
  /**
   * JSON that the metadata must contain under these keys. Values that only the graph library can compare pass, and so does
   * everything of a Python graph: the library has the last word.
   */
  metadata?: Record<string, unknown> | undefined;
}
export interface CheckpointPage {
  found: StoredCheckpoint[];
  /** The next position; undefined at the end. A page may be empty and not be the last. */
  next: CheckpointCursor | undefined;
}
export interface Checkpoints {
  put(row: CheckpointRow): Promise<void>;
  /** A write at index 0 or above keeps its first value, so that a repeated task changes nothing; below, its last. */
  putWrites(rows: CheckpointWriteRow[]): Promise<void>;
  /** The named checkpoint, or the newest of the namespace (ids are time-ordered text). */
  get(threadId: string, ns: string, id?: string): Promise<CheckpointRow | undefined>;
  /** In the order of their task paths, task IDs and indexes, byte for byte. */
  writes(threadId: string, ns: string, checkpointId: string): Promise<CheckpointWriteRow[]>;
  /** Newest first. */
  list(
    threadId: string,
    ns: string | undefined,
    filter: { limit?: number; before?: string },
  ): Promise<CheckpointRow[]>;
  /** Newest first, and no more than fits one message: see `PAGE_BYTES` of the store. */
  page(threadId: string, query: CheckpointQuery): Promise<CheckpointPage>;
  /** The newest checkpoint of all namespaces: changes with each addition to the thread's history. */
  newestId(threadId: string): Promise<string | undefined>;
  /** Copies all of `from` to thread `to`, except the writes of these runs. */
  copyThread(from: string, to: string, withoutRuns: readonly string[]): Promise<void>;
  /** Measures what is stored, without reading it. */
  storage(threadId: string): Promise<CheckpointStorage>;
  /** The language of the graphs that wrote the thread's checkpoints; undefined: it has none. */
  languageOf(threadId: string): Promise<AgentLanguage | undefined>;
  /**
   * Removes all but the newest checkpoint of each namespace. False, and nothing is removed: one of those needs the writes of
   * older ones.
   */
  keepLatest(threadId: string): Promise<boolean>;
  removeThread(threadId: string): Promise<void>;
  /** Removes a run's writes; what they replaced is restored. */
  removeRun(threadId: string, runId: string): Promise<void>;
  /** A run ended and is kept: what it replaced is not restored any more. */
  discardOverwritten(threadId: string, runId: string): Promise<void>;
  /** Whether a run left a checkpoint of its own in the namespace. */
  hasCheckpointOfRun(threadId: string, ns: string, runId: string): Promise<boolean>;
}
export interface Webhooks {
  insert(row: WebhookRow): Promise<void>;
  /** Claims one that is due, and postpones it; only one claim succeeds. `butTo`: none whose URL begins like that. */
  claim(now: number, dueAgain: number, butTo?: readonly string[]): Promise<WebhookRow | undefined>;
  update(runId: string, change: Pick<WebhookRow, 'attempts' | 'dueAt'>): Promise<void>;
  /** Sets the values of its payload, if still pending. */
  setValues(runId: string, values: unknown): Promise<void>;
  remove(runId: string): Promise<void>;
  /** When the next one is due; `butTo` as above. */
  nextDue(butTo?: readonly string[]): Promise<number | undefined>;
}

/** Whether a run's thread was made for it alone, and goes with it when it ends. */
export function isStateless(run: Pick<RunRow, 'kwargs'>): boolean {
  return run.kwargs['stateless'] === true;
}

/** A run with a stream, without its body. */
export type StreamedRunDetails = Pick<RunRow, 'id' | 'graphId' | 'attempt' | 'createdAt'> &
  Pick<RunStreamRow, 'resumable'>;

export interface RunStreamRows {
  /** Begins the stream of a run, which is deleted with its thread; an existing one becomes this attempt's. */
  open(row: Omit<RunStreamRow, 'end' | 'endedAt'> & { threadId: string; fence: number }): Promise<void>;
  /** It stays when its thread is deleted. */
  detach(runId: string): Promise<void>;
  get(runId: string): Promise<RunStreamRow | undefined>;
  /** The runs of a thread whose streams are kept, in the order in which they were made. */
  runsOfThread(deploymentId: string, threadId: string): Promise<StreamedRunDetails[]>;
  /** The ID of its last event; -1 when there is none. */
  lastId(runId: string): Promise<number>;
  /**
   * Stores the next events, once. False, and nothing is stored: the stream has ended, is gone, or another attempt's.
   * Blocks only writers of this very stream.
   * @throws StoreError `conflict` when these are not the next IDs.
   */
  append(runId: string, fence: number, events: RunEventsRow): Promise<boolean>;
  /** The events after `after`, including its own row when that holds more; in order, at most `limit` rows. */
  read(runId: string, after: number, limit: number): Promise<RunEventsRow[]>;
  /** Ignored when the run has no stream. */
  end(runId: string, end: StreamEnd, at: number): Promise<void>;
  remove(runId: string): Promise<void>;
  /** Removes the streams that ended before `at`, and those before `unresumableAt` that cannot be resumed. */
  prune(at: number, unresumableAt?: number): Promise<void>;
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

/** An item to store; `at`: when, if not now. */
export type NewItem = Pick<ItemRow, 'deploymentId' | 'namespace' | 'key' | 'value'> & {
  at?: number;
  /** Absent or null: it does not expire. */
  ttlMs?: number | null | undefined;
  /** What it is found by when it is searched by meaning; absent: nothing. */
  vectors?: readonly Pick<ItemVectorRow, 'field' | 'vector'>[] | undefined;
};
/** The place of a vector. */
export type ItemVectorPlace = Pick<ItemVectorRow, 'namespace' | 'key' | 'field'>;
/** Expired items are never found. */
export interface Items {
  /** In place of one with the same key, of which it keeps `createdAt`. */
  put(row: NewItem): Promise<void>;
  get(deploymentId: string, namespace: readonly string[], key: string): Promise<ItemRow | undefined>;
  /** Restarts the time to live of those of these that have one. */
  refresh(deploymentId: string, which: readonly Pick<ItemRow, 'namespace' | 'key'>[]): Promise<void>;
  /** Those at and below a namespace, last updated first: their keys, and the size of their values in bytes. */
  listSizes(
    deploymentId: string,
    prefix: readonly string[],
    page: { limit: number; offset: number },
  ): Promise<(Pick<ItemRow, 'namespace' | 'key'> & { bytes: number })[]>;
  /** The existing ones of these, in no order. */
  getMany(deploymentId: string, which: readonly Pick<ItemRow, 'namespace' | 'key'>[]): Promise<ItemRow[]>;
  /** The vectors at and below a namespace, those of an item next to each other; of expired items perhaps, too. */
  listVectors(
    deploymentId: string,
    prefix: readonly string[],
    page: { limit: number; after?: ItemVectorPlace | undefined },
  ): Promise<(ItemVectorPlace & Pick<ItemVectorRow, 'vector'>)[]>;
  /** Each namespace that holds an item, once, in the order of their labels with periods between them. */
  namespaces(deploymentId: string): Promise<string[][]>;
  remove(deploymentId: string, namespace: readonly string[], key: string): Promise<void>;
  /** Removes the expired ones of all deployments. */
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
/** Runs on a schedule: removed with their thread, and with their deployment. */
export interface Crons {
  insert(row: CronRow): Promise<void>;
  get(deploymentId: string, id: string): Promise<CronRow | undefined>;
  /** Of all that fit, in this order, among equals the newest first; only the metadata, and the size of each row in bytes. */
  listDetails(
    deploymentId: string,
    filter: CronFilter & { order: CronOrder },
  ): Promise<(Pick<CronRow, 'id' | 'metadata'> & { bytes: number })[]>;
  /** Those of these that exist, in no order. */
  getMany(deploymentId: string, ids: readonly string[]): Promise<CronRow[]>;
  /** False: it is gone. */
  update(
    id: string,
    change: Partial<Omit<CronRow, 'id' | 'deploymentId' | 'assistantId' | 'threadId' | 'createdAt'>>,
  ): Promise<boolean>;
  /** False: there was none. */
  remove(deploymentId: string, id: string): Promise<boolean>;
  removeOfAssistant(deploymentId: string, assistantId: string): Promise<void>;
  /** The enabled ones whose time has come and that have not ended, longest due first. */
  listDue(deploymentId: string, now: number, limit: number): Promise<CronRow[]>;
  /**
   * Sets when it runs next, if it is as the caller read it; false: another process was first, or it was changed or paused.
   * `instanceId`: only while this instance has its lease.
   */
  advance(row: CronRow, nextRunAt: number, instanceId?: string): Promise<boolean>;
  /** When the next of the enabled ones is due that does not end before. */
  nextDue(deploymentId: string, now: number): Promise<number | undefined>;
  /** The deployments that have enabled ones. */
  deploymentsWithEnabled(): Promise<string[]>;
}
