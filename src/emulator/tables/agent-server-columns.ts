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
  queueWorkspace,
  reset,
  type RowOf,
  rowMapper,
  type Shapes,
  storedNames,
  text,
  time,
  timestamps,
} from './columns.ts';

// The largest column of each table is the last, because SQLite reads all pages of a large value before it reaches later
// columns.

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
   * Time of the last change of `values`, set together with `updatedAt`. In rows that were written before this column
   * existed, the column contains the time of the row's last change.
   */
  stateUpdatedAt: time(),
  ttlMs: nullable(integer()),
  expiresAt: nullable(time()),
  /** Status of the thread while it has no unfinished run, or null if this status equals `status` or is `idle`. */
  resting: nullable(text<RestingStatus>(({ z }) => z.enum(RESTING_STATUSES))),
  /**
   * True if values and interrupts might differ from the thread's checkpoints, because a run ended without reporting
   * them.
   */
  stale: named('behind', flag()),
  /** Time after which all but the thread's latest state can be pruned, or null if the history is never pruned. */
  pruneAt: nullable(time()),
  /**
   * Priority of the thread's runs. Runs with lower priority numbers start first. Null means that no priority is
   * assigned yet, and is treated as 0.
   */
  priority: nullable(integer()),
};
export type StoredThread = RowOf<typeof threadColumns>;
export const threadRows = rowMapper(threadColumns);

/**
 * Pending interrupts of a thread, which has no row if no interrupts are pending. The table is separate, because
 * interrupts can be large and each change of a thread's row would write them again.
 */
export const threadInterruptColumns = { threadId: id(), interrupts: json(freeForm) };
export const threadInterruptRows = rowMapper(threadInterruptColumns);

/**
 * Values of a thread: their JSON text, divided into parts that are numbered from 0. A thread without rows has no
 * values. The text is divided, because one SQLite statement for the whole text would block all requests.
 */
export const threadValueColumns = {
  threadId: id(),
  part: integer(({ z }) => z.int().min(0)),
  text: text(({ z }) => z.string().min(1)),
};

/** Effect of a thread's expiry: the thread is deleted, or all but its latest state is deleted. */
type ThreadExpiryStrategy = 'delete' | 'keep_latest';
export interface ThreadRow
  extends Omit<StoredThread, 'ttlMs' | 'expiresAt' | 'pruneAt' | 'resting'>,
    Omit<RowOf<typeof threadInterruptColumns>, 'threadId'> {
  /** Values in the thread's state after the last run. */
  values: unknown;
  /** Status of the thread while it has no unfinished run, set by the last run. */
  restingStatus: RestingStatus;
  /**
   * Expiry of the thread at the time `at`, or later if the thread is busy at that time. `ttlMs` is in milliseconds.
   * Null means that the thread does not expire.
   */
  expiry: { ttlMs: number; at: number; strategy: ThreadExpiryStrategy } | null;
}

export const RUN_STATUSES = ['pending', 'running', 'success', 'error', 'timeout', 'interrupted'] as const;

export const runColumns = {
  ordinal: autoIncrement(),
  id: id(),
  threadId: id(),
  deploymentId: id(),
  workspaceId: queueWorkspace(),
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
  /**
   * ID of the instance that executes the run, or null if no instance executes it or only one process uses the store.
   */
  claimedBy: reset<string | null, string | null>(null, nullable(text())),
  /** ID of the instance whose clients read the run's events live, or `SEVERAL_INSTANCES`. */
  listenedBy: reset<string | null, string | null>(null, nullable(text())),
  /** Body of the accepted create request, without secrets. */
  kwargs: json(freeForm),
};
/** Value of `listenedBy` for more than one instance. */
export const SEVERAL_INSTANCES = '*';
export type RunRow = RowOf<typeof runColumns>;
export const runRows = rowMapper(runColumns);
const { kwargs: _kwargs, workspaceId: _workspaceId, ...runHeadColumns } = runColumns;
/** A run without its request body, which can be large. */
export type RunHead = RowOf<typeof runHeadColumns>;
export const runHeadRows = rowMapper(runHeadColumns);
export const RUN_HEAD_COLUMNS = storedNames(runHeadColumns);

