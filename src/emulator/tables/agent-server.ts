import { AGENT_LANGUAGES, type AgentLanguage } from '../../contract/agent-language.ts';
import {
  bytes,
  flag,
  freeForm,
  id,
  integer,
  internal,
  json,
  jsonOf,
  named,
  nullable,
  autoIncrement,
  reset,
  type RowOf,
  rowMapper,
  storedNames,
  text,
  time,
  timestamps,
} from './columns.ts';

// The largest column of a table is its last one. SQLite reads every page of a large value before it reaches the
// columns after it.

export type { AgentLanguage };

export const THREAD_STATUSES = ['idle', 'busy', 'interrupted', 'error'] as const;
const RESTING_STATUSES = ['idle', 'interrupted', 'error'] as const;
type RestingStatus = (typeof RESTING_STATUSES)[number];

export const threadColumns = {
  ordinal: autoIncrement(),
  id: id(),
  deploymentId: id(),
  status: text<(typeof THREAD_STATUSES)[number]>(({ z }) => z.enum(THREAD_STATUSES)),
  metadata: json(freeForm),
  ...timestamps(),
  /**
   * Time when `values` were last set. The store sets it together with `updatedAt` when the values change. If unknown
   * for an old row, it equals the time of the last change.
   */
  stateUpdatedAt: time(),
  ttlMs: nullable(integer()),
  expiresAt: nullable(time()),
  /** Resting status; null if it equals the status, or is idle. */
  resting: nullable(text<RestingStatus>(({ z }) => z.enum(RESTING_STATUSES))),
  /**
   * True if values and interrupts may differ from the thread's checkpoints, because a run ended without reporting
   * them.
   */
  stale: named('behind', flag()),
  /** Time from which all but the latest state may be pruned. */
  pruneAt: nullable(time()),
  /** Runs of a thread with a lower number start first. Null: not assigned yet, treated as 0. */
  priority: nullable(integer()),
};
export type StoredThread = RowOf<typeof threadColumns>;
export const threadRows = rowMapper(threadColumns);

/**
 * Pending interrupts of a thread. They may be large, and a change of any other column would write them again, so they
 * have a separate table, as the values do. A thread without a row has no interrupts.
 */
export const threadInterruptColumns = { threadId: id(), interrupts: json(freeForm) };
export const threadInterruptRows = rowMapper(threadInterruptColumns);

/**
 * Values of a thread: their JSON text in parts, numbered from 0, because one statement of SQLite that reads or writes
 * all of them would block every request. A thread without rows has no values.
 */
export const threadValueColumns = {
  threadId: id(),
  part: integer(({ z }) => z.int().min(0)),
  text: text(({ z }) => z.string().min(1)),
};

/** Effect of a thread's expiry: the thread is deleted, or only its latest state is kept. */
type ThreadExpiryStrategy = 'delete' | 'keep_latest';
export interface ThreadRow
  extends Omit<StoredThread, 'ttlMs' | 'expiresAt' | 'pruneAt' | 'resting'>,
    Omit<RowOf<typeof threadInterruptColumns>, 'threadId'> {
  /** Values that the last run left behind. */
  values: unknown;
  /** Status of the thread while it has no unfinished run, as the last run left it. */
  restingStatus: RestingStatus;
  /** Expiry at the time `at`, or once the thread is no longer busy. Null: the thread does not expire. */
  expiry: { ttlMs: number; at: number; strategy: ThreadExpiryStrategy } | null;
}

export const RUN_STATUSES = ['pending', 'running', 'success', 'error', 'timeout', 'interrupted'] as const;

