import type { RunnerEvent } from '../../events/index.ts';
import { fill, holds, type Names, type Scope } from '../../runner/expressions/index.ts';
import type { ConcurrencyGroups } from '../concurrency.ts';
import { eventContext } from '../event-context.ts';
import type { JobModel, Workflow } from '../model/schema.ts';
import { stillHolds } from '../steps/step.ts';
import type { Conclusion, JobRun, WorkflowOptions } from '../types.ts';
import { groupOf } from './group.ts';
import { identify } from './identity.ts';
import { unstartedJob } from './page.ts';
import { JobTimeout, runJob } from './run-job.ts';
import { jobStatus } from './status.ts';

export interface Graph {
  workflow: Workflow;
  place: string;
  options: WorkflowOptions;
  event: RunnerEvent;
  inputs: Names;
  runId: string;
  groups: ConcurrencyGroups;
  /** Cancels the run. */
  signal: AbortSignal;
}

/**
 * Runs the jobs of a workflow, each when those it needs are through; jobs that wait for none run side by side. When one
 * of them breaks the harness, the others are waited for before that is thrown.
 */
export async function runGraph(graph: Graph): Promise<Record<string, JobRun>> {
  const { jobs } = graph.workflow;
  const runs = new Map<string, Promise<JobRun>>();
  const start = (id: string, model: JobModel): Promise<JobRun> => {
    const known = runs.get(id);
    if (known !== undefined) return known;
    const run = Promise.all(
      (model.needs ?? []).flatMap((need) => (jobs[need] === undefined ? [] : [start(need, jobs[need])])),
    ).then(async (needs) => visit(graph, id, model, needs, await chain(runs, jobs, model)));
    runs.set(id, run);
    return run;
  };
  const ends = await Promise.allSettled(Object.entries(jobs).map(async ([id, model]) => start(id, model)));
  const all: Record<string, JobRun> = {};
  for (const end of ends) {
    if (end.status === 'rejected') throw end.reason;
    all[end.value.id] = end.value;
  }
  return all;
}

/** The results of every job up the chain. They are all through: a job waits for those it needs. */
async function chain(
  runs: ReadonlyMap<string, Promise<JobRun>>,
  jobs: Workflow['jobs'],
  model: JobModel,
): Promise<Map<string, Conclusion>> {
  const results = new Map<string, Conclusion>();
  const walk = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      const run = results.has(id) ? undefined : await runs.get(id);
      if (run === undefined) continue;
      results.set(id, told(run));
      await walk(jobs[id]?.needs ?? []);
    }
  };
  await walk(model.needs ?? []);
  return results;
}

/** What other jobs are told of a job: one that may fail never does. */
function told(run: JobRun): Conclusion {
  return run.result === 'failure' && !run.counts ? 'success' : run.result;
}

/** A job whose turn has come: what its own file says about it is made out, and then it runs. */
async function visit(
  graph: Graph,
  id: string,
  model: JobModel,
  needs: readonly JobRun[],
  results: ReadonlyMap<string, Conclusion>,
): Promise<JobRun> {
  const { options, signal } = graph;
  const contexts = {
    github: { ...eventContext(graph.workflow, options, graph.place), job: id },
    inputs: graph.inputs,
    vars: options.vars ?? {},
    needs: Object.fromEntries(needs.map((need) => [need.id, { result: told(need), outputs: need.outputs }])),
    strategy: { 'fail-fast': true, 'job-index': 0, 'job-total': 1, 'max-parallel': 1 },
    matrix: null,
  };
  const scope = (): Scope => ({
    contexts,
    functions: jobStatus({ results, cancelled: signal.aborted }),
  });
  let settings: Settings;
  try {
    if (!holds(model.if, scope())) return unstartedJob(id, id, 'skipped');
    settings = settingsOf(id, model, scope());
  } catch (error) {
    return unstartedJob(id, id, 'failure', error instanceof Error ? error.message : String(error));
  }
  const { name, environment, concurrency } = settings;
  const place = environment === null ? {} : (options.environments?.[environment] ?? {});
  if (place.approve !== undefined && !(await place.approve(id))) {
    return unstartedJob(id, name, 'failure', `the deployment to ${environment ?? ''} was rejected`);
  }
  const cancel = new AbortController();
  const admission =
    concurrency === null
      ? { admitted: true as const, leave: () => {} }
      : await graph.groups.enter(
          concurrency.group,
          concurrency.cancelInProgress,
          () => cancel.abort(new Error('a newer job wants the place in the concurrency group')),
          signal,
        );
  if (!admission.admitted) return unstartedJob(id, name, 'cancelled');
  const onCancel = () => {
    // A job that wants to run anyway goes on.
    if (!stillHolds(model.if, scope())) cancel.abort(signal.reason);
  };
  if (signal.aborted) onCancel();
  else signal.addEventListener('abort', onCancel, { once: true });
  const timer = setTimeout(
    () => cancel.abort(new JobTimeout(settings.minutes)),
    Math.min(settings.minutes * (options.minuteMs ?? 60_000), LONGEST_TIMER),
  );
  try {
    const identity = await identify(id, model, graph.workflow, graph.event, options, place);
    return await runJob({
      ...settings,
      ...identity,
      id,
      model,
      workflow: graph.workflow,
      path: graph.place,
      event: graph.event,
      runId: graph.runId,
      contexts: {
        inputs: graph.inputs,
        vars: { ...options.vars, ...place.vars },
        secrets: identity.secrets,
        needs: contexts.needs,
      },
      signal: cancel.signal,
      options,
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onCancel);
    admission.leave();
  }
}

const LONGEST_TIMER = 2 ** 31 - 1;
const DEFAULT_MINUTES = 360;

interface Settings {
  name: string;
  environment: string | null;
  concurrency: JobRun['concurrency'];
  /** Whether the run fails with it. */
  counts: boolean;
  minutes: number;
}

function settingsOf(id: string, model: JobModel, scope: Scope): Settings {
  const minutes = Number(fill(model['timeout-minutes'] ?? '', scope));
  return {
    name: fill(model.name ?? id, scope),
    environment: model.environment === undefined ? null : fill(model.environment.name, scope),
    concurrency: groupOf(model.concurrency, scope),
    counts: fill(model['continue-on-error'] ?? 'false', scope) !== 'true',
    minutes: minutes > 0 ? minutes : DEFAULT_MINUTES,
  };
}
