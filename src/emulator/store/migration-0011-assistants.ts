import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { SqlDialect } from './sql-dialect.ts';

/** Assistants with their versions, items that graphs remember, when a thread's values were set, and when it expires. */
export async function assistants(db: Kysely<unknown>, flavour: SqlDialect): Promise<void> {
  const { integer, tableEnd, ordinal } = flavour;
  const table = (name: string) => {
    const builder = db.schema.createTable(name);
    return tableEnd === undefined ? builder : builder.modifyEnd(tableEnd);
  };
  await table('assistants')
    .addColumn('ordinal', ordinal.type, ordinal.build)
    .addColumn('deployment_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('graph_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('config_json', 'text', (column) => column.notNull())
    .addColumn('context_json', 'text', (column) => column.notNull())
    .addColumn('metadata_json', 'text', (column) => column.notNull())
    .addColumn('version', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addUniqueConstraint('assistants_key', ['deployment_id', 'id'])
    .addForeignKeyConstraint('assistants_owner', ['deployment_id'], 'deployments', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await table('assistant_versions')
    .addColumn('deployment_id', 'text', (column) => column.notNull())
    .addColumn('assistant_id', 'text', (column) => column.notNull())
    .addColumn('version', integer, (column) => column.notNull())
    .addColumn('graph_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('config_json', 'text', (column) => column.notNull())
    .addColumn('context_json', 'text', (column) => column.notNull())
    .addColumn('metadata_json', 'text', (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('assistant_versions_key', ['deployment_id', 'assistant_id', 'version'])
    .addForeignKeyConstraint('assistant_versions_owner', ['deployment_id'], 'deployments', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await table('store_items')
    .addColumn('deployment_id', 'text', (column) => column.notNull())
    .addColumn('namespace', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value_json', 'text', (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('store_items_key', ['deployment_id', 'namespace', 'key'])
    .addForeignKeyConstraint('store_items_owner', ['deployment_id'], 'deployments', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .alterTable('threads')
    .addColumn('state_updated_at', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('threads').addColumn('ttl_ms', integer).execute();
  await db.schema.alterTable('threads').addColumn('expires_at', integer).execute();
  await sql`update threads set state_updated_at = updated_at`.execute(db);
  await db.schema
    .createIndex('threads_expiry')
    .on('threads')
    .columns(['deployment_id', 'expires_at'])
    .where(sql<boolean>`expires_at is not null`)
    .execute();
  await db.schema
    .createIndex('assistants_page')
    .on('assistants')
    .columns(['deployment_id', 'ordinal'])
    .execute();
}
