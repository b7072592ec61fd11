import { type Kysely, sql } from 'kysely';
import type { SqlDialect } from './sql-dialect.ts';

/** A workspace may have several data keys: values are sealed with the newest, older ones open what is not re-sealed yet. */
export async function keyring(db: Kysely<unknown>, { integer, tableEnd }: SqlDialect): Promise<void> {
  const table = db.schema.createTable('workspace_keys_next');
  await (tableEnd === undefined ? table : table.modifyEnd(tableEnd))
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('version', integer, (column) => column.notNull())
    .addColumn('key_version', integer, (column) => column.notNull())
    .addColumn('wrapped', 'text', (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('workspace_keys_versions', ['workspace_id', 'version'])
    .addForeignKeyConstraint('workspace_keys_workspace', ['workspace_id'], 'workspaces', ['id'])
    .execute();
  await sql`
    insert into workspace_keys_next (workspace_id, version, key_version, wrapped, created_at)
    select workspace_id, 1, key_version, wrapped, created_at from workspace_keys`.execute(db);
  await db.schema.dropTable('workspace_keys').execute();
  await db.schema.alterTable('workspace_keys_next').renameTo('workspace_keys').execute();
}
