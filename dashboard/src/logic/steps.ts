import type { CheckpointRef } from '../../../src/contract/thread.ts';
import { compareValues, type Difference } from './diff.ts';

/** One state in the history of a thread. */
export interface CheckpointState {
  values: unknown;
  next: readonly string[];
  tasks: readonly unknown[];
  checkpoint: CheckpointRef & { checkpoint_id?: string | null };
  parent_checkpoint?: { checkpoint_id?: string | null } | null;
  metadata: Readonly<Record<string, unknown>> | null;
  created_at: string | null;
}

export interface Step {
  id: string;
  step: string;
  /** Name of the node or other source that wrote the state. */
  title: string;
  at: number;
  values: unknown;
  /** Values of the parent checkpoint. */
  before: unknown;
  changes: readonly Difference[];
  next: readonly string[];
  tasks: readonly unknown[];
  checkpoint: CheckpointState['checkpoint'];
}

/**
 * Converts a thread's history, newest first, to steps. Each step is compared with its parent checkpoint. After a
 * fork, the parent is not the next entry of the history.
 */
export function stepsOf(history: readonly CheckpointState[]): Step[] {
  const byId = new Map(history.map((state) => [state.checkpoint.checkpoint_id ?? '', state]));
  return history.map((state, index) => {
    const parentId = state.parent_checkpoint?.checkpoint_id ?? '';
    const parent = byId.get(parentId);
    const before = parent?.values ?? {};
    const number = state.metadata?.['step'];
    return {
      id: state.checkpoint.checkpoint_id ?? String(index),
      step: typeof number === 'number' ? String(number) : '',
      title: titleOf(state, parent),
      at: Date.parse(state.created_at ?? ''),
      values: state.values,
      before,
      changes: compareValues(before, state.values),
      next: state.next,
      tasks: state.tasks,
      checkpoint: state.checkpoint,
    };
  });
}

function titleOf(state: CheckpointState, parent: CheckpointState | undefined): string {
  const source = state.metadata?.['source'];
  const writers = state.metadata?.['writes'];
  if (typeof writers === 'object' && writers !== null && Object.keys(writers).length > 0) {
    return Object.keys(writers).join(', ');
  }
  if (source === 'loop' && parent !== undefined && parent.next.length > 0) return parent.next.join(', ');
  return typeof source === 'string' ? source : 'step';
}

/**
 * Returns the names of the nodes that ran within these states, oldest first. Used for runs whose stream did not
 * report nodes.
 */
export function nodesOfHistory(history: readonly Pick<CheckpointState, 'tasks'>[]): string[] {
  return history.toReversed().flatMap(({ tasks }) =>
    tasks.flatMap((task) => {
      if (typeof task !== 'object' || task === null || !('name' in task)) return [];
      const { name } = task;
      const isDone = 'result' in task && task.result !== null && task.result !== undefined;
      return isDone && typeof name === 'string' && !name.startsWith('__') ? [name] : [];
    }),
  );
}
