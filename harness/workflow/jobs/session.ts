import { jobScope, type Job } from '../../runner/job/job.ts';
import type { StepPlace } from '../../runner/job/contexts.ts';
import { StepLog } from '../../runner/job/step-log.ts';
import type { Names, Scope, Value } from '../../runner/expressions/index.ts';
import type { Outcome, Phase } from '../../runner/index.ts';
import type { ActionSource, Conclusion, StepResult } from '../types.ts';

/** The `steps` context: what steps with an id came to. */
export type StepsContext = Record<
  string,
  { outputs: Record<string, string>; outcome: Conclusion; conclusion: Conclusion }
>;

/** What the expressions of a job can see besides what its runner knows. */
export interface JobContexts {
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
  place: StepPlace;
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
    debug: job.facts.debug,
    workspace: job.facts.folders.workspace,
    unsecure: frame.env['ACTIONS_ALLOW_UNSECURE_COMMANDS']?.toLowerCase() === 'true',
  });
  frame.logs.push(log);
  return log;
}

/** What an expression of a step can see. */
export function stepScope(
  session: Session,
  around: Surroundings,
  place: StepPlace,
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
