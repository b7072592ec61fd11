import type { Kysely } from 'kysely';
import type { SqlDialect } from './sql-dialect.ts';

/** Sandboxes, what they are made from, and the secrets of workspaces that their rules refer to. */
export async function sandboxes(
  db: Kysely<unknown>,
  { integer, ordinal, tableEnd }: SqlDialect,
): Promise<void> {
  const table = (name: string) => {
    const builder = db.schema.createTable(name);
    return tableEnd === undefined ? builder : builder.modifyEnd(tableEnd);
  };
  const ordered = (name: string) =>
    table(name)
      .addColumn('ordinal', ordinal.type, ordinal.build)
      .addColumn('id', 'text', (column) => column.notNull().unique());
  await table('workspace_secrets')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addUniqueConstraint('workspace_secrets_name', ['workspace_id', 'name'])
    .addForeignKeyConstraint('workspace_secrets_owner', ['workspace_id'], 'workspaces', ['id'])
    .execute();
  await table('sandbox_templates')
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('settings_json', 'text', (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('sandbox_templates_key', ['workspace_id', 'name'])
    .addForeignKeyConstraint('sandbox_templates_owner', ['workspace_id'], 'workspaces', ['id'])
    .execute();
  await ordered('sandbox_snapshots')
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('status_message', 'text')
    .addColumn('source_sandbox_id', 'text')
    .addColumn('settings_json', 'text', (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addForeignKeyConstraint('sandbox_snapshots_owner', ['workspace_id'], 'workspaces', ['id'])
    .execute();
  await ordered('sandboxes')
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('status_message', 'text')
    .addColumn('settings_json', 'text', (column) => column.notNull())
    .addColumn('proxy_json', 'text', (column) => column.notNull())
    .addColumn('env', 'text')
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addColumn('stopped_at', integer)
    .addUniqueConstraint('sandboxes_name', ['workspace_id', 'name'])
    .addForeignKeyConstraint('sandboxes_owner', ['workspace_id'], 'workspaces', ['id'])
    .execute();
  await table('sandbox_header_values')
    .addColumn('sandbox_id', 'text', (column) => column.notNull())
    .addColumn('rule_id', 'text', (column) => column.notNull())
    .addColumn('header_id', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('sandbox_header_values_key', ['sandbox_id', 'rule_id', 'header_id'])
    .addForeignKeyConstraint('sandbox_header_values_owner', ['sandbox_id'], 'sandboxes', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('sandboxes_page')
    .on('sandboxes')
    .columns(['workspace_id', 'ordinal'])
    .execute();
  await db.schema
    .createIndex('sandbox_snapshots_page')
    .on('sandbox_snapshots')
    .columns(['workspace_id', 'ordinal'])
    .execute();
}
