import type { RunnerEvent } from '../events.ts';

/** Outcomes of a step, named as by the runner. */
export type Outcome = 'success' | 'failure' | 'cancelled';

export type Phase = 'main' | 'post';

/** An annotation as the run's page shows it. The page shows at most ten per level, step and phase. */
export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  /** Message of the annotation, masked and truncated to 4096 characters. */
  message: string;
  /** Title of the annotation as given, which the runner does not mask. */
  title: string | null;
  /** File of the annotation, relative to the workspace if it is inside, which the runner does not mask. */
  file: string | null;
  line: string | null;
  /** `runner` if the runner itself created the annotation. */
  from: 'action' | 'runner';
}

/**
 * One line that the process printed. `text` is the line in the job's log, or null if the log does not show the line;
 * `raw` is the unmasked line for tests.
 */
export interface LogLine {
  phase: Phase;
  /** Index of the step that printed the line, starting at 0. */
  step: number;
  stream: 'stdout' | 'stderr' | 'runner';
  raw: string;
  text: string | null;
  /** Name of the workflow command in the line, or null. */
  command: string | null;
  /** Milliseconds since the phase started. */
  atMs: number;
}

/** Pauses in milliseconds that the runner makes from SIGINT to SIGTERM, and from SIGTERM to SIGKILL. */
export interface CancelPauses {
  terminate: number;
  kill: number;
}

/** URLs of the GitHub to which a job belongs, and the job's token. */
export interface GitHubEndpoint {
  /** Number of the run's attempt; the default is 1. */
  attempt?: number;
  serverUrl?: string;
  apiUrl?: string;
  token?: string;
}

export interface RunActionOptions {
  /** Path of the action.yml to run. */
  actionYml: string;
  /** Inputs below `with:`, whose undeclared names are passed to the action with the runner's warning. */
  inputs?: Record<string, string>;
  event: RunnerEvent;
  /** Environment variables of the job and the step (`env:`). Only PATH and HOME are inherited from this process. */
  env?: Record<string, string>;
  /**
   * Folder for GITHUB_WORKSPACE and the working directory; the default is an empty folder that is removed afterwards.
   */
  workspace?: string;
  /** Aborting the signal cancels the step as the runner does: SIGINT, 7.5 s, SIGTERM, 2.5 s, SIGKILL. */
  signal?: AbortSignal;
  /** Phases to run; the default is both. `post` runs if the action has a post step and its condition is true. */
  phases?: readonly Phase[];
  /** State for `post` if `main` does not run. */
  state?: Record<string, string>;
  github?: GitHubEndpoint;
  /** Value of GITHUB_RUN_ID; the default is a random number. */
  runId?: string;
  /** Enables debug logging (RUNNER_DEBUG=1): debug lines are shown, and commands are echoed. */
  debug?: boolean;
  /** Path of the Node that runs the action; the default is the current Node. */
  node?: string;
  /** Arguments for Node before the entry, such as `--import <clock>` in virtual time. */
  nodeArguments?: readonly string[];
  /** Called with the pid of each phase's process after its start. */
  onStart?: (pid: number, phase: Phase) => void;
  /** Called with each masked line that the job's log shows. */
  onLine?: (line: string, phase: Phase) => void;
  /** Shorter pauses, for tests of this harness only. */
  cancelAfterMs?: CancelPauses;
}

/** Unchanged texts of a phase's command files. */
export interface RawFiles {
  env: string;
  state: string;
  output: string;
  path: string;
  step_summary: string;
}

export interface PhaseRun {
  phase: Phase;
  outcome: Outcome;
  /** Exit code of the process, or null if a signal stopped the process or no process was started. */
  exitCode: number | null;
  /** Signal that stopped the process, or null. */
  endedBy: string | null;
  durationMs: number;
  /** Arguments of the process, or an empty list if the runner refused to start it. */
  argv: string[];
  environment: Record<string, string>;
  files: RawFiles;
  /** Summary of this phase before masking. */
  rawSummary: string;
  /** True if the runner refused to upload the summary. */
  summaryRefused: boolean;
  /**
   * True if processes of the action's group were still running after it; the runner stops them together with the job.
   */
  leftRunning: boolean;
}

export interface ActionRun {
  /** Outcome of `main` if it ran, or else of `post`. */
  outcome: Outcome;
  /** Exit code of `main` if it ran, or else of `post`, or null if a signal stopped it or no process was started. */
  exitCode: number | null;
  outputs: Record<string, string>;
  /** Masked job summary of both phases. */
  summary: string;
  annotations: Annotation[];
  /** Values that commands masked, in order. */
  masks: string[];
  /** Values that were shown before they were masked, or in places that the runner does not mask. */
  maskViolations: MaskViolation[];
  /** Log of the job after masking. */
  log: string;
  /** All text that the process printed, unmasked and in order. */
  rawLog: string;
  lines: LogLine[];
  state: Record<string, string>;
  /** Variables that GITHUB_ENV added; `addedPaths` contains the folders that GITHUB_PATH added. */
  exportedEnv: Record<string, string>;
  addedPaths: string[];
  /** Names of deprecated commands that the process printed (set-output, save-state, set-env, add-path). */
  deprecatedCommands: string[];
  /** Names of commands in order, so that a test can check that masking comes first. */
  commands: string[];
  durationMs: number;
  /** Result of `main`, or null if the phase was not requested. */
  main: PhaseRun | null;
  /**
   * Result of `post`, or null if the action has no post step, its condition is false, or the phase was not requested.
   */
  post: PhaseRun | null;
}

/** Name of a value that was masked too late, or that appears in a place that the runner does not mask. */
export interface MaskViolation {
  /** `mask 2` for the second value in `masks`, or else `secrets.NAME` or the name of the job's own value. */
  value: string;
  where: 'log' | 'summary' | 'annotation' | 'output';
  /**
   * Position in the raw stream for `log`, such as `stdout line 3, column 7`, or else the name of the output, the
   * phase, or the property.
   */
  at: string;
  phase: Phase | null;
  /** Index of the line in `lines` for `log`, or else null. */
  line: number | null;
}
