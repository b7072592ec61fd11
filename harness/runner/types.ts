import type { RunnerEvent } from '../events.ts';

/** The result words of the runner for a step. */
export type Outcome = 'success' | 'failure' | 'cancelled';

export type Phase = 'main' | 'post';

/** One workflow annotation as the run's page has it: ten of each level per step and phase, the message masked. */
export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  /** Masked, and cut to 4096 characters. */
  message: string;
  /** As given: the runner does not mask it. */
  title: string | null;
  /** Below the workspace: relative to it. Not masked either. */
  file: string | null;
  line: string | null;
  /** `runner`: the runner itself said it, not the action. */
  from: 'action' | 'runner';
}

/** One line the process printed. `raw` never leaves the tests: `text` is what the job's log holds (null: not shown). */
export interface LogLine {
  phase: Phase;
  /** Which step of the job printed it, counted from 0. */
  step: number;
  stream: 'stdout' | 'stderr' | 'runner';
  raw: string;
  text: string | null;
  /** The workflow command of this line, when it was one. */
  command: string | null;
  /** Milliseconds since the phase started. */
  atMs: number;
}

/** The runner's pauses: from SIGINT to SIGTERM, and from there to SIGKILL. */
export interface CancelPauses {
  terminate: number;
  kill: number;
}

/** Addresses and token of the GitHub a job belongs to. */
export interface GitHubEndpoint {
  /** Which attempt of the run this is. Default: the first. */
  attempt?: number;
  serverUrl?: string;
  apiUrl?: string;
  token?: string;
}

export interface RunActionOptions {
  /** Path of the action.yml to run. */
  actionYml: string;
  /** What stands under `with:`. Names not declared are passed on, with the runner's warning. */
  inputs?: Record<string, string>;
  event: RunnerEvent;
  /** Environment of the job and the step (`env:`). Nothing else of this process is inherited but PATH and HOME. */
  env?: Record<string, string>;
  /** GITHUB_WORKSPACE, and the working folder. Default: an empty folder, removed afterwards. */
  workspace?: string;
  /** Cancels the step as the runner does: SIGINT, 7.5 s, SIGTERM, 2.5 s, SIGKILL. */
  signal?: AbortSignal;
  /** Default: both, the second when the action has a post step and its condition holds. */
  phases?: readonly Phase[];
  /** State to hand to `post` when `main` is not run. */
  state?: Record<string, string>;
  github?: GitHubEndpoint;
  /** Turns debug logging on (RUNNER_DEBUG=1): debug lines show, and commands are echoed. */
  debug?: boolean;
  /** The Node that runs the action. Default: the one running this. */
  node?: string;
  /** Arguments for Node before the entry: `--import <clock>` in virtual time. */
  nodeArguments?: readonly string[];
  /** Told the process of each phase when it has started. */
  onStart?: (pid: number, phase: Phase) => void;
  /** Gets each line of the job's log as it is shown (masked). */
  onLine?: (line: string, phase: Phase) => void;
  /** Shortened only by this harness's own tests. */
  cancelAfterMs?: CancelPauses;
}

/** What a process wrote to the files of its phase, byte for byte as text. */
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
  /** Null when a signal ended the process, or none was started. */
  exitCode: number | null;
  /** The signal that ended the process, when one did. */
  endedBy: string | null;
  durationMs: number;
  /** Empty when the runner refused to start it. */
  argv: string[];
  environment: Record<string, string>;
  files: RawFiles;
  /** The summary of this phase, as written. */
  rawSummary: string;
  /** True when the runner refused to upload the summary. */
  summaryRefused: boolean;
  /** Processes of the action's group were still alive after it ended (the runner ends them with the job). */
  leftRunning: boolean;
}

export interface ActionRun {
  /** The step's outcome: that of `main` when it ran. */
  outcome: Outcome;
  /** Exit code of `main` when it ran, else of `post`; null when a signal ended it or nothing was started. */
  exitCode: number | null;
  outputs: Record<string, string>;
  /** The job summary, masked; both phases one after the other. */
  summary: string;
  annotations: Annotation[];
  /** The values that commands asked to hide, in order. */
  masks: string[];
  /** Values that were given away before their mask was registered, or where no mask reaches. */
  maskViolations: MaskViolation[];
  /** The job's log, masked. */
  log: string;
  /** Everything the process printed, unmasked, in order. */
  rawLog: string;
  lines: LogLine[];
  state: Record<string, string>;
  /** What GITHUB_ENV and GITHUB_PATH asked for. */
  exportedEnv: Record<string, string>;
  addedPaths: string[];
  /** Stdout commands that the runner only keeps for old actions (set-output, save-state, set-env, add-path). */
  deprecatedCommands: string[];
  /** Command names in the order they came: masking before everything else can be asserted. */
  commands: string[];
  durationMs: number;
  /** Null when it was not asked for. */
  main: PhaseRun | null;
  /** Null when there is none, its condition did not hold, or it was not asked for. */
  post: PhaseRun | null;
}

/** A value that was masked too late, or stands where the runner masks nothing. It is named, never shown. */
export interface MaskViolation {
  /** `mask 2`: the second of `masks`; else `secrets.NAME`, or what the job's own value is. */
  value: string;
  where: 'log' | 'summary' | 'annotation' | 'output';
  /** `log`: `stdout line 3, column 7` of the raw stream; else the name of the output, the phase, or the property. */
  at: string;
  phase: Phase | null;
  /** `log`: place of the line among `lines`; else null. */
  line: number | null;
}