/** Checkpoints, which the graph library serializes, and whose bytes the emulator never parses. */
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
  /**
   * True if the checkpoint contains only part of its state. The rest of the state is in writes of earlier checkpoints.
   */
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
  /** Path that orders the writes of parallel tasks. If the path is empty, the task ID orders the writes. */
  taskPath: text(),
  value: bytes(),
};
export type CheckpointWriteRow = RowOf<typeof checkpointWriteColumns>;
export const checkpointWriteRows = rowMapper(checkpointWriteColumns);

/** Rows that an unfinished run replaced, and that a rollback restores. */
export const checkpointBeforeColumns = { byRun: id(), ...checkpointColumns };
export const checkpointWriteBeforeColumns = { byRun: id(), ...checkpointWriteColumns };

export interface WebhookAttempt {
  /** Time of the attempt on the service's clock, and its duration in real milliseconds. */
  at: number;
  ms: number;
  /** Status of the response, or null if no response arrived. */
  status: number | null;
  /** Reason of a failed attempt, without secrets, or empty after a success. */
  problem: string;
  /** Beginning of the response's body, without secrets. */
  response: string;
}

const attempt = ({ z }: Shapes) =>
  z.strictObject({
    at: z.number(),
    ms: z.number(),
    status: z.int().nullable(),
    problem: z.string(),
    response: z.string(),
  });

/**
 * Webhooks of ended runs. A sent webhook is stored for a while, even if its run is deleted, so the webhook can be shown
 * and sent again.
 */
export const webhookColumns = {
  ordinal: autoIncrement(),
  id: id(),
  runId: id(),
  deploymentId: id(),
  threadId: nullable(text()),
  /** URL with its query, which might contain a credential. */
  url: text(),
  /** Title of the run's request or of the thread's values, usually the first human message. Empty if both are empty. */
  title: text(),
  /** Status of the run that the webhook reports, or empty if the body contains no status. */
  runStatus: text(),
  createdAt: time(),
  /** Time of the next attempt, or null after the last attempt. */
  dueAt: nullable(time()),
  /** ID of the webhook that this webhook repeats. */
  resendOf: nullable(id()),
  /**
   * True if the body is short enough to be stored after the last attempt. If `keepsBody` is false, the body is empty
   * after the last attempt.
   */
  keepsBody: flag(),
  attempts: json<WebhookAttempt[]>((shapes) => shapes.z.array(attempt(shapes))),
  body: json(freeForm),
};
export type WebhookRow = RowOf<typeof webhookColumns>;
export const webhookRows = rowMapper(webhookColumns);
const { body: _webhookBody, ...webhookHeadColumns } = webhookColumns;
/** A webhook without its body, which can be large. */
export type WebhookHead = RowOf<typeof webhookHeadColumns>;
export const webhookHeadRows = rowMapper(webhookHeadColumns);
export const WEBHOOK_HEAD_COLUMNS = storedNames(webhookHeadColumns);

export type StreamEnd = { kind: 'ended' } | { kind: 'failed'; error: string; message: string };

export const runStreamColumns = {
  runId: id(),
  /** ID of the thread, or null after the thread was deleted. */
  threadId: nullable(id()),
  deploymentId: id(),
  /** True if the stream's events have IDs and are stored for a while after the end of the stream. */
  resumable: flag(),
  fence: internal(integer()),
  lastId: internal(integer()),
  /** Keys of the run's feedback URLs. The feedback URLs are in the table `feedback_tokens`. */
  feedbackKeys: jsonOf<string[] | null>(),
  end: jsonOf<StreamEnd | null>(),
  endedAt: nullable(time()),
};
export type RunStreamRow = RowOf<typeof runStreamColumns>;
export const runStreamRows = rowMapper(runStreamColumns);

/**
 * Stopped run that an instance might still be executing. No other run of the thread starts before the execution has
 * ended, or before the time `until`.
 */
export const stoppingRunColumns = { runId: id(), threadId: id(), claimedBy: text(), until: time() };

/** Instances with clients that read the events of all runs of a thread live. */
export const threadListenerColumns = { threadId: id(), instanceId: id() };

/**
 * Result of a run that is stored, or that was deleted with its thread. `interrupts` is set if the graph stopped for an
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

/**
 * Consecutive events of a run: their frames in the form that was sent, and their first and last ID. The IDs of a stream
 * begin at 0.
 */
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

