import type { StepIdentity } from '../runner/contexts.ts';
import { type Names, renderTemplate, type Scope, type Value } from '../runner/expressions.ts';
import { type Job, jobScope } from '../runner/job.ts';
import { StepLog } from '../runner/log.ts';
import { refusedPhase } from '../runner/node-action.ts';
import type { Phase } from '../runner/types.ts';
import type { ActionSource, Conclusion, JobRun, StepResult, WorkflowOptions } from './types.ts';
import type { RunnerEvent } from '../events.ts';
import type { StepModel, StepsJobModel, TokenPermissions, Workflow } from './schema.ts';
import { splitLines } from '../runner/process.ts';

type Values = Readonly<Record<string, string>>;

/** The `steps` context: results of the steps with an ID. */
type StepsContext = Record<
  string,
  { outputs: Record<string, string>; outcome: Conclusion; conclusion: Conclusion }
>;

/** Contexts of a job's expressions, in addition to the contexts of its runner. */
interface JobContexts {
  inputs: Names;
  vars: Names;
  secrets: Readonly<Record<string, string>>;
  needs: Value;
  /** Values of the job's cell in the matrix, or null. */
  matrix: Names | null;
  strategy: Names;
}

/** A job of a workflow while it runs. */
export interface Session {
  readonly job: Job;
  readonly contexts: JobContexts;
  /** Evaluated `defaults.run`. */
  readonly defaults: { shell?: string | undefined; 'working-directory'?: string | undefined };
  readonly steps: StepsContext;
  readonly posts: PostStep[];
  /** Cancels the job. */
  readonly signal: AbortSignal;
  readonly repository: string | undefined;
  readonly source: (uses: string) => ActionSource | null;
  /** Logs of the job's setup and completion. */
  readonly own: StepLog[];
  /** Names that were already generated for GITHUB_ACTION. */
  readonly madeUp: Set<string>;
}

/** A step before its execution. */
export interface Frame {
  session: Session;
  index: number;
  phase: Phase;
  name: string;
  place: StepIdentity;
  /** The `env` context of the step. */
  env: Record<string, string>;
  scope: Scope;
  /** Logs of the step's processes. */
  logs: StepLog[];
}

/** A post step, which runs after all steps, in reverse order. */
export interface PostStep {
  /** The step in its main phase. */
  main: Frame;
  step: StepModel;
  /** The action's `post-if`. */
  condition: string;
  run: (frame: Frame, signal: AbortSignal) => Promise<StepResult>;
}

/** Opens the log of one process of a step. */
export function openLog(frame: Pick<Frame, 'session' | 'index' | 'phase' | 'logs'>): StepLog {
  const { job } = frame.session;
  const log = new StepLog(job.log, {
    step: frame.index,
    phase: frame.phase,
    debug: job.info.debug,
    workspace: job.info.folders.workspace,
  });
  frame.logs.push(log);
  return log;
}

/** Returns the scope of a step's expressions. */
export function stepScope(session: Session, place: StepIdentity, env: Values): Scope {
  const { contexts, functions } = jobScope(session.job, place);
  return { contexts: { ...contexts, ...session.contexts, steps: session.steps, env: { ...env } }, functions };
}

export interface JobRequest {
  id: string;
  /** Distinguishes the job from all other jobs of the run. */
  key: string;
  /** Displayed name of the job. */
  name: string;
  model: StepsJobModel;
  /** The workflow that contains the job. */
  workflow: Workflow;
  /** The workflow that the event started, and the path of its file in its repository. */
  shownAs: { name: string; path: string };
  event: RunnerEvent;
  runId: string;
  contexts: JobContexts;
  token: string | undefined;
  permissions: TokenPermissions;
  environment: string | null;
  concurrency: JobRun['concurrency'];
  counts: boolean;
  signal: AbortSignal;
  options: WorkflowOptions;
}

/** The result of a step. */
export interface StepDone extends StepResult {
  frame: Frame;
  shown: { outcome: Conclusion; conclusion: Conclusion };
}

/** Returns the lines that the log contains before the output of an action or a script. */
export function header(
  log: StepLog,
  title: string,
  lines: readonly string[],
  inputs: Values,
  env: Values,
): void {
  log.print(`##[group]Run ${title}`);
  for (const line of lines) log.print(line);
  for (const [name, values] of Object.entries({ with: inputs, env })) {
    const given = Object.entries(values).filter(([, value]) => name === 'env' || value !== '');
    if (given.length > 0) log.print(`${name}:`);
    for (const [key, value] of given) log.print(`  ${key}: ${value}`);
  }
  log.print('##[endgroup]');
}

/** Returns the first line of a script that is not empty, which is its default name. */
export function firstLine(script: string): string {
  return splitLines(script.trimStart())[0] ?? '';
}

/** Evaluates every value of a `with:` or `env:`. Throws for the first expression that fails. */
export function fillEach(values: Values, scope: Scope): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, renderTemplate(value, scope)]),
  );
}

/** Returns the result of a step that the runner refuses: a failure, with the reason in the log. */
export function refused(log: StepLog, phase: Phase, error: unknown): StepResult {
  return { outcome: refusedPhase(log, phase, error).outcome, outputs: {}, processes: [] };
}
