import {
  evaluateCondition,
  type Names,
  renderTemplate,
  type Scope,
  type Value,
} from '../runner/expressions.ts';
import { runCall } from './calls.ts';
import type {
  CellResult,
  CellTurn,
  Conclusion,
  Graph,
  JobResult,
  JobRun,
  Turn,
  WorkflowOptions,
} from './types.ts';
import { type ConcurrencyGroup, deadlock, groupOf } from './concurrency.ts';
import { type Cell, cellsOf } from './matrix.ts';
import { runStepsJob } from './run-job.ts';
import { unstartedJob } from './results.ts';
import type { JobModel, Workflow } from './schema.ts';
import { holdsNow } from './steps/step.ts';
import { githubContext, LOCAL_STEP } from '../runner/contexts.ts';

/**
 * Runs the jobs of a workflow, each after the jobs that it needs; independent jobs run at the same time. If the
 * harness itself fails in a job, the other jobs are awaited before the error is thrown.
 */
export async function runGraph(graph: Graph): Promise<JobResult[]> {
  const { jobs } = graph.loaded.workflow;
  const ends = new Map<string, Promise<JobResult>>();
  const start = (id: string, model: JobModel): Promise<JobResult> => {
    const known = ends.get(id);
    if (known !== undefined) return known;
    const end = Promise.all(
      (model.needs ?? []).flatMap((need) => (jobs[need] === undefined ? [] : [start(need, jobs[need])])),
    ).then(async (needs) => visit(graph, id, model, needs, await chain(ends, jobs, model)));
    ends.set(id, end);
    return end;
  };
  const settled = await Promise.allSettled(Object.entries(jobs).map(async ([id, model]) => start(id, model)));
  return settled.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}

/** Returns the results of all direct and indirect dependencies, which are complete because a job waits for them. */
async function chain(
  ends: ReadonlyMap<string, Promise<JobResult>>,
  jobs: Workflow['jobs'],
  model: JobModel,
): Promise<Map<string, Conclusion>> {
  const results = new Map<string, Conclusion>();
  const walk = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      const end = results.has(id) ? undefined : await ends.get(id);
      if (end === undefined) continue;
      results.set(id, end.result);
      await walk(jobs[id]?.needs ?? []);
    }
  };
  await walk(model.needs ?? []);
  return results;
}

/**
 * Runs one cell: evaluates its settings, enters its concurrency group, and runs its steps or the workflow that it
 * calls.
 */
async function runCell(turn: Turn, cell: Cell, failed: AbortSignal): Promise<CellResult> {
  const { graph, id, model } = turn;
  const scope: Scope = {
    contexts: { ...turn.contexts, strategy: cell.strategy, matrix: cell.matrix },
    functions: {},
  };
  const key = graph.prefix.id + labelled(id, cell);
  const end = (result: 'cancelled' | 'failure', problem?: string, name = key): CellResult => ({
    runs: [unstartedJob(key, name, result, problem)],
    outputs: {},
  });
  if (failed.aborted) return end('cancelled');
  let name: string;
  let concurrency: ConcurrencyGroup | null;
  try {
    name = graph.prefix.name + nameOf(id, model, cell, scope);
    concurrency = groupOf(model.concurrency, scope);
  } catch (error) {
    return end('failure', error instanceof Error ? error.message : String(error));
  }
  const circle = deadlock(graph.held, concurrency);
  if (circle !== null) return end('cancelled', circle, name);
  const cancel = new AbortController();
  const leave = await graph.groups.enter(
    concurrency,
    () => cancel.abort(new Error('a newer job wants the place in the concurrency group')),
    AbortSignal.any([graph.signal, failed]),
  );
  if (leave === null) return end('cancelled', undefined, name);
  const onCancel = () => {
    if (!turn.wanted()) cancel.abort(graph.signal.reason);
  };
  const onFailed = () => cancel.abort(failed.reason);
  if (graph.signal.aborted) onCancel();
  else graph.signal.addEventListener('abort', onCancel, { once: true });
  failed.addEventListener('abort', onFailed, { once: true });
  const ready: CellTurn = { ...turn, cell, name, key, scope, concurrency, cancel };
  try {
    return model.kind === 'call' ? await runCall(ready, model) : await runStepsJob(ready, model);
  } finally {
    graph.signal.removeEventListener('abort', onCancel);
    failed.removeEventListener('abort', onFailed);
    leave();
  }
}

function labelled(name: string, cell: Cell): string {
  return cell.label === '' ? name : `${name} (${cell.label})`;
}

/** The values of the matrix are appended to a missing name, and to a name without an expression. */
function nameOf(id: string, model: JobModel, cell: Cell, scope: Scope): string {
  return model.name?.includes('${{') === true
    ? renderTemplate(model.name, scope)
    : labelled(model.name ?? id, cell);
}

