import type { StepIdentity } from '../runner/contexts.ts';
import { renderTemplate, type Names, type Scope, type Value } from '../runner/expressions.ts';
import { type Job, jobScope } from '../runner/job.ts';
import { StepLog } from '../runner/log.ts';
import type { Outcome, Phase } from '../runner/types.ts';
import { unstartedJob } from './results.ts';
import type { StepsJobModel } from './schema.ts';
import { identify, JobTimeout, runJob } from './run-job.ts';
import type { CellResult, CellTurn } from './schedule.ts';
import type { ActionSource, Conclusion, DeploymentEnvironment, JobRun, StepResult } from './types.ts';

const LONGEST_TIMER = 2 ** 31 - 1;
const DEFAULT_MINUTES = 360;

interface Settings {
  environment: string | null;
  /** False: GitHub is to make no deployment of it. */
  deployment: boolean;
  /** Whether the run fails with it. */
  counts: boolean;
  minutes: number;
}

/** Runs a job of steps: the reviewers of its environment, its time, its deployment on GitHub, its runner. */
export async function runStepsJob(turn: CellTurn, model: StepsJobModel): Promise<CellResult> {
  const { graph, cancel, key, name } = turn;
  const { options } = graph;
  const unstarted = (problem: string): CellResult => ({
    runs: [unstartedJob(key, name, 'failure', problem)],
    outputs: {},
  });
  let settings: Settings;
  try {
    settings = settingsOf(model, turn.scope);
  } catch (error) {
    return unstarted(error instanceof Error ? error.message : String(error));
  }
  const { environment, minutes } = settings;
  const place = environment === null ? {} : (options.environments?.[environment] ?? {});
  if (place.approve !== undefined && !(await place.approve(key))) {
    return unstarted(`the deployment to ${environment ?? ''} was rejected`);
  }
  const timer = setTimeout(
    () => cancel.abort(new JobTimeout(minutes)),
    Math.min(minutes * (options.minuteMs ?? 60_000), LONGEST_TIMER),
  );
  try {
    const run = await onGitHub(turn, settings, () => start(turn, model, settings, place));
    return { runs: [run], outputs: run.outputs };
  } finally {
    clearTimeout(timer);
  }
}

async function start(
  { graph, id, key, name, cell, contexts, concurrency, cancel }: CellTurn,
  model: StepsJobModel,
  { environment, counts }: Settings,
  place: DeploymentEnvironment,
): Promise<JobRun> {
  const { options, root } = graph;
  const identity = await identify(key, model, graph, place);
  return runJob({
    ...identity,
    id,
    key,
    name,
    model,
    workflow: graph.loaded.workflow,
    shownAs: { name: root.workflow.name ?? root.place, path: root.place },
    event: graph.event,
    runId: graph.runId,
    contexts: {
      inputs: graph.inputs,
      vars: { ...options.vars, ...place.vars },
      secrets: identity.secrets,
      needs: contexts['needs'] ?? {},
      matrix: cell.matrix,
      strategy: cell.strategy,
    },
    environment,
    concurrency,
    counts,
    signal: cancel.signal,
    options,
  });
}

/** What GitHub shows of a job meanwhile: its check, and the deployment to its environment. */
async function onGitHub(
  { graph, name }: CellTurn,
  { environment, deployment }: Settings,
  work: () => Promise<JobRun>,
): Promise<JobRun> {
  const { event, options, runId } = graph;
  const { ref, sha } = shownCommit(event);
  const shown = options.github?.startJob?.({ ref, sha, runId, name, environment, deployment });
  try {
    const run = await work();
    shown?.finish(run.result === 'success' ? 'success' : 'failure', run.environment?.url ?? undefined);
    return run;
  } catch (error) {
    shown?.finish('failure');
    throw error;
  }
}

/** The commit GitHub shows a job on: of a pull request the head, not the merge. */
function shownCommit({ name, ref, sha, payload, headRef }: CellTurn['graph']['event']): {
  ref: string;
  sha: string;
} {
  const pull = payload['pull_request'];
  if (name !== 'pull_request' || typeof pull !== 'object' || pull === null || !('head' in pull)) {
    return { ref, sha };
  }
  const { head } = pull;
  return typeof head === 'object' && head !== null && 'sha' in head && typeof head.sha === 'string'
    ? { ref: headRef, sha: head.sha }
    : { ref, sha };
}

function settingsOf(model: StepsJobModel, scope: Scope): Settings {
  const minutes = Number(renderTemplate(model['timeout-minutes'] ?? '', scope));
  return {
    environment:
      model.environment === undefined ? null : renderTemplate(model.environment.name, scope) || null,
    deployment: renderTemplate(model.environment?.deployment ?? 'true', scope) !== 'false',
    counts: renderTemplate(model['continue-on-error'] ?? 'false', scope) !== 'true',
    minutes: minutes > 0 ? minutes : DEFAULT_MINUTES,
  };
}

/** The `steps` context: what steps with an id came to. */
type StepsContext = Record<
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
