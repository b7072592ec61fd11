import type { RunnerEvent } from '../events.ts';

/** The runner's outcomes of a step. */
export type Outcome = 'success' | 'failure' | 'cancelled';

export type Phase = 'main' | 'post';

/**
 * One workflow annotation as on the run's page: at most ten of each level per step and phase, with a masked message.
 */
export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  /** The message, masked and cut to 4096 characters. */
  message: string;
  /** The title as given, because the runner does not mask it. */
  title: string | null;
  /** The file, relative to the workspace if it is inside, and not masked either. */
  file: string | null;
  line: string | null;
  /** `runner` if the runner itself created the annotation. */
  from: 'action' | 'runner';
}

/**
 * One line that the process printed. `raw` is for tests only: `text` is the line in the job's log (null if it is not
 * shown).
 */
export interface LogLine {
  phase: Phase;
  /** Index of the step that printed the line, from 0. */
  step: number;
  stream: 'stdout' | 'stderr' | 'runner';
  raw: string;
  text: string | null;
  /** The workflow command in this line, if any. */
  command: string | null;
  /** Milliseconds since the phase started. */
  atMs: number;
}

/** The runner's pauses from SIGINT to SIGTERM, and from SIGTERM to SIGKILL. */
export interface CancelPauses {
  terminate: number;
  kill: number;
}

/** Addresses and token of the GitHub to which a job belongs. */
export interface GitHubEndpoint {
  /** Number of the run's attempt, 1 by default. */
  attempt?: number;
  serverUrl?: string;
  apiUrl?: string;
  token?: string;
}

export interface RunActionOptions {
  /** Path of the action.yml to run. */
  actionYml: string;
  /** Inputs below `with:`. Undeclared names are passed on, with the runner's warning. */
  inputs?: Record<string, string>;
  event: RunnerEvent;
  /** Environment of the job and the step (`env:`). From this process, only PATH and HOME are inherited. */
  env?: Record<string, string>;
  /** GITHUB_WORKSPACE and the working folder; by default an empty folder that is removed afterwards. */
  workspace?: string;
  /** Cancels the step as the runner does: SIGINT, 7.5 s, SIGTERM, 2.5 s, SIGKILL. */
  signal?: AbortSignal;
  /** The phases to run; by default both, the second if the action has a post step and its condition holds. */
  phases?: readonly Phase[];
  /** State for `post` if `main` is not run. */
  state?: Record<string, string>;
  github?: GitHubEndpoint;
  /** Enables debug logging (RUNNER_DEBUG=1): debug lines are shown, and commands are echoed. */
  debug?: boolean;
  /** The Node that runs the action, by default the current one. */
  node?: string;
  /** Arguments for Node before the entry, such as `--import <clock>` in virtual time. */
  nodeArguments?: readonly string[];
  /** Called with the process of each phase after its start. */
  onStart?: (pid: number, phase: Phase) => void;
  /** Called with each line of the job's log as it is shown (masked). */
  onLine?: (line: string, phase: Phase) => void;
  /** Shorter pauses, for this harness's own tests only. */
  cancelAfterMs?: CancelPauses;
}

/** The command files of a phase as text, byte for byte. */
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
  /** Null if a signal stopped the process, or none was started. */
  exitCode: number | null;
  /** The signal that stopped the process, if any. */
  endedBy: string | null;
  durationMs: number;
  /** The arguments; empty if the runner refused to start the process. */
  argv: string[];
  environment: Record<string, string>;
  files: RawFiles;
  /** The unmasked summary of this phase. */
  rawSummary: string;
  /** True if the runner refused to upload the summary. */
  summaryRefused: boolean;
  /** Whether processes of the action's group were still alive after its end (the runner stops them with the job). */
  leftRunning: boolean;
}

export interface ActionRun {
  /** The step's outcome, which is that of `main` if it ran. */
  outcome: Outcome;
  /** Exit code of `main` if it ran, or else of `post`; null if a signal stopped it or nothing was started. */
  exitCode: number | null;
  outputs: Record<string, string>;
  /** The masked job summary of both phases. */
  summary: string;
  annotations: Annotation[];
  /** The values that commands masked, in order. */
  masks: string[];
  /** Values that were shown before they were masked, or where the runner does not mask. */
  maskViolations: MaskViolation[];
  /** The job's log, masked. */
  log: string;
  /** Everything that the process printed, unmasked and in order. */
  rawLog: string;
  lines: LogLine[];
  state: Record<string, string>;
  /** Additions of GITHUB_ENV and GITHUB_PATH. */
  exportedEnv: Record<string, string>;
  addedPaths: string[];
  /** Deprecated stdout commands (set-output, save-state, set-env, add-path). */
  deprecatedCommands: string[];
  /** Command names in order, so that a test can assert that masking comes first. */
  commands: string[];
  durationMs: number;
  /** Null if the phase was not requested. */
  main: PhaseRun | null;
  /** Null if the action has no post step, its condition did not hold, or the phase was not requested. */
  post: PhaseRun | null;
}

/**
 * A value that was masked too late, or appears where the runner does not mask. It contains a name, never the value.
 */
export interface MaskViolation {
  /** `mask 2` for the second of `masks`; otherwise `secrets.NAME`, or the name of the job's own value. */
  value: string;
  where: 'log' | 'summary' | 'annotation' | 'output';
  /**
   * For `log`: `stdout line 3, column 7` of the raw stream; otherwise the name of the output, the phase, or the
   * property.
   */
  at: string;
  phase: Phase | null;
  /** For `log`: index of the line in `lines`; otherwise null. */
  line: number | null;
}
