import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { SqlDialect } from '../database.ts';

/** The tables of the first version. */
export async function first(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const table = (name: string) => {
    const builder = db.schema.createTable(name);
    return dialect.tableEnd === undefined ? builder : builder.modifyEnd(dialect.tableEnd);
  };
  const ordered = (name: string) =>
    table(name)
      .addColumn('ordinal', dialect.ordinal.type, dialect.ordinal.build)
      .addColumn('id', 'text', (column) => column.notNull().unique());

  await tenants(table, dialect);
  await deployments(table, ordered, dialect);
  await agentServer(table, ordered, dialect);

  // Each index serves one query of the repositories; foreign keys among them, or deletes would scan. The name is in the
  // page index so that a search for a part of it reads only matching rows.
  await index(db, 'api_keys_workspace', 'api_keys', ['workspace_id']);
  await index(db, 'deployments_page', 'deployments', ['workspace_id', 'ordinal', 'name']);
  await index(db, 'deployments_name', 'deployments', ['workspace_id', 'name', 'ordinal']);
  await index(db, 'revisions_ordinal', 'revisions', ['deployment_id', 'ordinal']);
  await index(db, 'logs_page', 'logs', ['revision_id', 'kind', 'id']);
  await index(db, 'projects_page', 'projects', ['workspace_id', 'ordinal']);
  await index(db, 'integrations_workspace', 'integrations', ['workspace_id', 'id']);
  await index(db, 'listeners_workspace', 'listeners', ['workspace_id', 'created_at', 'id']);
  await index(db, 'threads_page', 'threads', ['deployment_id', 'ordinal']);
  await index(db, 'runs_thread', 'runs', ['thread_id', 'ordinal']);
  await index(db, 'runs_next', 'runs', ['deployment_id', 'status', 'ordinal']);
  await index(db, 'checkpoints_run', 'checkpoints', ['thread_id', 'run_id']);
  await index(db, 'checkpoint_writes_run', 'checkpoint_writes', ['thread_id', 'run_id']);
  await db.schema
    .createIndex('revisions_unfinished')
    .on('revisions')
    .column('ordinal')
    .where(sql<number>`final`, '=', sql.lit(0))
    .execute();
  await db.schema
    .createIndex('runs_one_running')
    .on('runs')
    .unique()
    .column('thread_id')
    .where(sql<string>`status`, '=', sql.lit('running'))
    .execute();
}

type Table = (name: string) => CreateTableBuilder<string, string>;

