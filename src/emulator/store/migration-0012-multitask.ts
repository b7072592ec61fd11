import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { SqlDialect } from './sql-dialect.ts';

/**
 * Runs that begin later; what a thread rests at and whether its values are behind its state; what a run wrote over, until
 * it ends; webhooks still to be sent.
 */
export async function multitask(
  db: Kysely<unknown>,
  { integer, bytes, tableEnd }: SqlDialect,
): Promise<void> {
  const table = (name: string) => {
    const builder = db.schema.createTable(name);
    return tableEnd === undefined ? builder : builder.modifyEnd(tableEnd);
  };
  await db.schema.alterTable('runs').addColumn('not_before', integer).execute();
  await db.schema.alterTable('threads').addColumn('resting', 'text').execute();
  await db.schema
    .alterTable('threads')
    .addColumn('behind', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await table('checkpoints_before')
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('by_run', 'text', (column) => column.notNull())
    .addColumn('ns', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('parent_id', 'text')
    .addColumn('run_id', 'text')
    .addColumn('checkpoint_type', 'text', (column) => column.notNull())
    .addColumn('checkpoint', bytes, (column) => column.notNull())
    .addColumn('metadata_type', 'text', (column) => column.notNull())
    .addColumn('metadata', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('checkpoints_before_key', ['thread_id', 'by_run', 'ns', 'id'])
    .addForeignKeyConstraint('checkpoints_before_owner', ['thread_id'], 'threads', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await table('checkpoint_writes_before')
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('by_run', 'text', (column) => column.notNull())
    .addColumn('ns', 'text', (column) => column.notNull())
    .addColumn('checkpoint_id', 'text', (column) => column.notNull())
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('idx', integer, (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('value_type', 'text', (column) => column.notNull())
    .addColumn('value', bytes, (column) => column.notNull())
    .addColumn('run_id', 'text')
    .addPrimaryKeyConstraint('checkpoint_writes_before_key', [
      'thread_id',
      'by_run',
      'ns',
      'checkpoint_id',
      'task_id',
      'idx',
    ])
    .addForeignKeyConstraint('checkpoint_writes_before_owner', ['thread_id'], 'threads', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await table('webhooks')
    .addColumn('run_id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('deployment_id', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('body_json', 'text', (column) => column.notNull())
    .addColumn('attempts', integer, (column) => column.notNull())
    .addColumn('due_at', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addForeignKeyConstraint('webhooks_owner', ['deployment_id'], 'deployments', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  // Each serves one query, and holds only the few rows that it is about.
  await db.schema
    .createIndex('runs_later')
    .on('runs')
    .columns(['deployment_id', 'not_before'])
    .where(sql<boolean>`status = 'pending' and not_before is not null`)
    .execute();
  await db.schema
    .createIndex('threads_behind')
    .on('threads')
    .column('deployment_id')
    .where(sql<number>`behind`, '=', sql.lit(1))
    .execute();
  await db.schema.createIndex('webhooks_due').on('webhooks').columns(['due_at', 'run_id']).execute();
  await db.schema.createIndex('webhooks_owner_key').on('webhooks').column('deployment_id').execute();
}
