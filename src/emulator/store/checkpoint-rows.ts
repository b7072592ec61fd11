import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { CheckpointRow, CheckpointWriteRow } from '../ports/store.ts';
import {
  checkpointColumns,
  checkpointWriteColumns,
  checkpointWriteRows,
} from '../tables/agent-server-columns.ts';
import { storedNames } from '../tables/columns.ts';
import type { Context } from './context.ts';
import { prepared } from './prepared.ts';

/** Selects the checkpoints of a thread. */
export function selectCheckpoints(context: Context, threadId: string) {
  return context.db.selectFrom('checkpoints').selectAll().where('thread_id', '=', threadId);
}

/**
 * Returns the writes of the tasks that started from a checkpoint, in the order in which the graph library applies them.
 */
export async function selectWrites(
  context: Context,
  { threadId, ns, checkpointId }: Pick<CheckpointWriteRow, 'threadId' | 'ns' | 'checkpointId'>,
): Promise<CheckpointWriteRow[]> {
  const rows = await checkpointWriteRows.all(
    context.db
      .selectFrom('checkpoint_writes')
      .selectAll()
      .where('thread_id', '=', threadId)
      .where('ns', '=', ns)
      .where('checkpoint_id', '=', checkpointId)
      .orderBy('task_id')
      .orderBy('idx'),
  );
  // The emulator sorts the writes, because the database would copy all bytes of the writes for a sort.
  return rows.some(({ taskPath }) => taskPath !== '') ? sortByTaskPath(rows) : rows;
}

/** Sorts writes by the bytes of their paths, as both databases and Python compare text. */
function sortByTaskPath(rows: readonly CheckpointWriteRow[]): CheckpointWriteRow[] {
  return rows
    .map((row) => ({ row, path: Buffer.from(row.taskPath) }))
    .toSorted((a, b) => Buffer.compare(a.path, b.path))
    .map(({ row }) => row);
}

// A run can overwrite rows of an earlier run. The overwritten rows are the interrupts of a waiting thread and the
// responses to these interrupts. With the graph library's durability `exit`, the run can also overwrite the checkpoint
// that the run started from. Copies of the overwritten rows are stored until the run ends, because a rollback restores
// the rows.

const CHECKPOINT = storedNames(checkpointColumns);
const WRITE = storedNames(checkpointWriteColumns);

/**
 * Stores a copy of the checkpoint that `row` is about to replace, unless the checkpoint belongs to the same run as
 * `row`. A copy that is already stored does not change.
 */
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

/** Stores copies of the writes that `rows` are about to replace, except writes of the same run. */
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

/** Restores the rows that the run replaced, in the caller's transaction, after the run's writes were deleted. */
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

/** Deletes the stored copies of rows that a run's writes replaced. The statements run in the caller's transaction. */
export async function discardOverwritten(tx: Context, threadId: string, runId: string): Promise<void> {
  for (const table of ['checkpoints_before', 'checkpoint_writes_before'] as const) {
    await prepared(tx, `discard ${table}`, { threadId, runId }, (of) =>
      tx.db.deleteFrom(table).where('thread_id', '=', of.threadId).where('by_run', '=', of.runId),
    ).execute();
  }
}

const COPIED = {
  checkpoints: { names: CHECKPOINT, id: 'id', bytes: 'checkpoint' },
  checkpoint_writes: { names: WRITE, id: 'checkpoint_id', bytes: 'value' },
} as const;

/** Maximum number of bytes that one statement copies. Other work of this process runs between two statements. */
const BATCH_BYTES = 16 * 1024 * 1024;

/** Copies a thread's checkpoints and writes inside the database, except the checkpoints and writes of some runs. */
export async function copyThread(
  context: Context,
  from: string,
  to: string,
  withoutRuns: readonly string[],
): Promise<void> {
  const others: RawBuilder<unknown> =
    withoutRuns.length === 0 ? sql`` : sql`and (run_id is null or run_id not in (${sql.join(withoutRuns)}))`;
  await context.atomically(async (tx) => {
    for (const [table, { names, id, bytes }] of Object.entries(COPIED)) {
      const columns = sql.join(names.filter((name) => name !== 'thread_id').map((name) => sql.ref(name)));
      const sizes = await sql<CheckpointSize>`
        select ns, ${sql.ref(id)} as id, sum(octet_length(${sql.ref(bytes)})) as bytes from ${sql.table(table)}
        where thread_id = ${from} group by ns, ${sql.ref(id)} order by ns, ${sql.ref(id)}`.execute(tx.db);
      for (const { first, last } of batchesOf(sizes.rows)) {
        await sql`insert into ${sql.table(table)} (thread_id, ${columns})
          select ${to}, ${columns} from ${sql.table(table)} where thread_id = ${from}
          and (ns, ${sql.ref(id)}) >= (${first.ns}, ${first.id})
          and (ns, ${sql.ref(id)}) <= (${last.ns}, ${last.id}) ${others}`.execute(tx.db);
        await setImmediate();
      }
      if (withoutRuns.length === 0) continue;
      // Instead of the rows of the excluded runs, the copy contains the rows that these runs had replaced.
      await sql`insert into ${sql.table(table)} (thread_id, ${columns})
        select ${to}, ${columns} from ${sql.table(`${table}_before`)}
        where thread_id = ${from} and by_run in (${sql.join(withoutRuns)})
        on conflict do nothing`.execute(tx.db);
    }
  });
}

interface CheckpointSize {
  ns: string;
  id: string;
  bytes: number;
}

/** Divides the checkpoints, in order, into ranges that one statement copies. */
function* batchesOf(
  sizes: readonly CheckpointSize[],
): Generator<{ first: CheckpointSize; last: CheckpointSize }> {
  let first: CheckpointSize | undefined;
  let last: CheckpointSize | undefined;
  let held = 0;
  for (const size of sizes) {
    if (first && last && held + size.bytes > BATCH_BYTES) {
      yield { first, last };
      first = undefined;
      held = 0;
    }
    first ??= size;
    last = size;
    held += size.bytes;
  }
  if (first && last) yield { first, last };
}
