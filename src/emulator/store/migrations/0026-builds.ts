import type { Kysely } from 'kysely';
import type { SqlDialect } from '../database.ts';

/** Revisions are built apart from the control plane, and what one deployment installed is given to no other. */
export async function builds(
  db: Kysely<unknown>,
  { integer, tableEnd }: Pick<SqlDialect, 'integer' | 'tableEnd'>,
): Promise<void> {
  const table = db.schema.createTable('builds');
  await (tableEnd === undefined ? table : table.modifyEnd(tableEnd))
    .addColumn('revision_id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('attempt', integer, (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('commit_sha', 'text')
    .addColumn('lines', integer, (column) => column.notNull())
    .addColumn('bytes', integer, (column) => column.notNull())
    .addColumn('started_at', integer)
    .addForeignKeyConstraint('builds_owner', ['revision_id'], 'revisions', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  // Without a foreign key: contents are removed before the rows that name them.
  await db.schema.alterTable('artifact_pieces').addColumn('deployment_id', 'text').execute();
}
