import {
  autoIncrement,
  id,
  integer,
  json,
  jsonOf,
  nullable,
  type RowOf,
  rowMapper,
  storedNames,
  text,
  time,
} from './columns.ts';
import { owner, table } from './table.ts';

/**
 * Outcomes of runs. An interrupted run is `waiting` until its thread receives another run, and is `waiting` again if
 * the other run is stopped before it begins or is rolled back.
 */
export const RUN_OUTCOMES = ['success', 'waiting', 'error', 'timeout', 'stopped'] as const;
export type RunOutcomeName = (typeof RUN_OUTCOMES)[number];

const RUN_SOURCES = ['api', 'cron', 'replay'] as const;
export type RunSource = (typeof RUN_SOURCES)[number];

/** Kinds of steps. The agent sends each `span` with OpenTelemetry. */
const STEP_KINDS = ['graph', 'node', 'model', 'tool', 'span'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** States of steps. If a step is `running` after its run has ended, the end of the run interrupted the step. */
const STEP_STATES = ['running', 'ok', 'error', 'waiting'] as const;
export type StepState = (typeof STEP_STATES)[number];

/**
 * Bar in the small waterfall of a run: kind or state, start in milliseconds after the run's start, and duration in
 * milliseconds.
 */
export type RunBar = [kind: StepKind | 'error' | 'waiting', from: number, ms: number];

/** Position in the agent's code that led to a failure. */
interface FailureFrame {
  /** File and line, such as `src/agent.ts:3:9`. */
  place: string;
  /** Name of the function, or empty if unknown. */
  name: string;
  /** Code of the line, or empty if unknown. */
  code: string;
}

export interface StepFailure {
  type: string;
  message: string;
  /** Frames in the agent developer's own files, innermost first. */
  frames: FailureFrame[];
  /** Number of omitted frames that belong to libraries. */
  folded: number;
}

// The columns with long strings are the last columns; see `agent-server-columns.ts`.

/**
 * Summaries of runs for lists. The summary of a run on a temporary thread is not deleted with that thread; all other
 * summaries are deleted with their threads.
 */
const runSummaryColumns = {
  ordinal: autoIncrement(),
  runId: id(),
  deploymentId: id(),
  /** ID of the thread, or null after a temporary thread was deleted. */
  threadId: nullable(id()),
  assistantId: text(),
  graphId: text(),
  /** Outcome of the run, or null while the run is pending or running. */
  outcome: nullable(text<RunOutcomeName>(({ z }) => z.enum(RUN_OUTCOMES))),
  source: text<RunSource>(({ z }) => z.enum(RUN_SOURCES)),
  /** ID of the run that this run repeats. */
  replayOf: nullable(text()),
  /** Revision that executed the run last, or null before the end and if the run never began. */
  revisionId: nullable(id()),
  createdAt: time(),
  /** Time when the last attempt began, or null before the end and if the run never began. */
  startedAt: nullable(time()),
  endedAt: nullable(time()),
  tokens: integer(),
  steps: integer(),
  /**
   * Number of steps that the agent sent as spans, and the number of tokens in these steps. The columns `steps` and
   * `tokens` exclude spans.
   */
  spans: integer(),
  spanTokens: integer(),
  /** Name of the step that began last, or empty before the first step. */
  current: text(),
  errorKind: nullable(text()),
  /** Title of the run's request, which is usually the first human message in the input. */
  title: text(),
  /** Last reply, question or error message, or empty if none exists. */
  answer: text(),
  bars: jsonOf<RunBar[]>(),
  /** Lines `key=value` of the run's metadata. */
  metadata: text(),
  /** Title and reply in lower case, for searches. */
  titleWords: text(),
  answerWords: text(),
  /**
   * Request body of a run whose temporary thread was deleted. The body makes it possible to repeat the run. `request`
   * is null if the run's row contains the body, or if the body is too long.
   */
  request: json<Record<string, unknown> | null>(({ z }) => z.record(z.string(), z.unknown()).nullable()),
};
export const runSummaryRows = rowMapper(runSummaryColumns);
const {
  metadata: _metadata,
  titleWords: _titleWords,
  answerWords: _answerWords,
  request: _request,
  ...runSummaryHeadColumns
} = runSummaryColumns;
/** A summary of a run without the columns that only searches and replays read. */
export type RunSummaryRow = RowOf<typeof runSummaryHeadColumns>;
export type NewRunSummary = RowOf<typeof runSummaryColumns>;
export const runSummaryHeadRows = rowMapper(runSummaryHeadColumns);
export const RUN_SUMMARY_HEAD_COLUMNS = storedNames(runSummaryHeadColumns);

/**
 * Steps of runs: graphs, nodes, model calls and tool calls, numbered from 1 in the order of their start. Spans are
 * numbered after `MAX_WORKER_STEP`, in the order of their arrival.
 */
const runStepColumns = {
  runId: id(),
  seq: integer(),
  /**
   * Number of the step that contains this step, or null for a step of the run itself. The number is always null for a
   * span, whose parent depends on steps that might arrive later.
   */
  parent: nullable(integer()),
  kind: text<StepKind>(({ z }) => z.enum(STEP_KINDS)),
  state: text<StepState>(({ z }) => z.enum(STEP_STATES)),
  attempt: integer(),
  startedAt: time(),
  endedAt: nullable(time()),
  /** Time of the first token of a model's reply. */
  firstTokenAt: nullable(time()),
  tokens: integer(),
  /** Number of the graph's step that a node ran in. */
  graphStep: nullable(integer()),
  /** ID of the callback or span. */
  spanId: text(),
  /** IDs of a span's trace and of the span that contains it. The steps of a worker have neither ID. */
  traceId: nullable(text()),
  parentSpanId: nullable(text()),
  name: text(),
  /** First line of the step's result. */
  note: text(),
  error: jsonOf<StepFailure | null>(),
  /** Shortened JSON of the input and output. */
  input: text(),
  output: text(),
};
export type RunStepRow = RowOf<typeof runStepColumns>;
export const runStepRows = rowMapper(runStepColumns);
const { input: _input, output: _output, ...runStepHeadColumns } = runStepColumns;
/** A span without its number and parent, which the store determines. */
export type NewRunSpan = Omit<RunStepRow, 'seq' | 'parent' | 'traceId'> & { traceId: string };
/** A step without its input and output, which can be long. */
export type RunStepHead = RowOf<typeof runStepHeadColumns>;
export const runStepHeadRows = rowMapper(runStepHeadColumns);
export const RUN_STEP_HEAD_COLUMNS = storedNames(runStepHeadColumns);

/**
 * Tables of the summaries and steps of runs. Snapshots do not include these tables, because they are derived from runs.
 */
export const runSummaryTables = {
  run_summaries: table(runSummaryColumns, {
    key: ['runId'],
    references: [owner('deploymentId', 'deployments'), owner('threadId', 'threads')],
    indexes: {
      run_summaries_deployment: ['deploymentId', 'ordinal'],
      run_summaries_thread: ['threadId', 'ordinal'],
      run_summaries_outcome: ['outcome', 'ordinal'],
      run_summaries_deployment_outcome: ['deploymentId', 'outcome', 'ordinal'],
      run_summaries_created: ['createdAt', 'deploymentId', 'outcome'],
      run_summaries_waiting: { columns: ['threadId'], where: "outcome = 'waiting'" },
      run_summaries_replays: { columns: ['replayOf'], where: 'replay_of is not null' },
      run_summaries_detached: { columns: ['endedAt'], where: 'thread_id is null' },
    },
  }),
  run_steps: table(runStepColumns, {
    key: ['runId', 'seq'],
    references: [owner('runId', 'run_summaries', 'run_id')],
    indexes: {
      run_steps_failed: { columns: ['runId'], where: "state = 'error'" },
      run_steps_trace: { columns: ['traceId', 'spanId'], where: 'trace_id is not null' },
    },
  }),
};
