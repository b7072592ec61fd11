import { fill, type Scope } from '../../runner/expressions/index.ts';
import type { JobModel } from '../model/schema.ts';
import type { JobRun } from '../types.ts';
import { runCall } from '../calls/run-call.ts';
import { groupOf } from './group.ts';
import type { Cell } from './matrix.ts';
import { runStepsJob } from './on-runner.ts';
import { unstartedJob } from './page.ts';
import { deadlock, isHeld, type CellEnd, type CellTurn, type Turn } from './turn.ts';

/** Runs one cell: its settings, its place in its concurrency group, and then its steps or the workflow it calls. */
export async function runCell(turn: Turn, cell: Cell, failed: AbortSignal): Promise<CellEnd> {
  const { graph, id, model } = turn;
  const scope: Scope = {
    contexts: { ...turn.contexts, strategy: cell.strategy, matrix: cell.matrix },
    functions: {},
  };
  const key = graph.prefix.id + labelled(id, cell);
  const end = (result: 'cancelled' | 'failure', problem?: string, name = key): CellEnd => ({
    runs: [unstartedJob(key, name, result, problem)],
    outputs: {},
  });
  if (failed.aborted) return end('cancelled');
  let name: string;
  let concurrency: JobRun['concurrency'];
  try {
    name = graph.prefix.name + nameOf(id, model, cell, scope);
    concurrency = groupOf(model.concurrency, scope);
  } catch (error) {
    return end('failure', error instanceof Error ? error.message : String(error));
  }
  if (concurrency !== null && isHeld(graph.held, concurrency.group)) {
    return end('cancelled', deadlock(concurrency.group), name);
  }
  const cancel = new AbortController();
  const admission =
    concurrency === null
      ? { admitted: true as const, leave: () => {} }
      : await graph.groups.enter(
          concurrency.group,
          concurrency.cancelInProgress,
          () => cancel.abort(new Error('a newer job wants the place in the concurrency group')),
          AbortSignal.any([graph.signal, failed]),
        );
  if (!admission.admitted) return end('cancelled', undefined, name);
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
    admission.leave();
  }
}

function labelled(name: string, cell: Cell): string {
  return cell.label === '' ? name : `${name} (${cell.label})`;
}

/** A name without an expression, or none, gets the values of the matrix behind it. */
function nameOf(id: string, model: JobModel, cell: Cell, scope: Scope): string {
  return model.name?.includes('${{') === true ? fill(model.name, scope) : labelled(model.name ?? id, cell);
}
