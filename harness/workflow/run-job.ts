import type { RunnerEvent } from '../events.ts';
import { LOCAL_STEP } from '../runner/contexts.ts';
import { evaluate, renderTemplate, isTruthy } from '../runner/expressions.ts';
import { closeJob, openJob } from '../runner/job.ts';
import { refusedPhase } from '../runner/node-action.ts';
import { trim } from '../runner/workflow-commands.ts';
import { collectOutputs, environmentUrl, jobPage, stepPage } from './results.ts';
import {
  type JobContexts,
  openLog,
  type PostStep,
  type Session,
  stepScope,
  type Surroundings,
} from './session.ts';
import { type StepsJobModel, tokenPermissions, type TokenPermissions, type Workflow } from './schema.ts';
import type { Graph } from './schedule.ts';
import { fillEach, guarded, noticeCancel, runStep, type StepDone, stillHolds } from './steps/step.ts';
import type { Conclusion, DeploymentEnvironment, JobRun, StepRun, WorkflowOptions } from './types.ts';

/** A job that took longer than its `timeout-minutes`. */
export class JobTimeout extends Error {
  override name = 'JobTimeout';

  constructor(minutes: number) {
    super(`The job has exceeded the maximum execution time of ${minutes} minutes.`);
  }
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

/** Runs a job on a runner of its own: setting up, its steps, their post steps, its outputs. */
export async function runJob(request: JobRequest): Promise<JobRun> {
  const { options, id, key } = request;
  const job = await openJob({
    event: request.event,
    workspace: options.workspace,
    github: {
      ...eachGiven({ serverUrl: options.github?.serverUrl, apiUrl: options.github?.apiUrl }),
      ...eachGiven({ token: request.token }),
    },
    debug: options.debug,
    name: id,
    workflow: request.shownAs,
    runId: request.runId,
    node: options.node,
    nodeArguments: options.nodeArguments,
    actionEnv: options.actionEnv,
    cancelAfterMs: options.cancelAfterMs,
    onStart: (pid, phase) => options.onStart?.(pid, phase, key),
    onLine: (line) => options.onLine?.(line, key),
  });
  for (const [name, value] of Object.entries(request.contexts.secrets)) {
    if (name !== 'GITHUB_TOKEN') job.log.hide(trim(value), `secrets.${name}`);
  }
  const session: Session = {
    job,
    contexts: request.contexts,
    defaults: {},
    steps: {},
    posts: [],
    signal: request.signal,
    repository: options.repository,
    minuteMs: options.minuteMs ?? 60_000,
    source: options.actions ?? (() => null),
    own: [],
    madeUp: new Set(),
  };
  try {
    const steps = setUp(session, request) ? await runSteps(session, request) : [];
    noticeCancel(session);
    const reason: unknown = session.signal.reason;
    if (reason instanceof JobTimeout) {
      openLog({ session, index: steps.length, phase: 'post', env: {}, logs: session.own }).say(
        'error',
        reason.message,
      );
    }
    const around = surroundings(session);
    const outputs = collectOutputs(session, around, request.model.outputs, steps.length);
    const url = environmentUrl(session, around, request.model, steps.length);
    return jobPage(session, request, steps, outputs, url);
  } finally {
    await closeJob(job);
  }
}

/** Only what is there. */
function eachGiven<Name extends string>(
  values: Record<Name, string | undefined>,
): Partial<Record<Name, string>> {
  const given: Partial<Record<Name, string>> = {};
  for (const name in values) if (values[name] !== undefined) given[name] = values[name];
  return given;
}

/** The job itself as what is around its steps. */
function surroundings(session: Session): Surroundings {
  return {
    steps: session.steps,
    inputs: session.contexts.inputs,
    status: () => session.job.status,
    env: {},
    actionPath: null,
  };
}

/** What comes before the first step. False: it failed, and no step runs. */
function setUp(session: Session, { permissions, workflow, model }: JobRequest): boolean {
  const { job } = session;
  const log = openLog({ session, index: -1, phase: 'main', env: {}, logs: session.own });
  log.print('##[group]GITHUB_TOKEN Permissions');
  for (const [name, level] of Object.entries(permissions)) log.print(`${name}: ${level}`);
  log.print('##[endgroup]');
  try {
    const scope = () => stepScope(session, surroundings(session), LOCAL_STEP, job.env);
    Object.assign(job.env, fillEach(workflow.env, scope()));
    Object.assign(job.env, fillEach(model.env, scope()));
    // The defaults of a job stand for those of its workflow, all or nothing.
    const defaults = model.defaults?.run ?? workflow.defaults?.run ?? {};
    for (const name of ['shell', 'working-directory'] as const) {
      if (defaults[name] !== undefined) session.defaults[name] = renderTemplate(defaults[name], scope());
    }
    return true;
  } catch (error) {
    refusedPhase(log, 'main', error);
    job.status = 'failure';
    return false;
  }
}

async function runSteps(session: Session, { model }: JobRequest): Promise<StepRun[]> {
  const runs: StepRun[] = [];
  for (const step of model.steps) {
    const startedAt = performance.now();
    const done = await runStep(session, surroundings(session), step, runs.length);
    merge(session, done.shown.conclusion);
    runs.push(stepPage(session, done, step.id ?? null, performance.now() - startedAt));
  }
  for (let post = session.posts.pop(); post !== undefined; post = session.posts.pop()) {
    const startedAt = performance.now();
    const done = await runPost(session, post, runs.length);
    merge(session, done.shown.conclusion);
    runs.push(stepPage(session, done, null, performance.now() - startedAt));
  }
  return runs;
}

async function runPost(session: Session, post: PostStep, index: number): Promise<StepDone> {
  noticeCancel(session);
  const nothing = { outputs: {}, processes: [] };
  const frame = post.frame(index);
  try {
    post.fill(frame);
    // Unlike an `if`, a `post-if` asks for nothing it does not name.
    if (!isTruthy(evaluate(post.condition, frame.scope))) {
      return { ...nothing, outcome: 'success', frame, shown: { outcome: 'skipped', conclusion: 'skipped' } };
    }
    const result = await guarded(
      session,
      { stillNeeded: () => stillHolds(`always() && (${post.condition})`, frame.scope) },
      (signal) => post.run(frame, signal),
    );
    return { ...result, frame, shown: { outcome: result.outcome, conclusion: result.outcome } };
  } catch (error) {
    const { outcome } = refusedPhase(openLog(frame), 'post', error);
    return { ...nothing, outcome, frame, shown: { outcome, conclusion: outcome } };
  }
}

/** A job that failed stays so; one that was cancelled too. */
function merge(session: Session, conclusion: Conclusion): void {
  if (conclusion === 'failure' && session.job.status === 'success') session.job.status = 'failure';
}

/** What a job may do, and what it is told. */
interface Identity {
  permissions: TokenPermissions;
  token: string | undefined;
  secrets: Record<string, string>;
}

/** Makes out who a job is. A fork's pull request, and Dependabot, get to read and are told no secret. */
export async function identify(
  job: string,
  model: StepsJobModel,
  graph: Pick<Graph, 'loaded' | 'event' | 'options' | 'secrets'>,
  place: DeploymentEnvironment,
): Promise<Identity> {
  const { workflow, cap } = graph.loaded;
  const readOnly = fromOutside(graph.event);
  const permissions = tokenPermissions({
    workflow: workflow.permissions ?? cap,
    job: model.permissions,
    byDefault: graph.options.defaultPermissions,
    readOnly,
  });
  const given = graph.options.github?.token;
  const token = typeof given === 'function' ? await given(permissions, job) : given;
  // A secret of the environment stands for one of the same name that a caller hands on.
  const secrets = readOnly ? {} : { ...graph.secrets, ...place.secrets };
  return {
    permissions,
    token,
    secrets: token === undefined ? secrets : { ...secrets, GITHUB_TOKEN: token },
  };
}

/** Whether an event comes from a sender that is not trusted with secrets. */
function fromOutside(event: RunnerEvent): boolean {
  if (event.name === 'pull_request_target') return false;
  if (event.actor === 'dependabot[bot]') return true;
  if (event.name !== 'pull_request') return false;
  const repo = at(at(event.payload['pull_request'], 'head'), 'repo');
  // A fork may have been deleted meanwhile.
  return at(repo, 'full_name') !== event.repository;
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