/** Current version of an assistant. `createdAt` is the creation time of the assistant, not of the version. */
export const assistantColumns = {
  ordinal: autoIncrement(),
  deploymentId: id(),
  id: id(),
  ...configured,
  ...timestamps(),
};
export type AssistantRow = RowOf<typeof assistantColumns>;
export const assistantRows = rowMapper(assistantColumns);

/** Version of an assistant: a graph, and the configuration of its runs. */
export const assistantVersionColumns = {
  deploymentId: id(),
  id: named('assistant_id', id()),
  ...configured,
  createdAt: time(),
};
export type AssistantVersionRow = RowOf<typeof assistantVersionColumns>;
export const assistantVersionRows = rowMapper(assistantVersionColumns);

/** Crons, which create runs on a schedule. */
export const cronColumns = {
  ordinal: autoIncrement(),
  id: id(),
  deploymentId: id(),
  assistantId: text(),
  /** ID of the thread for all runs, or null if each run gets a new thread. */
  threadId: nullable(id()),
  schedule: text(),
  /** IANA name of the schedule's time zone, or null for UTC. */
  timezone: nullable(text()),
  /** Time of the cron's end, or null if the cron never ends. */
  endTime: nullable(time()),
  enabled: flag(),
  /**
   * States whether a thread that was created for a run is deleted or preserved after the run, or null if all runs of
   * the cron use one thread.
   */
  onRunCompleted: nullable(text<'delete' | 'keep'>(({ z }) => z.enum(['delete', 'keep']))),
  metadata: json(freeForm),
  /** ID of the user who owns the runs, or null without custom authentication. */
  userId: nullable(text()),
  nextRunAt: time(),
  /** Time until which no other scheduler handles the cron, or null if no scheduler has claimed the cron. */
  claimedUntil: internal(reset<number | null, number | null>(null, nullable(integer()))),
  ...timestamps(),
  /** Body of the accepted create request, with later changes and without secrets. */
  payload: json(freeForm),
};
export type CronRow = RowOf<typeof cronColumns>;
export const cronRows = rowMapper(cronColumns);

/** Outcomes of crons. `refused` means that no run was created. */
const CRON_OUTCOMES = ['running', 'success', 'error', 'stopped', 'refused'] as const;

/** Last runs of crons, numbered from 1 for each cron. */
export const cronOutcomeColumns = {
  cronId: id(),
  seq: integer(({ z }) => z.int().min(1)),
  at: time(),
  status: text<(typeof CRON_OUTCOMES)[number]>(({ z }) => z.enum(CRON_OUTCOMES)),
  runId: nullable(id()),
  threadId: nullable(id()),
  /** Reason of an error or a refusal, or empty for all other outcomes. */
  reason: text(),
};
export type CronOutcomeRow = RowOf<typeof cronOutcomeColumns>;
export const cronOutcomeRows = rowMapper(cronOutcomeColumns);

/** Separator between the labels of a namespace. */
export const SEPARATOR = '.';

/** Items that the graphs and clients of one deployment share across threads. */
export const itemColumns = {
  deploymentId: id(),
  /** Labels of the namespace: at least one label, and no label with a period. */
  namespace: {
    ...id(),
    store: (labels: readonly string[]): string => labels.join(SEPARATOR),
    load: (stored: string): readonly string[] => stored.split(SEPARATOR),
  },
  key: text(),
  ...timestamps(),
  ttlMs: nullable(integer()),
  /** Time of the item's expiry, or null if the item does not expire. */
  expiresAt: nullable(time()),
  value: json(freeForm),
};
export type ItemRow = RowOf<typeof itemColumns>;
export const itemRows = rowMapper(itemColumns);

/** Vectors of an item for searches by meaning: one vector per text of the item. */
export const itemVectorColumns = {
  deploymentId: id(),
  namespace: itemColumns.namespace,
  key: text(),
  /** Path of the text in the item's value. */
  field: text(),
  /** Vector of length 1, as little-endian 32-bit floating-point numbers. */
  vector: bytes(),
};
export type ItemVectorRow = RowOf<typeof itemVectorColumns>;
export const itemVectorRows = rowMapper(itemVectorColumns);
