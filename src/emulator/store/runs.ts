import { sql } from 'kysely';
import type { Runs } from '../ports/store.ts';
import { UNKNOWN_WORKSPACE } from '../tables/columns.ts';
import { RUN_HEAD_COLUMNS, RUN_STATUSES, runHeadRows, runRows } from '../tables/agent-server-columns.ts';
import type { Context } from './context.ts';
import { deleteSummary } from './delete-in-batches.ts';
import { fromJson, hasNoChanges } from './json.ts';
import { prepared } from './prepared.ts';
import { runQueue, UNFINISHED } from './run-queue.ts';

/** Creates the methods that store and read runs. Lists of runs are sorted newest first. */
export function runs(context: Context): Runs {
  const from = (deploymentId: string, threadId: string) =>
    context.db.selectFrom('runs').where('thread_id', '=', threadId).where('deployment_id', '=', deploymentId);
  /** Returns `undefined` if the filter contains an unknown status, because no row has an unknown status. */
  const page = (
    deploymentId: string,
    threadId: string,
    filter: { limit: number; offset: number; status?: string; ids?: readonly string[] },
  ) => {
    let query = from(deploymentId, threadId);
    if (filter.status !== undefined) {
      const status = RUN_STATUSES.find((known) => known === filter.status);
      if (status === undefined) return undefined;
      query = query.where('status', '=', status);
    }
    if (filter.ids) query = query.where('id', 'in', filter.ids.length > 0 ? filter.ids : ['']);
    return query.orderBy('ordinal', 'desc').limit(filter.limit).offset(filter.offset);
  };
  return {
    ...runQueue(context),
    async insert(row) {
      const columns = runRows.toColumns(row);
      await prepared(context, 'insert run', columns, (of) =>
        context.db.insertInto('runs').values({
          ...of,
          workspace_id: sql<string>`coalesce((select workspace_id from deployments where id = ${of.deployment_id}), ${sql.lit(UNKNOWN_WORKSPACE)})`,
        }),
      ).execute();
    },
    async get(deploymentId, threadId, id) {
      const run = { deploymentId, threadId, id };
      return runRows.first(
        prepared(context, 'run', run, (key) =>
          from(key.deploymentId, key.threadId).selectAll().where('id', '=', key.id),
        ),
      );
    },
    async head(deploymentId, threadId, id) {
      const run = { deploymentId, threadId, id };
      return runHeadRows.first(
        prepared(context, 'run head', run, (key) =>
          from(key.deploymentId, key.threadId).select(RUN_HEAD_COLUMNS).where('id', '=', key.id),
        ),
      );
    },
    async findById(id) {
      return runRows.first(
        prepared(context, 'run by ID', { id }, (run) =>
          context.db.selectFrom('runs').selectAll().where('id', '=', run.id),
        ),
      );
    },
    async list(deploymentId, threadId, filter) {
      const rows = await page(deploymentId, threadId, filter)?.selectAll().execute();
      return rows?.map(runRows.toRow) ?? [];
    },
    async listDetails(deploymentId, threadId, filter) {
      const bytes = sql<number>`octet_length(kwargs_json) + octet_length(metadata_json)`.as('bytes');
      const rows = await page(deploymentId, threadId, filter)
        ?.select(['id', 'metadata_json', bytes])
        .execute();
      return (
        rows?.map((row) => ({ id: row.id, metadata: fromJson(row.metadata_json), bytes: row.bytes })) ?? []
      );
    },
    update: (id, change, fence) => updateRun(context, id, change, fence),
    async remove(id) {
      await context.db.deleteFrom('feedback_tokens').where('run_id', '=', id).execute();
      await context.atomically(async (tx) => {
        await deleteSummary(tx, id);
        await tx.db.deleteFrom('runs').where('id', '=', id).execute();
      });
    },
    async removeFinished(deploymentId, threadId, limit) {
      const { numDeletedRows } = await context.db
        .deleteFrom('runs')
        .where('id', 'in', (e) =>
          e
            .selectFrom('runs')
            .select('id')
            .where('thread_id', '=', threadId)
            .where('deployment_id', '=', deploymentId)
            .where('status', 'not in', UNFINISHED)
            .orderBy('ordinal')
            .limit(limit),
        )
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

/**
 * Changes a run, and returns whether the run was found. If `fence` is given, a run with another fence is not found.
 */
async function updateRun(
  context: Context,
  id: string,
  change: Parameters<Runs['update']>[1],
  fence: number | undefined,
): Promise<boolean> {
  const changes = runRows.toChanges(change);
  const released = change.status === undefined || change.status === 'running' ? {} : { claimed_by: null };
  const isEmpty = hasNoChanges(changes);
  const update = prepared(
    context,
    'update run',
    { ...(!isEmpty && { ...changes, ...released }), whereId: id, whereFence: fence },
    ({ whereId, whereFence, ...columns }) => {
      // Even an empty change checks that the row exists and that the fence is current.
      const query = context.db
        .updateTable('runs')
        .set(isEmpty ? (e) => ({ fence: e.ref('fence') }) : columns)
        .where('id', '=', whereId);
      return whereFence === undefined ? query : query.where('fence', '=', whereFence);
    },
  );
  return (await update.countChanged()) > 0n;
}