async function tenants(table: Table, { integer }: SqlDialect): Promise<void> {
  await table('workspaces')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('redact_secret_values', integer, (column) => column.notNull())
    .execute();
  await table('workspace_keys')
    .addColumn('workspace_id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('key_version', integer, (column) => column.notNull())
    .addColumn('wrapped', 'text', (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addForeignKeyConstraint('workspace_keys_owner', ['workspace_id'], 'workspaces', ['id'])
    .execute();
  await table('api_keys')
    .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addForeignKeyConstraint('api_keys_owner', ['workspace_id'], 'workspaces', ['id'])
    .execute();
  await table('integrations')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('installation_id', integer, (column) => column.notNull())
    .addForeignKeyConstraint('integrations_owner', ['workspace_id'], 'workspaces', ['id'])
    .execute();
  await table('listeners')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('compute_type', 'text', (column) => column.notNull())
    .addColumn('compute_id', 'text', (column) => column.notNull())
    .addColumn('namespaces_json', 'text', (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addForeignKeyConstraint('listeners_owner', ['workspace_id'], 'workspaces', ['id'])
    .execute();
  await table('processes')
    .addColumn('pid', integer, (column) => column.notNull().primaryKey())
    .addColumn('start_token', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .execute();
}

async function deployments(table: Table, ordered: Table, { integer, ordinal }: SqlDialect): Promise<void> {
  await ordered('projects')
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addUniqueConstraint('projects_name', ['workspace_id', 'name'])
    .addForeignKeyConstraint('projects_owner', ['workspace_id'], 'workspaces', ['id'])
    .execute();
  await ordered('deployments')
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('source_name', 'text', (column) => column.notNull())
    .addColumn('source_config_json', 'text', (column) => column.notNull())
    .addColumn('deployment_type', 'text')
    .addColumn('secret_references_json', 'text', (column) => column.notNull())
    .addColumn('image_version', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('latest_revision_id', 'text')
    .addColumn('active_revision_id', 'text')
    .addColumn('project_id', 'text')
    .addColumn('port', integer)
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addForeignKeyConstraint('deployments_owner', ['workspace_id'], 'workspaces', ['id'])
    .execute();
  await ordered('revisions')
    .addColumn('deployment_id', 'text', (column) => column.notNull())
    .addColumn('seq', integer, (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('config_json', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('status_message', 'text')
    .addColumn('final', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addColumn('history_json', 'text', (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', integer)
    .addColumn('fence', integer, (column) => column.notNull())
    .addUniqueConstraint('revisions_seq', ['deployment_id', 'seq'])
    .addForeignKeyConstraint('revisions_owner', ['deployment_id'], 'deployments', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  for (const owner of ['deployment', 'revision']) {
    await table(`${owner}_secrets`)
      .addColumn(`${owner}_id`, 'text', (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${owner}_secrets_key`, [`${owner}_id`, 'position'])
      .addForeignKeyConstraint(`${owner}_secrets_owner`, [`${owner}_id`], `${owner}s`, ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
  }
  await table('logs')
    .addColumn('id', ordinal.type, ordinal.build)
    .addColumn('revision_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addForeignKeyConstraint('logs_owner', ['revision_id'], 'revisions', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
}

async function agentServer(table: Table, ordered: Table, { integer, bytes }: SqlDialect): Promise<void> {
  await ordered('threads')
    .addColumn('deployment_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('metadata_json', 'text', (column) => column.notNull())
    .addColumn('values_json', 'text', (column) => column.notNull())
    .addColumn('interrupts_json', 'text', (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addForeignKeyConstraint('threads_owner', ['deployment_id'], 'deployments', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await ordered('runs')
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('deployment_id', 'text', (column) => column.notNull())
    .addColumn('assistant_id', 'text', (column) => column.notNull())
    .addColumn('graph_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('kwargs_json', 'text', (column) => column.notNull())
    .addColumn('metadata_json', 'text', (column) => column.notNull())
    .addColumn('multitask_strategy', 'text', (column) => column.notNull())
    .addColumn('error_json', 'text', (column) => column.notNull())
    .addColumn('attempt', integer, (column) => column.notNull())
    .addColumn('revision_id', 'text')
    .addColumn('fence', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addForeignKeyConstraint('runs_owner', ['thread_id'], 'threads', ['id'], (key) => key.onDelete('cascade'))
    .execute();
  await table('checkpoints')
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('ns', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('parent_id', 'text')
    .addColumn('run_id', 'text')
    .addColumn('checkpoint_type', 'text', (column) => column.notNull())
    .addColumn('checkpoint', bytes, (column) => column.notNull())
    .addColumn('metadata_type', 'text', (column) => column.notNull())
    .addColumn('metadata', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('checkpoints_key', ['thread_id', 'ns', 'id'])
    .addForeignKeyConstraint('checkpoints_owner', ['thread_id'], 'threads', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await table('checkpoint_writes')
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('ns', 'text', (column) => column.notNull())
    .addColumn('checkpoint_id', 'text', (column) => column.notNull())
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('idx', integer, (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('value_type', 'text', (column) => column.notNull())
    .addColumn('value', bytes, (column) => column.notNull())
    .addColumn('run_id', 'text')
    .addPrimaryKeyConstraint('checkpoint_writes_key', ['thread_id', 'ns', 'checkpoint_id', 'task_id', 'idx'])
    .addForeignKeyConstraint('checkpoint_writes_owner', ['thread_id'], 'threads', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
}

async function index(db: Kysely<unknown>, name: string, table: string, columns: string[]): Promise<void> {
  await db.schema.createIndex(name).on(table).columns(columns).execute();
}
