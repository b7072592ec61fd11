import type { CheckpointWriteRow } from '../ports/store.ts';
import type { Context } from './context.ts';

/** What a checkpoint holds beside its thread. */
export const CHECKPOINT_COLUMNS = [
  'ns',
  'id',
  'parent_id',
  'run_id',
  'checkpoint_type',
  'checkpoint',
  'metadata_type',
  'metadata',
] as const;

/** The same of a write. */
export const WRITE_COLUMNS = [
  'ns',
  'checkpoint_id',
  'task_id',
  'idx',
  'channel',
  'value_type',
  'value',
  'run_id',
] as const;

/** The checkpoints of a thread, in the caller's words. */
export function selectCheckpoints(context: Context, threadId: string) {
  return context.db
    .selectFrom('checkpoints')
    .select([
      'thread_id as threadId',
      'ns',
      'id',
      'parent_id as parentId',
      'run_id as runId',
      'checkpoint_type as checkpointType',
      'checkpoint',
      'metadata_type as metadataType',
      'metadata',
    ])
    .where('thread_id', '=', threadId);
}

/** The writes of the tasks that started from a checkpoint. */
export function selectWrites(
  context: Context,
  { threadId, ns, checkpointId }: Pick<CheckpointWriteRow, 'threadId' | 'ns' | 'checkpointId'>,
): Promise<CheckpointWriteRow[]> {
  return context.db
    .selectFrom('checkpoint_writes')
    .select([
      'thread_id as threadId',
      'ns',
      'checkpoint_id as checkpointId',
      'task_id as taskId',
      'idx as index',
      'channel',
      'value_type as valueType',
      'value',
      'run_id as runId',
    ])
    .where('thread_id', '=', threadId)
    .where('ns', '=', ns)
    .where('checkpoint_id', '=', checkpointId)
    .orderBy('task_id')
    .orderBy('idx')
    .execute();
}
