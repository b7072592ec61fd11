import type { RunnerEvent } from '../../events/index.ts';
import type { Names, Scope, Value } from '../../runner/expressions/index.ts';
import type { LoadedWorkflow } from '../calls/load.ts';
import type { ConcurrencyGroups } from '../concurrency.ts';
import type { JobModel, Workflow } from '../model/schema.ts';
import type { Conclusion, JobRun, WorkflowOptions } from '../types.ts';
import type { Cell } from './matrix.ts';

/** The jobs of one workflow file while they run: of the one an event started, or of one that is called. */
export interface Graph {
  loaded: LoadedWorkflow;
  /** The workflow the event started: `github.workflow` and its like, in called ones too. */
  root: { workflow: Workflow; place: string };
  options: WorkflowOptions;
  event: RunnerEvent;
  inputs: Names;
  /** Those of the repository, or what the caller hands on. */
  secrets: Readonly<Record<string, string>>;
  runId: string;
  groups: ConcurrencyGroups;
  /** Groups this workflow stands in itself: a job that waits for one of them would wait for ever. */
  held: readonly string[];
  /** Stands before the ids and names of its jobs: who calls. */
  prefix: { id: string; name: string };
  /** Cancels the run. */
  signal: AbortSignal;
  /** Runs the jobs of a workflow that is called. */
  runAll: (graph: Graph) => Promise<JobEnd[]>;
}

/** What a job of the file came to: it may be several that ran, by a matrix or a called workflow. */
export interface JobEnd {
  id: string;
  runs: JobRun[];
  /** What other jobs are told of it. */
  result: Conclusion;
  outputs: Record<string, string>;
}

/** A job whose turn has come. */
export interface Turn {
  graph: Graph;
  id: string;
  model: JobModel;
  contexts: Readonly<Record<string, Value>>;
  /** Whether its `if` holds still: a job that wants to run anyway goes on when the run is cancelled. */
  wanted: () => boolean;
}

/** What one cell of a job came to. */
export interface CellEnd {
  runs: JobRun[];
  outputs: Record<string, string>;
}

/** One cell whose settings are made out. */
export interface CellTurn extends Turn {
  cell: Cell;
  /** As the run's page has it, and as `WorkflowRun.jobs` has it. */
  name: string;
  key: string;
  scope: Scope;
  concurrency: JobRun['concurrency'];
  /** Cancels this cell. */
  cancel: AbortController;
}

/** Whether who asks for a group stands in it already. */
export function isHeld(held: readonly string[], group: string): boolean {
  return held.some((one) => one.toLowerCase() === group.toLowerCase());
}

/** What GitHub says then. */
export function deadlock(group: string): string {
  return `Canceling since a deadlock was detected for concurrency group: '${group}'`;
}
