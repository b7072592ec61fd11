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
  const { thread_id, checkpoint_ns, checkpoint_id } = toPlainRecord(config?.configurable);
  if (checkpoint_id === undefined) return null;
  return { thread_id, checkpoint_ns: checkpoint_ns ?? '', checkpoint_id };
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
      checkpoint: null,
      state: null,
      result: task.result === undefined ? null : toPlain(task.result),
    })),
    metadata: toPlainRecord(snapshot.metadata),
    created_at: snapshot.createdAt ?? null,
    checkpoint,
    parent_checkpoint: checkpointOf(snapshot.parentConfig),
    interrupts: Object.values(interruptsOf(snapshot)).flat(),
  };
}
