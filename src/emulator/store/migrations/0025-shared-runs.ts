import { type Kysely, sql } from 'kysely';
import type { SqlDialect } from '../database.ts';

/** Runs are claimed by the instance that executes them, and known to the others. */
export async function sharedRuns(
  db: Kysely<unknown>,
  { integer, tableEnd }: Pick<SqlDialect, 'integer' | 'tableEnd'>,
): Promise<void> {
  const table = (name: string) => {
    const builder = db.schema.createTable(name);
    return tableEnd === undefined ? builder : builder.modifyEnd(tableEnd);
  };
  await db.schema.alterTable('runs').addColumn('claimed_by', 'text').execute();
  await db.schema.alterTable('runs').addColumn('listened_by', 'text').execute();
  // Without a foreign key: the run may be removed by what stops it.
  await table('stopping_runs')
    .addColumn('run_id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('claimed_by', 'text', (column) => column.notNull())
    .addColumn('until', integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('stopping_runs_thread')
    .on('stopping_runs')
    .columns(['thread_id', 'until'])
    .execute();
  await table('thread_listeners')
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('instance_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('thread_listeners_key', ['thread_id', 'instance_id'])
    .execute();
  await table('run_results')
    .addColumn('run_id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('deployment_id', 'text', (column) => column.notNull())
    .addColumn('result_json', 'text', (column) => column.notNull())
    .addColumn('ended_at', integer, (column) => column.notNull())
    .addForeignKeyConstraint('run_results_owner', ['deployment_id'], 'deployments', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  for (const column of ['deployment_id', 'ended_at']) {
    await db.schema.createIndex(`run_results_${column}`).on('run_results').column(column).execute();
  }
  // The few that are running, by who runs them.
  await db.schema
    .createIndex('runs_claimed')
    .on('runs')
    .columns(['deployment_id', 'claimed_by'])
    .where(sql<boolean>`status = 'running'`)
    .execute();
}
