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
  ordinal,
  reset,
  type RowOf,
  rowMapper,
  text,
  time,
  timestamps,
} from './columns.ts';

export type { AgentLanguage };

export const THREAD_STATUSES = ['idle', 'busy', 'interrupted', 'error'] as const;
const RESTING_STATUSES = ['idle', 'interrupted', 'error'] as const;
type RestingStatus = (typeof RESTING_STATUSES)[number];

export const threadColumns = {
  ordinal: ordinal(),
  id: id(),
  deploymentId: id(),
  status: text<(typeof THREAD_STATUSES)[number]>(({ z }) => z.enum(THREAD_STATUSES)),
  metadata: json(freeForm),
  ...timestamps(),
  /**
   * When `values` were last set: the store sets it, at each `updatedAt` with values. Unknown for older ones: then it
   * counts as the time of the last change.
   */
  stateUpdatedAt: time(),
  ttlMs: nullable(integer()),
  expiresAt: nullable(time()),
  /** Null: the status, or idle. */
  resting: nullable(text<RestingStatus>(({ z }) => z.enum(RESTING_STATUSES))),
  /** Its values and interrupts are not those of its checkpoints: a run ended without reporting them. */
  stale: named('behind', flag()),
  /** From then on all but its latest state may be pruned. */
  pruneAt: nullable(time()),
  /** Its runs go before those of higher numbers; null: not assigned yet, which counts as 0. */
  priority: nullable(integer()),
};
export type StoredThread = RowOf<typeof threadColumns>;
export const threadRows = rowMapper(threadColumns);

/**
 * The open questions of a thread. They may be large, and a change of any other column would write them again: so they have a table of
 * their own, and so have the values. A thread without a row has no questions.
 */
export const threadInterruptColumns = { threadId: id(), interrupts: json(freeForm) };
export const threadInterruptRows = rowMapper(threadInterruptColumns);

/**
 * The values of a thread: their JSON text in parts, numbered from 0, because one statement of SQLite that reads or writes all of them
 * would hold up every request. A thread without rows has no values.
 */
export const threadValueColumns = {
  threadId: id(),
  part: integer(({ z }) => z.int().min(0)),
  text: text(({ z }) => z.string().min(1)),
};

/** What becomes of a thread whose time is over: it is gone, or only its latest state is kept. */
type ThreadExpiryStrategy = 'delete' | 'keep_latest';
export interface ThreadRow
  extends Omit<StoredThread, 'ttlMs' | 'expiresAt' | 'pruneAt' | 'resting'>,
    Omit<RowOf<typeof threadInterruptColumns>, 'threadId'> {
  /** What the last run left. */
  values: unknown;
  /** Its status when none of its runs is unfinished: as the last one left it. */
  restingStatus: RestingStatus;
  /** What happens at `at`, unless it is busy: then once it is not. Null: nothing. */
  expiry: { ttlMs: number; at: number; strategy: ThreadExpiryStrategy } | null;
}

export const RUN_STATUSES = ['pending', 'running', 'success', 'error', 'timeout', 'interrupted'] as const;

export const runColumns = {
  ordinal: ordinal(),
  id: id(),
  threadId: id(),
  deploymentId: id(),
  assistantId: text(),
  graphId: text(),
  status: text<(typeof RUN_STATUSES)[number]>(({ z }) => z.enum(RUN_STATUSES)),
  /** The create body as accepted, without secrets. */
  kwargs: json(freeForm),
  metadata: json(freeForm),
  multitaskStrategy: text(),
  error: json(({ z }) => z.strictObject({ error: z.string(), message: z.string() }).nullable()),
  attempt: integer(({ z }) => z.int().min(1)),
  revisionId: nullable(id()),
  fence: reset(0, integer()),
  ...timestamps(),
  notBefore: nullable(time()),
  /** The instance that runs it; null: none does, or the only process. */
  claimedBy: reset<string | null, string | null>(null, nullable(text())),
  /** The instance whose clients read its events as they come; `SEVERAL`: so do those of others. */
  listenedBy: reset<string | null, string | null>(null, nullable(text())),
};
/** Stands in a run for more than one instance. */
export const SEVERAL = '*';
export type RunRow = RowOf<typeof runColumns>;
export const runRows = rowMapper(runColumns);

/** Bytes of the graph library's serialiser; the emulator never parses them. */
export const checkpointColumns = {
  threadId: id(),
  ns: text(),
  id: id(),
  parentId: nullable(text()),
  runId: nullable(text()),
  checkpointType: text(),
  checkpoint: bytes(),
  metadataType: text(),
  metadata: bytes(),
  /** Of the graph that wrote it. */
  language: text<AgentLanguage>(({ z }) => z.enum(AGENT_LANGUAGES)),
  /** It does not hold all of its state: the rest is in the writes of checkpoints before it. */
  delta: flag(),
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
  value: bytes(),
  runId: nullable(text()),
  /** Orders the writes of tasks that ran side by side; empty: their IDs do. */
  taskPath: text(),
};
export type CheckpointWriteRow = RowOf<typeof checkpointWriteColumns>;
export const checkpointWriteRows = rowMapper(checkpointWriteColumns);

