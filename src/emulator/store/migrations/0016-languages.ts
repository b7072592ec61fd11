import { type Kysely, sql } from 'kysely';
import type { SqlDialect } from '../database.ts';

/** Checkpoints of graphs in another language, and of graphs whose state is spread over their writes. */
export async function languages(
  db: Kysely<unknown>,
  { integer }: Pick<SqlDialect, 'integer'>,
): Promise<void> {
  for (const table of ['checkpoints', 'checkpoints_before']) {
    await db.schema
      .alterTable(table)
      .addColumn('language', 'text', (column) => column.notNull().defaultTo(sql.lit('javascript')))
      .execute();
    await db.schema
      .alterTable(table)
      .addColumn('delta', integer, (column) => column.notNull().defaultTo(sql.lit(0)))
      .execute();
  }
  for (const table of ['checkpoint_writes', 'checkpoint_writes_before']) {
    await db.schema
      .alterTable(table)
      .addColumn('task_path', 'text', (column) => column.notNull().defaultTo(sql.lit('')))
      .execute();
  }
  // With the language in an index, finding it does not read past the bytes of a checkpoint.
  await db.schema.dropIndex('checkpoints_run').execute();
  await db.schema
    .createIndex('checkpoints_run')
    .on('checkpoints')
    .columns(['thread_id', 'run_id', 'language'])
    .execute();
}
