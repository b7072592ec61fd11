import { type Kysely, sql } from 'kysely';
import type { SqlDialect } from './sql-dialect.ts';

/** The columns this migration reads and writes, as they were then. */
interface Then {
  deployments: { id: string; source_config_json: string; build_on_push: number };
}

/** What pushes need: heads that were told, heads that were seen, deliveries, and who is built on push. */
export async function pushes(database: Kysely<unknown>, { integer, tableEnd }: SqlDialect): Promise<void> {
  const db = database as Kysely<Then>;
  const table = (name: string) => {
    const builder = db.schema.createTable(name);
    return tableEnd === undefined ? builder : builder.modifyEnd(tableEnd);
  };
  await db.schema
    .alterTable('deployments')
    .addColumn('build_on_push', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('deployments')
    .addColumn('delete_forced', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('revisions')
    .addColumn('push_json', 'text', (column) => column.notNull().defaultTo('null'))
    .execute();
  await db.schema.alterTable('integrations').addColumn('webhook_secret', 'text').execute();

  await table('git_heads')
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('repository', 'text', (column) => column.notNull())
    .addColumn('ref', 'text', (column) => column.notNull())
    .addColumn('commit_sha', 'text', (column) => column.notNull())
    .addColumn('told_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('git_heads_key', ['workspace_id', 'repository', 'ref'])
    .addForeignKeyConstraint('git_heads_owner', ['workspace_id'], 'workspaces', ['id'])
    .execute();
  await table('polled_refs')
    .addColumn('deployment_id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('ref', 'text', (column) => column.notNull())
    .addColumn('commit_sha', 'text')
    .addForeignKeyConstraint('polled_refs_owner', ['deployment_id'], 'deployments', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await table('webhook_deliveries')
    .addColumn('integration_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('answer_json', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('webhook_deliveries_key', ['integration_id', 'id'])
    .addForeignKeyConstraint('webhook_deliveries_owner', ['integration_id'], 'integrations', ['id'])
    .execute();

  for (const { id, source_config_json: json } of await db
    .selectFrom('deployments')
    .select(['id', 'source_config_json'])
    .execute()) {
    if (!isBuiltOnPush(json)) continue;
    await db.updateTable('deployments').set({ build_on_push: 1 }).where('id', '=', id).execute();
  }
  // Each index serves one query of the repositories.
  await db.schema
    .createIndex('deployments_on_push')
    .on('deployments')
    .column('ordinal')
    .where(sql<number>`build_on_push`, '=', sql.lit(1))
    .execute();
  await db.schema
    .createIndex('deployments_type')
    .on('deployments')
    .columns(['workspace_id', 'deployment_type'])
    .execute();
  await db.schema
    .createIndex('revisions_pushed')
    .on('revisions')
    .columns(['deployment_id', 'seq'])
    .where(sql<string>`push_json`, '!=', sql.lit('null'))
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_age')
    .on('webhook_deliveries')
    .columns(['integration_id', 'at'])
    .execute();
}

function isBuiltOnPush(json: string): boolean {
  const config: unknown = JSON.parse(json);
  return typeof config === 'object' && config !== null && Reflect.get(config, 'build_on_push') === true;
}
