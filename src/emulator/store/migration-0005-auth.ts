import type { Kysely } from 'kysely';
import type { SqlDialect } from './sql-dialect.ts';

/** Providers of OAuth 2, sign-ins with them, and what they granted. */
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
