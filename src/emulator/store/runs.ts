import { sql } from 'kysely';
import type { Runs } from '../ports/store.ts';
import { RUN_HEAD_COLUMNS, RUN_STATUSES, runHeadRows, runRows } from '../tables/agent-server-columns.ts';
import type { Context } from './context.ts';
import { deleteSummary } from './delete-in-batches.ts';
import { fromJson, hasNoChanges } from './json.ts';
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
      await context.db.insertInto('runs').values(runRows.toColumns(row)).execute();
    },
    async get(deploymentId, threadId, id) {
      return runRows.first(from(deploymentId, threadId).selectAll().where('id', '=', id));
    },
    async head(deploymentId, threadId, id) {
      return runHeadRows.first(from(deploymentId, threadId).select(RUN_HEAD_COLUMNS).where('id', '=', id));
    },
    async findById(id) {
      return runRows.first(context.db.selectFrom('runs').selectAll().where('id', '=', id));
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
    async update(id, change, fence) {
      const changes = runRows.toChanges(change);
      const released = change.status === undefined || change.status === 'running' ? {} : { claimed_by: null };
      // Even an empty change checks that the row exists and that the fence is current.
      let query = context.db
        .updateTable('runs')
        .set(hasNoChanges(changes) ? (e) => ({ fence: e.ref('fence') }) : { ...changes, ...released })
        .where('id', '=', id);
      if (fence !== undefined) query = query.where('fence', '=', fence);
      const { numUpdatedRows } = await query.executeTakeFirst();
      return numUpdatedRows > 0n;
    },
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
