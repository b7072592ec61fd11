import type { Kysely } from 'kysely';
import type { SqlDialect } from './sql-dialect.ts';

/**
 * The events of runs that are streamed. A stream goes with its thread and not with its run: a run whose thread was made
 * for it alone goes the moment it ends, and its reader may still be reading. Then the stream has no thread any more.
 */
export async function runStreams(
  db: Kysely<unknown>,
  { integer, tableEnd }: Pick<SqlDialect, 'integer' | 'tableEnd'>,
): Promise<void> {
  const table = (name: string) => {
    const builder = db.schema.createTable(name);
    return tableEnd === undefined ? builder : builder.modifyEnd(tableEnd);
  };
  await table('run_streams')
    .addColumn('run_id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('thread_id', 'text')
    .addColumn('deployment_id', 'text', (column) => column.notNull())
    .addColumn('resumable', integer, (column) => column.notNull())
    .addColumn('fence', integer, (column) => column.notNull())
    .addColumn('last_id', integer, (column) => column.notNull())
    .addColumn('feedback_keys_json', 'text', (column) => column.notNull())
    .addColumn('end_json', 'text', (column) => column.notNull())
    .addColumn('ended_at', integer)
    .addForeignKeyConstraint('run_streams_owner', ['deployment_id'], 'deployments', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addForeignKeyConstraint('run_streams_thread', ['thread_id'], 'threads', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await table('run_events')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('first_id', integer, (column) => column.notNull())
    .addColumn('last_id', integer, (column) => column.notNull())
    .addColumn('frames', 'text', (column) => column.notNull())
    // In this order, what follows an event is found without looking at what came before.
    .addPrimaryKeyConstraint('run_events_key', ['run_id', 'last_id'])
    .addForeignKeyConstraint('run_events_owner', ['run_id'], 'run_streams', ['run_id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  for (const column of ['thread_id', 'deployment_id', 'ended_at']) {
    await db.schema.createIndex(`run_streams_${column}`).on('run_streams').column(column).execute();
  }
}
