import type { CheckpointRow, CheckpointWriteRow } from '../ports/store.ts';
import { CHECKPOINT_COLUMNS, WRITE_COLUMNS } from './checkpoint-columns.ts';
import type { Context } from './context.ts';

// A run may write over what an earlier run left: the questions and answers of a thread that waits, or, in the graph
// library's durability `exit`, the checkpoint it began with. What stood there is kept beside it until the run ends, for a
// rollback leaves the thread as it was.

const CHECKPOINT = ['thread_id', ...CHECKPOINT_COLUMNS] as const;
const WRITE = ['thread_id', ...WRITE_COLUMNS] as const;

/** Saves the checkpoint that `row` is about to replace, unless it is of the same run. The first one saved counts. */
export async function saveOverwrittenCheckpoint(
  tx: Context,
  row: CheckpointRow & { runId: string },
): Promise<void> {
  await tx.db
    .insertInto('checkpoints_before')
    .columns([...CHECKPOINT, 'by_run'])
    .expression((e) =>
      e
        .selectFrom('checkpoints')
        .select([...CHECKPOINT, e.val(row.runId).as('by_run')])
        .where('thread_id', '=', row.threadId)
        .where('ns', '=', row.ns)
        .where('id', '=', row.id)
        .where('run_id', 'is distinct from', row.runId),
    )
    .onConflict((conflict) => conflict.columns(['thread_id', 'by_run', 'ns', 'id']).doNothing())
    .execute();
}

/** The same for writes. */
export async function saveOverwrittenWrites(tx: Context, rows: readonly CheckpointWriteRow[]): Promise<void> {
  for (const { runId, ...row } of rows) {
    if (runId === null) continue;
    await tx.db
      .insertInto('checkpoint_writes_before')
      .columns([...WRITE, 'by_run'])
      .expression((e) =>
        e
          .selectFrom('checkpoint_writes')
          .select([...WRITE, e.val(runId).as('by_run')])
          .where('thread_id', '=', row.threadId)
          .where('ns', '=', row.ns)
          .where('checkpoint_id', '=', row.checkpointId)
          .where('task_id', '=', row.taskId)
          .where('idx', '=', row.index)
          .where('run_id', 'is distinct from', runId),
      )
      .onConflict((conflict) =>
        conflict.columns(['thread_id', 'by_run', 'ns', 'checkpoint_id', 'task_id', 'idx']).doNothing(),
      )
      .execute();
  }
}

/** Puts back what the run wrote over, once what it wrote is gone. In the caller's transaction. */
export async function restoreOverwritten(tx: Context, threadId: string, runId: string): Promise<void> {
  await tx.db
    .insertInto('checkpoints')
    .columns([...CHECKPOINT])
    .expression((e) =>
      e
        .selectFrom('checkpoints_before')
        .select([...CHECKPOINT])
        .where('thread_id', '=', threadId)
        .where('by_run', '=', runId),
    )
    .onConflict((conflict) => conflict.columns(['thread_id', 'ns', 'id']).doNothing())
    .execute();
  await tx.db
    .insertInto('checkpoint_writes')
    .columns([...WRITE])
    .expression((e) =>
      e
        .selectFrom('checkpoint_writes_before')
        .select([...WRITE])
        .where('thread_id', '=', threadId)
        .where('by_run', '=', runId),
    )
    .onConflict((conflict) =>
      conflict.columns(['thread_id', 'ns', 'checkpoint_id', 'task_id', 'idx']).doNothing(),
    )
    .execute();
  await discardOverwritten(tx, threadId, runId);
}

/** Forgets what the run wrote over. In the caller's transaction. */
export async function discardOverwritten(tx: Context, threadId: string, runId: string): Promise<void> {
  for (const table of ['checkpoints_before', 'checkpoint_writes_before'] as const) {
    await tx.db.deleteFrom(table).where('thread_id', '=', threadId).where('by_run', '=', runId).execute();
  }
}
