import type { StateSnapshot } from '@langchain/langgraph';
import { toPlain, toPlainRecord } from './plain.ts';

/** What is waiting for an answer, by task: the shape of a thread's `interrupts` (facts: service §4.2). */
export function interruptsOf(snapshot: Pick<StateSnapshot, 'tasks'>): Record<string, unknown> {
  return Object.fromEntries(
    snapshot.tasks
      .filter((task) => task.interrupts.length > 0)
      .map((task) => [task.id, toPlain(task.interrupts)]),
  );
}

function checkpointOf(config: StateSnapshot['config'] | undefined): Record<string, unknown> | null {
  const { thread_id, checkpoint_ns, checkpoint_id, checkpoint_map } = toPlainRecord(config?.configurable);
  if (checkpoint_id === undefined) return null;
  return {
    thread_id,
    checkpoint_ns: checkpoint_ns ?? '',
    checkpoint_id,
    checkpoint_map: checkpoint_map ?? null,
  };
}

/** Of a task that is a sub-graph: where its state is kept, and the state itself when that was asked for. */
function subgraphOf(task: StateSnapshot['tasks'][number]): Record<string, unknown> {
  const { state } = task;
  if (state === undefined) return { checkpoint: null, state: null };
  if ('values' in state) return { checkpoint: checkpointOf(state.config), state: toStateBody(state) };
  return { checkpoint: toPlainRecord(state.configurable), state: null };
}

/** The library's snapshot as the body of GET /threads/{id}/state (spec §4.10): plain JSON. */
export function toStateBody(snapshot: StateSnapshot): Record<string, unknown> {
  const checkpoint = checkpointOf(snapshot.config);
  return {
    values: toPlain(snapshot.values) ?? {},
    next: [...snapshot.next],
    tasks: snapshot.tasks.map((task) => ({
      id: task.id,
      name: task.name,
      error: task.error === undefined ? null : toPlain(task.error),
      interrupts: toPlain(task.interrupts),
      ...subgraphOf(task),
      result: task.result === undefined ? null : toPlain(task.result),
    })),
    metadata: toPlainRecord(snapshot.metadata),
    created_at: snapshot.createdAt ?? null,
    checkpoint,
    parent_checkpoint: checkpointOf(snapshot.parentConfig),
    interrupts: Object.values(interruptsOf(snapshot)).flat(),
  };
}
