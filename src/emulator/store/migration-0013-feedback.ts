import { type Kysely, sql } from 'kysely';
import type { SqlDialect } from './sql-dialect.ts';

/** Feedback on runs, and the tokens of the URLs it comes by. Neither names its run as a key: both may outlive it. */
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
  // Two who make the tokens of one run at once make one of each.
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
