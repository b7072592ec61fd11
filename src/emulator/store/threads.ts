import { type Selectable, sql } from 'kysely';
import type { ThreadFilter, ThreadOrder, ThreadRow, Threads } from '../ports/store.ts';
import type { Context } from './context.ts';
import { fromJson, hasNoChanges, type Json, toJson } from './json.ts';
import type { ThreadsTable } from './schema.ts';

const STATUSES = ['idle', 'busy', 'interrupted', 'error'] as const;
const COLUMN_OF = {
  id: 'id',
  status: 'status',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  stateUpdatedAt: 'state_updated_at',
} as const satisfies Record<ThreadOrder['by'], keyof ThreadsTable>;

/** Threads of the agent server, newest first in lists. Their values are no secrets and are kept as they are. */
export function threads(context: Context): Threads {
  /** Of a deployment, those that have not expired. */
  const from = (deploymentId: string) =>
    context.db
      .selectFrom('threads')
      .where('deployment_id', '=', deploymentId)
      .where((e) =>
        e.or([e('expires_at', 'is', null), e('expires_at', '>', context.now()), e('status', '=', 'busy')]),
      );
  /** No row is in a status that does not exist: `undefined`. */
  const selectSome = (deploymentId: string, filter: ThreadFilter) => {
    let query = from(deploymentId);
    if (filter.ids) query = query.where('id', 'in', filter.ids.length > 0 ? filter.ids : ['']);
    if (filter.status === undefined) return query;
    const status = STATUSES.find((known) => known === filter.status);
    return status && query.where('status', '=', status);
  };
  const page = (
    deploymentId: string,
    { order, ...filter }: ThreadFilter & { limit: number; offset: number; order?: ThreadOrder },
  ) => {
    let query = selectSome(deploymentId, filter);
    if (order) query = query?.orderBy(COLUMN_OF[order.by], order.descending ? 'desc' : 'asc');
    return query?.orderBy('ordinal', 'desc').limit(filter.limit).offset(filter.offset);
  };
  return {
    async insert(row) {
      await context.db
        .deleteFrom('threads')
        .where('deployment_id', '=', row.deploymentId)
        .where('expires_at', '<=', context.now())
        .where('status', '!=', 'busy')
        .execute();
      await context.db
        .insertInto('threads')
        .values({
          id: row.id,
          deployment_id: row.deploymentId,
          status: row.status,
          metadata_json: toJson(row.metadata),
          values_json: toJson(row.values),
          interrupts_json: toJson(row.interrupts),
          resting: row.restingStatus,
          behind: Number(row.stale),
          created_at: row.createdAt,
          updated_at: row.updatedAt,
          state_updated_at: row.stateUpdatedAt,
          ttl_ms: row.expiry && row.expiry.ttlMs,
          expires_at: row.expiry && row.expiry.at,
        })
        .execute();
    },
    async get(deploymentId, id) {
      const row = await from(deploymentId).selectAll().where('id', '=', id).executeTakeFirst();
      return row && fromColumns(row);
    },
    async exists(deploymentId, id) {
      return (await from(deploymentId).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    },
    async list(deploymentId, filter) {
      const rows = await page(deploymentId, filter)?.selectAll().execute();
      return rows?.map(fromColumns) ?? [];
    },
    async sizes(deploymentId, { values, ...filter }) {
      const sizes = (values ? ['metadata_json', 'values_json'] : ['metadata_json']).map(
        (column) => sql<number>`octet_length(${sql.ref(column)})`,
      );
      const query = page(deploymentId, filter)?.select(['id', sql.join<number>(sizes, sql` + `).as('bytes')]);
      return (await query?.execute()) ?? [];
    },
    async listDetails(deploymentId, { ids, values }) {
      const query = selectSome(deploymentId, { ids })?.select(['id', 'metadata_json']);
      if (query === undefined) return [];
      const rows: { id: string; metadata_json: Json<ThreadRow['metadata']>; values_json?: Json<unknown> }[] =
        await (values ? query.select('values_json') : query).execute();
      return rows.map((row) => ({
        id: row.id,
        metadata: fromJson(row.metadata_json),
        values: row.values_json === undefined ? null : fromJson(row.values_json),
      }));
    },
    async count(deploymentId, filter) {
      if (filter.ids || filter.status !== undefined) {
        const some = await selectSome(deploymentId, filter)
          ?.select((e) => e.fn.countAll<number>().as('count'))
          .executeTakeFirst();
        return some?.count ?? 0;
      }
      // Both are told by an index alone, or nearly so, however many there are.
      const row = await context.db
        .selectNoFrom((e) => [
          e
            .selectFrom('threads')
            .where('deployment_id', '=', deploymentId)
            .select((one) => one.fn.countAll<number>().as('count'))
            .as('all'),
          e
            .selectFrom('threads')
            .where('deployment_id', '=', deploymentId)
            .where('expires_at', '<=', context.now())
            .where('status', '!=', 'busy')
            .select((one) => one.fn.countAll<number>().as('count'))
            .as('expired'),
        ])
        .executeTakeFirst();
      return (row?.all ?? 0) - (row?.expired ?? 0);
    },
    async update(id, change) {
      const changes = {
        status: change.status,
        resting: change.restingStatus ?? (change.status === 'busy' ? undefined : change.status),
        behind: change.stale === undefined ? undefined : Number(change.stale),
        metadata_json: change.metadata && toJson(change.metadata),
        // `values` may be changed to null: what counts is whether it was named.
        values_json: 'values' in change ? toJson(change.values) : undefined,
        state_updated_at: 'values' in change ? change.updatedAt : undefined,
        interrupts_json: change.interrupts && toJson(change.interrupts),
        created_at: change.createdAt,
        updated_at: change.updatedAt,
        ...('expiry' in change && {
          ttl_ms: change.expiry?.ttlMs ?? null,
          expires_at: change.expiry?.at ?? null,
        }),
      };
      if (hasNoChanges(changes)) return;
      await context.db.updateTable('threads').set(changes).where('id', '=', id).execute();
    },
    async listStale(deploymentId, limit) {
      const rows = await context.db
        .selectFrom('threads')
        .select(['id', 'metadata_json'])
        .where('deployment_id', '=', deploymentId)
        .where('behind', '=', sql.lit(1))
        .where('status', '!=', 'busy')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ id: row.id, metadata: fromJson(row.metadata_json) }));
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
    restingStatus: row.resting ?? (row.status === 'busy' ? 'idle' : row.status),
    stale: row.behind === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    stateUpdatedAt: row.state_updated_at,
    expiry: row.expires_at === null || row.ttl_ms === null ? null : { ttlMs: row.ttl_ms, at: row.expires_at },
  };
}