export const runColumns = {
  ordinal: autoIncrement(),
  id: id(),
  threadId: id(),
  deploymentId: id(),
  assistantId: text(),
  graphId: text(),
  status: text<(typeof RUN_STATUSES)[number]>(({ z }) => z.enum(RUN_STATUSES)),
  metadata: json(freeForm),
  multitaskStrategy: text(),
  error: json(({ z }) => z.strictObject({ error: z.string(), message: z.string() }).nullable()),
  attempt: integer(({ z }) => z.int().min(1)),
  revisionId: nullable(id()),
  fence: reset(0, integer()),
  ...timestamps(),
  notBefore: nullable(time()),
  /** Instance that executes the run. Null if no instance executes it, or if only one process uses the store. */
  claimedBy: reset<string | null, string | null>(null, nullable(text())),
  /** Instance whose clients read the run's events as they arrive, or `SEVERAL_INSTANCES` for several instances. */
  listenedBy: reset<string | null, string | null>(null, nullable(text())),
  /** The create body as accepted, without secrets. */
  kwargs: json(freeForm),
};
/** Value of `listenedBy` for more than one instance. */
export const SEVERAL_INSTANCES = '*';
export type RunRow = RowOf<typeof runColumns>;
export const runRows = rowMapper(runColumns);
const { kwargs: _kwargs, ...runHeadColumns } = runColumns;
/** A run without its body, which may be large. */
export type RunHead = RowOf<typeof runHeadColumns>;
export const runHeadRows = rowMapper(runHeadColumns);
export const RUN_HEAD_COLUMNS = storedNames(runHeadColumns);

/** Bytes of the graph library's serializer. The emulator never parses them. */
export const checkpointColumns = {
  threadId: id(),
  ns: text(),
  id: id(),
  parentId: nullable(text()),
  runId: nullable(text()),
  checkpointType: text(),
  metadataType: text(),
  metadata: bytes(),
  /** Language of the graph that wrote the checkpoint. */
  language: text<AgentLanguage>(({ z }) => z.enum(AGENT_LANGUAGES)),
  /** True if the checkpoint contains only part of its state. The rest is in the writes of earlier checkpoints. */
  delta: flag(),
  checkpoint: bytes(),
};
export type CheckpointRow = RowOf<typeof checkpointColumns>;
export const checkpointRows = rowMapper(checkpointColumns);

export const checkpointWriteColumns = {
  threadId: id(),
  ns: text(),
  checkpointId: id(),
  taskId: text(),
  index: named('idx', integer()),
  channel: text(),
  valueType: text(),
  runId: nullable(text()),
  /** Orders the writes of tasks that ran in parallel. Empty: ordered by task ID. */
  taskPath: text(),
  value: bytes(),
};
export type CheckpointWriteRow = RowOf<typeof checkpointWriteColumns>;
export const checkpointWriteRows = rowMapper(checkpointWriteColumns);

/** Rows that an unfinished run replaced, for its rollback. */
export const checkpointBeforeColumns = { byRun: id(), ...checkpointColumns };
export const checkpointWriteBeforeColumns = { byRun: id(), ...checkpointWriteColumns };

/** A webhook to send because a run ended. It is kept after its run is deleted. */
export const webhookColumns = {
  runId: id(),
  deploymentId: id(),
  url: text(),
  attempts: integer(({ z }) => z.int().min(0)),
  dueAt: time(),
  createdAt: time(),
  body: json(freeForm),
};
export type WebhookRow = RowOf<typeof webhookColumns>;
export const webhookRows = rowMapper(webhookColumns);

export type StreamEnd = { kind: 'ended' } | { kind: 'failed'; error: string; message: string };

export const runStreamColumns = {
  runId: id(),
  /** ID of the thread; null after the thread is deleted. */
  threadId: nullable(id()),
  deploymentId: id(),
  /** True if the stream's events have IDs and are kept for a while after its end. */
  resumable: flag(),
  fence: internal(integer()),
  lastId: internal(integer()),
  /** Keys of the run's feedback URLs, which are stored separately. */
  feedbackKeys: jsonOf<string[] | null>(),
  end: jsonOf<StreamEnd | null>(),
  endedAt: nullable(time()),
};
export type RunStreamRow = RowOf<typeof runStreamColumns>;
export const runStreamRows = rowMapper(runStreamColumns);

/**
 * A stopped run that an instance may still be executing. No other run of its thread starts until it has ended, or
 * until the time `until`.
 */
export const stoppingRunColumns = { runId: id(), threadId: id(), claimedBy: text(), until: time() };

/** Instances whose clients read the events of all runs of a thread as they arrive. */
export const threadListenerColumns = { threadId: id(), instanceId: id() };

