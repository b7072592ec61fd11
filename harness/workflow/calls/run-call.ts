import { fill, type Names, type Scope } from '../../runner/expressions/index.ts';
import { groupOf } from '../jobs/group.ts';
import { unstartedJob } from '../jobs/page.ts';
import { deadlock, isHeld, type CellEnd, type CellTurn, type Graph, type JobEnd } from '../jobs/turn.ts';
import type { CallJobModel } from '../model/schema.ts';
import type { JobRun } from '../types.ts';
import { callInputs, callSecrets } from './inputs.ts';

/** Runs the workflow a job calls, as part of the same run: `github` is the caller's, inputs and secrets are its own. */
export async function runCall(turn: CellTurn, model: CallJobModel): Promise<CellEnd> {
  const { graph, id, key, name, cancel } = turn;
  const loaded = graph.loaded.calls.get(id);
  if (loaded === undefined) throw new Error(`${model.uses} was not read`);
  const unstarted = (result: 'failure' | 'cancelled', problem?: string): CellEnd => ({
    runs: [unstartedJob(key, name, result, problem)],
    outputs: {},
  });
  const github = turn.contexts['github'] ?? null;
  const vars = turn.contexts['vars'] ?? null;
  let inputs: Names;
  let secrets: Record<string, string>;
  let group: JobRun['concurrency'];
  try {
    inputs = callInputs(model, loaded.workflow, turn.scope, {
      contexts: { github, vars, inputs: {} },
      functions: {},
    });
    secrets = callSecrets(model, graph.secrets, turn.scope);
    group = groupOf(loaded.workflow.concurrency, { contexts: { github, vars, inputs }, functions: {} });
  } catch (error) {
    return unstarted('failure', error instanceof Error ? error.message : String(error));
  }
  const held = [...graph.held, ...(turn.concurrency === null ? [] : [turn.concurrency.group])];
  if (group !== null && isHeld(held, group.group)) return unstarted('cancelled', deadlock(group.group));
  const admission =
    group === null
      ? { admitted: true as const, leave: () => {} }
      : await graph.groups.enter(
          group.group,
          group.cancelInProgress,
          () => cancel.abort(new Error('a newer run wants the place in the concurrency group')),
          cancel.signal,
        );
  if (!admission.admitted) return unstarted('cancelled');
  try {
    const ends = await graph.runAll({
      ...graph,
      loaded,
      inputs,
      secrets,
      held: group === null ? held : [...held, group.group],
      prefix: { id: `${key} / `, name: `${name} / ` },
      signal: cancel.signal,
    });
    return collect(ends, loaded.workflow, { contexts: { github, vars, inputs }, functions: {} });
  } finally {
    admission.leave();
  }
}

/** The jobs that ran, and the outputs the called workflow makes of theirs. */
function collect(ends: readonly JobEnd[], called: Graph['loaded']['workflow'], around: Scope): CellEnd {
  const jobs = Object.fromEntries(ends.map(({ id, result, outputs }) => [id, { result, outputs }]));
  const scope = { ...around, contexts: { ...around.contexts, jobs } };
  const outputs: Record<string, string> = {};
  for (const [name, { value }] of Object.entries(called.on.workflow_call?.outputs ?? {})) {
    const text = fill(value, scope);
    if (text !== '') outputs[name] = text;
  }
  return { runs: ends.flatMap((end) => end.runs), outputs };
}
