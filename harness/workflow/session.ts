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

/** The `steps` context: what steps with an id came to. */
type StepsContext = Record<
  string,
  { outputs: Record<string, string>; outcome: Conclusion; conclusion: Conclusion }
>;

/** What the expressions of a job can see besides what its runner knows. */
interface JobContexts {
  inputs: Names;
  vars: Names;
  secrets: Readonly<Record<string, string>>;
  needs: Value;
  /** The cell of its matrix. */
  matrix: Names | null;
  strategy: Names;
}

/** A job of a workflow while it runs. */
export interface Session {
  readonly job: Job;
  readonly contexts: JobContexts;
  /** `defaults.run`, evaluated. */
  readonly defaults: { shell?: string | undefined; 'working-directory'?: string | undefined };
  readonly steps: StepsContext;
  readonly posts: PostStep[];
  /** Cancels the job. */
  readonly signal: AbortSignal;
  readonly repository: string | undefined;
  readonly source: (uses: string) => ActionSource | null;
  /** The logs of setting the job up and completing it. */
  readonly own: StepLog[];
  /** Names that were made up for GITHUB_ACTION so far. */
  readonly madeUp: Set<string>;
}

/** One step as it is about to run. */
export interface Frame {
  session: Session;
  index: number;
  phase: Phase;
  name: string;
  place: StepIdentity;
  /** The `env` context. */
  env: Record<string, string>;
  scope: Scope;
  /** The logs of its processes. */
  logs: StepLog[];
}

/** What is done for a step after all others, last come first served. */
export interface PostStep {
  /** The step, as its main phase ran. */
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

/** What an expression of a step can see. */
export function stepScope(session: Session, place: StepIdentity, env: Values): Scope {
  const { contexts, functions } = jobScope(session.job, place);
  return { contexts: { ...contexts, ...session.contexts, steps: session.steps, env: { ...env } }, functions };
}

export interface JobRequest {
  id: string;
  /** Tells it from all other jobs of the run. */
  key: string;
  /** As shown. */
  name: string;
  model: StepsJobModel;
  /** The file it stands in. */
  workflow: Workflow;
  /** The workflow the event started, and the path of its file in its repository. */
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

/** What became of a step. */
export interface StepDone extends StepResult {
  frame: Frame;
  shown: { outcome: Conclusion; conclusion: Conclusion };
}

/** What the log says before an action or a script runs. */
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

/** The first line of a script that is not empty: its name, when it has none. */
export function firstLine(script: string): string {
  return splitLines(script.trimStart())[0] ?? '';
}

/** Fills every value of a `with:` or `env:`. Throws for the first expression that fails. */
export function fillEach(values: Values, scope: Scope): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, renderTemplate(value, scope)]),
  );
}

/** A step that the runner refuses: failed, with the reason in its log. */
export function refused(log: StepLog, phase: Phase, error: unknown): StepResult {
  return { outcome: refusedPhase(log, phase, error).outcome, outputs: {}, processes: [] };
}
