import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Context } from './context.ts';
import { prepared } from './prepared.ts';
import type { Tables } from './schema.ts';

/** Number of rows per statement. `BATCH` is small, because an SQLite statement blocks this process. */
const BATCH = 200;
/** Maximum number of rows of each table that one statement deletes together with their threads. */
const CASCADED = 50;

/** Rows of `table` that meet the condition `where` and will be deleted. `key` contains columns that identify a row. */
interface Deletion {
  table: keyof Tables;
  key: readonly string[];
  where: RawBuilder<boolean>;
}

/** Deletes rows in many short statements within the caller's transaction. */
async function deleteInBatches({ db }: Context, { table, key, where }: Deletion): Promise<void> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${where} limit ${BATCH})`.execute(db);
    if (numAffectedRows < BATCH) return;
  }
}

const isOf = (threadIds: readonly string[]) => sql<boolean>`thread_id in (${sql.join(threadIds)})`;

/** Returns the deletions of rows of the threads from tables where threads can have many rows. */
function rowsOfThreads(threadIds: readonly string[]): readonly Deletion[] {
  const where = isOf(threadIds);
  const streams = sql`select run_id from run_streams where ${where}`;
  const summaries = sql`select run_id from run_summaries where ${where}`;
  return [
    { table: 'run_events', key: ['run_id', 'last_id'], where: sql<boolean>`run_id in (${streams})` },
    { table: 'run_streams', key: ['run_id'], where },
    { table: 'run_steps', key: ['run_id', 'seq'], where: sql<boolean>`run_id in (${summaries})` },
    { table: 'run_summaries', key: ['run_id'], where },
    { table: 'runs', key: ['id'], where },
    {
      table: 'checkpoint_writes',
      key: ['thread_id', 'ns', 'checkpoint_id', 'task_id', 'idx'],
      where,
    },
    { table: 'checkpoints', key: ['thread_id', 'ns', 'id'], where },
    { table: 'crons', key: ['id'], where },
  ];
}

/** Deletes the threads with all their rows, in the caller's transaction. */
export async function deleteThreads(context: Context, threadIds: readonly string[]): Promise<void> {
  const deletions = rowsOfThreads(threadIds);
  // If the rows are few, such as the rows of a single run, foreign keys delete the rows faster, in the same statement
  // as their thread. Webhooks have no foreign key to threads, because webhooks that must still be sent remain stored.
  const sent = {
    table: 'webhooks',
    key: ['id'],
    where: sql<boolean>`due_at is null and ${isOf(threadIds)}`,
  } as const;
  const found = await inspect(context, deletions, sent);
  if (found.isLarge) {
    for (const deletion of deletions) await deleteInBatches(context, deletion);
  }
  if (found.hasSent) await deleteInBatches(context, sent);
  for (const threadId of threadIds) {
    await prepared(context, 'remove thread', { threadId }, ({ threadId: id }) =>
      context.db.deleteFrom('threads').where('id', '=', id),
    ).execute();
  }
}

/** Returns whether any table has more matching rows than one statement deletes, and whether any row matches `sent`. */
async function inspect(
  { db }: Context,
  deletions: readonly Deletion[],
  sent: Deletion,
): Promise<{ isLarge: boolean; hasSent: boolean }> {
  const exists = ({ table, where }: Deletion, after: number) =>
    sql<SqlBool>`exists (select 1 from ${sql.table(table)} where ${where} limit 1 offset ${sql.lit(after)})`;
  const { large, any } = await db
    .selectNoFrom((e) => [
      e.or(deletions.map((one) => exists(one, CASCADED))).as('large'),
      exists(sent, 0).as('any'),
    ])
    .executeTakeFirstOrThrow();
  return { isLarge: Boolean(large), hasSent: Boolean(any) };
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
    await deleteThreads(context, ids);
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
