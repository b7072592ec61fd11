import { sql } from 'kysely';
import type { CheckpointRemoval, Checkpoints, CheckpointWriteRow } from '../ports/store.ts';
import { checkpointRows, checkpointWriteRows } from '../tables/agent-server-columns.ts';
import { batches } from './batches.ts';
import { checkpointOutlines } from './checkpoint-outlines.ts';
import { readPage } from './checkpoint-pages.ts';
import {
  copyThread,
  discardOverwritten,
  restoreOverwritten,
  saveOverwrittenCheckpoint,
  saveOverwrittenWrites,
  selectCheckpoints,
  selectWrites,
} from './checkpoint-rows.ts';
import type { Context } from './context.ts';

/** Number of rows per statement, which is far below the maximum number of parameters of both databases. */
const BATCH = 500;

/** Creates the methods that store and read threads' checkpoints and pending writes, without changing their bytes. */
export function checkpoints(context: Context): Checkpoints {
  const select = (threadId: string) => selectCheckpoints(context, threadId);
  return {
    ...checkpointRemoval(context),
    ...checkpointOutlines(context),
    async put(row) {
      const values = checkpointRows.toColumns(row);
      const insert = (tx: Context) => tx.db.insertInto('checkpoints').values(values);
      const { numInsertedOrUpdatedRows: made = 0n } = await insert(context)
        .onConflict((conflict) => conflict.columns(['thread_id', 'ns', 'id']).doNothing())
        .executeTakeFirst();
      if (made > 0n) return;
      await context.atomically(async (tx) => {
        if (row.runId !== null) await saveOverwrittenCheckpoint(tx, { ...row, runId: row.runId });
        await insert(tx)
          .onConflict((conflict) => conflict.columns(['thread_id', 'ns', 'id']).doUpdateSet(values))
          .execute();
      });
    },
    async putWrites(rows) {
      if (rows.length === 0) return;
      await context.atomically(async (tx) => {
        for (const batch of batches(rows, BATCH)) {
          await insertWrites(
            tx,
            batch.filter((row) => row.index >= 0),
            false,
          );
          await insertWrites(
            tx,
            batch.filter((row) => row.index < 0),
            true,
          );
        }
      });
    },
    async get(threadId, ns, id) {
      let query = select(threadId).where('ns', '=', ns);
      if (id !== undefined) query = query.where('id', '=', id);
      return checkpointRows.first(query.orderBy('id', 'desc').limit(1));
    },
    async writes(threadId, ns, checkpointId) {
      return selectWrites(context, { threadId, ns, checkpointId });
    },
    async list(threadId, ns, filter) {
      let query = select(threadId);
      if (ns !== undefined) query = query.where('ns', '=', ns);
      if (filter.before !== undefined) query = query.where('id', '<', filter.before);
      if (filter.limit !== undefined) query = query.limit(filter.limit);
      return checkpointRows.all(query.orderBy('id', 'desc'));
    },
    page: (threadId, query) => readPage(context, threadId, query),
    async newestId(threadId) {
      const row = await context.db
        .selectFrom('checkpoints')
        .select((e) => e.fn.max('id').as('id'))
        .where('thread_id', '=', threadId)
        .executeTakeFirst();
      // Without rows, `max` returns null.
      return row?.id ?? undefined;
    },
    async storage(threadId) {
      const measure = async (table: 'checkpoints' | 'checkpoint_writes', column: string) => {
        const { rows } = await sql<{ count: number | string; bytes: number | string }>`
          select count(*) as count, coalesce(sum(octet_length(${sql.ref(column)})), 0) as bytes
          from ${sql.table(table)} where thread_id = ${threadId}`.execute(context.db);
        return { count: Number(rows[0]?.count ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
      };
      return {
        checkpoints: await measure('checkpoints', 'checkpoint'),
        writes: await measure('checkpoint_writes', 'value'),
      };
    },
    copyThread: (from, to, withoutRuns) => copyThread(context, from, to, withoutRuns),
    async languageOf(threadId) {
      const row = await context.db
        .selectFrom('checkpoints')
        .select('language')
        .where('thread_id', '=', threadId)
        .limit(1)
        .executeTakeFirst();
      return row?.language;
    },
    async hasCheckpointOfRun(threadId, ns, runId) {
      const found = await context.db
        .selectFrom('checkpoints')
        .select('id')
        .where('thread_id', '=', threadId)
        .where('run_id', '=', runId)
        .where('ns', '=', ns)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}

/** Creates the methods that remove checkpoints and writes. Each call is atomic. */
function checkpointRemoval(context: Context): CheckpointRemoval {
  return {
    async keepLatest(threadId) {
      return context.atomically(async (tx) => {
        const needsOlder = await tx.db
          .selectFrom('checkpoints as newest')
          .select('newest.id')
          .where('newest.thread_id', '=', threadId)
          .where('newest.delta', '=', 1)
          .where((e) =>
            e.not(
              e.exists(
                e
                  .selectFrom('checkpoints as newer')
                  .select('newer.id')
                  .where('newer.thread_id', '=', threadId)
                  .whereRef('newer.ns', '=', 'newest.ns')
                  .whereRef('newer.id', '>', 'newest.id'),
              ),
            ),
          )
          .limit(1)
          .executeTakeFirst();
        if (needsOlder) return false;
        for (const [table, column] of [
          ['checkpoint_writes', 'checkpoint_id'],
          ['checkpoints', 'id'],
        ] as const) {
          await sql`delete from ${sql.table(table)} where thread_id = ${threadId} and ${sql.ref(column)} < (
            select max(newest.id) from checkpoints as newest
            where newest.thread_id = ${threadId} and newest.ns = ${sql.ref(`${table}.ns`)})`.execute(tx.db);
        }
        return true;
      });
    },
    async removeThread(threadId) {
      await context.atomically(async (tx) => {
        await tx.db.deleteFrom('checkpoint_writes').where('thread_id', '=', threadId).execute();
        await tx.db.deleteFrom('checkpoints').where('thread_id', '=', threadId).execute();
      });
    },
    async removeRun(threadId, runId) {
      await context.atomically(async (tx) => {
        await tx.db
          .deleteFrom('checkpoint_writes')
          .where('thread_id', '=', threadId)
          .where('run_id', '=', runId)
          .execute();
        await tx.db
          .deleteFrom('checkpoints')
          .where('thread_id', '=', threadId)
          .where('run_id', '=', runId)
          .execute();
        await restoreOverwritten(tx, threadId, runId);
      });
    },
    async discardOverwritten(threadId, runId) {
      await context.atomically((tx) => discardOverwritten(tx, threadId, runId));
    },
  };
}

/**
 * Inserts writes. An ordinary write (index 0 and above) keeps its first value, so a repeated task changes nothing. A
 * write to a special channel (negative index: error, interrupt, resume) keeps its latest value.
 */
async function insertWrites(tx: Context, rows: CheckpointWriteRow[], replace: boolean): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(checkpointWriteRows.toColumns);
  const insert = tx.db.insertInto('checkpoint_writes').values(values);
  const key = ['thread_id', 'ns', 'checkpoint_id', 'task_id', 'idx'] as const;
  const { numInsertedOrUpdatedRows: made = 0n } = await insert
    .onConflict((conflict) => conflict.columns([...key]).doNothing())
    .executeTakeFirst();
  if (!replace || made === BigInt(rows.length)) return;
  // Rows that `insertWrites` has just inserted are not copied, because they belong to the same run.
  await saveOverwrittenWrites(tx, rows);
  await insert
    .onConflict((conflict) =>
      conflict.columns([...key]).doUpdateSet((e) => ({
        channel: e.ref('excluded.channel'),
        value_type: e.ref('excluded.value_type'),
        value: e.ref('excluded.value'),
        run_id: e.ref('excluded.run_id'),
        task_path: e.ref('excluded.task_path'),
      })),
    )
    .execute();
}
