import { type Kysely, sql } from 'kysely';
import type { SqlDialect } from '../database.ts';

/**
 * The events of streamed runs. A stream is deleted with its thread and not with its run: a stateless run is deleted the
 * moment it ends, and its reader may still be reading. Then the stream has no thread any more.
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
    // In this order, the events after another one are found without reading earlier ones.
    .addPrimaryKeyConstraint('run_events_key', ['run_id', 'last_id'])
    .addForeignKeyConstraint('run_events_owner', ['run_id'], 'run_streams', ['run_id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  for (const column of ['thread_id', 'deployment_id', 'ended_at']) {
    await db.schema.createIndex(`run_streams_${column}`).on('run_streams').column(column).execute();
  }
}

/** Assistants with their versions, items of graphs, when a thread's values were set, and when it expires. */
export async function assistants(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const { integer, tableEnd, ordinal } = dialect;
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

/**
 * Delayed runs; a thread's resting status and whether its values are stale; what a run replaced, until it ends; pending
 * webhooks.
 */
export async function multitask(
  db: Kysely<unknown>,
  { integer, bytes, tableEnd }: SqlDialect,
): Promise<void> {
  const table = (name: string) => {
    const builder = db.schema.createTable(name);
    return tableEnd === undefined ? builder : builder.modifyEnd(tableEnd);
  };
  await db.schema.alterTable('runs').addColumn('not_before', integer).execute();
  await db.schema.alterTable('threads').addColumn('resting', 'text').execute();
  await db.schema
    .alterTable('threads')
    .addColumn('behind', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await table('checkpoints_before')
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('by_run', 'text', (column) => column.notNull())
    .addColumn('ns', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('parent_id', 'text')
    .addColumn('run_id', 'text')
    .addColumn('checkpoint_type', 'text', (column) => column.notNull())
    .addColumn('checkpoint', bytes, (column) => column.notNull())
    .addColumn('metadata_type', 'text', (column) => column.notNull())
    .addColumn('metadata', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('checkpoints_before_key', ['thread_id', 'by_run', 'ns', 'id'])
    .addForeignKeyConstraint('checkpoints_before_owner', ['thread_id'], 'threads', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await table('checkpoint_writes_before')
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('by_run', 'text', (column) => column.notNull())
    .addColumn('ns', 'text', (column) => column.notNull())
    .addColumn('checkpoint_id', 'text', (column) => column.notNull())
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('idx', integer, (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('value_type', 'text', (column) => column.notNull())
    .addColumn('value', bytes, (column) => column.notNull())
    .addColumn('run_id', 'text')
    .addPrimaryKeyConstraint('checkpoint_writes_before_key', [
      'thread_id',
      'by_run',
      'ns',
      'checkpoint_id',
      'task_id',
      'idx',
    ])
    .addForeignKeyConstraint('checkpoint_writes_before_owner', ['thread_id'], 'threads', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await table('webhooks')
    .addColumn('run_id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('deployment_id', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('body_json', 'text', (column) => column.notNull())
    .addColumn('attempts', integer, (column) => column.notNull())
    .addColumn('due_at', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addForeignKeyConstraint('webhooks_owner', ['deployment_id'], 'deployments', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  // Each serves one query, and contains only the few rows concerned.
  await db.schema
    .createIndex('runs_later')
    .on('runs')
    .columns(['deployment_id', 'not_before'])
    .where(sql<boolean>`status = 'pending' and not_before is not null`)
    .execute();
  await db.schema
    .createIndex('threads_behind')
    .on('threads')
    .column('deployment_id')
    .where(sql<number>`behind`, '=', sql.lit(1))
    .execute();
  await db.schema.createIndex('webhooks_due').on('webhooks').columns(['due_at', 'run_id']).execute();
  await db.schema.createIndex('webhooks_owner_key').on('webhooks').column('deployment_id').execute();
}

/** Feedback on runs, and the tokens of its URLs. Neither has its run as a foreign key: both may outlive it. */
export async function feedback(
  db: Kysely<unknown>,
  { integer, ordinal, tableEnd }: SqlDialect,
): Promise<void> {
  const ordered = (name: string) => {
    const builder = db.schema
      .createTable(name)
      .addColumn('ordinal', ordinal.type, ordinal.build)
      .addColumn('id', 'text', (column) => column.notNull().unique());
    return tableEnd === undefined ? builder : builder.modifyEnd(tableEnd);
  };
  await ordered('feedback_tokens')
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('deployment_id', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('feedback_key', 'text', (column) => column.notNull())
    .addColumn('for_run', integer, (column) => column.notNull())
    .addColumn('outlives_run', integer, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addForeignKeyConstraint('feedback_tokens_owner', ['deployment_id'], 'deployments', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await ordered('feedback')
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('feedback_key', 'text', (column) => column.notNull())
    .addColumn('score_json', 'text', (column) => column.notNull())
    .addColumn('value_json', 'text', (column) => column.notNull())
    .addColumn('comment', 'text')
    .addColumn('correction_json', 'text', (column) => column.notNull())
    .addColumn('metadata_json', 'text', (column) => column.notNull())
    .addColumn('source_type', 'text', (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('modified_at', integer, (column) => column.notNull())
    .addForeignKeyConstraint('feedback_workspace', ['workspace_id'], 'workspaces', ['id'])
    .addForeignKeyConstraint('feedback_project', ['project_id'], 'projects', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await index('feedback_tokens_run', 'feedback_tokens', ['run_id', 'ordinal']).execute();
  await index('feedback_tokens_age', 'feedback_tokens', ['deployment_id', 'expires_at']).execute();
  // Of concurrent attempts to create a run's tokens, one of each succeeds.
  await index('feedback_tokens_one', 'feedback_tokens', ['run_id', 'feedback_key'])
    .unique()
    .where(sql.ref('for_run'), '=', sql.lit(1))
    .execute();
  await index('feedback_run', 'feedback', ['workspace_id', 'run_id', 'ordinal']).execute();
  await index('feedback_page', 'feedback', ['workspace_id', 'ordinal']).execute();
  await index('feedback_of_project', 'feedback', ['project_id']).execute();

  function index(name: string, table: string, columns: string[]) {
    return db.schema.createIndex(name).on(table).columns(columns);
  }
}

/** Revisions of code may have their own server, too: every emulator must know whose responses to forward. */
export async function ownServers(db: Kysely<unknown>, { integer }: SqlDialect): Promise<void> {
  await db.schema
    .alterTable('revisions')
    .addColumn('brings_server', integer, (column) => column.notNull().defaultTo(0))
    .execute();
}

/** Sandboxes, their templates and snapshots, and the secrets of workspaces that their rules refer to. */
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
