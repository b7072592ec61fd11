import type { StepIdentity } from '../runner/contexts.ts';
import { type Names, renderTemplate, type Scope, type Value } from '../runner/expressions.ts';
import { type Job, jobScope } from '../runner/job.ts';
import { StepLog } from '../runner/log.ts';
import type { Outcome, Phase } from '../runner/types.ts';
import type { ActionSource, Conclusion, JobRun, StepResult, WorkflowOptions } from './types.ts';
import type { RunnerEvent } from '../events.ts';
import type { StepsJobModel, TokenPermissions, Workflow } from './schema.ts';
import { splitLines } from '../runner/process.ts';

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
  readonly minuteMs: number;
  readonly source: (uses: string) => ActionSource | null;
  /** The logs of setting the job up and completing it. */
  readonly own: StepLog[];
  /** Names that were made up for GITHUB_ACTION so far. */
  readonly madeUp: Set<string>;
}

/** Where steps run: in a job, or in a composite action. */
export interface Surroundings {
  steps: StepsContext;
  /** Inputs of the composite action; those of the workflow elsewhere. */
  inputs: Names;
  /** How it went so far: of the job, or of the composite action. */
  status: () => Outcome;
  /** Environment that the step around has for itself. */
  env: Readonly<Record<string, string>>;
  /** Folder of the composite action. */
  actionPath: string | null;
}

/** One step as it is about to run. */
export interface Frame {
  session: Session;
  around: Surroundings;
  index: number;
  phase: Phase;
  name: string;
  place: StepIdentity;
  /** The `env` context. */
  env: Record<string, string>;
  /** The part of it that only this step has. */
  own: Record<string, string>;
  scope: Scope;
  /** The logs of its processes. */
  logs: StepLog[];
}

/** What is done for a step after all others, last come first served. */
export interface PostStep {
  name: string;
  /** The action's `post-if`. */
  condition: string;
  frame: (index: number) => Frame;
  /** Evaluates the step's environment anew. Throws when that fails. */
  fill: (frame: Frame) => void;
  run: (frame: Frame, signal: AbortSignal) => Promise<StepResult>;
}

/** Opens the log of one process of a step. */
export function openLog(frame: Pick<Frame, 'session' | 'index' | 'phase' | 'env' | 'logs'>): StepLog {
  const { job } = frame.session;
  const log = new StepLog(job.log, {
    step: frame.index,
    phase: frame.phase,
    debug: job.info.debug,
    workspace: job.info.folders.workspace,
    unsecure: frame.env['ACTIONS_ALLOW_UNSECURE_COMMANDS']?.toLowerCase() === 'true',
  });
  frame.logs.push(log);
  return log;
}

/** What an expression of a step can see. */
export function stepScope(
  session: Session,
  around: Surroundings,
  place: StepIdentity,
  env: Readonly<Record<string, string>>,
): Scope {
  const { contexts, functions } = jobScope(session.job, place);
  const none = { least: 0, most: 0 };
  return {
    contexts: {
      ...contexts,
      ...session.contexts,
      inputs: around.inputs,
      steps: around.steps,
      env: { ...env },
    },
    functions: {
      ...functions,
      success: { ...none, call: () => around.status() === 'success' },
      failure: { ...none, call: () => around.status() === 'failure' },
    },
  };
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

type Values = Readonly<Record<string, string>>;

/** What the log says before an action runs. */
export function actionHeader(log: StepLog, title: string, inputs: Values, env: Values): void {
  log.print(`##[group]Run ${title}`);
  section(
    log,
    'with',
    Object.entries(inputs).filter(([, value]) => value !== ''),
  );
  section(log, 'env', Object.entries(env));
  log.print('##[endgroup]');
}

/** What the log says before a script runs. */
export function scriptHeader(log: StepLog, script: string, shell: string, env: Values): void {
  log.print(`##[group]Run ${firstLine(script)}`);
  for (const line of splitLines(script)) log.print(`\u001b[36;1m${line}\u001b[0m`);
  log.print(`shell: ${shell}`);
  section(log, 'env', Object.entries(env));
  log.print('##[endgroup]');
}

/** The first line of a script that is not empty: its name, when it has none. */
export function firstLine(script: string): string {
  return splitLines(script.trimStart())[0] ?? '';
}

function section(log: StepLog, name: string, entries: [string, string][]): void {
  if (entries.length === 0) return;
  log.print(`${name}:`);
  for (const [key, value] of entries) log.print(`  ${key}: ${value}`);
}

/** Fills every value of a `with:` or `env:`. Throws for the first expression that fails. */
export function fillEach(values: Readonly<Record<string, string>>, scope: Scope): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, renderTemplate(value, scope)]),
  );
}
