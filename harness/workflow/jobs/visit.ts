import { holds, type Scope, type Value } from '../../runner/expressions/index.ts';
import { eventContext } from '../event-context.ts';
import type { JobModel } from '../model/schema.ts';
import { stillHolds } from '../steps/step.ts';
import type { Conclusion, JobRun } from '../types.ts';
import { runCell } from './cell.ts';
import { cellsOf, type Cell } from './matrix.ts';
import { unstartedJob } from './page.ts';
import { conclude, jobStatus } from './status.ts';
import type { CellEnd, Graph, JobEnd, Turn } from './turn.ts';

/** A job whose turn has come: whether it runs at all, and as which cells of its matrix. */
export async function visit(
  graph: Graph,
  id: string,
  model: JobModel,
  needs: readonly JobEnd[],
  results: ReadonlyMap<string, Conclusion>,
): Promise<JobEnd> {
  const { options, root, signal } = graph;
  const contexts: Record<string, Value> = {
    github: { ...eventContext(root.workflow, options, root.place), job: id },
    inputs: graph.inputs,
    vars: options.vars ?? {},
    needs: Object.fromEntries(needs.map((need) => [need.id, { result: need.result, outputs: need.outputs }])),
  };
  const scope = (): Scope => ({ contexts, functions: jobStatus({ results, cancelled: signal.aborted }) });
  const unstarted = (result: 'skipped' | 'failure', problem?: string): JobEnd => {
    const run = unstartedJob(graph.prefix.id + id, graph.prefix.name + id, result, problem);
    return { id, runs: [run], result, outputs: {} };
  };
  let cells: Cell[];
  try {
    if (!holds(model.if, scope())) return unstarted('skipped');
    cells = cellsOf(model.strategy, { contexts, functions: {} });
  } catch (error) {
    return unstarted('failure', error instanceof Error ? error.message : String(error));
  }
  const turn: Turn = { graph, id, model, contexts, wanted: () => stillHolds(model.if, scope()) };
  const ends = await runCells(turn, cells);
  const runs = ends.flatMap((end) => end.runs);
  const outputs: Record<string, string> = {};
  // Of several that give an output, the last to finish is believed.
  for (const end of [...ends].sort((one, other) => one.at - other.at)) Object.assign(outputs, end.outputs);
  return { id, runs, result: conclude(runs.map(told), false), outputs };
}

/** Runs the cells side by side, so many as the strategy allows; the first that fails ends the others if it says so. */
async function runCells(turn: Turn, cells: readonly Cell[]): Promise<(CellEnd & { at: number })[]> {
  const failed = new AbortController();
  const ends: (CellEnd & { at: number })[] = [];
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

/** What other jobs are told of a job: one that may fail never does. */
function told(run: JobRun): { result: Conclusion; counts: boolean } {
  return { result: run.result === 'failure' && !run.counts ? 'success' : run.result, counts: true };
}
