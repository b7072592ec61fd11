import type { Selectable } from 'kysely';
import type { ThreadRow, Threads } from '../seams/store.ts';
import type { Context } from './context.ts';
import { fromJson, isEmpty, toJson } from './json.ts';
import type { ThreadsTable } from './schema.ts';

const STATUSES = ['idle', 'busy', 'interrupted', 'error'] as const;

/** Threads of the agent server, newest first in lists. Their values are no secrets and are kept as they are. */
export function threads(context: Context): Threads {
  const select = (deploymentId: string) =>
    context.db.selectFrom('threads').selectAll().where('deployment_id', '=', deploymentId);
  return {
    async insert(row) {
      await context.db
        .insertInto('threads')
        .values({
          id: row.id,
          deployment_id: row.deploymentId,
          status: row.status,
          metadata_json: toJson(row.metadata),
          values_json: toJson(row.values),
          interrupts_json: toJson(row.interrupts),
          created_at: row.createdAt,
          updated_at: row.updatedAt,
        })
        .execute();
    },
    async get(deploymentId, id) {
      const row = await select(deploymentId).where('id', '=', id).executeTakeFirst();
      return row && fromColumns(row);
    },
    async list(deploymentId, filter) {
      let query = select(deploymentId);
      if (filter.status !== undefined) {
        const status = STATUSES.find((known) => known === filter.status);
        // No row is in a status that does not exist.
        if (status === undefined) return [];
        query = query.where('status', '=', status);
      }
      const rows = await query.orderBy('ordinal', 'desc').limit(filter.limit).offset(filter.offset).execute();
      return rows.map(fromColumns);
    },
    async update(id, change) {
      const changes = {
        status: change.status,
        metadata_json: change.metadata && toJson(change.metadata),
        // `values` may be changed to null: what counts is whether it was named.
        values_json: 'values' in change ? toJson(change.values) : undefined,
        interrupts_json: change.interrupts && toJson(change.interrupts),
        created_at: change.createdAt,
        updated_at: change.updatedAt,
      };
      if (isEmpty(changes)) return;
      await context.db.updateTable('threads').set(changes).where('id', '=', id).execute();
    },
    async remove(id) {
      await context.db.deleteFrom('threads').where('id', '=', id).execute();
    },
  };
}

function fromColumns(row: Selectable<ThreadsTable>): ThreadRow {
  return {
    id: row.id,
    deploymentId: row.deployment_id,
    status: row.status,
    metadata: fromJson(row.metadata_json),
    values: fromJson(row.values_json),
    interrupts: fromJson(row.interrupts_json),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