/** Starts a job whose dependencies are complete: evaluates its `if`, and the cells of its matrix. */
async function visit(
  graph: Graph,
  id: string,
  model: JobModel,
  needs: readonly JobResult[],
  results: ReadonlyMap<string, Conclusion>,
): Promise<JobResult> {
  const { options, root, signal } = graph;
  const contexts: Record<string, Value> = {
    github: { ...eventContext(root.workflow, options, root.place), job: id },
    inputs: graph.inputs,
    vars: options.vars ?? {},
    needs: Object.fromEntries(needs.map((need) => [need.id, { result: need.result, outputs: need.outputs }])),
  };
  const scope = (): Scope => ({ contexts, functions: jobStatus(results, signal.aborted) });
  const unstarted = (result: 'skipped' | 'failure', problem?: string): JobResult => {
    const run = unstartedJob(graph.prefix.id + id, graph.prefix.name + id, result, problem);
    return { id, runs: [run], result, outputs: {} };
  };
  let cells: Cell[];
  try {
    if (!evaluateCondition(model.if, scope())) return unstarted('skipped');
    cells = cellsOf(model.strategy, { contexts, functions: {} });
  } catch (error) {
    return unstarted('failure', error instanceof Error ? error.message : String(error));
  }
  const turn: Turn = { graph, id, model, contexts, wanted: () => holdsNow(model.if, scope()) };
  const ends = await runCells(turn, cells);
  const runs = ends.flatMap((end) => end.runs);
  const outputs: Record<string, string> = {};
  // If several cells set an output, the value of the cell that finishes last is used.
  for (const end of [...ends].sort((one, other) => one.at - other.at)) Object.assign(outputs, end.outputs);
  return { id, runs, result: conclude(runs.map(reported), false), outputs };
}

/**
 * Runs the cells at the same time, up to the strategy's limit; with `fail-fast`, the first failure cancels the
 * others.
 */
async function runCells(turn: Turn, cells: readonly Cell[]): Promise<(CellResult & { at: number })[]> {
  const failed = new AbortController();
  const ends: (CellResult & { at: number })[] = [];
  const queue = [...cells.entries()];
  let finished = 0;
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, cell] = next;
      const end = await runCell(turn, cell, failed.signal);
      ends[index] = { ...end, at: finished };
      finished += 1;
      if (cell.strategy['fail-fast'] && conclude(end.runs, false) === 'failure') {
        failed.abort(new Error('another job of the matrix has failed'));
      }
    }
  };
  const parallel = cells[0]?.strategy['max-parallel'] ?? 1;
  const settled = await Promise.allSettled(Array.from({ length: Math.min(parallel, cells.length) }, work));
  for (const end of settled) if (end.status === 'rejected') throw end.reason;
  return ends;
}

/** Returns the result of a job for other jobs: a job with `continue-on-error` never fails. */
function reported(run: JobRun): { result: Conclusion; counts: boolean } {
  return { result: run.result === 'failure' && !run.counts ? 'success' : run.result, counts: true };
}

/**
 * Returns the status functions for the `if` of a job. These functions include all indirect dependencies: a single
 * skipped job among them makes `success()` false.
 */
function jobStatus(results: ReadonlyMap<string, Conclusion>, cancelled: boolean): Scope['functions'] {
  const all = [...results.values()];
  return {
    always: () => true,
    cancelled: () => cancelled,
    success: () => !cancelled && all.every((result) => result === 'success'),
    failure: () => !cancelled && all.includes('failure'),
  };
}

/** Returns the conclusion of a whole run. */
export function conclude(
  jobs: readonly { result: Conclusion; counts: boolean }[],
  cancelled: boolean,
): Conclusion {
  if (jobs.some(({ result, counts }) => counts && result === 'failure')) return 'failure';
  if (cancelled || jobs.some(({ result, counts }) => counts && result === 'cancelled')) return 'cancelled';
  return jobs.length > 0 && jobs.every(({ result }) => result === 'skipped') ? 'skipped' : 'success';
}

/** Returns the `github` context before a runner exists, without folders and token. */
export function eventContext(workflow: Workflow, options: WorkflowOptions, place: string): Names {
  const { serverUrl, apiUrl } = options.github ?? {};
  return githubContext(
    {
      event: options.event,
      folders: { root: '', workspace: '', temp: '', toolCache: '', eventFile: '' },
      github: {
        ...(serverUrl === undefined ? {} : { serverUrl }),
        ...(apiUrl === undefined ? {} : { apiUrl }),
      },
      debug: false,
      runId: '0',
      job: '',
      workflow: { name: workflow.name ?? place, path: place },
      trackingId: '',
    },
    LOCAL_STEP,
  );
}
