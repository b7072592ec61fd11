import { type Kysely, sql } from 'kysely';
import type { SqlDialect } from '../database.ts';

/** What graph configurations say of items and threads: when they expire, and what items are found by. */
export async function agentSettings(
  db: Kysely<unknown>,
  { integer, bytes, tableEnd }: Pick<SqlDialect, 'integer' | 'bytes' | 'tableEnd'>,
): Promise<void> {
  await db.schema
    .alterTable('revisions')
    .addColumn('agent_settings_json', 'text', (column) => column.notNull().defaultTo('null'))
    .execute();
  await db.schema.alterTable('store_items').addColumn('ttl_ms', integer).execute();
  await db.schema.alterTable('store_items').addColumn('expires_at', integer).execute();
  // Those of all deployments are swept at once.
  await db.schema
    .createIndex('store_items_expiry')
    .on('store_items')
    .column('expires_at')
    .where(sql<boolean>`expires_at is not null`)
    .execute();
  const vectors = db.schema.createTable('store_vectors');
  await (tableEnd === undefined ? vectors : vectors.modifyEnd(tableEnd))
    .addColumn('deployment_id', 'text', (column) => column.notNull())
    .addColumn('namespace', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('vector', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('store_vectors_key', ['deployment_id', 'namespace', 'key', 'field'])
    .addForeignKeyConstraint(
      'store_vectors_item',
      ['deployment_id', 'namespace', 'key'],
      'store_items',
      ['deployment_id', 'namespace', 'key'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await db.schema.alterTable('threads').addColumn('prune_at', integer).execute();
  await db.schema
    .createIndex('threads_prune')
    .on('threads')
    .column('prune_at')
    .where(sql<boolean>`prune_at is not null`)
    .execute();
}
