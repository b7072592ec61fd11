import type { RunnerEvent } from '../events.ts';
import { LOCAL_STEP } from '../runner/contexts.ts';
import { evaluate, isTruthy, renderTemplate, type Scope } from '../runner/expressions.ts';
import { closeJob, openJob } from '../runner/job.ts';
import { trim } from '../runner/workflow-commands.ts';
import { collectOutputs, environmentUrl, jobPage, stepPage, unstartedJob } from './results.ts';
import {
  fillEach,
  type JobRequest,
  openLog,
  type PostStep,
  refused,
  type Session,
  type StepDone,
  stepScope,
} from './session.ts';
import { type StepsJobModel, tokenPermissions, type TokenPermissions } from './schema.ts';
import type {
  CellResult,
  CellTurn,
  Conclusion,
  DeploymentEnvironment,
  Graph,
  JobRun,
  StepResult,
  StepRun,
} from './types.ts';
import { fillFrame, guarded, noticeCancel, openFrame, runStep, holdsNow } from './steps/step.ts';

const LONGEST_TIMER = 2 ** 31 - 1;

const DEFAULT_MINUTES = 360;

interface Settings {
  environment: string | null;
  /** True if GitHub creates a deployment for the environment. */
  deployment: boolean;
  /** True if the run fails when the job fails. */
  counts: boolean;
  minutes: number;
}

/**
 * Runs a job with steps, including its environment's reviewers, its time limit, its deployment on GitHub, and its
 * runner.
 */
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

/** Runs a job between the updates of its check and its environment's deployment on GitHub. */
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

/**
 * Returns the commit at which GitHub shows a job, which for a pull request is the head instead of the merge commit.
 */
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

/** Thrown if a job exceeded its `timeout-minutes`. */
class JobTimeout extends Error {
  override name = 'JobTimeout';

  constructor(minutes: number) {
    super(`The job has exceeded the maximum execution time of ${minutes} minutes.`);
  }
}

/** Runs a job on a separate runner: setup, steps, post steps and outputs. */
async function runJob(request: JobRequest): Promise<JobRun> {
  const { options, id, key } = request;
  const job = await openJob({
    event: request.event,
    workspace: options.workspace,
    github: {
      ...eachGiven({ serverUrl: options.github?.serverUrl, apiUrl: options.github?.apiUrl }),
      ...eachGiven({ token: request.token }),
      ...(options.github?.attempt === undefined ? {} : { attempt: options.github.attempt }),
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
    source: options.actions ?? (() => null),
    own: [],
    madeUp: new Set(),
  };
  try {
    const steps = setUp(session, request) ? await runSteps(session, request) : [];
    noticeCancel(session);
    const reason: unknown = session.signal.reason;
    if (reason instanceof JobTimeout) {
      openLog({ session, index: steps.length, phase: 'post', logs: session.own }).say(
        'error',
        reason.message,
      );
    }
    const outputs = collectOutputs(session, request.model.outputs, steps.length);
    const url = environmentUrl(session, request.model, steps.length);
    return jobPage(session, request, steps, outputs, url);
  } finally {
    await closeJob(job);
  }
}

/** Returns only the properties that are set. */
function eachGiven<Name extends string>(
  values: Record<Name, string | undefined>,
): Partial<Record<Name, string>> {
  const given: Partial<Record<Name, string>> = {};
  for (const name in values) if (values[name] !== undefined) given[name] = values[name];
  return given;
}

/** Executes the setup before the first step, or returns false if the setup failed, so that no step runs. */
function setUp(session: Session, { permissions, workflow, model }: JobRequest): boolean {
  const { job } = session;
  const log = openLog({ session, index: -1, phase: 'main', logs: session.own });
  log.print('##[group]GITHUB_TOKEN Permissions');
  for (const [name, level] of Object.entries(permissions)) log.print(`${name}: ${level}`);
  log.print('##[endgroup]');
  try {
    const scope = () => stepScope(session, LOCAL_STEP, job.env);
    Object.assign(job.env, fillEach(workflow.env, scope()));
    Object.assign(job.env, fillEach(model.env, scope()));
    // The defaults of a job replace all defaults of its workflow.
    const defaults = model.defaults?.run ?? workflow.defaults?.run ?? {};
    for (const name of ['shell', 'working-directory'] as const) {
      if (defaults[name] !== undefined) session.defaults[name] = renderTemplate(defaults[name], scope());
    }
    return true;
  } catch (error) {
    refused(log, 'main', error);
    job.status = 'failure';
    return false;
  }
}

async function runSteps(session: Session, { model }: JobRequest): Promise<StepRun[]> {
  const runs: StepRun[] = [];
  for (const step of model.steps) {
    const done = await runStep(session, step, runs.length);
    merge(session, done.shown.conclusion);
    runs.push(stepPage(session, done, step.id ?? null));
  }
  for (let post = session.posts.pop(); post !== undefined; post = session.posts.pop()) {
    const done = await runPost(session, post, runs.length);
    merge(session, done.shown.conclusion);
    runs.push(stepPage(session, done, null));
  }
  return runs;
}

async function runPost(
  session: Session,
  { main, step, condition, run }: PostStep,
  index: number,
): Promise<StepDone> {
  noticeCancel(session);
  const frame = openFrame(session, step, {
    index,
    phase: 'post',
    place: main.place,
    name: `Post ${main.name}`,
  });
  const done = (result: StepResult, outcome: Conclusion = result.outcome): StepDone => ({
    ...result,
    frame,
    shown: { outcome, conclusion: outcome },
  });
  try {
    fillFrame(frame, step);
    // Unlike an `if`, a `post-if` does not imply `success()`.
    if (!isTruthy(evaluate(condition, frame.scope))) {
      return done({ outcome: 'success', outputs: {}, processes: [] }, 'skipped');
    }
    const stillNeeded = () => holdsNow(`always() && (${condition})`, frame.scope);
    return done(await guarded(session, stillNeeded, (signal) => run(frame, signal)));
  } catch (error) {
    return done(refused(openLog(frame), 'post', error));
  }
}

/** A failed or canceled job keeps its conclusion. */
function merge(session: Session, conclusion: Conclusion): void {
  if (conclusion === 'failure' && session.job.status === 'success') session.job.status = 'failure';
}

/** The permissions and secrets of a job. */
interface Identity {
  permissions: TokenPermissions;
  token: string | undefined;
  secrets: Record<string, string>;
}

/**
 * Determines the permissions and secrets of a job. Pull requests of forks and of Dependabot get read access and no
 * secrets.
 */
async function identify(
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
    readOnly,
  });
  const given = graph.options.github?.token;
  const token = typeof given === 'function' ? await given(permissions, job) : given;
  // A secret of the environment replaces the caller's secret with the same name.
  const secrets = readOnly ? {} : { ...graph.secrets, ...place.secrets };
  return {
    permissions,
    token,
    secrets: token === undefined ? secrets : { ...secrets, GITHUB_TOKEN: token },
  };
}

/** Returns whether the sender of an event is not trusted with secrets. */
function fromOutside(event: RunnerEvent): boolean {
  if (event.name === 'pull_request_target') return false;
  if (event.actor === 'dependabot[bot]') return true;
  if (event.name !== 'pull_request') return false;
  const repo = at(at(event.payload['pull_request'], 'head'), 'repo');
  // The fork may already have been deleted.
  return at(repo, 'full_name') !== event.repository;
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
