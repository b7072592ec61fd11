import { type Kysely, sql } from 'kysely';
import type { SqlDialect } from '../database.ts';

/** Runs on a schedule. */
export async function crons(
  db: Kysely<unknown>,
  { integer, tableEnd, ordinal }: Pick<SqlDialect, 'integer' | 'tableEnd' | 'ordinal'>,
): Promise<void> {
  const table = db.schema.createTable('crons');
  await (tableEnd === undefined ? table : table.modifyEnd(tableEnd))
    .addColumn('ordinal', ordinal.type, ordinal.build)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('deployment_id', 'text', (column) => column.notNull())
    .addColumn('assistant_id', 'text', (column) => column.notNull())
    .addColumn('thread_id', 'text')
    .addColumn('schedule', 'text', (column) => column.notNull())
    .addColumn('timezone', 'text')
    .addColumn('end_time', integer)
    .addColumn('enabled', integer, (column) => column.notNull())
    .addColumn('on_run_completed', 'text')
    .addColumn('payload_json', 'text', (column) => column.notNull())
    .addColumn('metadata_json', 'text', (column) => column.notNull())
    .addColumn('next_run_at', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addForeignKeyConstraint('crons_owner', ['deployment_id'], 'deployments', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addForeignKeyConstraint('crons_thread', ['thread_id'], 'threads', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('crons_page').on('crons').columns(['deployment_id', 'ordinal']).execute();
  await db.schema.createIndex('crons_thread_id').on('crons').column('thread_id').execute();
  // Asked at every wake: it holds only those that may run.
  await db.schema
    .createIndex('crons_due')
    .on('crons')
    .columns(['deployment_id', 'next_run_at'])
    .where(sql<boolean>`enabled = 1`)
    .execute();
}
