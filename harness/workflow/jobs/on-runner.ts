import { fill, type Scope } from '../../runner/expressions/index.ts';
import type { StepsJobModel } from '../model/schema.ts';
import type { DeploymentEnvironment, JobRun } from '../types.ts';
import { identify } from './identity.ts';
import { unstartedJob } from './page.ts';
import { JobTimeout, runJob } from './run-job.ts';
import type { CellEnd, CellTurn } from './turn.ts';

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
export async function runStepsJob(turn: CellTurn, model: StepsJobModel): Promise<CellEnd> {
  const { graph, cancel, key, name } = turn;
  const { options } = graph;
  const unstarted = (problem: string): CellEnd => ({
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
  const minutes = Number(fill(model['timeout-minutes'] ?? '', scope));
  return {
    environment: model.environment === undefined ? null : fill(model.environment.name, scope) || null,
    deployment: fill(model.environment?.deployment ?? 'true', scope) !== 'false',
    counts: fill(model['continue-on-error'] ?? 'false', scope) !== 'true',
    minutes: minutes > 0 ? minutes : DEFAULT_MINUTES,
  };
}