/**
 * Result of a run that is kept, or was deleted with its thread. `interrupts` is set if the graph stopped for an
 * interrupt.
 */
export type StoredRunResult =
  | { kind: 'values'; values: unknown; interrupts?: unknown[] }
  | { kind: 'failed'; error: string; message: string };
/** Results of runs that were deleted with their threads. */
export const runResultColumns = {
  runId: id(),
  deploymentId: id(),
  result: jsonOf<StoredRunResult>(),
  endedAt: time(),
};

/** Consecutive events: their frames as sent, and their first and last ID. IDs of a stream begin at 0. */
export const runEventColumns = { runId: id(), firstId: integer(), lastId: integer(), frames: text() };
export type RunEventsRow = Omit<RowOf<typeof runEventColumns>, 'runId'>;

const configured = {
  graphId: text(),
  name: text(),
  description: nullable(text()),
  config: json(freeForm),
  context: json(freeForm),
  metadata: json(freeForm),
  version: integer(({ z }) => z.int().min(1)),
};

/** An assistant in its current version. `createdAt` is the creation time of the assistant, not of the version. */
export const assistantColumns = {
  ordinal: autoIncrement(),
  deploymentId: id(),
  id: id(),
  ...configured,
  ...timestamps(),
};
export type AssistantRow = RowOf<typeof assistantColumns>;
export const assistantRows = rowMapper(assistantColumns);

/** One version of an assistant: a graph, and the configuration of its runs. */
export const assistantVersionColumns = {
  deploymentId: id(),
  id: named('assistant_id', id()),
  ...configured,
  createdAt: time(),
};
export type AssistantVersionRow = RowOf<typeof assistantVersionColumns>;
export const assistantVersionRows = rowMapper(assistantVersionColumns);

/** Runs on a schedule. */
export const cronColumns = {
  ordinal: autoIncrement(),
  id: id(),
  deploymentId: id(),
  assistantId: text(),
  /** Null: each run gets a new thread. */
  threadId: nullable(id()),
  schedule: text(),
  /** Time zone. Null: UTC. */
  timezone: nullable(text()),
  /** Time from which the cron no longer runs. */
  endTime: nullable(time()),
  enabled: flag(),
  /** Effect of the end of a run on the thread that the cron created for it. Null if the cron creates no threads. */
  onRunCompleted: nullable(text<'delete' | 'keep'>(({ z }) => z.enum(['delete', 'keep']))),
  metadata: json(freeForm),
  /** Owner of the runs, if the deployment has custom authentication. Null: the runs have no user. */
  userId: nullable(text()),
  nextRunAt: time(),
  ...timestamps(),
  /** The create body as accepted, without secrets and with later changes. */
  payload: json(freeForm),
};
export type CronRow = RowOf<typeof cronColumns>;
export const cronRows = rowMapper(cronColumns);

/** Separator between the labels of a namespace. */
export const SEPARATOR = '.';

/** Data that graphs and clients of one deployment share across threads. */
export const itemColumns = {
  deploymentId: id(),
  /** At least one label. Labels contain no period. */
  namespace: {
    ...id(),
    store: (labels: readonly string[]): string => labels.join(SEPARATOR),
    load: (stored: string): readonly string[] => stored.split(SEPARATOR),
  },
  key: text(),
  ...timestamps(),
  ttlMs: nullable(integer()),
  /** Time from which the item is no longer found. */
  expiresAt: nullable(time()),
  value: json(freeForm),
};
export type ItemRow = RowOf<typeof itemColumns>;
export const itemRows = rowMapper(itemColumns);

/** Vectors of an item for searches by meaning, one for each of its texts. */
export const itemVectorColumns = {
  deploymentId: id(),
  namespace: itemColumns.namespace,
  key: text(),
  /** Path of the text in the value. */
  field: text(),
  /** Vector of length 1, as 32-bit floating point numbers, little-endian. */
  vector: bytes(),
};
export type ItemVectorRow = RowOf<typeof itemVectorColumns>;
export const itemVectorRows = rowMapper(itemVectorColumns);
