import { type RawBuilder, sql } from 'kysely';
import type { Context } from './context.ts';
import type { Tables } from './schema.ts';

/** Number of rows per statement. A statement on SQLite blocks this process, and rows may be large. */
const BATCH = 200;

/** Rows to delete: the rows of `table` that meet `where`. `key` contains the primary key's columns. */
interface Deletion {
  table: keyof Tables;
  key: readonly string[];
  where: RawBuilder<boolean>;
}

/**
 * Deletes rows in many short statements within the caller's transaction. The commit of the transaction applies all
 * deletions together.
 */
async function deleteInBatches({ db }: Context, { table, key, where }: Deletion): Promise<void> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${where} limit ${BATCH})`.execute(db);
    if (numAffectedRows < BATCH) return;
  }
}

/**
 * Tables whose rows belong to a thread. They have no foreign key, because it would delete all rows of a thread in one
 * statement.
 */
const OF_THREADS: readonly Omit<Deletion, 'where'>[] = [
  { table: 'runs', key: ['id'] },
  { table: 'checkpoint_writes', key: ['thread_id', 'ns', 'checkpoint_id', 'task_id', 'idx'] },
  { table: 'checkpoints', key: ['thread_id', 'ns', 'id'] },
  { table: 'crons', key: ['id'] },
];

/** Deletes all rows that belong to the threads, in the caller's transaction. */
export async function deleteOfThreads(context: Context, threadIds: readonly string[]): Promise<void> {
  const where = sql<boolean>`thread_id in (${sql.join(threadIds)})`;
  const streams = sql`select run_id from run_streams where ${where}`;
  await deleteInBatches(context, {
    table: 'run_events',
    key: ['run_id', 'last_id'],
    where: sql<boolean>`run_id in (${streams})`,
  });
  await deleteInBatches(context, {
    table: 'run_streams',
    key: ['run_id'],
    where,
  });
  const summaries = sql`select run_id from run_summaries where ${where}`;
  await deleteInBatches(context, {
    table: 'run_steps',
    key: ['run_id', 'seq'],
    where: sql<boolean>`run_id in (${summaries})`,
  });
  await deleteInBatches(context, { table: 'run_summaries', key: ['run_id'], where });
  for (const one of OF_THREADS) await deleteInBatches(context, { ...one, where });
  // Webhooks that are still to be sent are kept.
  await deleteInBatches(context, {
    table: 'webhooks',
    key: ['id'],
    where: sql<boolean>`due_at is null and ${where}`,
  });
}

/** Deletes the summary and the steps of a run, in the caller's transaction. */
export async function deleteSummary(context: Context, runId: string): Promise<void> {
  const where = sql<boolean>`run_id = ${runId}`;
  await deleteInBatches(context, { table: 'run_steps', key: ['run_id', 'seq'], where });
  await context.db.deleteFrom('run_summaries').where('run_id', '=', runId).execute();
}

/** Deletes the runs, attachments and feedback of a tracing project, in the caller's transaction. */
export async function deleteOfProject(
  context: Context,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  const where = sql<boolean>`project_id = ${id} and workspace_id = ${workspaceId}`;
  await deleteInBatches(context, { table: 'traced_runs', key: ['workspace_id', 'id'], where });
  await deleteInBatches(context, { table: 'feedback', key: ['id'], where });
  await deleteInBatches(context, {
    table: 'attachments',
    key: ['id'],
    where: sql<boolean>`project_id = ${id}`,
  });
}

/** Deletes a dataset with its examples, versions, tags and attachments, in the caller's transaction. */
export async function deleteOfDataset(context: Context, datasetId: string): Promise<void> {
  const where = sql<boolean>`dataset_id = ${datasetId}`;
  await deleteInBatches(context, {
    table: 'examples',
    key: ['workspace_id', 'example_id', 'valid_from'],
    where,
  });
  await deleteInBatches(context, { table: 'attachments', key: ['id'], where });
  await deleteInBatches(context, { table: 'dataset_versions', key: ['dataset_id', 'as_of'], where });
  await context.db.deleteFrom('datasets').where('id', '=', datasetId).execute();
}

/** Deletes the threads, items and logs of a deployment with all their rows, in the caller's transaction. */
export async function deleteOfDeployment(context: Context, deploymentId: string): Promise<void> {
  for (;;) {
    const threads = await context.db
      .selectFrom('threads')
      .select('id')
      .where('deployment_id', '=', deploymentId)
      .limit(BATCH)
      .execute();
    if (threads.length === 0) break;
    const ids = threads.map(({ id }) => id);
    await deleteOfThreads(context, ids);
    for (const id of ids) await context.db.deleteFrom('threads').where('id', '=', id).execute();
  }
  const ofDeployment = sql<boolean>`deployment_id = ${deploymentId}`;
  await deleteInBatches(context, {
    table: 'run_steps',
    key: ['run_id', 'seq'],
    where: sql<boolean>`run_id in (select run_id from run_summaries where deployment_id = ${deploymentId})`,
  });
  await deleteInBatches(context, { table: 'run_summaries', key: ['run_id'], where: ofDeployment });
  await deleteInBatches(context, { table: 'webhooks', key: ['id'], where: ofDeployment });
  const item = ['deployment_id', 'namespace', 'key'];
  await deleteInBatches(context, { table: 'store_vectors', key: [...item, 'field'], where: ofDeployment });
  await deleteInBatches(context, { table: 'store_items', key: item, where: ofDeployment });
  const revisions = sql`select id from revisions where deployment_id = ${deploymentId}`;
  await deleteInBatches(context, {
    table: 'logs',
    key: ['id'],
    where: sql<boolean>`revision_id in (${revisions})`,
  });
}
