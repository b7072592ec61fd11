import type { RunnerEvent } from '../events.ts';
import type { Names, Scope, Value } from '../runner/expressions.ts';
import type {
  Annotation,
  CancelPauses,
  LogLine,
  MaskViolation,
  Outcome,
  Phase,
  PhaseRun,
} from '../runner/types.ts';
import type { ConcurrencyGroup, ConcurrencyGroups } from './concurrency.ts';
import type { JobModel, TokenPermissions, Workflow } from './schema.ts';
import type { Cell } from './matrix.ts';

/** What a step with a stand-in is called with. */
export interface StandInCall {
  uses: string;
  /** What stands under `with:`, evaluated. */
  inputs: Readonly<Record<string, string>>;
  env: Readonly<Record<string, string>>;
  /** GITHUB_WORKSPACE. */
  workspace: string;
  github: Names;
  signal: AbortSignal;
  /** Prints a line into the log of the job, commands and all. */
  print: (line: string) => void;
}
interface StandInResult {
  /** Default: success. */
  outcome?: 'success' | 'failure';
  outputs?: Record<string, string>;
}

/** Where an action comes from that is not in the workspace: its folder, or a function that plays it. */
export type ActionSource =
  | { folder: string }
  | { play: (call: StandInCall) => StandInResult | Promise<StandInResult> };

/** What a run belongs to besides its workflow: an environment of the repository. */
export interface DeploymentEnvironment {
  secrets?: Record<string, string>;
  vars?: Record<string, string>;
  /** What its reviewers say. Default: yes, at once. */
  approve?: (job: string) => boolean | Promise<boolean>;
}

/** A job as GitHub shows it. */
interface StartedJob {
  ref: string;
  sha: string;
  runId: string;
  name: string;
  environment: string | null;
  /** False: no deployment is made for the environment. */
  deployment: boolean;
}

export interface WorkflowOptions {
  /** The workflow file, anywhere on disk. */
  file: string;
  event: RunnerEvent;
  /** A local repository: `actions/checkout` takes commits from it, and filters of paths look at its history. */
  repository?: string;
  /** GITHUB_WORKSPACE of every job. Default: an empty folder for each, removed afterwards. */
  workspace?: string;
  /** Maps what stands behind `uses:`, other than `./…`; null: not known. `actions/checkout` is known anyway. */
  actions?: (uses: string) => ActionSource | null;
  /** Maps a reusable workflow of another repository to a file; null: not known. Local ones stand beside their caller. */
  workflows?: (uses: string) => string | null;
  secrets?: Record<string, string>;
  vars?: Record<string, string>;
  /** Inputs of a `workflow_dispatch` event, over those in its payload. */
  inputs?: Record<string, string>;
  environments?: Record<string, DeploymentEnvironment>;
  github?: {
    serverUrl?: string;
    apiUrl?: string;
    /** The token of every job, or who makes one for each by what it may do. */
    token?: string | ((permissions: TokenPermissions, job: string) => string | Promise<string>);
    /** GITHUB_RUN_ID. Default: made up. */
    runId?: string;
    /** What GitHub itself does when a job starts: a check, and a deployment for its `environment:`. */
    startJob?: (job: StartedJob) => { finish: (outcome: 'success' | 'failure', url?: string) => void };
  };
  /** "Cancel workflow" is pressed. */
  signal?: AbortSignal;
  /** The groups of the repository, shared between runs. Default: this run is alone. */
  groups?: ConcurrencyGroups;
  debug?: boolean;
  node?: string;
  /** For the processes of node actions, as in `runAction`: a virtual clock. */
  nodeArguments?: readonly string[];
  /** More environment for the processes of node actions alone. */
  actionEnv?: Readonly<Record<string, string>>;
  /** Shortened only by this harness's own tests. */
  cancelAfterMs?: CancelPauses;
  /** Milliseconds in a minute of `timeout-minutes`. */
  minuteMs?: number;
  onStart?: (pid: number, phase: Phase, job: string) => void;
  /** Gets each line of a job's log as it is shown (masked). */
  onLine?: (line: string, job: string) => void;
}

export type Conclusion = Outcome | 'skipped';

/** One step of a job, as its page shows it. */
export interface StepRun {
  /** Counted from 0; post steps come last. */
  index: number;
  id: string | null;
  name: string;
  phase: Phase;
  /** How it went, and what the job makes of that (`continue-on-error`). */
  outcome: Conclusion;
  conclusion: Conclusion;
  outputs: Record<string, string>;
  /** Masked. */
  log: string;
  annotations: Annotation[];
  /** Its processes: none for a step that was skipped or played, several for a composite action. */
  processes: PhaseRun[];
}

export interface JobRun {
  id: string;
  name: string;
  result: Conclusion;
  /** Whether the run fails with it: a job that may fail does not count. */
  counts: boolean;
  outputs: Record<string, string>;
  permissions: TokenPermissions;
  environment: { name: string; url: string | null } | null;
  concurrency: ConcurrencyGroup | null;
  steps: StepRun[];
  /** The whole log, masked. */
  log: string;
  lines: LogLine[];
  /** What its steps wrote to their summaries, masked. */
  summary: string;
  annotations: Annotation[];
  maskViolations: MaskViolation[];
}

export interface WorkflowRun {
  name: string;
  /** False: the event does not start this workflow, for `reason`. */
  started: boolean;
  reason: string | null;
  conclusion: Conclusion;
  concurrency: ConcurrencyGroup | null;
  /** By id; `id (values)` for the jobs of a matrix, `caller / id` for those of a called workflow. */
  jobs: Record<string, JobRun>;
}

/** How one process of a step, or its stand-in, ended. */
export interface StepResult {
  outcome: Outcome;
  outputs: Record<string, string>;
  processes: PhaseRun[];
}

/** A workflow file, and the ones its jobs call. */
export interface LoadedWorkflow {
  workflow: Workflow;
  /** Its path in its repository. */
  place: string;
  /** What the caller lets it do at most; undefined for a workflow that an event started. */
  cap: TokenPermissions | undefined;
  /** By the id of the job that calls. */
  calls: ReadonlyMap<string, LoadedWorkflow>;
}

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
  /** Groups this workflow stands in itself: a job that waits for one of them would wait forever. */
  held: readonly string[];
  /** Stands before the ids and names of its jobs: who calls. */
  prefix: { id: string; name: string };
  /** Cancels the run. */
  signal: AbortSignal;
  /** Runs the jobs of a workflow that is called. */
  runAll: (graph: Graph) => Promise<JobResult[]>;
}

/** What a job of the file came to: it may be several that ran, by a matrix or a called workflow. */
export interface JobResult {
  id: string;
  runs: JobRun[];
  /** What other jobs see of it. */
  result: Conclusion;
  outputs: Record<string, string>;
}

/** A job whose turn has come. */
export interface Turn {
  graph: Graph;
  id: string;
  model: JobModel;
  contexts: Readonly<Record<string, Value>>;
  /** Whether its `if` holds still: a job that wants to run anyway continues when the run is cancelled. */
  wanted: () => boolean;
}

/** What one cell of a job came to. */
export interface CellResult {
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