/** What an unfinished run replaced, for its rollback. */
export const checkpointBeforeColumns = { byRun: id(), ...checkpointColumns };
export const checkpointWriteBeforeColumns = { byRun: id(), ...checkpointWriteColumns };

/** A webhook to send because a run ended. It outlives its run. */
export const webhookColumns = {
  runId: id(),
  deploymentId: id(),
  url: text(),
  body: json(freeForm),
  attempts: integer(({ z }) => z.int().min(0)),
  dueAt: time(),
  createdAt: time(),
};
export type WebhookRow = RowOf<typeof webhookColumns>;
export const webhookRows = rowMapper(webhookColumns);

export type StreamEnd = { kind: 'ended' } | { kind: 'failed'; error: string; message: string };

export const runStreamColumns = {
  runId: id(),
  /** Null once it outlives its thread. */
  threadId: nullable(id()),
  deploymentId: id(),
  /** Its events have IDs, and are kept for a while after its end. */
  resumable: flag(),
  fence: internal(integer()),
  lastId: internal(integer()),
  /** The keys of its feedback URLs, which are stored elsewhere. */
  feedbackKeys: jsonOf<string[] | null>(),
  end: jsonOf<StreamEnd | null>(),
  endedAt: nullable(time()),
};
export type RunStreamRow = RowOf<typeof runStreamColumns>;
export const runStreamRows = rowMapper(runStreamColumns);

/** A stopped run that an instance may still be executing: until it has ended, or `until`, its thread has no other run. */
export const stoppingRunColumns = { runId: id(), threadId: id(), claimedBy: text(), until: time() };

/** The instances whose clients read all runs of a thread as they come. */
export const threadListenerColumns = { threadId: id(), instanceId: id() };

/** How a run ended that is kept, or was removed with its thread. `interrupts`: the graph's, if it stopped for one. */
export type KeptRunResult =
  | { kind: 'values'; values: unknown; interrupts?: unknown[] }
  | { kind: 'failed'; error: string; message: string };
/** Of a run that was removed with its thread. */
export const runResultColumns = {
  runId: id(),
  deploymentId: id(),
  result: jsonOf<KeptRunResult>(),
  endedAt: time(),
};

/** Consecutive events: their frames as sent, and their IDs; a stream's begin at 0. */
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

/** An assistant in its current version; `createdAt` is the assistant's own. */
export const assistantColumns = {
  ordinal: ordinal(),
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
  ordinal: ordinal(),
  id: id(),
  deploymentId: id(),
  assistantId: text(),
  /** Null: each run gets a thread of its own. */
  threadId: nullable(id()),
  schedule: text(),
  /** Null: UTC. */
  timezone: nullable(text()),
  /** From then on it does not run. */
  endTime: nullable(time()),
  enabled: flag(),
  /** What becomes of the threads that it makes; null: it makes none. */
  onRunCompleted: nullable(text<'delete' | 'keep'>(({ z }) => z.enum(['delete', 'keep']))),
  /** The create body as accepted, without secrets, with later changes. */
  payload: json(freeForm),
  metadata: json(freeForm),
  /** Whose runs they are, where the deployment's author wrote its authentication; null: they have no user. */
  userId: nullable(text()),
  nextRunAt: time(),
  ...timestamps(),
};
export type CronRow = RowOf<typeof cronColumns>;
export const cronRows = rowMapper(cronColumns);

/** Joins the labels of a namespace. */
export const SEPARATOR = '.';

/** Data that graphs and clients of one deployment share across threads. */
export const itemColumns = {
  deploymentId: id(),
  /** Labels without a period in them, at least one. */
  namespace: {
    ...id(),
    store: (labels: readonly string[]): string => labels.join(SEPARATOR),
    load: (stored: string): readonly string[] => stored.split(SEPARATOR),
  },
  key: text(),
  value: json(freeForm),
  ...timestamps(),
  ttlMs: nullable(integer()),
  /** From then on it is not found any more. */
  expiresAt: nullable(time()),
};
export type ItemRow = RowOf<typeof itemColumns>;
export const itemRows = rowMapper(itemColumns);

/** What an item is found by when it is searched by meaning: one vector for each text of it. */
export const itemVectorColumns = {
  deploymentId: id(),
  namespace: itemColumns.namespace,
  key: text(),
  /** The path of the text in the value. */
  field: text(),
  /** Of length 1: 32-bit floating point numbers, little-endian. */
  vector: bytes(),
};
export type ItemVectorRow = RowOf<typeof itemVectorColumns>;
export const itemVectorRows = rowMapper(itemVectorColumns);
