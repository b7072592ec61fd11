import { sql } from 'kysely';
import type { ThreadFilter, ThreadOrder, ThreadRow, Threads } from '../ports/store.ts';
import { type StoredThread, THREAD_STATUSES, threadColumns, threadRows } from '../tables/agent-server.ts';
import { storedName } from '../tables/columns.ts';
import type { Context } from './context.ts';
import { deleteOfThread } from './delete-in-batches.ts';
import { fromJson, hasNoChanges, type Json, toJson } from './json.ts';
import type { Tables } from './schema.ts';

const COLUMN_OF = {
  id: 'id',
  status: 'status',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  stateUpdatedAt: 'state_updated_at',
} as const satisfies Record<ThreadOrder['by'], keyof Tables['threads']>;

/** Every column but the values. */
const HEAD = Object.entries(threadColumns)
  .map(([property, column]) => storedName(property, column))
  .filter((name): name is Exclude<keyof Tables['threads'], 'values_json'> => name !== 'values_json');
const NO_VALUES = toJson<unknown>(null);

/** Threads of the agent server, newest first in lists. Their values are not secret and stored unsealed. */
export function threads(context: Context): Threads {
  const from = (deploymentId: string) =>
    context.db
      .selectFrom('threads')
      .where('deployment_id', '=', deploymentId)
      .where((e) =>
        e.or([e('expires_at', 'is', null), e('expires_at', '>', context.now()), e('status', '=', 'busy')]),
      );
  /** `undefined`: no row has an unknown status. */
  const selectSome = (deploymentId: string, filter: ThreadFilter) => {
    let query = from(deploymentId);
    if (filter.ids) query = query.where('id', 'in', filter.ids.length > 0 ? filter.ids : ['']);
    if (filter.status === undefined) return query;
    const status = THREAD_STATUSES.find((known) => known === filter.status);
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
        .values(threadRows.toColumns(toStored(row)))
        .execute();
    },
    async get(deploymentId, id) {
      const row = await threadRows.first(from(deploymentId).selectAll().where('id', '=', id));
      return row && toThread(row);
    },
    async head(deploymentId, id) {
      const row = await from(deploymentId).select(HEAD).where('id', '=', id).executeTakeFirst();
      if (row === undefined) return undefined;
      const { values: _, ...head } = toThread(threadRows.toRow({ ...row, values_json: NO_VALUES }));
      return head;
    },
    async valuesText(deploymentId, id) {
      const row = await from(deploymentId).select('values_json').where('id', '=', id).executeTakeFirst();
      return row?.values_json;
    },
    async copyValues(from, to) {
      await context.db
        .updateTable('threads')
        .set((e) => ({
          values_json: e
            .selectFrom('threads as source')
            .select('source.values_json')
            .where('source.id', '=', from)
            .$asScalar()
            .$notNull(),
        }))
        .where('id', '=', to)
        .execute();
    },
    async exists(deploymentId, id) {
      return (await from(deploymentId).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    },
    async list(deploymentId, filter) {
      const rows = await page(deploymentId, filter)?.selectAll().execute();
      return rows?.map((row) => toThread(threadRows.toRow(row))) ?? [];
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
      // Both are answered by an index alone, or nearly so, however many there are.
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
      const changes = threadRows.toChanges({
        ...toStored(change),
        // `values` may be changed to null: what counts is whether it was named.
        ...('values' in change && { values: change.values ?? null, stateUpdatedAt: change.updatedAt }),
        resting: change.restingStatus ?? (change.status === 'busy' ? undefined : change.status),
      });
      if (hasNoChanges(changes)) return;
      await context.db.updateTable('threads').set(changes).where('id', '=', id).execute();
    },
    async listPrunable(limit) {
      const rows = await context.db
        .selectFrom('threads')
        .select(['id', 'deployment_id', 'ttl_ms', 'prune_at'])
        .where('prune_at', '<=', context.now())
        .where('status', '!=', 'busy')
        .orderBy('prune_at')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        deploymentId: row.deployment_id,
        expiry: toExpiry({ ttlMs: row.ttl_ms, expiresAt: null, pruneAt: row.prune_at }),
      }));
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
      await context.atomically(async (tx) => {
        await deleteOfThread(tx, id);
        // Foreign keys cascade to the rest, which is small.
        await tx.db.deleteFrom('threads').where('id', '=', id).execute();
      });
    },
  };
}

function toThread({ resting, ttlMs, expiresAt, pruneAt, ...row }: StoredThread): ThreadRow {
  return {
    ...row,
    restingStatus: resting ?? (row.status === 'busy' ? 'idle' : row.status),
    expiry: toExpiry({ ttlMs, expiresAt, pruneAt }),
  };
}

function toExpiry({
  ttlMs,
  expiresAt,
  pruneAt,
}: Pick<StoredThread, 'ttlMs' | 'expiresAt' | 'pruneAt'>): ThreadRow['expiry'] {
  if (ttlMs === null) return null;
  if (expiresAt !== null) return { ttlMs, at: expiresAt, strategy: 'delete' };
  return pruneAt === null ? null : { ttlMs, at: pruneAt, strategy: 'keep_latest' };
}

function toStored({ restingStatus, expiry, ...row }: Partial<ThreadRow>): Partial<StoredThread> {
  return {
    ...row,
    ...(restingStatus !== undefined && { resting: restingStatus }),
    ...(expiry !== undefined && {
      ttlMs: expiry?.ttlMs ?? null,
      expiresAt: expiry?.strategy === 'delete' ? expiry.at : null,
      pruneAt: expiry?.strategy === 'keep_latest' ? expiry.at : null,
    }),
  };
}
