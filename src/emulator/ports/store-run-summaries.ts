import type {
  NewRunSpan,
  NewRunSummary,
  RunBar,
  RunOutcomeName,
  RunSource,
  RunStepHead,
  RunStepRow,
  RunSummaryRow,
} from '../tables/run-summaries.ts';

/** State of a run in lists: its outcome, or its place in the queue. */
export type RunState = RunOutcomeName | 'pending' | 'running';

/** A summary with the current state of its run. The fields `steps` and `tokens` include spans. */
export interface RunListRow extends RunSummaryRow {
  ordinal: number;
  state: RunState;
}

export interface RunListFilter {
  state?: RunState | undefined;
  deploymentId?: string | undefined;
  threadId?: string | undefined;
  graphId?: string | undefined;
  source?: RunSource | undefined;
  /** ID of the run that the listed runs repeat. */
  replayOf?: string | undefined;
  /** Line of `metadataText` that the run's metadata must contain. */
  metadata?: string | undefined;
  /** Words in lower case that the title or the reply must contain. */
  words?: string | undefined;
  /** Creation times of the runs: at or after `from`, and before `to`. */
  from?: number | undefined;
  to?: number | undefined;
}

interface RunListPage {
  rows: RunListRow[];
  /** Ordinal before which the next page begins, or `undefined` after the last page. */
  next: number | undefined;
}

export interface RunSummaryEnd {
  outcome: RunOutcomeName;
  revisionId: string | null;
  startedAt: number | null;
  endedAt: number;
  answer: string;
  errorKind: string | null;
}

interface RunProgress {
  tokens: number;
  steps: number;
  current: string;
  bars: RunBar[];
}

/** A run of a deployment, and the period of its execution. `endedAt` is null while the run is being executed. */
export interface ActiveRun {
  runId: string;
  threadId: string | null;
  startedAt: number;
  endedAt: number | null;
}

export interface RunChanges {
  /** IDs of runs whose summary or state changed, or that were removed. */
  runIds: readonly string[];
  /** IDs of threads that were removed together with their runs. */
  removedThreadIds: readonly string[];
}

/** Number of runs that a period contains, by outcome. */
export interface RunCount {
  /** Index of the period in the chart. */
  at: number;
  failed: number;
  others: number;
}

export interface RunSummaries {
  insert(row: Omit<NewRunSummary, 'titleWords' | 'answerWords'>): Promise<void>;
  /** Stores the end of a run. With `kept`, the summary and a short request body outlive the run's thread. */
  end(runId: string, end: RunSummaryEnd, kept?: { request: Record<string, unknown> | null }): Promise<void>;
  /** Marks a thread's waiting runs as succeeded, because a new run begins. Returns the IDs of the marked runs. */
  markAnswered(threadId: string): Promise<string[]>;
  /**
   * Marks the last run of an interrupted thread as waiting again, because later runs were stopped before they began or
   * were rolled back. Does nothing if the last run that began did not succeed. Returns the IDs of the marked runs.
   */
  markWaiting(threadId: string): Promise<string[]>;
  /**
   * Deletes summaries of deleted threads: the summaries of runs that ended before `endedBefore`, and all but the newest
   * `keep`. Deletes at most `limit` summaries. Returns the number of deleted summaries.
   */
  prune(old: { endedBefore: number; keep: number; limit: number }): Promise<number>;
  /** Stores new and changed steps of a run together with its progress. Does nothing if the run's summary is deleted. */
  record(runId: string, steps: readonly RunStepRow[], progress: RunProgress): Promise<void>;
  /**
   * Stores spans of a run. Skips spans that are already stored, because a client might send spans again. Returns the
   * number of spans above the limit of a run, which are not stored.
   */
  addSpans(runId: string, spans: readonly NewRunSpan[]): Promise<{ refused: number }>;
  /**
   * Returns the runs of a deployment that were active between `from` and `to`, among the deployment's last 1,000 runs.
   */
  activeBetween(deploymentId: string, from: number, to: number): Promise<ActiveRun[]>;
  /** Returns the runs of a deployment that have spans of these traces. */
  runsOfTraces(
    deploymentId: string,
    traceIds: readonly string[],
  ): Promise<{ traceId: string; runId: string }[]>;
  /** Returns the number of the last step that a worker reported, and the tokens of all steps, or 0 without steps. */
  reported(runId: string): Promise<{ lastStep: number; tokens: number }>;
  get(runId: string): Promise<RunListRow | undefined>;
  /** Returns the request body that `end` stored. */
  request(runId: string): Promise<Record<string, unknown> | null>;
  getMany(runIds: readonly string[]): Promise<RunListRow[]>;
  /**
   * Lists summaries. A search inspects only a limited number of rows at a time. Therefore, a page of a search by words
   * or metadata can contain fewer rows than `limit` without being the last page.
   */
  list(filter: RunListFilter, page: { before?: number | undefined; limit: number }): Promise<RunListPage>;
  /** Counts runs by state. The fields `state`, `words` and `metadata` of the filter are ignored. */
  count(filter: RunListFilter): Promise<Partial<Record<RunState, number>>>;
  /** Counts the runs of each period of `width` milliseconds between `from` and `to`. */
  histogram(
    filter: Pick<RunListFilter, 'deploymentId'>,
    period: { from: number; to: number; width: number },
  ): Promise<RunCount[]>;
  /** Returns the durations in milliseconds of a deployment's last 500 ended runs created between `from` and `to`. */
  durations(deploymentId: string, period: { from: number; to: number }): Promise<number[]>;
  /** Counts, for each revision, the deployment's last ended runs that failed with the same error as `run`. */
  similarFailures(run: RunSummaryRow): Promise<{ revisionId: string | null; runs: number; failed: number }[]>;
  /**
   * Lists `limit` steps after the step number `after`, and the earlier steps with the numbers `again`. The parents of
   * spans are determined at the time of the read.
   */
  steps(
    runId: string,
    page: { after: number; again?: readonly number[] | undefined; limit: number },
  ): Promise<RunStepHead[]>;
  step(runId: string, seq: number): Promise<RunStepRow | undefined>;
  /** Lists failed steps: the steps of workers, last first, and then the spans, last first. */
  failedSteps(runId: string, limit: number): Promise<RunStepHead[]>;
}
