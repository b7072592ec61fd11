import { type Kysely, sql } from 'kysely';
import type { SqlDialect } from '../database.ts';

/** The columns this migration reads and writes, as of then. */
interface Then {
  deployments: { id: string; source_config_json: string; build_on_push: number };
}

/** Pushes: reported heads, polled heads, deliveries, and which deployments are built on pushes. */
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

/** Keeps searches, starts and polls fast with very many deployments. */
export async function manyDeployments(db: Kysely<unknown>, { nameIndex }: SqlDialect): Promise<void> {
  await nameIndex.create(db);
  await db.schema
    .createIndex('deployments_status')
    .on('deployments')
    .columns(['status', 'ordinal'])
    .execute();
  await db.schema
    .createIndex('deployments_served')
    .on('deployments')
    .column('ordinal')
    .where(sql<string>`active_revision_id`, 'is not', sql.lit(null))
    .execute();
  await db.schema
    .createIndex('runs_pending')
    .on('runs')
    .column('deployment_id')
    .where(sql<string>`status`, '=', sql.lit('pending'))
    .execute();
}

/** Source tarballs: their URLs, their uploads, and, for emulators that share a database, their contents. */
export async function uploads(db: Kysely<unknown>, { integer, bytes, tableEnd }: SqlDialect): Promise<void> {
  const table = (name: string) => {
    const builder = db.schema.createTable(name);
    return tableEnd === undefined ? builder : builder.modifyEnd(tableEnd);
  };
  await table('uploads')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('deployment_id', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('url_expires_at', integer, (column) => column.notNull())
    .addColumn('content_id', 'text')
    .addColumn('size', integer)
    .addColumn('sha256', 'text')
    .addColumn('uploaded_at', integer)
    .addColumn('used', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addUniqueConstraint('uploads_path', ['deployment_id', 'path'])
    .addForeignKeyConstraint('uploads_owner', ['deployment_id'], 'deployments', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  // No foreign key: contents outlive their rows until they are swept, and precede them.
  await table('upload_chunks')
    .addColumn('content_id', 'text', (column) => column.notNull())
    .addColumn('position', integer, (column) => column.notNull())
    .addColumn('bytes', bytes, (column) => column.notNull())
    .addColumn('size', integer, (column) => column.notNull())
    .addColumn('written_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('upload_chunks_key', ['content_id', 'position'])
    .execute();
  // Serves the search for uploads that expire.
  await db.schema.createIndex('uploads_age').on('uploads').columns(['used', 'created_at']).execute();
}

/** Providers of OAuth 2, sign-ins with them, and their grants. */
export async function auth(db: Kysely<unknown>, { integer, tableEnd }: SqlDialect): Promise<void> {
  const table = (name: string) => {
    const builder = db.schema.createTable(name);
    return tableEnd === undefined ? builder : builder.modifyEnd(tableEnd);
  };
  await table('auth_providers')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('provider_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('client_secret', 'text', (column) => column.notNull())
    .addColumn('auth_url', 'text', (column) => column.notNull())
    .addColumn('token_url', 'text', (column) => column.notNull())
    .addColumn('uses_pkce', integer, (column) => column.notNull())
    .addColumn('challenge_method', 'text', (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addUniqueConstraint('auth_providers_name', ['workspace_id', 'provider_id'])
    .addForeignKeyConstraint('auth_providers_owner', ['workspace_id'], 'workspaces', ['id'])
    .execute();
  await table('auth_flows')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('agent_id', 'text')
    .addColumn('scopes_json', 'text', (column) => column.notNull())
    .addColumn('state_hash', 'text', (column) => column.notNull().unique())
    .addColumn('verifier', 'text', (column) => column.notNull())
    .addColumn('redirect_uri', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .addForeignKeyConstraint('auth_flows_owner', ['provider'], 'auth_providers', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await table('auth_tokens')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('scopes_json', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('expires_at', integer)
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addUniqueConstraint('auth_tokens_scopes', ['provider', 'user_id', 'scopes_json'])
    .addForeignKeyConstraint('auth_tokens_owner', ['provider'], 'auth_providers', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('auth_flows_age')
    .on('auth_flows')
    .columns(['provider', 'expires_at'])
    .execute();
}

/**
 * A workspace may have several data keys: new values are sealed with the newest, older ones open what is not re-sealed
 * yet.
 */
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

/** The columns this migration reads and writes, as of then. */
interface InstancesTables {
  processes: { pid: number; start_token: string; kind: string; owner: string };
  processes_by_owner: InstancesTables['processes'];
}

/** Several emulators on one store: instances and claims; and a pid is valid on one machine only. */
export async function instances(database: Kysely<unknown>, { integer, tableEnd }: SqlDialect): Promise<void> {
  const db = database as Kysely<InstancesTables>;
  const table = (name: string) => {
    const builder = db.schema.createTable(name);
    return tableEnd === undefined ? builder : builder.modifyEnd(tableEnd);
  };
  await table('instances')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('machine', 'text', (column) => column.notNull())
    .addColumn('settings_json', 'text', (column) => column.notNull())
    .addColumn('started_at', integer, (column) => column.notNull())
    .addColumn('lease_until', integer, (column) => column.notNull())
    .execute();
  await table('claims')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('claims_key', ['kind', 'name'])
    .execute();
  await db.schema.createIndex('claims_owner').on('claims').columns(['owner', 'kind']).execute();

  await table('processes_by_owner')
    .addColumn('pid', integer, (column) => column.notNull())
    .addColumn('start_token', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('processes_by_owner_key', ['owner', 'pid'])
    .execute();
  const columns = ['pid', 'start_token', 'kind', 'owner'] as const;
  await db
    .insertInto('processes_by_owner')
    .columns([...columns])
    .expression(db.selectFrom('processes').select([...columns]))
    .execute();
  await db.schema.dropTable('processes').execute();
  await db.schema.alterTable('processes_by_owner').renameTo('processes').execute();
}

/** Listeners report their version. */
export async function listenerVersion(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('listeners').addColumn('version', 'text').execute();
}

/** A revision's settings, so that it is restored with them; null: an older revision. */
export async function revisionSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('revisions')
    .addColumn('settings_json', 'text', (column) => column.notNull().defaultTo('null'))
    .execute();
}
